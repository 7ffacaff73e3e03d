//! `[[contact]]`: obstacles, still or moving, that keep vertices out, and bodies that keep out of each other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::Assembly;
use super::between_fibres::BetweenFibres;
use super::bodies::Bodies;
use super::body::{Body, Rotation};
use super::doubt::{Doubt, inner_point};
use super::error::{Place, SceneError};
use super::motion::MotionSection;
use super::rigid::RigidSection;
use super::start::unit;
use crate::contact::{Friction, Obstacle, Penalty, Response, friction, penalty, plaque, respond, stiction};
use crate::mechanics::motion::Still;
use crate::mechanics::{Barrier, ForceTerm, Impulse, Motion, Pose, Vec3};
use crate::mesh;
use crate::models::ModelError;
use crate::models::motions::Sequence;
use crate::output::{ObstacleShape, ObstacleView};

/// A struct of an obstacle with the keys that all of them share.
macro_rules! obstacle {
    ($(#[$about:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$attribute])* pub $field: $type,)*
            /// Stiffness of the push on each vertex (N/m); goes with `response = "penalty"`.
            #[schemars(extend("exclusiveMinimum" = 0.0))]
            pub stiffness: Option<f64>,
            /// What becomes of vertices that come inside; `penalty` by default.
            #[serde(default)]
            pub response: ResponseKind,
            /// Share of the velocity along the surface that each step in touch takes with `response = "project"`; 0.4 by default.
            #[schemars(range(min = 0.0, max = 1.0))]
            pub slip_loss: Option<f64>,
            /// Distance from the surface at which the push begins (m).
            #[serde(default)]
            #[schemars(range(min = 0.0))]
            pub offset: f64,
            /// Depth over which the stiffness grows to its full value (m); 0 for a plain spring.
            #[serde(default)]
            #[schemars(range(min = 0.0))]
            pub ramp: f64,
            /// Coulomb's coefficient of friction.
            #[serde(default)]
            #[schemars(range(min = 0.0))]
            pub friction: f64,
            /// Speed below which friction holds (m/s): makes it a force within the step, for bodies that have to stick; absent: an
            /// impulse at the end of each step.
            #[schemars(extend("exclusiveMinimum" = 0.0))]
            pub stick_speed: Option<f64>,
            /// Rate at which the velocity along the normal dies away in touch (1/s); 0 for an elastic bounce.
            #[serde(default)]
            #[schemars(range(min = 0.0))]
            pub loss: f64,
            /// Bounce of the whole body by a box that it carries along; the part outside of the box crumples. None by default.
            pub rigid: Option<RigidSection>,
            /// Motion of the obstacle; still by default.
            pub motion: Option<MotionSection>,
            /// Name of the body that feels it; all by default.
            pub body: Option<String>,
        }

        impl $name {
            fn common(&self) -> Common<'_> {
                Common {
                    stiffness: self.stiffness,
                    offset: self.offset,
                    ramp: self.ramp,
                    response: self.response,
                    slip_loss: self.slip_loss,
                    stick_speed: self.stick_speed,
                    friction: Friction { coefficient: self.friction, loss: self.loss },
                    rigid: self.rigid.as_ref(),
                    motion: self.motion.as_ref(),
                    body: &self.body,
                    plaque: None,
                }
            }
        }
    };
}

/// What becomes of vertices that come inside an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ResponseKind {
    /// Springs push them out.
    #[default]
    Penalty,
    /// They are put back on the surface.
    Project,
    /// They stay where they met the surface.
    Hold,
}

struct Common<'a> {
    stiffness: Option<f64>,
    offset: f64,
    ramp: f64,
    response: ResponseKind,
    slip_loss: Option<f64>,
    stick_speed: Option<f64>,
    friction: Friction,
    rigid: Option<&'a RigidSection>,
    motion: Option<&'a MotionSection>,
    body: &'a Option<String>,
    plaque: Option<f64>,
}

obstacle! {
    /// Everything below a plane.
    Plane {
        /// A point of the plane (m).
        point: [f64; 3],
        /// Direction of the open side; any length.
        normal: [f64; 3],
    }
}

