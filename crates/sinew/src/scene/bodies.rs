//! `[[contact]]` with `kind = "bodies"`: bodies that touch each other and themselves.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Part, Substance};
use super::contact::{BuiltContact, NO_FRICTION};
use super::doubt::Doubt;
use super::error::{Place, SceneError};
use crate::contact::{Impact, Penalty, Skin, Surface, pair_stiction, passing, proximity};
use crate::models::ModelError;

/// Bodies that keep out of each other.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bodies {
    /// Names of the bodies; all by default.
    pub bodies: Option<Vec<String>>,
    /// Whether each can touch itself, too.
    #[serde(default, rename = "self")]
    pub own: bool,
    /// Distance of surfaces at which the push begins (m).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub thickness: f64,
    /// Stiffness of the push on each pair of vertex and triangle, and of edges (N/m).
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub stiffness: f64,
    /// Depth over which the stiffness grows to its full value (m); 0 for a plain spring.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub ramp: f64,
    /// Coulomb's coefficient of friction.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub friction: f64,
    /// Speed below which friction holds (m/s): makes it a force within the step, for bodies that have to stick; absent: an
    /// impulse at the end of the step.
    #[schemars(extend("exclusiveMinimum" = 0.0))]
    pub stick_speed: Option<f64>,
    /// Share of the approach that comes back where surfaces would pass within a step and are stopped; 0 by default.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub restitution: f64,
    /// Whether paths are checked at the end of each step, so that nothing passes however large the step; true by default.
    #[serde(default = "yes")]
    pub continuous: bool,
}

fn yes() -> bool {
    true
}

impl Bodies {
    pub(super) fn build(&self, assembly: &Assembly, place: &Place) -> Result<BuiltContact, SceneError> {
        let mut chosen = Vec::new();
        match &self.bodies {
            None => chosen.extend(0..assembly.parts.len()),
            Some(names) if names.is_empty() => {
                return Err(place.at("bodies").error("names none; name two bodies, or leave it out for all"));
            }
            Some(names) => {
                for (i, name) in names.iter().enumerate() {
                    let found = assembly.bodies(&Some(name.clone()), &place.at("bodies").at(i))?;
                    if chosen.contains(&found[0]) {
                        return Err(place.at("bodies").at(i).error(format!("`{name}` is named twice")));
                    }
                    chosen.extend(found);
                }
            }
        }
        if chosen.len() < 2 && !self.own {
            return Err(place.error("one body alone can touch only itself; add `self = true` or name another body"));
        }
        let skins: Vec<Skin> = chosen.iter().map(|i| assembly.parts[*i].skin()).collect();
        let settings = Penalty { stiffness: self.stiffness, offset: self.thickness, ramp: self.ramp };
        let impulses = if self.stick_speed.is_some() { 0.0 } else { self.friction };
        let impact = Impact { friction: impulses, restitution: self.restitution };
        let wrong = |e: ModelError| place.error(e);
        let surface = Surface::new(&assembly.rest, &skins, self.own);
        let force = proximity("contact of bodies", surface.clone(), settings).map_err(wrong)?;
        let mut built = BuiltContact { force: Some(force), ..BuiltContact::default() };
        if self.continuous {
            built.barrier = Some(passing("passing of bodies", surface.clone(), settings, impact).map_err(wrong)?);
        } else if impulses > 0.0 || self.restitution > 0.0 {
            let what = "`friction` without `stick_speed`, and `restitution`, go with `continuous = true`";
            return Err(place.at("continuous").error(what));
        }
        if self.stick_speed.is_some() && self.friction == 0.0 {
            return Err(place.at("stick_speed").error(NO_FRICTION));
        }
        if let Some(speed) = self.stick_speed {
            let law = pair_stiction("friction of bodies", surface.clone(), settings, (self.friction, speed));
            built.stiction = Some(law.map_err(|e| place.at("stick_speed").error(e))?);
        }
        built.doubts.push(Doubt::Crossing { surface: Box::new(surface), bodies: chosen });
        Ok(built)
    }
}

impl Part {
    /// What of it can touch.
    fn skin(&self) -> Skin {
        let edges = match &self.substance {
            Substance::Springs(network) if self.surface.is_empty() => network.springs.edges.clone(),
            _ => Vec::new(),
        };
        Skin { triangles: self.surface.clone(), edges }
    }
}
