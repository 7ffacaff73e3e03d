//! `[[body]]`: a deformable thing, with its geometry, what it is made of, what holds it and how it starts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::Part;
use super::attach::Attach;
use super::error::{Place, SceneError};
use super::fibres::FibresSection;
use super::material::{Material, Region};
use super::motion::Script;
use super::selection::Selection;
use super::skin::SkinSection;
use super::springs::SpringsSection;
use super::start::{Displacement, Velocity, unit};
use super::tets::TetArrays;
use crate::mechanics::motion::Still;
use crate::mechanics::{Held, Motion, Vec3};
use crate::mesh::{self, Mesh, Shape};
use crate::models::fibres::Cuboids;

/// A deformable thing. Its geometry is one of `shape`, `mesh`, `springs` with arrays, `tets`, and `fibres`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    /// Name for messages and pictures; `body 0` and so on by default.
    pub name: Option<String>,
    /// A generated shape.
    pub shape: Option<Shape>,
    /// A mesh file, relative to the scene.
    pub mesh: Option<PathBuf>,
    /// Springs instead of a solid: on the shape or mesh, or a whole network as arrays.
    pub springs: Option<SpringsSection>,
    /// A solid given as arrays.
    pub tets: Option<TetArrays>,
    /// Fibres instead of a solid: bristles, hair.
    pub fibres: Option<FibresSection>,
    /// Factor on the coordinates of `shape`, `mesh` or `fibres`; applied first.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub scale: Option<f64>,
    /// Turn about the origin; applied after `scale`.
    pub rotate: Option<Rotation>,
    /// Shift (m); applied last.
    pub translate: Option<[f64; 3]>,
    /// A fine surface that the tets carry along; shown and exported in place of theirs.
    pub skin: Option<SkinSection>,
    /// Material of the solid.
    pub material: Option<Material>,
    /// Parts of the solid with a material of their own; the last one that holds a tet counts.
    pub regions: Vec<Region>,
    /// Mass matrix of the solid; lumped by default. All solids of a scene agree.
    pub mass: Option<MassKind>,
    /// Vertices that do not move.
    pub pin: Vec<Pin>,
    /// Vertices that follow a motion.
    pub script: Vec<Script>,
    /// Vertices tied by springs to points of space.
    pub attach: Vec<Attach>,
    /// Start minus rest shape.
    pub displacement: Option<Displacement>,
    /// Velocities at the start.
    pub velocity: Option<Velocity>,
}

/// Vertices that do not move; exactly one way of naming them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Pin {
    /// Which vertices.
    #[serde(flatten)]
    pub selection: Selection,
}

/// Kind of mass matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MassKind {
    /// A quarter of each tet's mass at each of its vertices.
    Lumped,
    /// Of linear shape functions.
    Consistent,
}

/// A turn about an axis.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// Direction of the axis; any length.
    pub axis: [f64; 3],
    /// Angle (degrees), right-handed.
    pub degrees: f64,
}

impl Body {
    /// Name for messages.
    pub(super) fn title(&self, index: usize) -> String {
        self.name.clone().unwrap_or_else(|| format!("body {index}"))
    }

