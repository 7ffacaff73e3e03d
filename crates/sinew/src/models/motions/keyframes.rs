//! A smooth curve through given translations and, about one axis, angles.
//!
//! Each coordinate is the [`Curve`] through its keys: it stops at the first and last key, holds between equal keys and
//! never overshoots. For turns about several axes put several of these in a [`Sequence`](super::Sequence).

use super::rotate;
use crate::mechanics::{Motion, Pose, Vec3};
use crate::models::ModelError;
use crate::models::error::{finite_vector, unit_vector};
use crate::models::signal::{Curve, check_times};

/// See the module's head.
#[derive(Debug, Clone)]
pub struct Keyframes {
    translation: [Curve; 3],
    turn: Option<(Curve, Vec3, Vec3)>,
}

impl Keyframes {
    /// Translations in metres at ascending times; `turn` is (angle in rad at each time, axis, centre).
    pub fn new(
        times: &[f64],
        translations: &[[f64; 3]],
        turn: Option<(&[f64], [f64; 3], [f64; 3])>,
    ) -> Result<Self, ModelError> {
        check_times(times)?;
        let component = |c: usize| Curve::new(times, &translations.iter().map(|u| u[c]).collect::<Vec<_>>());
        let turn = match turn {
            None => None,
            Some((angles, axis, center)) => {
                Some((Curve::new(times, angles)?, unit_vector("axis", axis)?, finite_vector("center", center)?))
            }
        };
        Ok(Self { translation: [component(0)?, component(1)?, component(2)?], turn })
    }
}

impl Motion for Keyframes {
    fn pose(&self, t: f64) -> Pose {
        let mut pose = match &self.turn {
            None => Pose::default(),
            Some((angle, axis, center)) => rotate::pose(*center, axis, angle.at(t)),
        };
        let u = [0, 1, 2].map(|c| self.translation[c].at(t));
        pose.translation = Vec3::from(u.map(|u| u.value));
        pose.velocity = Vec3::from(u.map(|u| u.rate));
        pose.acceleration = Vec3::from(u.map(|u| u.acceleration));
        pose
    }
}
