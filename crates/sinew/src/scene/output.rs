//! `[output]`: which pictures and frames a run writes, and how often.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::error::{Place, SceneError};
use crate::output::CATALOG;
use crate::output::frames::affordable;

/// Frames to write besides the tables that every run leaves behind.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OutputSettings {
    /// Formats of the frames; none by default.
    #[schemars(schema_with = "formats")]
    pub formats: Vec<String>,
    /// Frames per second of simulated time, whatever the step; frames between steps are interpolated.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub fps: f64,
    /// Whether the motion is stored in trajectory.npz, from which a run can be shown and exported later: 48 bytes a vertex and frame.
    pub trajectory: bool,
}

fn formats(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = CATALOG.iter().map(|entry| entry.name).collect();
    schemars::json_schema!({ "type": "array", "items": { "type": "string", "enum": names } })
}

impl OutputSettings {
    /// Refuses more frames than anybody wants of a run of so many seconds. At the default rate it is the run that is long, which is no slip.
    pub(super) fn check(&self, duration: f64, place: &Place) -> Result<(), SceneError> {
        if self.fps <= Self::default().fps || self.formats.is_empty() && !self.trajectory {
            return Ok(());
        }
        affordable(self.fps, duration).map_err(|e| place.at("fps").error(e))
    }
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self { formats: Vec::new(), fps: 24.0, trajectory: true }
    }
}
