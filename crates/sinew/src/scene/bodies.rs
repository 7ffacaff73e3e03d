//! `[[contact]]` with `kind = "bodies"`: bodies that touch each other and themselves; and starts from which no contact can mend.

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::{Assembly, Part, Substance};
use super::contact::BuiltContact;
use super::error::{Place, SceneError};
use crate::contact::bvh::Bounds;
use crate::contact::surface::point;
use crate::contact::{Impact, MeshShape, Penalty, Skin, Surface, pair_stiction, passing, proximity};
use crate::mechanics::Vec3;
use crate::models::ModelError;
use crate::output::ObstacleShape;

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

/// What must not be so at the start.
pub(super) enum Doubt {
    /// An obstacle with this point lies inside one of these bodies.
    Inside { point: Vec3, bodies: Vec<usize> },
    /// Surfaces cross.
    Crossing(Box<Surface>),
}

impl Bodies {
    pub(super) fn build(&self, assembly: &Assembly, place: &Place) -> Result<BuiltContact, SceneError> {
        let mut chosen = Vec::new();
        match &self.bodies {
            None => chosen.extend(0..assembly.parts.len()),
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
        if let Some(speed) = self.stick_speed {
            let law = pair_stiction("friction of bodies", surface.clone(), settings, (self.friction, speed));
            built.stiction = Some(law.map_err(|e| place.at("stick_speed").error(e))?);
        }
        built.doubt = Some(Doubt::Crossing(Box::new(surface)));
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

/// Where a segment goes through the plane of a triangle.
fn meeting([p, q]: [Vec3; 2], [a, b, c]: [Vec3; 3]) -> Vec3 {
    let normal = (b - a).cross(&(c - a));
    p.lerp(&q, normal.dot(&(a - p)) / normal.dot(&(q - p)))
}

impl Doubt {
    /// One sentence if it is so.
    pub fn settle(self, assembly: &Assembly, x: &[f64], place: &Place) -> Result<(), SceneError> {
        let name = |v: u32| {
            let part = assembly.parts.iter().find(|part| part.range().contains(&(v as usize)));
            part.map_or("?", |part| part.name.as_str()).to_owned()
        };
        match self {
            Doubt::Crossing(mut surface) => {
                let Some((edge, triangle)) = surface.crossing(x) else { return Ok(()) };
                let (one, other) = (name(edge[0]), name(triangle[0]));
                let at = meeting(edge.map(|v| point(x, v)), triangle.map(|v| point(x, v)));
                let at = at.iter().map(|c| format!("{c:.3}")).collect::<Vec<_>>().join(", ");
                let who = if one == other {
                    format!("the surface of `{one}` crosses itself")
                } else {
                    format!("the surfaces of `{one}` and `{other}` cross each other")
                };
                Err(place.error(format!("{who} at the start, near ({at}); begin with bodies that are apart")))
            }
            Doubt::Inside { point, bodies } => {
                for part in bodies.iter().map(|i| &assembly.parts[*i]) {
                    let first = part.first;
                    let vertices: Vec<[f64; 3]> =
                        x[3 * part.range().start..3 * part.range().end].as_chunks::<3>().0.to_vec();
                    let around =
                        vertices.iter().fold(Bounds::empty(), |b, p| b.with(&Bounds::around(&[Vec3::from(*p)])));
                    if around.squared_distance(&point) > 0.0 {
                        continue;
                    }
                    let triangles: Vec<[u32; 3]> = part.surface.iter().map(|t| t.map(|v| v - first)).collect();
                    // Cloth and ropes have no inside.
                    let Ok(shape) = MeshShape::new(&vertices, &triangles) else { continue };
                    if shape.distance(point).value < 0.0 {
                        let name = &part.name;
                        return Err(place.error(format!(
                            "the obstacle starts inside `{name}`; move one of them, or let `body` name the bodies that feel it"
                        )));
                    }
                }
                Ok(())
            }
        }
    }
}

/// A point inside an obstacle; none for a plane, which is everywhere.
pub(super) fn inner_point(shape: &ObstacleShape) -> Option<Vec3> {
    match shape {
        ObstacleShape::Plane { .. } => None,
        ObstacleShape::Sphere { center, .. } => Some(Vec3::from(*center)),
        ObstacleShape::Box { low, high } => Some((Vec3::from(*low) + Vec3::from(*high)) * 0.5),
        ObstacleShape::Capsule { a, b, .. } => Some((Vec3::from(*a) + Vec3::from(*b)) * 0.5),
        // A corner is as good as inside: what holds the whole surface holds it, too.
        ObstacleShape::Surface { points, .. } => points.first().copied(),
    }
}
