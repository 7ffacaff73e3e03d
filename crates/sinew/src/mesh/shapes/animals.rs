//! Animals of ellipsoids and round limbs, all of our own design: a sitting rabbit, an armadillo on its hind legs, a crawling dragon.
//!
//! Proportions in units of the height, feet on z = 0, looking along +x. Parts beside the middle plane y = 0 stand on both sides.
//! They take the places of the scanned bodies that papers use; for a scan of your own see `sinew mesh tetrahedralize`.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const KEYS: &[&str] = &["height", "spacing"];

pub(super) const RABBIT: ShapeEntry = ShapeEntry {
    name: "rabbit",
    summary: "sitting rabbit of tets, feet on z = 0",
    keys: KEYS,
    example: || Shape::Rabbit(Animal { height: 1.0, spacing: 0.07 }),
};

pub(super) const ARMADILLO: ShapeEntry = ShapeEntry {
    name: "armadillo",
    summary: "armadillo of tets on its hind legs, feet on z = 0",
    keys: KEYS,
    example: || Shape::Armadillo(Animal { height: 1.0, spacing: 0.03 }),
};

pub(super) const DRAGON: ShapeEntry = ShapeEntry {
    name: "dragon",
    summary: "crawling dragon of tets, two and a half times as long as high, feet on z = 0",
    keys: KEYS,
    example: || Shape::Dragon(Animal { height: 1.0, spacing: 0.035 }),
};

/// An animal of the kind that the shape says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Animal {
    /// Height (m).
    pub height: f64,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

/// Ends and radii of limbs, centres and half axes of ellipsoids.
pub(super) struct Anatomy {
    limbs: &'static [([f64; 3], [f64; 3], [f64; 2])],
    ellipsoids: &'static [([f64; 3], [f64; 3])],
}

pub(super) const OF_RABBIT: Anatomy = Anatomy {
    limbs: &[
        // ears, fore and hind feet
        ([0.24, 0.07, 0.72], [0.10, 0.14, 0.92], [0.08, 0.08]),
        ([0.24, 0.10, 0.22], [0.33, 0.11, 0.08], [0.085, 0.08]),
        ([-0.08, 0.21, 0.08], [0.20, 0.23, 0.08], [0.08, 0.08]),
    ],
    ellipsoids: &[
        ([-0.06, 0.0, 0.29], [0.34, 0.25, 0.29]),
        ([0.16, 0.0, 0.32], [0.20, 0.19, 0.25]),
        ([0.30, 0.0, 0.62], [0.20, 0.15, 0.16]),
        ([-0.15, 0.19, 0.18], [0.20, 0.11, 0.18]),
        ([-0.42, 0.0, 0.22], [0.09, 0.09, 0.09]),
    ],
};

pub(super) const OF_ARMADILLO: Anatomy = Anatomy {
    limbs: &[
        // thigh, shank, foot
        ([-0.02, 0.12, 0.38], [0.09, 0.16, 0.22], [0.085, 0.065]),
        ([0.09, 0.16, 0.22], [-0.02, 0.17, 0.06], [0.062, 0.048]),
        ([-0.03, 0.17, 0.045], [0.12, 0.20, 0.04], [0.045, 0.04]),
        // upper arm, forearm, hand
        ([0.04, 0.16, 0.66], [0.06, 0.31, 0.56], [0.060, 0.046]),
        ([0.06, 0.31, 0.56], [0.22, 0.33, 0.64], [0.046, 0.038]),
        ([0.22, 0.33, 0.64], [0.27, 0.31, 0.72], [0.040, 0.034]),
        // neck, snout, ears, tail
        ([0.02, 0.0, 0.72], [0.06, 0.0, 0.82], [0.085, 0.075]),
        ([0.08, 0.0, 0.84], [0.25, 0.0, 0.79], [0.065, 0.034]),
        ([0.02, 0.06, 0.88], [-0.02, 0.09, 0.966], [0.036, 0.034]),
        ([-0.14, 0.0, 0.36], [-0.30, 0.0, 0.16], [0.075, 0.050]),
        ([-0.30, 0.0, 0.16], [-0.46, 0.0, 0.10], [0.050, 0.034]),
    ],
    ellipsoids: &[
        // belly, chest, three bands of the shell, head
        ([0.0, 0.0, 0.44], [0.16, 0.17, 0.16]),
        ([0.01, 0.0, 0.62], [0.14, 0.16, 0.14]),
        ([-0.07, 0.0, 0.40], [0.16, 0.19, 0.09]),
        ([-0.08, 0.0, 0.52], [0.16, 0.19, 0.09]),
        ([-0.07, 0.0, 0.64], [0.15, 0.18, 0.09]),
        ([0.07, 0.0, 0.855], [0.09, 0.08, 0.08]),
    ],
};

