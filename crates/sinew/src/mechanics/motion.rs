//! Rigid motion prescribed in time: scripted vertices and moving obstacles.
//!
//! x(t) = c + u + R (p - c), with centre c, translation u(t) and rotation R(t); the pose carries the first two time
//! derivatives because exponential and energy-momentum schemes need velocities and accelerations of what is moved.

use super::{Mat3, Vec3};

/// A rigid placement with its rates.
#[derive(Debug, Clone, Copy)]
pub struct Pose {
    /// Point about which `rotation` turns, in the original placement.
    pub center: Vec3,
    /// Rotation from the original to the current placement.
    pub rotation: Mat3,
    /// Translation in metres.
    pub translation: Vec3,
    /// Angular velocity in rad/s.
    pub spin: Vec3,
    /// Velocity of the centre in m/s.
    pub velocity: Vec3,
    /// Angular acceleration in rad/s^2.
    pub spin_rate: Vec3,
    /// Acceleration of the centre in m/s^2.
    pub acceleration: Vec3,
}

impl Default for Pose {
    fn default() -> Self {
        let zero = Vec3::zeros();
        Self {
            center: zero,
            rotation: Mat3::identity(),
            translation: zero,
            spin: zero,
            velocity: zero,
            spin_rate: zero,
            acceleration: zero,
        }
    }
}

impl Pose {
    /// Where the point that started at p is now.
    pub fn position(&self, p: Vec3) -> Vec3 {
        self.center + self.translation + self.rotation * (p - self.center)
    }

    /// Velocity of the point that started at p.
    pub fn velocity(&self, p: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(&(self.rotation * (p - self.center)))
    }

    /// Acceleration of the point that started at p.
    pub fn acceleration(&self, p: Vec3) -> Vec3 {
        let r = self.rotation * (p - self.center);
        self.acceleration + self.spin_rate.cross(&r) + self.spin.cross(&self.spin.cross(&r))
    }

    /// Where a point of space was in the original placement.
    pub fn original(&self, x: Vec3) -> Vec3 {
        self.center + self.rotation.transpose() * (x - self.center - self.translation)
    }
}

/// A rigid motion in time, at least once continuously differentiable.
pub trait Motion: Send + Sync {
    /// Placement and rates at time t.
    fn pose(&self, t: f64) -> Pose;

    /// Whether it never moves.
    fn is_still(&self) -> bool {
        false
    }
}

/// No motion: a pin.
#[derive(Debug, Clone, Copy, Default)]
pub struct Still;

impl Motion for Still {
    fn pose(&self, _t: f64) -> Pose {
        Pose::default()
    }

    fn is_still(&self) -> bool {
        true
    }
}
