//! Bounds on the eigenvalues of A = M^-1 K from a short Lanczos run.
//!
//! The largest Ritz value plus the norm of its residual bounds the largest eigenvalue from above in all but contrived
//! cases; a percent is added. Users of the bound check it as they go (a Chebyshev recurrence grows outside it).
//! Of a K that is not symmetric the bounds are those of its symmetric part.
//! A rigorous bound, if one is known (the largest eigenvalue of any element), can be passed instead.

use faer::Mat;

use super::basis::Basis;
use super::problem::{Problem, rough_vector};
use super::report::Report;
use super::small::symmetric_eigen;
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
    let n = problem.dim();
    let diagonal = inverse_mass("polynomial", &problem.mass)?;
    let mut basis = Basis::default();
    basis.reset(n);
    let mut w = rough_vector(n, 3);
    basis.push(&problem.mass, &mut w);
    let (mut rows, mut below): (Vec<f64>, Vec<f64>) = Default::default();
    let mut last = 0.0;
    for j in 0..steps.min(n) {
        problem.stiffness.apply(basis.column(j), &mut w);
        report.products += 1;
        report.flops += problem.product_flops + 8.0 * (n * (j + 1)) as f64;
        rows.extend((0..=j).map(|i| dot(basis.column(i), &w)));
        for (w, m) in w.iter_mut().zip(diagonal) {
            *w /= m;
        }
        match basis.push(&problem.mass, &mut w) {
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
    // Rows were counted before a break.
    let m = (0..).take_while(|m| m * (m + 1) / 2 < rows.len()).count();
    // Rows hold the upper part of the Hessenberg matrix; its lower part is one diagonal, equal if K is symmetric.
    let t = Mat::from_fn(m, m, |i, j| {
        let (i, j) = (i.max(j), i.min(j));
        let upper = rows[i * (i + 1) / 2 + j];
        match i - j {
            _ if problem.is_symmetric() => upper,
            0 => upper,
            1 => 0.5 * (upper + below[j]),
            _ => 0.5 * upper,
        }
    });
    if rows.iter().any(|x| !x.is_finite()) {
        return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
    }
    let (theta, u) = symmetric_eigen(t.as_ref())?;
    let high = theta[m - 1] + last * u[(m - 1, m - 1)].abs();
    // Of the lower end a short run tells little, and a margin in proportion to the width would be far too much.
    Ok(Bounds { lowest: theta[0].min(0.0), highest: 1.01 * high.max(0.0) })
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
