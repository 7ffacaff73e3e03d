//! The functions on a small space: V^T M V = I, T = V^T K V, C = V^T D V, b = V^T M (vectors).
//!
//! (T + T^T)/2 = U diag(theta) U^T. If T is symmetric, without damping or with Rayleigh damping every block of phi_k(t J)
//! is a scalar function of theta. Otherwise phi_k of the projected 2m x 2m matrix is taken densely, in the variables
//! (sigma x, v) with sigma = sqrt(max(|theta|, 1/t^2)): there J is skew up to damping and the skew part of T, so
//! squaring it is harmless.

use faer::MatRef;

use super::exponential::PhiColumns;
use super::request::{Half, Output};
use super::small::{Eigen, SmallMatrix};
use super::{Function, FunctionError, Symmetry, Term};

/// C in the small space.
#[derive(Clone, Copy)]
pub(crate) enum SmallDamping<'a> {
    /// alpha + beta T, zero included.
    Rayleigh((f64, f64)),
    /// Any matrix.
    Matrix(MatRef<'a, f64>),
}

/// Evaluates the functions; keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Projected {
    /// Coefficients of every output, one column each.
    pub coefficients: SmallMatrix,
    eigen: Eigen,
    /// b and the result in the eigenbasis.
    b: SmallMatrix,
    result: SmallMatrix,
    full: FullMatrices,
}

/// What full matrices need in addition.
#[derive(Debug, Default)]
struct FullMatrices {
    /// U^T T U and U^T C U.
    t: SmallMatrix,
    c: SmallMatrix,
    half: SmallMatrix,
    sigma: Vec<f64>,
    j: SmallMatrix,
    start: SmallMatrix,
    phi: PhiColumns,
    /// (time, damped) and (vector, half) in use.
    groups: Vec<(f64, bool)>,
    starts: Vec<(usize, Half)>,
}

impl Projected {
    pub fn evaluate(
        &mut self,
        stiffness: MatRef<'_, f64>,
        symmetry: Symmetry,
        damping: SmallDamping<'_>,
        vectors: MatRef<'_, f64>,
        outputs: &[Output],
    ) -> Result<(), FunctionError> {
        let m = stiffness.nrows();
        match symmetry {
            Symmetry::Symmetric => self.eigen.compute(m, |i, j| stiffness[(i, j)])?,
            Symmetry::General => {
                self.eigen.compute(m, |i, j| 0.5 * (stiffness[(i, j)] + stiffness[(j, i)]))?;
            }
        }
        let (theta, u) = (&self.eigen.values, self.eigen.vectors.as_ref());
        self.b.set_product(u.transpose(), vectors);
        self.result.clear(m, outputs.len());
        match (symmetry, damping) {
            (Symmetry::Symmetric, SmallDamping::Rayleigh(rayleigh)) => {
                spectral(theta, rayleigh, &self.b, outputs, |_| true, &mut self.result);
            }
            _ => {
                let full = &mut self.full;
                match symmetry {
                    Symmetry::Symmetric => full.t.fill(m, m, |i, j| if i == j { theta[i] } else { 0.0 }),
                    Symmetry::General => {
                        full.half.set_product(stiffness, u);
                        full.t.set_product(u.transpose(), full.half.as_ref());
                    }
                }
                match damping {
                    SmallDamping::Matrix(c) => {
                        full.half.set_product(c, u);
                        full.c.set_product(u.transpose(), full.half.as_ref());
                    }
                    SmallDamping::Rayleigh((alpha, beta)) => {
                        let t = &full.t;
                        full.c.fill(m, m, |i, j| beta * t[(i, j)] + if i == j { alpha } else { 0.0 });
                    }
                }
                full.evaluate(theta, &self.b, outputs, symmetry, &mut self.result);
            }
        }
        self.coefficients.set_product(u, self.result.as_ref());
        match self.coefficients.is_finite() {
            true => Ok(()),
            false => Err(FunctionError::NonFinite { what: "a function of the projected matrix (growth beyond 1e308)" }),
        }
    }
}

