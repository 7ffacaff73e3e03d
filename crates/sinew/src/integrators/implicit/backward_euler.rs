//! Backward (implicit) Euler, solved to tolerance.
//!
//! x_{n+1} = x_n + h v_{n+1},  M (v_{n+1} - v_n) = h f(t_{n+1}, x_{n+1}, v_{n+1})
//!
//! As a stage: y = x_n + h v_n, s = h^2, v = v_n + u / h. Stable at any step and strongly damping: all motion faster
//! than the step is gone after a few steps. For quick, robust settling; not for lively motion. [baraff1998]

use super::halving::{Halving, Substep};
use super::newton::{Newton, Stage};
use crate::integrators::options::{NewtonOptions, parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "backward-euler";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "implicit Euler solved to tolerance; very stable, strongly damping",
    source: "baraff1998",
    order: 1,
    build: |table| Ok(Box::new(BackwardEuler::new(parse(NAME, table)?))),
    schema: schema::<NewtonOptions>,
};

/// See the module's head.
pub struct BackwardEuler {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    newton: Newton,
    stage: Stage,
}

impl BackwardEuler {
    /// With options that were checked.
    pub fn new(options: NewtonOptions) -> Self {
        Self {
            halving: Halving::new(options.halvings),
            scheme: Scheme { newton: Newton::new(options), stage: Stage::default() },
        }
    }
}

impl Substep for Scheme {
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Self { newton, stage } = self;
        stage.set(from.t + h, h * h, 1.0 / h, from.x.len(), |i| (from.x[i] + h * from.v[i], from.v[i]));
        newton.solve(system, stage, &from.x, work)?;
        to.copy_from(newton.state());
        Ok(())
    }
}

impl Integrator for BackwardEuler {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        1
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.scheme, world, s, h)
    }
}
