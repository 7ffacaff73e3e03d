//! Lattice tower of solid beams: four legs that lean together, rings, and crossed braces on every side.
//!
//! The half width at height z follows w(z) = w_top + (w_base - w_top) (1 - z/H)^2, so the tower is slender above and
//! spread below. Every bar is a round rod of tets.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "lattice-tower",
    summary: "lattice tower of round bars of tets on z = 0: leaning legs, rings, crossed braces",
    keys: &["height", "base", "top", "levels", "bar", "spacing"],
    example: || {
        Shape::LatticeTower(LatticeTower { height: 2.0, base: 0.8, top: 0.3, levels: 3, bar: 0.05, spacing: 0.04 })
    },
};

/// Lattice tower of round bars. It stands on z = 0, centred in x and y.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LatticeTower {
    /// Height of the middle of the highest ring (m).
    pub height: f64,
    /// Side of the square at the bottom (m).
    pub base: f64,
    /// Side of the square at the top (m).
    pub top: f64,
    /// Number of storeys.
    pub levels: u32,
    /// Radius of the legs; the other bars have 0.8 of it (m).
    pub bar: f64,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

impl LatticeTower {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        for (key, value) in [("height", self.height), ("base", self.base), ("top", self.top), ("bar", self.bar)] {
            positive(key, value)?;
        }
        at_least("levels", self.levels, 1)?;
        affordable("fewer `levels`", &[self.levels, 1000])?;
        let corner = |level: u32, i: u32| {
            let s = f64::from(level) / f64::from(self.levels);
            let half = 0.5 * (self.top + (self.base - self.top) * (1.0 - s) * (1.0 - s));
            let (x, y) = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)][i as usize % 4];
            Point::new(half * x, half * y, s * self.height)
        };
        let thin = 0.8 * self.bar;
        let mut parts = Vec::new();
        for level in 0..=self.levels {
            for i in 0..4 {
                if level > 0 {
                    parts.push(Part::rod(corner(level, i), corner(level, i + 1), thin));
                    parts.push(Part::rod(corner(level - 1, i), corner(level, i), self.bar));
                    parts.push(Part::rod(corner(level - 1, i), corner(level, i + 1), thin));
                    parts.push(Part::rod(corner(level - 1, i + 1), corner(level, i), thin));
                }
            }
        }
        stuff(self.spacing, &parts)
    }
}
