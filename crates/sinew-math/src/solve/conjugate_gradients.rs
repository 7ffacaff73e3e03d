//! Preconditioned conjugate gradients [hestenes1952]: A x = b by products alone.
//!
//! The search stops when |b - A x| <= tolerance |b|, checked on the true residual: the recursive one drifts away from
//! it by rounding, and the iteration is restarted from the true one when they disagree. A tolerance that rounding does
//! not allow is met as well as it can be: the report tells the residual that was reached. A direction p with
//! p . A p <= 0 proves that A is not positive definite and is reported as such.
//!
//! Use it for large soft systems. The number of iterations grows with the square root of the condition number, so
//! stiff systems belong to [`super::Cholesky`]. Dot products are summed in fixed chunks: same bits for any number of
//! threads.

use super::SolveError;
use super::preconditioner::Precondition;
use crate::operator::LinearOperator;
use crate::parallel::{dot, dot_chunk, wide};

/// What a solve took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CgReport {
    /// Iterations done.
    pub iterations: usize,
    /// Products with the matrix, those for true residuals included.
    pub products: usize,
    /// |b - A x| / |b| at the end.
    pub residual: f64,
    /// Is the residual below the tolerance, or below 1e-8 and as small as rounding allows?
    pub converged: bool,
}

/// Work vectors of the iteration, kept between solves.
#[derive(Debug, Clone, Default)]
pub struct ConjugateGradients {
    r: Vec<f64>,
    z: Vec<f64>,
    p: Vec<f64>,
    q: Vec<f64>,
    report: CgReport,
}

impl ConjugateGradients {
    /// The last solve, failed ones included.
    pub fn report(&self) -> &CgReport {
        &self.report
    }

    /// Improves `x` until the relative residual is below `tolerance` or `max_iterations` are used up; the latter is
    /// reported, not an error, because the caller may have other means.
    pub fn solve(
        &mut self,
        a: &dyn LinearOperator,
        m: &dyn Precondition,
        b: &[f64],
        x: &mut [f64],
        tolerance: f64,
        max_iterations: usize,
    ) -> Result<CgReport, SolveError> {
        let n = a.dim();
        assert!(b.len() == n && x.len() == n, "vectors and matrix differ in size");
        for v in [&mut self.r, &mut self.z, &mut self.p, &mut self.q] {
            v.resize(n, 0.0);
        }
        let Self { r, z, p, q, report } = self;
        *report = CgReport::default();
        let size = dot(b, b).sqrt();
        if !size.is_finite() {
            return Err(SolveError::NonFinite);
        }
        if size == 0.0 {
            x.fill(0.0);
            report.converged = true;
            return Ok(*report);
        }
        let goal = tolerance * size;
        let mut length = if x.iter().all(|x| *x == 0.0) {
            r.copy_from_slice(b);
            size
        } else {
            report.products += 1;
            true_residual(a, b, x, r)
        };
        let mut best = f64::INFINITY;
        // Each pass is one run of the iteration from a true residual. The last one leaves a small residual, or one that
        // has not halved although the recursive one is small: then rounding allows no better.
        while length > goal && length < 0.5 * best && report.iterations < max_iterations {
            best = length;
            m.apply(r, z);
            p.copy_from_slice(z);
            let mut rz = dot(r, z);
            while report.iterations < max_iterations {
                SolveError::unless_stopped()?;
                a.apply(p, q);
                report.products += 1;
                report.iterations += 1;
                let curvature = dot(p, q);
                if !(rz.is_finite() && curvature.is_finite()) {
                    return Err(SolveError::NonFinite);
                }
                if curvature <= 0.0 || rz <= 0.0 {
                    return Err(SolveError::NotPositiveDefinite { node: most_negative(p, q) });
                }
                let alpha = rz / curvature;
                if advance(alpha, p, q, x, r).sqrt() <= goal {
                    break;
                }
                m.apply(r, z);
                let next = dot(r, z);
                let beta = next / rz;
                rz = next;
                redirect(beta, z, p);
            }
            report.products += 1;
            length = true_residual(a, b, x, r);
        }
        report.residual = length / size;
        let limited_by_rounding = report.iterations < max_iterations && report.residual < 1e-8;
        report.converged = length <= goal || limited_by_rounding;
        if report.residual.is_finite() { Ok(*report) } else { Err(SolveError::NonFinite) }
    }
}

/// x += alpha p, r -= alpha q; returns r . r, summed while the new values are still at hand.
fn advance(alpha: f64, p: &[f64], q: &[f64], x: &mut [f64], r: &mut [f64]) -> f64 {
    const CHUNK: usize = 512;
    let mut sum = 0.0;
    for ((p, q), (x, r)) in p.chunks(CHUNK).zip(q.chunks(CHUNK)).zip(x.chunks_mut(CHUNK).zip(r.chunks_mut(CHUNK))) {
        sum += wide(
            #[inline(always)]
            || {
                for ((p, q), (x, r)) in p.iter().zip(q).zip(x.iter_mut().zip(r.iter_mut())) {
                    *x += alpha * p;
                    *r -= alpha * q;
                }
                dot_chunk(r, r)
            },
        );
    }
    sum
}

/// p = z + beta p
fn redirect(beta: f64, z: &[f64], p: &mut [f64]) {
    wide(
        #[inline(always)]
        || {
            for (p, z) in p.iter_mut().zip(z) {
                *p = z + beta * *p;
            }
        },
    );
}

/// r = b - A x and its length.
fn true_residual(a: &dyn LinearOperator, b: &[f64], x: &[f64], r: &mut [f64]) -> f64 {
    a.apply(x, r);
    for (r, b) in r.iter_mut().zip(b) {
        *r = b - *r;
    }
    dot(r, r).sqrt()
}

/// The vertex that contributes most to p . A p < 0: where to look for the trouble.
fn most_negative(p: &[f64], q: &[f64]) -> usize {
    let (mut node, mut least) = (0, f64::INFINITY);
    for (i, (p, q)) in p.chunks_exact(3).zip(q.chunks_exact(3)).enumerate() {
        let share = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        if share < least {
            (node, least) = (i, share);
        }
    }
    node
}
