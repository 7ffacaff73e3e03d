//! What must not be passed: changes places and velocities at the end of a step, whatever the integrator.
//!
//! Like an [impulse](super::impulse) such a law is split off from the motion, but it moves vertices, too: back onto a surface, or
//! back along their paths to where nothing has been passed. The change of the total energy is booked, as `dissipated` where
//! energy is lost and as `injected` where the obstacle had to lift or squeeze something. What rests on something still and goes on
//! resting exchanges no energy with it: that a scheme moved it within the step and it has to be put back is an error of the split,
//! and stays in `numerical`. Better not to let it move at all: a barrier says what touches it, and what is pressed on it is in its
//! [grip](super::grip) during the step.

use super::{Configuration, Course, Grip, Vec3};

/// One such law. See the module's head.
pub trait Barrier: Send + Sync {
    /// Name for messages and tables.
    fn name(&self) -> &str;

    /// Whether it takes hold of vertices, which takes or gives energy; and whether it stands still, so that it only takes.
    fn grips(&self) -> Option<bool> {
        None
    }

    /// Calls `visit(vertex, acceleration, outward, course)` for each vertex that touches the surface within `slack` at the start of a step of
    /// size h and does not leave it: where it would be led, with which acceleration, and the normal there.
    fn touching(&self, _at: &Configuration, _h: f64, _slack: f64, _visit: &mut dyn FnMut(u32, Vec3, Vec3, Course)) {}

    /// Calls `visit(vertex, course)` for each vertex that comes inside in a step: how it comes to the surface instead.
    fn catch(&self, _passage: &Passage, _x: &[f64], _visit: &mut dyn FnMut(u32, Course)) {}

    /// Puts what was in its grip, and what rested at the start of the step and rests on, where it belongs. True if there was
    /// anything.
    fn keep(&mut self, _passage: &Passage, _grips: &[Grip], _x: &mut [f64], _v: &mut [f64]) -> bool {
        false
    }

    /// Changes places and velocities of all vertices at the end of a step. True if it has changed anything.
    fn confine(&mut self, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool;
}

/// A step that has been made.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    /// Times of its ends in seconds.
    pub t: [f64; 2],
    /// Places of all vertices at its start.
    pub from: &'a [f64],
    /// Velocities of all vertices at its start.
    pub speeds: &'a [f64],
    /// Masses of all vertices (row sums where the mass matrix is consistent); 0 for held ones, which nothing moves.
    pub masses: &'a [f64],
}

impl Passage<'_> {
    /// h
    pub fn duration(&self) -> f64 {
        self.t[1] - self.t[0]
    }
}
