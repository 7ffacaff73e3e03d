//! Taylor series of phi functions of t J: any K and D, no factor, no basis. The engine for steps short beside all periods.
//!
//! w(t) = sum_l t^l phi_l(t J) u_l solves w' = J w + u_1 + t u_2 + .., so its derivatives at 0 are y_0 = u_0, y_{j+1} = J y_j + u_{j+1}, and
//! one run of products delivers w(t) = sum_j t^j/j! y_j at all times.
//!
//! In the norm |(x, v)|^2 = omega^2 x.M x + v.M v, with omega^2 and b the largest eigenvalues of M^-1 K and M^-1 D, |J| <= omega + b. So what is
//! left after the term j > z = t (omega + b), once all u are in, is at most its size times (z/(j+1)) / (1 - z/(j+2)): the series ends when
//! that is below the tolerance, for smooth data after a few terms. Terms may be e^z times as large as their sum,
//! which bounds z by the tolerance. The bound |J| is checked by every product: a term that has grown by more raises it.
//!
//! Shift-and-invert needs a factor and some tens of solves for the same; with D = 0 the shorter series of [`super::chebyshev`] serves.

use super::groups::{Group, Groups};
use super::inputs::mass_norm;
use super::problem::{Damping, Problem};
use super::report::{Path, Report};
use super::request::{Half, Kind, Request};
use super::spectrum::inverse_mass;
use super::stumpff::INVERSE_FACTORIAL;
use super::{FunctionError, Options};
use crate::parallel::axpy;
use crate::solve::SolveError;

const NAME: &str = "taylor";

/// The engine; keeps its memory.
#[derive(Debug, Default)]
pub struct Taylor {
    /// T^j/j! y_j and the next one, positions and velocities one after the other.
    term: Vec<f64>,
    next: Vec<f64>,
    image: Vec<f64>,
    groups: Groups,
}

/// omega and b in rad/s and 1/s: square root of the largest eigenvalue of M^-1 K, and that of M^-1 D.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// omega
    pub frequency: f64,
    /// b
    pub damping: f64,
}

impl Rates {
    /// Bound of |J|.
    pub fn sum(&self) -> f64 {
        self.frequency + self.damping
    }
}

/// Terms of a series in z = t |J| for a tolerance, or none if rounding would drown it.
pub fn taylor_terms(z: f64, tolerance: f64) -> Option<usize> {
    if z.is_nan() || 4.0 * f64::EPSILON * z.exp() > tolerance {
        return None;
    }
    let (mut term, mut j) = (1.0, 0);
    while term > tolerance || z > 0.5 * f64::from(j) {
        j += 1;
        term *= z / f64::from(j);
    }
    Some(j as usize + 1)
}

impl Taylor {
    /// An engine without memory of its own yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates a request of phi functions; `out` holds the outputs one after the other. `NotConverged` where rounding would drown the sum.
    pub fn evaluate(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        rates: Rates,
        options: &Options,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        options.prepare(problem, request, out)?;
        let mut groups = std::mem::take(&mut self.groups);
        let collected = groups.collect(NAME, problem, request);
        let result = collected.and_then(|groups| self.sum_all(problem, request, groups, rates, out));
        self.groups = groups;
        result
    }

    fn sum_all(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        groups: &[Group],
        rates: Rates,
        out: &mut [f64],
    ) -> Result<Report, FunctionError> {
        let mut report = Report::new(Path::Taylor);
        report.estimate = 0.0;
        out.fill(0.0);
        for group in groups {
            self.sum(problem, request, group, rates, &mut report, out)?;
        }
        report.converged = true;
        Ok(report)
    }

