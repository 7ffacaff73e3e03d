//! Incomplete block Cholesky factor without fill: A ~ U^T U on the pattern of A [meijerink1977].
//!
//! U_ii^T U_ii = A_ii - sum_k U_ki^T U_ki and U_ij = U_ii^-T (A_ij - sum_k U_ki^T U_kj), blocks outside the pattern
//! dropped. What is dropped may make a pivot indefinite although A is not: then the factor is taken of
//! A + s diag(A) with growing s until it succeeds [manteuffel1980].
//!
//! It saves iterations against block Jacobi at twice the price of each; the triangular solves run on one thread.

use super::SolveError;
use super::preconditioner::{Precondition, inverse_factor};
use crate::sparse::{BlockMatrix, Pattern};

/// The incomplete factor of matrices of one pattern.
#[derive(Debug, Clone)]
pub struct IncompleteCholesky {
    starts: Vec<usize>,
    columns: Vec<u32>,
    /// Updates of the factor: per row the (k i), (k j) and (i j) slots of U_ij -= U_ki^T U_kj.
    updates: Vec<[u32; 3]>,
    update_starts: Vec<usize>,
    /// Off-diagonal blocks of U, row-major; the diagonal ones hold U_ii^-1.
    u: Vec<[f64; 9]>,
    shift: f64,
}

impl IncompleteCholesky {
    /// Finds the updates that stay inside the pattern.
    pub fn new(pattern: &Pattern) -> Self {
        let n = pattern.nodes();
        let (mut updates, mut update_starts) = (Vec::new(), vec![0]);
        for k in 0..n {
            let row = pattern.row(k);
            for ki in row.clone().skip(1) {
                for kj in ki..row.end {
                    if let Some(ij) = pattern.slot(pattern.columns()[ki], pattern.columns()[kj]) {
                        updates.push([ki as u32, kj as u32, ij as u32]);
                    }
                }
            }
            update_starts.push(updates.len());
        }
        let starts = (0..n).map(|i| pattern.row(i).start).chain([pattern.blocks()]).collect();
        Self { starts, columns: pattern.columns().to_vec(), updates, update_starts, u: Vec::new(), shift: 0.0 }
    }

    /// Flops of one factorization: a 3x3 product per update.
    pub fn flops(&self) -> f64 {
        54.0 * self.updates.len() as f64
    }

    /// The relative shift of the diagonal that the last factor needed.
    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// Renews the factor. A diagonal block of A itself that is not positive definite names its vertex.
    pub fn update(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        assert_eq!(a.pattern().blocks(), self.columns.len(), "the matrix has another pattern than the factor");
        self.shift = 0.0;
        loop {
            match self.factorize(a) {
                Ok(()) => return Ok(()),
                Err(_) if self.shift < 1e3 => self.shift = (4.0 * self.shift).max(1e-3),
                // Diagonally dominant and still no pivot: the diagonal of A is at fault.
                Err(node) => return Err(SolveError::NotPositiveDefinite { node }),
            }
        }
    }

    fn factorize(&mut self, a: &BlockMatrix) -> Result<(), usize> {
        self.u.resize(self.columns.len(), [0.0; 9]);
        for (u, a) in self.u.iter_mut().zip(a.values().chunks_exact(9)) {
            u.copy_from_slice(a);
        }
        for k in 0..self.starts.len() - 1 {
            let row = self.starts[k]..self.starts[k + 1];
            let mut pivot = self.u[row.start];
            for c in 0..3 {
                pivot[4 * c] += self.shift * a.diagonal(k)[4 * c];
            }
            // With pivot = L L^T our U_kk is L^T, so U_kk^-1 = L^-T and U_kj = L^-1 A_kj.
            let inverse = inverse_factor(&pivot).ok_or(k)?;
            for c in 0..3 {
                for r in 0..3 {
                    self.u[row.start][3 * r + c] = inverse[3 * c + r];
                }
            }
            for block in &mut self.u[row.start + 1..row.end] {
                *block = product(&inverse, block);
            }
            for &[ki, kj, ij] in &self.updates[self.update_starts[k]..self.update_starts[k + 1]] {
                let (x, y) = (self.u[ki as usize], self.u[kj as usize]);
                let out = &mut self.u[ij as usize];
                for r in 0..3 {
                    for c in 0..3 {
                        out[3 * r + c] -= x[r] * y[c] + x[3 + r] * y[3 + c] + x[6 + r] * y[6 + c];
                    }
                }
            }
        }
        Ok(())
    }
}

