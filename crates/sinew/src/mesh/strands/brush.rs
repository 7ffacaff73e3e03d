//! Brush: rows of tufts on a rectangle, as on a toothbrush.

use super::{Growth, GrowthEntry, Point, Strands, Tuft, affordable};
use crate::mesh::ShapeProblem;
use crate::mesh::chance::Chance;
use crate::mesh::shapes::{at_least, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: GrowthEntry = GrowthEntry {
    name: "brush",
    summary: "rows of tufts on a rectangle about the origin, along z from z = 0, drawn from a seed",
    example: || {
        let (size, tufts) = ([0.03, 0.01], [3, 2]);
        let (radius, length) = (1e-3, 1e-2);
        Growth::Brush(Brush { size, tufts, count: 5, radius, length, segments: 4, spread: 3.0, seed: 1 })
    },
};

/// Brush whose bristles stand on the rectangle `size` about the origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Brush {
    /// Sides along x and y, from the first to the last tuft (m).
    pub size: [f64; 2],
    /// Number of tufts along x and y.
    pub tufts: [u32; 2],
    /// Number of bristles of each tuft.
    pub count: u32,
    /// Radius of a tuft (m).
    pub radius: f64,
    /// Length of the longest bristle (m).
    pub length: f64,
    /// Number of cuboids of each bristle.
    pub segments: u32,
    /// How far the outermost bristles of a tuft lean outwards (degrees).
    #[serde(default)]
    pub spread: f64,
    /// Start of the random numbers.
    #[serde(default)]
    pub seed: u32,
}

impl Brush {
    pub(super) fn build(&self) -> Result<Strands, ShapeProblem> {
        let [nx, ny] = self.tufts;
        at_least("tufts", nx.min(ny), 1)?;
        affordable("fewer `tufts`, a smaller `count` or fewer `segments`", &[nx, ny, self.count, self.segments])?;
        for side in self.size {
            positive("size", side)?;
        }
        let Brush { count, radius, length, segments, spread, seed, .. } = *self;
        let tuft = Tuft { count, radius, length, segments, spread, seed };
        tuft.build()?;
        let mut strands = Strands::default();
        let mut chance = Chance(u64::from(seed));
        // a single row stands in the middle
        let place = |i: u32, n: u32| if n > 1 { f64::from(i) / f64::from(n - 1) - 0.5 } else { 0.0 };
        for j in 0..ny {
            for i in 0..nx {
                let at = Point::new(self.size[0] * place(i, nx), self.size[1] * place(j, ny), 0.0);
                tuft.stand(at, &mut chance, &mut strands);
            }
        }
        Ok(strands)
    }
}
