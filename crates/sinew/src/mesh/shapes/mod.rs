//! Generators of meshes: one file and one row of [`CATALOG`] for each shape.
//!
//! Solids have positive tets and conform (every inner face belongs to exactly two). Lengths are in metres. Things that
//! are long start at x = 0 and are centred in y and z, so that `pin = [{ box = .. }]` at x = 0 clamps them; round
//! things are centred at the origin; towers and coils stand on z = 0.

mod animals;
mod bacterium;
mod ball;
mod blob;
mod block;
mod bridge;
mod car;
mod chain;
mod coil;
mod cylinder;
mod dome;
mod figure;
mod honeycomb;
mod hoop;
mod lattice_tower;
mod molecule;
mod pylon;
mod sheet;
mod spiral_ball;
mod stuffing;
mod sweep;
mod torus;
mod tree;
mod truss_tower;
mod union;

pub use animals::Animal;
pub use bacterium::Bacterium;
pub use ball::Ball;
pub use blob::{Blob, Ellipsoid, Rod};
pub use block::Block;
pub use bridge::Bridge;
pub use car::Car;
pub use chain::Chain;
pub use coil::Coil;
pub use cylinder::Cylinder;
pub use dome::Dome;
pub use figure::Figure;
pub use honeycomb::Honeycomb;
pub use hoop::Hoop;
pub use lattice_tower::LatticeTower;
pub use molecule::Molecule;
pub use pylon::Pylon;
pub use sheet::{Sheet, SheetEdges};
pub use spiral_ball::SpiralBall;
pub(crate) use stuffing::stuff_depth;
pub use torus::Torus;
pub use tree::Tree;
pub use truss_tower::TrussTower;

#[cfg(test)]
use super::quality;
use super::{Mesh, MeshError, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most elements that a generator makes: about 3 GB of mesh.
pub const MAX_ELEMENTS: u128 = 50_000_000;

/// A shape with its numbers, as written in a scene: `shape = { kind = "block", size = [1, 1, 1], cells = [4, 4, 4] }`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Shape {
    /// Box of tets.
    Block(Block),
    /// Ball of tets.
    Ball(Ball),
    /// Round rod of tets.
    #[serde(alias = "rod")]
    Cylinder(Cylinder),
    /// Ring of tets.
    Torus(Torus),
    /// Helical spring of tets.
    Coil(Coil),
    /// Rods and ellipsoids of tets.
    Blob(Blob),
    /// Arch bridge of tets.
    Bridge(Bridge),
    /// Human figure of tets.
    Figure(Figure),
    /// Sitting rabbit of tets.
    Rabbit(Animal),
    /// Armadillo of tets.
    Armadillo(Animal),
    /// Dragon of tets.
    Dragon(Animal),
    /// Spherical shell of tets with a hole at its top.
    Dome(Dome),
    /// Plate of hexagonal cells of tets.
    Honeycomb(Honeycomb),
    /// Lattice tower of tets.
    LatticeTower(LatticeTower),
    /// Ball wound of one rod of tets.
    SpiralBall(SpiralBall),
    /// Forking tree of tets.
    Tree(Tree),
    /// Rectangle of triangles with the edges of a cloth.
    Sheet(Sheet),
    /// Straight line of edges.
    Chain(Chain),
    /// Lattice tower of edges.
    TrussTower(TrussTower),
    /// Electricity pylon of edges.
    Pylon(Pylon),
    /// Ring of edges.
    Hoop(Hoop),
    /// Helices of atoms with bonds as edges.
    Molecule(Molecule),
    /// Car-like shell of triangles.
    Car(Car),
    /// Head and helical flagellum of edges.
    Bacterium(Bacterium),
}

/// One row of the catalog.
#[derive(Debug, Clone, Copy)]
pub struct ShapeEntry {
    /// `kind` in a scene file.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Keys that can be given beside `kind`.
    pub keys: &'static [&'static str],
    /// A small example of it.
    pub example: fn() -> Shape,
}

/// All generators.
pub const CATALOG: &[ShapeEntry] = &[
    block::ENTRY,
    ball::ENTRY,
    cylinder::ENTRY,
    torus::ENTRY,
    coil::ENTRY,
    blob::ENTRY,
    bridge::ENTRY,
    figure::ENTRY,
    animals::RABBIT,
    animals::ARMADILLO,
    animals::DRAGON,
    dome::ENTRY,
    honeycomb::ENTRY,
    lattice_tower::ENTRY,
    spiral_ball::ENTRY,
    tree::ENTRY,
    sheet::ENTRY,
    chain::ENTRY,
    truss_tower::ENTRY,
    pylon::ENTRY,
    hoop::ENTRY,
    molecule::ENTRY,
    car::ENTRY,
    bacterium::ENTRY,
];

