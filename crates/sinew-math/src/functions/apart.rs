//! Systems that fall apart, such as the strands of a head of hair: a search space for each run of vertices that nothing joins to the others.
//!
//!   J = diag(J_1, J_2, ..)   so   f(J) b = (f(J_1) b_1, f(J_2) b_2, ..)
//!
//! One common space would hold vectors over all unknowns, some dozens of them with their images: 20 GB for 60 000 hairs. The space of a run is
//! gone when the next one begins, stays in the cache, and stops growing when its own run is accurate. The runs are those of the
//! factor (`solve/pieces.rs`), made or not, whatever the number of threads; each belongs to one thread, so that changes no bit.
//!
//! Errors: a run may miss its own output, or its share sqrt(n_i/n) of the floor, by the tolerance; all of them together then miss the
//! whole by at most sqrt(2) times the tolerance. Work is counted in products and solves of the whole: those of a run count with its share of the unknowns.

use std::sync::Mutex;

use rayon::prelude::*;

use super::FunctionError;
use super::problem::{Damping, MassMatrix, Pole, Problem};
use super::report::Report;
use super::request::Request;
use crate::solve::{Cholesky, FactorPart, SolveError};
use crate::stop;

/// Room for the parts and the engines that work on them; kept from call to call.
#[derive(Debug)]
pub(super) struct Apart<E> {
    parts: Vec<Part>,
    /// As many as there are threads at work; which part takes which is of no matter.
    workers: Mutex<Vec<Worker<E>>>,
}

/// What came out for one run of vertices.
#[derive(Debug, Default)]
struct Part {
    first: usize,
    unknowns: usize,
    out: Vec<f64>,
    /// The report, and whether `out` was written.
    done: Option<(Report, bool)>,
}

#[derive(Debug, Default)]
struct Worker<E> {
    engine: E,
    request: Request<'static>,
}

impl<E> Default for Apart<E> {
    fn default() -> Self {
        Self { parts: Vec::new(), workers: Mutex::default() }
    }
}

/// A part as an engine sees it.
pub(super) struct Own<'a> {
    pub problem: Problem<'a>,
    pub request: &'a Request<'a>,
    /// Its factor.
    pub factor: FactorPart<'a>,
    /// Its share of the unknowns.
    pub share: f64,
}

impl<E: Default + Send> Apart<E> {
    /// Has `evaluate` done for every part and adds to the report; tells whether `out` was written. `None` if the system does not fall apart.
    pub fn run(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        report: &mut Report,
        out: &mut [f64],
        evaluate: impl Fn(&mut E, Own<'_>, &mut [f64]) -> Result<(Report, bool), FunctionError> + Sync,
    ) -> Result<Option<bool>, FunctionError> {
        let MassMatrix::Diagonal(mass) = problem.mass else { return Ok(None) };
        // Operators without a matrix have no window on any vertices.
        let stored = |damping| !matches!(damping, Damping::Operator(d) if d.window(0..0).is_none());
        if problem.stiffness.window(0..0).is_none() || !stored(problem.damping) {
            return Ok(None);
        }
        let Some(factors) = pole.cholesky().and_then(Cholesky::parts) else { return Ok(None) };
        let Self { parts, workers } = self;
        parts.resize_with(factors.len(), Part::default);
        let (workers, flag, n) = (&*workers, stop::flag(), problem.dim());
        let one = |(factor, to): (FactorPart<'_>, &mut Part)| -> Result<(), FunctionError> {
            let vertices = factor.vertices();
            let unknowns = 3 * vertices.start..3 * vertices.end;
            let share = unknowns.len() as f64 / n as f64;
            let window = "the factor has parts where no block leaves them";
            let stiffness = problem.stiffness.window(vertices.clone()).expect(window);
            let damping = match problem.damping {
                Damping::Operator(d) => Some(d.window(vertices).expect(window)),
                _ => None,
            };
            let mut worker = workers.lock().expect("no worker panics").pop().unwrap_or_default();
            let mut asked = std::mem::take(&mut worker.request).reset(request.tolerance);
            asked.vectors.extend(request.vectors.iter().map(|(kind, b)| (*kind, &b[unknowns.clone()])));
            for output in &request.outputs {
                asked.output(share.sqrt() * output.floor, output.terms.iter().copied());
            }
            let problem = Problem {
                mass: MassMatrix::Diagonal(&mass[unknowns.clone()]),
                stiffness: &stiffness,
                damping: damping.as_ref().map_or(problem.damping, |d| Damping::Operator(d)),
                symmetry: problem.symmetry,
                product_flops: share * problem.product_flops,
            };
            (to.first, to.unknowns) = (unknowns.start, unknowns.len());
            to.out.resize(unknowns.len() * request.outputs.len(), 0.0);
            let own = Own { problem, request: &asked, factor, share };
            let run = || evaluate(&mut worker.engine, own, &mut to.out);
            let outcome = match &flag {
                Some(flag) => stop::within(flag, run),
                None => run(),
            };
            worker.request = asked.reset(request.tolerance);
            workers.lock().expect("no worker panics").push(worker);
            to.done = Some(outcome?);
            Ok(())
        };
        let outcomes = factors.zip(parts.par_iter_mut()).map(one);
        outcomes.find_first(Result::is_err).unwrap_or(Ok(()))?;
        Ok(Some(self.gather(n, report, out)))
    }

    /// Puts the parts together.
    fn gather(&self, n: usize, report: &mut Report, out: &mut [f64]) -> bool {
        let (mut solves, mut products) = (0.0, 0.0);
        (report.converged, report.estimate) = (true, 0.0);
        let mut written = true;
        for Part { first, unknowns, out: own, done } in &self.parts {
            let (of, whole) = done.expect("every part was evaluated");
            written &= whole;
            for (out, own) in out.chunks_exact_mut(n).zip(own.chunks_exact(*unknowns)) {
                out[*first..first + unknowns].copy_from_slice(own);
            }
            let share = *unknowns as f64 / n as f64;
            solves += share * of.solves as f64;
            products += share * of.products as f64;
            report.flops += of.flops;
            report.dimension = report.dimension.max(of.dimension);
            report.iterations = report.iterations.max(of.iterations);
            report.estimate = report.estimate.max(of.estimate);
            report.converged &= of.converged;
            report.residual = match (report.residual, of.residual) {
                (Some(a), Some(b)) => Some(a.max(b)),
                (a, b) => a.or(b),
            };
        }
        report.solves += solves.ceil() as u64;
        report.products += products.ceil() as u64;
        written
    }
}

/// The factor of a part, made with that of the whole.
pub(super) struct PartPole<'a> {
    pub part: FactorPart<'a>,
    pub shift: f64,
}

impl Pole for PartPole<'_> {
    fn shift(&self) -> Option<f64> {
        Some(self.shift)
    }

    fn factorize(&mut self, _: f64) -> Result<(), SolveError> {
        unreachable!("the request of a part has the times of the whole, for which the factor was made")
    }

    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        self.part.solve_many(b, x, columns)
    }

    fn factor_flops(&self) -> f64 {
        0.0
    }

    fn solve_flops(&self) -> f64 {
        4.0 * self.part.factor_nonzeros() as f64
    }
}
