//! All modes of K w = lambda M w, computed once: functions of A = M^-1 K then cost two products with the mode matrix.
//!
//! M = L L^T, L^-1 K L^-T = U Lambda U^T, W = L^-T U, so that W^T M W = I and f(A) b = W f(Lambda) W^T (M b). Forces
//! enter as M b, so nothing ever solves with M. O(n^3) once, 4 n^2 flops a function: for up to some hundred unknowns
//! and a stiffness that stays. Nothing is allocated after the set-up.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, Par, Side};

use crate::functions::internal::{product, symmetric_eigen, to_dense};
use crate::functions::{FunctionError, Kind, MassMatrix};
use crate::operator::LinearOperator;

/// weight f(t^2 A) b
#[derive(Clone, Copy)]
pub struct ModalTerm<'a> {
    /// Factor.
    pub weight: f64,
    /// f as a function of s = t^2 lambda.
    pub function: fn(f64) -> f64,
    /// b, or M b.
    pub vector: (Kind, &'a [f64]),
}

/// See the module's head.
#[derive(Debug, Clone)]
pub struct DenseModes {
    values: Vec<f64>,
    vectors: Mat<f64>,
    /// M b, coefficients of one vector, coefficients of the sum.
    scratch: [Mat<f64>; 3],
}

impl DenseModes {
    /// Decomposes K and M, which are read column by column.
    pub fn new(mass: &MassMatrix<'_>, stiffness: &dyn LinearOperator) -> Result<Self, FunctionError> {
        let n = stiffness.dim();
        // L^-T as columns.
        let basis = match mass {
            MassMatrix::Diagonal(m) => {
                if let Some((unknown, value)) = m.iter().enumerate().find(|(_, m)| !(**m > 0.0 && m.is_finite())) {
                    return Err(FunctionError::BadMass { unknown, value: *value });
                }
                Mat::from_fn(n, n, |i, j| if i == j { 1.0 / m[i].sqrt() } else { 0.0 })
            }
            MassMatrix::Operator(m) => {
                let m = to_dense(*m);
                let llt = m.llt(Side::Lower).map_err(|_| FunctionError::BadMass { unknown: 0, value: f64::NAN })?;
                let lower = llt.L().to_owned();
                let mut inverse = Mat::<f64>::identity(n, n);
                lower.transpose().solve_upper_triangular_in_place(inverse.as_mut());
                inverse
            }
        };
        let half = product(to_dense(stiffness).as_ref(), basis.as_ref());
        let (values, u) = symmetric_eigen(product(basis.transpose(), half.as_ref()).as_ref())?;
        let vectors = product(basis.as_ref(), u.as_ref());
        Ok(Self { values, vectors, scratch: std::array::from_fn(|_| Mat::zeros(n, 1)) })
    }

    /// lambda in 1/s^2, ascending.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// out = sum of the terms at time t.
    pub fn apply(&mut self, mass: &MassMatrix<'_>, t: f64, terms: &[ModalTerm<'_>], out: &mut [f64]) {
        let Self { values, vectors, scratch: [dual, coefficients, sum] } = self;
        let n = values.len();
        sum.fill(0.0);
        for ModalTerm { weight, function, vector: (kind, b) } in terms {
            let dual_slice = dual.col_as_slice_mut(0);
            match kind {
                Kind::Primal => mass.apply(b, dual_slice),
                Kind::Dual => dual_slice.copy_from_slice(b),
            }
            matmul(&mut *coefficients, Accum::Replace, vectors.transpose(), &*dual, 1.0, Par::Seq);
            for i in 0..n {
                sum[(i, 0)] += weight * function(t * t * values[i]) * coefficients[(i, 0)];
            }
        }
        matmul(&mut *dual, Accum::Replace, &*vectors, &*sum, 1.0, Par::Seq);
        out.copy_from_slice(dual.col_as_slice(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::{Damping, Function, Problem, Request, Symmetry, dense, stumpff};

    struct Chain(usize, f64);
    impl LinearOperator for Chain {
        fn dim(&self) -> usize {
            self.0
        }
        fn apply(&self, x: &[f64], y: &mut [f64]) {
            let n = self.0;
            let at = |i: usize| x.get(i).copied().unwrap_or(0.0);
            for i in 0..n {
                y[i] = self.1 * (2.0 * x[i] - at(i + 1) - at(i.wrapping_sub(1)));
            }
        }
    }

    /// Consistent mass of a bar: tridiagonal (4, 1) / 6.
    struct Bar(usize);
    impl LinearOperator for Bar {
        fn dim(&self) -> usize {
            self.0
        }
        fn apply(&self, x: &[f64], y: &mut [f64]) {
            let at = |i: usize| x.get(i).copied().unwrap_or(0.0);
            for i in 0..self.0 {
                y[i] = (4.0 * x[i] + at(i + 1) + at(i.wrapping_sub(1))) / 6.0;
            }
        }
    }

    #[test]
    fn functions_agree_with_the_dense_engine_for_both_masses() {
        let n = 17;
        let stiffness = Chain(n, 250.0);
        let masses: Vec<f64> = (0..n).map(|i| 0.5 + (0.37 * i as f64) % 1.0).collect();
        let b: Vec<f64> = (0..n).map(|i| (1.3 * i as f64).sin()).collect();
        let f: Vec<f64> = (0..n).map(|i| (0.7 * i as f64).cos()).collect();
        for mass in [MassMatrix::Diagonal(&masses), MassMatrix::Operator(&Bar(n))] {
            let mut modes = DenseModes::new(&mass, &stiffness).expect("sound matrices");
            let t = 0.3;
            let mut found = vec![0.0; n];
            let terms = [
                ModalTerm { weight: 2.0, function: |s| stumpff(0, s), vector: (Kind::Primal, &b) },
                ModalTerm { weight: -1.5, function: |s| stumpff(2, s), vector: (Kind::Dual, &f) },
            ];
            modes.apply(&mass, t, &terms, &mut found);
            let mut request = Request::new(1e-12);
            let (b, f) = (request.vector(&b), request.force(&f));
            request.even(0.0, &[(2.0, Function::Stumpff(0), t, b), (-1.5, Function::Stumpff(2), t, f)]);
            let problem = Problem {
                mass,
                stiffness: &stiffness,
                damping: Damping::None,
                product_flops: 1.0,
                symmetry: Symmetry::Symmetric,
            };
            let mut expected = vec![0.0; n];
            dense(&problem, &request, &mut expected).expect("sound");
            let worst = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-13, "{worst:e}");
        }
    }
}
