//! Chebyshev series in A: known cost, no inner products, short recurrence. The engine for rough undamped data.
//!
//! f(t^2 A) b ~ sum_k a_k T_k(X) b with X = (A - centre) / radius on an interval \[lambda_min, lambda_max\] and
//! T_{k+1} = 2 X T_k - T_{k-1}. One recurrence per input vector serves all functions and all times. The degree is known before the first product, about
//! z/2 + 0.62 (z/2)^(1/3) (ln 1/tol)^(2/3) with z = h omega_max; damping makes it larger (1.2 to 2.3 times).
//!
//! |T_k(X) b| <= |b| in the mass norm while the interval holds all eigenvalues, so the sum of the dropped |a_k| bounds
//! the error. The functions are entire: an eigenvalue a little outside (negative ones of an indefinite K) only makes
//! the vectors grow as the motion itself does, and the bound is multiplied by that growth. Strong growth turns the
//! vectors towards the eigenvector outside, so their Rayleigh quotient tells the interval, and the series starts again.

use super::inputs::{Inputs, mass_norm};
use super::problem::Problem;
use super::report::{Path, Report};
use super::request::Request;
use super::series::Series;
use super::spectrum::{Bounds, bounds, inverse_mass};
use super::{FunctionError, Options};
use crate::parallel::{axpy, dot};
use crate::solve::SolveError;

const NAME: &str = "chebyshev";
/// A longer series costs more than any factor, and the numbers of a run that diverges would ask for one that fills the memory.
const HOPELESS: usize = 50_000;

/// Degree that suffices for the undamped functions: z = h omega_max.
pub fn chebyshev_degree(z: f64, tolerance: f64) -> usize {
    let half = 0.5 * z;
    (half + 0.62 * half.cbrt() * (1.0 / tolerance).ln().powf(2.0 / 3.0)).ceil() as usize + 2
}

/// [`Chebyshev`] for a single use.
pub fn chebyshev(
    problem: &Problem<'_>,
    request: &Request<'_>,
    interval: Option<Bounds>,
    options: &Options,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    Chebyshev::new().evaluate(problem, request, interval, options, out)
}

/// The engine; keeps its memory and the coefficients of the last two series from call to call.
#[derive(Debug, Default)]
pub struct Chebyshev {
    pub(super) inputs: Inputs,
    /// The latest first: a step of a time integrator has about two requests, the same in every step.
    series: [Series; 2],
    before: Vec<f64>,
    current: Vec<f64>,
    next: Vec<f64>,
}

enum Outcome {
    Done,
    /// The vectors grow: they turn towards an eigenvector outside the interval.
    Growth {
        rayleigh_quotient: f64,
    },
}

/// Growth of the vectors that is put up with: the error bound is multiplied by it.
const GROWTH: f64 = 1e3;

impl Chebyshev {
    /// An engine without memory of its own yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates a request; `out` holds the outputs one after the other. `interval`: eigenvalues of M^-1 K if known
    /// (otherwise twelve products go into finding them).
    pub fn evaluate(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        interval: Option<Bounds>,
        options: &Options,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        options.prepare(problem, request, out)?;
        self.inputs.collect(NAME, problem, request)?;
        let mut report = Report::new(Path::Chebyshev);
        let mut interval = match interval {
            Some(interval) => interval,
            None => bounds(problem, 12, &mut report)?,
        };
        self.run(problem, request, &mut interval, options, &mut report, out)?;
        Ok(report)
    }

    /// Degree of the series in the collected inputs; where nobody would sum so many terms, what the formula says.
    pub(super) fn degree(&mut self, request: &Request<'_>, interval: Bounds) -> usize {
        let z = request.longest() * interval.highest.max(-interval.lowest).max(0.0).sqrt();
        let formula = chebyshev_degree(z, request.tolerance);
        if formula > HOPELESS {
            return formula;
        }
        self.resolve(request, interval);
        self.series[0].degree(request, &self.inputs)
    }

    /// Puts the series of this request in front: a kept one, or a new one in place of the older.
    fn resolve(&mut self, request: &Request<'_>, interval: Bounds) {
        if !self.series[0].is_of(request, &self.inputs, interval) {
            self.series.swap(0, 1);
        }
        self.series[0].resolve(request, &self.inputs, interval);
    }

    /// The series in the collected inputs; widens the interval where eigenvalues are found outside.
    pub(super) fn run(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        interval: &mut Bounds,
        options: &Options,
        report: &mut Report,
        out: &mut [f64],
    ) -> Result<(), FunctionError> {
        for _ in 0..8 {
            match self.sum(problem, request, *interval, options, report, out)? {
                Outcome::Done => return Ok(()),
                Outcome::Growth { rayleigh_quotient } if rayleigh_quotient > interval.highest => {
                    interval.highest = 1.02 * rayleigh_quotient;
                }
                Outcome::Growth { rayleigh_quotient } => {
                    interval.lowest = 1.05 * rayleigh_quotient.min(interval.lowest);
                }
            }
        }
        Err(not_converged(report, request))
    }

