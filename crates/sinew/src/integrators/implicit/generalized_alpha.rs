//! The generalized-alpha scheme of Chung and Hulbert: order 2, and fast motion damped as much as one number says.
//!
//! x_{n+1} = x_n + h v_n + h^2 ((1/2 - beta) a_n + beta a_{n+1}),  v_{n+1} = v_n + h ((1 - gamma) a_n + gamma a_{n+1}),
//! M ((1 - alpha_m) a_{n+1} + alpha_m a_n) = f(t_f, x_f, v_f), x_f = (1 - alpha_f) x_{n+1} + alpha_f x_n (t_f, v_f too),
//! alpha_m = (2 rho - 1)/(1 + rho),  alpha_f = rho/(1 + rho),  beta = 1/(1 + rho)^2,  gamma = (3 - rho)/(2 (1 + rho))
//!
//! rho is the factor by which infinitely fast motion shrinks in a step: 1 keeps it, 0 removes it within three steps.
//!
//! As a stage: x_f is the unknown and u / s the mean acceleration, so a_{n+1} = (u/s - alpha_m a_n) / (1 - alpha_m).
//! Put into x_f = x_n + theta (x_{n+1} - x_n) and v_f, with theta = 1 - alpha_f = 1 / (1 + rho), this gives
//!
//! y = x_n + theta (h v_n + p h^2 a_n),  p = 1/2 - beta/(1 - alpha_m) = rho (1 - rho) / (2 (1 + rho) (2 - rho)),
//! w = v_n + theta q h a_n,              q = 1 - gamma/(1 - alpha_m) = (1 - rho) / (2 (2 - rho)),
//! s = theta beta h^2 / (1 - alpha_m) = h^2 / ((1 + rho)^2 (2 - rho)),  c = gamma/(beta h) = (3 - rho) (1 + rho) / (2 h),
//!
//! and x_{n+1} = x_n + h v_n + p h^2 a_n + u / theta, v_{n+1} = v_n + q h a_n + c u / theta. For rho = 1, p = q = 0: the
//! midpoint rule to the letter, which keeps quadratic energies and both momenta.
//!
//! a_n belongs to the time t_n + delta h, delta = alpha_m - alpha_f = -(1 - rho)/(1 + rho), not to t_n. Where h changes
//! it is moved along the line through the last two, a_n + delta (h/h_{n-1} - 1) (a_n - a_{n-1}); unmoved, the order
//! would be 1 on steps that change all the time. The first step has no a_n, nor has one that grows by more than 4 or
//! moves a_n by more than a step: it takes the acceleration as constant, a_n = a_{n+1} = u / s, which is the stage with
//! p = q = 0, s = theta h^2 / 2, c = 2 / h. The usual start, M a_0 = f(x_0), throws what is stretched and faster than
//! the step: at rho = 0.8 the energy grows 4e-4 (h omega)^2 times, here not at all (by at most 6 %, at rho = 0.99).
//!
//! For structures and stiff solids whose slow motion must live on while noise dies out within some steps; where it must
//! be gone at once take `tr-bdf2`. Above rho = 0.8 steps had better not change all the time: under alternating
//! ones of 1:2 motion of h omega = 3 grows by 0.3 % a step at rho = 0.9. [chung1993], [arnold2007] (the time of a_n)

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::halving::{Halving, Substep};
use super::newton::{Newton, Stage};
use crate::integrators::options::{Checked, NewtonOptions, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "generalized-alpha";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "order 2 with damping of fast motion chosen by `rho`: 1 none (midpoint), 0 all",
    source: "chung1993",
    order: 2,
    build: |table| Ok(Box::new(GeneralizedAlpha::new(parse(NAME, table)?))),
    schema: schema::<GeneralizedAlphaOptions>,
};

/// Growth of the step beyond which the history is not used, whatever rho.
const LARGEST_GROWTH: f64 = 4.0;

/// Options of the generalized-alpha scheme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GeneralizedAlphaOptions {
    /// Factor by which infinitely fast motion shrinks in a step (dimensionless): 1 keeps all of it, 0 nothing.
    pub rho: f64,
    /// Options of the Newton solver.
    #[serde(flatten)]
    pub newton: NewtonOptions,
}

impl Default for GeneralizedAlphaOptions {
    fn default() -> Self {
        Self { rho: 0.8, newton: NewtonOptions::default() }
    }
}

impl Checked for GeneralizedAlphaOptions {
    fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.rho) {
            return Err(format!("`rho` is {}, but it must lie between 0 and 1; 0.8 is the usual value", self.rho));
        }
        self.newton.check()
    }
}

/// See the module's head.
pub struct GeneralizedAlpha {
    halving: Halving,
    scheme: Scheme,
}

