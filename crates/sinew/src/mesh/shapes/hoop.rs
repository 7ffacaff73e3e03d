//! Ring of edges: a tube of triangles around a circle, held open by spokes from a line in its middle.
//!
//! Each of the sections has a middle and `sides` corners: spokes, rim, lines along the tube, one diagonal a field of its skin, and one
//! slanted spoke, without which the middle line could slide around: 4 sides + 2 edges for sides + 1 vertices. The skin is
//! triangulated and so rigid; the spokes keep it round.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "hoop",
    summary: "ring of edges about z: spokes, rims, lines along the tube and diagonals on its skin",
    keys: &["radius", "tube_radius", "cells"],
    example: || Shape::Hoop(Hoop { radius: 0.5, tube_radius: 0.15, cells: [6, 24] }),
};

/// Ring of edges about z, centred at the origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hoop {
    /// Distance from the axis to the middle of the tube (m).
    pub radius: f64,
    /// Radius of the tube (m).
    pub tube_radius: f64,
    /// Corners of a section, and number of sections.
    pub cells: [u32; 2],
}

impl Hoop {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("radius", self.radius)?;
        positive("tube_radius", self.tube_radius)?;
        if self.tube_radius >= self.radius {
            let why = "the `radius`, so that the ring has a hole";
            return Err(ShapeProblem::TooLong { key: "tube_radius", value: self.tube_radius, limit: self.radius, why });
        }
        let [sides, sections] = self.cells;
        at_least("cells[0]", sides, 3)?;
        at_least("cells[1]", sections, 3)?;
        affordable("fewer `cells`", &[5, sides, sections])?;
        let mut mesh = Mesh::default();
        let middle = |section: u32| (section % sections) * (sides + 1);
        let corner = |section: u32, side: u32| middle(section) + 1 + side % sides;
        for section in 0..sections {
            let (sine, cosine) = (TAU * f64::from(section) / f64::from(sections)).sin_cos();
            mesh.vertices.push([self.radius * cosine, self.radius * sine, 0.0]);
            mesh.edges.extend([[middle(section), middle(section + 1)], [middle(section), corner(section + 1, 0)]]);
            for side in 0..sides {
                let (up, out) = (TAU * f64::from(side) / f64::from(sides)).sin_cos();
                let r = self.radius + self.tube_radius * out;
                mesh.vertices.push([r * cosine, r * sine, self.tube_radius * up]);
                let here = corner(section, side);
                mesh.edges.extend([
                    [middle(section), here],
                    [here, corner(section, side + 1)],
                    [here, corner(section + 1, side)],
                    [here, corner(section + 1, side + 1)],
                ]);
            }
        }
        Ok(mesh)
    }
}
