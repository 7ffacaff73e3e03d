//! Generators of meshes: one file and one row of [`CATALOG`] for each shape.
//!
//! Solids have positive tets and conform (every inner face belongs to exactly two). Lengths are in metres. Things that
//! are long start at x = 0 and are centred in y and z, so that `pin = [{ box = .. }]` at x = 0 clamps them; round
//! things are centred at the origin; towers and coils stand on z = 0.

mod bacterium;
mod ball;
mod blob;
mod block;
mod bridge;
mod car;
mod chain;
mod coil;
mod cylinder;
mod figure;
mod honeycomb;
mod lattice_tower;
mod molecule;
mod sheet;
mod spiral_ball;
mod stuffing;
mod sweep;
mod torus;
mod tree;
mod truss_tower;
mod union;

pub use bacterium::Bacterium;
pub use ball::Ball;
pub use blob::{Blob, Ellipsoid, Rod};
pub use block::Block;
pub use bridge::Bridge;
pub use car::Car;
pub use chain::Chain;
pub use coil::Coil;
pub use cylinder::Cylinder;
pub use figure::Figure;
pub use honeycomb::Honeycomb;
pub use lattice_tower::LatticeTower;
pub use molecule::Molecule;
pub use sheet::{Sheet, SheetEdges};
pub use spiral_ball::SpiralBall;
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
    honeycomb::ENTRY,
    lattice_tower::ENTRY,
    spiral_ball::ENTRY,
    tree::ENTRY,
    sheet::ENTRY,
    chain::ENTRY,
    truss_tower::ENTRY,
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
            Shape::Honeycomb(s) => s.build(),
            Shape::LatticeTower(s) => s.build(),
            Shape::SpiralBall(s) => s.build(),
            Shape::Tree(s) => s.build(),
            Shape::Sheet(s) => s.build(),
            Shape::Chain(s) => s.build(),
            Shape::TrussTower(s) => s.build(),
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
            Shape::Honeycomb(_) => honeycomb::ENTRY.name,
            Shape::LatticeTower(_) => lattice_tower::ENTRY.name,
            Shape::SpiralBall(_) => spiral_ball::ENTRY.name,
            Shape::Tree(_) => tree::ENTRY.name,
            Shape::Sheet(_) => sheet::ENTRY.name,
            Shape::Chain(_) => chain::ENTRY.name,
            Shape::TrussTower(_) => truss_tower::ENTRY.name,
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

/// A count that must reach `least`.
pub(super) fn at_least(key: &'static str, value: u32, least: u32) -> Result<(), ShapeProblem> {
    if value >= least { Ok(()) } else { Err(ShapeProblem::Cells { key, value, least }) }
}