    /// The series of one group, with s_j = T^j/j! y_j and the longest time T, so that no power over- or underflows.
    fn sum(
        &mut self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        group: &Group,
        rates: Rates,
        report: &mut Report,
        out: &mut [f64],
    ) -> Result<(), FunctionError> {
        let n = problem.dim();
        let mass = inverse_mass(NAME, &problem.mass)?;
        let Self { term, next, image, .. } = self;
        term.clear();
        term.resize(2 * n, 0.0);
        next.resize(2 * n, 0.0);
        image.resize(n, 0.0);
        let longest = group.wanted.iter().map(|w| w.2).fold(0.0, f64::max);
        let last_source = group.sources.iter().map(|s| s.0 as usize).max().unwrap_or(0);
        let sizes = |s: &[f64]| (mass_norm(mass, &s[..n]), mass_norm(mass, &s[n..]));
        let norm = |(x, v): (f64, f64)| (rates.frequency * x).hypot(v);
        let mut bound = rates.sum();
        add_sources(request, group, mass, longest, 0, term);
        let mut size = sizes(term);
        for j in 0.. {
            SolveError::unless_stopped()?;
            if !norm(size).is_finite() {
                return Err(FunctionError::NonFinite { what: "a product with the stiffness or the damping" });
            }
            let mut estimate: f64 = 0.0;
            for &(o, half, time, factor) in &group.wanted {
                let (output, floor) = (&mut out[o * n..(o + 1) * n], request.outputs[o].floor);
                let share = factor * (time / longest).powi(j as i32);
                axpy(share, if half == Half::Position { &term[..n] } else { &term[n..] }, output);
                let tail = match j >= last_source {
                    true => share.abs() * tail(half, time, time * bound, j as f64, size.1, norm(size)),
                    false => f64::INFINITY,
                };
                let scale = if tail <= request.tolerance * floor { floor } else { mass_norm(mass, output).max(floor) };
                estimate = estimate.max(if tail > 0.0 { tail / scale } else { 0.0 });
            }
            report.dimension = report.dimension.max(j + 1);
            report.iterations = report.dimension;
            if estimate <= request.tolerance {
                report.estimate = report.estimate.max(estimate);
                return Ok(());
            }
            // The tail is relative to the sum, which may be small beside the terms: some more than the formula says.
            match taylor_terms(longest * bound, request.tolerance) {
                Some(terms) if j <= 2 * terms + last_source => {}
                _ => {
                    let (engine, dimension, tolerance) = (NAME, j + 1, request.tolerance);
                    return Err(FunctionError::NotConverged { engine, dimension, estimate, tolerance });
                }
            }

            // s_{j+1} = T/(j+1) J s_j + T^{j+1}/(j+1)! u_{j+1}
            let ((x, v), (dx, dv)) = (term.split_at(n), next.split_at_mut(n));
            problem.stiffness.apply(x, dv);
            report.products += 1;
            match problem.damping {
                Damping::None => {}
                Damping::Rayleigh { alpha, beta } => {
                    problem.stiffness.apply(v, image);
                    report.products += 1;
                    axpy(beta, image, dv);
                    dv.iter_mut().zip(mass).zip(v).for_each(|((dv, m), v)| *dv += alpha * m * v);
                }
                Damping::Operator(d) => {
                    d.apply(v, image);
                    report.products += 1;
                    axpy(1.0, image, dv);
                }
            }
            let step = longest / (j + 1) as f64;
            dx.iter_mut().zip(v).for_each(|(dx, v)| *dx = step * v);
            dv.iter_mut().zip(mass).for_each(|(dv, m)| *dv *= -step / m);
            report.flops += 2.0 * problem.product_flops + (10 + 4 * group.wanted.len()) as f64 * n as f64;
            let before = norm(size);
            size = sizes(next);
            // |J| <= bound, as far as this product shows.
            if before > 0.0 && norm(size) > 1.001 * step * bound * before {
                bound = 1.2 * norm(size) / (step * before);
            }
            if j < last_source {
                add_sources(request, group, mass, longest, j + 1, next);
                size = sizes(next);
            }
            std::mem::swap(term, next);
        }
        unreachable!("the series ends by its estimate or by its number of terms")
    }
}

/// Largest sum of what follows a term j with the size `norm` and the velocities `velocity`: a position is the integral of its velocity.
fn tail(half: Half, time: f64, z: f64, j: f64, velocity: f64, norm: f64) -> f64 {
    if z >= j + 2.0 {
        return f64::INFINITY;
    }
    let of_velocity = (z / (j + 1.0)) / (1.0 - z / (j + 2.0)) * norm;
    match half {
        Half::Position => time / (j + 1.0) * (velocity + of_velocity),
        Half::Velocity => of_velocity,
    }
}

/// s += T^l/l! u_l
fn add_sources(request: &Request<'_>, group: &Group, mass: &[f64], longest: f64, l: usize, s: &mut [f64]) {
    let n = mass.len();
    let scale = longest.powi(l as i32) * INVERSE_FACTORIAL[l];
    for (_, vector, half, coefficient) in group.sources.iter().filter(|source| source.0 as usize == l) {
        let (kind, b) = request.vectors[*vector];
        let to = if *half == Half::Position { &mut s[..n] } else { &mut s[n..] };
        match kind {
            Kind::Primal => axpy(scale * coefficient, b, to),
            Kind::Dual => {
                let c = scale * coefficient;
                to.iter_mut().zip(b).zip(mass).for_each(|((to, b), m)| *to += c * b / m);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_terms_bounds_the_remainder_and_rounding_bounds_the_argument() {
        for (z, tolerance) in [(0.0, 1e-9), (0.1, 1e-12), (1.0, 1e-6), (5.0, 1e-9), (12.0, 1e-6)] {
            let terms = taylor_terms(z, tolerance).expect("within rounding");
            let (mut sum, mut term) = (0.0, 1.0);
            for j in 0..terms {
                sum += term;
                term *= z / (j + 1) as f64;
            }
            assert!((f64::exp(z) - sum).abs() <= 2.0 * tolerance + 1e-15 * sum, "z = {z}: {terms} terms");
        }
        assert_eq!(taylor_terms(20.0, 1e-9), None);
        assert_eq!(taylor_terms(f64::NAN, 1e-3), None);
        assert_eq!(taylor_terms(f64::INFINITY, 1e-3), None);
    }
}
