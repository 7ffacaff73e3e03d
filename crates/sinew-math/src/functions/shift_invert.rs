//! Block shift-and-invert Krylov space with joint Galerkin projection: the engine for stiff systems.
//!
//! P = M + gamma h^2 K_p is factored once. The space starts with all input vectors together and grows by
//! w = P^-1 M v; the functions are those of the projected true tangent, T = V^T K V with V^T M V = I:
//!
//!   f(t^2 A) b  ~  V f(t^2 T) V^T M b          for every f, every t and every b at once.
//!
//! - The number of solves hardly depends on the stiffness for smooth or damped motion (4 to 10 at 1e-3 .. 1e-9).
//! - Because position and velocity share one space, the energy of a linear system is conserved to rounding at any
//!   truncation: the step is the exact motion of the system constrained to the space. Two separate spaces lose this.
//! - K_p may be stale or projected: it shapes the space alone. K may be indefinite or singular.
//! - M is only multiplied with, so a consistent mass costs nothing extra.
//! - Rayleigh damping goes into the scalar functions. With any other D, or K that is not symmetric, the space is that of the shifted second-order
//!   problem (two-level orthogonal Arnoldi: w = P^-1 (M q - eta h K p) from the pair (p, q), eta^2 = gamma), and
//!   phi of the projected 2m x 2m matrix is dense.
//!
//! A system that falls apart has a space for each part (`apart.rs`).
//!
//! Not for undamped motion with rough data to tight tolerances: there every method needs about h omega_max / 2
//! products or as many solves as there are excited modes, and [`super::chebyshev`] has the shorter recurrence.

use super::apart::{Apart, Own, PartPole};
use super::basis::Basis;
use super::estimator::History;
use super::pairs::Pairs;
use super::pole::prepare_pole;
use super::problem::{Damping, Pole, Problem};
use super::projected::{Projected, SmallDamping};
use super::projection::Projection;
use super::report::{Path, Report};
use super::request::{Function, Half, Kind, Output, Request};
use super::residual::Pairings;
use super::small::SmallMatrix;
use super::{FunctionError, Options};
use crate::parallel::{axpy, dot};
use crate::solve::SolveError;

const NAME: &str = "shift-and-invert";

/// The engine; keeps its memory from call to call, so that later calls of the same size allocate nothing.
#[derive(Debug, Default)]
pub struct ShiftInvert {
    pub(super) basis: Basis,
    /// K V, kept only where pairs are (see `has_pairs`), and D V, kept only without symmetry.
    pub(super) stiffness_vectors: Vec<f64>,
    damping_vectors: Vec<f64>,
    /// M b or f of every input vector.
    duals: Vec<f64>,
    pub(super) work: Vec<f64>,
    pub(super) image: Vec<f64>,
    pub(super) rhs: Vec<f64>,
    /// P = M + shift K for the present K, so that the Krylov space holds its own residuals.
    pub(super) exact_pole: bool,
    /// T = V^T K V and C = V^T D V.
    stiffness: Projection,
    damping: Projection,
    /// V^T M b, row by row.
    vectors: Vec<f64>,
    pub(super) pairs: Pairs,
    /// Position half of the pair in the making.
    pub(super) position: Vec<f64>,
    /// Input vector and half of the pairs to start with.
    starts: Vec<(usize, Half)>,
    /// T, C and V^T M b as matrices, and the functions of them.
    small: [SmallMatrix; 3],
    pub(super) projected: Projected,
    history: History,
    /// What the residual is taken of.
    pub(super) pairings: Pairings,
    /// The parts of a system that falls apart.
    apart: Apart<ShiftInvert>,
}

/// How a run ended.
enum End {
    Done,
    /// The budget is spent and the estimate is still far off.
    Budget,
}

impl ShiftInvert {
    /// An engine without memory of its own yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates a request; `out` holds the outputs one after the other.
    pub fn evaluate(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        options: &Options,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        let (report, _) = self.run(problem, pole, request, options, f64::INFINITY, out)?;
        if report.converged || options.accept_limit {
            return Ok(report);
        }
        Err(FunctionError::NotConverged {
            engine: NAME,
            dimension: report.dimension,
            estimate: report.estimate,
            tolerance: request.tolerance,
        })
    }