    fn sum(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        interval: Bounds,
        options: &Options,
        report: &mut Report,
        out: &mut [f64],
    ) -> Result<Outcome, FunctionError> {
        let n = problem.dim();
        let mass = inverse_mass(NAME, &problem.mass)?;
        out.fill(0.0);
        if self.inputs.len() == 0 || request.outputs.is_empty() {
            report.estimate = 0.0;
            report.converged = true;
            return Ok(Outcome::Done);
        }
        self.resolve(request, interval);
        let Self { inputs, series: [series, _], before, current, next } = self;
        let columns = inputs.len();
        let (centre, radius) = (0.5 * (interval.highest + interval.lowest), 0.5 * (interval.highest - interval.lowest));
        current.clone_from(&inputs.values);
        for vectors in [&mut *before, &mut *next] {
            vectors.clear();
            vectors.resize(n * columns, 0.0);
        }
        let add = |out: &mut [f64], current: &[f64], k: usize| {
            for (o, out) in out.chunks_exact_mut(n).enumerate() {
                for (v, t) in current.chunks_exact(n).enumerate() {
                    let a = series.of(v, o)[k];
                    if a != 0.0 {
                        axpy(a, t, out);
                    }
                }
            }
        };
        add(out, current, 0);
        if (0..request.outputs.len()).any(|o| series.rounding(inputs, o).is_infinite()) {
            return Err(FunctionError::NonFinite { what: "a function at the lowest eigenvalue (growth beyond 1e308)" });
        }
        let available = series.count() - 1;
        let mut target = series.degree(request, inputs).clamp(1, available);
        let (mut degree, mut growth) = (0, 1.0f64);
        loop {
            while degree < target {
                SolveError::unless_stopped()?;
                if report.products + columns as u64 > options.max_products {
                    report.dimension = degree;
                    report.estimate = f64::INFINITY;
                    return if options.accept_limit { Ok(Outcome::Done) } else { Err(not_converged(report, request)) };
                }
                problem.stiffness.apply_block(current, next, columns);
                // T_1 = X, T_{k+1} = 2 X T_k - T_{k-1}
                let factor = if degree == 0 { 1.0 } else { 2.0 };
                for ((next, before), current) in
                    next.chunks_exact_mut(n).zip(before.chunks_exact(n)).zip(current.chunks_exact(n))
                {
                    for (((next, before), current), mass) in next.iter_mut().zip(before).zip(current).zip(mass) {
                        let x = if radius > 0.0 { (*next / mass - centre * current) / radius } else { 0.0 };
                        *next = factor * x - before;
                    }
                }
                std::mem::swap(before, current);
                std::mem::swap(current, next);
                degree += 1;
                report.products += columns as u64;
                report.flops +=
                    columns as f64 * (problem.product_flops + (6 + 2 * request.outputs.len()) as f64 * n as f64);
                add(out, current, degree);
                // Far outside the interval eight steps are enough to overflow: look at every one of the first.
                if degree <= 8 || degree % 8 == 0 || degree == target {
                    for (t, (_, norm)) in current.chunks_exact(n).zip(&inputs.list) {
                        let size = mass_norm(mass, t);
                        if size.is_nan() {
                            return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
                        }
                        growth = growth.max(size / norm);
                        if growth > GROWTH {
                            problem.stiffness.apply(t, &mut next[..n]);
                            report.products += 1;
                            return Ok(Outcome::Growth { rayleigh_quotient: dot(t, &next[..n]) / (size * size) });
                        }
                    }
                }
            }
            // The scale is known now: go on if an output turned out small.
            report.dimension = degree;
            report.iterations = degree;
            report.estimate = 0.0;
            for (o, output) in request.outputs.iter().enumerate() {
                let scale = mass_norm(mass, &out[o * n..(o + 1) * n]).max(output.floor);
                if scale == 0.0 {
                    continue;
                }
                let rounding = series.rounding(inputs, o);
                report.estimate = report.estimate.max((growth * series.tail(inputs, o, degree) + rounding) / scale);
                target = target.max(series.needed(inputs, o, request.tolerance * scale / growth)).min(available);
            }
            if target == degree {
                report.converged = report.estimate <= request.tolerance;
                return match report.converged || options.accept_limit {
                    true => Ok(Outcome::Done),
                    false => Err(not_converged(report, request)),
                };
            }
        }
    }
}

fn not_converged(report: &Report, request: &Request<'_>) -> FunctionError {
    FunctionError::NotConverged {
        engine: NAME,
        dimension: report.dimension,
        estimate: report.estimate,
        tolerance: request.tolerance,
    }
}
