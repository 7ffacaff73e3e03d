//! Terms whose elements change with the motion: the search before a step, and a pattern that grows when it has to.
//!
//! The pattern holds the couplings of all other terms and of all pairs found by the last search that was not content with the
//! one before. It stays as long as what later searches find is in it, so that factorizations keep their analysis;
//! integrators see by the pointer that it is another one.

use std::sync::Arc;

use sinew_math::sparse::{NOT_FREE, Pattern};

use super::World;
use crate::mechanics::{Configuration, ForceTerm, Mass, State};

/// What a new pattern is made of besides the terms.
#[derive(Default)]
pub(super) struct Layout {
    pub consistent: bool,
    pub point_masses: Vec<f64>,
    pub tet_masses: Vec<([u32; 4], f64)>,
}

impl Layout {
    /// The couplings of free vertices by all terms and by a consistent mass.
    pub fn pattern(&self, terms: &[Box<dyn ForceTerm>], free_row: &[u32], rows: usize) -> Arc<Pattern> {
        let mut pairs = Vec::new();
        let mut visit = |i: u32, j: u32| {
            let (a, b) = (free_row[i as usize], free_row[j as usize]);
            if a != NOT_FREE && b != NOT_FREE {
                pairs.push((a, b));
            }
        };
        for term in terms {
            term.couplings(&mut visit);
        }
        if self.consistent {
            self.mass_couplings(&mut visit);
        }
        Arc::new(Pattern::new(rows, pairs))
    }

    /// Pairs of vertices that a consistent mass couples.
    pub fn mass_couplings(&self, visit: &mut dyn FnMut(u32, u32)) {
        for (tet, _) in &self.tet_masses {
            for a in 0..4 {
                for b in a + 1..4 {
                    visit(tet[a], tet[b]);
                }
            }
        }
    }
}

impl World {
    /// Lets all terms that search look for what may touch within a step of size h from s.
    pub(super) fn search(&mut self, s: &State, h: f64) {
        let mut terms = std::mem::take(&mut self.terms);
        let missing = self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            let mut missing = false;
            for term in terms.iter_mut().filter(|t| t.searches()) {
                if !term.search(&at, h) {
                    continue;
                }
                let mut known = true;
                term.couplings(&mut |i, j| {
                    let (a, b) = (self.free_row[i as usize], self.free_row[j as usize]);
                    known &= a == NOT_FREE || b == NOT_FREE || self.pattern.slot(a.min(b), a.max(b)).is_some();
                });
                if known {
                    term.bind(&self.free_row, &self.pattern);
                }
                missing |= !known;
            }
            missing
        });
        self.terms = terms;
        if missing {
            self.widen();
        }
    }

    fn widen(&mut self) {
        self.pattern = self.layout.pattern(&self.terms, &self.free_row, self.free_vertex.len());
        for term in &mut self.terms {
            term.bind(&self.free_row, &self.pattern);
        }
        if self.layout.consistent {
            let Self { layout, free_row, pattern, .. } = self;
            self.mass = Mass::consistent(pattern.clone(), free_row, &layout.point_masses, &layout.tet_masses);
        }
        self.split = Default::default();
    }
}
