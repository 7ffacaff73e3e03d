//! The trapezoidal rule under the constraint that the energy is the tracked one, by a Lagrange multiplier. [hughes1978]
//!
//! The trapezoidal rule minimises 2/h^2 |x - y|_M^2 + V(x), y = x_n + h v_n + h^2/4 a_n, and sets v = 2/h (x - x_n) - v_n.
//! With the multiplier l of H(x, v(x)) = H* the stationary points are those of
//!
//!   2/h^2 |x - y_m|_M^2 + V(x),   y_m = w + m (y - w),   w = x_n + h/2 v_n,   m = 1 / (1 + l):
//!
//! the same problem with a target that slides along a line. So the multiplier is a scalar root of H(m) = H*, each value of
//! which costs a solve. m = 1 is the plain rule; the root next to it is taken, or what comes closest if none is near.
//!
//! For comparison: energy is exact, but momentum is not kept, a step costs three to ten solves, and stiff bodies get stuck,
//! their elements swinging in place with all of the energy [dinev2018, fig. 1]. Use `stabilized`.

use super::books::Books;
use super::frozen::{Outcome, outcome};
use super::options::TrackedOptions;
use super::root::root;
use super::tracked::{Booked, Tracked};
use crate::integrators::implicit::halving::Halving;
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::implicit::velocity::Accelerations;
use crate::integrators::options::{parse, schema};
use crate::integrators::{Entry, Work};
use crate::mechanics::{Energy, MechanicalSystem, State, StepError};

const NAME: &str = "energy-multiplier";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "trapezoidal rule with the energy enforced by a Lagrange multiplier; a comparison, stiff bodies get stuck",
    source: "hughes1978",
    order: 2,
    build: |table| Ok(Box::new(EnergyMultiplier::new(parse(NAME, table)?))),
    schema: schema::<TrackedOptions>,
};

/// See the module's head.
pub type EnergyMultiplier = Tracked<Constrained>;

/// The substep.
pub struct Constrained {
    tolerance: f64,
    books: Books,
    newton: Newton,
    accelerations: Accelerations,
    stage: Stage,
    start: State,
    middle: State,
    acceleration: Vec<f64>,
    guess: Vec<f64>,
}

/// The first distance from 1 at which the other sign of the energy error is looked for; each next one is four times as
/// far.
const REACH: f64 = 1e-4;
/// How often.
const ATTEMPTS: i32 = 9;

impl EnergyMultiplier {
    /// With options that were checked.
    pub fn new(options: TrackedOptions) -> Self {
        let TrackedOptions { energy_tolerance, newton } = options;
        Self {
            halving: Halving::new(newton.halvings),
            scheme: Constrained {
                tolerance: energy_tolerance,
                books: Books::new(true),
                accelerations: Accelerations::new(newton.max_iterations),
                newton: Newton::new(newton),
                stage: Stage::default(),
                start: State::default(),
                middle: State::default(),
                acceleration: Vec::new(),
                guess: Vec::new(),
            },
        }
    }
}

impl Constrained {
    /// The end of the step for a value of m, and its energy.
    fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        m: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<Energy, StepError> {
        let Self { newton, stage, start, acceleration, guess, .. } = self;
        let (half, x, v) = (0.5 * h, &start.x, &start.v);
        stage.set(start.t, half * half, 1.0 / half, x.len(), |i| {
            // From x_n to the target, and the velocity 2/h (y_m - x_n) - v_n that belongs to it.
            let target = half * v[i] + m * (half * v[i] + half * half * acceleration[i]);
            (x[i] + target, target / half - v[i])
        });
        if outcome(newton.solve(system, stage, guess, work), work)? == Outcome::Lost {
            return Err(StepError::NonFinite { free_vertex: 0 });
        }
        to.copy_from(newton.state());
        guess.clone_from(&to.x);
        Ok(system.energy(to))
    }

    /// The value of m next to 1 at which the energy is right.
    fn multiplier(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        energy: Energy,
        to: &mut State,
        work: &mut Work,
    ) -> Result<Energy, StepError> {
        let allowed = self.books.allowed(self.tolerance);
        let error = self.books.error(&energy);
        let mut best = (1.0, error, energy);
        if error.abs() <= allowed {
            return Ok(energy);
        }
        for k in 0..ATTEMPTS {
            // A target nearer to w has less energy, as a rule; the other side is tried, too.
            for side in [-error.signum(), error.signum()] {
                let end = 1.0 + side * REACH * 4f64.powi(k);
                let Ok(other) = self.solve(system, h, end, to, work) else { continue };
                let far = self.books.error(&other);
                if far.abs() < best.1.abs() {
                    best = (end, far, other);
                }
                if (far > 0.0) == (error > 0.0) {
                    continue;
                }
                let mut last = (end, Ok(other));
                let at = root([error, far], 0.0, allowed, |s| {
                    let m = 1.0 + s * (end - 1.0);
                    last = (m, self.solve(system, h, m, to, work));
                    last.1.as_ref().map_or(f64::NAN, |energy| self.books.error(energy))
                });
                let m = 1.0 + at * (end - 1.0);
                return if last.0 == m { last.1 } else { self.solve(system, h, m, to, work) };
            }
        }
        self.solve(system, h, best.0, to, work)
    }
}

impl Booked for Constrained {
    const NAME: &'static str = NAME;

    fn books(&self) -> &Books {
        &self.books
    }

    fn books_mut(&mut self) -> &mut Books {
        &mut self.books
    }

    fn book(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.books.open(system, from, h, &mut self.start);
        let Self { accelerations, acceleration, start, middle, guess, .. } = self;
        acceleration.resize(start.x.len(), 0.0);
        middle.copy_from(start);
        accelerations.solve(system, middle, (&start.v, 0.0), 0.0, acceleration, work)?;
        guess.clone_from(&start.x);
        let energy = self.solve(system, h, 1.0, to, work)?;

        let Self { books, start, middle, .. } = self;
        for i in 0..to.x.len() {
            middle.x[i] = 0.5 * (start.x[i] + to.x[i]);
            middle.v[i] = 0.5 * (start.v[i] + to.v[i]);
        }
        books.work(system, middle, h, &start.v, to);
        let energy = self.multiplier(system, h, energy, to, work)?;
        self.books.close(system, &energy, to, from.t + h);
        Ok(())
    }
}
