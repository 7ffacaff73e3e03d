//! Dome of tets: a spherical shell between two angles from its axis, open at the top or with a small hole there.
//!
//! Points at r (sin a cos b, sin a sin b, cos a), a from the opening down to the rim, b around. The cells of this grid are
//! split into six tets each along their main diagonal, so that neighbours agree, around the seam too.

use super::block::orient;
use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "dome",
    summary: "spherical shell of tets on z = 0 with a hole at its top; 6 tets a cell",
    keys: &["radius", "thickness", "opening", "cells"],
    example: || Shape::Dome(Dome { radius: 1.0, thickness: 0.15, opening: 15.0, cells: [16, 6, 1] }),
};

/// Half a spherical shell with a hole at its top. Its rim lies in z = 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dome {
    /// Outer radius (m).
    pub radius: f64,
    /// Thickness of the shell (m).
    pub thickness: f64,
    /// Angle from the axis at which the hole ends (degrees).
    pub opening: f64,
    /// Number of cells around, from the hole to the rim, and through the shell.
    pub cells: [u32; 3],
}

impl Dome {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        for (key, value) in [("radius", self.radius), ("thickness", self.thickness)] {
            positive(key, value)?;
        }
        if self.thickness >= self.radius {
            let why = "the `radius`, so that the dome is hollow";
            return Err(ShapeProblem::TooLong { key: "thickness", value: self.thickness, limit: self.radius, why });
        }
        if !(self.opening > 0.0 && self.opening < 90.0) {
            let why = "so that there is a hole and something is left of the dome";
            return Err(ShapeProblem::Angle { key: "opening", value: self.opening, limit: 90.0, why });
        }
        let [around, down, through] = self.cells;
        at_least("cells[0]", around, 3)?;
        at_least("cells[1]", down, 1)?;
        at_least("cells[2]", through, 1)?;
        affordable("fewer `cells`", &[6, around, down, through])?;
        let mut mesh = Mesh::default();
        for i in 0..around {
            for j in 0..=down {
                for k in 0..=through {
                    let (sine, cosine) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
                    let opening = self.opening.to_radians();
                    let angle = opening + (0.25 * TAU - opening) * f64::from(j) / f64::from(down);
                    let r = self.radius - self.thickness * f64::from(k) / f64::from(through);
                    // the rim exactly at z = 0
                    let z = if j == down { 0.0 } else { r * angle.cos() };
                    let out = r * angle.sin();
                    mesh.vertices.push([out * cosine, out * sine, z]);
                }
            }
        }
        let at = |i: u32, j: u32, k: u32| k + (through + 1) * (j + (down + 1) * (i % around));
        for i in 0..around {
            for j in 0..down {
                for k in 0..through {
                    // one tet for each order in which the three directions can be walked
                    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                        let mut corner = [i, j, k];
                        let mut tet = [at(i, j, k); 4];
                        for (step, direction) in order.into_iter().enumerate() {
                            corner[direction] += 1;
                            tet[step + 1] = at(corner[0], corner[1], corner[2]);
                        }
                        mesh.tets.push(tet);
                    }
                }
            }
        }
        orient(&mut mesh);
        Ok(mesh)
    }
}
