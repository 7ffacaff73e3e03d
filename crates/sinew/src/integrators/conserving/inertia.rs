//! What turns the displacements of a step into inertia: M, or M with some modes fitted.

use sinew_math::operator::LinearOperator;
use sinew_math::solve::SolveError;

use crate::integrators::linear::StepMatrix;

/// What turns displacements into inertia: M, or M with some modes fitted.
pub trait Inertia {
    /// out = the inertia that belongs to a displacement u over the step from velocities v_0: M u - h M v_0 if nothing is fitted.
    fn apply(&mut self, mass: &dyn LinearOperator, u: &[f64], v0: &[f64], h: f64, out: &mut [f64]);

    /// y += the change of M in the product with x, if any.
    fn add_change(&self, c: f64, x: &[f64], y: &mut [f64]) {
        let _ = (c, x, y);
    }

    /// From y = A^-1 b to the solution with the changed M: for changes of low rank.
    fn correct(&mut self, y: &mut [f64]) {
        let _ = y;
    }

    /// A new factor of A (with M/s in it) is at hand.
    fn renew(&mut self, matrix: &mut StepMatrix, scale: f64) -> Result<(), SolveError> {
        let _ = (matrix, scale);
        Ok(())
    }
}

/// M alone.
pub struct PlainInertia<'a>(pub &'a mut Vec<f64>);

impl Inertia for PlainInertia<'_> {
    fn apply(&mut self, mass: &dyn LinearOperator, u: &[f64], v0: &[f64], h: f64, out: &mut [f64]) {
        let excess = &mut *self.0;
        excess.clear();
        excess.extend(u.iter().zip(v0).map(|(u, v)| u - h * v));
        mass.apply(excess, out);
    }
}
