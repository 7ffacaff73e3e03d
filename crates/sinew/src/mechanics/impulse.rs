//! What changes velocities at once at the end of a step: dry friction, inelastic contact, braking of vibration.
//!
//! These laws are no smooth forces (friction jumps, braking couples all vertices of a body), so they are split off: a step
//! is the integrator's motion followed by the impulses, whatever the integrator. The split is of first order in h and
//! stable for any h, and the energy that an impulse takes is known exactly. Positions stay as they are.

/// One such law. See the module's head.
pub trait Impulse: Send + Sync {
    /// Name for messages and tables.
    fn name(&self) -> &str;

    /// Changes the velocities of all vertices at the end of a step of size h. Returns the energy that moving supports put
    /// in: the sum of impulse times support velocity.
    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64;

    /// What it has counted, for the summary of a run.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// The end of a step.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// Time in seconds.
    pub t: f64,
    /// Size of the step in seconds.
    pub h: f64,
    /// Positions of all vertices.
    pub x: &'a [f64],
    /// Masses of all vertices (row sums where the mass matrix is consistent); 0 for held ones, which nothing moves.
    pub masses: &'a [f64],
}
