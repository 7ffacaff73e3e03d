//! `fibres` of a body: strands from a file or grown, what they are made of, and what holds their roots.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::MOST_VERTICES;
use super::body::Body;
use super::error::{Place, SceneError};
use super::motion::MotionSection;
use crate::mechanics::Motion;
use crate::mechanics::motion::Still;
use crate::mesh::{self, Growth, Mesh, Strands};
use crate::models::fibres::{self, Cuboids, Matter};

/// Fibres: chains of cuboids along strands. Their geometry is one of `grow` and `file`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FibresSection {
    /// Strands that are grown.
    pub grow: Option<Growth>,
    /// Strands of a `.hair` file, or the curves of a mesh file (`l` lines of an `.obj`), relative to the scene.
    pub file: Option<PathBuf>,
    /// Cuts each strand of a file into this many pieces of equal length; its own points by default.
    #[schemars(range(min = 1))]
    pub segments: Option<u32>,
    /// Keeps only the first strand of a file and every so-manieth after it.
    #[schemars(range(min = 1))]
    pub every: Option<u32>,
    /// Diameter at the root and at the tip (m); that of the file by default.
    pub thickness: Option<[f64; 2]>,
    /// Young's modulus (Pa).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub young: f64,
    /// Torsional modulus (Pa).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub torsion: f64,
    /// Mass per volume (kg/m^3).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub density: f64,
    /// Whether the roots are loose; they are held by default.
    #[serde(default)]
    pub loose: bool,
    /// How the roots move; they stand still by default.
    pub motion: Option<MotionSection>,
}

impl FibresSection {
    /// The placed fibres.
    pub(super) fn build(&self, body: &Body, folder: &Path, place: &Place) -> Result<Cuboids, SceneError> {
        if body.springs.is_some() || body.material.is_some() {
            return Err(place.error("`fibres` have their own stiffness; leave out `springs` and `material`"));
        }
        let here = place.at("fibres");
        let mut strands = self.strands(folder, &here)?;
        // A cross-section has four vertices; told before they are made, not after.
        if strands.points.len() > MOST_VERTICES / 4 {
            let points = strands.points.len();
            return Err(here.error(format!("{points} points make more than {MOST_VERTICES} vertices; ask for fewer")));
        }
        strands.thickness.iter_mut().for_each(|d| *d *= body.scale.unwrap_or(1.0));
        match self.thickness {
            Some(thickness) => strands.taper(thickness),
            None if strands.thickness.is_empty() => {
                let why = match &self.file {
                    Some(file) => format!("{} has no thickness that is above 0 everywhere; ", file.display()),
                    None => String::new(),
                };
                let mend = "give `thickness = [root, tip]` in metres, for example [9e-5, 4e-5]";
                return Err(here.error(format!("{why}{mend}")));
            }
            None => {}
        }
        let mut placed = Mesh { vertices: strands.points, ..Mesh::default() };
        body.put_in_place(&mut placed, place)?;
        strands.points = placed.vertices;
        let matter = Matter { young: self.young, torsion: self.torsion, density: self.density };
        fibres::cuboids(&strands, &matter).map_err(|e| here.error(e))
    }

    fn strands(&self, folder: &Path, place: &Place) -> Result<Strands, SceneError> {
        let mut strands = match (&self.grow, &self.file) {
            (Some(grow), None) => {
                for (key, given) in [("segments", self.segments), ("every", self.every)] {
                    if given.is_some() {
                        return Err(place.at(key).error("goes with `file`; `grow` has its own numbers"));
                    }
                }
                return grow.build().map_err(|e| place.at("grow").error(e));
            }
            (None, Some(file)) => mesh::read_strands(folder.join(file)).map_err(|e| place.at("file").error(e))?,
            _ => return Err(place.error("give exactly one of `grow` and `file`")),
        };
        if let Some(every) = self.every {
            strands = strands.every(every);
        }
        match self.segments {
            Some(segments) => strands.resampled(segments).map_err(|e| place.at("segments").error(e)),
            None => Ok(strands),
        }
    }

    /// How the roots are held, if they are.
    pub(super) fn hold(&self, place: &Place) -> Result<Option<Arc<dyn Motion>>, SceneError> {
        match (&self.motion, self.loose) {
            (Some(_), true) => Err(place.at("motion").error("goes with roots that are not `loose`")),
            (Some(motion), false) => motion.build(&place.at("motion")).map(Some),
            (None, true) => Ok(None),
            (None, false) => Ok(Some(Arc::new(Still))),
        }
    }
}