obstacle! {
    /// A ball.
    Sphere {
        /// Centre (m).
        center: [f64; 3],
        /// Radius (m).
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        radius: f64,
    }
}

obstacle! {
    /// A box, turned and with rounded edges if wanted.
    Cuboid {
        /// Centre (m).
        center: [f64; 3],
        /// Edge lengths (m).
        #[schemars(extend("items" = serde_json::json!({ "type": "number", "exclusiveMinimum": 0.0 })))]
        size: [f64; 3],
        /// Turn about its centre.
        rotate: Option<Rotation>,
        /// Radius of its edges (m).
        #[serde(default)]
        #[schemars(range(min = 0.0))]
        rounding: f64,
    }
}

obstacle! {
    /// All points within a radius of a segment.
    Capsule {
        /// One end of the segment (m).
        start: [f64; 3],
        /// The other end (m).
        end: [f64; 3],
        /// Radius (m).
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        radius: f64,
    }
}

obstacle! {
    /// A round rod with flat ends.
    Rod {
        /// Middle of one end (m).
        start: [f64; 3],
        /// Middle of the other end (m).
        end: [f64; 3],
        /// Radius (m).
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        radius: f64,
    }
}

obstacle! {
    /// What a closed surface of triangles encloses.
    Surface {
        /// A mesh file, relative to the scene: triangles, or tets whose surface is taken.
        file: Option<PathBuf>,
        /// A generated shape instead.
        shape: Option<crate::mesh::Shape>,
        /// Factor on its coordinates; applied first.
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        scale: Option<f64>,
        /// Turn about the origin; applied after `scale`.
        rotate: Option<Rotation>,
        /// Shift (m); applied last.
        translate: Option<[f64; 3]>,
        /// Work of rubbing after which a place of it is clean (J/m^2): counts the share that vertices clean.
        #[schemars(extend("exclusiveMinimum" = 0.0))]
        plaque: Option<f64>,
    }
}

/// An obstacle, or bodies that are obstacles to each other.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Contact {
    /// Everything below a plane.
    Plane(Plane),
    /// A ball.
    Sphere(Sphere),
    /// A box.
    Box(Cuboid),
    /// All points within a radius of a segment.
    Capsule(Capsule),
    /// A round rod with flat ends.
    Cylinder(Rod),
    /// What a closed surface of triangles encloses.
    Mesh(Surface),
    /// Bodies that touch each other and themselves.
    Bodies(Bodies),
    /// Fibres that keep apart.
    Fibres(BetweenFibres),
}

/// A constant placement.
struct Placed(Pose);

impl Motion for Placed {
    fn pose(&self, _t: f64) -> Pose {
        self.0
    }

    fn is_still(&self) -> bool {
        true
    }
}

/// What an obstacle brings into a scene.
#[derive(Default)]
pub(super) struct BuiltContact {
    /// Of penalty springs.
    pub force: Option<Box<dyn ForceTerm>>,
    /// Friction within the step.
    pub stiction: Option<Box<dyn ForceTerm>>,
    /// Of surfaces that are cleaned, which comes before anything brakes; and of rough or soft ones.
    pub impulses: Vec<Box<dyn Impulse>>,
    /// Of the other responses.
    pub barrier: Option<Box<dyn Barrier>>,
    pub view: Option<ObstacleView>,
    /// What must not be so at the start.
    pub doubts: Vec<Doubt>,
}

