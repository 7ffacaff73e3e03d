//! Two-step backward differentiation with coefficients for steps of changing size.
//!
//! With w = h_n / h_{n-1}, a = (1+w)^2 / (1+2w), b = w^2 / (1+2w), c = h (1+w) / (1+2w):
//!
//! x_{n+1} = a x_n - b x_{n-1} + c v_{n+1},  v_{n+1} = a v_n - b v_{n-1} + c M^-1 f(t_{n+1}, x_{n+1}, v_{n+1})
//!
//! As a stage: X = a x_n - b x_{n-1}, W likewise, y = X + c W, s = c^2, v = W + u / c. The first step, and one that grows
//! by more than 2 (the limit of stability is 1 + sqrt 2), is made with the two-stage L-stable SDIRK scheme of order 2.
//! Damps fast motion much less than backward Euler and keeps slow motion well: a robust choice for stiff scenes.
//! [hairer1996] (BDF, III.5 of [hairer1993] for variable steps), [alexander1977] (SDIRK)

use std::collections::BTreeMap;

use super::halving::{Halving, Substep};
use super::newton::{Newton, Stage};
use crate::integrators::options::{NewtonOptions, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "bdf2";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "two-step BDF for steps of any sequence; stable and far less damping than backward Euler",
    source: "hairer1996",
    order: 2,
    build: |table| Ok(Box::new(Bdf2::new(parse(NAME, table)?))),
    schema: schema::<NewtonOptions>,
};

/// Growth of the step beyond which the history is not used.
const LARGEST_GROWTH: f64 = 2.0;

/// See the module's head.
pub struct Bdf2 {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    newton: Newton,
    stage: Stage,
    /// The state before the current one.
    previous: State,
    /// Size of the step between them; 0 if there is no history.
    last_step: f64,
}

impl Bdf2 {
    /// With options that were checked.
    pub fn new(options: NewtonOptions) -> Self {
        Self {
            halving: Halving::new(options.halvings),
            scheme: Scheme {
                newton: Newton::new(options),
                stage: Stage::default(),
                previous: State::default(),
                last_step: 0.0,
            },
        }
    }
}

/// SDIRK, gamma = 1 - 1/sqrt 2: two stages with the same scale, the second ends at t + h.
pub(in crate::integrators) fn sdirk(
    newton: &mut Newton,
    stage: &mut Stage,
    system: &dyn MechanicalSystem,
    from: &State,
    h: f64,
    work: &mut Work,
) -> Result<(), StepError> {
    let gamma = 1.0 - std::f64::consts::FRAC_1_SQRT_2;
    let (c, rest) = (gamma * h, (1.0 - gamma) * h);
    let n = from.x.len();
    stage.set(from.t + c, c * c, 1.0 / c, n, |i| (from.x[i] + c * from.v[i], from.v[i]));
    newton.solve(system, stage, &from.x, work)?;
    let (u, middle) = (newton.increment(), newton.state());
    stage.set(from.t + h, c * c, 1.0 / c, n, |i| {
        let velocity = from.v[i] + rest * u[i] / (c * c);
        (from.x[i] + rest * middle.v[i] + c * velocity, velocity)
    });
    newton.solve(system, stage, &from.x, work)
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
        if self.last_step == 0.0 || self.previous.x.len() != from.x.len() || h > LARGEST_GROWTH * self.last_step {
            sdirk(&mut self.newton, &mut self.stage, system, from, h, work)?;
        } else {
            let Self { newton, stage, previous, last_step } = self;
            let w = h / *last_step;
            let (b, c) = (w * w / (1.0 + 2.0 * w), h * (1.0 + w) / (1.0 + 2.0 * w));
            // a = 1 + b, so that the differences are small where the states are close.
            stage.set(from.t + h, c * c, 1.0 / c, from.x.len(), |i| {
                let velocity = from.v[i] + b * (from.v[i] - previous.v[i]);
                (from.x[i] + b * (from.x[i] - previous.x[i]) + c * velocity, velocity)
            });
            newton.solve(system, stage, &from.x, work)?;
        }
        to.copy_from(self.newton.state());
        Ok(())
    }

    fn accept(&mut self, from: &State, _to: &State, h: f64) {
        self.previous.copy_from(from);
        self.last_step = h;
    }

    fn forget(&mut self) {
        self.last_step = 0.0;
    }
}

impl Integrator for Bdf2 {
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
        let Scheme { previous, last_step, .. } = &self.scheme;
        if *last_step == 0.0 {
            return History::default();
        }
        History(BTreeMap::from([
            ("previous_positions".into(), previous.x.clone()),
            ("previous_velocities".into(), previous.v.clone()),
            ("last_step".into(), vec![*last_step]),
        ]))
    }

    fn restore(&mut self, history: &History) {
        self.scheme.forget();
        let History(arrays) = history;
        if let (Some(x), Some(v), Some([h])) = (
            arrays.get("previous_positions"),
            arrays.get("previous_velocities"),
            arrays.get("last_step").map(Vec::as_slice),
        ) {
            self.scheme.previous = State { t: 0.0, x: x.clone(), v: v.clone() };
            self.scheme.last_step = *h;
        }
    }
}
