//! Standing human figure of ellipsoids and round limbs.
//!
//! Proportions in units of the height, feet on z = 0, facing +y. Bones are not modelled: pin the vertices in capsules
//! along the limbs to fix the flesh to a skeleton.

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "figure",
    summary: "standing human figure of tets, feet on z = 0",
    keys: &["height", "spacing"],
    example: || Shape::Figure(Figure { height: 1.8, spacing: 0.036 }),
};

/// Standing human figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Height (m).
    pub height: f64,
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
}

impl Figure {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("height", self.height)?;
        let at = |p: [f64; 3]| Point::from(p) * self.height;
        let ellipsoid = |center, radii| Part::Ellipsoid { center: at(center), radii: at(radii) };
        let limb = |a, b, radii: [f64; 2]| Part::Rod { ends: [at(a), at(b)], radii: radii.map(|r| r * self.height) };
        let mut parts = vec![
            ellipsoid([0.0, 0.0, 0.930], [0.048, 0.058, 0.070]),
            limb([0.0, -0.005, 0.80], [0.0, 0.0, 0.90], [0.036, 0.033]),
            ellipsoid([0.0, 0.0, 0.715], [0.098, 0.066, 0.115]),
            ellipsoid([0.0, 0.008, 0.590], [0.082, 0.068, 0.110]),
            ellipsoid([0.0, -0.008, 0.510], [0.098, 0.075, 0.075]),
        ];
        for side in [-1.0, 1.0] {
            let mirrored = |p: [f64; 3]| [side * p[0], p[1], p[2]];
            let mut bone = |a: [f64; 3], b: [f64; 3], radii| parts.push(limb(mirrored(a), mirrored(b), radii));
            // shoulder, upper arm, forearm, hand
            bone([0.03, 0.0, 0.795], [0.118, 0.0, 0.785], [0.040, 0.040]);
            bone([0.118, 0.0, 0.785], [0.165, -0.01, 0.625], [0.038, 0.030]);
            bone([0.165, -0.01, 0.625], [0.195, 0.015, 0.485], [0.030, 0.021]);
            bone([0.195, 0.015, 0.485], [0.205, 0.030, 0.410], [0.022, 0.019]);
            // thigh, calf, foot
            bone([0.052, 0.0, 0.500], [0.062, 0.005, 0.285], [0.060, 0.038]);
            bone([0.062, 0.005, 0.285], [0.066, -0.012, 0.050], [0.040, 0.023]);
            bone([0.066, -0.015, 0.028], [0.078, 0.085, 0.022], [0.028, 0.022]);
        }
        stuff(self.spacing, &parts)
    }
}
