//! Arch bridge: a deck that hangs from two arches over it.
//!
//! The arches follow z = 4 rise (x/L)(1 - x/L) above both edges of the deck; vertical hangers join them to it and cross
//! bars join the arches. The deck runs along x from 0 to L.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "bridge",
    summary: "deck along x that hangs from two arches, of tets",
    keys: &["length", "width", "rise", "deck", "bar", "hangers", "spacing"],
    example: || {
        Shape::Bridge(Bridge { length: 3.0, width: 0.6, rise: 0.6, deck: 0.1, bar: 0.06, hangers: 5, spacing: 0.05 })
    },
};

/// Arch bridge. The deck is centred at z = 0 and y = 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bridge {
    /// Length of the deck (m).
    pub length: f64,
    /// Width of the deck (m).
    pub width: f64,
    /// Height of the arches above the deck (m).
    pub rise: f64,
    /// Thickness of the deck (m).
    pub deck: f64,
    /// Radius of the arches; hangers and cross bars have 0.8 of it (m).
    pub bar: f64,
    /// Number of hangers on each side.
    pub hangers: u32,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

impl Bridge {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        let Self { length, width, rise, deck, bar, hangers, spacing } = *self;
        for (key, value) in [("length", length), ("width", width), ("rise", rise), ("deck", deck), ("bar", bar)] {
            positive(key, value)?;
        }
        at_least("hangers", hangers, 1)?;
        affordable("fewer `hangers`", &[hangers, 1000])?;
        let side = 0.5 * width - bar;
        let arch = |s: f64, y: f64| Point::new(length * s, y, 4.0 * rise * s * (1.0 - s));
        let ends = [Point::zeros(), Point::new(length, 0.0, 0.0)];
        let mut parts = vec![Part::Beam { ends, side: Point::y(), width, height: deck }];
        // arch pieces at least as fine as the hangers, and enough of them to look round
        let pieces = (hangers + 1) * 24u32.div_ceil(hangers + 1);
        for y in [-side, side] {
            let at = |i: u32| arch(f64::from(i) / f64::from(pieces), y);
            parts.extend((0..pieces).map(|i| Part::rod(at(i), at(i + 1), bar)));
        }
        for i in 1..=hangers {
            let s = f64::from(i) / f64::from(hangers + 1);
            let tops = [arch(s, -side), arch(s, side)];
            parts.extend(tops.iter().map(|top| Part::rod(Point::new(top.x, top.y, 0.0), *top, 0.8 * bar)));
            parts.push(Part::rod(tops[0], tops[1], 0.8 * bar));
        }
        stuff(spacing, &parts)
    }
}