    /// As `evaluate`, but gives up when `budget` flops are spent (without the factorization) and the estimate is above
    /// ten times the tolerance. The second value tells whether `out` was written.
    pub(crate) fn run(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        options: &Options,
        budget: f64,
        out: &mut [f64],
    ) -> Result<(Report, bool), FunctionError> {
        let n = problem.dim();
        options.prepare(problem, request, out)?;
        request.check_symmetry(NAME, problem.is_symmetric())?;
        let mut report = Report::new(Path::ShiftInvert);
        out.fill(0.0);
        if request.longest() == 0.0 || n == 0 {
            // Functions of zero are numbers.
            return trivial(problem, request, out, report);
        }
        let factor = prepare_pole(pole, options.gamma * request.longest().powi(2))?;
        report.factorizations = factor;
        report.flops += factor as f64 * pole.factor_flops();
        let shift = pole.shift().expect("factored by prepare_pole");
        let part_options = Options { check: false, ..*options };
        let part = |engine: &mut Self, own: Own<'_>, out: &mut [f64]| {
            let (budget, mut pole) = (own.share * budget, PartPole { part: own.factor, shift });
            engine.run(&own.problem, &mut pole, own.request, &part_options, budget, out)
        };
        if let Some(written) = self.apart.run(problem, pole, request, &mut report, out, part)? {
            return Ok((report, written));
        }
        let budget = budget + report.flops;
        self.start(problem, pole, request, &mut report)?;
        if self.basis.len() == 0 {
            report.estimate = 0.0;
            report.converged = true;
            return Ok((report, true));
        }
        let end = self.grow(problem, pole, request, options, budget, &mut report)?;
        report.dimension = self.basis.len();
        if matches!(end, End::Budget) {
            return Ok((report, false));
        }
        for (o, out) in out.chunks_exact_mut(n).enumerate() {
            self.basis.combine(|j| self.projected.coefficients[(j, o)], out);
        }
        report.flops += 2.0 * (n * self.basis.len() * request.outputs.len()) as f64;
        if options.residual {
            self.residual(problem, request, &mut report)?;
        }
        Ok((report, true))
    }

    /// The first block: all input vectors; P^-1 f for forces.
    fn start(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        report: &mut Report,
    ) -> Result<(), FunctionError> {
        let n = problem.dim();
        self.basis.reset(n);
        self.stiffness_vectors.clear();
        self.damping_vectors.clear();
        self.stiffness.clear();
        self.damping.clear();
        self.vectors.clear();
        self.pairs.clear();
        self.history.clear();
        self.exact_pole = false;
        self.duals.clear();
        self.duals.resize(n * request.vectors.len(), 0.0);
        self.work.resize(n, 0.0);
        for (j, (kind, b)) in request.vectors.iter().enumerate() {
            let dual = &mut self.duals[j * n..(j + 1) * n];
            match kind {
                Kind::Primal => {
                    problem.mass.apply(b, dual);
                    self.work.copy_from_slice(b);
                }
                Kind::Dual => {
                    dual.copy_from_slice(b);
                    pole.solve(b, &mut self.work, 1)?;
                    report.solves += 1;
                    report.flops += pole.solve_flops();
                }
            }
            if request.terms().any(|t| t.vector == j) {
                self.basis.push(&problem.mass, &mut self.work);
            }
        }
        self.project(problem, 0, report)?;
        if has_pairs(problem) {
            self.start_pairs(request);
        }
        Ok(())
    }

    /// Adds rows `first..` of T (and C): one product with K (and D) per new vector.
    fn project(&mut self, problem: &Problem<'_>, first: usize, report: &mut Report) -> Result<(), FunctionError> {
        let (n, count) = (problem.dim(), self.basis.len());
        let new = count - first;
        self.rhs.resize((n * new).max(self.rhs.len()), 0.0);
        let images = &mut self.rhs[..n * new];
        problem.stiffness.apply_block(self.basis.columns_from(first), images, new);
        for i in first..count {
            self.vectors.extend(self.duals.chunks_exact(n).map(|dual| dot(self.basis.column(i), dual)));
        }
        if has_pairs(problem) {
            self.stiffness_vectors.extend_from_slice(images);
        }
        let symmetric = problem.is_symmetric();
        self.stiffness.extend(&self.basis, first, images, (!symmetric).then_some(self.stiffness_vectors.as_slice()));
        report.products += new as u64;
        report.flops += new as f64 * (problem.product_flops + 2.0 * (n * count) as f64);
        if let Damping::Operator(d) = problem.damping {
            d.apply_block(self.basis.columns_from(first), images, new);
            if !symmetric {
                self.damping_vectors.extend_from_slice(images);
            }
            self.damping.extend(&self.basis, first, images, (!symmetric).then_some(self.damping_vectors.as_slice()));
            report.products += new as u64;
            report.flops += new as f64 * (problem.product_flops + 2.0 * (n * count) as f64);
        }
        match self.stiffness.is_finite() && self.damping.is_finite() {
            true => Ok(()),
            false => Err(FunctionError::NonFinite { what: "a product with the stiffness or the damping" }),
        }
    }

    /// Enlarges the space until the estimate is below the tolerance.
    fn grow(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        options: &Options,
        budget: f64,
        report: &mut Report,
    ) -> Result<End, FunctionError> {
        let n = problem.dim();
        let limit = options.max_dimension.min(n);
        let mut first = 0;
        let mut passes = 0;
        // With an exact pole the next Krylov block contains the residuals. Otherwise a space that has stopped changing
        // may still miss a direction, so the residuals themselves must have been tried.
        let (mut by_residuals, mut tried) = (false, false);
        let mut flops_before = report.flops;
        for m in 1.. {
            SolveError::unless_stopped()?;
            report.iterations = m;
            let count = self.basis.len();
            let complete = count == n || first == count;
            let at_limit = complete || count >= limit;
            // A dense eigenproblem of 24 vectors is cheap, one of 200 is not: look less often then.
            // One more block like the last one would exceed it.
            let over_budget = 2.0 * report.flops - flops_before > budget;
            flops_before = report.flops;
            if m <= 12 || at_limit || over_budget || count * 10 >= self.history.latest() * 11 {
                self.evaluate_small(problem, request)?;
                let y = &self.projected.coefficients;
                report.flops += 10.0 * (count as f64).powi(3);
                report.estimate = if complete { n as f64 * f64::EPSILON } else { self.history.estimate(m, y, request) };
                passes = if report.estimate <= request.tolerance { passes + 1 } else { 0 };
                // Two values in a row can agree by accident in a space that is still tiny.
                let settled = passes > 0 && (m >= 4 || passes >= 2 || (m == 3 && self.history.fast));
                report.converged = complete || (settled && (tried || self.exact_pole));
                if report.converged || at_limit {
                    return Ok(End::Done);
                }
                by_residuals |= settled;
                // Nearly there: a little more is better than starting again.
                let near = report.estimate <= 10.0 * request.tolerance && report.flops <= 1.1 * budget;
                if over_budget && !near {
                    return Ok(End::Budget);
                }
                self.history.remember(m, y);
            }
            if by_residuals && self.history.latest() == count {
                self.expand_by_residuals(problem, pole, limit, report)?;
                tried = true;
            }
            if self.basis.len() == count {
                match has_pairs(problem) {
                    true => self.expand_pairs(problem, pole, limit, report)?,
                    false => self.expand(problem, pole, first, limit, report)?,
                }
            }
            first = count;
            self.project(problem, first, report)?;
        }
        unreachable!("the loop ends at the latest when the space is complete")
    }

    /// The functions of the projected matrices.
    fn evaluate_small(&mut self, problem: &Problem<'_>, request: &Request<'_>) -> Result<(), FunctionError> {
        let (count, inputs) = (self.basis.len(), request.vectors.len());
        let [t, c, b] = &mut self.small;
        if problem.damping.rayleigh().is_none() {
            self.damping.copy_to(c, count, problem.symmetry);
        }
        b.fill(count, inputs, |i, j| self.vectors[i * inputs + j]);
        self.stiffness.copy_to(t, count, problem.symmetry);
        self.functions_of_projection(problem, &request.outputs)
    }

    /// Outputs in the space whose matrices were made last.
    pub(super) fn functions_of_projection(
        &mut self,
        problem: &Problem<'_>,
        outputs: &[Output],
    ) -> Result<(), FunctionError> {
        let [t, c, b] = &self.small;
        let damping = match problem.damping.rayleigh() {
            Some(rayleigh) => SmallDamping::Rayleigh(rayleigh),
            None => SmallDamping::Matrix(c.as_ref()),
        };
        self.projected.evaluate(t.as_ref(), problem.symmetry, damping, b.as_ref(), outputs)
    }

    /// (b, 0) and (0, b) of every input vector, as coefficients.
    fn start_pairs(&mut self, request: &Request<'_>) {
        self.starts.clear();
        for term in request.terms() {
            let half = match term.function {
                Function::Phi { column, .. } => column,
                // Even functions see M and K alone: the chain of (0, b) contains theirs.
                _ => Half::Velocity,
            };
            if !self.starts.contains(&(term.vector, half)) {
                self.starts.push((term.vector, half));
            }
        }
        let (count, inputs) = (self.basis.len(), request.vectors.len());
        for &(vector, half) in &self.starts {
            let b = |of| {
                let factor = f64::from(half == of);
                let vectors = &self.vectors;
                (0..count).map(move |i| factor * vectors[i * inputs + vector])
            };
            self.pairs.push(b(Half::Position), b(Half::Velocity));
        }
    }
}

