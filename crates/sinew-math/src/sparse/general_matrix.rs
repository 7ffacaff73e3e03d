//! Nonsymmetric matrix of 3x3 blocks on a symmetric [`Pattern`]: both triangles are stored, in the same order of slots.
//!
//! For the iteration matrices of schemes whose stress takes one strain operator from the left and another from the right:
//! the couplings go both ways, the values do not agree. Where they do agree, [`BlockMatrix`] takes half the memory.

use std::sync::Arc;

use super::product::{self, Triangles};
use super::{BlockMatrix, Pattern};
use crate::operator::LinearOperator;

/// See the module's head. All blocks are row-major.
#[derive(Debug, Clone)]
pub struct GeneralMatrix {
    pattern: Arc<Pattern>,
    /// The upper triangle, then the lower one: slot (i, j) of the latter holds A_ji, its diagonal slots stay zero.
    values: Vec<f64>,
}

impl GeneralMatrix {
    /// The zero matrix.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        let values = vec![0.0; 18 * pattern.blocks()];
        Self { pattern, values }
    }

    /// Its sparsity.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// Blocks A_ij with i <= j in the order of the pattern, nine values each.
    pub fn upper(&self) -> &[f64] {
        &self.values[..9 * self.pattern.blocks()]
    }

    /// Blocks A_ij with i <= j in the order of the pattern, nine values each.
    pub fn upper_mut(&mut self) -> &mut [f64] {
        self.triangles_mut().0
    }

    /// Blocks A_ji with i < j at slot (i, j) of the pattern, nine values each. The slots of the diagonal are not used.
    pub fn lower(&self) -> &[f64] {
        &self.values[9 * self.pattern.blocks()..]
    }

    /// Blocks A_ji with i < j at slot (i, j) of the pattern, nine values each. The slots of the diagonal stay zero.
    pub fn lower_mut(&mut self) -> &mut [f64] {
        self.triangles_mut().1
    }

    /// Both triangles at once.
    pub fn triangles_mut(&mut self) -> (&mut [f64], &mut [f64]) {
        self.values.split_at_mut(9 * self.pattern.blocks())
    }

    /// The upper triangle, then the lower one.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The upper triangle, then the lower one.
    pub(super) fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// A = 0
    pub fn set_zero(&mut self) {
        self.values.fill(0.0);
    }

    /// A += c B, same pattern.
    pub fn add_symmetric(&mut self, c: f64, b: &BlockMatrix) {
        assert_eq!(self.values.len(), 2 * b.values().len(), "matrices of different pattern");
        let pattern = self.pattern.clone();
        let (upper, lower) = self.triangles_mut();
        for (a, b) in upper.iter_mut().zip(b.values()) {
            *a += c * b;
        }
        let (lower, blocks) = (lower.as_chunks_mut::<9>().0, b.values().as_chunks::<9>().0);
        for i in 0..pattern.nodes() {
            let off_diagonal = pattern.row(i).start + 1..pattern.row(i).end;
            for (a, b) in lower[off_diagonal.clone()].iter_mut().zip(&blocks[off_diagonal]) {
                for r in 0..3 {
                    for k in 0..3 {
                        a[3 * r + k] += c * b[3 * k + r];
                    }
                }
            }
        }
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
        let mut put = |i: usize, j: usize, block: &[f64]| {
            for r in 0..3 {
                dense[(3 * i + r) * n + 3 * j..][..3].copy_from_slice(&block[3 * r..3 * r + 3]);
            }
        };
        for i in 0..self.pattern.nodes() {
            for slot in self.pattern.row(i) {
                let j = self.pattern.columns()[slot] as usize;
                put(i, j, &self.upper()[9 * slot..9 * slot + 9]);
                if j != i {
                    put(j, i, &self.lower()[9 * slot..9 * slot + 9]);
                }
            }
        }
        dense
    }

    fn triangles(&self) -> Triangles<'_, false> {
        Triangles::new(&self.pattern, self.upper(), self.lower())
    }
}

impl LinearOperator for GeneralMatrix {
    fn dim(&self) -> usize {
        3 * self.pattern.nodes()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        product::apply(self.triangles(), x, y);
    }

    fn apply_block(&self, x: &[f64], y: &mut [f64], columns: usize) {
        product::apply_block(self.triangles(), x, y, columns);
    }
}
