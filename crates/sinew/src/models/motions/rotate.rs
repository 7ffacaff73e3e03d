//! Rotations about a fixed axis through a point: x = c + R(theta(t)) (p - c).

use crate::mechanics::{Mat3, Motion, Pose, Vec3};
use crate::models::ModelError;
use crate::models::error::{finite_vector, unit_vector};
use crate::models::signal::{Jet, Signal};

/// R = I + sin(theta) [n]x + (1 - cos(theta)) [n]x^2 (Rodrigues), for a unit axis n.
pub fn rotation(axis: &Vec3, angle: f64) -> Mat3 {
    let n = axis.cross_matrix();
    let half = (0.5 * angle).sin();
    Mat3::identity() + n * angle.sin() + n * n * (2.0 * half * half)
}

pub(super) fn pose(center: Vec3, axis: &Vec3, angle: Jet) -> Pose {
    Pose {
        center,
        rotation: rotation(axis, angle.value),
        spin: axis * angle.rate,
        spin_rate: axis * angle.acceleration,
        ..Pose::default()
    }
}

/// Constant rate about an axis. With a ramp, still until t = 0 and at full rate from t = ramp on.
#[derive(Debug, Clone)]
pub struct Rotate {
    center: Vec3,
    axis: Vec3,
    angle: Signal,
}

impl Rotate {
    /// Rate in rad/s, ramp in seconds (0: in motion at all times).
    pub fn new(center: [f64; 3], axis: [f64; 3], rate: f64, ramp: f64) -> Result<Self, ModelError> {
        Ok(Self {
            center: finite_vector("center", center)?,
            axis: unit_vector("axis", axis)?,
            angle: Signal::steady(rate, ramp)?,
        })
    }
}

impl Motion for Rotate {
    fn pose(&self, t: f64) -> Pose {
        pose(self.center, &self.axis, self.angle.at(t))
    }
}

/// Angle A sin(2 pi f t + phase) about an axis.
#[derive(Debug, Clone)]
pub struct Swing {
    center: Vec3,
    axis: Vec3,
    angle: Signal,
}

impl Swing {
    /// Largest angle in rad, frequency in Hz, phase in rad.
    pub fn new(center: [f64; 3], axis: [f64; 3], angle: f64, frequency: f64, phase: f64) -> Result<Self, ModelError> {
        Ok(Self {
            center: finite_vector("center", center)?,
            axis: unit_vector("axis", axis)?,
            angle: Signal::sine(0.0, angle, frequency, phase)?,
        })
    }
}

impl Motion for Swing {
    fn pose(&self, t: f64) -> Pose {
        pose(self.center, &self.axis, self.angle.at(t))
    }
}
