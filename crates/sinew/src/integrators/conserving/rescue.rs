//! The last resort for a step that no halving saves: backward Euler, as far as its descent gets.
//!
//! Each iteration of the line search lowers |x - x_0 - h v_0|^2_M/(2 h^2) + V(x), so where it ends, converged or not, the
//! energy is no higher than a rigid translation by h v_0 would make it, and finite if it was so before.

use crate::integrators::Work;
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::options::{NewtonOptions, Solver};
use crate::mechanics::{Flow, MechanicalSystem, State, StepError};

/// Buffers and solver, made when they are first needed.
pub struct Rescue {
    options: NewtonOptions,
    newton: Option<Newton>,
    stage: Stage,
}

impl Rescue {
    /// Nothing is allocated before it is needed.
    pub fn new(solver: Solver) -> Self {
        let options = NewtonOptions { tolerance: 1e-6, max_iterations: 60, solver, ..NewtonOptions::default() };
        Self { options, newton: None, stage: Stage::default() }
    }

    /// A step of size h; counted as a fallback. What scripts and damping did is taken at the end of the step.
    pub fn step(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        flow: &mut Flow,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let newton = self.newton.get_or_insert_with(|| Newton::new(self.options.clone()));
        let stage = &mut self.stage;
        stage.set(from.t + h, h * h, 1.0 / h, from.x.len(), |i| (from.x[i] + h * from.v[i], from.v[i]));
        work.fallbacks += 1;
        match newton.solve(system, stage, &from.x, work) {
            Ok(()) | Err(StepError::NewtonStalled { .. }) => (),
            Err(e) => return Err(e),
        }
        to.copy_from(newton.state());
        to.t = from.t + h;
        if let Some(gradient) = system.discrete_gradient() {
            *flow = gradient.mean_flow(from, to);
        }
        Ok(())
    }
}
