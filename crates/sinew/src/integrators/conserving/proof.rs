//! The proof of a step: a scheme that keeps energy tells a false solution by its energy.
//!
//! Far from any solution the equations may look solved relative to the length of a step that has no meaning. Then
//! kinetic + potential has changed by something other than what the books say. A tenth of the energy is far more than any
//! tolerance leaves, and far less than a false step makes; such a step is given up, and smaller ones are tried.

use crate::mechanics::{Energy, Flow, MechanicalSystem, State, StepError};

/// Share of the energy that a step may gain or lose beyond its books.
const GROSS: f64 = 0.1;

/// Energy at the end of the last step, where the next one begins.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    end: State,
    energy: Option<Energy>,
}

impl Proof {
    /// Energy at the start of a step.
    pub fn start(&self, system: &dyn MechanicalSystem, from: &State) -> Energy {
        match self.energy {
            Some(energy) if self.end == *from => energy,
            _ => system.energy(from),
        }
    }

    /// Gives up on a step from an energy to `to` that gained or lost energy beyond `flow`.
    pub fn check(
        &self,
        system: &dyn MechanicalSystem,
        before: &Energy,
        to: &State,
        flow: &Flow,
    ) -> Result<Energy, StepError> {
        let after = system.energy(to);
        if !after.total().is_finite() {
            return Err(StepError::InfiniteEnergy);
        }
        let size = |e: &Energy| e.kinetic + e.elastic.abs() + e.contact.abs();
        let scale = size(before).max(size(&after)).max(flow.injected.abs());
        let error = after.total() - before.total() - flow.injected + flow.dissipated;
        // What rounding of a large potential explains is no error.
        let rounding = 1e-12 * (before.external.abs() + after.external.abs());
        match error.abs() <= GROSS * scale + rounding {
            true => Ok(after),
            false => Err(StepError::NewtonStalled { iterations: 0, residual: f64::INFINITY }),
        }
    }

    /// The step was accepted and ended at `to`; `energy` if it is known.
    pub fn accept(&mut self, to: &State, energy: Option<Energy>) {
        self.energy = energy;
        if energy.is_some() {
            self.end.copy_from(to);
        }
    }
}
