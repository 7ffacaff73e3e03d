//! The functions on a small space: V^T M V = I, T = V^T K V, C = V^T D V, b = V^T M (vectors).
//!
//! (T + T^T)/2 = U diag(theta) U^T. If T is symmetric, without damping or with Rayleigh damping every block of phi_k(t J)
//! is a scalar function of theta. Otherwise phi_k of the projected 2m x 2m matrix is taken densely, in the variables
//! (sigma x, v) with sigma = sqrt(max(|theta|, 1/t^2)): there J is skew up to damping and the skew part of T, so
//! squaring it is harmless.

use faer::{Mat, MatRef};

use super::request::{Half, Output};
use super::small::{phi_columns, product, symmetric_eigen};
use super::{Function, FunctionError, Symmetry, Term};

/// C in the small space.
#[derive(Clone, Copy)]
pub(crate) enum SmallDamping<'a> {
    /// alpha + beta T, zero included.
    Rayleigh((f64, f64)),
    /// Any matrix.
    Matrix(MatRef<'a, f64>),
}

/// Coefficients of every output, one column each.
pub(crate) fn evaluate(
    stiffness: MatRef<'_, f64>,
    symmetry: Symmetry,
    damping: SmallDamping<'_>,
    vectors: MatRef<'_, f64>,
    outputs: &[Output],
) -> Result<Mat<f64>, FunctionError> {
    let m = stiffness.nrows();
    let (theta, u) = match symmetry {
        Symmetry::Symmetric => symmetric_eigen(stiffness)?,
        Symmetry::General => {
            let half = Mat::from_fn(m, m, |i, j| 0.5 * (stiffness[(i, j)] + stiffness[(j, i)]));
            symmetric_eigen(half.as_ref())?
        }
    };
    let b = product(u.transpose(), vectors);
    let turned = |a: MatRef<'_, f64>| product(u.transpose(), product(a, u.as_ref()).as_ref());
    let result = match (symmetry, damping) {
        (Symmetry::Symmetric, SmallDamping::Rayleigh(rayleigh)) => spectral(&theta, rayleigh, &b, outputs),
        _ => {
            let t = match symmetry {
                Symmetry::Symmetric => Mat::from_fn(m, m, |i, j| if i == j { theta[i] } else { 0.0 }),
                Symmetry::General => turned(stiffness),
            };
            let c = match damping {
                SmallDamping::Matrix(c) => turned(c),
                SmallDamping::Rayleigh((alpha, beta)) => {
                    Mat::from_fn(m, m, |i, j| beta * t[(i, j)] + if i == j { alpha } else { 0.0 })
                }
            };
            dense(&theta, &t, &c, &b, outputs, symmetry)
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

/// In the eigenbasis of the symmetric part of T, with full matrices.
fn dense(theta: &[f64], t: &Mat<f64>, c: &Mat<f64>, b: &Mat<f64>, outputs: &[Output], symmetry: Symmetry) -> Mat<f64> {
    let m = theta.len();
    let mut result = Mat::zeros(m, outputs.len());
    // Even functions do not see the damping: numbers per eigenvalue, or c_k as a block of phi_k without damping.
    let key = |term: &Term| match term.function {
        Function::Phi { .. } => Some((term.time, true)),
        _ if symmetry == Symmetry::General => Some((term.time, false)),
        _ => None,
    };
    let mut groups: Vec<(f64, bool)> = Vec::new();
    for group in outputs.iter().flat_map(|o| &o.terms).filter_map(key) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for (time, damped) in groups {
        let soft = if time > 0.0 { 1.0 / (time * time) } else { 1.0 };
        let sigma: Vec<f64> = theta.iter().map(|t| t.abs().max(soft).sqrt()).collect();
        let j = Mat::from_fn(2 * m, 2 * m, |r, k| {
            time * match (r < m, k < m) {
                (true, true) => 0.0,
                (true, false) => f64::from(r == k - m) * sigma[r],
                (false, true) => -t[(r - m, k)] / sigma[k],
                (false, false) if damped => -c[(r - m, k - m)],
                (false, false) => 0.0,
            }
        });
        let here = |term: &&Term| key(term) == Some((time, damped));
        let block = |term: &Term| term.function.block().expect("other functions were refused");
        // Which (vector, half) are needed at this time, and up to which k.
        let mut starts: Vec<(usize, Half)> = Vec::new();
        let mut highest = 0;
        for term in outputs.iter().flat_map(|o| &o.terms).filter(here) {
            let (k, _, column) = block(term);
            highest = highest.max(k);
            if !starts.contains(&(term.vector, column)) {
                starts.push((term.vector, column));
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
                let (k, row, column) = block(term);
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
    for (o, output) in outputs.iter().enumerate() {
        for term in output.terms.iter().filter(|t| key(t).is_none()) {
            for (i, lambda) in theta.iter().enumerate() {
                let f = term.function.scalar(term.time, *lambda, (0.0, 0.0));
                result[(i, o)] += term.weight * f * b[(i, term.vector)];
            }
        }
    }
    result
}
