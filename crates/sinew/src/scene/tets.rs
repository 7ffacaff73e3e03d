//! `tets` of a body: a solid given as arrays.

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::{Place, SceneError};
use super::material::Material;
use crate::mesh::{self, Mesh};

/// A solid given as arrays.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TetArrays {
    /// Vertices of the rest shape (m).
    pub positions: Vec<[f64; 3]>,
    /// Four vertices of each tet, numbered from 0.
    pub elements: Vec<[u32; 4]>,
    /// Material; that of the body by default.
    pub material: Option<Material>,
    /// Start minus rest of each vertex (m).
    pub displacements: Option<Vec<[f64; 3]>>,
    /// Velocity of each vertex at the start (m/s).
    pub velocities: Option<Vec<[f64; 3]>>,
}

impl TetArrays {
    pub(super) fn mesh(&self, place: &Place, warnings: &mut Vec<String>) -> Result<Mesh, SceneError> {
        let n = self.positions.len();
        if self.elements.is_empty() {
            return Err(place.at("elements").error("there is no tet"));
        }
        for (i, tet) in self.elements.iter().enumerate() {
            let place = place.at("elements").at(i);
            if let Some(bad) = tet.iter().find(|v| **v as usize >= n) {
                return Err(place.error(format!("no vertex {bad}; `positions` has {n} rows")));
            }
            if (1..4).any(|a| tet[..a].contains(&tet[a])) {
                return Err(place.error("a tet has four different vertices"));
            }
        }
        let mut mesh = Mesh { vertices: self.positions.clone(), tets: self.elements.clone(), ..Mesh::default() };
        let report = mesh::check(&mut mesh);
        report.usable().map_err(|e| place.error(e))?;
        warnings.extend(report.warnings().into_iter().map(|w| place.warning(w)));
        Ok(mesh)
    }
}

/// Checks that an array has one row a vertex.
pub(super) fn rows<'a>(
    values: &'a Option<Vec<[f64; 3]>>,
    count: usize,
    place: &Place,
) -> Result<&'a [[f64; 3]], SceneError> {
    match values {
        None => Ok(&[]),
        Some(values) if values.len() == count => Ok(values),
        Some(values) => Err(place.error(format!("expected {count} rows, one a vertex, found {}", values.len()))),
    }
}
