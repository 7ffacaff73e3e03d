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
//! of the two ends is taken. A solve that stalls ends where it got: the search for the energy makes the best of it.
//!
//! Euler steps change the angular momentum, by a lot where the blend takes a lot of them: stiff bodies that spin fast. With
//! `momentum = "keep"` every blend gets the momenta of the midpoint rule back by a rigid field of velocities per
//! [piece](super::rigid), within the search for alpha; what backward Euler leaves too high the vibration pays.
//! `partner = "middle"` takes the middle of the midpoint rule, itself a backward Euler step over h/2, in place of backward
//! Euler: placed rigidly at the end it dissipates, keeps momenta and costs no solve.
//! `correction = "velocity"` does without Euler steps: it multiplies the velocities of the vibration by the gamma that
//! makes e = 0, in closed form, in the spirit of [you2026]; positions then change only where the velocities cannot pay.
//! Where all of this leaves too much, [`retreat`](super::retreat) shortens the step.
//!
//! Stable at frame-sized steps where the midpoint rule and Newmark explode, lively where BDF1 and BDF2 die. Order 2.

use sinew_math::parallel::dot;

use super::books::Books;
use super::frozen::Frozen;
use super::options::{Correction, MomentumRule, Partner, StabilizedOptions, Start};
use super::retreat::Retreat;
use super::rigid::Rigid;
use super::root::root;
use super::tracked::{Booked, Tracked};
use crate::integrators::implicit::halving::Halving;
use crate::integrators::options::{parse, schema};
use crate::integrators::{Entry, Work};
use crate::mechanics::{Energy, MechanicalSystem, State, StepError};

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
pub type Stabilized = Tracked<Scheme>;

/// The substep.
pub struct Scheme {
    options: StabilizedOptions,
    books: Books,
    frozen: Frozen,
    rigid: Rigid,
    /// The end of the midpoint rule, its middle, and the end of the Euler step.
    plain: State,
    middle: State,
    partner: State,
    retreat: Retreat,
    change: Vec<f64>,
    product: Vec<f64>,
    alpha: f64,
}