/// In the eigenbasis: a number per eigenvalue.
fn spectral(
    theta: &[f64],
    rayleigh: (f64, f64),
    b: &SmallMatrix,
    outputs: &[Output],
    wanted: impl Fn(&Term) -> bool,
    result: &mut SmallMatrix,
) {
    for (o, output) in outputs.iter().enumerate() {
        for term in output.terms.iter().filter(|t| wanted(t)) {
            for (i, lambda) in theta.iter().enumerate() {
                let f = term.function.scalar(term.time, *lambda, rayleigh);
                result[(i, o)] += term.weight * f * b[(i, term.vector)];
            }
        }
    }
}

/// Time and damping of a term that needs phi of a full matrix. Even functions do not see the damping: they are numbers
/// per eigenvalue, or without symmetry c_k as a block of phi_k without damping.
fn group(term: &Term, symmetry: Symmetry) -> Option<(f64, bool)> {
    match term.function {
        Function::Phi { .. } => Some((term.time, true)),
        _ if symmetry == Symmetry::General => Some((term.time, false)),
        _ => None,
    }
}

impl FullMatrices {
    /// In the eigenbasis of the symmetric part of T.
    fn evaluate(
        &mut self,
        theta: &[f64],
        b: &SmallMatrix,
        outputs: &[Output],
        symmetry: Symmetry,
        result: &mut SmallMatrix,
    ) {
        let m = theta.len();
        let Self { t, c, sigma, j, start, phi, groups, starts, .. } = self;
        groups.clear();
        for group in outputs.iter().flat_map(|o| &o.terms).filter_map(|t| group(t, symmetry)) {
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        for &(time, damped) in groups.iter() {
            let soft = if time > 0.0 { 1.0 / (time * time) } else { 1.0 };
            sigma.clear();
            sigma.extend(theta.iter().map(|t| t.abs().max(soft).sqrt()));
            j.fill(2 * m, 2 * m, |r, k| {
                time * match (r < m, k < m) {
                    (true, true) => 0.0,
                    (true, false) => f64::from(r == k - m) * sigma[r],
                    (false, true) => -t[(r - m, k)] / sigma[k],
                    (false, false) if damped => -c[(r - m, k - m)],
                    (false, false) => 0.0,
                }
            });
            let here = |term: &&Term| group(term, symmetry) == Some((time, damped));
            let block = |term: &Term| term.function.block().expect("other functions were refused");
            // Which (vector, half) are needed at this time, and up to which k.
            starts.clear();
            let mut highest = 0;
            for term in outputs.iter().flat_map(|o| &o.terms).filter(here) {
                let (k, _, column) = block(term);
                highest = highest.max(k);
                if !starts.contains(&(term.vector, column)) {
                    starts.push((term.vector, column));
                }
            }
            start.fill(2 * m, starts.len(), |i, s| match starts[s] {
                (v, Half::Position) if i < m => sigma[i] * b[(i, v)],
                (v, Half::Velocity) if i >= m => b[(i - m, v)],
                _ => 0.0,
            });
            phi.compute(j.as_ref(), start.as_ref(), highest as usize);
            for (o, output) in outputs.iter().enumerate() {
                for term in output.terms.iter().filter(here) {
                    let (k, row, column) = block(term);
                    let s = starts.iter().position(|s| *s == (term.vector, column)).expect("collected above");
                    for i in 0..m {
                        result[(i, o)] += term.weight
                            * match row {
                                Half::Position => phi.get(k as usize, i, s) / sigma[i],
                                Half::Velocity => phi.get(k as usize, m + i, s),
                            };
                    }
                }
            }
        }
        spectral(theta, (0.0, 0.0), b, outputs, |t| group(t, symmetry).is_none(), result);
    }
}
