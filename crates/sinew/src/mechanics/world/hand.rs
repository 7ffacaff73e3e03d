//! The slot for a hand: terms that come and go while the world stays, at the end of the list of terms.
//!
//! They act on single vertices, so that the pattern is that of the other terms. Whoever keeps matrices of the world (an
//! integrator) has to be told to begin anew.

use std::sync::OnceLock;

use sinew_math::sparse::NOT_FREE;

use super::{Scratch, World};
use crate::mechanics::{Configuration, ForceTerm, Role};

impl World {
    /// Puts terms into the slot, in the place of those that are there; none for an empty hand.
    ///
    /// # Panics
    /// If a term couples vertices.
    pub fn set_hand(&mut self, hand: Vec<Box<dyn ForceTerm>>) {
        self.terms.truncate(self.terms.len() - self.hand);
        self.hand = hand.len();
        for mut term in hand {
            term.couplings(&mut |i, j| panic!("a hand couples no vertices, but {i} and {j}"));
            term.bind(&self.free_row, &self.pattern);
            self.terms.push(term);
        }
        // The linear split is made of the terms; the connected pieces are made of couplings and stay.
        self.split = OnceLock::new();
    }

    /// How stiffly some vertices hang together with all others (N/m): the mean over three directions of u^T K u for their
    /// unit displacement u, with the elastic stiffness of the rest shape.
    pub fn stiffness_around(&self, vertices: impl Iterator<Item = u32> + Clone) -> f64 {
        self.with_scratch(|scratch| {
            let Scratch { v, f, w, .. } = scratch;
            v.fill(0.0);
            let rest = Configuration { t: 0.0, x: &self.rest, v };
            let mut sum = 0.0;
            for c in 0..3 {
                let components = vertices.clone().map(|vertex| 3 * vertex as usize + c);
                w.fill(0.0);
                f.fill(0.0);
                components.clone().for_each(|k| w[k] = 1.0);
                for term in self.terms_that(|t| t.role() == Role::Elastic) {
                    term.add_stiffness_product(&rest, w, f);
                }
                sum += components.map(|k| f[k]).sum::<f64>();
            }
            sum / 3.0
        })
    }

    /// Whether the vertex is one of the unknowns.
    pub fn is_free(&self, vertex: usize) -> bool {
        self.free_row.get(vertex).is_some_and(|row| *row != NOT_FREE)
    }
}
