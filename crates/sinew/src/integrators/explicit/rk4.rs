//! The classical Runge-Kutta scheme of order 4.
//!
//! k_1 = F(t, u), k_2 = F(t + h/2, u + h/2 k_1), k_3 = F(t + h/2, u + h/2 k_2), k_4 = F(t + h, u + h k_3),
//! u_{n+1} = u_n + h/6 (k_1 + 2 k_2 + 2 k_3 + k_4), with u = (x, v) and F = (v, M^-1 f).
//!
//! Very accurate for resolved motion (h omega_max < 0.5), unstable above 2.83, slowly dissipative below: the reference
//! for non-stiff scenes, not a method for frames. [kutta1901]

use super::{acceleration, finite, fit, lumped};
use crate::integrators::options::{NoOptions, parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{State, StepContext, StepError};

const NAME: &str = "rk4";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "classical Runge-Kutta; four forces a step, stable for h omega_max < 2.8",
    source: "kutta1901",
    order: 4,
    build: |table| {
        parse::<NoOptions>(NAME, table)?;
        Ok(Box::new(Rk4::default()))
    },
    schema: schema::<NoOptions>,
};

/// See the module's head.
#[derive(Debug, Clone, Default)]
pub struct Rk4 {
    force: Vec<f64>,
    acceleration: Vec<f64>,
    stage: State,
    end: State,
}

impl Integrator for Rk4 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        4
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        let system = world.begin(s, h)?;
        let n = system.dofs();
        fit(&mut self.force, n);
        fit(&mut self.acceleration, n);
        self.stage.copy_from(s);
        self.end.copy_from(s);
        let Self { force, acceleration: a, stage, end } = self;
        let result = lumped(NAME, system).and_then(|mass| {
            // Each stage adds its slope to the end with its weight, then moves on by `c` to the next one.
            for (weight, c) in [(1.0 / 6.0, 0.5), (1.0 / 3.0, 0.5), (1.0 / 3.0, 1.0), (1.0 / 6.0, 0.0)] {
                acceleration(system, mass, stage, force, a);
                for (i, a) in a.iter().enumerate() {
                    end.x[i] += weight * h * stage.v[i];
                    end.v[i] += weight * h * a;
                    stage.x[i] = s.x[i] + c * h * stage.v[i];
                    stage.v[i] = s.v[i] + c * h * a;
                }
                stage.t = s.t + c * h;
            }
            end.t = s.t + h;
            finite(end)
        });
        super::conclude(world, s, end, result)
    }
}
