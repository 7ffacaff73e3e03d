//! Motions applied one after the other: the second moves what the first has already moved.

use std::sync::Arc;

use crate::mechanics::{Motion, Pose};
use crate::models::ModelError;

/// See the module's head.
#[derive(Clone)]
pub struct Sequence {
    motions: Vec<Arc<dyn Motion>>,
}

impl Sequence {
    /// At least one motion.
    pub fn new(motions: Vec<Arc<dyn Motion>>) -> Result<Self, ModelError> {
        if motions.is_empty() {
            return Err(ModelError::Empty { what: "the sequence of motions" });
        }
        Ok(Self { motions })
    }
}

/// The pose of `second` after `first`, with rates by the rules of relative motion.
fn after(first: &Pose, second: &Pose) -> Pose {
    let turn = second.rotation;
    let arm = turn * (first.center + first.translation - second.center);
    let (velocity, spin) = (turn * first.velocity, turn * first.spin);
    let omega = second.spin;
    Pose {
        center: first.center,
        rotation: turn * first.rotation,
        translation: second.center + second.translation + arm - first.center,
        spin: omega + spin,
        velocity: second.velocity + omega.cross(&arm) + velocity,
        spin_rate: second.spin_rate + omega.cross(&spin) + turn * first.spin_rate,
        acceleration: second.acceleration
            + second.spin_rate.cross(&arm)
            + omega.cross(&omega.cross(&arm))
            + omega.cross(&velocity) * 2.0
            + turn * first.acceleration,
    }
}

impl Motion for Sequence {
    fn pose(&self, t: f64) -> Pose {
        let mut poses = self.motions.iter().map(|m| m.pose(t));
        let first = poses.next().expect("a sequence has at least one motion");
        poses.fold(first, |pose, next| after(&pose, &next))
    }

    fn is_still(&self) -> bool {
        self.motions.iter().all(|m| m.is_still())
    }
}
