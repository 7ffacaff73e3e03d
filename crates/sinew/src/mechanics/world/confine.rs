//! The barriers at the end of a step, with exact books of the total energy.

use super::{Scratch, World};
use crate::mechanics::barrier::Passage;
use crate::mechanics::{Flow, Grip, MechanicalSystem, State};

impl World {
    /// Applies all barriers to a state that a step from `from` has reached, and lets go of what they gripped. None if nothing changed.
    pub fn confine(&mut self, from: &State, to: &mut State) -> Option<Flow> {
        if self.barriers.is_empty() {
            return None;
        }
        let mut barriers = std::mem::take(&mut self.barriers);
        let mut start = self.take_scratch();
        let mut end = self.take_scratch();
        // What is gripped ends where it was led, but starts as it was.
        self.expand(to, &mut end.x, &mut end.v);
        let grips = std::mem::take(&mut self.grips);
        self.expand(from, &mut start.x, &mut start.v);
        let Scratch { x, v, .. } = &mut end;
        let passage = Passage { t: [from.t, to.t], from: &start.x, speeds: &start.v, masses: &self.vertex_masses };
        let mut kept = false;
        for (k, barrier) in barriers.iter_mut().enumerate() {
            kept |= barrier.keep(&passage, grips.of(k), x, v);
        }
        let moved = |grip: &Grip| {
            let (k, row) = (3 * grip.vertex as usize, 3 * grip.row as usize);
            x[k..k + 3] != to.x[row..row + 3] || v[k..k + 3] != to.v[row..row + 3]
        };
        kept |= grips.all().iter().any(moved);
        if kept {
            self.restrict_into(x, &mut to.x);
            self.restrict_into(v, &mut to.v);
        }
        let mut changed = false;
        for barrier in &mut barriers {
            changed |= barrier.confine(&passage, x, v);
        }
        // What is caught loses its approach.
        let mut lost = grips.caught();
        if changed {
            lost += self.energy(to).total();
            self.restrict_into(x, &mut to.x);
            self.restrict_into(v, &mut to.v);
            lost -= self.energy(to).total();
        }
        let flow = Flow { injected: (-lost).max(0.0), dissipated: lost.max(0.0) };
        self.return_scratch(start);
        self.return_scratch(end);
        self.barriers = barriers;
        self.grips = grips;
        self.release();
        (changed || kept || lost != 0.0).then_some(flow)
    }
}