/// Does the space come from pairs (position, velocity)? Otherwise from vectors, position and velocity alike.
pub(super) fn has_pairs(problem: &Problem<'_>) -> bool {
    !problem.is_symmetric() || matches!(problem.damping, Damping::Operator(_))
}

/// All times are zero: every function is its value at zero.
fn trivial(
    problem: &Problem<'_>,
    request: &Request<'_>,
    out: &mut [f64],
    mut report: Report,
) -> Result<(Report, bool), FunctionError> {
    let n = problem.dim();
    for (output, out) in request.outputs.iter().zip(out.chunks_exact_mut(n.max(1))) {
        for term in &output.terms {
            let (kind, b) = request.vectors[term.vector];
            let f = term.weight * term.function.scalar(0.0, 0.0, (0.0, 0.0));
            match (kind, problem.mass.diagonal()) {
                (Kind::Primal, _) => axpy(f, b, out),
                (Kind::Dual, Some(m)) => {
                    for ((out, b), m) in out.iter_mut().zip(b).zip(m) {
                        *out += f * b / m;
                    }
                }
                (Kind::Dual, None) if f == 0.0 => {}
                (Kind::Dual, None) => {
                    return Err(FunctionError::BadRequest("a force at time zero needs the inverse of the mass"));
                }
            }
        }
    }
    report.estimate = 0.0;
    report.converged = true;
    Ok((report, true))
}
