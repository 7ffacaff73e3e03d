//! Exponential Rosenbrock schemes: linearize at every step, move the linear part exactly, correct by remainders.
//!
//! One driver for the whole family; a scheme is its numbers ([`tableau`]). See `exprb42` for when to use them, and
//! [`limit`] for where they end.

pub mod epirk4s3;
pub mod ere;
pub mod exprb42;
pub mod fallback;
pub mod limit;
pub mod options;
pub mod pexprb43;
pub mod stages;
pub mod tableau;
pub mod variable;

pub use options::{Linearize, RosenbrockOptions};

use self::limit::Limit;
use self::stages::{Frozen, Sizes, Stages};
use self::tableau::{Method, Tableau};
use self::variable::Controller;
use super::{FunctionOptions, Linearization};
use crate::integrators::{History, Integrator, OptionsError, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

/// A scheme of the family at work.
pub struct Rosenbrock {
    method: &'static Method,
    options: RosenbrockOptions,
    linearization: Linearization,
    stages: Stages,
    limit: Limit,
    fallback: Option<Box<dyn Integrator>>,
    /// Relative size of the last row in the last step.
    last_error: Option<f64>,
    controller: Controller,
    from: State,
    to: State,
}

impl Rosenbrock {
    /// With options that were checked.
    pub fn build(method: &'static Method, options: RosenbrockOptions) -> Result<Box<dyn Integrator>, OptionsError> {
        let tableau = match options.linearize {
            Linearize::Step => &method.step,
            Linearize::Rest => &method.rest,
        };
        if options.adaptive && tableau.rows.is_empty() {
            let message =
                "`adaptive` needs an error estimate, which ere has not; use exprb42, in which ere is embedded";
            return Err(OptionsError::BadValue { integrator: method.name, message: message.into() });
        }
        // With variable steps the functions must not add to the error, which the controller would not see.
        let tolerance = options.functions.tolerance;
        let bound = (1e-3 * options.error_tolerance).clamp(1e-11, 1e-4);
        let tolerance = if options.adaptive { tolerance.or(Some(bound)) } else { tolerance };
        let functions = FunctionOptions { tolerance, ..options.functions.clone() };
        Ok(Box::new(Self {
            method,
            linearization: Linearization::new(&functions),
            stages: Stages::default(),
            limit: Limit::default(),
            fallback: options.fallback.integrator()?,
            options: RosenbrockOptions { functions, ..options },
            last_error: None,
            controller: Controller::default(),
            from: State::default(),
            to: State::default(),
        }))
    }

    fn tableau(&self) -> (&'static Tableau, Frozen) {
        match self.options.linearize {
            Linearize::Step => (&self.method.step, Frozen::Step),
            Linearize::Rest => (&self.method.rest, Frozen::Rest),
        }
    }

    /// Tolerance of the matrix functions: a tenth of what the scheme itself misses, judged by the last step.
    ///
    /// The last row is the error e of a scheme of lower order, relative to the motion: h^q where the scheme itself has
    /// h^p, so its own error is about e^(p/q) for resolved motion. For stiff motion it is e rather, and accuracy is dear.
    fn tolerance(&self, tableau: &Tableau) -> f64 {
        if let Some(tolerance) = self.options.functions.tolerance {
            return tolerance;
        }
        // ere has no estimate of its error; one in ten thousand is far below it for any stiff motion.
        let unknown = if tableau.rows.is_empty() && self.linearization.stiff() { 1e-4 } else { 1e-9 };
        let Some(e) = self.last_error else { return unknown };
        let own = e.powf(f64::from(tableau.orders[0]) / f64::from(tableau.orders[1]));
        match self.linearization.stiff() {
            false => (0.1 * own).clamp(1e-10, 1e-2),
            true => (0.1 * e.min(1e3 * own)).clamp(1e-9, 1e-2),
        }
    }

    /// One step of length h from `self.from` to `self.to`, checked against the limit.
    fn attempt(&mut self, system: &dyn MechanicalSystem, h: f64, work: &mut Work) -> Result<Sizes, StepError> {
        let (tableau, frozen) = self.tableau();
        let tolerance = self.tolerance(tableau);
        let Self { stages, linearization, from, to, limit, options, .. } = self;
        to.copy_from(from);
        let sizes = stages.step(tableau, frozen, linearization, system, (from, h), tolerance, to, work)?;
        if let Some(free_vertex) = to.first_non_finite() {
            return Err(StepError::NonFinite { free_vertex });
        }
        limit.check(system, (from, to), &sizes, options.limit)?;
        Ok(sizes)
    }

    /// Books an accepted step.
    fn accept(&mut self, sizes: &Sizes, work: &mut Work) {
        self.last_error = Some(sizes.relative(sizes.error, sizes.speed)).filter(|_| !self.tableau().0.rows.is_empty());
        self.limit.accept();
        work.substeps += 1;
        std::mem::swap(&mut self.from, &mut self.to);
    }

    fn forget(&mut self) {
        self.last_error = None;
        self.controller = Controller::default();
        self.linearization.forget();
        self.limit.forget();
    }

    /// Hands the rest of the step, from `self.from` on, to the stable scheme; without one the error stays.
    fn fall_back(
        &mut self,
        error: StepError,
        world: &mut dyn StepContext,
        h: f64,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Some(fallback) = self.fallback.as_mut().filter(|_| beyond(&error)) else {
            // What was learnt on the way to a failure is no part of the state that stays.
            self.forget();
            return Err(error);
        };
        // It has not seen the steps before.
        fallback.state_changed(&self.from);
        *work += fallback.step(world, &mut self.from, h)?;
        work.fallbacks += 1;
        self.forget();
        Ok(())
    }

    fn fixed(&mut self, world: &mut dyn StepContext, h: f64, work: &mut Work) -> Result<(), StepError> {
        let system = world.begin(&self.from, h)?;
        match self.attempt(system, h, work) {
            Ok(sizes) => {
                world.commit(&self.to);
                self.accept(&sizes, work);
                Ok(())
            }
            Err(e) => {
                world.rollback();
                self.fall_back(e, world, h, work)
            }
        }
    }

    fn variable(&mut self, world: &mut dyn StepContext, h: f64, work: &mut Work) -> Result<(), StepError> {
        let order = self.tableau().0.orders[1];
        let start = self.from.t;
        let mut done = 0.0;
        while done < h {
            let remaining = h - done;
            let substep = self.controller.choose(remaining);
            let system = world.begin(&self.from, substep)?;
            let outcome = self.attempt(system, substep, work).map(|sizes| {
                let peak = self.controller.peak.max(sizes.speed);
                let relative = sizes.relative(sizes.error, peak);
                // As soon as the motion is not linear, a substep shorter than half the period of what moves.
                let longest = match 100.0 * sizes.relative(sizes.correction, peak) > self.options.error_tolerance {
                    true => std::f64::consts::PI / self.stages.frequency(&self.linearization, system).max(1e-300),
                    false => f64::INFINITY,
                };
                (sizes, peak, relative / self.options.error_tolerance, longest)
            });
            match outcome {
                Ok((sizes, peak, err, longest)) if err <= 1.0 => {
                    done = if substep == remaining { h } else { done + substep };
                    self.to.t = start + done;
                    world.commit(&self.to);
                    self.accept(&sizes, work);
                    self.controller.peak = peak;
                    self.controller.accept(substep, err, order, longest);
                    continue;
                }
                Ok((_, _, err, _)) => self.controller.reject(substep, err, order),
                Err(e) if !mendable(&e) => {
                    world.rollback();
                    self.forget();
                    return Err(e);
                }
                Err(e) if substep < 1e-4 * h => {
                    world.rollback();
                    return self.fall_back(e, world, remaining, work);
                }
                Err(e) => self.controller.next = named_step(&e).unwrap_or(0.25 * substep),
            }
            world.rollback();
            work.rejected += 1;
            if self.controller.next < 1e-6 * h {
                let error =
                    StepError::BeyondLinear { correction: f64::INFINITY, limit: 0.0, step: self.controller.next };
                return self.fall_back(error, world, remaining, work);
            }
        }
        Ok(())
    }
}

/// The length of step that an error recommends.
fn named_step(e: &StepError) -> Option<f64> {
    match e {
        StepError::BeyondLinear { step, .. } | StepError::EnergyFromNothing { step, .. } => Some(*step),
        _ => None,
    }
}

/// Whether the step was too much for the scheme, not for the machine or the scene.
fn beyond(e: &StepError) -> bool {
    named_step(e).is_some() || matches!(e, StepError::NonFinite { .. } | StepError::NotPositiveDefinite { .. })
}

/// Whether a smaller step may help.
fn mendable(e: &StepError) -> bool {
    beyond(e) || matches!(e, StepError::FunctionsStalled { .. })
}

impl Integrator for Rosenbrock {
    fn name(&self) -> &'static str {
        self.method.name
    }

    fn order(&self) -> u32 {
        self.tableau().0.orders[0]
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        let mut work = Work::default();
        self.from.copy_from(s);
        match self.options.adaptive {
            true => self.variable(world, h, &mut work)?,
            false => self.fixed(world, h, &mut work)?,
        }
        let end = s.t + h;
        s.copy_from(&self.from);
        s.t = end;
        Ok(work)
    }

    fn state_changed(&mut self, _s: &State) {
        self.forget();
    }

    /// A factor only shapes the search space, and the size of the last error is still a guess at that of the next: they stay.
    fn state_touched(&mut self, _s: &State) {
        self.limit.forget();
    }

    fn save(&self) -> History {
        let mut history = History::default();
        self.linearization.save(&mut history);
        history.0.insert("error".into(), self.last_error.into_iter().collect());
        history.0.insert("controller".into(), self.controller.save());
        history
    }

    fn restore(&mut self, history: &History) {
        self.forget();
        self.linearization.restore(history);
        self.last_error = history.0.get("error").and_then(|e| e.first().copied());
        self.controller = history.0.get("controller").map_or_else(Controller::default, |c| Controller::restore(c));
    }
}
