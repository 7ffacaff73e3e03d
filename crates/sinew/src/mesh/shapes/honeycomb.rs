//! Plate of hexagonal cells: the walls between the cells, as a solid sheet in the x-y plane.
//!
//! Hexagons of side a stand with a corner up, centres at (sqrt(3) a (i + j/2 mod 1), 3/2 a j); every wall is a beam from
//! corner to corner, drawn once.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::f64::consts::PI;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "honeycomb",
    summary: "plate of hexagonal cells in the x-y plane, solid walls of tets",
    keys: &["cells", "side", "wall", "thickness", "spacing"],
    example: || Shape::Honeycomb(Honeycomb { cells: [3, 2], side: 0.1, wall: 0.03, thickness: 0.06, spacing: 0.02 }),
};

/// Plate of hexagonal cells. Its lower left cell has its centre in the origin; the plate is centred in z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Honeycomb {
    /// Number of cells along x and along y.
    pub cells: [u32; 2],
    /// Side of a hexagon, from the middle of one wall to that of the next (m).
    pub side: f64,
    /// Thickness of the walls (m).
    pub wall: f64,
    /// Thickness of the plate along z (m).
    pub thickness: f64,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

impl Honeycomb {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        for (key, value) in [("side", self.side), ("wall", self.wall), ("thickness", self.thickness)] {
            positive(key, value)?;
        }
        self.cells.iter().try_for_each(|n| at_least("cells", *n, 1))?;
        affordable("fewer `cells`", &[self.cells[0], self.cells[1], 6])?;
        let limit = self.side;
        if self.wall >= limit {
            let why = "the `side`, so that the cells are open";
            return Err(ShapeProblem::TooLong { key: "wall", value: self.wall, limit, why });
        }
        let mut walls = BTreeMap::new();
        for j in 0..self.cells[1] {
            for i in 0..self.cells[0] {
                let shift = if j % 2 == 0 { 0.0 } else { 0.5 };
                let center = [3f64.sqrt() * self.side * (f64::from(i) + shift), 1.5 * self.side * f64::from(j)];
                let corner = |k: i32| {
                    let angle = PI / 3.0 * f64::from(k) + PI / 6.0;
                    Point::new(center[0] + self.side * angle.cos(), center[1] + self.side * angle.sin(), 0.0)
                };
                for k in 0..6 {
                    let ends = [corner(k), corner(k + 1)];
                    // a wall belongs to two cells: its middle tells it apart
                    let middle = (ends[0] + ends[1]) * (500.0 / self.side);
                    let along = (ends[1] - ends[0]).normalize();
                    let (side, width, height) = (Point::new(-along.y, along.x, 0.0), self.wall, self.thickness);
                    // longer by half a wall at both ends, so that three walls meet without a gap
                    let longer = along * (0.5 * self.wall / 3f64.sqrt());
                    let ends = [ends[0] - longer, ends[1] + longer];
                    walls.entry([middle.x, middle.y].map(|x| x.round() as i64)).or_insert(Part::Beam {
                        ends,
                        side,
                        width,
                        height,
                    });
                }
            }
        }
        stuff(self.spacing, &walls.into_values().collect::<Vec<_>>())
    }
}
