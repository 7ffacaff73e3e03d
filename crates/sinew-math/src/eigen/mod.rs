//! Lowest modes of K w = lambda M w.

mod lowest;

pub use lowest::{Modes, ModesError, ModesOptions, lowest_modes};
