//! The midpoint rule with velocities corrected after the step, so that the energy is the tracked one. [su2013]
//!
//! Positions stay as they are; the velocities of the vibration are multiplied by gamma,
//!
//!   gamma^2 = 1 - e / K_vibration,   0 <= gamma <= 2,
//!
//! which keeps the momenta (see [`rigid`](super::rigid); the paper spreads the correction over the springs instead). An error
//! that velocities cannot pay is carried over. For comparison: potential energy of stiff parts that the midpoint rule has
//! pumped up is out of reach, so that stiff bodies explode all the same, a little later [dinev2018, fig. 5]. Use
//! `stabilized`.

use super::books::Books;
use super::frozen::Frozen;
use super::options::TrackedOptions;
use super::rigid::Rigid;
use super::tracked::{Booked, Tracked};
use crate::integrators::implicit::halving::Halving;
use crate::integrators::options::{parse, schema};
use crate::integrators::{Entry, Work};
use crate::mechanics::{MechanicalSystem, State, StepError};

const NAME: &str = "energy-budgeting";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "midpoint with velocities scaled to the tracked energy; a comparison, explodes later than midpoint",
    source: "su2013",
    order: 2,
    build: |table| Ok(Box::new(EnergyBudgeting::new(parse(NAME, table)?))),
    schema: schema::<TrackedOptions>,
};

/// See the module's head.
pub type EnergyBudgeting = Tracked<Budget>;

/// The substep.
pub struct Budget {
    tolerance: f64,
    books: Books,
    frozen: Frozen,
    rigid: Rigid,
    middle: State,
}

impl EnergyBudgeting {
    /// With options that were checked.
    pub fn new(options: TrackedOptions) -> Self {
        let TrackedOptions { energy_tolerance, newton } = options;
        Self {
            halving: Halving::new(newton.halvings),
            scheme: Budget {
                tolerance: energy_tolerance,
                books: Books::new(true),
                frozen: Frozen::by_newton(newton.clone(), newton),
                rigid: Rigid::default(),
                middle: State::default(),
            },
        }
    }
}

impl Booked for Budget {
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
        let Self { tolerance, books, frozen, rigid, middle } = self;
        books.open(system, from, h, &mut frozen.start);
        frozen.midpoint(system, h, (to, middle), work)?;
        books.work(system, middle, h, &frozen.start.v, to);
        let energy = rigid.correct(system, system.energy(to), books, *tolerance, to);
        books.close(system, &energy, to, from.t + h);
        Ok(())
    }
}
