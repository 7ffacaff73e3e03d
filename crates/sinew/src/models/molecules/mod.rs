//! Molecules: atoms joined by stiff springs, with the Lennard-Jones potential between those that are not bonded.

mod exclusions;
mod lennard_jones;
mod neighbours;
mod pair_law;

pub use lennard_jones::{LennardJones, Settings, lennard_jones};
pub use pair_law::PairLaw;
