//! Dense factorization A = L L^T of a symmetric positive definite matrix, and its inverse.
//!
//! For matrices without zeros, such as the mobility of particles in a viscous fluid: n^3/3 flops, n^2 numbers. Everything
//! runs on the calling thread: same bits for any number of threads. After the first factorization of a size nothing is
//! allocated.

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::cholesky::llt::{inverse, solve};
use faer::{Mat, MatMut, Par};

/// See the module's head.
pub struct DenseCholesky {
    /// The matrix before, L after [`factor`](Self::factor), in the lower triangle.
    matrix: Mat<f64>,
    memory: MemBuffer,
}

impl DenseCholesky {
    /// For matrices of n rows.
    pub fn new(n: usize) -> Self {
        let scratch = StackReq::any_of(&[
            cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default()),
            inverse::inverse_scratch::<f64>(n, Par::Seq),
        ]);
        Self { matrix: Mat::zeros(n, n), memory: MemBuffer::new(scratch) }
    }

    /// Number of rows.
    pub fn dim(&self) -> usize {
        self.matrix.nrows()
    }

    /// Column j of the matrix to be factorized; entries above the diagonal are not looked at.
    pub fn column_mut(&mut self, j: usize) -> &mut [f64] {
        self.matrix.col_as_slice_mut(j)
    }

    /// A = L L^T. The error is the row whose pivot was not positive.
    pub fn factor(&mut self) -> Result<(), usize> {
        let stack = MemStack::new(&mut self.memory);
        let regularization = LltRegularization::default();
        match cholesky_in_place(self.matrix.as_mut(), regularization, Par::Seq, stack, Default::default()) {
            Ok(_) => Ok(()),
            Err(LltError::NonPositivePivot { index }) => Err(index),
        }
    }

    /// b = A^-1 b for a block of columns, one after the other.
    pub fn solve(&mut self, b: &mut [f64]) {
        let n = self.dim();
        let columns = b.len() / n.max(1);
        let stack = MemStack::new(&mut self.memory);
        solve::solve_in_place(
            self.matrix.as_ref(),
            MatMut::from_column_major_slice_mut(b, n, columns),
            Par::Seq,
            stack,
        );
    }

    /// Writes A^-1 into the lower triangle of `out`, column by column.
    pub fn inverse(&mut self, out: &mut [f64]) {
        let n = self.dim();
        let stack = MemStack::new(&mut self.memory);
        inverse::inverse(MatMut::from_column_major_slice_mut(out, n, n), self.matrix.as_ref(), Par::Seq, stack);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1/(1 + |i - j|) + 2 on the diagonal: positive definite, since its symbol is.
    fn entry(i: usize, j: usize) -> f64 {
        1.0 / (1.0 + i.abs_diff(j) as f64) + if i == j { 2.0 } else { 0.0 }
    }

    #[test]
    fn the_inverse_and_the_solution_undo_the_matrix() {
        let n = 70;
        let mut cholesky = DenseCholesky::new(n);
        (0..n).for_each(|j| cholesky.column_mut(j).iter_mut().enumerate().for_each(|(i, a)| *a = entry(i, j)));
        cholesky.factor().expect("positive definite");
        let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.7).sin()).collect();
        let product = |x: &[f64], i: usize| (0..n).map(|j| entry(i, j) * x[j]).sum::<f64>();
        let mut b: Vec<f64> = (0..n).map(|i| product(&x, i)).collect();
        cholesky.solve(&mut b);
        let mut inverse = vec![0.0; n * n];
        cholesky.inverse(&mut inverse);
        for i in 0..n {
            // The condition is below 4: a few roundings.
            assert!((b[i] - x[i]).abs() < 1e-14);
            for j in 0..=i {
                let column: Vec<f64> =
                    (0..n).map(|k| if k >= j { inverse[j * n + k] } else { inverse[k * n + j] }).collect();
                let identity = f64::from(i == j);
                assert!((product(&column, i) - identity).abs() < 1e-13, "{i} {j}");
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_names_the_row() {
        let mut cholesky = DenseCholesky::new(3);
        for j in 0..3 {
            cholesky.column_mut(j)[j] = if j == 2 { -1.0 } else { 1.0 };
        }
        assert_eq!(cholesky.factor(), Err(2));
    }
}
