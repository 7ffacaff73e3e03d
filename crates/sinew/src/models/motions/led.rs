//! A point led by somebody outside: x = a + (b - a)(t - t_0)/h over the step that begins at t_0, then over the next one.
//!
//! The leg of the present step is set before the step, while terms that follow the point share it; nothing else than the hand
//! of a live session needs this, scripts are functions of time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::mechanics::{Motion, Pose, Vec3};

/// See the module's head.
#[derive(Debug, Default)]
pub struct Led {
    /// a, then the velocity (b - a)/h, then t_0, as bits: read by many threads, written between steps.
    values: [AtomicU64; 7],
}

impl Led {
    /// Rests at a point.
    pub fn new(point: Vec3) -> Self {
        let led = Self::default();
        led.lead(point, point, 0.0, 1.0);
        led
    }

    /// Goes from `from` at time t to `to` at t + h.
    pub fn lead(&self, from: Vec3, to: Vec3, t: f64, h: f64) {
        let velocity = (to - from) / h;
        let values = from.iter().chain(velocity.iter()).chain([&t]);
        self.values.iter().zip(values).for_each(|(to, from)| to.store(from.to_bits(), Relaxed));
    }
}

impl Motion for Led {
    fn pose(&self, t: f64) -> Pose {
        let value = |k: usize| f64::from_bits(self.values[k].load(Relaxed));
        let velocity = Vec3::from_fn(|c, _| value(3 + c));
        let from = Vec3::from_fn(|c, _| value(c));
        Pose { translation: from + velocity * (t - value(6)), velocity, ..Pose::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_from_one_point_to_the_other() {
        let (a, b) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.5, 2.0, 2.0));
        let led = Led::new(a);
        assert_eq!(led.pose(7.0).translation, a);
        led.lead(a, b, 2.0, 0.5);
        assert_eq!(led.pose(2.0).translation, a);
        assert_eq!(led.pose(2.25).translation, (a + b) * 0.5);
        assert_eq!(led.pose(2.5).translation, b);
        assert_eq!(led.pose(2.1).velocity, (b - a) * 2.0);
    }
}