impl Contact {
    /// The force, the friction and what to draw. Paths are relative to `folder`.
    pub(super) fn build(&self, assembly: &Assembly, folder: &Path, place: &Place) -> Result<BuiltContact, SceneError> {
        let common = match self {
            Contact::Plane(o) => o.common(),
            Contact::Sphere(o) => o.common(),
            Contact::Box(o) => o.common(),
            Contact::Capsule(o) => o.common(),
            Contact::Cylinder(o) => o.common(),
            Contact::Mesh(o) => Common { plaque: o.plaque, ..o.common() },
            Contact::Bodies(bodies) => return bodies.build(assembly, place),
            Contact::Fibres(fibres) => return fibres.build(assembly, place),
        };
        let motion: Arc<dyn Motion> = match common.motion {
            Some(motion) => motion.build(&place.at("motion"))?,
            None => Arc::new(Still),
        };
        let (obstacle, shape, placed) = self.obstacle(folder, place)?;
        let bodies = assembly.bodies(common.body, place)?;
        let vertices: Vec<u32> = bodies.iter().flat_map(|i| assembly.parts[*i].outer_vertices()).collect();
        let obstacle = obstacle.moved_by(motion.clone());
        let bounces = match common.rigid {
            Some(rigid) => rigid.build(assembly, &bodies, &obstacle, common.offset, &place.at("rigid"))?,
            None => Vec::new(),
        };
        let mut built = common.build(self.kind(), assembly.vertices(), &vertices, obstacle.clone(), place)?;
        built.impulses.extend(bounces);
        let motion = match placed {
            Some(pose) => Arc::new(Sequence::new(vec![Arc::new(Placed(pose)), motion]).expect("two motions")),
            None => motion,
        };
        let inner = inner_point(&shape).map(|p| motion.pose(0.0).position(p));
        built.doubts.extend(inner.map(|point| Doubt::Inside { point, bodies: bodies.clone() }));
        built.doubts.push(Doubt::Deep { obstacle, kind: self.kind(), bodies });
        built.view = Some(ObstacleView { shape, motion });
        Ok(built)
    }

    fn kind(&self) -> &'static str {
        match self {
            Contact::Plane(_) => "plane",
            Contact::Sphere(_) => "sphere",
            Contact::Box(_) => "box",
            Contact::Capsule(_) => "capsule",
            Contact::Cylinder(_) => "cylinder",
            Contact::Mesh(_) => "mesh",
            Contact::Bodies(_) => "bodies",
            Contact::Fibres(_) => "fibres",
        }
    }

    /// The obstacle, its picture, and the turn that the picture lacks.
    fn obstacle(&self, folder: &Path, place: &Place) -> Result<(Obstacle, ObstacleShape, Option<Pose>), SceneError> {
        let wrong = |e: ModelError| place.error(e);
        Ok(match self {
            Contact::Plane(Plane { point, normal, .. }) => {
                let n = unit(normal, &place.at("normal"))?;
                let shape = ObstacleShape::Plane { point: *point, normal: n.into() };
                (Obstacle::plane(*point, *normal).map_err(wrong)?, shape, None)
            }
            Contact::Sphere(Sphere { center, radius, .. }) => {
                let shape = ObstacleShape::Sphere { center: *center, radius: *radius };
                (Obstacle::sphere(*center, *radius).map_err(wrong)?, shape, None)
            }
            Contact::Capsule(Capsule { start, end, radius, .. }) => {
                let shape = ObstacleShape::Capsule { a: *start, b: *end, radius: *radius };
                (Obstacle::capsule(*start, *end, *radius).map_err(wrong)?, shape, None)
            }
            Contact::Cylinder(Rod { start, end, radius, .. }) => {
                let obstacle = Obstacle::cylinder(*start, *end, *radius).map_err(wrong)?;
                let shape = ObstacleShape::cylinder(Vec3::from(*start), Vec3::from(*end), *radius);
                (obstacle, shape, None)
            }
            Contact::Mesh(Surface { file, shape, scale, rotate, translate, .. }) => {
                let mut mesh = match (file, shape) {
                    (Some(file), None) => mesh::read(folder.join(file)).map_err(|e| place.at("file").error(e))?.0,
                    (None, Some(shape)) => shape.build().map_err(|e| place.at("shape").error(e))?,
                    _ => return Err(place.error("give exactly one of `file` and `shape`")),
                };
                let body = Body {
                    mesh: file.clone(),
                    shape: shape.clone(),
                    scale: *scale,
                    rotate: rotate.clone(),
                    translate: *translate,
                    ..Body::default()
                };
                body.put_in_place(&mut mesh, place)?;
                let obstacle = Obstacle::mesh(&mesh.vertices, &mesh.surface()).map_err(wrong)?;
                let crate::contact::Shape::Mesh(surface) = obstacle.shape() else { unreachable!("it was just made") };
                let (points, triangles) = (surface.vertices().into(), surface.triangles().into());
                (obstacle, ObstacleShape::Surface { points, triangles }, None)
            }
            Contact::Bodies(_) | Contact::Fibres(_) => unreachable!("these are no obstacles"),
            Contact::Box(Cuboid { center, size, rotate, rounding, .. }) => {
                let corner = |side: f64| std::array::from_fn(|c| center[c] + side * 0.5 * size[c]);
                let shape = ObstacleShape::Box { low: corner(-1.0), high: corner(1.0) };
                let mut obstacle = Obstacle::cuboid(*center, *size, *rounding).map_err(wrong)?;
                let mut placed = None;
                if let Some(Rotation { axis, degrees }) = rotate {
                    obstacle = obstacle.turned(*axis, degrees.to_radians()).map_err(wrong)?;
                    let axis = unit(axis, &place.at("rotate").at("axis"))?;
                    let rotation = *nalgebra::Rotation3::new(axis * degrees.to_radians()).matrix();
                    placed = Some(Pose { center: Vec3::from(*center), rotation, ..Pose::default() });
                }
                (obstacle, shape, placed)
            }
        })
    }
}

