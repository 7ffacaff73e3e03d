//! `rigid` of an obstacle: the whole body bounces off by a box that it carries along.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::Assembly;
use super::error::{Place, SceneError};
use crate::contact::{Bounce, Obstacle, carried_box};
use crate::mechanics::Impulse;

/// The bounce of a body as a rigid box, its bounding box at rest without a crumple zone.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RigidSection {
    /// Share of the body's length, width and height that stands out of the box at each side and may crumple; 0 by default.
    #[serde(default)]
    #[schemars(extend("items" = serde_json::json!({ "type": "number", "minimum": 0.0, "exclusiveMaximum": 0.5 })))]
    pub crumple: [f64; 3],
    /// Speed of the rebound over that of the approach; 0 by default.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub restitution: f64,
    /// Coulomb's coefficient of friction of the box; 0 by default.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub friction: f64,
}

impl RigidSection {
    /// One impulse for each of the bodies.
    pub(super) fn build(
        &self,
        assembly: &Assembly,
        bodies: &[usize],
        obstacle: &Obstacle,
        offset: f64,
        place: &Place,
    ) -> Result<Vec<Box<dyn Impulse>>, SceneError> {
        let bounce = Bounce { crumple: self.crumple, restitution: self.restitution, friction: self.friction };
        let each = |i: &usize| {
            let part = &assembly.parts[*i];
            let name = format!("rigid box of {}", part.name);
            carried_box(name, &assembly.rest, part.range(), obstacle.clone(), offset, bounce)
        };
        bodies.iter().map(|i| each(i).map_err(|e| place.error(e))).collect()
    }
}
