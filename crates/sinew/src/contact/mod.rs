//! Obstacles and the penalty forces that keep vertices out of them.

mod obstacle;
mod penalty;
pub mod shapes;

pub use obstacle::{CATALOG, Nearness, Obstacle};
pub use penalty::{Penalty, penalty};
pub use shapes::{Distance, Shape};
