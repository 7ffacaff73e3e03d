//! `[[force]]` of `kind = "stokes-fluid"` and `kind = "motor"`: bodies in a viscous fluid, and what turns their flagella.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::Assembly;
use super::body::Pin;
use super::error::{Place, SceneError};
use crate::mechanics::ForceTerm;
use crate::models::fluid::{Motor, Stokeslet, motor, stokes_fluid};

/// A viscous fluid without inertia around all vertices of all bodies, or of one.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StokesForce {
    /// Viscosity (Pa s); 1e-3 for water.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub viscosity: f64,
    /// Radius over which the force of a vertex is spread (m): that of a filament, or the spacing of points on a skin.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub blob: f64,
    /// Name of the body; all by default.
    pub body: Option<String>,
}

/// A torque between two parts of a body.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MotorForce {
    /// Vertices that are turned.
    pub rotor: Pin,
    /// Vertices that bear it.
    pub stator: Pin,
    /// Torque on the rotor (N m), about the direction from stator to rotor.
    pub torque: f64,
    /// Name of the body; may be left out where there is only one.
    pub body: Option<String>,
}

/// More immersed vertices than this would need more than 2 GB.
const MOST_IMMERSED: usize = 4_000;

impl StokesForce {
    pub(super) fn term(&self, assembly: &Assembly, place: &Place) -> Result<Box<dyn ForceTerm>, SceneError> {
        let bodies = assembly.bodies(&self.body, place)?;
        let vertices: Vec<u32> = bodies.iter().flat_map(|i| assembly.parts[*i].range()).map(|v| v as u32).collect();
        if vertices.len() > MOST_IMMERSED {
            let problem = format!(
                "every vertex drags every other, so {} vertices are too many; the limit is {MOST_IMMERSED}",
                vertices.len()
            );
            return Err(place.error(problem));
        }
        let law = Stokeslet { viscosity: self.viscosity, blob: self.blob };
        let term = stokes_fluid("Stokes fluid", assembly.vertices(), vertices, law).map_err(|e| place.error(e))?;
        Ok(Box::new(term))
    }
}

impl MotorForce {
    pub(super) fn term(&self, assembly: &Assembly, place: &Place) -> Result<Box<dyn ForceTerm>, SceneError> {
        let [body] = assembly.bodies(&self.body, place)?[..] else {
            return Err(place.error("`body` is missing; name the body whose vertices are meant"));
        };
        let part = &assembly.parts[body];
        let pick = |pin: &Pin, key: &str| -> Result<Vec<u32>, SceneError> {
            let picked = pin.selection.pick(&part.mesh.vertices, &place.at(key))?;
            Ok(picked.into_iter().map(|v| part.first + v).collect())
        };
        let settings =
            Motor { rotor: pick(&self.rotor, "rotor")?, stator: pick(&self.stator, "stator")?, torque: self.torque };
        motor("motor", &assembly.rest, settings).map_err(|e| place.error(e))
    }
}
