//! A body that keeps vertices out: a [`Shape`] carried by a [`Motion`], with its signed distance in space and time.
//!
//! d(x, t) = d_0(p) with p = R^T (x - c - u) + c the point in the original placement; n = R n_0, H = R H_0 R^T, and with
//! w the velocity of the obstacle's point at x: d_t = -n . w, n_t = spin x n - H w.

use std::sync::Arc;

use super::mesh_shape::MeshShape;
use super::shapes::{Distance, Shape};
use crate::mechanics::motion::Still;
use crate::mechanics::{Mat3, Motion, Pose, Vec3};
use crate::models::ModelError;
use crate::models::catalog::Kind;
use crate::models::error::{finite, finite_vector, unit_vector};

/// All obstacles, in the order in which they are listed.
pub const CATALOG: &[Kind] = &[
    Kind { name: "plane", summary: "half space below a plane" },
    Kind { name: "sphere", summary: "ball" },
    Kind { name: "box", summary: "box, turned and with rounded edges if wanted" },
    Kind { name: "capsule", summary: "all points within a radius of a segment" },
    Kind { name: "cylinder", summary: "round rod with flat ends" },
    Kind { name: "mesh", summary: "what a closed surface of triangles encloses" },
];

/// See the module's head.
#[derive(Clone)]
pub struct Obstacle {
    shape: Shape,
    motion: Arc<dyn Motion>,
}

/// Where a point is relative to an obstacle, and how that changes in time at a fixed point.
#[derive(Debug, Clone, Copy)]
pub struct Nearness {
    /// Distance, normal and Hessian in the world's frame.
    pub distance: Distance,
    /// w, the velocity of the obstacle's point at x.
    pub velocity: Vec3,
    /// dn/dt at fixed x.
    pub normal_rate: Vec3,
}

/// Where a point is relative to an obstacle at both ends of a step.
#[derive(Debug, Clone, Copy)]
pub struct MeanNearness {
    /// At the ends.
    pub distance: [f64; 2],
    /// n with n . (x_1 - x_0) = d_1 - d_0 for an obstacle that stands still; turned by half of what it turns otherwise.
    pub normal: Vec3,
    /// The unit normal at the end.
    pub end: Vec3,
    /// dn/dx_1, nearly.
    pub curvature: Mat3,
}

impl Nearness {
    /// Of a point that is too far away to feel anything.
    pub const FAR: Self = {
        let (zero, hessian) = (Vec3::new(0.0, 0.0, 0.0), Mat3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
        Self { distance: Distance { value: f64::INFINITY, normal: zero, hessian }, velocity: zero, normal_rate: zero }
    };
}

impl Obstacle {
    /// The half space on the side of -normal.
    pub fn plane(point: [f64; 3], normal: [f64; 3]) -> Result<Self, ModelError> {
        let (point, normal) = (finite_vector("the plane's point", point)?, unit_vector("the plane's normal", normal)?);
        Ok(Self::still(Shape::Plane { point, normal }))
    }

    /// A ball.
    pub fn sphere(center: [f64; 3], radius: f64) -> Result<Self, ModelError> {
        let center = finite_vector("the sphere's center", center)?;
        Ok(Self::still(Shape::Sphere { center, radius: positive("the sphere's radius", radius)? }))
    }

    /// A box of the given edge lengths; `rounding` is the radius of its edges (0: sharp).
    pub fn cuboid(center: [f64; 3], size: [f64; 3], rounding: f64) -> Result<Self, ModelError> {
        let center = finite_vector("the box' center", center)?;
        for edge in size {
            positive("the box' size", edge)?;
        }
        let half_size = Vec3::from(size) * 0.5;
        if !(rounding >= 0.0 && rounding <= half_size.min()) {
            let need = "between 0 and half the smallest edge";
            return Err(ModelError::BadValue { what: "the box' rounding", value: rounding, need });
        }
        Ok(Self::still(Shape::Box { center, half_size, rotation: Mat3::identity(), rounding }))
    }

    /// All points within `radius` of the segment.
    pub fn capsule(start: [f64; 3], end: [f64; 3], radius: f64) -> Result<Self, ModelError> {
        let (start, end) = (finite_vector("the capsule's start", start)?, finite_vector("the capsule's end", end)?);
        Ok(Self::still(Shape::Capsule { start, end, radius: positive("the capsule's radius", radius)? }))
    }

    /// A round rod with flat ends.
    pub fn cylinder(start: [f64; 3], end: [f64; 3], radius: f64) -> Result<Self, ModelError> {
        let (start, end) = (finite_vector("the cylinder's start", start)?, finite_vector("the cylinder's end", end)?);
        let radius = positive("the cylinder's radius", radius)?;
        positive("the cylinder's length", (end - start).norm())?;
        Ok(Self::still(Shape::Cylinder { start, end, radius }))
    }

