//! Meshes: what they are, how they are read, made, checked and written.
//!
//! [`read()`] takes any known file, [`shapes`] makes the usual ones, [`check()`] looks both over, [`write()`] stores them.

mod chance;
mod check;
mod error;
mod geometry;
mod pinches;
pub mod quality;
pub mod read;
mod regions;
mod report;
pub mod shapes;
pub mod strands;
mod topology;
pub mod write;

pub use check::check;
pub use error::{MeshError, Place, Problem, ShapeProblem};
pub use read::{Format, is_strands, read, read_strands};
pub use report::{BadTet, RegionSummary, Report, SLIVER};
pub use shapes::Shape;
pub use strands::{Growth, Strands};
pub use write::{Encoding, surface_alone, write};

use std::collections::BTreeMap;

/// Vertices with tets, triangles and edges. Any of the three may be empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// Positions in metres.
    pub vertices: Vec<[f64; 3]>,
    /// Tetrahedra; (b - a) x (c - a) . (d - a) > 0 after validation.
    pub tets: Vec<[u32; 4]>,
    /// Region of each tet; empty means all 0.
    pub regions: Vec<u32>,
    /// Names of regions, where the file gives them.
    pub region_names: BTreeMap<u32, String>,
    /// Surface triangles, outward; generators of solids leave this empty (see [`Mesh::surface`]).
    pub triangles: Vec<[u32; 3]>,
    /// Edges (springs, curves).
    pub edges: Vec<[u32; 2]>,
    /// Mass of each vertex in kilograms, where the file or shape knows it (atoms); else empty.
    pub masses: Vec<f64>,
}
