//! `[[contact]]` with `kind = "fibres"`: fibres that keep apart.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Substance};
use super::contact::BuiltContact;
use super::error::{Place, SceneError};
use crate::contact::{Apart, fibres, fibres_passing, side_by_side};

/// Fibres that keep apart, by impulses at the end of each step, and do not pass each other.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BetweenFibres {
    /// Distance that the middles of two fibres keep (m): that of hairs that lie side by side, or more to give hair a volume.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub thickness: f64,
    /// Coulomb's coefficient of friction.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub friction: f64,
    /// Share of an overlap that is gone after a step; 0.1 by default.
    #[serde(default = "tenth")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub push: f64,
    /// Whether fibres whose velocities would carry them past each other within the next step are braked; true by default.
    #[serde(default = "yes")]
    pub passing: bool,
    /// Whether fibres that forces drove past each other all the same are put back at the end of the step. That stretches them, so it
    /// takes a scheme that damps; false by default.
    #[serde(default)]
    pub put_back: bool,
    /// Name of the body of fibres; all by default.
    pub body: Option<String>,
}

fn tenth() -> f64 {
    0.1
}

fn yes() -> bool {
    true
}

impl BetweenFibres {
    pub(super) fn build(&self, assembly: &Assembly, place: &Place) -> Result<BuiltContact, SceneError> {
        let mut cuboids = Vec::new();
        for i in assembly.bodies(&self.body, place)? {
            if let Substance::Springs(network) = &assembly.parts[i].substance {
                cuboids.extend_from_slice(&network.diagonals.corners);
            }
        }
        if cuboids.is_empty() {
            return Err(place.error("no body has `fibres`; for other bodies there is `kind = \"bodies\"`"));
        }
        let Self { thickness, friction, push, passing, put_back, .. } = *self;
        side_by_side(&mut cuboids, &assembly.rest);
        let (vertices, apart) = (assembly.vertices(), Apart { thickness, friction, push, passing });
        let impulse = fibres("contact of fibres", vertices, &cuboids, apart).map_err(|e| place.error(e))?;
        let barrier = put_back.then(|| fibres_passing("passing of fibres", vertices, &cuboids, thickness));
        let barrier = barrier.transpose().map_err(|e| place.error(e))?;
        Ok(BuiltContact { impulses: vec![impulse], barrier, ..BuiltContact::default() })
    }
}
