//! Symmetric Lanczos on A = M^-1 K with the three-term recurrence: the engine for small h omega_max and smooth data.
//!
//! K-products only; the M inner product makes A self-adjoint. Every input vector has its own recurrence, all in step so
//! that products are batched. No reorthogonalisation: for these functions the loss of orthogonality delays convergence
//! no more than rounding does (measured equal to full reorthogonalisation, h omega_max 26 .. 263).
//! f(t^2 A) b ~ |b| V f(t^2 T) e_1. Convergence begins at m ~ h omega_max / 2 for rough data, in 3 to 20 steps for
//! smooth data.

use faer::Mat;

use super::chebyshev::Plan as Inputs;
use super::problem::Problem;
use super::report::{Path, Report};
use super::request::Request;
use super::small::{product, symmetric_eigen};
use super::spectrum::inverse_mass;
use super::{FunctionError, Options};
use crate::parallel::{axpy, dot};

const NAME: &str = "lanczos";

/// One recurrence.
struct Chain {
    /// Number of the input vector and its norm.
    vector: usize,
    norm: f64,
    basis: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    off_diagonal: Vec<f64>,
    /// The space became invariant.
    complete: bool,
}

/// Evaluates a request; `out` holds the outputs one after the other.
pub fn lanczos(
    problem: &Problem<'_>,
    request: &Request<'_>,
    options: &Options,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    options.prepare(problem, request, out)?;
    let (report, done) = run(problem, request, options, usize::MAX, out)?;
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

/// At most `cap` steps; the second value tells whether `out` was written.
pub(crate) fn run(
    problem: &Problem<'_>,
    request: &Request<'_>,
    options: &Options,
    cap: usize,
    out: &mut [f64],
) -> Result<(Report, bool), FunctionError> {
    let n = problem.dim();
    let mass = inverse_mass(NAME, &problem.mass)?;
    let inputs = Inputs::new(NAME, problem, request)?;
    let rayleigh = problem.damping.rayleigh().expect("checked by the inputs");
    let mut report = Report::new(Path::Lanczos);
    out.fill(0.0);
    let mut chains: Vec<Chain> = inputs
        .vectors()
        .iter()
        .map(|(vector, b, norm)| Chain {
            vector: *vector,
            norm: *norm,
            basis: vec![b.iter().map(|x| x / norm).collect()],
            diagonal: Vec::new(),
            off_diagonal: Vec::new(),
            complete: false,
        })
        .collect();
    if chains.is_empty() {
        report.estimate = 0.0;
        report.converged = true;
        return Ok((report, true));
    }
    let limit = options.max_dimension.max(1);
    let mut looks: Vec<(usize, Vec<Mat<f64>>)> = Vec::new();
    let mut next_look = 3;
    let mut passes = 0;
    for m in 1.. {
        for chain in &mut chains {
            if !chain.complete {
                chain.step(problem, mass)?;
                report.products += 1;
                report.flops += problem.product_flops + 11.0 * n as f64;
            }
        }
        report.iterations = m;
        report.dimension = chains.iter().map(|c| c.diagonal.len()).sum();
        let complete = chains.iter().all(|c| c.complete);
        let at_limit = complete || m >= limit || report.products + chains.len() as u64 > options.max_products;
        if m < next_look && !at_limit {
            continue;
        }
        let y: Vec<Mat<f64>> =
            chains.iter().map(|c| c.coefficients(request, rayleigh)).collect::<Result<_, FunctionError>>()?;
        report.flops += 10.0 * chains.len() as f64 * (m as f64).powi(3);
        report.estimate = match looks.iter().rev().find(|(k, _)| k + 2 <= m) {
            _ if complete => n as f64 * f64::EPSILON,
            // The residual of the motion points along the next vector; in resonance it is amplified by z / 4.
            Some((_, old)) => {
                let top = chains.iter().map(|c| c.largest()).fold(0.0, f64::max);
                difference(&y, old, request) * (1.0 + 0.25 * request.longest() * top.sqrt())
            }
            None => f64::INFINITY,
        };
        passes = if report.estimate <= request.tolerance { passes + 1 } else { 0 };
        report.converged = complete || passes >= 2 || (passes > 0 && m >= 6);
        if report.converged || at_limit {
            for (chain, y) in chains.iter().zip(&y) {
                for (o, out) in out.chunks_exact_mut(n).enumerate() {
                    for (j, v) in chain.basis.iter().take(y.nrows()).enumerate() {
                        axpy(y[(j, o)], v, out);
                    }
                }
            }
            report.flops += 2.0 * (n * report.dimension * request.outputs.len()) as f64;
            return Ok((report, true));
        }
        // A dense look costs m^3: take it at every step first, then every eighth part of the way.
        next_look = m + (m / 16).max(1);
        looks.push((m, y));
        if looks.len() > 3 {
            looks.remove(0);
        }
        if m >= cap {
            return Ok((report, false));
        }
    }
    unreachable!("the loop ends at its limit")
}

impl Chain {
    /// beta_{j+1} v_{j+1} = A v_j - alpha_j v_j - beta_j v_{j-1}
    fn step(&mut self, problem: &Problem<'_>, mass: &[f64]) -> Result<(), FunctionError> {
        let n = mass.len();
        let j = self.diagonal.len();
        let v = &self.basis[j];
        let mut w = vec![0.0; n];
        problem.stiffness.apply(v, &mut w);
        let alpha = dot(v, &w);
        if !alpha.is_finite() {
            return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
        }
        let beta = if j > 0 { self.off_diagonal[j - 1] } else { 0.0 };
        for i in 0..n {
            w[i] = w[i] / mass[i] - alpha * v[i] - if j > 0 { beta * self.basis[j - 1][i] } else { 0.0 };
        }
        self.diagonal.push(alpha);
        let norm = super::chebyshev::mass_norm(mass, &w);
        let scale = self.diagonal.iter().fold(0.0f64, |m, a| m.max(a.abs()));
        if norm <= 1e-13 * scale || norm == 0.0 {
            self.complete = true;
            return Ok(());
        }
        w.iter_mut().for_each(|w| *w /= norm);
        self.off_diagonal.push(norm);
        self.basis.push(w);
        Ok(())
    }

    /// A bound on the largest Ritz value (Gershgorin).
    fn largest(&self) -> f64 {
        let b = |i: usize| self.off_diagonal.get(i).copied().unwrap_or(0.0);
        (0..self.diagonal.len())
            .map(|i| self.diagonal[i] + b(i) + if i > 0 { b(i - 1) } else { 0.0 })
            .fold(0.0, f64::max)
    }

    /// |b| f(T) e_1 for every output.
    fn coefficients(&self, request: &Request<'_>, rayleigh: (f64, f64)) -> Result<Mat<f64>, FunctionError> {
        let m = self.diagonal.len();
        let t = Mat::from_fn(m, m, |i, j| match i.abs_diff(j) {
            0 => self.diagonal[i],
            1 => self.off_diagonal[i.min(j)],
            _ => 0.0,
        });
        let (theta, u) = symmetric_eigen(t.as_ref())?;
        let f = Mat::from_fn(m, request.outputs.len(), |i, o| {
            let terms = request.outputs[o].terms.iter().filter(|t| t.vector == self.vector);
            let sum: f64 = terms.map(|t| t.weight * t.function.scalar(t.time, theta[i], rayleigh)).sum();
            self.norm * sum * u[(0, i)]
        });
        Ok(product(u.as_ref(), f.as_ref()))
    }
}

/// max over outputs of sum over chains |y - [old; 0]| / max(|y|, floor). The norm of the output is only known up to the
/// angle between the chains, so it is bounded from below by the largest part minus the others, and by the floor.
fn difference(y: &[Mat<f64>], old: &[Mat<f64>], request: &Request<'_>) -> f64 {
    let norm = |y: &Mat<f64>, old: Option<&Mat<f64>>, o: usize| -> f64 {
        let before = |i: usize| old.map_or(0.0, |old| if i < old.nrows() { old[(i, o)] } else { 0.0 });
        (0..y.nrows()).map(|i| (y[(i, o)] - before(i)).powi(2)).sum::<f64>().sqrt()
    };
    let mut worst: f64 = 0.0;
    for (o, output) in request.outputs.iter().enumerate() {
        let change: f64 = y.iter().zip(old).map(|(y, old)| norm(y, Some(old), o)).sum();
        let parts: Vec<f64> = y.iter().map(|y| norm(y, None, o)).collect();
        let total: f64 = parts.iter().sum();
        let largest = parts.iter().fold(0.0f64, |m, p| m.max(*p));
        let scale = (2.0 * largest - total).max(0.1 * largest).max(output.floor);
        if scale > 0.0 {
            worst = worst.max(change / scale);
        }
    }
    worst
}
