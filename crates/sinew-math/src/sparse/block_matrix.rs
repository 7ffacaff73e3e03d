//! Symmetric matrix of 3x3 blocks on a fixed [`Pattern`]; only the upper block triangle is stored.
//!
//! Its products are in `product.rs`.

use std::ops::Range;
use std::sync::Arc;

use super::product::{self, Triangles};
use super::{Pattern, Window};
use crate::operator::LinearOperator;
use crate::parallel::for_each_part;

/// Symmetric block matrix; values are row-major 3x3 blocks in the order of the pattern.
#[derive(Debug, Clone)]
pub struct BlockMatrix {
    pattern: Arc<Pattern>,
    values: Vec<f64>,
}

impl BlockMatrix {
    /// The zero matrix.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        let values = vec![0.0; 9 * pattern.blocks()];
        Self { pattern, values }
    }

    /// Its sparsity.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// All blocks, nine values each.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All blocks, nine values each.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// A = 0
    pub fn set_zero(&mut self) {
        for_each_part(&mut self.values, |_, part| part.fill(0.0));
    }

    /// A = scale A + c B, same pattern.
    pub fn scale_add(&mut self, scale: f64, c: f64, b: &BlockMatrix) {
        assert_eq!(self.values.len(), b.values.len(), "matrices of different pattern");
        for (a, b) in self.values.iter_mut().zip(&b.values) {
            *a = scale * *a + c * b;
        }
    }

    /// The 3x3 block at a slot of the pattern.
    pub fn block_mut(&mut self, slot: usize) -> &mut [f64] {
        &mut self.values[9 * slot..9 * slot + 9]
    }

    /// The diagonal block of vertex i.
    pub fn diagonal(&self, i: usize) -> &[f64] {
        let slot = self.pattern.row(i).start;
        &self.values[9 * slot..9 * slot + 9]
    }

    /// The full matrix, row-major: for tests and very small systems.
    pub fn to_dense(&self) -> Vec<f64> {
        let n = self.dim();
        let mut dense = vec![0.0; n * n];
        for i in 0..self.pattern.nodes() {
            for slot in self.pattern.row(i) {
                let j = self.pattern.columns()[slot] as usize;
                for r in 0..3 {
                    for c in 0..3 {
                        let value = self.values[9 * slot + 3 * r + c];
                        dense[(3 * i + r) * n + 3 * j + c] = value;
                        dense[(3 * j + c) * n + 3 * i + r] = value;
                    }
                }
            }
        }
        dense
    }

    pub(super) fn triangles(&self) -> Triangles<'_, true> {
        Triangles::new(&self.pattern, &self.values, &self.values)
    }
}

impl LinearOperator for BlockMatrix {
    fn dim(&self) -> usize {
        3 * self.pattern.nodes()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        product::apply(self.triangles(), x, y);
    }

    fn apply_block(&self, x: &[f64], y: &mut [f64], columns: usize) {
        product::apply_block(self.triangles(), x, y, columns);
    }

    fn window(&self, vertices: Range<usize>) -> Option<Window<'_>> {
        Window::new(self, vertices)
    }
}
