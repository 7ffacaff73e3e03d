//! Exact energy books of a step: what the energy should be, and what drivers gave and damping took.
//!
//! A step is split in time (Strang): what is scripted moves from t to t + h/2 while x and v stand still, then follows a
//! step at frozen time t + h/2, then what is scripted moves on to t + h. So
//!
//!   injected   = H(t + h/2, x_n, v_n) - H(t, x_n, v_n) + H(t + h, x_{n+1}, v_{n+1}) - H(t + h/2, x_{n+1}, v_{n+1}) + w
//!   dissipated = -h f_d(mid) . v_mid
//!
//! are exact differences and works, with w the work h f(mid) . v_mid of wind, driven loads and supports of dampers. With
//! a consistent mass and scripted vertices the kinetic energy holds v_f^T M_fp v_p, whose change at frozen time the
//! scripts pay, too. The target of the frozen step is
//!
//!   H* = H(t + h/2, x_n, v_n) + owed + w - dissipated,
//!
//! and what the correction leaves is `owed` at the next step: the target accumulates over the run as in
//! [dinev2018, eq. 37]. Whoever changes the state between two steps (friction impulses, plastic flow, a user's hand) changes
//! the target with it, since every step starts from the energy that it finds.

use sinew_math::parallel::dot;

use crate::integrators::History;
use crate::mechanics::{Energy, Flow, MechanicalSystem, State};

/// See the module's head.
#[derive(Debug, Clone, Default)]
pub struct Books {
    /// Whether the energy of contact penalties counts.
    contact: bool,
    now: Page,
    /// What the attempt under way will leave.
    next: Page,
    /// Before the first attempt of a step, to go back to if the step fails.
    before: Page,
    /// H*, and without the work of forces that have no potential.
    target: f64,
    idle: f64,
    /// What makes the difference between the two.
    worked: Flow,
    /// Below this an energy error is rounding.
    noise: f64,
    /// Where the last step ended, with its energy: usually the start of the next.
    last: Option<Energy>,
    end: State,
    product: Vec<f64>,
}

/// What is carried from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Page {
    /// Target minus energy.
    owed: f64,
    /// Largest kinetic + |elastic| energy of late.
    scale: f64,
    /// Of the step so far.
    flow: Flow,
}

/// The scale of tolerances shrinks by this factor a step: a pendulum at its turning point is not asked for more than
/// at its lowest, a body that comes to rest is, after a hundred steps.
const MEMORY: f64 = 0.98;

impl Books {
    /// Nothing owed yet. `contact`: whether the energy of contact penalties counts.
    pub fn new(contact: bool) -> Self {
        Self { contact, ..Self::default() }
    }

    /// A step (of one or more attempts) begins.
    pub fn begin(&mut self) {
        self.now.flow = Flow::default();
        self.before = self.now;
    }

    /// The step failed: back to its beginning.
    pub fn give_up(&mut self) {
        self.now = self.before;
        self.last = None;
    }

    /// The attempt was accepted.
    pub fn accept(&mut self) {
        self.now = self.next;
    }

    /// What was injected and dissipated by the last step.
    pub fn flow(&self) -> Flow {
        self.now.flow
    }

    /// Target minus energy at the end of the last step.
    pub fn owed(&self) -> f64 {
        self.now.owed
    }

    /// Total energy at the end of the last attempt.
    pub fn end_energy(&self) -> Option<f64> {
        self.last.map(|energy| energy.total())
    }

    /// The first move: `frozen` becomes `from` at the time in the middle of the step.
    pub fn open(&mut self, system: &dyn MechanicalSystem, from: &State, h: f64, frozen: &mut State) {
        let start = match self.last {
            // What flowed at the end of the last step is no longer in the energy.
            Some(energy) if self.end == *from && !system.remembers() => energy,
            _ => system.energy(from),
        };
        frozen.copy_from(from);
        frozen.t = from.t + 0.5 * h;
        let moved = if system.time_dependent() { system.energy(frozen) } else { start };
        self.next = self.now;
        self.worked = Flow::default();
        self.next.flow.injected += moved.total() - start.total();
        let lively = moved.kinetic + moved.elastic.abs();
        // Of the target: an energy that is too high must not widen its own tolerance.
        self.next.scale = (lively + self.now.owed).max(MEMORY * self.now.scale);
        self.noise = 0.0;
        self.hear(&moved);
        self.idle = self.counted(&moved) + self.now.owed;
        self.target = self.idle;
    }

