//! Force terms: springs, solids, loads, damping.

pub mod damping;
pub mod forces;
pub mod solids;
pub mod springs;
