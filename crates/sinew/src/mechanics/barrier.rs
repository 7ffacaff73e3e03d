//! What must not be passed: changes places and velocities at the end of a step, whatever the integrator.
//!
//! Like an [impulse](super::impulse) such a law is split off from the motion, but it moves vertices, too: back onto a surface, or
//! back along their paths to where nothing has been passed. The change of the total energy is booked, as `dissipated` where
//! energy is lost and as `injected` where the obstacle had to lift or squeeze something. What rests on something still and goes on
//! resting exchanges no energy with it: that a scheme moved it within the step and it has to be put back is an error of the split,
//! and stays in `numerical`.

/// One such law. See the module's head.
pub trait Barrier: Send + Sync {
    /// Name for messages and tables.
    fn name(&self) -> &str;

    /// Puts back what rested at the start of the step and rests on. True if there was anything.
    fn keep(&mut self, _passage: &Passage, _x: &mut [f64], _v: &mut [f64]) -> bool {
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
