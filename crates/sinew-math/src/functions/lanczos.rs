//! Symmetric Lanczos on A = M^-1 K with the three-term recurrence: the engine for small h omega_max and smooth data.
//!
//! K-products only; the M inner product makes A self-adjoint. Every input vector has its own recurrence, all in step so
//! that products are batched. No reorthogonalisation: for these functions the loss of orthogonality delays convergence
//! no more than rounding does (measured equal to full reorthogonalisation, h omega_max 26 .. 263).
//! f(t^2 A) b ~ |b| V f(t^2 T) e_1. Convergence begins at m ~ h omega_max / 2 for rough data, in 3 to 20 steps for
//! smooth data.

use super::inputs::{Inputs, mass_norm};
use super::problem::Problem;
use super::report::{Path, Report};
use super::request::Request;
use super::small::{Eigen, SmallMatrix};
use super::spectrum::inverse_mass;
use super::{FunctionError, Options};
use crate::parallel::{axpy, dot};
use crate::solve::SolveError;

const NAME: &str = "lanczos";

/// [`Lanczos`] for a single use.
pub fn lanczos(
    problem: &Problem<'_>,
    request: &Request<'_>,
    options: &Options,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    Lanczos::new().evaluate(problem, request, options, out)
}

/// The engine; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct Lanczos {
    inputs: Inputs,
    /// One recurrence per input vector; memory is kept beyond `count`.
    chains: Vec<Chain>,
    /// (steps, coefficients of every chain) of the last three looks, oldest first.
    looks: [(usize, Vec<SmallMatrix>); 3],
    eigen: Eigen,
    /// f(T) e_1 in the eigenbasis.
    values: SmallMatrix,
}

/// Flops of a run that may be given up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Spent in any case.
    pub sure: f64,
    /// Spent as long as the estimates, falling as they did so far, promise to arrive within it.
    pub hoped: f64,
}

impl Budget {
    const UNLIMITED: Budget = Budget { sure: f64::INFINITY, hoped: f64::INFINITY };

    /// That of a part.
    pub fn share(self, share: f64) -> Self {
        Self { sure: share * self.sure, hoped: share * self.hoped }
    }
}

/// One recurrence.
#[derive(Debug, Default)]
struct Chain {
    /// Number of the input vector and its norm.
    vector: usize,
    norm: f64,
    /// v_1, v_2, .. one after the other.
    basis: Vec<f64>,
    diagonal: Vec<f64>,
    off_diagonal: Vec<f64>,
    /// The space became invariant.
    complete: bool,
}

impl Lanczos {
    /// An engine without memory of its own yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates a request; `out` holds the outputs one after the other.
    pub fn evaluate(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        options: &Options,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        options.prepare(problem, request, out)?;
        let (report, done) = self.run(problem, request, options, Budget::UNLIMITED, out)?;
        if done && (report.converged || options.accept_limit) {
            return Ok(report);
        }
        Err(FunctionError::NotConverged {
            engine: NAME,
            dimension: report.dimension,
            estimate: report.estimate,
            tolerance: request.tolerance,
        })
    }

