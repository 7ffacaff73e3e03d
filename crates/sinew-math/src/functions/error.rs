//! What can go wrong, with numbers and the way out.

use crate::solve::SolveError;

/// Why functions of a matrix could not be evaluated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FunctionError {
    /// A vector or an operator gave NaN or infinity.
    #[error("{what} holds a value that is not finite; look for a degenerate element or an overflow upstream")]
    NonFinite {
        /// Which object.
        what: &'static str,
    },
    /// x.Ay and y.Ax differ for some pair of vectors.
    #[error(
        "{what} is not symmetric (relative defect {defect:.1e}); pass its symmetric part, or declare the problem \
         `Symmetry::General` and use shift-and-invert, adaptive Krylov or dense"
    )]
    NotSymmetric {
        /// Which operator.
        what: &'static str,
        /// |x.Ay - y.Ax| / (|x| |Ay| + |y| |Ax|)
        defect: f64,
    },
    /// The mass matrix has a value that is not positive.
    #[error("the mass of unknown {unknown} is {value}, it must be positive")]
    BadMass {
        /// Index into the vector of unknowns.
        unknown: usize,
        /// The value found.
        value: f64,
    },
    /// No arithmetic in double precision can meet this.
    #[error("a relative tolerance of {tolerance:e} is below rounding; ask for at least {smallest:e}")]
    ToleranceBelowRounding {
        /// What was asked for.
        tolerance: f64,
        /// What can be promised.
        smallest: f64,
    },
    /// The request does not fit the problem.
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    /// This engine cannot treat such a problem.
    #[error("the {engine} engine {reason}")]
    Unsupported {
        /// Name of the engine.
        engine: &'static str,
        /// What it lacks and what to use.
        reason: &'static str,
    },
    /// M + shift K could not be factored, not even with smaller shifts or the projected stiffness.
    #[error(
        "M + {shift:.3e} K could not be factored ({cause}); give the pole a positive semidefinite (projected) stiffness \
         or take a smaller time step"
    )]
    FactorBreakdown {
        /// Last shift tried.
        shift: f64,
        /// What the solver said.
        cause: SolveError,
    },
    /// A solve with the factor failed.
    #[error("a solve with the shifted matrix failed: {0}")]
    Solve(#[from] SolveError),
    /// A small dense eigenvalue problem failed.
    #[error("the eigenvalues of a projected matrix of size {size} did not converge; its entries may be out of range")]
    SmallEigenproblem {
        /// Its size.
        size: usize,
    },
    /// The limit was reached before the tolerance.
    #[error(
        "{engine} did not reach {tolerance:.1e} within dimension {dimension} (estimated error {estimate:.1e}); raise the \
         limit, relax the tolerance, damp the system, or use the auto engine"
    )]
    NotConverged {
        /// Name of the engine.
        engine: &'static str,
        /// Dimension or number of products spent.
        dimension: usize,
        /// Estimated relative error.
        estimate: f64,
        /// What was asked for.
        tolerance: f64,
    },
}