impl Precondition for IncompleteCholesky {
    fn apply(&self, r: &[f64], z: &mut [f64]) {
        z.copy_from_slice(r);
        let n = self.starts.len() - 1;
        // U^T y = r, downwards
        for i in 0..n {
            let row = self.starts[i]..self.starts[i + 1];
            let d = &self.u[row.start];
            let b = [z[3 * i], z[3 * i + 1], z[3 * i + 2]];
            let y = [d[0] * b[0], d[1] * b[0] + d[4] * b[1], d[2] * b[0] + d[5] * b[1] + d[8] * b[2]];
            z[3 * i..3 * i + 3].copy_from_slice(&y);
            for (u, j) in self.u[row.start + 1..row.end].iter().zip(&self.columns[row.start + 1..row.end]) {
                let z = &mut z[3 * *j as usize..3 * *j as usize + 3];
                for c in 0..3 {
                    z[c] -= u[c] * y[0] + u[3 + c] * y[1] + u[6 + c] * y[2];
                }
            }
        }
        // U z = y, upwards
        for i in (0..n).rev() {
            let row = self.starts[i]..self.starts[i + 1];
            let mut b = [z[3 * i], z[3 * i + 1], z[3 * i + 2]];
            for (u, j) in self.u[row.start + 1..row.end].iter().zip(&self.columns[row.start + 1..row.end]) {
                let x = &z[3 * *j as usize..3 * *j as usize + 3];
                for r in 0..3 {
                    b[r] -= u[3 * r] * x[0] + u[3 * r + 1] * x[1] + u[3 * r + 2] * x[2];
                }
            }
            let d = &self.u[row.start];
            z[3 * i] = d[0] * b[0] + d[1] * b[1] + d[2] * b[2];
            z[3 * i + 1] = d[4] * b[1] + d[5] * b[2];
            z[3 * i + 2] = d[8] * b[2];
        }
    }
}

/// Row-major x y
fn product(x: &[f64; 9], y: &[f64; 9]) -> [f64; 9] {
    std::array::from_fn(|k| {
        let (r, c) = (k / 3, k % 3);
        x[3 * r] * y[c] + x[3 * r + 1] * y[3 + c] + x[3 * r + 2] * y[6 + c]
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::operator::LinearOperator;

    fn chain(nodes: usize, coupling: f64) -> BlockMatrix {
        let pattern = Arc::new(Pattern::new(nodes, (1..nodes as u32).map(|j| (j - 1, j))));
        let mut a = BlockMatrix::new(pattern.clone());
        for i in 0..nodes {
            for slot in pattern.row(i) {
                let diagonal = slot == pattern.row(i).start;
                for r in 0..3 {
                    for c in 0..3 {
                        let value = if diagonal {
                            [0.3, 4.0][(r == c) as usize]
                        } else {
                            coupling + 0.1 * (r as f64 - 2.0 * c as f64)
                        };
                        a.block_mut(slot)[3 * r + c] = value;
                    }
                }
            }
        }
        a
    }

    #[test]
    fn without_fill_the_factor_is_exact() {
        let a = chain(17, 0.2);
        let mut m = IncompleteCholesky::new(a.pattern());
        m.update(&a).unwrap();
        assert_eq!(m.shift(), 0.0);
        let x: Vec<f64> = (0..a.dim()).map(|i| (i as f64).sin()).collect();
        let (mut b, mut z) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        a.apply(&x, &mut b);
        m.apply(&b, &mut z);
        assert!(x.iter().zip(&z).all(|(x, z)| (x - z).abs() < 1e-13));
    }

    #[test]
    fn a_breakdown_is_healed_by_a_shift_and_a_bad_diagonal_is_named() {
        // coupling 2 makes the chain indefinite: the shift has to step in
        let a = chain(17, 2.0);
        let mut m = IncompleteCholesky::new(a.pattern());
        m.update(&a).unwrap();
        assert!(m.shift() > 0.0);
        let mut a = chain(17, 0.2);
        let slot = a.pattern().row(5).start;
        a.block_mut(slot)[0] = -1.0;
        assert_eq!(m.update(&a), Err(SolveError::NotPositiveDefinite { node: 5 }));
    }
}