    /// Within the budget; the second value tells whether `out` was written.
    pub(super) fn run(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        options: &Options,
        budget: Budget,
        out: &mut [f64],
    ) -> Result<(Report, bool), FunctionError> {
        let n = problem.dim();
        let mass = inverse_mass(NAME, &problem.mass)?;
        self.inputs.collect(NAME, problem, request)?;
        let count = self.inputs.len();
        let mut report = Report::new(Path::Lanczos);
        out.fill(0.0);
        if count == 0 {
            report.estimate = 0.0;
            report.converged = true;
            return Ok((report, true));
        }
        if self.chains.len() < count {
            self.chains.resize_with(count, Chain::default);
        }
        for ((chain, b), (vector, norm)) in
            self.chains.iter_mut().zip(self.inputs.values.chunks_exact(n)).zip(&self.inputs.list)
        {
            chain.start(*vector, *norm, b);
        }
        let limit = options.max_dimension.max(1);
        let (mut looks, mut last_look, mut next_look, mut passes) = (0, 0, 3, 0);
        for m in 1.. {
            SolveError::unless_stopped()?;
            let chains = &mut self.chains[..count];
            for chain in chains.iter_mut().filter(|c| !c.complete) {
                chain.step(problem, mass)?;
                report.products += 1;
                report.flops += problem.product_flops + 11.0 * n as f64;
            }
            report.iterations = m;
            report.dimension = chains.iter().map(|c| c.diagonal.len()).sum();
            let complete = chains.iter().all(|c| c.complete);
            let at_limit = complete || m >= limit || report.products + count as u64 > options.max_products;
            // Nothing can be said before the first look.
            if m < next_look && !at_limit {
                continue;
            }
            self.look(m, looks, request)?;
            looks += 1;
            report.flops += 10.0 * count as f64 * (m as f64).powi(3);
            let last = report.estimate;
            report.estimate = if complete { n as f64 * f64::EPSILON } else { self.estimate(looks, request) };
            passes = if report.estimate <= request.tolerance { passes + 1 } else { 0 };
            report.converged = complete || passes >= 2 || (passes > 0 && m >= 6);
            if report.converged || at_limit {
                let (_, y) = &self.looks[looks.min(3) - 1];
                for (chain, y) in self.chains[..count].iter().zip(y) {
                    for (o, out) in out.chunks_exact_mut(n).enumerate() {
                        for (v, y) in chain.basis.chunks_exact(n).zip(y.column(o)) {
                            axpy(*y, v, out);
                        }
                    }
                }
                report.flops += 2.0 * (n * report.dimension * request.outputs.len()) as f64;
                return Ok((report, true));
            }
            let per_step = report.flops / m as f64;
            if report.flops + per_step > budget.sure && m > 4 {
                // Steps to the tolerance at the rate of the last look.
                let rate = (last / report.estimate).ln() / (m - last_look).max(1) as f64;
                let steps = (report.estimate / request.tolerance).ln().max(0.0) / rate;
                // Nearly there: a little more is better than starting again.
                let near = report.estimate <= 10.0 * request.tolerance && report.flops <= 1.3 * budget.hoped;
                // Not a number or negative where nothing falls.
                if !(near || (rate > 0.0 && report.flops + (steps + 1.0) * per_step <= budget.hoped)) {
                    return Ok((report, false));
                }
            }
            last_look = m;
            // A dense look costs m^3: take it at every step first, then every sixteenth part of the way.
            next_look = m + (m / 16).max(1);
        }
        unreachable!("the loop ends at its limit")
    }

    /// |b| f(T) e_1 of every chain for every output, after `before` earlier looks.
    fn look(&mut self, m: usize, before: usize, request: &Request<'_>) -> Result<(), FunctionError> {
        if before >= 3 {
            self.looks.rotate_left(1);
        }
        let (steps, y) = &mut self.looks[before.min(2)];
        *steps = m;
        let count = self.inputs.len();
        if y.len() < count {
            y.resize_with(count, SmallMatrix::default);
        }
        for (chain, y) in self.chains[..count].iter().zip(y) {
            let m = chain.diagonal.len();
            self.eigen.compute(m, |i, j| match i - j {
                0 => chain.diagonal[i],
                1 => chain.off_diagonal[j],
                _ => 0.0,
            })?;
            let (theta, u) = (&self.eigen.values, &self.eigen.vectors);
            let rayleigh = self.inputs.rayleigh;
            self.values.fill(m, request.outputs.len(), |i, o| {
                let terms = request.outputs[o].terms.iter().filter(|t| t.vector == chain.vector);
                let sum: f64 = terms.map(|t| t.weight * t.function.scalar(t.time, theta[i], rayleigh)).sum();
                chain.norm * sum * u[(0, i)]
            });
            y.set_product(u.as_ref(), self.values.as_ref());
        }
        Ok(())
    }