/// Weights of a step in units of h: see the module's head.
#[derive(Debug, Clone, Copy)]
struct Weights {
    alpha_m: f64,
    p: f64,
    q: f64,
    scale: f64,
    slope: f64,
}

struct Scheme {
    theta: f64,
    delta: f64,
    regular: Weights,
    start: Weights,
    newton: Newton,
    stage: Stage,
    /// a_n and a_{n-1}, for steps of size `last_step`.
    acceleration: Vec<f64>,
    previous: Vec<f64>,
    /// Size of the last step; 0 if there is no history.
    last_step: f64,
    /// a_n of the last attempt, moved to its step size, and a_{n+1}.
    moved: Vec<f64>,
    next: Vec<f64>,
}

impl GeneralizedAlpha {
    /// With options that were checked.
    pub fn new(options: GeneralizedAlphaOptions) -> Self {
        let GeneralizedAlphaOptions { rho, newton } = options;
        let theta = 1.0 / (1.0 + rho);
        Self {
            halving: Halving::new(newton.halvings),
            scheme: Scheme {
                theta,
                delta: -(1.0 - rho) * theta,
                regular: Weights {
                    alpha_m: (2.0 * rho - 1.0) * theta,
                    p: 0.5 * rho * (1.0 - rho) * theta / (2.0 - rho),
                    q: 0.5 * (1.0 - rho) / (2.0 - rho),
                    scale: theta * theta / (2.0 - rho),
                    slope: 0.5 * (3.0 - rho) * (1.0 + rho),
                },
                start: Weights { alpha_m: 0.0, p: 0.0, q: 0.0, scale: 0.5 * theta, slope: 2.0 },
                newton: Newton::new(newton),
                stage: Stage::default(),
                acceleration: Vec::new(),
                previous: Vec::new(),
                last_step: 0.0,
                moved: Vec::new(),
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
        let Self { theta, delta, newton, stage, acceleration: a, previous, last_step, moved, next, .. } = self;
        let (theta, n) = (*theta, from.x.len());
        let growth = h / *last_step;
        let first = *last_step == 0.0 || a.len() != n || growth > LARGEST_GROWTH || *delta * (growth - 1.0) < -1.0;
        let Weights { alpha_m, p, q, scale, slope } = if first { self.start } else { self.regular };
        moved.resize(n, 0.0);
        next.resize(n, 0.0);
        if first {
            moved.fill(0.0);
        } else {
            let ahead = *delta * (growth - 1.0);
            (0..n).for_each(|i| moved[i] = a[i] + ahead * (a[i] - previous[i]));
        }
        stage.set(from.t + theta * h, scale * h * h, slope / h, n, |i| {
            (from.x[i] + theta * (h * from.v[i] + p * h * h * moved[i]), from.v[i] + theta * q * h * moved[i])
        });
        newton.solve(system, stage, &from.x, work)?;
        for (i, u) in newton.increment().iter().enumerate() {
            to.x[i] = from.x[i] + h * from.v[i] + p * h * h * moved[i] + u / theta;
            to.v[i] = from.v[i] + q * h * moved[i] + stage.slope * u / theta;
            next[i] = (u / stage.scale - alpha_m * moved[i]) / (1.0 - alpha_m);
        }
        if first {
            moved.copy_from_slice(next);
        }
        Ok(())
    }

    fn accept(&mut self, _from: &State, _to: &State, h: f64) {
        std::mem::swap(&mut self.acceleration, &mut self.next);
        std::mem::swap(&mut self.previous, &mut self.moved);
        self.last_step = h;
    }

    fn forget(&mut self) {
        self.last_step = 0.0;
    }
}

impl Integrator for GeneralizedAlpha {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.scheme, world, s, h)
    }

    fn state_changed(&mut self, _s: &State) {
        self.scheme.forget();
    }

    fn save(&self) -> History {
        let Scheme { acceleration, previous, last_step, .. } = &self.scheme;
        if *last_step == 0.0 {
            return History::default();
        }
        History(BTreeMap::from([
            ("acceleration".into(), acceleration.clone()),
            ("previous_acceleration".into(), previous.clone()),
            ("last_step".into(), vec![*last_step]),
        ]))
    }

    fn restore(&mut self, history: &History) {
        self.scheme.forget();
        let History(arrays) = history;
        if let (Some(a), Some(previous), Some([h])) = (
            arrays.get("acceleration"),
            arrays.get("previous_acceleration"),
            arrays.get("last_step").map(Vec::as_slice),
        ) {
            self.scheme.acceleration.clone_from(a);
            self.scheme.previous.clone_from(previous);
            self.scheme.last_step = *h;
        }
    }
}
