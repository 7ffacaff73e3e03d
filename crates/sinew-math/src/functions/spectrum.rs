//! Bounds on the eigenvalues of A = M^-1 K from a short Lanczos run.
//!
//! The largest Ritz value plus the norm of its residual bounds the largest eigenvalue from above in all but contrived
//! cases; a percent is added. Users of the bound check it as they go (a Chebyshev recurrence grows outside it).
//! Of a K that is not symmetric the bounds are those of its symmetric part.
//! A rigorous bound, if one is known (the largest eigenvalue of any element), can be passed instead.

use super::basis::Basis;
use super::inputs::mass_norm;
use super::problem::{Problem, rough_numbers};
use super::report::Report;
use super::small::Eigen;
use super::{FunctionError, MassMatrix};
use crate::parallel::dot;

/// An interval that holds all eigenvalues of M^-1 K.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// About the smallest; negative for indefinite K, never above 0.
    pub lowest: f64,
    /// At least the largest, never below 0.
    pub highest: f64,
}

/// Estimates the interval with `steps` products (12 are enough for two digits). Needs a diagonal mass.
pub fn spectral_bounds(problem: &Problem<'_>, steps: usize) -> Result<Bounds, FunctionError> {
    bounds(problem, steps, &mut Report::new(super::Path::Lanczos))
}

pub(crate) fn bounds(problem: &Problem<'_>, steps: usize, report: &mut Report) -> Result<Bounds, FunctionError> {
    Search::default().bounds(problem, steps, report)
}

/// The Lanczos run; keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Search {
    basis: Basis,
    w: Vec<f64>,
    image: Vec<f64>,
    /// Upper part of the Hessenberg matrix column by column, and the diagonal below.
    upper: Vec<f64>,
    below: Vec<f64>,
    eigen: Eigen,
}

impl Search {
    /// w.K w / w.M w of a fixed rough vector w: an average of all eigenvalues. One product.
    pub fn quotient(&mut self, problem: &Problem<'_>, report: &mut Report) -> Result<f64, FunctionError> {
        let n = problem.dim();
        let mass = inverse_mass("polynomial", &problem.mass)?;
        self.w.clear();
        self.w.extend(rough_numbers(3).take(n));
        self.image.resize(n, 0.0);
        problem.stiffness.apply(&self.w, &mut self.image);
        report.products += 1;
        report.flops += problem.product_flops;
        match dot(&self.w, &self.image) / mass_norm(mass, &self.w).powi(2) {
            quotient if quotient.is_finite() || n == 0 => Ok(quotient),
            _ => Err(FunctionError::NonFinite { what: "a product with the stiffness" }),
        }
    }

    pub fn bounds(
        &mut self,
        problem: &Problem<'_>,
        steps: usize,
        report: &mut Report,
    ) -> Result<Bounds, FunctionError> {
        let n = problem.dim();
        let diagonal = inverse_mass("polynomial", &problem.mass)?;
        let Self { basis, w, upper, below, eigen, .. } = self;
        basis.reset(n);
        w.clear();
        w.extend(rough_numbers(3).take(n));
        basis.push(&problem.mass, w);
        upper.clear();
        below.clear();
        let mut last = 0.0;
        for j in 0..steps.min(n) {
            problem.stiffness.apply(basis.column(j), w);
            report.products += 1;
            report.flops += problem.product_flops + 8.0 * (n * (j + 1)) as f64;
            upper.extend((0..=j).map(|i| dot(basis.column(i), w)));
            for (w, m) in w.iter_mut().zip(diagonal) {
                *w /= m;
            }
            match basis.push(&problem.mass, w) {
                Some(norm) => {
                    last = norm;
                    below.push(norm);
                }
                None => {
                    last = 0.0;
                    break;
                }
            }
        }
        if upper.iter().any(|x| !x.is_finite()) {
            return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
        }
        // Columns were counted before a break.
        let m = (0..).take_while(|m| m * (m + 1) / 2 < upper.len()).count();
        eigen.compute(m, |i, j| {
            let upper = upper[i * (i + 1) / 2 + j];
            match i - j {
                _ if problem.is_symmetric() => upper,
                0 => upper,
                // The lower part of the Hessenberg matrix is one diagonal, equal to that above if K is symmetric.
                1 => 0.5 * (upper + below[j]),
                _ => 0.5 * upper,
            }
        })?;
        let high = eigen.values[m - 1] + last * eigen.vectors[(m - 1, m - 1)].abs();
        // Of the lower end a short run tells little, and a margin in proportion to the width would be far too much.
        Ok(Bounds { lowest: eigen.values[0].min(0.0), highest: 1.01 * high.max(0.0) })
    }
}

/// The diagonal of M, or why the engine cannot go on.
pub(crate) fn inverse_mass<'a>(engine: &'static str, mass: &MassMatrix<'a>) -> Result<&'a [f64], FunctionError> {
    match mass {
        MassMatrix::Diagonal(m) => Ok(m),
        MassMatrix::Operator(_) => Err(FunctionError::Unsupported {
            engine,
            reason: "needs the inverse of the mass at every product: use shift-and-invert with a consistent mass",
        }),
    }
}
