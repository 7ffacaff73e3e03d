//! Obstacles, the penalty forces that keep vertices out of them, and friction on them; bodies that touch each other.

pub mod bvh;
mod carried_box;
pub mod continuous;
pub mod distance;
mod fibres;
mod friction;
mod mesh_shape;
mod obstacle;
mod outside;
mod pair_stiction;
mod passing;
mod penalty;
mod plaque;
mod proximity;
mod response;
pub mod shapes;
mod stiction;
pub mod surface;
mod zones;

pub use carried_box::{Bounce, Hit, carried_box};
pub use fibres::{Apart, fibres, fibres_passing, side_by_side};
pub use friction::{Friction, friction};
pub use mesh_shape::MeshShape;
pub use obstacle::{CATALOG, Nearness, Obstacle};
pub use pair_stiction::pair_stiction;
pub use passing::{Impact, passing};
pub use penalty::{Penalty, penalty};
pub use plaque::plaque;
pub use proximity::proximity;
pub use response::{Response, respond};
pub use shapes::{Distance, Shape};
pub use stiction::stiction;
pub use surface::{Skin, Surface};
