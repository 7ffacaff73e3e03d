//! `attach` of a body: springs from vertices to points of space, which may move.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Part};
use super::error::{Place, SceneError};
use super::motion::MotionSection;
use super::selection::Selection;
use crate::mechanics::motion::Still;
use crate::mechanics::{ForceTerm, Motion};
use crate::models::forces::{Attachment, attachment_damping, attachments};

/// Vertices tied by springs to points of space; exactly one way of naming them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Attach {
    /// Which vertices.
    #[serde(flatten)]
    pub selection: Selection,
    /// Stiffness of each spring (N/m).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub stiffness: f64,
    /// Viscosity of each spring (N s/m).
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub damping: f64,
    /// Rest length of each spring (m).
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub rest: f64,
    /// The point to which they are tied (m); each vertex' own rest position by default.
    pub point: Option<[f64; 3]>,
    /// Motion of the points; still by default.
    pub motion: Option<MotionSection>,
}

impl Attach {
    pub(super) fn terms(
        &self,
        assembly: &Assembly,
        part: &Part,
        place: &Place,
    ) -> Result<Vec<Box<dyn ForceTerm>>, SceneError> {
        let motion: Arc<dyn Motion> = match &self.motion {
            Some(motion) => motion.build(&place.at("motion"))?,
            None => Arc::new(Still),
        };
        let picked = self.selection.pick(&part.mesh.vertices, place)?;
        let ties: Vec<Attachment> = picked
            .into_iter()
            .map(|v| Attachment {
                vertex: part.first + v,
                point: self.point.unwrap_or(part.mesh.vertices[v as usize]),
                motion: motion.clone(),
                stiffness: self.stiffness,
                rest_length: self.rest,
                damping: self.damping,
            })
            .collect();
        let n = assembly.vertices();
        let mut terms = vec![attachments(format!("{}: attachments", part.name), n, &ties)];
        if self.damping > 0.0 {
            terms.push(attachment_damping(format!("{}: damping of attachments", part.name), n, &ties));
        }
        terms.into_iter().collect::<Result<_, _>>().map_err(|e| place.error(e))
    }
}
