//! Force terms: springs, fibres, solids, molecules, fluid, loads, damping; and the motions of what is held.

pub mod catalog;
pub mod damping;
pub(crate) mod error;
pub mod fibres;
pub mod fluid;
pub mod forces;
pub mod linearized;
pub mod molecules;
pub mod motions;
pub mod signal;
pub mod solids;
pub mod springs;

pub use error::ModelError;
