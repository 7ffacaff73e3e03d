//! Signed distances of simple bodies with gradient n and Hessian; negative inside.
//!
//! All but meshes are convex, so the distance is convex: its Hessian has no negative eigenvalue, and H n = 0.
//! Where the nearest surface point is not unique (the *medial axis*: a sphere's centre, a capsule's axis, the
//! symmetry planes inside a box) the gradient jumps; one of the candidates is returned, always the same one, with a
//! zero Hessian. A box is sharp unless `rounding` is given: outside its distance is smooth all the same (edges and
//! corners are rounded by distance itself, only the Hessian jumps between their regions), inside within `rounding` of
//! the surface it is smooth too.

use std::sync::Arc;

use super::mesh_shape::MeshShape;
use super::obstacle::MeanNearness;
use crate::mechanics::{Mat3, Vec3};

/// Signed distance with derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distance {
    /// In metres, negative inside.
    pub value: f64,
    /// n, a unit vector that points outward.
    pub normal: Vec3,
    /// Hess of the distance in 1/m.
    pub hessian: Mat3,
}

/// A body in its original placement.
#[derive(Debug, Clone)]
pub enum Shape {
    /// The half space below a plane.
    Plane {
        /// A point of the plane.
        point: Vec3,
        /// Unit normal, away from the solid side.
        normal: Vec3,
    },
    /// A ball.
    Sphere {
        /// Centre.
        center: Vec3,
        /// Radius in metres.
        radius: f64,
    },
    /// A box with its edges along the columns of `rotation`.
    Box {
        /// Centre.
        center: Vec3,
        /// Half the edge lengths.
        half_size: Vec3,
        /// From the box' own axes to the world's.
        rotation: Mat3,
        /// Radius of edges and corners; at most the smallest half edge.
        rounding: f64,
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// One end of the axis.
        start: Vec3,
        /// The other end.
        end: Vec3,
        /// Radius in metres.
        radius: f64,
    },
    /// A round rod with flat ends.
    Cylinder {
        /// One end of the axis.
        start: Vec3,
        /// The other end.
        end: Vec3,
        /// Radius in metres.
        radius: f64,
    },
    /// What a closed surface of triangles encloses.
    Mesh(Arc<MeshShape>),
}

impl Shape {
    /// Signed distance of a point.
    pub fn distance(&self, x: Vec3) -> Distance {
        match *self {
            Shape::Plane { point, normal } => {
                Distance { value: normal.dot(&(x - point)), normal, hessian: Mat3::zeros() }
            }
            Shape::Sphere { center, radius } => from_center(x - center, radius),
            Shape::Box { center, half_size, rotation, rounding } => {
                let inner = half_size.map(|h| h - rounding);
                let local = from_box(rotation.transpose() * (x - center), &inner);
                Distance {
                    value: local.value - rounding,
                    normal: rotation * local.normal,
                    hessian: rotation * local.hessian * rotation.transpose(),
                }
            }
            Shape::Capsule { start, end, radius } => from_segment(x, start, end, radius),
            Shape::Cylinder { start, end, radius } => from_cylinder(x, start, end, radius),
            Shape::Mesh(ref mesh) => mesh.distance(x),
        }
    }
}

