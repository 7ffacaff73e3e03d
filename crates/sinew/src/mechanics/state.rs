//! Where the free vertices are and how fast they move.

use sinew_math::parallel::{copy, find_in_parts};

/// Time, positions and velocities of the free vertices, three values a vertex.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Time in seconds.
    pub t: f64,
    /// Positions in metres.
    pub x: Vec<f64>,
    /// Velocities in metres per second.
    pub v: Vec<f64>,
}

impl State {
    /// A state of `dofs` zeros at time 0.
    pub fn zeros(dofs: usize) -> Self {
        Self { t: 0.0, x: vec![0.0; dofs], v: vec![0.0; dofs] }
    }

    /// Overwrites this state; allocates only if it was smaller.
    pub fn copy_from(&mut self, other: &State) {
        self.t = other.t;
        for (to, from) in [(&mut self.x, &other.x), (&mut self.v, &other.v)] {
            to.resize(from.len(), 0.0);
            copy(from, to);
        }
    }

    /// Index of the first free vertex with a coordinate or velocity that is not a finite number.
    pub fn first_non_finite(&self) -> Option<usize> {
        let bad =
            |a: &[f64]| find_in_parts(a, |first, part| part.iter().position(|x| !x.is_finite()).map(|k| first + k));
        match (bad(&self.x), bad(&self.v)) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(usize::MAX).min(b.unwrap_or(usize::MAX)) / 3),
        }
    }
}
