//! Solving A x = b for the block matrix of a mechanical system, symmetric or nearly so.

mod automatic;
mod cholesky;
mod conjugate_gradients;
mod contacts;
mod dense_cholesky;
mod error;
mod factor;
mod fronts;
mod gmres;
mod incomplete;
mod linear_solver;
mod low_rank;
mod lu;
mod ordering;
mod panels;
mod pieces;
mod preconditioner;
mod scalar_cholesky;

pub use automatic::LARGE;
pub use conjugate_gradients::{CgReport, ConjugateGradients};
pub use contacts::{Contact, ContactUpdate};
pub use dense_cholesky::DenseCholesky;
pub use error::SolveError;
pub use factor::{Cholesky, DEFAULT_MEMORY_LIMIT_GIGABYTES};
pub use gmres::{Gmres, GmresOptions, GmresReport, Preconditioning, Product};
pub use incomplete::IncompleteCholesky;
pub use linear_solver::{LinearSolver, Method, Preconditioner, SolveWork, SolverOptions};
pub use low_rank::{LowRank, SparseColumns};
pub use lu::Lu;
pub use ordering::Ordering;
pub use pieces::FactorPart;
pub use preconditioner::{BlockJacobi, Precondition};
pub use scalar_cholesky::{Precision, ScalarAnalysis, ScalarCholesky};