    /// Books the work of forces without a potential in the middle of the frozen step, and of scripts on velocities
    /// that change from v0 to v1.
    pub fn work(&mut self, system: &dyn MechanicalSystem, middle: &State, h: f64, v0: &[f64], v1: &State) {
        let powers = system.nonconservative_powers(middle);
        let mut flow = Flow { injected: h * powers.injected, dissipated: h * powers.dissipated };
        if system.time_dependent() && system.mass().lumped().is_none() {
            flow.injected += self.coupling(system, v1, &v1.v) - self.coupling(system, v1, v0);
        }
        self.book(flow);
    }

    /// What was booked as work.
    pub fn worked(&self) -> Flow {
        self.worked
    }

    /// Books this as work instead of what was booked for the step before.
    pub fn book(&mut self, work: Flow) {
        let Flow { injected, dissipated } = self.worked;
        self.next.flow += Flow { injected: work.injected - injected, dissipated: work.dissipated - dissipated };
        self.worked = work;
        self.target = self.idle + work.injected - work.dissipated;
    }

    /// v_f^T M_fp v_p + v_p^T M_pp v_p / 2 for the velocities v at the time of `at`.
    fn coupling(&mut self, system: &dyn MechanicalSystem, at: &State, v: &[f64]) -> f64 {
        let Self { product, end, .. } = self;
        end.copy_from(at);
        end.v.copy_from_slice(v);
        self.last = None;
        product.resize(v.len(), 0.0);
        system.mass().apply(v, product);
        system.energy(end).kinetic - 0.5 * dot(v, product)
    }

    /// What of an energy is tracked.
    fn counted(&self, energy: &Energy) -> f64 {
        energy.kinetic + energy.elastic + energy.external + if self.contact { energy.contact } else { 0.0 }
    }

    /// How far an energy at frozen time lies above the target.
    pub fn error(&self, energy: &Energy) -> f64 {
        self.counted(energy) - self.target
    }

    /// An energy of the step: rounding is relative to the largest of them.
    pub fn hear(&mut self, energy: &Energy) {
        let Energy { kinetic, elastic, external, contact } = energy;
        let size = kinetic + elastic.abs() + external.abs() + contact.abs();
        if size.is_finite() {
            self.noise = self.noise.max(64.0 * f64::EPSILON * size);
        }
    }

    /// The error that counts as none: a fraction of the scale, and never less than rounding.
    pub fn allowed(&self, fraction: f64) -> f64 {
        (fraction * self.next.scale).max(self.noise)
    }

    /// The last move: `to` is the end of the frozen step with the given energy and becomes the end of the step at time t.
    pub fn close(&mut self, system: &dyn MechanicalSystem, energy: &Energy, to: &mut State, t: f64) {
        self.next.owed = -self.error(energy);
        to.t = t;
        let end = if system.time_dependent() { system.energy(to) } else { *energy };
        self.next.flow.injected += end.total() - energy.total();
        self.last = Some(end);
        self.end.copy_from(to);
    }

    /// What is owed and the scale.
    pub fn save(&self) -> History {
        History([("energy".to_owned(), vec![self.now.owed, self.now.scale])].into())
    }

    /// Takes up what was saved; an empty history owes nothing.
    pub fn restore(&mut self, history: &History) {
        self.now = match history.0.get("energy").map(Vec::as_slice) {
            Some([owed, scale]) => Page { owed: *owed, scale: *scale, flow: Flow::default() },
            _ => Page::default(),
        };
        self.last = None;
    }
}
