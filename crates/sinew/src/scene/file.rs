//! The whole scene file as a struct, from which its JSON Schema is derived.

use schemars::JsonSchema;
use serde::Deserialize;

use super::body::Body;
use super::contact::Contact;
use super::damping::Damping;
use super::force::Force;
use super::integrator::Integrator;
use super::output::OutputSettings;
use super::paper::Paper;
use super::quick::Quick;
use super::time::Time;

/// A scene of Sinew. SI units; paths are relative to the file.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// What the scene shows, in a few words.
    #[serde(default)]
    pub title: String,
    /// Acceleration of gravity (m/s^2); none if absent.
    #[serde(default)]
    pub gravity: Option<[f64; 3]>,
    /// How long the run is.
    pub time: Time,
    /// Time-stepping scheme.
    #[serde(default)]
    pub integrator: Integrator,
    /// The deformable things.
    #[schemars(length(min = 1))]
    pub body: Vec<Body>,
    /// Loads besides gravity.
    #[serde(default)]
    pub force: Vec<Force>,
    /// Damping.
    #[serde(default)]
    pub damping: Vec<Damping>,
    /// Obstacles.
    #[serde(default)]
    pub contact: Vec<Contact>,
    /// Frames and pictures to write.
    #[serde(default)]
    pub output: OutputSettings,
    /// What a quick look at the scene changes.
    #[serde(default)]
    pub quick: Quick,
    /// What the integrator of its paper changes.
    #[serde(default)]
    pub paper: Paper,
}

impl SceneFile {
    /// Whether nothing outside the bodies acts on them, so that linear and angular momentum stay what they are.
    pub fn is_free(&self) -> bool {
        let loose = |body: &Body| {
            let roots = body.fibres.as_ref().is_none_or(|fibres| fibres.loose);
            roots && body.pin.is_empty() && body.script.is_empty() && body.attach.is_empty()
        };
        self.gravity.is_none_or(|g| g == [0.0; 3])
            && self.force.iter().all(Force::is_internal)
            && self.damping.is_empty()
            && self.contact.is_empty()
            && self.body.iter().all(loose)
    }
}
