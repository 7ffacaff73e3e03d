//! Translations along a fixed direction: x = p + a s(t).

use crate::mechanics::{Motion, Pose, Vec3};
use crate::models::ModelError;
use crate::models::error::finite_vector;
use crate::models::signal::Signal;

fn pose(direction: &Vec3, signal: &Signal, t: f64) -> Pose {
    let s = signal.at(t);
    Pose {
        translation: direction * s.value,
        velocity: direction * s.rate,
        acceleration: direction * s.acceleration,
        ..Pose::default()
    }
}

/// Constant velocity. With a ramp, still until t = 0 and at full speed from t = ramp on.
#[derive(Debug, Clone)]
pub struct Translate {
    velocity: Vec3,
    amount: Signal,
}

impl Translate {
    /// Velocity in m/s, ramp in seconds (0: in motion at all times).
    pub fn new(velocity: [f64; 3], ramp: f64) -> Result<Self, ModelError> {
        Ok(Self { velocity: finite_vector("velocity", velocity)?, amount: Signal::steady(1.0, ramp)? })
    }
}

impl Motion for Translate {
    fn pose(&self, t: f64) -> Pose {
        pose(&self.velocity, &self.amount, t)
    }
}

/// A sin(2 pi f t + phase) along a direction.
#[derive(Debug, Clone)]
pub struct Oscillate {
    amplitude: Vec3,
    amount: Signal,
}

impl Oscillate {
    /// Amplitude in metres with its direction, frequency in Hz, phase in rad.
    pub fn new(amplitude: [f64; 3], frequency: f64, phase: f64) -> Result<Self, ModelError> {
        let amplitude = finite_vector("amplitude", amplitude)?;
        Ok(Self { amplitude, amount: Signal::sine(0.0, 1.0, frequency, phase)? })
    }
}

impl Motion for Oscillate {
    fn pose(&self, t: f64) -> Pose {
        pose(&self.amplitude, &self.amount, t)
    }
}
