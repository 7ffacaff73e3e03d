//! `[[contact]]`: obstacles, still or moving, that push vertices out by penalty springs.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::assemble::Assembly;
use super::body::Rotation;
use super::error::{Place, SceneError};
use super::motion::MotionSection;
use super::start::unit;
use crate::contact::{Friction, Obstacle, Penalty, friction, penalty};
use crate::mechanics::motion::Still;
use crate::mechanics::{ForceTerm, Impulse, Motion, Pose, Vec3};
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
            /// Stiffness of the push on each vertex (N/m).
            #[schemars(extend("exclusiveMinimum" = 0.0))]
            pub stiffness: f64,
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
            /// Rate at which the velocity along the normal dies away in touch (1/s); 0 for an elastic bounce.
            #[serde(default)]
            #[schemars(range(min = 0.0))]
            pub loss: f64,
            /// Motion of the obstacle; still by default.
            pub motion: Option<MotionSection>,
            /// Name of the body that feels it; all by default.
            pub body: Option<String>,
        }

        impl $name {
            fn common(&self) -> Common<'_> {
                let settings = Penalty { stiffness: self.stiffness, offset: self.offset, ramp: self.ramp };
                let friction = Friction { coefficient: self.friction, loss: self.loss };
                Common { settings, friction, motion: self.motion.as_ref(), body: &self.body }
            }
        }
    };
}

struct Common<'a> {
    settings: Penalty,
    friction: Friction,
    motion: Option<&'a MotionSection>,
    body: &'a Option<String>,
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

/// An obstacle.
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
pub(super) struct BuiltContact {
    pub force: Box<dyn ForceTerm>,
    /// None on a smooth, elastic surface.
    pub friction: Option<Box<dyn Impulse>>,
    pub view: ObstacleView,
}

impl Contact {
    /// The force, the friction and what to draw.
    pub(super) fn build(&self, assembly: &Assembly, place: &Place) -> Result<BuiltContact, SceneError> {
        let common = match self {
            Contact::Plane(o) => o.common(),
            Contact::Sphere(o) => o.common(),
            Contact::Box(o) => o.common(),
            Contact::Capsule(o) => o.common(),
        };
        let motion: Arc<dyn Motion> = match common.motion {
            Some(motion) => motion.build(&place.at("motion"))?,
            None => Arc::new(Still),
        };
        let (obstacle, shape, placed) = self.obstacle(place)?;
        let bodies = assembly.bodies(common.body, place)?;
        let vertices: Vec<u32> = bodies.iter().flat_map(|i| assembly.parts[*i].outer_vertices()).collect();
        let name = format!("contact with {}", self.kind());
        let obstacle = obstacle.moved_by(motion.clone());
        let n = assembly.vertices();
        let wrong = |e: ModelError| place.error(e);
        let grip = (common.friction != Friction::default())
            .then(|| {
                let name = format!("friction on {}", self.kind());
                friction(name, n, &vertices, obstacle.clone(), common.settings, common.friction)
            })
            .transpose()
            .map_err(wrong)?;
        let force = penalty(name, n, &vertices, obstacle, common.settings).map_err(wrong)?;
        let motion = match placed {
            Some(pose) => Arc::new(Sequence::new(vec![Arc::new(Placed(pose)), motion]).expect("two motions")),
            None => motion,
        };
        Ok(BuiltContact { force, friction: grip, view: ObstacleView { shape, motion } })
    }

    fn kind(&self) -> &'static str {
        match self {
            Contact::Plane(_) => "plane",
            Contact::Sphere(_) => "sphere",
            Contact::Box(_) => "box",
            Contact::Capsule(_) => "capsule",
        }
    }

    /// The obstacle, its picture, and the turn that the picture lacks.
    fn obstacle(&self, place: &Place) -> Result<(Obstacle, ObstacleShape, Option<Pose>), SceneError> {
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
