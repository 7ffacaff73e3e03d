//! Lattice tower of edges along z: square rings, verticals, and crossed diagonals on every side.
//!
//! Each ring also has its two diagonals, else the cross-section could shear into a rhombus at no cost.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "truss-tower",
    summary: "square lattice tower of edges on z = 0: rings, verticals, crossed diagonals",
    keys: &["height", "base", "top", "levels"],
    example: || Shape::TrussTower(TrussTower { height: 4.0, base: 1.0, top: 0.4, levels: 6 }),
};

/// Square lattice tower of edges. It stands on z = 0, centred in x and y.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrussTower {
    /// Height (m).
    pub height: f64,
    /// Side of the square at the bottom (m).
    pub base: f64,
    /// Side of the square at the top (m).
    pub top: f64,
    /// Number of storeys; there is one ring more.
    pub levels: u32,
}

impl TrussTower {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        for (key, value) in [("height", self.height), ("base", self.base), ("top", self.top)] {
            positive(key, value)?;
        }
        at_least("levels", self.levels, 1)?;
        affordable("fewer `levels`", &[18, self.levels])?;

        let mut mesh = Mesh::default();
        for level in 0..=self.levels {
            let s = f64::from(level) / f64::from(self.levels);
            let half = 0.5 * (self.base + s * (self.top - self.base));
            mesh.vertices.extend(
                [[-1., -1.], [1., -1.], [1., 1.], [-1., 1.]].map(|[x, y]| [half * x, half * y, s * self.height]),
            );
            let first = 4 * level;
            let corner = |i: u32| first + i % 4;
            mesh.edges.extend((0..4).map(|i| [corner(i), corner(i + 1)]));
            mesh.edges.extend([[corner(0), corner(2)], [corner(1), corner(3)]]);
            if level < self.levels {
                mesh.edges.extend((0..4).map(|i| [corner(i), corner(i) + 4]));
                mesh.edges
                    .extend((0..4).flat_map(|i| [[corner(i), corner(i + 1) + 4], [corner(i + 1), corner(i) + 4]]));
            }
        }
        Ok(mesh)
    }
}
