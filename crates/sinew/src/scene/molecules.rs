//! `[[force]]` of `kind = "lennard-jones"`: what atoms feel that no bond joins. The bonds are the springs of the bodies.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Substance};
use super::error::{Place, SceneError};
use crate::mechanics::ForceTerm;
use crate::models::molecules::{PairLaw, Settings, lennard_jones};

/// The Lennard-Jones (12,6) potential between atoms: all vertices of all bodies, or of one.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LennardJonesForce {
    /// Depth of the well (J).
    #[schemars(range(min = 0.0))]
    pub epsilon: f64,
    /// Distance at which the potential is zero (m); it is lowest at 1.12 times that.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub sigma: f64,
    /// Distance from which on atoms do not feel each other (m); 2.5 sigma by default.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub cutoff: Option<f64>,
    /// Distance at which the potential begins to be brought to zero (m); 0.8 times the cut-off by default.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub switch: Option<f64>,
    /// Atoms at most this many bonds apart do not feel each other.
    #[serde(default = "bonded")]
    pub bonds_apart: u32,
    /// Pairs nearer than this at rest are part of the step matrix (m); 1.6 sigma by default. Newton's method converges to the same
    /// with any; schemes that linearize (`neti`, `semi-implicit`) treat these pairs as stiff and the others as not.
    #[schemars(range(min = 0.0))]
    pub coupling: Option<f64>,
    /// How much farther than the cut-off neighbours are listed (m); 0.3 sigma by default. Changes the cost alone.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub skin: Option<f64>,
    /// Name of the body; all by default.
    pub body: Option<String>,
}

fn bonded() -> u32 {
    1
}

impl LennardJonesForce {
    pub(super) fn term(&self, assembly: &Assembly, place: &Place) -> Result<Box<dyn ForceTerm>, SceneError> {
        let bodies = assembly.bodies(&self.body, place)?;
        let (mut atoms, mut bonds) = (Vec::new(), Vec::new());
        for part in bodies.iter().map(|i| &assembly.parts[*i]) {
            atoms.extend(part.range().map(|v| v as u32));
            match &part.substance {
                Substance::Springs(network) => bonds.extend_from_slice(&network.springs.edges),
                Substance::Solid { .. } => {
                    let problem =
                        format!("body `{}` is a solid; atoms are vertices of bodies with `springs`", part.name);
                    return Err(place.error(problem));
                }
            }
        }
        let cutoff = self.cutoff.unwrap_or(2.5 * self.sigma);
        if cutoff <= self.sigma {
            return Err(place.at("cutoff").error(format!(
                "{cutoff:e} m is not above sigma, {:e} m: of the potential nothing but the steepest repulsion would be left; \
                 2.5 sigma is usual",
                self.sigma
            )));
        }
        let law = PairLaw { epsilon: self.epsilon, sigma: self.sigma, on: self.switch.unwrap_or(0.8 * cutoff), cutoff };
        let settings = Settings {
            law,
            bonds_apart: self.bonds_apart,
            skin: self.skin.unwrap_or(0.3 * self.sigma),
            coupling: self.coupling.unwrap_or(1.6 * self.sigma),
        };
        let term = lennard_jones("Lennard-Jones forces", &assembly.rest, atoms, &bonds, settings);
        Ok(Box::new(term.map_err(|e| place.error(e))?))
    }
}
