//! What an obstacle has hold of during a step: the vertex is scripted there, in all directions or in one, until the step ends.
//!
//! A vertex that rests on a surface, or slides along it, and is pressed on it does not fall into it and is not put back afterwards: for the step its
//! motion is known beforehand, and the scheme solves for the rest. *Carried*: it goes with the obstacle,
//!
//!   x(t) = pose(t) p.
//!
//! *Along*: it stays on a plane of normal n, and moves within it,
//!
//!   n . x(t) = n . x_0 + s (t - t_0).
//!
//! Of what slides, n is the normal of the surface at half its way and s = n . w with the obstacle's velocity w there. So the way of a step is a
//! chord of the surface, to third order, and a conserving scheme keeps the energy of what slides; n . (v_0 - w) is what the velocity turns by
//! half a step too early, and the end of the step gives it back. *Sent*: x(t) = x_0 + s (t - t_0), to where it met the surface.
//!
//! What comes inside in a step is caught: the step is made once more, in which it is led to the surface, in all directions or along n, and
//! the rest answers to that. Putting it there afterwards, by itself, would stretch what hangs on it.

use std::sync::Arc;

use super::{Mat3, Motion, Vec3};

/// A vertex in the grip of a barrier.
#[derive(Clone)]
pub struct Grip {
    /// Among all vertices.
    pub vertex: u32,
    /// Among the free ones.
    pub row: u32,
    /// Whose grip, among the barriers.
    pub barrier: u32,
    /// Whether that stands still: what it does to the vertex is a loss then.
    pub still: bool,
    /// Where it is led.
    pub course: Course,
}

/// See the module's head.
#[derive(Clone)]
pub enum Course {
    /// With the obstacle.
    Carried {
        /// How that moves.
        motion: Arc<dyn Motion>,
        /// The vertex in its original placement.
        point: Vec3,
    },
    /// On a plane.
    Along {
        /// n
        normal: Vec3,
        /// n . x_0
        place: f64,
        /// s
        speed: f64,
        /// t_0
        start: f64,
        /// n . (v_0 - w) of what slides; None for what arrives.
        turned: Option<f64>,
    },
    /// To a place.
    Sent {
        /// x_0
        from: Vec3,
        /// s
        velocity: Vec3,
        /// t_0
        start: f64,
    },
}

impl Course {
    /// Whether the obstacle moves the vertex, and so may work on it.
    pub fn moves(&self) -> bool {
        match self {
            Self::Carried { motion, .. } => !motion.is_still(),
            Self::Along { speed, .. } => *speed != 0.0,
            Self::Sent { velocity, .. } => *velocity != Vec3::zeros(),
        }
    }

    /// The projector on the directions in which the vertex is free.
    pub fn freedom(&self) -> Mat3 {
        match self {
            Self::Carried { .. } | Self::Sent { .. } => Mat3::zeros(),
            Self::Along { normal, .. } => Mat3::identity() - normal * normal.transpose(),
        }
    }

    /// The part of a vector that is led.
    pub fn led(&self, a: Vec3) -> Vec3 {
        match self {
            Self::Carried { .. } | Self::Sent { .. } => a,
            Self::Along { normal, .. } => normal * normal.dot(&a),
        }
    }

    /// Place and velocity at time t of a vertex that would be at x with v.
    pub fn lead(&self, t: f64, x: Vec3, v: Vec3) -> (Vec3, Vec3) {
        match self {
            Self::Carried { motion, point } => {
                let pose = motion.pose(t);
                (pose.position(*point), pose.velocity(*point))
            }
            Self::Sent { from, velocity, start } => (from + velocity * (t - start), *velocity),
            Self::Along { normal, place, speed, start, .. } => {
                let off = place + speed * (t - start) - normal.dot(&x);
                (x + normal * off, v + normal * (speed - normal.dot(&v)))
            }
        }
    }

    /// The acceleration at time t of what is led.
    pub fn acceleration(&self, t: f64) -> Vec3 {
        match self {
            Self::Carried { motion, point } => motion.pose(t).acceleration(*point),
            Self::Along { .. } | Self::Sent { .. } => Vec3::zeros(),
        }
    }
}
