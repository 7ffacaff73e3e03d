//! An integrator made of a substep that keeps [`Books`].

use super::books::Books;
use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::{History, Integrator, Work};
use crate::mechanics::{Flow, MechanicalSystem, State, StepContext, StepError};

/// A substep that keeps books.
pub trait Booked: Send {
    /// Its name in scene files.
    const NAME: &'static str;

    /// Its books.
    fn books(&self) -> &Books;

    /// Its books, to write in.
    fn books_mut(&mut self) -> &mut Books;

    /// Computes the state h after `from` and opens and closes the books on it.
    fn book(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError>;
}

impl<S: Booked> Substep for S {
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.book(system, from, h, to, work)
    }

    fn end_energy(&self) -> Option<f64> {
        self.books().end_energy()
    }

    fn accept(&mut self, _from: &State, _to: &State, _h: f64) {
        self.books_mut().accept();
    }
}

/// The substep with what makes a scheme of second order of it: halving of steps that fail, energy flows, history.
pub struct Tracked<S> {
    pub(super) halving: Halving,
    pub(super) scheme: S,
}

impl<S: Booked> Tracked<S> {
    /// The energy that the run should have at the end of the last step, minus the one that it has.
    pub fn owed(&self) -> f64 {
        self.scheme.books().owed()
    }
}

impl<S: Booked> Integrator for Tracked<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn takes_grips(&self) -> bool {
        false
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.scheme.books_mut().begin();
        let result = self.halving.step(&mut self.scheme, world, s, h);
        if result.is_err() {
            self.scheme.books_mut().give_up();
        }
        result
    }

    fn energy_flow(&self) -> Option<Flow> {
        Some(self.scheme.books().flow())
    }

    fn save(&self) -> History {
        self.scheme.books().save()
    }

    fn restore(&mut self, history: &History) {
        self.scheme.books_mut().restore(history);
    }
}
