//! Obstacles, the penalty forces that keep vertices out of them, and friction on them; bodies that touch each other.

pub mod bvh;
pub mod continuous;
pub mod distance;
mod friction;
mod obstacle;
mod penalty;
pub mod shapes;

pub use friction::{Friction, friction};
pub use obstacle::{CATALOG, Nearness, Obstacle};
pub use penalty::{Penalty, penalty};
pub use shapes::{Distance, Shape};
