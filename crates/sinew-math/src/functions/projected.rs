//! The functions on a small space: V^T M V = I, T = V^T K V, C = V^T D V, b = V^T M (vectors).
//!
//! T = U diag(theta) U^T. Without damping or with Rayleigh damping every block of phi_k(t J) is a scalar function of
//! theta. Otherwise phi_k of the projected 2m x 2m matrix is taken densely, in the variables (sigma x, v) with
//! sigma = sqrt(max(|theta|, 1/t^2)): there J is skew up to damping, so squaring it is harmless.

use faer::{Mat, MatRef};

use super::request::{Function, Half, Output};
use super::small::{phi_columns, product, symmetric_eigen};
use super::{FunctionError, Term};

/// C in the small space.
pub(crate) enum SmallDamping<'a> {
    /// alpha + beta T, zero included.
    Rayleigh((f64, f64)),
    /// Any symmetric matrix.
    Matrix(MatRef<'a, f64>),
}

/// Coefficients of every output, one column each.
pub(crate) fn evaluate(
    stiffness: MatRef<'_, f64>,
    damping: SmallDamping<'_>,
    vectors: MatRef<'_, f64>,
    outputs: &[Output],
) -> Result<Mat<f64>, FunctionError> {
    let (theta, u) = symmetric_eigen(stiffness)?;
    let b = product(u.transpose(), vectors);
    let result = match damping {
        SmallDamping::Rayleigh(rayleigh) => spectral(&theta, rayleigh, &b, outputs),
        SmallDamping::Matrix(c) => {
            let c = product(u.transpose(), product(c, u.as_ref()).as_ref());
            dense(&theta, &c, &b, outputs)
        }
    };
    let result = product(u.as_ref(), result.as_ref());
    if (0..result.ncols()).any(|j| (0..result.nrows()).any(|i| !result[(i, j)].is_finite())) {
        return Err(FunctionError::NonFinite { what: "a function of the projected matrix (growth beyond 1e308)" });
    }
    Ok(result)
}

/// In the eigenbasis: a number per eigenvalue.
fn spectral(theta: &[f64], rayleigh: (f64, f64), b: &Mat<f64>, outputs: &[Output]) -> Mat<f64> {
    let mut result = Mat::zeros(theta.len(), outputs.len());
    for (o, output) in outputs.iter().enumerate() {
        for Term { weight, function, time, vector } in &output.terms {
            for (i, lambda) in theta.iter().enumerate() {
                result[(i, o)] += weight * function.scalar(*time, *lambda, rayleigh) * b[(i, *vector)];
            }
        }
    }
    result
}

/// In the eigenbasis of T, with a full damping matrix.
fn dense(theta: &[f64], c: &Mat<f64>, b: &Mat<f64>, outputs: &[Output]) -> Mat<f64> {
    let m = theta.len();
    let mut result = Mat::zeros(m, outputs.len());
    let mut times: Vec<f64> = Vec::new();
    for term in outputs.iter().flat_map(|o| &o.terms) {
        if matches!(term.function, Function::Phi { .. }) && !times.contains(&term.time) {
            times.push(term.time);
        }
    }
    for time in times {
        let soft = if time > 0.0 { 1.0 / (time * time) } else { 1.0 };
        let sigma: Vec<f64> = theta.iter().map(|t| t.abs().max(soft).sqrt()).collect();
        let j = Mat::from_fn(2 * m, 2 * m, |r, k| {
            time * match (r < m, k < m) {
                (true, true) => 0.0,
                (true, false) => f64::from(r == k - m) * sigma[r],
                (false, true) => f64::from(r - m == k) * -theta[k] / sigma[k],
                (false, false) => -c[(r - m, k - m)],
            }
        });
        // Which (vector, half) are needed at this time, and up to which k.
        let mut starts: Vec<(usize, Half)> = Vec::new();
        let mut highest = 0;
        let here = |t: &&Term| t.time == time;
        for term in outputs.iter().flat_map(|o| &o.terms).filter(here) {
            if let Function::Phi { k, column, .. } = term.function {
                highest = highest.max(k);
                if !starts.contains(&(term.vector, column)) {
                    starts.push((term.vector, column));
                }
            }
        }
        let start = Mat::from_fn(2 * m, starts.len(), |i, s| match starts[s] {
            (v, Half::Position) if i < m => sigma[i] * b[(i, v)],
            (v, Half::Velocity) if i >= m => b[(i - m, v)],
            _ => 0.0,
        });
        let phi = phi_columns(j.as_ref(), start.as_ref(), highest as usize);
        for (o, output) in outputs.iter().enumerate() {
            for term in output.terms.iter().filter(here) {
                if let Function::Phi { k, row, column } = term.function {
                    let s = starts.iter().position(|s| *s == (term.vector, column)).expect("collected above");
                    for i in 0..m {
                        result[(i, o)] += term.weight
                            * match row {
                                Half::Position => phi[k as usize][(i, s)] / sigma[i],
                                Half::Velocity => phi[k as usize][(m + i, s)],
                            };
                    }
                }
            }
        }
    }
    // Even functions of A do not see the damping.
    for (o, output) in outputs.iter().enumerate() {
        for term in output.terms.iter().filter(|t| !matches!(t.function, Function::Phi { .. })) {
            for (i, lambda) in theta.iter().enumerate() {
                let f = term.function.scalar(term.time, *lambda, (0.0, 0.0));
                result[(i, o)] += term.weight * f * b[(i, term.vector)];
            }
        }
    }
    result
}
