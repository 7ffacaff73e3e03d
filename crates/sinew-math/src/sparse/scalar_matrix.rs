//! Symmetric matrix of scalars on a vertex [`Pattern`]: one number a pair of vertices, acting on x, y and z alike.
//!
//! It stands for the 3 n x 3 n matrix A x I, of which local/global solvers factorize the n x n part once and solve it
//! with three right-hand sides at a time. Only the upper triangle is stored, in the order of the pattern.

use std::sync::Arc;

use super::Pattern;
use crate::operator::LinearOperator;

/// See the module's head.
#[derive(Debug, Clone)]
pub struct ScalarMatrix {
    pattern: Arc<Pattern>,
    values: Vec<f64>,
}

impl ScalarMatrix {
    /// The zero matrix.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        let values = vec![0.0; pattern.blocks()];
        Self { pattern, values }
    }

    /// Its sparsity.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// One value per stored pair.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// One value per stored pair.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// A = 0
    pub fn set_zero(&mut self) {
        self.values.fill(0.0);
    }

    /// A_ij += w, and A_ji with it; the pattern must hold the pair.
    pub fn add(&mut self, i: u32, j: u32, w: f64) {
        let slot = self.pattern.slot(i.min(j), i.max(j)).expect("the pattern holds every coupled pair");
        self.values[slot] += w;
    }

    /// A_ii
    pub fn diagonal(&self, i: usize) -> f64 {
        self.values[self.pattern.row(i).start]
    }

    /// The full n x n matrix, row-major: for tests and very small systems.
    pub fn to_dense(&self) -> Vec<f64> {
        let n = self.pattern.nodes();
        let mut dense = vec![0.0; n * n];
        for i in 0..n {
            for slot in self.pattern.row(i) {
                let j = self.pattern.columns()[slot] as usize;
                dense[i * n + j] = self.values[slot];
                dense[j * n + i] = self.values[slot];
            }
        }
        dense
    }
}

/// As the matrix A x I of size 3 n.
impl LinearOperator for ScalarMatrix {
    fn dim(&self) -> usize {
        3 * self.pattern.nodes()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        assert!(x.len() == self.dim() && y.len() == self.dim(), "vectors and matrix differ in size");
        let (x, y) = (x.as_chunks::<3>().0, y.as_chunks_mut::<3>().0);
        y.fill([0.0; 3]);
        for i in 0..x.len() {
            let mut own = [0.0; 3];
            for slot in self.pattern.row(i) {
                let (j, a) = (self.pattern.columns()[slot] as usize, self.values[slot]);
                for c in 0..3 {
                    own[c] += a * x[j][c];
                    if j != i {
                        y[j][c] += a * x[i][c];
                    }
                }
            }
            for c in 0..3 {
                y[i][c] += own[c];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_that_of_the_dense_matrix_on_each_axis() {
        let pattern = Arc::new(Pattern::new(4, [(0, 1), (1, 3), (2, 3)]));
        let mut a = ScalarMatrix::new(pattern);
        for (i, j, w) in [(0, 0, 3.0), (1, 0, -1.0), (1, 3, 0.5), (3, 3, 2.0), (3, 2, 7.0), (1, 3, 0.25)] {
            a.add(i, j, w);
        }
        let x: Vec<f64> = (0..12).map(|i| (i as f64 * 0.7).sin()).collect();
        let mut y = vec![0.0; 12];
        a.apply(&x, &mut y);
        let dense = a.to_dense();
        for i in 0..4 {
            for c in 0..3 {
                let sum: f64 = (0..4).map(|j| dense[4 * i + j] * x[3 * j + c]).sum();
                assert!((y[3 * i + c] - sum).abs() < 1e-15);
            }
        }
        assert_eq!((a.diagonal(0), a.diagonal(1), dense[7]), (3.0, 0.0, 0.75));
    }
}
