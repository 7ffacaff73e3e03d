//! Adaptive polynomial Krylov method on J for sums of phi functions at several times: what the papers on exponential
//! Rosenbrock and EPIRK schemes ran, made reliable.
//!
//! w(t) = sum_l t^l phi_l(t J) u_l solves w' = J w + u_1 + t u_2 + .., so one run of substeps delivers all times; each
//! substep is exp of J bordered by p rows, in a Krylov space with incomplete orthogonalisation, its length and the
//! dimension chosen from the error of the last one. [niesen2012; gaudreault2018; luan2020 sec. 4.2; michels2017 sec. 3.5;
//! a single phi_l at time t is w(t) / t^l]
//!
//! Differences to the published codes, each because they failed without it:
//! - the inner product is the energy x.(K + delta M) y + v.M w, in which J is skew up to damping and delta: two terms of
//!   orthogonalisation suffice, and units of length and time do not matter. No square root of A is formed;
//! - breakdown is judged relative to the matrix, not to the tolerance;
//! - the local error is the largest residual over the substep times its length, not one value of an oscillating function;
//! - if the sum of local errors is too large for an output that turned out small, the run is repeated with a smaller
//!   tolerance. If even that fails the answer is `NotConverged`.
//!
//! K and D need not be symmetric: the energy is then that of the symmetric part of K, and whatever the coefficients of
//! an incomplete orthogonalisation are, J V = V H + h v e^T holds.
//!
//! Costs 0.7 to 3.6 products per unit of h omega_max on vectors of length 2n. Use it where no factor can be had or for
//! comparison; [`super::ShiftInvert`] otherwise. Allocates its vectors at every call.

use std::cell::Cell;

use super::energy_space::{Space, System};
use super::groups::{Group, Groups};
use super::problem::Problem;
use super::report::{Path, Report};
use super::request::{Half, Kind, Request};
use super::spectrum::{bounds, inverse_mass};
use super::{FunctionError, Options};
use crate::solve::SolveError;

const NAME: &str = "adaptive Krylov";
/// Smallest, first and largest dimension of a substep's space.
const DIMENSIONS: (usize, usize, usize) = (10, 20, 128);

/// Evaluates a request of phi functions; `out` holds the outputs one after the other.
pub fn adaptive_krylov(
    problem: &Problem<'_>,
    request: &Request<'_>,
    options: &Options,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    options.prepare(problem, request, out)?;
    let n = problem.dim();
    let mut report = Report::new(Path::AdaptiveKrylov);
    out.fill(0.0);
    report.estimate = 0.0;
    let mut groups = Groups::default();
    let groups = groups.collect(NAME, problem, request)?;
    if groups.is_empty() || n == 0 {
        report.converged = true;
        return Ok(report);
    }
    let longest = request.longest();
    let mass = inverse_mass(NAME, &problem.mass)?;
    // Position and velocity weigh alike in motion of length h; a negative eigenvalue must not make the product indefinite,
    // and a short Lanczos run finds its sign but not its size.
    let soft = 1.0 / (longest * longest);
    let mut delta = soft;
    if bounds(problem, 12, &mut report)?.lowest < 0.0 {
        delta = (10.0 * soft).max(soft - 2.5 * bounds(problem, 40, &mut report)?.lowest);
    }
    for _ in 0..12 {
        let system = System { problem, mass, n, delta, indefinite: Cell::new(false) };
        report.estimate = 0.0;
        let result = groups.iter().try_for_each(|g| g.evaluate(&system, request, options, &mut report, out));
        if !system.indefinite.get() {
            result?;
            report.converged = true;
            return Ok(report);
        }
        delta *= 4.0;
    }
    Err(FunctionError::NotConverged {
        engine: NAME,
        dimension: report.products as usize,
        estimate: f64::INFINITY,
        tolerance: request.tolerance,
    })
}