/// Product of counts, each below 2^32 and at most four of them, against [`MAX_ELEMENTS`].
pub(super) fn affordable(factors: &[u32]) -> Result<(), ShapeProblem> {
    let elements = factors.iter().fold(1u128, |product, &f| product.saturating_mul(f.into()));
    let limit = MAX_ELEMENTS;
    if elements <= limit { Ok(()) } else { Err(ShapeProblem::TooMany { elements, limit }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::check;
    use std::collections::{HashMap, HashSet};
    use std::f64::consts::PI;

    fn build(shape: Shape) -> Mesh {
        shape.build().expect("sensible numbers")
    }

    /// Euler characteristic V - E + F of the surface.
    fn euler(mesh: &Mesh) -> i64 {
        let surface = mesh.surface();
        let vertices: HashSet<u32> = surface.iter().flatten().copied().collect();
        let edges: HashSet<[u32; 2]> = (surface.iter())
            .flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].map(|[a, b]| [a.min(b), a.max(b)]))
            .collect();
        vertices.len() as i64 - edges.len() as i64 + surface.len() as i64
    }

    #[test]
    fn every_shape_of_the_catalog_is_sound() {
        for entry in CATALOG {
            let shape = (entry.example)();
            assert_eq!(shape.kind(), entry.name);
            let mut mesh = build(shape);
            let before = mesh.clone();
            let report = check(&mut mesh);
            assert_eq!(mesh, before, "{}: nothing to mend", entry.name);
            assert_eq!((report.errors(), report.warnings()), (vec![], vec![]), "{}", entry.name);
            assert_eq!(report.parts.len(), 1, "{}", entry.name);
        }
    }

    #[test]
    fn solids_are_positive_conforming_and_closed() {
        let kinds = [
            (Shape::Block(Block { size: [1.0, 2.0, 3.0], cells: [3, 4, 5], split: 5 }), 2, 0.6),
            (Shape::Block(Block { size: [1.0, 1.0, 1.0], cells: [3, 3, 2], split: 6 }), 2, 0.5),
            (Shape::Ball(Ball { radius: 0.7, cells: 5 }), 2, 0.5),
            (Shape::Cylinder(Cylinder { radius: 0.2, length: 1.0, cells: [3, 12] }), 2, 0.3),
            (Shape::Torus(Torus { radius: 1.0, tube_radius: 0.3, cells: [2, 41] }), 0, 0.3),
            (Shape::Coil(Coil { radius: 1.0, tube_radius: 0.2, pitch: 0.6, turns: 2.5, cells: [2, 120] }), 2, 0.3),
            ((spiral_ball::ENTRY.example)(), 2, 0.1),
            // six open cells
            ((honeycomb::ENTRY.example)(), 2 - 2 * 6, 0.1),
        ];
        for (shape, characteristic, least_quality) in kinds {
            let mesh = build(shape.clone());
            let mut faces = HashMap::<[u32; 3], u32>::new();
            for tet in &mesh.tets {
                assert!(quality::volume(&mesh.corners(tet)) > 0.0, "{}", shape.kind());
                for face in crate::mesh::topology::TET_FACES {
                    let mut key = face.map(|i| tet[i]);
                    key.sort_unstable();
                    *faces.entry(key).or_default() += 1;
                }
            }
            assert!(faces.values().all(|&n| n <= 2));
            // closed and consistently outward: every directed edge has its opposite exactly once
            let directed: Vec<[u32; 2]> =
                mesh.surface().iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]).collect();
            let set: HashSet<[u32; 2]> = directed.iter().copied().collect();
            assert_eq!(set.len(), directed.len(), "{}: an edge of the surface stands twice", shape.kind());
            assert!(set.iter().all(|&[a, b]| set.contains(&[b, a])), "{}: a hole in the surface", shape.kind());
            assert_eq!(euler(&mesh), characteristic, "{}", shape.kind());
            let report = check(&mut mesh.clone());
            println!(
                "{}: worst quality {:.3}, 1 % {:.3}",
                shape.kind(),
                report.quality_worst,
                report.quality_percentile_1
            );
            assert!(report.quality_worst > least_quality, "{}: {}", shape.kind(), report.quality_worst);
            assert_eq!((report.unreferenced, report.duplicate_vertices), (0, 0));
        }
    }

    #[test]
    fn volumes_converge_to_the_closed_form_with_second_order() {
        type Make = fn(u32) -> Shape;
        let length = 2.5 * ((2.0 * PI).powi(2) + 0.6f64.powi(2)).sqrt();
        let kinds: [(Make, f64); 4] = [
            (|n| Shape::Ball(Ball { radius: 0.7, cells: 2 * n }), 4.0 / 3.0 * PI * 0.343),
            (|n| Shape::Cylinder(Cylinder { radius: 0.2, length: 1.5, cells: [n, 4] }), PI * 0.04 * 1.5),
            (|n| Shape::Torus(Torus { radius: 1.0, tube_radius: 0.3, cells: [n, 16 * n] }), 2.0 * PI * PI * 0.09),
            (
                |n| Shape::Coil(Coil { radius: 1.0, tube_radius: 0.2, pitch: 0.6, turns: 2.5, cells: [n, 40 * n] }),
                PI * 0.04 * length,
            ),
        ];
        for (make, exact) in kinds {
            let error = |n| (build(make(n)).volume() / exact - 1.0).abs();
            let (coarse, fine) = (error(2), error(4));
            let order = (coarse / fine).log2();
            println!("{}: relative error {coarse:.2e}, {fine:.2e}, order {order:.2}", make(1).kind());
            assert!((1.8..2.2).contains(&order) && fine < 0.02, "{}: {coarse} {fine}", make(1).kind());
        }
        for split in [5, 6] {
            let volume = build(Shape::Block(Block { size: [1.0, 0.3, 0.7], cells: [3, 2, 5], split })).volume();
            assert!((volume / 0.21 - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn counts_are_as_requested() {
        let beam = build(Shape::Block(Block { size: [1.0, 0.25, 0.25], cells: [32, 8, 8], split: 5 }));
        assert_eq!((beam.tets.len(), beam.vertices.len()), (10_240, 33 * 81));
        assert_eq!(beam.bounding_box(), Some(([0.0, -0.125, -0.125], [1.0, 0.125, 0.125])));
        assert_eq!(beam.vertices[1], [0.0, -0.125, -0.125 + 0.25 / 8.0], "z runs fastest");
        assert_eq!(build(Shape::Ball(Ball { radius: 1.0, cells: 6 })).tets.len(), 20 * 216);
        assert_eq!(build(Shape::Ball(Ball { radius: 1.0, cells: 1 })).vertices.len(), 13);
        let rod = build(Shape::Cylinder(Cylinder { radius: 1.0, length: 4.0, cells: [2, 7] }));
        assert_eq!((rod.tets.len(), rod.vertices.len()), (18 * 4 * 7, 19 * 8));
        assert_eq!(build(Shape::Torus(Torus { radius: 1.0, tube_radius: 0.5, cells: [1, 3] })).vertices.len(), 21);
        let tower = build(Shape::TrussTower(TrussTower { height: 3.0, base: 1.0, top: 0.5, levels: 5 }));
        assert_eq!((tower.vertices.len(), tower.edges.len()), (24, 6 * 6 + 12 * 5));
        assert_eq!(build(Shape::Chain(Chain { length: 1.0, cells: 10 })).edges.len(), 10);
        let sheet = Sheet { size: [1.0, 2.0], cells: [4, 3] };
        let edges = sheet.edges();
        assert_eq!(
            (edges.structural.len(), edges.shear.len(), edges.bending.len()),
            (4 * 4 + 5 * 3, 24, 3 * 4 + 5 * 2)
        );
        let cloth = build(Shape::Sheet(sheet));
        assert_eq!((cloth.triangles.len(), cloth.vertices.len(), cloth.edges.len()), (24, 20, 31 + 24 + 22));
        assert_eq!(euler(&cloth), 1);
    }

    #[test]
    fn the_splits_have_the_known_volumes() {
        let cell = |split| build(Shape::Block(Block { size: [1.0; 3], cells: [1, 1, 1], split }));
        let volumes = |m: &Mesh| m.tets.iter().map(|t| quality::volume(&m.corners(t))).collect::<Vec<_>>();
        assert!(volumes(&cell(6)).iter().all(|v| (v - 1.0 / 6.0).abs() < 1e-15));
        assert!((volumes(&cell(5))[0] - 1.0 / 3.0).abs() < 1e-15, "the first of five is the regular one");
    }

    #[test]
    fn a_tower_of_bars_is_rigid() {
        // rank of the rigidity matrix (one row d^T per bar) is 3 n - 6
        let mesh = build(Shape::TrussTower(TrussTower { height: 2.0, base: 1.0, top: 0.6, levels: 2 }));
        let mut rows = nalgebra::DMatrix::<f64>::zeros(mesh.edges.len(), 3 * mesh.vertices.len());
        for (row, [a, b]) in mesh.edges.iter().enumerate() {
            for c in 0..3 {
                let d = mesh.vertices[*a as usize][c] - mesh.vertices[*b as usize][c];
                rows[(row, 3 * *a as usize + c)] = d;
                rows[(row, 3 * *b as usize + c)] = -d;
            }
        }
        assert_eq!(rows.rank(1e-9), 3 * mesh.vertices.len() - 6);
    }

    #[test]
    fn impossible_numbers_get_one_sentence() {
        let bad = [
            (Shape::Block(Block { size: [1.0, -1.0, 1.0], cells: [1, 1, 1], split: 5 }), "`size` is -1"),
            (Shape::Block(Block { size: [1.0, f64::NAN, 1.0], cells: [1, 1, 1], split: 5 }), "`size` is NaN"),
            (Shape::Block(Block { size: [1.0; 3], cells: [1, 0, 1], split: 5 }), "`cells` is 0"),
            (Shape::Block(Block { size: [1.0; 3], cells: [1, 1, 1], split: 7 }), "5 or 6"),
            (Shape::Block(Block { size: [1.0; 3], cells: [u32::MAX; 3], split: 5 }), "more than the limit"),
            (Shape::Ball(Ball { radius: 1.0, cells: 1000 }), "20000000000 elements"),
            (Shape::Torus(Torus { radius: 1.0, tube_radius: 1.5, cells: [1, 9] }), "less than 1 m"),
            (Shape::Torus(Torus { radius: 1.0, tube_radius: 0.5, cells: [1, 2] }), "at least 3"),
            (
                Shape::Coil(Coil { radius: 1.0, tube_radius: 0.3, pitch: 0.5, turns: 2.0, cells: [1, 99] }),
                "raise `pitch`",
            ),
            (Shape::Coil(Coil { radius: 1.0, tube_radius: 0.1, pitch: 0.5, turns: 9.0, cells: [1, 9] }), "at least 54"),
            (Shape::Chain(Chain { length: f64::INFINITY, cells: 4 }), "`length` is inf"),
            (Shape::Figure(Figure { height: 1.8, spacing: 0.2 }), "thinnest part"),
            (Shape::Figure(Figure { height: 1.8, spacing: 1e-4 }), "more than the limit"),
            (Shape::Blob(Blob { spacing: 0.1, rods: vec![], ellipsoids: vec![] }), "at least one rod"),
            (
                Shape::Blob(Blob {
                    spacing: 0.1,
                    rods: vec![Rod { from: [f64::NAN, 0.0, 0.0], to: [1.0; 3], radii: [0.2; 2] }],
                    ellipsoids: vec![],
                }),
                "`rods` is NaN",
            ),
            (Shape::Tree(Tree { height: 1.0, radius: 0.1, forks: 9, seed: 0, spacing: 0.01 }), "8 or less"),
            (
                Shape::SpiralBall(SpiralBall { radius: 1.0, tube_radius: 0.3, turns: 9.0, spacing: 0.1 }),
                "fewer `turns`",
            ),
            (
                Shape::Honeycomb(Honeycomb { cells: [1, 1], side: 1.0, wall: 1.0, thickness: 1.0, spacing: 0.1 }),
                "cells are open",
            ),
            (Shape::Sheet(Sheet { size: [1.0, 1.0], cells: [u32::MAX, u32::MAX] }), "more than the limit"),
            (Shape::TrussTower(TrussTower { height: 1.0, base: 1.0, top: 0.0, levels: 1 }), "`top` is 0"),
        ];
        for (shape, words) in bad {
            let message = shape.build().expect_err(words).to_string();
            assert!(message.starts_with(&format!("shape {}: ", shape.kind())) && message.contains(words), "{message}");
            assert!(!message.contains('\n'));
        }
    }

    #[test]
    fn typing_errors_are_refused_with_the_valid_names() {
        let parse = |text: &str| toml::from_str::<Shape>(text);
        assert!(parse("kind = 'block'\nsize = [1, 1, 1]\ncells = [1, 1, 1]").is_ok());
        assert!(parse("kind = 'rod'\nradius = 1.0\nlength = 2\ncells = [1, 1]").is_ok());
        let message = parse("kind = 'block'\nsise = [1, 1, 1]\ncells = [1, 1, 1]").expect_err("typo").to_string();
        assert!(message.contains("sise") && message.contains("`size`"), "{message}");
        let message = parse("kind = 'blok'\nsize = [1, 1, 1]").expect_err("typo").to_string();
        assert!(message.contains("blok") && message.contains("`truss-tower`"), "{message}");
        for entry in CATALOG {
            let shape = (entry.example)();
            let table = toml::Table::try_from(&shape).expect("plain numbers");
            let keys: Vec<&str> = table.keys().map(String::as_str).filter(|k| *k != "kind").collect();
            assert_eq!(keys, entry.keys, "{}", entry.name);
            let mut wrong = table.clone();
            wrong.insert("colour".into(), 1.into());
            assert!(wrong.try_into::<Shape>().is_err(), "{}", entry.name);
            assert_eq!(table.try_into::<Shape>().expect("its own text"), shape);
        }
    }

    #[test]
    fn the_schema_takes_the_examples_and_refuses_typing_errors() {
        let schema = serde_json::to_value(schemars::schema_for!(Shape)).expect("a schema is JSON");
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        for entry in CATALOG {
            let mut shape = serde_json::to_value((entry.example)()).expect("plain numbers");
            assert!(validator.is_valid(&shape), "{}: {schema:#}", entry.name);
            shape["colour"] = 1.into();
            assert!(!validator.is_valid(&shape), "{}", entry.name);
        }
    }
}
