//! Linear tetrahedra and their materials: a constant deformation gradient F = Ds Dm^-1 in each tet.

mod lame;
pub mod materials;
pub mod mean;
mod rotation;
mod singular;
mod tangent;
mod tets;
pub mod warped;

pub use lame::Lame;
pub use rotation::Turn;
pub use tangent::{Stretch, Tangent};
pub use tets::{RestTet, RestTets, Tets, tet_volume};