impl Shape {
    /// Makes the mesh.
    ///
    /// # Errors
    /// [`MeshError::Shape`] if a number makes no sense or the mesh would be too large.
    pub fn build(&self) -> Result<Mesh, MeshError> {
        let built = match self {
            Shape::Block(s) => s.build(),
            Shape::Ball(s) => s.build(),
            Shape::Cylinder(s) => s.build(),
            Shape::Torus(s) => s.build(),
            Shape::Coil(s) => s.build(),
            Shape::Blob(s) => s.build(),
            Shape::Bridge(s) => s.build(),
            Shape::Figure(s) => s.build(),
            Shape::Rabbit(s) => s.build(&animals::OF_RABBIT),
            Shape::Armadillo(s) => s.build(&animals::OF_ARMADILLO),
            Shape::Dragon(s) => s.build(&animals::OF_DRAGON),
            Shape::Dome(s) => s.build(),
            Shape::Honeycomb(s) => s.build(),
            Shape::LatticeTower(s) => s.build(),
            Shape::SpiralBall(s) => s.build(),
            Shape::Tree(s) => s.build(),
            Shape::Sheet(s) => s.build(),
            Shape::Chain(s) => s.build(),
            Shape::TrussTower(s) => s.build(),
            Shape::Pylon(s) => s.build(),
            Shape::Hoop(s) => s.build(),
            Shape::Molecule(s) => s.build(),
            Shape::Car(s) => s.build(),
            Shape::Bacterium(s) => s.build(),
        };
        built.map_err(|problem| MeshError::Shape { kind: self.kind(), problem })
    }

    /// `kind` in a scene file.
    pub fn kind(&self) -> &'static str {
        match self {
            Shape::Block(_) => block::ENTRY.name,
            Shape::Ball(_) => ball::ENTRY.name,
            Shape::Cylinder(_) => cylinder::ENTRY.name,
            Shape::Torus(_) => torus::ENTRY.name,
            Shape::Coil(_) => coil::ENTRY.name,
            Shape::Blob(_) => blob::ENTRY.name,
            Shape::Bridge(_) => bridge::ENTRY.name,
            Shape::Figure(_) => figure::ENTRY.name,
            Shape::Rabbit(_) => animals::RABBIT.name,
            Shape::Armadillo(_) => animals::ARMADILLO.name,
            Shape::Dragon(_) => animals::DRAGON.name,
            Shape::Dome(_) => dome::ENTRY.name,
            Shape::Honeycomb(_) => honeycomb::ENTRY.name,
            Shape::LatticeTower(_) => lattice_tower::ENTRY.name,
            Shape::SpiralBall(_) => spiral_ball::ENTRY.name,
            Shape::Tree(_) => tree::ENTRY.name,
            Shape::Sheet(_) => sheet::ENTRY.name,
            Shape::Chain(_) => chain::ENTRY.name,
            Shape::TrussTower(_) => truss_tower::ENTRY.name,
            Shape::Pylon(_) => pylon::ENTRY.name,
            Shape::Hoop(_) => hoop::ENTRY.name,
            Shape::Molecule(_) => molecule::ENTRY.name,
            Shape::Car(_) => car::ENTRY.name,
            Shape::Bacterium(_) => bacterium::ENTRY.name,
        }
    }
}

/// A length that must be positive and finite.
pub(super) fn positive(key: &'static str, value: f64) -> Result<(), ShapeProblem> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(ShapeProblem::Length { key, value }) }
}

/// A number without a unit that must be positive and finite.
pub(super) fn above_zero(key: &'static str, value: f64) -> Result<(), ShapeProblem> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(ShapeProblem::Positive { key, value }) }
}

/// A count that must reach `least`.
pub(super) fn at_least(key: &'static str, value: u32, least: u32) -> Result<(), ShapeProblem> {
    if value >= least { Ok(()) } else { Err(ShapeProblem::Cells { key, value, least }) }
}

/// Product of counts, each below 2^32 and at most four of them, against [`MAX_ELEMENTS`].
/// `mend` says what to ask for instead.
pub(super) fn affordable(mend: &'static str, factors: &[u32]) -> Result<(), ShapeProblem> {
    let elements = factors.iter().fold(1u128, |product, &f| product.saturating_mul(f.into()));
    let limit = MAX_ELEMENTS;
    if elements <= limit { Ok(()) } else { Err(ShapeProblem::TooMany { elements, limit, mend }) }
}

#[cfg(test)]
mod tests;