pub(super) const OF_DRAGON: Anatomy = Anatomy {
    limbs: &[
        // from the neck along the arched back to the tip of the tail
        ([0.86, 0.0, 0.78], [0.72, 0.0, 0.58], [0.10, 0.13]),
        ([0.72, 0.0, 0.58], [0.46, 0.0, 0.50], [0.13, 0.20]),
        ([0.46, 0.0, 0.50], [0.12, 0.0, 0.58], [0.20, 0.20]),
        ([0.12, 0.0, 0.58], [-0.24, 0.0, 0.46], [0.20, 0.19]),
        ([-0.24, 0.0, 0.46], [-0.56, 0.0, 0.30], [0.18, 0.12]),
        ([-0.56, 0.0, 0.30], [-0.86, 0.0, 0.22], [0.12, 0.08]),
        ([-0.86, 0.0, 0.22], [-1.08, 0.0, 0.34], [0.08, 0.055]),
        ([-1.08, 0.0, 0.34], [-1.20, 0.0, 0.50], [0.055, 0.04]),
        // jaw, snout, horns
        ([0.92, 0.0, 0.80], [1.16, 0.0, 0.70], [0.085, 0.05]),
        ([0.92, 0.0, 0.86], [1.22, 0.0, 0.80], [0.085, 0.05]),
        ([0.88, 0.06, 0.90], [0.74, 0.10, 0.96], [0.045, 0.04]),
        // fore legs and feet
        ([0.46, 0.14, 0.48], [0.40, 0.26, 0.26], [0.11, 0.075]),
        ([0.40, 0.26, 0.26], [0.52, 0.27, 0.06], [0.075, 0.055]),
        ([0.52, 0.27, 0.05], [0.66, 0.28, 0.045], [0.05, 0.045]),
        // hind legs and feet
        ([-0.26, 0.14, 0.42], [-0.18, 0.28, 0.24], [0.13, 0.08]),
        ([-0.18, 0.28, 0.24], [-0.32, 0.28, 0.06], [0.08, 0.055]),
        ([-0.32, 0.28, 0.05], [-0.16, 0.29, 0.045], [0.05, 0.045]),
        // crest
        ([0.30, 0.0, 0.72], [0.24, 0.0, 0.82], [0.06, 0.04]),
        ([0.08, 0.0, 0.76], [0.01, 0.0, 0.86], [0.06, 0.04]),
        ([-0.14, 0.0, 0.68], [-0.22, 0.0, 0.77], [0.06, 0.04]),
    ],
    ellipsoids: &[([0.90, 0.0, 0.84], [0.13, 0.11, 0.11])],
};

impl Animal {
    pub(super) fn build(&self, anatomy: &Anatomy) -> Result<Mesh, ShapeProblem> {
        positive("height", self.height)?;
        let at = |p: [f64; 3], side: f64| Point::new(p[0], side * p[1], p[2]) * self.height;
        let mut parts = Vec::new();
        for (from, to, radii) in anatomy.limbs {
            let ends = |side| [at(*from, side), at(*to, side)];
            let limb = |side| Part::Rod { ends: ends(side), radii: radii.map(|r| r * self.height) };
            parts.extend(sides(from[1] == 0.0 && to[1] == 0.0).iter().map(|side| limb(*side)));
        }
        for (center, radii) in anatomy.ellipsoids {
            let half = |side| Part::Ellipsoid { center: at(*center, side), radii: at(*radii, 1.0) };
            parts.extend(sides(center[1] == 0.0).iter().map(|side| half(*side)));
        }
        stuff(self.spacing, &parts)
    }
}

/// Sides on which a part stands.
fn sides(in_the_middle: bool) -> &'static [f64] {
    if in_the_middle { &[1.0] } else { &[1.0, -1.0] }
}
