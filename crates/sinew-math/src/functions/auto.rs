//! Chooses the engine: a race with a known upper bound.
//!
//! The cost of the Chebyshev series is known before its first product. With z = h omega_max:
//! - if z < 30 or the series is no dearer than a shift-and-invert run as long as the last one: Lanczos, which may
//!   stop early, and the series once Lanczos has spent what the series would cost;
//! - otherwise Lanczos for the price of the first two blocks of shift-and-invert (smooth data need no more, and no
//!   factor) or for as long as it promises to stay cheaper; then shift-and-invert; and the series once the two have
//!   spent what it would cost and are still a factor of ten away.
//!
//! So the cost is at most 2.2 times that of the better engine, plus one factorization. Costs are counted flops, never
//! times: the choice is the same on every machine. omega_max is found by twelve products at the first call and kept
//! while one product with a fixed vector, in every eighth call, says that K is still about the same (a series that
//! meets eigenvalues outside notices by itself); a trial of Lanczos or of shift-and-invert that lost is not repeated in the next calls. With general damping or a stiffness
//! that is not symmetric the series is that of Taylor in J, taken where rounding lets it and it is no dearer than a shift-and-invert
//! run as long as the last one; otherwise, and with a consistent mass, it is shift-and-invert.

use super::apart::{Apart, Own};
use super::chebyshev::Chebyshev;
use super::lanczos::{Budget, Lanczos};
use super::problem::{Damping, MassMatrix, Pole, Problem};
use super::report::{Path, Report};
use super::request::Request;
use super::shift_invert::ShiftInvert;
use super::spectrum::{Bounds, Search};
use super::taylor::{Rates, Taylor, taylor_terms};
use super::{FunctionError, Options};

/// The engine that chooses; keeps its memory and what it has learnt from call to call.
#[derive(Debug, Default)]
pub struct Auto {
    shift_invert: ShiftInvert,
    chebyshev: Chebyshev,
    lanczos: Lanczos,
    /// Lanczos on the parts of a system that falls apart.
    apart: Apart<Lanczos>,
    taylor: Taylor,
    search: Search,
    /// What later choices depend on; to be saved with a run that is to be continued bit by bit.
    pub learnt: Learnt,
    /// Take what shift-and-invert has when the budget is spent (stable and energy-conserving) instead of switching.
    pub real_time: bool,
}

/// What [`Auto`] knows from earlier calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learnt {
    /// Solves of the last shift-and-invert run.
    pub expected_solves: f64,
    /// Eigenvalues of M^-1 K, if they were looked for.
    pub interval: Option<Bounds>,
    /// Rayleigh quotient of a fixed rough vector when they were.
    pub quotient: f64,
    /// Calls for which no Lanczos trial is made.
    pub rest: u32,
    /// Calls for which the eigenvalues are taken to be the same.
    pub settled: u32,
    /// Rates of a damped system with the Rayleigh quotients of K and D, if they were looked for.
    pub rates: Option<(Rates, [f64; 2])>,
    /// Calls for which the damped system is taken to be stiff.
    pub stiff: u32,
    /// Calls for which shift-and-invert is not tried, since it lost to the series.
    pub hopeless: u32,
}

impl Default for Learnt {
    fn default() -> Self {
        Self {
            expected_solves: 16.0,
            interval: None,
            quotient: 0.0,
            rest: 0,
            settled: 0,
            rates: None,
            stiff: 0,
            hopeless: 0,
        }
    }
}

impl Learnt {
    /// As numbers, for a file; see [`Learnt::from_numbers`]. No interval is one that ends below zero, no rates are negative ones.
    pub fn to_numbers(&self) -> [f64; 12] {
        let (lowest, highest) = self.interval.map_or((0.0, -1.0), |i| (i.lowest, i.highest));
        let none = (Rates { frequency: -1.0, damping: 0.0 }, [0.0; 2]);
        let (Rates { frequency, damping }, [of_stiffness, of_damping]) = self.rates.unwrap_or(none);
        let [rest, settled, stiff, hopeless] = [self.rest, self.settled, self.stiff, self.hopeless].map(f64::from);
        let undamped = [self.expected_solves, lowest, highest, self.quotient, rest, settled];
        let damped = [frequency, damping, of_stiffness, of_damping, stiff, hopeless];
        std::array::from_fn(|i| if i < 6 { undamped[i] } else { damped[i - 6] })
    }