    /// The placed rest shape, and the fibres if it is made of them. Paths are relative to `folder`.
    pub(super) fn geometry(
        &self,
        folder: &Path,
        place: &Place,
        warnings: &mut Vec<String>,
    ) -> Result<(Mesh, Option<Cuboids>), SceneError> {
        let arrays = match &self.springs {
            Some(SpringsSection::Arrays(arrays)) => Some(arrays),
            _ => None,
        };
        let given: Vec<&str> = [
            (self.shape.is_some(), "`shape`"),
            (self.mesh.is_some(), "`mesh`"),
            (arrays.is_some(), "`springs` with positions"),
            (self.tets.is_some(), "`tets`"),
            (self.fibres.is_some(), "`fibres`"),
        ]
        .into_iter()
        .filter_map(|(given, key)| given.then_some(key))
        .collect();
        if given.len() != 1 {
            let found = if given.is_empty() { "none".into() } else { given.join(" and ") };
            let problem = "give exactly one of `shape`, `mesh`, `springs` with positions, `tets`, and `fibres`; found ";
            return Err(place.error(format!("{problem}{found}")));
        }
        if let Some(fibres) = &self.fibres {
            let cuboids = fibres.build(self, folder, place)?;
            return Ok((Mesh { vertices: cuboids.vertices.clone(), ..Mesh::default() }, Some(cuboids)));
        }
        let mut mesh = if let Some(shape) = &self.shape {
            shape.build().map_err(|e| place.at("shape").error(e))?
        } else if let Some(file) = &self.mesh {
            let (mesh, report) = mesh::read(folder.join(file)).map_err(|e| place.at("mesh").error(e))?;
            warnings.extend(report.warnings().into_iter().map(|w| place.at("mesh").warning(w)));
            mesh
        } else if let Some(tets) = &self.tets {
            tets.mesh(&place.at("tets"), warnings)?
        } else {
            let arrays = arrays.expect("one geometry is given");
            Mesh { vertices: arrays.positions.clone(), edges: arrays.edges.clone(), ..Mesh::default() }
        };
        if mesh.vertices.is_empty() {
            return Err(place.error("the body has no vertices"));
        }
        self.put_in_place(&mut mesh, place)?;
        Ok((mesh, None))
    }

    pub(super) fn put_in_place(&self, mesh: &mut Mesh, place: &Place) -> Result<(), SceneError> {
        if self.scale.is_some() && self.shape.is_none() && self.mesh.is_none() && self.fibres.is_none() {
            return Err(place.at("scale").error("goes with `shape`, `mesh` and `fibres`; arrays have their size"));
        }
        let scale = self.scale.unwrap_or(1.0);
        let turn = match &self.rotate {
            Some(Rotation { axis, degrees }) => {
                let axis = unit(axis, &place.at("rotate").at("axis"))?;
                nalgebra::Rotation3::new(axis * degrees.to_radians())
            }
            None => nalgebra::Rotation3::identity(),
        };
        let shift = Vec3::from(self.translate.unwrap_or_default());
        if self.scale.is_none() && self.rotate.is_none() && self.translate.is_none() {
            return Ok(());
        }
        for p in &mut mesh.vertices {
            *p = (turn * (Vec3::from(*p) * scale) + shift).into();
            if let Some(x) = p.iter().find(|x| !x.is_finite()) {
                return Err(place.error(format!("placing the body gives a coordinate of {x}")));
            }
        }
        Ok(())
    }

    /// Roots of fibres, pins and scripts; the last one that names a vertex counts.
    pub(super) fn held(&self, part: &Part, place: &Place) -> Result<Vec<Held>, SceneError> {
        let mut held = Vec::new();
        let still: Arc<dyn Motion> = Arc::new(Still);
        if let Some(fibres) = &self.fibres
            && let Some(motion) = fibres.hold(&place.at("fibres"))?
        {
            held.extend(part.roots.iter().map(|v| Held { vertex: part.first + v, motion: motion.clone() }));
        }
        for (i, pin) in self.pin.iter().enumerate() {
            let picked = pin.selection.pick(&part.mesh.vertices, &place.at("pin").at(i))?;
            held.extend(picked.into_iter().map(|v| Held { vertex: part.first + v, motion: still.clone() }));
        }
        for (i, script) in self.script.iter().enumerate() {
            let place = place.at("script").at(i);
            let motion = script.motion.build(&place.at("motion"))?;
            let picked = script.selection.pick(&part.mesh.vertices, &place)?;
            held.extend(picked.into_iter().map(|v| Held { vertex: part.first + v, motion: motion.clone() }));
        }
        Ok(held)
    }
}
