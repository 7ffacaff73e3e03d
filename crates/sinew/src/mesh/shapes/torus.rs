//! Ring of tets about z: a disk swept along a circle.

use super::{Shape, ShapeEntry, affordable, at_least, positive, sweep};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "torus",
    summary: "ring of tets about z, centred at the origin; 18 cells[0]^2 cells[1] tets",
    keys: &["radius", "tube_radius", "cells"],
    example: || Shape::Torus(Torus { radius: 0.5, tube_radius: 0.15, cells: [2, 24] }),
};

/// Ring of tets, centred at the origin, with axis z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Torus {
    /// Distance from the centre to the middle of the tube (m).
    pub radius: f64,
    /// Radius of the tube (m); less than `radius`.
    pub tube_radius: f64,
    /// Number of rings from the middle of the tube to its skin, and of layers around the axis (3 or more).
    pub cells: [u32; 2],
}

impl Torus {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("radius", self.radius)?;
        positive("tube_radius", self.tube_radius)?;
        let [rings, layers] = self.cells;
        at_least("cells[0]", rings, 1)?;
        at_least("cells[1]", layers, 3)?;
        if self.tube_radius >= self.radius {
            let why = "the `radius`, so that the ring has a hole";
            return Err(ShapeProblem::TooLong { key: "tube_radius", value: self.tube_radius, limit: self.radius, why });
        }
        affordable("fewer `cells`", &sweep::tets(rings, layers))?;
        Ok(sweep::sweep(rings, layers, true, |layer, [u, v]| {
            let (sine, cosine) = (std::f64::consts::TAU * f64::from(layer) / f64::from(layers)).sin_cos();
            let distance = self.radius + self.tube_radius * u;
            [distance * cosine, distance * sine, self.tube_radius * v]
        }))
    }
}
