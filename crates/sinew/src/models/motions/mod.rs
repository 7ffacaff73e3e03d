//! Scripted rigid motions of held vertices, attachments and obstacles.
//!
//! Positions, velocities and accelerations are exact derivatives of each other; velocities are continuous. Accelerations
//! may jump where key frames meet.

mod keyframes;
mod led;
mod rotate;
mod sequence;
mod translate;

pub use keyframes::Keyframes;
pub use led::Led;
pub use rotate::{Rotate, Swing, rotation};
pub use sequence::Sequence;
pub use translate::{Oscillate, Translate};

use super::catalog::Kind;

/// All motions, in the order in which they are listed.
pub const CATALOG: &[Kind] = &[
    Kind { name: "translate", summary: "constant velocity, with a smooth start if `ramp` is given" },
    Kind { name: "oscillate", summary: "sine along a direction" },
    Kind { name: "rotate", summary: "constant rate about an axis, with a smooth start if `ramp` is given" },
    Kind { name: "swing", summary: "sine of the angle about an axis" },
    Kind { name: "keyframes", summary: "smooth curve through given translations and angles" },
    Kind { name: "sequence", summary: "several motions, one after the other in the frame of the one before" },
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::mechanics::{Motion, Vec3};

    fn motions() -> Vec<(&'static str, Arc<dyn Motion>)> {
        let translate = Arc::new(Translate::new([1.0, -2.0, 0.5], 0.8).unwrap());
        let swing = Arc::new(Swing::new([0.1, 0.2, -0.3], [1.0, 1.0, 0.2], 0.7, 0.9, 0.3).unwrap());
        let rotate = Arc::new(Rotate::new([1.0, 0.0, 0.5], [0.0, 0.3, -1.0], 2.0, 0.5).unwrap());
        let keyframes = Arc::new(
            Keyframes::new(
                &[0.0, 0.5, 1.0, 1.4],
                &[[0.0; 3], [0.2, 0.0, 0.1], [0.4, -0.3, 0.1], [0.0; 3]],
                Some((&[0.0, 1.0, 2.0, 7.0], [0.0, 0.0, 1.0], [0.5, 0.5, 0.0])),
            )
            .unwrap(),
        );
        vec![
            ("translate", translate.clone()),
            ("oscillate", Arc::new(Oscillate::new([0.1, 0.0, 0.4], 2.0, 0.5).unwrap())),
            ("rotate", rotate.clone()),
            ("swing", swing.clone()),
            ("keyframes", keyframes.clone()),
            ("sequence", Arc::new(Sequence::new(vec![swing, translate, rotate, keyframes]).unwrap())),
        ]
    }

    #[test]
    fn pose_rates_are_derivatives_of_positions() {
        let p = Vec3::new(0.7, -0.4, 1.2);
        for (name, motion) in motions() {
            for i in 0..20 {
                let t = -0.1037 + 0.1 * f64::from(i);
                let h = 1e-5;
                let (a, b, at) = (motion.pose(t - h), motion.pose(t + h), motion.pose(t));
                let slope = (b.position(p) - a.position(p)) / (2.0 * h);
                let curvature = (b.velocity(p) - a.velocity(p)) / (2.0 * h);
                let scale = 1.0 + at.acceleration(p).norm();
                let error = (slope - at.velocity(p)).norm().max((curvature - at.acceleration(p)).norm()) / scale;
                // Measured: at most 4e-9.
                assert!(error < 1e-7, "{name} at {t}: {error:e}");
                let r = at.rotation;
                assert!((r * r.transpose() - crate::mechanics::Mat3::identity()).norm() < 1e-14);
                assert!((at.original(at.position(p)) - p).norm() < 1e-14);
            }
        }
    }

    #[test]
    fn the_catalog_names_every_motion_tested() {
        let names: Vec<_> = motions().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, CATALOG.iter().map(|k| k.name).collect::<Vec<_>>());
    }

    #[test]
    fn a_sequence_applies_its_motions_in_order() {
        let turn = Arc::new(Rotate::new([0.0; 3], [0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2, 0.0).unwrap());
        let shift = Arc::new(Translate::new([1.0, 0.0, 0.0], 0.0).unwrap());
        let p = Vec3::new(1.0, 0.0, 0.0);
        let turned_then_shifted = Sequence::new(vec![turn.clone(), shift.clone()]).unwrap();
        assert!((turned_then_shifted.pose(1.0).position(p) - Vec3::new(1.0, 1.0, 0.0)).norm() < 1e-15);
        let shifted_then_turned = Sequence::new(vec![shift, turn]).unwrap();
        assert!((shifted_then_turned.pose(1.0).position(p) - Vec3::new(0.0, 2.0, 0.0)).norm() < 1e-15);
    }

    #[test]
    fn bad_motions_are_refused() {
        assert!(Translate::new([f64::NAN, 0.0, 0.0], 0.0).is_err());
        assert!(Translate::new([1.0, 0.0, 0.0], -1.0).is_err());
        assert!(Rotate::new([0.0; 3], [0.0; 3], 1.0, 0.0).is_err());
        assert!(Keyframes::new(&[1.0, 0.0], &[[0.0; 3]; 2], None).is_err());
        assert!(Keyframes::new(&[0.0, 1.0], &[[0.0; 3]; 1], None).is_err());
        assert!(Sequence::new(vec![]).is_err());
    }
}
