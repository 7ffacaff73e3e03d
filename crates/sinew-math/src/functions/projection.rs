//! V^T A V of a growing basis, one shell per new vector.
//!
//! Shell i holds row i up to the diagonal, and without symmetry the part of column i above it.

use super::Symmetry;
use super::basis::Basis;
use super::small::SmallMatrix;
use crate::parallel::dot;

/// The projected matrix.
#[derive(Debug, Default)]
pub(crate) struct Projection {
    /// Row by row, lower triangle.
    lower: Vec<f64>,
    /// Column by column, strict upper triangle; empty if the matrix is symmetric.
    upper: Vec<f64>,
}

impl Projection {
    pub fn clear(&mut self) {
        self.lower.clear();
        self.upper.clear();
    }

    /// Adds the vectors `first..` of the basis, given A times them; without symmetry `all` is A times every vector.
    pub fn extend(&mut self, basis: &Basis, first: usize, images: &[f64], all: Option<&[f64]>) {
        let n = images.len() / (basis.len() - first).max(1);
        for (i, image) in (first..basis.len()).zip(images.chunks_exact(n.max(1))) {
            match all {
                None => self.lower.extend((0..=i).map(|j| dot(basis.column(j), image))),
                Some(all) => {
                    self.lower.extend(all.chunks_exact(n).take(i + 1).map(|image| dot(basis.column(i), image)));
                    self.upper.extend((0..i).map(|j| dot(basis.column(j), image)));
                }
            }
        }
    }

    pub fn is_finite(&self) -> bool {
        self.lower.iter().chain(&self.upper).all(|x| x.is_finite())
    }

    /// The leading `count` rows and columns.
    pub fn copy_to(&self, matrix: &mut SmallMatrix, count: usize, symmetry: Symmetry) {
        let lower = |i: usize, j: usize| self.lower[i * (i + 1) / 2 + j];
        matrix.fill(count, count, |i, j| match symmetry {
            _ if i >= j => lower(i, j),
            Symmetry::Symmetric => lower(j, i),
            Symmetry::General => self.upper[j * (j - 1) / 2 + i],
        });
    }
}