    /// The reverse of [`Learnt::to_numbers`].
    pub fn from_numbers(numbers: [f64; 12]) -> Self {
        let [expected_solves, lowest, highest, quotient, rest, settled, frequency, damping, a, b, stiff, hopeless] =
            numbers;
        let interval = (highest >= 0.0).then_some(Bounds { lowest, highest });
        let rates = (frequency >= 0.0).then_some((Rates { frequency, damping }, [a, b]));
        let [rest, settled, stiff, hopeless] = [rest, settled, stiff, hopeless].map(|count| count as u32);
        Self { expected_solves, interval, quotient, rest, settled, rates, stiff, hopeless }
    }
}

/// Change of the Rayleigh quotient beyond which the eigenvalues are looked for again.
const CHANGE: f64 = 0.1;
/// Calls without a trial after one that lost.
const REST: u32 = 16;
/// Calls without a look at the Rayleigh quotient.
const SETTLED: u32 = 7;

impl Auto {
    /// Nothing learnt yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates a request; `out` holds the outputs one after the other. `interval`: eigenvalues of M^-1 K if known
    /// (otherwise twelve products go into finding them, once in a while).
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
            return self.evaluate_damped(problem, pole, request, &options, out);
        }
        let mut spent = Report::new(Path::Lanczos);
        let mut interval = match interval {
            Some(interval) => interval,
            None => self.interval(problem, &mut spent)?,
        };
        self.chebyshev.inputs.collect("auto", problem, request)?;
        let n = problem.dim() as f64;
        let columns = self.chebyshev.inputs.len().max(1) as f64;
        let degree = self.chebyshev.degree(request, interval);
        let per_product = problem.product_flops + (6 + 2 * request.outputs.len()) as f64 * n;
        let series = degree as f64 * columns * per_product;
        let factor = if pole.shift().is_some() { 0.0 } else { pole.factor_flops() };
        let rational = self.learnt.expected_solves * pole.solve_flops();
        let z = request.longest() * interval.highest.max(0.0).sqrt();
        let soft = z < 30.0 || series <= factor + rational;
        if soft || self.learnt.rest == 0 {
            let budget = match soft {
                true => Budget { sure: 1.1 * series, hoped: 1.1 * series },
                false => Budget {
                    sure: (2.0 * columns * pole.solve_flops()).min(0.1 * series),
                    hoped: (0.8 * (factor + rational)).min(0.8 * series),
                },
            };
            let mut report = Report::new(Path::Lanczos);
            let part = |engine: &mut Lanczos, own: Own<'_>, out: &mut [f64]| {
                engine.run(&own.problem, own.request, &options, budget.share(own.share), out)
            };
            let done = match self.apart.run(problem, pole, request, &mut report, out, part)? {
                Some(done) => done,
                None => {
                    let done;
                    (report, done) = self.lanczos.run(problem, request, &options, budget, out)?;
                    done
                }
            };
            if done && report.converged {
                return Ok(finish(report, &spent));
            }
            spent.add_work(&report);
            self.learnt.rest = REST;
        } else {
            self.learnt.rest -= 1;
        }
        let hopeless = !soft && self.learnt.hopeless > 0;
        if hopeless {
            self.learnt.hopeless -= 1;
        } else if !soft {
            let budget = if self.real_time { f64::INFINITY } else { (series - spent.flops).max(0.5 * series) };
            let limited = Options { accept_limit: true, ..options };
            let (report, written) = self.shift_invert.run(problem, pole, request, &limited, budget, out)?;
            self.learnt.expected_solves = report.solves as f64;
            if written && (report.converged || self.real_time || options.accept_limit) {
                return Ok(finish(report, &spent));
            }
            self.learnt.hopeless = REST;
            spent.add_work(&report);
        }
        let mut report = Report::new(Path::Chebyshev);
        let outcome = self.chebyshev.run(problem, request, &mut interval, &options, &mut report, out);
        // The series may have found eigenvalues outside.
        if let Some(kept) = &mut self.learnt.interval {
            kept.lowest = kept.lowest.min(interval.lowest);
            kept.highest = kept.highest.max(interval.highest);
        }
        match outcome {
            // Strong growth along an unstable direction drowns a series in rounding.
            Err(FunctionError::NotConverged { .. }) if soft || hopeless => {
                spent.add_work(&report);
                let report = self.shift_invert.evaluate(problem, pole, request, &options, out)?;
                Ok(finish(report, &spent))
            }
            outcome => outcome.map(|()| finish(report, &spent)),
        }
    }

    /// Where functions of J are none of K alone: Taylor's series or shift-and-invert.
    fn evaluate_damped(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        request: &Request<'_>,
        options: &Options,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        let mut spent = Report::new(Path::Taylor);
        if self.learnt.stiff > 0 || matches!(problem.mass, MassMatrix::Operator(_)) || problem.dim() == 0 {
            self.learnt.stiff = self.learnt.stiff.saturating_sub(1);
        } else {
            let rates = self.rates(problem, &mut spent)?;
            let factor = if pole.shift().is_some() { 0.0 } else { pole.factor_flops() };
            let rational = self.learnt.expected_solves * (pole.solve_flops() + 2.0 * problem.product_flops);
            let cheap = |terms: usize| 2.0 * terms as f64 * problem.product_flops <= factor + rational;
            if taylor_terms(request.longest() * rates.sum(), request.tolerance).is_some_and(cheap) {
                match self.taylor.evaluate(problem, request, rates, options, out) {
                    Ok(report) => return Ok(finish(report, &spent)),
                    // More than the rates said, or functions that have no such series.
                    Err(FunctionError::NotConverged { .. } | FunctionError::Unsupported { .. }) => {}
                    Err(e) => return Err(e),
                }
            }
            self.learnt.stiff = REST;
        }
        let report = self.shift_invert.evaluate(problem, pole, request, options, out)?;
        self.learnt.expected_solves = report.solves as f64;
        Ok(finish(report, &spent))
    }

    /// The largest frequency and damping: kept while one product with each matrix says that they are still about the same.
    fn rates(&mut self, problem: &Problem<'_>, report: &mut Report) -> Result<Rates, FunctionError> {
        let of_damping = match problem.damping {
            Damping::Operator(d) => Some(Problem { stiffness: d, damping: Damping::None, ..*problem }),
            _ => None,
        };
        let Self { search, learnt, .. } = self;
        let mut quotients = [search.quotient(problem, report)?, 0.0];
        if let Some(of_damping) = &of_damping {
            quotients[1] = search.quotient(of_damping, report)?;
        }
        let same = |before: &[f64; 2]| (0..2).all(|i| (quotients[i] - before[i]).abs() <= CHANGE * before[i].abs());
        if let Some((rates, _)) = learnt.rates.filter(|(_, before)| same(before)) {
            return Ok(rates);
        }
        let mut largest = |problem| {
            let Bounds { lowest, highest } = search.bounds(problem, 12, report)?;
            Ok::<f64, FunctionError>(highest.max(-lowest))
        };
        let stiffness = largest(problem)?;
        let damping = match (&of_damping, problem.damping.rayleigh()) {
            (Some(of_damping), _) => largest(of_damping)?,
            (None, rayleigh) => rayleigh.map_or(0.0, |(alpha, beta)| alpha.abs() + beta.abs() * stiffness),
        };
        let rates = Rates { frequency: stiffness.sqrt(), damping };
        learnt.rates = Some((rates, quotients));
        Ok(rates)
    }

    /// The kept interval, or a new one.
    fn interval(&mut self, problem: &Problem<'_>, report: &mut Report) -> Result<Bounds, FunctionError> {
        let learnt = &mut self.learnt;
        if let (Some(interval), 1..) = (learnt.interval, learnt.settled) {
            learnt.settled -= 1;
            return Ok(interval);
        }
        learnt.settled = SETTLED;
        let quotient = self.search.quotient(problem, report)?;
        match learnt.interval {
            Some(interval) if (quotient - learnt.quotient).abs() <= CHANGE * learnt.quotient.abs() => Ok(interval),
            _ => {
                let interval = self.search.bounds(problem, 12, report)?;
                (learnt.interval, learnt.quotient) = (Some(interval), quotient);
                Ok(interval)
            }
        }
    }
}

fn finish(mut report: Report, spent: &Report) -> Report {
    report.add_work(spent);
    report
}
