//! The impulses at the end of a step, with exact books: K - K_0 = injected - dissipated.

use super::{Scratch, World};
use crate::mechanics::impulse::Moment;
use crate::mechanics::{Flow, State};

impl World {
    /// Applies all impulses to a state that a step of size h has reached. None if no velocity changed.
    pub fn settle(&self, s: &mut State, h: f64) -> Option<Flow> {
        if self.impulses.is_empty() {
            return None;
        }
        self.with_scratch(|scratch| {
            let Scratch { x, v, f, .. } = scratch;
            self.expand(s, x, v);
            let before = 0.5 * self.all_mass.norm_squared(v);
            let moment = Moment { t: s.t, h, x, masses: &self.vertex_masses };
            let injected = self.impulses.iter().map(|impulse| impulse.apply(&moment, v)).sum();
            let mut changed = false;
            for (row, vertex) in self.free_vertex.iter().enumerate() {
                for c in 0..3 {
                    changed |= s.v[3 * row + c] != v[3 * *vertex as usize + c];
                }
            }
            if !changed {
                return None;
            }
            self.restrict_into(v, &mut s.v);
            // Held vertices keep their scripted velocity.
            self.expand(s, x, f);
            let after = 0.5 * self.all_mass.norm_squared(f);
            Some(Flow { injected, dissipated: before + injected - after })
        })
    }
}