    /// What a closed surface of triangles encloses; triangles that all look inward are turned over.
    pub fn mesh(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, ModelError> {
        Ok(Self::still(Shape::Mesh(Arc::new(MeshShape::new(vertices, triangles)?))))
    }

    fn still(shape: Shape) -> Self {
        Self { shape, motion: Arc::new(Still) }
    }

    /// A box turned about its centre by `angle` (rad) about an axis; other shapes are left as they are.
    pub fn turned(mut self, axis: [f64; 3], angle: f64) -> Result<Self, ModelError> {
        let (axis, angle) = (unit_vector("axis", axis)?, finite("angle", angle)?);
        if let Shape::Box { rotation, .. } = &mut self.shape {
            *rotation = crate::models::motions::rotation(&axis, angle) * *rotation;
        }
        Ok(self)
    }

    /// The same obstacle carried by a motion.
    pub fn moved_by(mut self, motion: Arc<dyn Motion>) -> Self {
        self.motion = motion;
        self
    }

    /// The shape in its original placement.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How it moves.
    pub fn motion(&self) -> &Arc<dyn Motion> {
        &self.motion
    }

    /// Distances of a point that moves from x0 to x1 while the obstacle moves, too.
    pub fn mean_nearness(&self, t: [f64; 2], x0: Vec3, x1: Vec3) -> MeanNearness {
        if self.motion.is_still() {
            return self.shape.mean_distance(x0, x1);
        }
        let poses = t.map(|t| self.motion.pose(t));
        let r = self.motion.pose(0.5 * (t[0] + t[1])).rotation;
        let own = self.shape.mean_distance(poses[0].original(x0), poses[1].original(x1));
        MeanNearness {
            distance: own.distance,
            normal: r * own.normal,
            end: poses[1].rotation * own.end,
            curvature: r * own.curvature * r.transpose(),
        }
    }

    /// As it is placed at time t: for many points at once.
    pub fn at(&self, t: f64) -> Placed<'_> {
        Placed { shape: &self.shape, pose: (!self.motion.is_still()).then(|| self.motion.pose(t)) }
    }

    /// See [`Placed::is_beyond`].
    pub fn is_beyond(&self, t: f64, x: Vec3, reach: f64) -> bool {
        matches!(self.shape, Shape::Mesh(_)) && self.at(t).is_beyond(x, reach)
    }

    /// Distance of a point and its rates at time t.
    pub fn nearness(&self, t: f64, x: Vec3) -> Nearness {
        self.at(t).nearness(x)
    }
}

/// An obstacle at one time.
pub struct Placed<'a> {
    shape: &'a Shape,
    /// None for one that never moves.
    pose: Option<Pose>,
}

impl Placed<'_> {
    fn original(&self, x: Vec3) -> Vec3 {
        self.pose.as_ref().map_or(x, |pose| pose.original(x))
    }

    /// See [`Shape::is_beyond`].
    pub fn is_beyond(&self, x: Vec3, reach: f64) -> bool {
        self.shape.is_beyond(self.original(x), reach)
    }

    /// Distance of a point and its rates.
    pub fn nearness(&self, x: Vec3) -> Nearness {
        let p = self.original(x);
        self.turned(p, self.shape.distance(p))
    }

    /// The same, if the point is nearer than `reach`.
    pub fn within(&self, x: Vec3, reach: f64) -> Option<Nearness> {
        let p = self.original(x);
        if self.shape.is_beyond(p, reach) {
            return None;
        }
        let distance = self.shape.distance(p);
        // A distance that is not a number must not vanish silently.
        let far = distance.value >= reach;
        (!far).then(|| self.turned(p, distance))
    }

    /// From the original placement to that in the world.
    fn turned(&self, p: Vec3, original: Distance) -> Nearness {
        let Some(pose) = &self.pose else {
            let zero = Vec3::zeros();
            return Nearness { distance: original, velocity: zero, normal_rate: zero };
        };
        let r = pose.rotation;
        let (normal, hessian) = (r * original.normal, r * original.hessian * r.transpose());
        let velocity = pose.velocity(p);
        let normal_rate = pose.spin.cross(&normal) - hessian * velocity;
        Nearness { distance: Distance { value: original.value, normal, hessian }, velocity, normal_rate }
    }
}

fn positive(what: &'static str, value: f64) -> Result<f64, ModelError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(ModelError::BadValue { what, value, need: "positive and finite" })
    }
}
