//! Fibres: chains of cuboids whose springs follow from Young's modulus, the torsional modulus and the thickness
//! [michels2015]; they stretch, bend, shear and twist like round beams.

mod beam;
mod cuboids;
mod diagonals;

pub use beam::{Matter, Segment};
pub use cuboids::{Cuboids, cuboids};
pub use diagonals::{Diagonals, diagonals};