impl Common<'_> {
    fn build(
        &self,
        kind: &str,
        n: usize,
        vertices: &[u32],
        obstacle: Obstacle,
        place: &Place,
    ) -> Result<BuiltContact, SceneError> {
        let wrong = |e: ModelError| place.error(e);
        let mut built = BuiltContact::default();
        if self.slip_loss.is_some() && self.response != ResponseKind::Project {
            return Err(place.at("slip_loss").error("goes with `response = \"project\"`"));
        }
        let response = match self.response {
            ResponseKind::Penalty => {
                let Some(stiffness) = self.stiffness else {
                    return Err(place.error("`stiffness` is missing; give it (N/m) or another `response`"));
                };
                let settings = Penalty { stiffness, offset: self.offset, ramp: self.ramp };
                let mut impulse = self.friction;
                let name = format!("friction on {kind}");
                if self.stick_speed.is_some() && self.friction.coefficient == 0.0 {
                    return Err(place.at("stick_speed").error(NO_FRICTION));
                }
                if let Some(speed) = self.stick_speed {
                    let law = (self.friction.coefficient, speed);
                    built.stiction =
                        Some(stiction(&name, n, vertices, obstacle.clone(), settings, law).map_err(wrong)?);
                    impulse.coefficient = 0.0;
                }
                if let Some(work) = self.plaque {
                    built.impulses.push(plaque(n, vertices, obstacle.clone(), settings, work).map_err(wrong)?);
                }
                if impulse != Friction::default() {
                    let grip = friction(name, n, vertices, obstacle.clone(), settings, impulse);
                    built.impulses.push(grip.map_err(wrong)?);
                }
                built.force =
                    Some(penalty(format!("contact with {kind}"), n, vertices, obstacle, settings).map_err(wrong)?);
                return Ok(built);
            }
            ResponseKind::Project => Response::Project { slip_loss: self.slip_loss.unwrap_or(SLIP_LOSS) },
            ResponseKind::Hold => Response::Hold,
        };
        let soft = self.stiffness.is_some() || self.ramp != 0.0 || self.stick_speed.is_some() || self.plaque.is_some();
        if soft || self.friction != Friction::default() {
            return Err(place.at("response").error(
                "`stiffness`, `ramp`, `friction`, `loss` and `plaque` go with `penalty`; `project` has `slip_loss`, `hold` needs nothing",
            ));
        }
        let name = format!("contact with {kind}");
        built.barrier = Some(respond(name, n, vertices, obstacle, self.offset, response).map_err(wrong)?);
        Ok(built)
    }
}

/// What `stick_speed` alone gets to hear.
pub(super) const NO_FRICTION: &str = "goes with `friction` above 0, without which nothing sticks";

/// What the velocity along a surface loses by default [michels2014, sec. 5.4].
const SLIP_LOSS: f64 = 0.4;
