//! Explicit Euler: both halves of the motion from the start of the step.
//!
//! x_{n+1} = x_n + h v_n,  v_{n+1} = v_n + h M^-1 f(t_n, x_n, v_n)
//!
//! A yardstick only: it adds energy to every undamped oscillation, at any step size. Use `symplectic-euler` instead.
//! [euler1768]

use super::{acceleration, finite, fit, lumped};
use crate::integrators::options::{NoOptions, parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{State, StepContext, StepError};

const NAME: &str = "forward-euler";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "explicit Euler; adds energy at any step, a yardstick only",
    source: "euler1768",
    order: 1,
    build: |table| {
        parse::<NoOptions>(NAME, table)?;
        Ok(Box::new(ForwardEuler::default()))
    },
    schema: schema::<NoOptions>,
};

/// See the module's head.
#[derive(Debug, Clone, Default)]
pub struct ForwardEuler {
    force: Vec<f64>,
    acceleration: Vec<f64>,
    end: State,
}

impl Integrator for ForwardEuler {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        1
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        let system = world.begin(s, h)?;
        let n = system.dofs();
        fit(&mut self.force, n);
        fit(&mut self.acceleration, n);
        self.end.copy_from(s);
        let result = lumped(NAME, system).and_then(|mass| {
            acceleration(system, mass, s, &mut self.force, &mut self.acceleration);
            for i in 0..n {
                self.end.x[i] += h * s.v[i];
                self.end.v[i] += h * self.acceleration[i];
            }
            self.end.t = s.t + h;
            finite(&self.end)
        });
        super::conclude(world, s, &self.end, result)
    }
}
