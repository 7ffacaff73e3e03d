//! Round rod of tets along x: a disk swept along a straight line.

use super::{Shape, ShapeEntry, affordable, at_least, positive, sweep};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "cylinder",
    summary: "round rod of tets along x from x = 0; 18 cells[0]^2 cells[1] tets (also called rod)",
    keys: &["radius", "length", "cells"],
    example: || Shape::Cylinder(Cylinder { radius: 0.1, length: 1.0, cells: [2, 16] }),
};

/// Round rod of tets. Its axis is x, from x = 0 to x = length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cylinder {
    /// Radius (m).
    pub radius: f64,
    /// Length (m).
    pub length: f64,
    /// Number of rings from the axis to the skin, and of layers along the axis.
    pub cells: [u32; 2],
}

impl Cylinder {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("radius", self.radius)?;
        positive("length", self.length)?;
        self.cells.iter().try_for_each(|&c| at_least("cells", c, 1))?;
        let [rings, layers] = self.cells;
        affordable("fewer `cells`", &sweep::tets(rings, layers))?;
        Ok(sweep::sweep(rings, layers, false, |layer, [u, v]| {
            [self.length * (f64::from(layer) / f64::from(layers)), self.radius * u, self.radius * v]
        }))
    }
}
