//! How well the result of [`ShiftInvert`] obeys the equation of motion: the second-order residual, for the report.
//!
//! x and v of an output are the two halves of u(t) = sum_i w_i phi_k(t J) \[p; q\] (times (t / t_end)^k, so that it is a
//! motion): M v' + D v + K x = g M q with g = w / (t (k-1)!), and none for k = 0. In the Galerkin space x = V y, v = V w this is
//! fulfilled up to what the space does not hold,
//!
//!   r = (I - M V V^T) (K x + D v) - sum_i g_i (I - M V V^T) f_i,
//!
//! the second sum over inputs given as forces f = M q only (other inputs lie in the space). c_k(t^2 A) q is the same with
//! D = 0 and g = w / (t^2 (k-2)!). Reported is the largest over all outputs of
//!
//!   t^2 |r| / (|x| + t^2 |K x + D v|),    |r|^2 = r.M^-1 r,  |x|^2 = x.M x:
//!
//! at most about 1, without units. One product with K (and one with D) and one projection per pair of outputs, for a
//! fresh pole and a stale one alike; the Krylov relation would need the solves of one more block instead. The
//! error e obeys M e'' + D e' + K e = -r, so without damping |e(t)| <= t^2/2 max |r|. [botchev2022]
//!
//! Nothing for a consistent mass (nobody solves with M), for other even functions than c_k (they solve no such equation)
//! and for positions given as forces. Start values given as forces are projected, which r does not see.

use super::problem::{Damping, Problem};
use super::report::Report;
use super::request::{Function, Half, Kind, Output, Request, Term};
use super::stumpff::INVERSE_FACTORIAL;
use super::{FunctionError, ShiftInvert};
use crate::parallel::{axpy, dot};

/// Outputs to be evaluated again: the halves x and v of every pair.
#[derive(Debug, Default)]
pub(super) struct Pairings {
    /// x, v, x, v, ..
    halves: Vec<Output>,
    count: usize,
}

impl Pairings {
    /// Both halves of all outputs that obey an equation; an output that is the other half of the one before is left out.
    fn collect(&mut self, request: &Request<'_>) {
        self.count = 0;
        for (o, output) in request.outputs.iter().enumerate() {
            let obeys = |t: &Term| match t.function {
                Function::Even(_) => false,
                Function::Phi { column: Half::Position, .. } => request.vectors[t.vector].0 == Kind::Primal,
                _ => true,
            };
            let known = o > 0 && same_motion(&request.outputs[o - 1], output);
            let moving = output.terms.iter().any(|t| t.time > 0.0);
            if known || !moving || !output.terms.iter().all(obeys) {
                continue;
            }
            if self.halves.len() < self.count + 2 {
                self.halves.resize_with(self.count + 2, Output::default);
            }
            for half in [Half::Position, Half::Velocity] {
                let terms = &mut self.halves[self.count].terms;
                terms.clear();
                // At time zero nothing moves yet.
                terms.extend(output.terms.iter().filter(|t| t.time > 0.0).filter_map(|t| match t.function {
                    Function::Phi { k, column, .. } => {
                        Some(Term { function: Function::Phi { k, row: half, column }, ..*t })
                    }
                    _ => (half == Half::Position).then_some(*t),
                }));
                self.count += 1;
            }
        }
    }

    fn outputs(&self) -> &[Output] {
        &self.halves[..self.count]
    }
}

/// Do two outputs differ in the half alone?
fn same_motion(a: &Output, b: &Output) -> bool {
    let same = |a: &Term, b: &Term| {
        let (Function::Phi { k, column, .. }, Function::Phi { k: l, column: d, .. }) = (a.function, b.function) else {
            return false;
        };
        k == l && column == d && a.vector == b.vector && a.weight == b.weight && a.time == b.time
    };
    a.terms.len() == b.terms.len() && a.terms.iter().zip(&b.terms).all(|(a, b)| same(a, b))
}

/// g: how strongly the input of a term acts as an acceleration at its time.
fn load(term: &Term) -> f64 {
    let (t, inverse) = (term.time, |k: u32| INVERSE_FACTORIAL[k as usize]);
    match term.function {
        Function::Phi { k: k @ 1.., column: Half::Velocity, .. } => term.weight * inverse(k - 1) / t,
        Function::Stumpff(k @ 2..) => term.weight * inverse(k - 2) / (t * t),
        _ => 0.0,
    }
}

impl ShiftInvert {
    /// The residual of the result in the present space; see the head of the file.
    pub(super) fn residual(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        report: &mut Report,
    ) -> Result<(), FunctionError> {
        let Some(masses) = problem.mass.diagonal() else { return Ok(()) };
        let mut pairings = std::mem::take(&mut self.pairings);
        pairings.collect(request);
        self.functions_of_projection(problem, pairings.outputs())?;
        let (n, count) = (problem.dim(), self.basis.len());
        let (alpha, beta) = problem.damping.rayleigh().unwrap_or_default();
        self.rhs.resize((2 * n).max(self.rhs.len()), 0.0);
        self.work.resize(n, 0.0);
        let (x, rest) = self.rhs.split_at_mut(n);
        let force = &mut rest[..n];
        let y = &self.projected.coefficients;
        for (pair, [positions, _]) in pairings.outputs().as_chunks::<2>().0.iter().enumerate() {
            let (p, v) = (2 * pair, 2 * pair + 1);
            // K x + D v, the Rayleigh part with the product that is needed anyway
            self.basis.combine(|j| y[(j, p)] + beta * y[(j, v)], x);
            problem.stiffness.apply(x, force);
            report.products += 1;
            report.flops += problem.product_flops + 8.0 * (n * count) as f64;
            if alpha != 0.0 {
                (0..count).for_each(|j| axpy(alpha * y[(j, v)], self.basis.mass_column(j), force));
            }
            if let Damping::Operator(d) = problem.damping {
                self.basis.combine(|j| y[(j, v)], x);
                d.apply(x, &mut self.work);
                axpy(1.0, &self.work, force);
                report.products += 1;
                report.flops += problem.product_flops;
            }
            let time = positions.terms.iter().map(|t| t.time).fold(0.0, f64::max);
            let length = (0..count).map(|j| y[(j, p)].powi(2)).sum::<f64>().sqrt();
            let size = length + time * time * dual_norm(masses, force);
            for term in positions.terms.iter().filter(|t| request.vectors[t.vector].0 == Kind::Dual) {
                axpy(-load(term), request.vectors[term.vector].1, force);
            }
            for j in 0..count {
                let h = dot(self.basis.column(j), force);
                axpy(-h, self.basis.mass_column(j), force);
            }
            if size > 0.0 {
                let residual = time * time * dual_norm(masses, force) / size;
                report.residual = Some(report.residual.unwrap_or(0.0).max(residual));
            }
        }
        self.pairings = pairings;
        Ok(())
    }
}

/// sqrt(f.M^-1 f)
fn dual_norm(masses: &[f64], f: &[f64]) -> f64 {
    f.iter().zip(masses).map(|(f, m)| f * f / m).sum::<f64>().sqrt()
}