impl Shape {
    /// Whether a point is surely farther away than `reach`, where that costs less than its distance; false if unsure.
    pub fn is_beyond(&self, x: Vec3, reach: f64) -> bool {
        // Distances that rounding might bring to the other side are left to those who want to know.
        let outside = |squared: f64, radius: f64| squared > (1.0 + 1e-9) * (radius + reach).powi(2) && reach >= 0.0;
        match *self {
            Shape::Sphere { center, radius } => outside((x - center).norm_squared(), radius),
            Shape::Capsule { start, end, radius } => {
                let (d, axis) = (x - start, end - start);
                let along = (d.dot(&axis) / axis.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
                outside((d - axis * along).norm_squared(), radius)
            }
            Shape::Mesh(ref mesh) => mesh.is_beyond(x, reach),
            Shape::Plane { .. } | Shape::Box { .. } | Shape::Cylinder { .. } => false,
        }
    }

    /// Distances at two points and their mean normal: the quotient of differences, in closed form for planes and spheres,
    /// n(x_m) corrected along x_1 - x_0 for the others [gonzalez1996].
    pub fn mean_distance(&self, x0: Vec3, x1: Vec3) -> MeanNearness {
        let [from, to] = [x0, x1].map(|x| self.distance(x));
        let distance = [from.value, to.value];
        let mean = |normal, curvature| MeanNearness { distance, normal, end: to.normal, curvature };
        let dx = x1 - x0;
        match *self {
            Shape::Plane { normal, .. } => mean(normal, Mat3::zeros()),
            Shape::Sphere { center, .. } if (x0 - center).norm() + (x1 - center).norm() > 0.0 => {
                let (d0, d1) = (x0 - center, x1 - center);
                let sum = d0.norm() + d1.norm();
                let normal = (d0 + d1) / sum;
                mean(normal, (Mat3::identity() - normal * to.normal.transpose()) / sum)
            }
            _ => {
                let middle = self.distance((x0 + x1) * 0.5);
                let missing = to.value - from.value - middle.normal.dot(&dx);
                // Below this the difference of the distances is rounding.
                let significant = missing.abs() > 4.0 * f64::EPSILON * (x0.norm() + x1.norm());
                let along = if significant { dx * (missing / dx.norm_squared()) } else { Vec3::zeros() };
                mean(middle.normal + along, middle.hessian * 0.5)
            }
        }
    }
}

/// |d| - radius
fn from_center(d: Vec3, radius: f64) -> Distance {
    let r = d.norm();
    if r == 0.0 {
        return Distance { value: -radius, normal: Vec3::z(), hessian: Mat3::zeros() };
    }
    let n = d / r;
    Distance { value: r - radius, normal: n, hessian: (Mat3::identity() - n * n.transpose()) / r }
}

fn from_segment(x: Vec3, start: Vec3, end: Vec3, radius: f64) -> Distance {
    let axis = end - start;
    let length = axis.norm();
    let along = if length > 0.0 { (x - start).dot(&axis) / length } else { 0.0 };
    if along <= 0.0 || length == 0.0 {
        return from_center(x - start, radius);
    }
    if along >= length {
        return from_center(x - end, radius);
    }
    // Beside the axis: a cylinder, straight along its axis.
    let axis = axis / length;
    let d = (x - start) - axis * along;
    let r = d.norm();
    if r == 0.0 {
        return Distance { value: -radius, normal: across(axis), hessian: Mat3::zeros() };
    }
    let n = d / r;
    let hessian = (Mat3::identity() - n * n.transpose() - axis * axis.transpose()) / r;
    Distance { value: r - radius, normal: n, hessian }
}

/// Any direction across an axis: the one nearest to its smallest component.
fn across(axis: Vec3) -> Vec3 {
    axis.cross(&Vec3::ith(axis.iamin(), 1.0)).normalize()
}

/// A rectangle of radius by half length in the plane of the axis and the point, turned about the axis.
fn from_cylinder(x: Vec3, start: Vec3, end: Vec3, radius: f64) -> Distance {
    let (axis, length) = ((end - start).normalize(), (end - start).norm());
    let from_middle = (x - (start + end) * 0.5).dot(&axis);
    let axis = if from_middle < 0.0 { -axis } else { axis };
    let d = x - (start + end) * 0.5;
    let d = d - axis * d.dot(&axis);
    let r = d.norm();
    let outward = if r > 0.0 { d / r } else { across(axis) };
    let (beside, beyond) = (r - radius, from_middle.abs() - 0.5 * length);
    // Round about the axis, where there is room to be round.
    let round = |slope: f64| {
        if r == 0.0 {
            return Mat3::zeros();
        }
        let t = axis.cross(&outward);
        t * t.transpose() * (slope / r)
    };
    if beside > 0.0 && beyond > 0.0 {
        let value = beside.hypot(beyond);
        let normal = (outward * beside + axis * beyond) / value;
        let along_rim = (outward * beyond - axis * beside) / value;
        let hessian = along_rim * along_rim.transpose() / value + round(beside / value);
        Distance { value, normal, hessian }
    } else if beside >= beyond {
        Distance { value: beside, normal: outward, hessian: round(1.0) }
    } else {
        Distance { value: beyond, normal: axis, hessian: Mat3::zeros() }
    }
}

/// A box about the origin with edges along the axes.
fn from_box(x: Vec3, half: &Vec3) -> Distance {
    let outside = x.zip_map(half, |x, h| x.signum() * (x.abs() - h).max(0.0));
    let value = outside.norm();
    if value == 0.0 {
        // Inside (or on the surface): the nearest face; the first axis wins a tie.
        let depth = half - x.abs();
        let axis = (0..3).fold(0, |best, c| if depth[c] < depth[best] { c } else { best });
        let normal = Vec3::ith(axis, if x[axis] < 0.0 { -1.0 } else { 1.0 });
        return Distance { value: -depth[axis], normal, hessian: Mat3::zeros() };
    }
    // The nearest point is on a face, an edge or a corner; the distance curves only along the axes it has left.
    let n = outside / value;
    let left = outside.map(|c| if c != 0.0 { 1.0 } else { 0.0 });
    let curved =
        if left.sum() > 1.0 { (Mat3::from_diagonal(&left) - n * n.transpose()) / value } else { Mat3::zeros() };
    Distance { value, normal: n, hessian: curved }
}
