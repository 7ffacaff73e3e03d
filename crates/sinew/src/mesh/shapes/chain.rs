//! Straight line of edges along x: ropes and chains of springs.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "chain",
    summary: "straight line of edges along x from the origin",
    keys: &["length", "cells"],
    example: || Shape::Chain(Chain { length: 1.0, cells: 16 }),
};

/// Straight line of edges from the origin to (length, 0, 0).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Length (m).
    pub length: f64,
    /// Number of edges; there is one vertex more.
    pub cells: u32,
}

impl Chain {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("length", self.length)?;
        at_least("cells", self.cells, 1)?;
        affordable("fewer `cells`", &[self.cells])?;
        let n = self.cells;
        let vertices = (0..=n).map(|i| [self.length * (f64::from(i) / f64::from(n)), 0.0, 0.0]).collect();
        Ok(Mesh { vertices, edges: (0..n).map(|i| [i, i + 1]).collect(), ..Mesh::default() })
    }
}
