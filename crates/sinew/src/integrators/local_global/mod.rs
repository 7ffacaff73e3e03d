//! Local/global solvers: a fixed number of cheap iterations with one matrix that is factorized once and for all.
//!
//! A [`Stage`](crate::integrators::implicit::newton::Stage) is solved by a quasi-Newton iteration whose matrix is the
//! system's constant [metric](crate::mechanics::MechanicalSystem::metric): for springs and as-rigid-as-possible solids
//! that *is* projective dynamics. Every step costs the same, which is what games and simulators need; what is left of
//! the residual after the last iteration is the price.

pub mod acceleration;
pub mod factor;
pub mod options;
pub mod projective_dynamics;
pub mod solver;

pub use acceleration::Acceleration;
pub use options::LocalGlobalOptions;
pub use solver::LocalGlobal;
