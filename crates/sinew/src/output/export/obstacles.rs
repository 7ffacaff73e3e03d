//! Obstacles for other programs: a unit shape in a frame of its own, and where that frame is at a time.

use crate::mechanics::{Mat3, Vec3};
use crate::output::view::{ObstacleShape, ObstacleView};

/// The frame of an obstacle: the unit shape, scaled and placed.
pub(super) struct Placed<'a> {
    obstacle: &'a ObstacleView,
    basis: Mat3,
    origin: Vec3,
}

/// How far a plane reaches, in sizes of the scene.
const REACH: f64 = 5.0;

impl<'a> Placed<'a> {
    /// Surfaces stay as they are; spheres and capsules (along z) keep their radius; boxes become the cube from -1 to 1; planes the square from -1 to 1
    /// in x and y, below the middle of what `bounds` hold.
    pub fn new(obstacle: &'a ObstacleView, bounds: [[f64; 3]; 2]) -> Self {
        let (basis, origin) = match obstacle.shape {
            ObstacleShape::Surface { .. } => (Mat3::identity(), Vec3::zeros()),
            ObstacleShape::Sphere { center, .. } => (Mat3::identity(), Vec3::from(center)),
            ObstacleShape::Box { low, high } => {
                let (low, high) = (Vec3::from(low), Vec3::from(high));
                (Mat3::from_diagonal(&((high - low) * 0.5)), (low + high) * 0.5)
            }
            ObstacleShape::Capsule { a, b, .. } => {
                let (a, b) = (Vec3::from(a), Vec3::from(b));
                (along(b - a), (a + b) * 0.5)
            }
            ObstacleShape::Plane { point, normal } => {
                let [low, high] = bounds.map(Vec3::from);
                let (point, normal, middle) = (Vec3::from(point), Vec3::from(normal), (low + high) * 0.5);
                let size = REACH * (high - low).norm().max(1e-3);
                let mut basis = along(normal);
                basis.column_mut(0).scale_mut(size);
                basis.column_mut(1).scale_mut(size);
                (basis, middle - normal * normal.dot(&(middle - point)))
            }
        };
        Self { obstacle, basis, origin }
    }

    /// Axes (as columns) and origin of the frame at a time.
    pub fn at(&self, t: f64) -> (Mat3, Vec3) {
        let pose = self.obstacle.motion.pose(t);
        (pose.rotation * self.basis, pose.position(self.origin))
    }

    /// The same in the original placement.
    pub fn original(&self) -> (Mat3, Vec3) {
        (self.basis, self.origin)
    }

    /// Whether it never moves.
    pub fn is_still(&self) -> bool {
        self.obstacle.motion.is_still()
    }
}

/// A rotation that takes z to a direction.
fn along(direction: Vec3) -> Mat3 {
    let z = direction.try_normalize(1e-300).unwrap_or_else(Vec3::z);
    let seed = if z.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
    let x = (seed - z * z.dot(&seed)).normalize();
    Mat3::from_columns(&[x, z.cross(&x), z])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::motion::Still;
    use std::sync::Arc;

    #[test]
    fn frames_are_right_handed_and_lie_where_the_shapes_do() {
        let bounds = [[1.0, 2.0, 3.0], [2.0, 3.0, 5.0]];
        let normal = Vec3::new(0.0, 0.6, 0.8);
        for shape in [
            ObstacleShape::Plane { point: [4.0, 0.0, 0.0], normal: normal.into() },
            ObstacleShape::Capsule { a: [0.0; 3], b: [3.0, 0.0, 0.0], radius: 0.5 },
            ObstacleShape::Box { low: [0.0; 3], high: [1.0, 2.0, 3.0] },
        ] {
            let view = ObstacleView { shape: shape.clone(), motion: Arc::new(Still) };
            let (basis, origin) = Placed::new(&view, bounds).at(0.0);
            assert!(basis.determinant() > 0.0);
            match shape {
                ObstacleShape::Plane { .. } => assert!(normal.dot(&(origin - Vec3::new(4.0, 0.0, 0.0))).abs() < 1e-12),
                ObstacleShape::Capsule { .. } => assert!((basis.column(2) - Vec3::x()).norm() < 1e-15),
                _ => assert_eq!(basis * Vec3::repeat(1.0) + origin, Vec3::new(1.0, 2.0, 3.0)),
            }
        }
    }
}
