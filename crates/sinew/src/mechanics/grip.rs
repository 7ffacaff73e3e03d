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
//! chord of the surface, to third order, and a conserving scheme keeps the energy of what slides; n . (v_0 - w_0) is what the velocity turns by
//! half a step too early, and the end of the step gives it back.
//!
//! What comes inside in a step is caught: the step is made once more, in which it comes to the surface along n, and the rest answers to that.
//! Putting it there afterwards, by itself, would stretch what hangs on it; and leading it in all directions would, too, where neighbours meet
//! the surface at different times. What is caught has to be pushed: with the reaction r = m (v_1 - v_0)/h - f a still obstacle changes the energy by
//! h s n . r - m (s - n . v_0)^2/2, a loss as long as n . r >= 0, for s <= 0. What it would have to pull it lets go, and the step is made again.
//!
//! A vertex that is on a plane may come to another one: what is left of that is across the first.

use std::sync::Arc;

use super::{Flow, Mat3, Motion, Vec3};

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

impl Grip {
    /// Books work on the vertex by a push along the normal. What stands still can only take energy, so that is a loss; so is, on a
    /// surface that moves, what the push does beyond its work with the surface's own velocity.
    pub fn pay(&self, flow: &mut Flow, work: f64, push: f64) {
        let given = match self.course {
            _ if self.still => 0.0,
            Course::Along { way: Way::Arrives(velocity), .. } => velocity * push,
            _ => work,
        };
        flow.injected += given;
        flow.dissipated += given - work;
    }
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
        /// What it does there.
        way: Way,
    },
}

/// How a vertex moves on a plane.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// It slides, and its velocity turns by n . (v_0 - w_0).
    Slides(f64),
    /// It arrives, at a surface with the velocity n . w_1.
    Arrives(f64),
}

/// Sine of the angle between two planes up to which they are one.
const SAME_PLANE: f64 = 0.1;

impl Course {
    /// What is left of it for a vertex that is on another course already.
    pub fn beside(self, other: &Self) -> Option<Self> {
        let Self::Along { normal: n, place: p, speed: s, start, way } = self else { return None };
        let Self::Along { normal, place, speed, way: others, .. } = other else { return None };
        let share = n.dot(normal);
        let across = n - normal * share;
        let rate = 1.0 / across.norm();
        let left = |own: f64, other: f64| rate * (own - share * other);
        let way = match (way, others) {
            (Way::Slides(own), Way::Slides(other)) => Way::Slides(left(own, *other)),
            (Way::Arrives(own), Way::Arrives(other)) => Way::Arrives(left(own, *other)),
            (Way::Arrives(own), Way::Slides(_)) => Way::Arrives(left(own, *speed)),
            (own, _) => own,
        };
        (rate * SAME_PLANE < 1.0).then(|| Self::Along {
            normal: across * rate,
            place: left(p, *place),
            speed: left(s, *speed),
            start,
            way,
        })
    }

    /// Whether the vertex comes to the surface in this step.
    pub fn arrives(&self) -> bool {
        matches!(self, Self::Along { way: Way::Arrives(_), .. })
    }

    /// In how many directions it leads.
    pub fn directions(&self) -> u8 {
        match self {
            Self::Carried { .. } => 3,
            Self::Along { .. } => 1,
        }
    }

    /// Whether the obstacle moves the vertex, and so may work on it.
    pub fn moves(&self) -> bool {
        match self {
            Self::Carried { motion, .. } => !motion.is_still(),
            Self::Along { speed, .. } => *speed != 0.0,
        }
    }

    /// The projector on the directions in which the vertex is free.
    pub fn freedom(&self) -> Mat3 {
        match self {
            Self::Carried { .. } => Mat3::zeros(),
            Self::Along { normal, .. } => Mat3::identity() - normal * normal.transpose(),
        }
    }

    /// The part of a vector that is led.
    pub fn led(&self, a: Vec3) -> Vec3 {
        match self {
            Self::Carried { .. } => a,
            Self::Along { normal, .. } => normal * normal.dot(&a),
        }
    }

    /// The part of a vector along the normal; nothing of one that leads in all directions.
    pub fn along(&self, a: Vec3) -> f64 {
        match self {
            Self::Carried { .. } => 0.0,
            Self::Along { normal, .. } => normal.dot(&a),
        }
    }

    /// Place and velocity at time t of a vertex that would be at x with v.
    pub fn lead(&self, t: f64, x: Vec3, v: Vec3) -> (Vec3, Vec3) {
        match self {
            Self::Carried { motion, point } => {
                let pose = motion.pose(t);
                (pose.position(*point), pose.velocity(*point))
            }
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
            Self::Along { .. } => Vec3::zeros(),
        }
    }
}
