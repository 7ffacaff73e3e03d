//! A body of your own: round rods and ellipsoids, joined where they overlap and filled with tets.
//!
//! Enough for animals, hands and cacti without a mesh file; for the method see [`stuffing`](super::stuffing).

use super::stuffing::stuff;
use super::union::{Part, Point};
use super::{Shape, ShapeEntry, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "blob",
    summary: "rods and ellipsoids of tets, joined where they overlap",
    keys: &["spacing", "rods", "ellipsoids"],
    example: || {
        let rods = vec![Rod { from: [0.0, 0.0, 0.0], to: [0.3, 0.0, 0.2], radii: [0.08, 0.05] }];
        let ellipsoids = vec![Ellipsoid { center: [0.0; 3], radii: [0.2, 0.1, 0.1] }];
        Shape::Blob(Blob { spacing: 0.05, rods, ellipsoids })
    },
};

/// Rods and ellipsoids, joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blob {
    /// Side of the cubes of the lattice that is filled in (m).
    pub spacing: f64,
    /// Round rods.
    #[serde(default)]
    pub rods: Vec<Rod>,
    /// Ellipsoids.
    #[serde(default)]
    pub ellipsoids: Vec<Ellipsoid>,
}

/// A rod with round ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rod {
    /// One end (m).
    pub from: [f64; 3],
    /// The other end (m).
    pub to: [f64; 3],
    /// Radius at each end (m).
    pub radii: [f64; 2],
}

/// An ellipsoid with its axes along x, y and z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ellipsoid {
    /// Centre (m).
    pub center: [f64; 3],
    /// Half its extent along x, y and z (m).
    pub radii: [f64; 3],
}

impl Blob {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        let mut parts = Vec::new();
        for Rod { from, to, radii } in &self.rods {
            finite("rods", from.iter().chain(to))?;
            radii.iter().try_for_each(|r| positive("radii", *r))?;
            parts.push(Part::Rod { ends: [Point::from(*from), Point::from(*to)], radii: *radii });
        }
        for Ellipsoid { center, radii } in &self.ellipsoids {
            finite("ellipsoids", center)?;
            radii.iter().try_for_each(|r| positive("radii", *r))?;
            parts.push(Part::Ellipsoid { center: Point::from(*center), radii: Point::from(*radii) });
        }
        if parts.is_empty() {
            let allowed = "given with at least one rod, or use `ellipsoids`";
            return Err(ShapeProblem::Choice { key: "rods", value: 0, allowed });
        }
        stuff(self.spacing, &parts)
    }
}

fn finite<'a>(key: &'static str, coordinates: impl IntoIterator<Item = &'a f64>) -> Result<(), ShapeProblem> {
    match coordinates.into_iter().find(|x| !x.is_finite()) {
        Some(value) => Err(ShapeProblem::Length { key, value: *value }),
        None => Ok(()),
    }
}
