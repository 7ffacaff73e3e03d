//! The diagonal block of a run of vertices, where no block leaves the run: a matrix that falls apart, seen in parts, nothing copied.

use std::ops::Range;

use super::BlockMatrix;
use super::product;
use crate::operator::LinearOperator;

/// See the module's head.
#[derive(Debug, Clone)]
pub struct Window<'a> {
    matrix: &'a BlockMatrix,
    vertices: Range<usize>,
}

impl<'a> Window<'a> {
    /// `None` where a block leaves the run: then its vertices are no system of their own.
    pub fn new(matrix: &'a BlockMatrix, vertices: Range<usize>) -> Option<Self> {
        let pattern = matrix.pattern();
        if vertices.start > vertices.end || vertices.end > pattern.nodes() {
            return None;
        }
        let stays = |i: usize| {
            // Rows are sorted: the last block of a row goes farthest.
            let ahead = pattern.columns()[pattern.row(i)].last().is_none_or(|j| (*j as usize) < vertices.end);
            ahead && pattern.above(i).first().is_none_or(|above| above.row as usize >= vertices.start)
        };
        vertices.clone().all(stays).then_some(Self { matrix, vertices })
    }
}

impl LinearOperator for Window<'_> {
    fn dim(&self) -> usize {
        3 * self.vertices.len()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        product::apply(self.matrix.triangles().of(&self.vertices), x, y);
    }

    fn apply_block(&self, x: &[f64], y: &mut [f64], columns: usize) {
        product::apply_block(self.matrix.triangles().of(&self.vertices), x, y, columns);
    }
}
