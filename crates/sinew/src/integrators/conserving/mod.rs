//! Schemes that keep energy and momenta exactly: mean forces over the step, solved by a mixed Newton iteration.

mod circling;
pub mod energy_momentum;
pub mod exact;
pub mod filter;
pub mod fit;
pub mod fitted_energy_momentum;
pub mod inertia;
pub mod newton;
pub mod options;
pub mod proof;
pub mod rescue;
mod smooth;
pub mod tangle;
mod way;
