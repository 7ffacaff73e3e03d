//! Symplectic (semi-explicit) Euler: new velocities first, then positions from them.
//!
//! v_{n+1} = v_n + h M^-1 f(t_n, x_n, v_n),  x_{n+1} = x_n + h v_{n+1}
//!
//! The cheapest scheme without energy drift: stable for h omega_max < 2, keeps linear and angular momentum exactly.
//! Good for soft or tiny scenes; stiff ones force h far below a frame. [devogelaere1956]

use super::{acceleration, finite, fit, lumped};
use crate::integrators::options::{NoOptions, parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{State, StepContext, StepError};

const NAME: &str = "symplectic-euler";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "one force a step, no energy drift, stable for h omega_max < 2",
    source: "devogelaere1956",
    order: 1,
    build: |table| {
        parse::<NoOptions>(NAME, table)?;
        Ok(Box::new(SymplecticEuler::default()))
    },
    schema: schema::<NoOptions>,
};

/// See the module's head.
#[derive(Debug, Clone, Default)]
pub struct SymplecticEuler {
    force: Vec<f64>,
    acceleration: Vec<f64>,
    end: State,
}

impl Integrator for SymplecticEuler {
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
                self.end.v[i] += h * self.acceleration[i];
                self.end.x[i] += h * self.end.v[i];
            }
            self.end.t = s.t + h;
            finite(&self.end)
        });
        super::conclude(world, s, &self.end, result)
    }
}
