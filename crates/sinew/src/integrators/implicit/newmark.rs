//! Newmark's family with parameters beta and gamma.
//!
//! x_{n+1} = x_n + h v_n + h^2 ((1/2 - beta) a_n + beta a_{n+1}),  v_{n+1} = v_n + h ((1 - gamma) a_n + gamma a_{n+1}),
//! M a_{n+1} = f(t_{n+1}, x_{n+1}, v_{n+1})
//!
//! As a stage: y = x_n + h v_n + h^2 (1/2 - beta) a_n, s = beta h^2, v = v_n + h (1 - gamma) a_n + gamma/(beta h) u.
//! beta = 1/4, gamma = 1/2 is the undamped average-acceleration rule; gamma > 1/2 damps and drops to order 1;
//! beta = 0 is explicit in positions (central differences), stable for h omega_max < 2. [newmark1959]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::halving::{Halving, Substep};
use super::newton::{Newton, Stage};
use super::velocity::Accelerations;
use crate::integrators::options::{Checked, NewtonOptions, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "newmark";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "average acceleration (beta 1/4, gamma 1/2) and its relatives; beta = 0 is explicit",
    source: "newmark1959",
    order: 2,
    build: |table| Ok(Box::new(Newmark::new(parse(NAME, table)?))),
    schema: schema::<NewmarkOptions>,
};

/// Options of Newmark's family.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NewmarkOptions {
    /// Weight of the new acceleration in the positions; 1/4 by default, 0 for the explicit scheme.
    pub beta: f64,
    /// Weight of the new acceleration in the velocities; 1/2 by default, more damps.
    pub gamma: f64,
    /// Options of the Newton solver.
    #[serde(flatten)]
    pub newton: NewtonOptions,
}

impl Default for NewmarkOptions {
    fn default() -> Self {
        Self { beta: 0.25, gamma: 0.5, newton: NewtonOptions::default() }
    }
}

impl Checked for NewmarkOptions {
    fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.beta) {
            return Err(format!("`beta` is {}, but it must lie between 0 and 1; 0.25 is the usual value", self.beta));
        }
        if !(0.5..=1.0).contains(&self.gamma) {
            return Err(format!(
                "`gamma` is {}, but below 0.5 every motion grows and above 1 there is no scheme; 0.5 is the usual value",
                self.gamma
            ));
        }
        self.newton.check()
    }
}

/// See the module's head.
pub struct Newmark {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    beta: f64,
    gamma: f64,
    newton: Newton,
    accelerations: Accelerations,
    stage: Stage,
    /// a_n, valid once a step was made.
    acceleration: Vec<f64>,
    started: bool,
    /// a_{n+1} of the last attempt.
    next: Vec<f64>,
}

impl Newmark {
    /// With options that were checked.
    pub fn new(options: NewmarkOptions) -> Self {
        let NewmarkOptions { beta, gamma, newton } = options;
        Self {
            halving: Halving::new(newton.halvings),
            scheme: Scheme {
                beta,
                gamma,
                accelerations: Accelerations::new(newton.max_iterations),
                newton: Newton::new(newton),
                stage: Stage::default(),
                acceleration: Vec::new(),
                started: false,
                next: Vec::new(),
            },
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
        let Self { beta, gamma, newton, accelerations, stage, acceleration: a, started, next } = self;
        let (beta, gamma, n) = (*beta, *gamma, from.x.len());
        let size = newton.options().tolerance * system.element_size();
        if !*started || a.len() != n {
            a.resize(n, 0.0);
            a.fill(0.0);
            to.copy_from(from);
            accelerations.solve(system, to, (&from.v, 0.0), size / (h * h), a, work)?;
        }
        next.resize(n, 0.0);
        let scale = beta * h * h;
        let slope = if beta > 0.0 { gamma / (beta * h) } else { 0.0 };
        stage.set(from.t + h, scale, slope, n, |i| {
            (from.x[i] + h * from.v[i] + h * h * (0.5 - beta) * a[i], from.v[i] + h * (1.0 - gamma) * a[i])
        });
        if beta > 0.0 {
            newton.solve(system, stage, &from.x, work)?;
            next.iter_mut().zip(newton.increment()).for_each(|(a, u)| *a = u / scale);
            to.copy_from(newton.state());
        } else {
            next.copy_from_slice(a);
            to.t = stage.time;
            to.x.copy_from_slice(&stage.target);
            accelerations.solve(system, to, (&stage.velocity, gamma * h), size / (h * h), next, work)?;
        }
        Ok(())
    }

    fn accept(&mut self, _from: &State, _to: &State, _h: f64) {
        std::mem::swap(&mut self.acceleration, &mut self.next);
        self.started = true;
    }

    fn forget(&mut self) {
        self.started = false;
    }
}

impl Integrator for Newmark {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        if self.scheme.gamma == 0.5 { 2 } else { 1 }
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.scheme, world, s, h)
    }

    fn state_changed(&mut self, _s: &State) {
        self.scheme.forget();
    }

    fn save(&self) -> History {
        if !self.scheme.started {
            return History::default();
        }
        History(BTreeMap::from([("acceleration".into(), self.scheme.acceleration.clone())]))
    }

    fn restore(&mut self, history: &History) {
        self.scheme.forget();
        if let Some(a) = history.0.get("acceleration") {
            self.scheme.acceleration.clone_from(a);
            self.scheme.started = true;
        }
    }
}
