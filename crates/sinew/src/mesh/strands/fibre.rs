//! One straight fibre along x.

use super::{Growth, GrowthEntry, Point, Strands, affordable, line};
use crate::mesh::ShapeProblem;
use crate::mesh::shapes::{at_least, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: GrowthEntry = GrowthEntry {
    name: "fibre",
    summary: "one straight fibre along x from the origin",
    example: || Growth::Fibre(Fibre { length: 0.1, segments: 8 }),
};

/// Straight fibre from the origin to (length, 0, 0).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fibre {
    /// Length (m).
    pub length: f64,
    /// Number of cuboids.
    pub segments: u32,
}

impl Fibre {
    pub(super) fn build(&self) -> Result<Strands, ShapeProblem> {
        positive("length", self.length)?;
        at_least("segments", self.segments, 1)?;
        affordable("fewer `segments`", &[self.segments])?;
        let mut strands = Strands::default();
        strands.push(line(Point::zeros(), Point::x(), self.length, self.segments));
        Ok(strands)
    }
}
