//! The barriers at the end of a step, with exact books of the total energy.

use super::{Scratch, World};
use crate::mechanics::barrier::Passage;
use crate::mechanics::{Flow, MechanicalSystem, State};

impl World {
    /// Applies all barriers to a state that a step from `from` has reached. None if nothing changed.
    pub fn confine(&mut self, from: &State, to: &mut State) -> Option<Flow> {
        if self.barriers.is_empty() {
            return None;
        }
        let mut barriers = std::mem::take(&mut self.barriers);
        let flow = self.with_expanded(from, |start| {
            self.with_scratch(|end| {
                let Scratch { x, v, .. } = end;
                self.expand(to, x, v);
                let (t, masses) = ([from.t, to.t], &self.vertex_masses);
                let passage = Passage { t, from: &start.x, speeds: &start.v, masses };
                let mut kept = false;
                for barrier in &mut barriers {
                    kept |= barrier.keep(&passage, x, v);
                }
                if kept {
                    self.restrict_into(x, &mut to.x);
                    self.restrict_into(v, &mut to.v);
                }
                let mut changed = false;
                for barrier in &mut barriers {
                    changed |= barrier.confine(&passage, x, v);
                }
                if !changed {
                    return kept.then(Flow::default);
                }
                let before = self.energy(to).total();
                self.restrict_into(x, &mut to.x);
                self.restrict_into(v, &mut to.v);
                let lost = before - self.energy(to).total();
                Some(Flow { injected: (-lost).max(0.0), dissipated: lost.max(0.0) })
            })
        });
        self.barriers = barriers;
        flow
    }
}
