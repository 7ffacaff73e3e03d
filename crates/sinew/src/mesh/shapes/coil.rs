//! Helical spring of tets about z: a disk swept along a helix, perpendicular to it.
//!
//! Middle line r(t) = (R cos t, R sin t, p t / 2 pi), t from 0 to 2 pi turns. The disk lies in the plane of the outward
//! direction n = (cos t, sin t, 0) and the binormal (p/2pi sin t, -p/2pi cos t, R) / sqrt(R^2 + (p/2pi)^2), so the volume is
//! pi r^2 times the length of the line.

use super::{MAX_ELEMENTS, Shape, ShapeEntry, above_zero, affordable, at_least, positive, sweep};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "coil",
    summary: "helical spring of tets about z, from z = 0 up; 18 cells[0]^2 cells[1] tets",
    keys: &["radius", "tube_radius", "pitch", "turns", "cells"],
    example: || Shape::Coil(Coil { radius: 0.5, tube_radius: 0.1, pitch: 0.4, turns: 3.0, cells: [1, 72] }),
};

/// Helical spring of tets about z. The middle of its wire starts at (radius, 0, 0) and rises to z = pitch turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coil {
    /// Distance from the axis to the middle of the wire (m).
    pub radius: f64,
    /// Radius of the wire (m).
    pub tube_radius: f64,
    /// Rise in one turn (m).
    pub pitch: f64,
    /// Number of turns; need not be whole.
    pub turns: f64,
    /// Number of rings from the middle of the wire to its skin, and of layers along the whole wire.
    pub cells: [u32; 2],
}

/// Of six layers of 18 tets each.
const MOST_TURNS: u32 = (MAX_ELEMENTS / 108) as u32;

impl Coil {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        let Coil { radius, tube_radius, pitch, turns, .. } = *self;
        for (key, value) in [("radius", radius), ("tube_radius", tube_radius), ("pitch", pitch)] {
            positive(key, value)?;
        }
        above_zero("turns", turns)?;
        if turns > f64::from(MOST_TURNS) {
            let why = "since every turn takes 108 tets at least";
            return Err(ShapeProblem::TooMuch { key: "turns", value: turns, limit: MOST_TURNS, why });
        }
        let [rings, layers] = self.cells;
        at_least("cells[0]", rings, 1)?;
        // a turn of fewer layers folds over itself
        at_least("cells[1]", layers, (6.0 * turns).ceil().max(1.0) as u32)?;
        let slope = pitch / TAU;
        let norm = radius.hypot(slope);
        let too_long = |limit, why| Err(ShapeProblem::TooLong { key: "tube_radius", value: tube_radius, limit, why });
        if tube_radius >= radius {
            return too_long(radius, "the `radius`, so that the coil has a hole");
        }
        // turns are pitch apart along z, and the wire is cut obliquely by that direction
        let gap = 0.5 * pitch * radius / norm;
        if turns > 1.0 && tube_radius >= gap {
            return too_long(gap, "half the gap between turns, so that they do not overlap; or raise `pitch`");
        }
        affordable("fewer `cells`", &sweep::tets(rings, layers))?;
        Ok(sweep::sweep(rings, layers, false, |layer, [u, v]| {
            let t = TAU * turns * (f64::from(layer) / f64::from(layers));
            let (sine, cosine) = t.sin_cos();
            let (out, side) = (radius + tube_radius * u, tube_radius * v / norm);
            [out * cosine + side * slope * sine, out * sine - side * slope * cosine, slope * t + side * radius]
        }))
    }
}