impl Group {
    fn evaluate(
        &self,
        system: &System<'_>,
        request: &Request<'_>,
        options: &Options,
        report: &mut Report,
        out: &mut [f64],
    ) -> Result<(), FunctionError> {
        let n = system.n;
        // u_0 .. u_p
        let highest = self.sources.iter().map(|s| s.0).max().unwrap_or(0) as usize;
        let mut u = vec![vec![0.0; 2 * n]; highest + 1];
        for (l, vector, half, coefficient) in &self.sources {
            let (kind, b) = request.vectors[*vector];
            let offset = if *half == Half::Position { 0 } else { n };
            for i in 0..n {
                let b = if kind == Kind::Dual { b[i] / system.mass[i] } else { b[i] };
                u[*l as usize][offset + i] += coefficient * b;
            }
        }
        let end = self.wanted.last().expect("groups are not empty").2;
        let mut size: f64 = 0.0;
        let mut power = 1.0;
        for (l, u) in u.iter().enumerate() {
            power *= if l > 0 { end / l as f64 } else { 1.0 };
            size = size.max(power * system.energy_norm(u, report));
        }
        if size.is_nan() {
            return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
        }
        if size == 0.0 {
            return Ok(());
        }
        // Relative to the inputs first; then to what the outputs turn out to be.
        let mut allowed = request.tolerance * size;
        for _ in 0..5 {
            let (results, error) = run(system, &u, &self.wanted, allowed, request.tolerance, options, report)?;
            let mut needed = f64::INFINITY;
            let mut estimate: f64 = 0.0;
            for ((o, half, _, factor), w) in self.wanted.iter().zip(&results) {
                let part = if *half == Half::Position { &w[..n] } else { &w[n..2 * n] };
                for (out, w) in out[o * n..(o + 1) * n].iter_mut().zip(part) {
                    *out = factor * w;
                }
                let norm = factor.abs() * super::inputs::mass_norm(system.mass, part);
                let scale = norm.max(request.outputs[*o].floor);
                // |x|_M <= |u|_E / sqrt(delta)
                let share = if *half == Half::Position { factor.abs() / system.delta.sqrt() } else { factor.abs() };
                if scale > 0.0 {
                    needed = needed.min(request.tolerance * scale / share);
                    estimate = estimate.max(error * share / scale);
                }
            }
            if error <= needed {
                report.estimate = report.estimate.max(estimate);
                return Ok(());
            }
            // Below this the run is rounding.
            if needed < 1e-14 * size {
                report.estimate = estimate;
                break;
            }
            allowed = 0.5 * needed.min(allowed);
        }
        Err(FunctionError::NotConverged {
            engine: NAME,
            dimension: report.products as usize,
            estimate: report.estimate,
            tolerance: request.tolerance,
        })
    }
}

