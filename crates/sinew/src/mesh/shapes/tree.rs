//! Tree: a trunk that forks again and again, drawn from a seed.
//!
//! A branch of length l and radius r ends in three branches of about 0.7 l and, so that the cross-sections add up as
//! they do in trees (r^2 = 3 r'^2, da Vinci's rule), of radius 0.58 r; each leans outwards by 25 to 45 degrees, evenly
//! spread about the branch with a random turn.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, at_least, positive};
use crate::mesh::chance::Chance;
use crate::mesh::{Mesh, ShapeProblem};
use nalgebra::Unit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "tree",
    summary: "trunk on z = 0 that forks into three, and those again; of tets, drawn from a seed",
    keys: &["height", "radius", "forks", "seed", "spacing"],
    example: || Shape::Tree(Tree { height: 2.0, radius: 0.12, forks: 2, seed: 1, spacing: 0.03 }),
};

/// Tree of round branches. It stands on z = 0 at the origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// Height that the tree would have if nothing leaned (m).
    pub height: f64,
    /// Radius of the trunk at the ground (m).
    pub radius: f64,
    /// How often it forks.
    pub forks: u32,
    /// Start of the random numbers.
    pub seed: u32,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

const SHORTER: f64 = 0.7;
const THINNER: f64 = 0.577_350_269_189_625_8;

impl Tree {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("height", self.height)?;
        positive("radius", self.radius)?;
        at_least("forks", self.forks, 1)?;
        if self.forks > 8 {
            return Err(ShapeProblem::Choice { key: "forks", value: self.forks, allowed: "8 or less" });
        }
        // l (1 + 0.7 + 0.7^2 + ..) = height
        let sum: f64 = (0..=self.forks as i32).map(|i| SHORTER.powi(i)).sum();
        let mut parts = Vec::new();
        let mut chance = Chance(u64::from(self.seed));
        let trunk =
            Branch { foot: Point::zeros(), direction: Point::z_axis(), length: self.height / sum, radius: self.radius };
        trunk.grow(self.forks, &mut chance, &mut parts);
        stuff(self.spacing, &parts)
    }
}

struct Branch {
    foot: Point,
    direction: Unit<Point>,
    length: f64,
    radius: f64,
}

impl Branch {
    fn grow(&self, forks: u32, chance: &mut Chance, parts: &mut Vec<Part>) {
        let head = self.foot + self.direction.into_inner() * self.length;
        // twigs do not taper: their ends would ask for a finer mesh than all the rest
        let radii = [self.radius, if forks > 0 { THINNER.sqrt() * self.radius } else { self.radius }];
        parts.push(Part::Rod { ends: [self.foot, head], radii });
        if forks == 0 {
            return;
        }
        let across = if self.direction.x.abs() < 0.9 { Point::x() } else { Point::y() };
        let across = Unit::new_normalize(self.direction.cross(&across));
        let turn = chance.between(0.0, TAU);
        for k in 0..3 {
            let lean = nalgebra::Rotation3::from_axis_angle(&across, chance.between(25f64, 45f64).to_radians());
            let spin = turn + TAU / 3.0 * f64::from(k) + chance.between(-0.3, 0.3);
            let spin = nalgebra::Rotation3::from_axis_angle(&self.direction, spin);
            let branch = Branch {
                foot: head,
                direction: spin * (lean * self.direction),
                length: self.length * SHORTER * chance.between(0.85, 1.15),
                radius: self.radius * THINNER,
            };
            branch.grow(forks - 1, chance, parts);
        }
    }
}
