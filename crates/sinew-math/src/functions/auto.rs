//! Chooses the engine: a race with a known upper bound.
//!
//! The cost of the Chebyshev series is known before its first product. With z = h omega_max:
//! - if z < 30 or the series is no dearer than a shift-and-invert run as long as the last one: Lanczos, which may
//!   stop early, and the series once Lanczos has used up its degree;
//! - otherwise shift-and-invert, and the series once shift-and-invert has spent what the series would cost and is
//!   still a factor of ten away.
//!
//! So the cost is at most twice that of the better engine, plus one factorization and the few products that find
//! omega_max. Costs are counted flops, never times: the choice is the same on every machine. With a consistent mass,
//! general damping or a stiffness that is not symmetric there is no series, and shift-and-invert is taken.

use super::chebyshev::{Plan, chebyshev};
use super::problem::{Damping, MassMatrix, Pole, Problem};
use super::report::{Path, Report};
use super::request::Request;
use super::shift_invert::ShiftInvert;
use super::spectrum::{Bounds, bounds};
use super::{FunctionError, Options, lanczos};

/// The engine that chooses; keeps its memory and what it has learnt from call to call.
#[derive(Debug)]
pub struct Auto {
    shift_invert: ShiftInvert,
    /// Solves of the last shift-and-invert run; all that later choices depend on, to be saved with a run.
    pub expected_solves: f64,
    /// Take what shift-and-invert has when the budget is spent (stable and energy-conserving) instead of switching.
    pub real_time: bool,
}

impl Default for Auto {
    fn default() -> Self {
        Self::new()
    }
}

impl Auto {
    /// Nothing learnt yet.
    pub fn new() -> Self {
        Self { shift_invert: ShiftInvert::new(), expected_solves: 16.0, real_time: false }
    }

    /// Evaluates a request; `out` holds the outputs one after the other. `interval`: eigenvalues of M^-1 K if known
    /// (otherwise twelve products go into finding them).
    pub fn evaluate(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        interval: Option<Bounds>,
        options: &Options,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        options.prepare(problem, request, out)?;
        // Checked once is enough for all engines that follow.
        let options = Options { check: false, ..*options };
        let polynomial = problem.is_symmetric()
            && matches!(problem.mass, MassMatrix::Diagonal(_))
            && !matches!(problem.damping, Damping::Operator(_));
        if !polynomial {
            return self.shift_invert.evaluate(problem, pole, request, &options, out);
        }
        let mut spent = Report::new(Path::Lanczos);
        let interval = match interval {
            Some(interval) => interval,
            None => bounds(problem, 12, &mut spent)?,
        };
        let inputs = Plan::new("auto", problem, request)?;
        let n = problem.dim() as f64;
        let columns = inputs.columns().max(1) as f64;
        let degree = inputs.degree(request, interval);
        let per_product = problem.product_flops + (6 + 2 * request.outputs.len()) as f64 * n;
        let series = degree as f64 * columns * per_product;
        let factor = if pole.shift().is_some() { 0.0 } else { pole.factor_flops() };
        let z = request.longest() * interval.highest.max(0.0).sqrt();
        if z < 30.0 || series <= factor + self.expected_solves * pole.solve_flops() {
            let cap = degree.min(options.max_dimension);
            let (report, done) = lanczos::run(problem, request, &options, cap.max(4), out)?;
            if done && report.converged {
                return Ok(finish(report, &spent));
            }
            spent.add_work(&report);
        } else {
            let budget = if self.real_time { f64::INFINITY } else { series };
            let limited = Options { accept_limit: true, ..options };
            let (report, written) = self.shift_invert.run(problem, pole, request, &limited, budget, out)?;
            self.expected_solves = report.solves as f64;
            if written && (report.converged || self.real_time || options.accept_limit) {
                return Ok(finish(report, &spent));
            }
            spent.add_work(&report);
        }
        let report = chebyshev(problem, request, Some(interval), &options, out)?;
        Ok(finish(report, &spent))
    }
}

fn finish(mut report: Report, spent: &Report) -> Report {
    report.add_work(spent);
    report
}