/// w at all wanted times with a summed local error of about `allowed` in the energy norm; returns the sum, too.
fn run(
    system: &System<'_>,
    u: &[Vec<f64>],
    wanted: &[(usize, Half, f64, f64)],
    allowed: f64,
    tolerance: f64,
    options: &Options,
    report: &mut Report,
) -> Result<(Vec<Vec<f64>>, f64), FunctionError> {
    let n = system.n;
    let p = (u.len() - 1).max(1);
    let end = wanted.last().expect("groups are not empty").2;
    // The bordering rows in the size of the state: nu mu = 1
    let mut largest: f64 = 0.0;
    for u in &u[1..] {
        largest = largest.max(system.energy_norm(u, report));
    }
    let mu = if largest > 0.0 { largest.log2().ceil().exp2() } else { 1.0 };
    let flipped: Vec<Vec<f64>> =
        (0..p).map(|k| u.get(p - k).map_or_else(|| vec![0.0; 2 * n], |u| u.iter().map(|x| x / mu).collect())).collect();
    // growth: |<u, J u>| <= delta |x|_M |v|_M, with x.(K + delta M) x >= delta x.M x / 2
    let mut w = u[0].clone();
    let mut results: Vec<Vec<f64>> = vec![Vec::new(); wanted.len()];
    let (smallest, first, most) = DIMENSIONS;
    let most = most.min(2 * n + p).max(1);
    let (mut now, mut tau, mut m) = (0.0, end, first.min(most));
    let (mut total, mut rejected_in_a_row) = (0.0, 0);
    let mut space = Space::new(2 * n + p);
    let (mut old_omega, mut old_tau, mut old_m) = (f64::NAN, tau, m);
    let not_converged = |report: &Report, estimate: f64| FunctionError::NotConverged {
        engine: NAME,
        dimension: report.products as usize,
        estimate,
        tolerance,
    };
    while end - now > 1e-14 * end {
        SolveError::unless_stopped()?;
        if space.len() == 0 {
            let mut start = w.clone();
            // t^i / i! mu for i = p - 1 .. 0
            for k in 1..=p {
                let i = p - k;
                start.push(mu * now.powi(i as i32) * super::stumpff::INVERSE_FACTORIAL[i]);
            }
            space.start(system, start, report);
            if !space.beta.is_finite() {
                return Err(FunctionError::NonFinite { what: "a product with the stiffness" });
            }
        }
        space.extend(system, &flipped, m, report);
        if system.indefinite.get() || report.products > options.max_products {
            return Err(not_converged(report, f64::INFINITY));
        }
        let j = space.len();
        let quarter = space.quarter(0.25 * tau);
        let residual = space.residual(&quarter);
        // The energy norm grows by at most this until the end.
        let growth = (0.71 * system.delta.sqrt() * (end - now)).exp();
        // Overflow of exp(tau H) only says that the substep is far too long.
        let error = match growth * tau * residual {
            _ if space.complete => 0.0,
            error if error.is_nan() => f64::INFINITY,
            error => error,
        };
        // Allowed: a share of the tolerance in proportion to the length of the substep.
        let omega = error * end / (tau * allowed);
        let order = if old_m == m && old_tau != tau && old_omega.is_finite() && rejected_in_a_row > 0 {
            ((omega / old_omega).ln() / (tau / old_tau).ln()).max(1.0)
        } else {
            0.25 * j as f64
        };
        let decay = if old_m != m && old_tau == tau && old_omega.is_finite() && rejected_in_a_row > 0 {
            (omega / old_omega).powf(1.0 / (old_m as f64 - m as f64)).max(1.1)
        } else {
            2.0
        };
        (old_omega, old_tau, old_m) = (omega, tau, m);
        let accept = omega <= 1.0;
        let remaining = if accept { end - (now + tau) } else { end - now };
        if accept {
            for ((_, _, time, _), result) in wanted.iter().zip(&mut results) {
                if *time > now * (1.0 + 1e-14) && *time <= (now + tau) * (1.0 + 1e-14) {
                    *result = space.combine(&space.quarter(*time - now), 1, 2 * n);
                }
            }
            w = space.combine(&quarter, 4, 2 * n);
            total += error;
            now += tau;
            report.iterations += 1;
            report.dimension = report.dimension.max(j);
            rejected_in_a_row = 0;
        } else {
            rejected_in_a_row += 1;
            if rejected_in_a_row > 60 {
                return Err(not_converged(report, omega * tolerance));
            }
        }
        // The next substep: a larger space while there is room, then a shorter substep.
        let safe = omega.max(1e-10);
        let best_tau = (tau * (0.8 / safe).powf(1.0 / order)).clamp(0.2 * tau, 5.0 * tau);
        if space.complete {
            tau = remaining.min(5.0 * tau);
        } else if !accept && j >= most {
            tau = best_tau.min(0.9 * tau);
        } else if accept && j >= most {
            tau = best_tau.min(remaining);
        } else {
            let best = (j as f64 + (safe / 0.8).ln() / decay.ln()).ceil().max(1.0) as usize;
            m = best.clamp(3 * m / 4, 4 * m / 3 + 1).clamp(smallest.min(most), most);
            if !accept {
                m = m.max(j + 1).min(most);
            }
            tau = if accept { tau.min(remaining) } else { tau };
        }
        if accept {
            tau = tau.min(end - now);
            space.clear();
        }
    }
    Ok((results, total))
}
