//! Solving A x = b for the symmetric block matrix of a mechanical system.

mod cholesky;
mod conjugate_gradients;
mod error;
mod linear_solver;
mod ordering;
mod preconditioner;

pub use cholesky::{Cholesky, DEFAULT_MEMORY_LIMIT_GIGABYTES};
pub use conjugate_gradients::{CgReport, ConjugateGradients};
pub use error::SolveError;
pub use linear_solver::{LinearSolver, Method, Preconditioner, SolveWork, SolverOptions};
pub use ordering::Ordering;
