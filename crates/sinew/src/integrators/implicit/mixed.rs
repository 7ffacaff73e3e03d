//! The mixed Newton iteration for one implicit stage: stresses as unknowns of their own, no line search.
//!
//! (M/s + c D + geo(Lambda) + B^T D B) d = -r with the geometric stiffness of the stresses Lambda that the last linear step
//! foresaw, Lambda <- S(x) + dS[d], in place of those at the iterate. After a first guess stiff elements are stretched by far
//! more than they will be in the end; the stress of that stretch is what makes Newton's method on positions alone crawl
//! along its line search. The residual is the same, and so is the solution. Starts from the old positions.
//!
//! A factor is used again as long as it contracts fast enough. Where the matrix is not positive definite the elements'
//! stresses and stiffnesses are made so. There is no proof of descent: a stage that does not converge is an error, for
//! `halvings` to mend.

use sinew_math::parallel::{axpy, max_abs};
use sinew_math::solve::SolveError;

use super::newton::{Newton, Stage};
use crate::integrators::linear::step_error;
use crate::mechanics::{DiscreteGradient, MechanicalSystem, State, StepError};

/// Stresses and the step they follow.
#[derive(Debug, Clone, Default)]
pub struct Mixed {
    stresses: Vec<f64>,
    previous: State,
    foreseen: Vec<f64>,
}

impl Newton {
    /// Solves the stage from the positions `from`.
    pub(super) fn iterate_mixed(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        stage: &Stage,
        from: &[f64],
        iterations: &mut u64,
    ) -> Result<(), StepError> {
        let limit = self.options.tolerance * system.element_size();
        self.fit(system.dofs());
        for (u, (x, y)) in self.increment.iter_mut().zip(from.iter().zip(&stage.target)) {
            *u = x - y;
        }
        stage.at(&self.increment, &mut self.state);
        self.mixed.stresses.resize(gradient.stress_values(), 0.0);
        let (mut last, mut moved): (Option<f64>, bool) = (None, false);
        for _ in 0..self.options.max_iterations {
            *iterations += 1;
            self.evaluate(system, stage)?;
            let ratio = |size: f64| last.map_or(f64::INFINITY, |last: f64| size / last);
            let mut kept = false;
            if last.is_some() && self.matrix.factored() && self.direction().is_ok() {
                let size = max_abs(&self.step);
                let theta = ratio(size);
                kept = theta < 1.0 && size * theta.powi(4) <= limit || self.at_rounding(system, stage, theta);
            }
            if !kept {
                self.follow_stresses(gradient, moved);
                self.renew_mixed(system, gradient, stage)?;
            }
            let size = max_abs(&self.step);
            let theta = ratio(size);
            let left = if theta < 0.5 { size * theta / (1.0 - theta) } else { size };
            let done = left <= limit || self.at_rounding(system, stage, theta);
            if !done && (!size.is_finite() || last.is_some() && theta > 1e3) {
                break;
            }
            self.mixed.previous.copy_from(&self.state);
            self.mixed.foreseen.clone_from(&self.step);
            axpy(1.0, &self.step, &mut self.increment);
            stage.at(&self.increment, &mut self.state);
            if done {
                return Ok(());
            }
            (last, moved) = (Some(size), true);
        }
        Err(StepError::NewtonStalled { iterations: *iterations as usize, residual: max_abs(&self.residual) })
    }

    fn follow_stresses(&mut self, gradient: &dyn DiscreteGradient, moved: bool) {
        let Mixed { stresses, previous, foreseen } = &mut self.mixed;
        match moved {
            true => gradient.stresses(previous, Some(foreseen), stresses),
            false => gradient.stresses(&self.state, None, stresses),
        }
    }

    /// A new factor at the iterate, the true one first, and the direction.
    fn renew_mixed(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        stage: &Stage,
    ) -> Result<(), StepError> {
        let attempt = |newton: &mut Self, projected: bool| {
            let Newton { matrix, state, mixed, .. } = &mut *newton;
            matrix
                .write(system.pattern(), |a| {
                    a.set_zero();
                    system.mass().add_to(1.0 / stage.scale, a);
                    gradient.add_mixed_tangent(state, stage.slope, &mixed.stresses, projected, a);
                })
                .map_err(|_| SolveError::NonFinite)?;
            newton.matrix.factorize()?;
            newton.direction()
        };
        let projected = self.options.projected;
        match attempt(self, projected) {
            Err(SolveError::NotPositiveDefinite { .. }) if !projected => attempt(self, true),
            other => other,
        }
        .map_err(step_error)
    }
}
