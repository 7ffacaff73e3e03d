//! `material` and `regions` of a body of tets: which law holds in which tet, and how heavy it is.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::error::{Place, SceneError};
use super::selection::{PlaneRegion, Selection, SphereRegion};
use crate::mechanics::ForceTerm;
use crate::mesh::Mesh;
use crate::models::ModelError;
use crate::models::solids::{Lame, materials, warped};

/// Material of a solid.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Law of elasticity.
    #[serde(default)]
    pub model: Model,
    /// Young's modulus (Pa).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub young: f64,
    /// Poisson's ratio: above -1 and below 0.5.
    #[schemars(extend("exclusiveMinimum" = -1.0, "exclusiveMaximum" = 0.5))]
    pub poisson: f64,
    /// Mass density (kg/m^3).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub density: f64,
    /// Stiffness warping of the linear model: the frame in which strain is measured turns along.
    pub warping: Option<Warping>,
}

/// A part of a body with a material of its own; keys that are not given are those of the body.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Region {
    /// Number or name of a region of the mesh.
    pub region: Option<RegionName>,
    /// Two opposite corners of a box (m): tets with their centroid in it.
    #[serde(rename = "box")]
    pub corners: Option<[[f64; 3]; 2]>,
    /// Tets with their centroid in a sphere.
    pub sphere: Option<SphereRegion>,
    /// Tets with their centroid on one side of a plane.
    pub plane: Option<PlaneRegion>,
    /// Law of elasticity.
    pub model: Option<Model>,
    /// Young's modulus (Pa).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub young: Option<f64>,
    /// Poisson's ratio: above -1 and below 0.5.
    #[schemars(extend("exclusiveMinimum" = -1.0, "exclusiveMaximum" = 0.5))]
    pub poisson: Option<f64>,
    /// Mass density (kg/m^3).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub density: Option<f64>,
    /// Stiffness warping of the linear model.
    pub warping: Option<Warping>,
}

/// A region of a mesh file.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RegionName {
    /// Its number.
    Number(u32),
    /// Its name.
    Name(String),
}

/// How the linear model follows rotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Warping {
    /// One rotation a vertex: cheap, but not the gradient of an energy.
    Nodal,
    /// One rotation a tet.
    Element,
}

/// Name of a law of elasticity.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Model(pub String);

impl Default for Model {
    /// Defined for inverted tets and exact for rigid rotation: the safe choice.
    fn default() -> Self {
        Self("corotated".into())
    }
}

impl JsonSchema for Model {
    fn schema_name() -> Cow<'static, str> {
        "Model".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = materials::CATALOG.iter().map(|entry| entry.name).collect();
        schemars::json_schema!({ "type": "string", "description": "Law of elasticity.", "enum": names })
    }
}

impl Material {
    fn overridden(&self, by: &Region) -> Self {
        Self {
            model: by.model.clone().unwrap_or_else(|| self.model.clone()),
            young: by.young.unwrap_or(self.young),
            poisson: by.poisson.unwrap_or(self.poisson),
            density: by.density.unwrap_or(self.density),
            warping: by.warping.or(self.warping),
        }
    }

    /// Lamé parameters of this material.
    pub(super) fn lame(&self) -> Result<Lame, ModelError> {
        Lame::from_young(self.young, self.poisson)
    }

    /// The force term of some tets.
    pub(super) fn term(&self, body: &str, rest: &[f64], tets: &[[u32; 4]]) -> Result<Box<dyn ForceTerm>, String> {
        let lame = self.lame().map_err(|e| e.to_string())?;
        let name = format!("{body}: {} tets", self.model.0);
        let built = match (self.warping, self.model.0.as_str()) {
            (None, model) => {
                let entry = materials::CATALOG.iter().find(|entry| entry.name == model);
                let entry = entry.ok_or_else(|| format!("unknown model `{model}`"))?;
                (entry.term)(name, lame, rest, tets)
            }
            (Some(Warping::Nodal), "linear") => warped::nodal(name, lame, rest, tets),
            (Some(Warping::Element), "linear") => warped::element(name, lame, rest, tets),
            (Some(_), model) => return Err(format!("`warping` goes with `model = \"linear\"`, not with {model}")),
        };
        built.map_err(|e| e.to_string())
    }
}

/// Material of each tet: index into a list of distinct ones.
pub(super) struct Assigned {
    pub materials: Vec<Material>,
    pub of_tet: Vec<usize>,
}

impl Assigned {
    /// Those of `all` tets of the body that have the material of this index.
    pub fn tets(&self, index: usize, all: &[[u32; 4]]) -> Vec<[u32; 4]> {
        all.iter().zip(&self.of_tet).filter(|(_, m)| **m == index).map(|(t, _)| *t).collect()
    }
}

/// Gives each tet the material of the body, or that of the last region that holds it.
pub(super) fn assign(
    material: &Material,
    regions: &[Region],
    mesh: &Mesh,
    place: &Place,
) -> Result<Assigned, SceneError> {
    let mut assigned = Assigned { materials: vec![material.clone()], of_tet: vec![0; mesh.tets.len()] };
    let centroids: Vec<[f64; 3]> = mesh
        .tets
        .iter()
        .map(|t| std::array::from_fn(|c| t.iter().map(|v| mesh.vertices[*v as usize][c]).sum::<f64>() / 4.0))
        .collect();
    for (i, region) in regions.iter().enumerate() {
        let place = place.at(i);
        let tets = region.tets(mesh, &centroids, &place)?;
        let index = assigned.materials.len();
        assigned.materials.push(material.overridden(region));
        for t in tets {
            assigned.of_tet[t as usize] = index;
        }
    }
    Ok(assigned)
}

impl Region {
    fn tets(&self, mesh: &Mesh, centroids: &[[f64; 3]], place: &Place) -> Result<Vec<u32>, SceneError> {
        let space = Selection {
            corners: self.corners,
            sphere: self.sphere.clone(),
            plane: self.plane.clone(),
            ..Selection::default()
        };
        let Some(region) = &self.region else {
            if space == Selection::default() {
                return Err(place.error("give one of `region`, `box`, `sphere` and `plane`"));
            }
            return space.pick(centroids, place);
        };
        if space != Selection::default() {
            return Err(place.error("give `region` or a part of space, not both"));
        }
        let number = match region {
            RegionName::Number(number) => Some(*number),
            RegionName::Name(name) => mesh.region_names.iter().find(|(_, n)| *n == name).map(|(number, _)| *number),
        };
        let of = |t: u32| mesh.regions.get(t as usize).copied().unwrap_or(0);
        let tets: Vec<u32> = (0..mesh.tets.len() as u32).filter(|t| Some(of(*t)) == number).collect();
        if tets.is_empty() {
            let mut known: Vec<u32> = (0..mesh.tets.len() as u32).map(of).collect();
            known.sort_unstable();
            known.dedup();
            let names: Vec<&String> = mesh.region_names.values().collect();
            return Err(place.at("region").error(format!("no such region; the mesh has {known:?} {names:?}")));
        }
        Ok(tets)
    }
}
