//! The impulses at the end of a step, with exact books: K - K_0 = injected - dissipated.

use sinew_math::parallel::find_in_parts;

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
            // None if nobody was touched.
            find_in_parts(&s.v, |first, old| {
                let mut rows = old.chunks_exact(3).zip(&self.free_vertex[first / 3..]);
                rows.find(|(old, vertex)| **old != v[3 * **vertex as usize..][..3]).map(|_| ())
            })?;
            self.restrict_into(v, &mut s.v);
            // Held vertices keep their scripted velocity.
            self.expand(s, x, f);
            let after = 0.5 * self.all_mass.norm_squared(f);
            Some(Flow { injected, dissipated: before + injected - after })
        })
    }
}