impl Stabilized {
    /// With options that were checked.
    pub fn new(options: StabilizedOptions) -> Self {
        Self {
            halving: Halving::new(options.halvings),
            scheme: Scheme {
                books: Books::new(options.contact_energy),
                frozen: Frozen::new(&options),
                rigid: Rigid::default(),
                plain: State::default(),
                middle: State::default(),
                partner: State::default(),
                retreat: Retreat::default(),
                change: Vec::new(),
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
}

impl Scheme {
    /// Curvature of the energy along the blend, as [`root`] wants it, from both ends and the slope at one of them.
    /// Backward Euler tells the force at its own end, M (v - v_n) / h; towards forward Euler the slope at the midpoint
    /// rule's end takes the force that goes on from the start through the middle.
    fn curvature(&mut self, system: &dyn MechanicalSystem, h: f64, ends: [f64; 2]) -> f64 {
        let Self { frozen, plain, partner, change, product, .. } = self;
        let n = plain.x.len();
        let backward = ends[0] > 0.0;
        let v0 = &frozen.start.v;
        change.resize(n, 0.0);
        product.resize(n, 0.0);
        // dV/dalpha = -f . dx, dK/dalpha = v . M dv
        (0..n).for_each(|i| change[i] = partner.x[i] - plain.x[i]);
        system.mass().apply(change, product);
        match backward {
            true if self.options.partner == Partner::Middle => {
                (0..n).for_each(|i| change[i] = (plain.v[i] - v0[i]) / h);
            }
            true => (0..n).for_each(|i| change[i] = (partner.v[i] - v0[i]) / h),
            false => {
                let a = frozen.acceleration();
                (0..n).for_each(|i| change[i] = 2.0 * (plain.v[i] - v0[i]) / h - a[i]);
            }
        }
        let mut slope = -dot(change, product);
        (0..n).for_each(|i| change[i] = partner.v[i] - plain.v[i]);
        system.mass().apply(change, product);
        slope += dot(if backward { &partner.v } else { &plain.v }, product);
        let rise = ends[1] - ends[0];
        if backward { slope - rise } else { rise - slope }
    }

    /// `to` = the blend of `plain` and `partner` that has the right energy; that energy, and how much of the partner it took.
    fn search(
        &mut self,
        system: &dyn MechanicalSystem,
        ends: [f64; 2],
        curvature: f64,
        allowed: f64,
        to: &mut State,
    ) -> (Energy, f64) {
        let keep = self.keeps();
        let Self { books, plain, partner, rigid, .. } = self;
        let mut place = |alpha: f64| {
            for i in 0..to.x.len() {
                to.x[i] = (1.0 - alpha) * plain.x[i] + alpha * partner.x[i];
                to.v[i] = (1.0 - alpha) * plain.v[i] + alpha * partner.v[i];
            }
            if keep {
                rigid.restore(system, to);
            }
            system.energy(to)
        };
        let mut last = (0.0, Energy::default());
        let alpha = root(ends, curvature, allowed, |alpha| {
            last = (alpha, place(alpha));
            books.error(&last.1)
        });
        (if last.0 == alpha { last.1 } else { place(alpha) }, alpha)
    }

    fn keeps(&self) -> bool {
        self.options.momentum == MomentumRule::Keep || self.options.correction == Correction::Velocity
    }

    /// Takes the energy that is too much out of `to`: from the velocities of the vibration, and where that is not
    /// enough by a blend with the shape at the start of the step, moved rigidly. That one is never too high: without
    /// vibration it has less energy than the start had.
    fn calm(&mut self, system: &dyn MechanicalSystem, mut energy: Energy, allowed: f64, to: &mut State) -> Energy {
        energy = self.rigid.correct(system, energy, &self.books, self.options.tolerance, to);
        if self.books.error(&energy) <= allowed {
            return energy;
        }
        let Self { frozen, partner, plain, rigid, .. } = self;
        partner.copy_from(&frozen.start);
        partner.v.fill(0.0);
        rigid.restore(system, partner);
        let still = system.energy(partner);
        plain.copy_from(to);
        let ends = [self.books.error(&energy), self.books.error(&still)];
        if ends[1] < 0.0 {
            return self.search(system, ends, 0.0, allowed, to).0;
        }
        to.copy_from(&self.partner);
        still
    }

    /// Corrects `to`, the end of the midpoint rule with the given energy, by a blend.
    fn blend(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        mut energy: Energy,
        to: &mut State,
        work: &mut Work,
    ) -> Result<Energy, StepError> {
        let allowed = self.books.allowed(self.options.tolerance);
        let error = self.books.error(&energy);
        let low = error < 0.0;
        let Self { frozen, plain, partner, middle, .. } = self;
        let guess = if error.is_finite() { &plain.x } else { &middle.x };
        match low {
            true => frozen.forward(system, h, partner, work)?,
            false if self.options.partner == Partner::Middle => partner.copy_from(middle),
            false => frozen.backward(system, h, guess, partner, work)?,
        }
        if self.keeps() {
            self.rigid.restore(system, &mut self.partner);
        }
        let other = system.energy(&self.partner);
        let ends = [error, self.books.error(&other)];
        if low && ends[1] < 0.0 {
            // Neither is high enough.
            if ends[1] > ends[0] {
                (self.alpha, energy) = (-1.0, other);
                to.copy_from(&self.partner);
            }
            if self.keeps() {
                energy = self.rigid.correct(system, energy, &self.books, self.options.tolerance, to);
            }
        } else if !low && (ends[1].is_nan() || ends[1] >= 0.0) {
            (self.alpha, energy) = (1.0, other);
            to.copy_from(&self.partner);
            if self.keeps() && (ends[1].is_nan() || ends[1] > allowed) {
                energy = self.calm(system, energy, allowed, to);
            }
        } else {
            let curvature = self.curvature(system, h, ends);
            let alpha;
            (energy, alpha) = self.search(system, ends, curvature, allowed, to);
            self.alpha = if low { -alpha } else { alpha };
        }
        Ok(energy)
    }
}

impl Booked for Scheme {
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
        let keep = self.keeps();
        let Self { books, frozen, rigid, plain, middle, .. } = self;
        books.open(system, from, h, &mut frozen.start);
        let solved = match self.options.start {
            Start::ImplicitMidpoint => frozen.midpoint(system, h, (plain, middle), work)?,
            Start::SymplecticEuler => frozen.symplectic(system, h, (plain, middle), work).map(|_| true)?,
        };
        books.work(system, middle, h, &frozen.start.v, plain);
        if keep {
            match solved {
                true => rigid.aim(system, plain),
                false => {
                    rigid.aim_by_force(system, &frozen.start, middle, h);
                    rigid.restore(system, plain);
                }
            }
        }
        to.copy_from(&self.plain);
        self.alpha = 0.0;
        let mut energy = system.energy(to);
        self.books.hear(&energy);
        let (error, allowed) = (self.books.error(&energy), self.books.allowed(self.options.tolerance));
        if error.is_nan() || error.abs() > allowed {
            energy = match self.options.correction {
                Correction::Blend => self.blend(system, h, energy, to, work)?,
                Correction::Velocity => self.calm(system, energy, allowed, to),
            };
            let Self { retreat, books, frozen, middle, .. } = self;
            energy = retreat.run(system, h, (&frozen.start, middle), books, allowed, energy, to);
        }
        self.books.close(system, &energy, to, from.t + h);
        Ok(())
    }
}
