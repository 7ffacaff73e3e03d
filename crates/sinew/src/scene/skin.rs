//! `skin` of a body: a fine surface that its tets carry along, for pictures and files.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::body::Body;
use super::error::{Place, SceneError};
use crate::mesh;
use crate::output::skin::Skin;

/// A surface bound to the tets of a body; it is placed as the body's geometry is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkinSection {
    /// A mesh file with triangles, relative to the scene.
    pub file: PathBuf,
    /// Factor on its coordinates, before the body's own placement.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub scale: Option<f64>,
}

impl SkinSection {
    /// Reads, places and binds it. `rest` and `tets` are those of the body alone; `first` is its first vertex.
    pub(super) fn bind(
        &self,
        body: &Body,
        rest: &[[f64; 3]],
        tets: &[[u32; 4]],
        folder: &Path,
        place: &Place,
        warnings: &mut Vec<String>,
    ) -> Result<Skin, SceneError> {
        if tets.is_empty() {
            return Err(place.error("the body has no tets to carry a skin; give it a mesh or shape of tets"));
        }
        let wrong = |e| place.at("file").error(e);
        let (mut surface, _) = mesh::read(folder.join(&self.file)).map_err(wrong)?;
        let triangles = surface.surface();
        if triangles.is_empty() {
            return Err(place.at("file").error(format!("{} has no triangles", self.file.display())));
        }
        if let Some(scale) = self.scale {
            surface.scale(scale);
        }
        body.put_in_place(&mut surface, &place.at("file"))?;
        let (skin, outside) = Skin::bind(&surface.vertices, triangles, rest.as_flattened(), tets);
        if outside.count > 0 {
            let (n, all, far) = (outside.count, skin.bound.len(), outside.farthest);
            warnings.push(place.warning(format!(
                "{n} of {all} vertices lie outside the tets, up to {far:.3e} m; each follows the nearest tet as if that went on"
            )));
        }
        Ok(skin)
    }
}
