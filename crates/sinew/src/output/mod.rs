//! Files and pictures that a run leaves behind.

mod axis;
pub mod cells;
pub mod csv;
pub mod export;
pub mod files;
pub mod frames;
pub mod gauging;
mod largest_strain;
mod nearest;
pub mod npz;
pub mod picture;
pub mod report;
pub mod run_folder;
pub mod skin;
pub mod summary;
pub mod svg;
pub mod view;

pub use export::{CATALOG, Entry};
pub use gauging::{Colour, Gauging};
pub use largest_strain::LargestStrain;
pub use run_folder::{RunError, RunFolder, Trajectory};
pub use skin::Skin;
pub use view::{BodyView, ObstacleShape, ObstacleView, View};
