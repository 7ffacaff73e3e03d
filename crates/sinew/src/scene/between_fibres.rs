//! `[[contact]]` with `kind = "fibres"`: fibres that keep apart.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Substance};
use super::contact::BuiltContact;
use super::error::{Place, SceneError};
use crate::contact::{Apart, fibres, side_by_side};

/// Fibres that keep apart, by impulses at the end of each step.
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
    /// Whether fibres that would pass each other within one step are slowed down; true by default.
    #[serde(default = "yes")]
    pub passing: bool,
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
        let apart =
            Apart { thickness: self.thickness, friction: self.friction, push: self.push, passing: self.passing };
        side_by_side(&mut cuboids, &assembly.rest);
        let impulse = fibres("contact of fibres", assembly.vertices(), &cuboids, apart).map_err(|e| place.error(e))?;
        Ok(BuiltContact { impulses: vec![impulse], ..BuiltContact::default() })
    }
}
