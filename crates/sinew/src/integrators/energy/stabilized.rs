//! The implicit midpoint rule, kept at the right energy by a little of an Euler step. [dinev2018, Alg. 1]
//!
//! The midpoint rule gives (x, v); [`books`](super::books) tell its energy error e. Too much, e > 0: a backward Euler
//! step from the same start takes energy out; too little: a forward Euler step puts some in. The end of the step is
//!
//!   (x, v)_{n+1} = (1 - alpha) (x, v)_midpoint + alpha (x, v)_Euler,   e(alpha) = 0,
//!
//! with alpha in [0, 1] by [`root`](super::root) (e is not always monotone, so by a bracket). If |e| is within
//! `tolerance` of the positive scale kinetic + |elastic| nothing is blended. If backward Euler is still too high, which
//! non-convex potentials allow, all of it is taken and the next steps pay; if forward Euler is still too low the higher
//! of the two ends is taken. A midpoint step that Newton's method cannot solve is replaced by backward Euler.
//!
//! Stable at frame-sized steps where the midpoint rule and Newmark explode, lively where BDF1 and BDF2 die. Order 2.
//! The blend does not keep angular momentum where it is large: stiff bodies that spin fast.

use sinew_math::parallel::dot;

use super::books::Books;
use super::options::{StabilizedOptions, Start};
use super::root::root;
use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::implicit::velocity::Accelerations;
use crate::integrators::options::{parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{Energy, Flow, MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "stabilized";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "midpoint with a little Euler, so that the tracked energy stays within a tolerance; never explodes",
    source: "dinev2018",
    order: 2,
    build: |table| Ok(Box::new(Stabilized::new(parse(NAME, table)?))),
    schema: schema::<StabilizedOptions>,
};

/// See the module's head.
pub struct Stabilized {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    options: StabilizedOptions,
    newton: Newton,
    partner_newton: Newton,
    accelerations: Accelerations,
    stage: Stage,
    books: Books,
    /// The start of the step at the time in its middle.
    frozen: State,
    /// The midpoint rule's end and the Euler step's.
    plain: State,
    partner: State,
    middle: State,
    acceleration: Vec<f64>,
    product: Vec<f64>,
    alpha: f64,
}

impl Stabilized {
    /// With options that were checked.
    pub fn new(options: StabilizedOptions) -> Self {
        Self {
            halving: Halving::new(options.halvings),
            scheme: Scheme {
                newton: Newton::new(options.newton()),
                partner_newton: Newton::new(options.partner()),
                accelerations: Accelerations::new(options.max_iterations),
                stage: Stage::default(),
                books: Books::new(options.contact_energy),
                frozen: State::default(),
                plain: State::default(),
                partner: State::default(),
                middle: State::default(),
                acceleration: Vec::new(),
                product: Vec::new(),
                alpha: 0.0,
                options,
            },
        }
    }

    /// How much of an Euler step the last step took: 1 is backward, -1 forward Euler, 0 the midpoint rule.
    pub fn alpha(&self) -> f64 {
        self.scheme.alpha
    }

    /// The energy that the run should have at the end of the last step, minus the one that it has.
    pub fn owed(&self) -> f64 {
        self.scheme.books.owed()
    }
}

impl Scheme {
    /// The midpoint rule at frozen time; false if it has no solution that Newton's method can find.
    fn midpoint(&mut self, system: &dyn MechanicalSystem, h: f64, work: &mut Work) -> Result<bool, StepError> {
        let Self { newton, stage, frozen, plain, middle, .. } = self;
        let half = 0.5 * h;
        let (x, v) = (&frozen.x, &frozen.v);
        stage.set(frozen.t, half * half, 1.0 / half, x.len(), |i| (x[i] + half * v[i], v[i]));
        match newton.solve(system, stage, x, work) {
            Err(StepError::NewtonStalled { .. }) => return Ok(false),
            other => other?,
        }
        plain.copy_from(frozen);
        for (i, u) in newton.increment().iter().enumerate() {
            plain.x[i] += h * v[i] + 2.0 * u;
            plain.v[i] += 4.0 * u / h;
        }
        middle.copy_from(newton.state());
        Ok(true)
    }

    /// Backward Euler at frozen time, started from the midpoint rule's end.
    fn backward(&mut self, system: &dyn MechanicalSystem, h: f64, work: &mut Work) -> Result<(), StepError> {
        let Self { partner_newton, stage, frozen, plain, partner, .. } = self;
        let (x, v) = (&frozen.x, &frozen.v);
        stage.set(frozen.t, h * h, 1.0 / h, x.len(), |i| (x[i] + h * v[i], v[i]));
        partner_newton.solve(system, stage, &plain.x, work)?;
        partner.copy_from(partner_newton.state());
        Ok(())
    }

    /// a = M^-1 f at the frozen start.
    fn accelerate(&mut self, system: &dyn MechanicalSystem, work: &mut Work) -> Result<(), StepError> {
        let Self { accelerations, frozen, middle, acceleration, .. } = self;
        acceleration.resize(frozen.x.len(), 0.0);
        middle.copy_from(frozen);
        accelerations.solve(system, middle, (&frozen.v, 0.0), 0.0, acceleration, work)
    }

    /// Forward Euler at frozen time.
    fn forward(&mut self, system: &dyn MechanicalSystem, h: f64, work: &mut Work) -> Result<(), StepError> {
        self.accelerate(system, work)?;
        let Self { frozen, partner, acceleration, .. } = self;
        partner.copy_from(frozen);
        for i in 0..frozen.x.len() {
            partner.x[i] += h * frozen.v[i];
            partner.v[i] += h * acceleration[i];
        }
        Ok(())
    }

    /// Symplectic Euler at frozen time, in place of the midpoint rule.
    fn symplectic(&mut self, system: &dyn MechanicalSystem, h: f64, work: &mut Work) -> Result<(), StepError> {
        self.accelerate(system, work)?;
        let Self { frozen, plain, middle, acceleration, .. } = self;
        plain.copy_from(frozen);
        for i in 0..frozen.x.len() {
            plain.v[i] += h * acceleration[i];
            plain.x[i] += h * plain.v[i];
            middle.x[i] = 0.5 * (frozen.x[i] + plain.x[i]);
            middle.v[i] = 0.5 * (frozen.v[i] + plain.v[i]);
        }
        Ok(())
    }

    /// Curvature of the energy along the blend, as [`root`] wants it, from both ends and the slope at one of them.
    /// Backward Euler tells the force at its own end, M (v - v_n) / h; towards forward Euler the slope at the midpoint
    /// rule's end takes the force that goes on from the start through the middle.
    fn curvature(&mut self, system: &dyn MechanicalSystem, h: f64, ends: [f64; 2]) -> f64 {
        let Self { frozen, plain, partner, middle, acceleration, product, .. } = self;
        let n = plain.x.len();
        let backward = ends[0] > 0.0;
        acceleration.resize(n, 0.0);
        product.resize(n, 0.0);
        if backward {
            (0..n).for_each(|i| acceleration[i] = (partner.v[i] - frozen.v[i]) / h);
        } else {
            (0..n).for_each(|i| acceleration[i] = 2.0 * (plain.v[i] - frozen.v[i]) / h - acceleration[i]);
        }
        // dV/dalpha = -f . dx, dK/dalpha = v . M dv
        let change = &mut middle.x;
        (0..n).for_each(|i| change[i] = partner.x[i] - plain.x[i]);
        system.mass().apply(change, product);
        let mut slope = -dot(acceleration, product);
        (0..n).for_each(|i| change[i] = partner.v[i] - plain.v[i]);
        system.mass().apply(change, product);
        slope += dot(if backward { &partner.v } else { &plain.v }, product);
        let rise = ends[1] - ends[0];
        if backward { slope - rise } else { rise - slope }
    }

    /// `to` = the blend that has the right energy, and that energy.
    fn blend(&mut self, system: &dyn MechanicalSystem, h: f64, ends: [f64; 2], allowed: f64, to: &mut State) -> Energy {
        let curvature = self.curvature(system, h, ends);
        let Self { books, plain, partner, .. } = self;
        let mut place = |alpha: f64| {
            for i in 0..to.x.len() {
                to.x[i] = (1.0 - alpha) * plain.x[i] + alpha * partner.x[i];
                to.v[i] = (1.0 - alpha) * plain.v[i] + alpha * partner.v[i];
            }
            system.energy(to)
        };
        let mut last = (0.0, Energy::default());
        let alpha = root(ends, curvature, allowed, |alpha| {
            last = (alpha, place(alpha));
            books.error(&last.1)
        });
        self.alpha = alpha;
        if last.0 == alpha { last.1 } else { place(alpha) }
    }

    /// `to` = the end of the frozen step, and its energy.
    fn correct(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<Energy, StepError> {
        let energy = system.energy(&self.plain);
        let error = self.books.error(&energy);
        let allowed = self.books.allowed(self.options.tolerance);
        to.copy_from(&self.plain);
        self.alpha = 0.0;
        if error.abs() <= allowed {
            return Ok(energy);
        }
        let low = error < 0.0;
        match low {
            true => self.forward(system, h, work)?,
            false => self.backward(system, h, work)?,
        }
        let other = system.energy(&self.partner);
        let ends = [error, self.books.error(&other)];
        let mut energy = energy;
        if low && ends[1] < 0.0 {
            // Neither is high enough.
            if ends[1] > ends[0] {
                (self.alpha, energy) = (1.0, other);
                to.copy_from(&self.partner);
            }
        } else if !low && ends[1].is_nan() | (ends[1] >= 0.0) {
            (self.alpha, energy) = (1.0, other);
            to.copy_from(&self.partner);
        } else {
            energy = self.blend(system, h, ends, allowed, to);
        }
        if low {
            self.alpha = -self.alpha;
        }
        Ok(energy)
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
        self.books.open(system, from, h, &mut self.frozen);
        let solved = match self.options.start {
            Start::ImplicitMidpoint => self.midpoint(system, h, work)?,
            Start::SymplecticEuler => self.symplectic(system, h, work).map(|_| true)?,
        };
        if !solved {
            // Without a midpoint there is still backward Euler.
            self.plain.copy_from(&self.frozen);
            self.backward(system, h, work)?;
            self.plain.copy_from(&self.partner);
            self.middle.copy_from(&self.partner);
            work.fallbacks += 1;
        }
        let Self { books, plain, middle, frozen, .. } = self;
        books.work(system, middle, h, &frozen.v, plain);
        let energy = match solved {
            true => self.correct(system, h, to, work)?,
            false => {
                self.alpha = 1.0;
                to.copy_from(&self.plain);
                system.energy(to)
            }
        };
        self.books.close(system, &energy, to, from.t + h);
        Ok(())
    }

    fn accept(&mut self, _from: &State, _to: &State, _h: f64) {
        self.books.accept();
    }
}

impl Integrator for Stabilized {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.scheme.books.begin();
        let result = self.halving.step(&mut self.scheme, world, s, h);
        if result.is_err() {
            self.scheme.books.give_up();
        }
        result
    }

    fn energy_flow(&self) -> Option<Flow> {
        Some(self.scheme.books.flow())
    }

    fn save(&self) -> History {
        self.scheme.books.save()
    }

    fn restore(&mut self, history: &History) {
        self.scheme.books.restore(history);
    }
}
