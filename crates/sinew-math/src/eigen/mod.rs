//! Modes of K w = lambda M w: the lowest of a large system, all of a small one.

mod dense;
mod lowest;

pub use dense::{DenseModes, ModalTerm};
pub use lowest::{Modes, ModesError, ModesOptions, lowest_modes};
