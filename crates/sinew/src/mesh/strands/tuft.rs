//! Tuft: a bundle of straight fibres on a disk, evenly spread by the golden angle.
//!
//! Fibre i of n stands at radius R sqrt((i + 1/2)/n) and angle i (3 - sqrt 5) pi; it leans outwards by `spread` at the rim
//! and in proportion to the radius inside, and is shorter by a random share of up to 5 %.

use super::{Growth, GrowthEntry, Point, Strands, affordable, line};
use crate::mesh::ShapeProblem;
use crate::mesh::chance::Chance;
use crate::mesh::shapes::{at_least, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: GrowthEntry = GrowthEntry {
    name: "tuft",
    summary: "bundle of straight fibres on a disk, along z from z = 0, drawn from a seed",
    example: || Growth::Tuft(Tuft { count: 12, radius: 1e-3, length: 1e-2, segments: 4, spread: 3.0, seed: 1 }),
};

/// Bundle of fibres that stands on a disk about the origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tuft {
    /// Number of fibres.
    pub count: u32,
    /// Radius of the disk (m).
    pub radius: f64,
    /// Length of the longest fibre (m).
    pub length: f64,
    /// Number of cuboids of each fibre.
    pub segments: u32,
    /// How far the outermost fibres lean outwards (degrees).
    #[serde(default)]
    pub spread: f64,
    /// Start of the random numbers.
    #[serde(default)]
    pub seed: u32,
}

/// (3 - sqrt 5) pi
pub(super) const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

impl Tuft {
    pub(super) fn build(&self) -> Result<Strands, ShapeProblem> {
        positive("radius", self.radius)?;
        positive("length", self.length)?;
        at_least("count", self.count, 1)?;
        at_least("segments", self.segments, 1)?;
        affordable("a smaller `count` or fewer `segments`", &[self.count, self.segments])?;
        let mut strands = Strands::default();
        self.stand(Point::zeros(), &mut Chance(u64::from(self.seed)), &mut strands);
        Ok(strands)
    }

    /// Adds the fibres about a place on the ground.
    pub(super) fn stand(&self, at: Point, chance: &mut Chance, strands: &mut Strands) {
        for i in 0..self.count {
            let share = ((f64::from(i) + 0.5) / f64::from(self.count)).sqrt();
            let (sine, cosine) = (f64::from(i) * GOLDEN_ANGLE).sin_cos();
            let out = Point::new(cosine, sine, 0.0);
            let lean = (self.spread * share).to_radians();
            let direction = Point::z() * lean.cos() + out * lean.sin();
            let length = self.length * chance.between(0.95, 1.0);
            strands.push(line(at + out * (self.radius * share), direction, length, self.segments));
        }
    }
}
