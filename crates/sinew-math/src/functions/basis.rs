//! Vectors that are orthonormal in the mass inner product, v_i^T M v_j = delta_ij.
//!
//! Every new vector is orthogonalised twice against all others: clustered spectra need it, and up to a dozen
//! vectors it costs less than a twentieth of the solves. M v is kept beside v, for the next solve.

use super::MassMatrix;
use crate::parallel::{axpy, dot};

/// A new vector is dropped if orthogonalisation leaves less than this of it.
const DROP: f64 = 1e-11;

/// The basis, column by column.
#[derive(Debug, Default)]
pub(crate) struct Basis {
    n: usize,
    vectors: Vec<f64>,
    mass_vectors: Vec<f64>,
    image: Vec<f64>,
    /// Coefficients of the last vector in the basis before it, both passes added.
    pub coefficients: Vec<f64>,
}

impl Basis {
    /// Empties the basis, keeps the memory.
    pub fn reset(&mut self, n: usize) {
        self.n = n;
        self.vectors.clear();
        self.mass_vectors.clear();
        self.image.resize(n, 0.0);
    }

    pub fn len(&self) -> usize {
        self.vectors.len().checked_div(self.n).unwrap_or(0)
    }

    pub fn column(&self, j: usize) -> &[f64] {
        &self.vectors[j * self.n..(j + 1) * self.n]
    }

    /// Columns first.. as one slice.
    pub fn columns_from(&self, first: usize) -> &[f64] {
        &self.vectors[first * self.n..]
    }

    /// M times the columns first.. as one slice.
    pub fn mass_columns_from(&self, first: usize) -> &[f64] {
        &self.mass_vectors[first * self.n..]
    }

    pub fn mass_column(&self, j: usize) -> &[f64] {
        &self.mass_vectors[j * self.n..(j + 1) * self.n]
    }

    /// Appends w made orthonormal; returns the norm of what was new, or None if w lies in the span (or is zero).
    pub fn push(&mut self, mass: &MassMatrix<'_>, w: &mut [f64]) -> Option<f64> {
        let count = self.len();
        self.coefficients.clear();
        self.coefficients.resize(count, 0.0);
        mass.apply(w, &mut self.image);
        let before = dot(w, &self.image).sqrt();
        if !(before > 0.0 && before.is_finite()) {
            return None;
        }
        for _ in 0..2 {
            for j in 0..count {
                let h = dot(&self.mass_vectors[j * self.n..(j + 1) * self.n], w);
                axpy(-h, &self.vectors[j * self.n..(j + 1) * self.n], w);
                self.coefficients[j] += h;
            }
        }
        mass.apply(w, &mut self.image);
        let after = dot(w, &self.image).max(0.0).sqrt();
        if after <= DROP * before || count == self.n {
            return None;
        }
        self.vectors.extend(w.iter().map(|x| x / after));
        self.mass_vectors.extend(self.image.iter().map(|x| x / after));
        Some(after)
    }

    /// Keeps the first `count` vectors.
    pub fn truncate(&mut self, count: usize) {
        self.vectors.truncate(count * self.n);
        self.mass_vectors.truncate(count * self.n);
    }

    /// out = V y
    pub fn combine(&self, y: impl Fn(usize) -> f64, out: &mut [f64]) {
        out.fill(0.0);
        for j in 0..self.len() {
            axpy(y(j), self.column(j), out);
        }
    }
}