    /// The change since the look before the last but one, times what resonance may make of it.
    fn estimate(&self, looks: usize, request: &Request<'_>) -> f64 {
        let count = self.inputs.len();
        let list = &self.looks[..looks.min(3)];
        let (m, y) = list.last().expect("asked for after a look");
        let Some((_, old)) = list.iter().rev().find(|(k, _)| k + 2 <= *m) else { return f64::INFINITY };
        // The residual of the motion points along the next vector; in resonance it is amplified by z / 4.
        let top = self.chains[..count].iter().map(|c| c.largest()).fold(0.0, f64::max);
        difference(&y[..count], &old[..count], request) * (1.0 + 0.25 * request.longest() * top.sqrt())
    }
}

impl Chain {
    fn start(&mut self, vector: usize, norm: f64, b: &[f64]) {
        (self.vector, self.norm, self.complete) = (vector, norm, false);
        self.basis.clear();
        self.basis.extend(b.iter().map(|x| x / norm));
        self.diagonal.clear();
        self.off_diagonal.clear();
    }

    /// beta_{j+1} v_{j+1} = A v_j - alpha_j v_j - beta_j v_{j-1}
    fn step(&mut self, problem: &Problem<'_>, mass: &[f64]) -> Result<(), FunctionError> {
        let n = mass.len();
        let j = self.diagonal.len();
        self.basis.resize((j + 2) * n, 0.0);
        let (old, w) = self.basis.split_at_mut((j + 1) * n);
        let v = &old[j * n..];
        problem.stiffness.apply(v, w);
        let alpha = dot(v, w);
        if !alpha.is_finite() {
            return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
        }
        for ((w, m), v) in w.iter_mut().zip(mass).zip(v) {
            *w = *w / m - alpha * v;
        }
        if j > 0 {
            axpy(-self.off_diagonal[j - 1], &old[(j - 1) * n..j * n], w);
        }
        self.diagonal.push(alpha);
        let norm = mass_norm(mass, w);
        let scale = self.diagonal.iter().fold(0.0f64, |m, a| m.max(a.abs()));
        if norm <= 1e-13 * scale || norm == 0.0 {
            self.complete = true;
            return Ok(());
        }
        w.iter_mut().for_each(|w| *w /= norm);
        self.off_diagonal.push(norm);
        Ok(())
    }

    /// A bound on the largest Ritz value (Gershgorin).
    fn largest(&self) -> f64 {
        let b = |i: usize| self.off_diagonal.get(i).copied().unwrap_or(0.0);
        (0..self.diagonal.len())
            .map(|i| self.diagonal[i] + b(i) + if i > 0 { b(i - 1) } else { 0.0 })
            .fold(0.0, f64::max)
    }
}

/// max over outputs of sum over chains |y - [old; 0]| / max(|y|, floor). The norm of the output is only known up to the
/// angle between the chains, so it is bounded from below by the largest part minus the others, and by the floor.
fn difference(y: &[SmallMatrix], old: &[SmallMatrix], request: &Request<'_>) -> f64 {
    let norm = |y: &SmallMatrix, old: Option<&SmallMatrix>, o: usize| -> f64 {
        let before = |i: usize| old.map_or(0.0, |old| if i < old.rows() { old[(i, o)] } else { 0.0 });
        (0..y.rows()).map(|i| (y[(i, o)] - before(i)).powi(2)).sum::<f64>().sqrt()
    };
    let mut worst: f64 = 0.0;
    for (o, output) in request.outputs.iter().enumerate() {
        let change: f64 = y.iter().zip(old).map(|(y, old)| norm(y, Some(old), o)).sum();
        let (mut total, mut largest): (f64, f64) = (0.0, 0.0);
        for part in y.iter().map(|y| norm(y, None, o)) {
            total += part;
            largest = largest.max(part);
        }
        let scale = (2.0 * largest - total).max(0.1 * largest).max(output.floor);
        if scale > 0.0 {
            worst = worst.max(change / scale);
        }
    }
    worst
}
