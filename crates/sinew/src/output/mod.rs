//! Files and pictures that a run leaves behind.

mod axis;
pub mod cells;
pub mod csv;
pub mod files;
pub mod frames;
pub mod gauging;
mod nearest;
pub mod npz;
pub mod picture;
pub mod report;
pub mod skin;
pub mod svg;
pub mod view;

pub use gauging::{Colour, Gauging};
pub use skin::Skin;
pub use view::{BodyView, ObstacleShape, ObstacleView, View};

/// An output that `[output] formats` can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Name in scene files.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// All frame formats, in the order in which they are listed.
pub const CATALOG: &[Entry] = &[
    Entry { name: "vtu", summary: "frames/*.vtu and frames.pvd for ParaView: displacement, velocity, energy density" },
    Entry { name: "png", summary: "frames/*.png: rendered pictures with one camera for the whole run" },
];
