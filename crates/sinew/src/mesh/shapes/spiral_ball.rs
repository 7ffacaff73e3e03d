//! Ball wound of one rod: a spiral from pole to pole on a sphere.
//!
//! r(s) = R (sin(theta) cos(phi), sin(theta) sin(phi), cos(theta)), theta = pi s, phi = 2 pi turns s, s from 0 to 1.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, above_zero, affordable, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "spiral-ball",
    summary: "ball wound of one rod of tets, from pole to pole on a sphere about the origin",
    keys: &["radius", "tube_radius", "turns", "spacing"],
    example: || Shape::SpiralBall(SpiralBall { radius: 0.5, tube_radius: 0.06, turns: 3.0, spacing: 0.06 }),
};

/// Ball wound of one rod, poles on the z axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpiralBall {
    /// Radius of the sphere on which the middle of the rod lies (m).
    pub radius: f64,
    /// Radius of the rod (m).
    pub tube_radius: f64,
    /// How often it goes round.
    pub turns: f64,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

impl SpiralBall {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        let Self { radius, tube_radius, turns, spacing } = *self;
        for (key, value) in [("radius", radius), ("tube_radius", tube_radius)] {
            positive(key, value)?;
        }
        above_zero("turns", turns)?;
        // neighbouring turns are about pi R / turns apart
        let limit = PI * radius / (2.0 * turns);
        if tube_radius >= limit {
            let why = "half the gap between turns, so that they do not grow together; or wind fewer `turns`";
            return Err(ShapeProblem::TooLong { key: "tube_radius", value: tube_radius, limit, why });
        }
        let pieces = (24.0 * turns).ceil().min(f64::from(u32::MAX)) as u32;
        affordable("fewer `turns`", &[pieces, 100])?;
        let at = |piece: u32| {
            let s = f64::from(piece) / f64::from(pieces);
            let ((sin_theta, cos_theta), (sin_phi, cos_phi)) = ((PI * s).sin_cos(), (TAU * turns * s).sin_cos());
            Point::new(sin_theta * cos_phi, sin_theta * sin_phi, cos_theta) * radius
        };
        let parts: Vec<Part> = (0..pieces).map(|i| Part::rod(at(i), at(i + 1), tube_radius)).collect();
        stuff(spacing, &parts)
    }
}
