//! Why a linear solve failed.

use crate::stop;

/// Why a linear solve failed.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// A pivot or a direction has zero or negative curvature.
    #[error(
        "the system matrix is not positive definite at free vertex {node}: project or shift the tangent, or take a smaller step"
    )]
    NotPositiveDefinite {
        /// Row of the matrix in vertices.
        node: usize,
    },
    /// Conjugate gradients used up their iterations.
    #[error(
        "conjugate gradients stalled after {iterations} iterations at a relative residual of {residual:.2e}: loosen the tolerance or choose the Cholesky method"
    )]
    Stalled {
        /// Iterations done.
        iterations: usize,
        /// |b - A x| / |b| reached.
        residual: f64,
    },
    /// The factor does not fit into the memory that is allowed.
    #[error("the Cholesky factor would need {gigabytes:.1} GB: choose conjugate gradients or raise the memory limit")]
    TooLarge {
        /// Estimated size.
        gigabytes: f64,
    },
    /// The matrix, the right-hand side or the solution has an infinite or undefined entry.
    #[error("the linear system or its solution contains a number that is not finite: the motion has diverged")]
    NonFinite,
    /// Somebody stopped it ([`stop`](crate::stop)).
    #[error("the linear solve was interrupted")]
    Interrupted,
}

impl SolveError {
    /// An error if somebody wants the work under way to end; long loops call it once an iteration.
    pub fn unless_stopped() -> Result<(), Self> {
        if stop::asked() { Err(Self::Interrupted) } else { Ok(()) }
    }
}
