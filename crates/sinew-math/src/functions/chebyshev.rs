//! Chebyshev series in A: known cost, no inner products, short recurrence. The engine for rough undamped data.
//!
//! f(t^2 A) b ~ sum_k a_k T_k(X) b with X = (A - centre) / radius on an interval \[lambda_min, lambda_max\] and
//! T_{k+1} = 2 X T_k - T_{k-1}. One recurrence per input vector serves all functions and all times; coefficients by a
//! cosine transform of the scalar functions. The degree is known before the first product, about
//! z/2 + 0.62 (z/2)^(1/3) (ln 1/tol)^(2/3) with z = h omega_max; damping makes it larger (1.2 to 2.3 times).
//!
//! |T_k(X) b| <= |b| in the mass norm while the interval holds all eigenvalues, so the sum of the dropped |a_k| bounds
//! the error. The functions are entire: an eigenvalue a little outside (negative ones of an indefinite K) only makes
//! the vectors grow as the motion itself does, and the bound is multiplied by that growth. Strong growth turns the
//! vectors towards the eigenvector outside, so their Rayleigh quotient tells the interval, and the series starts again.

use super::problem::Problem;
use super::report::{Path, Report};
use super::request::{Kind, Request};
use super::spectrum::{Bounds, bounds, inverse_mass};
use super::{FunctionError, Options};
use crate::parallel::{axpy, dot};

const NAME: &str = "chebyshev";

/// Degree that suffices for the undamped functions: z = h omega_max.
pub fn chebyshev_degree(z: f64, tolerance: f64) -> usize {
    let half = 0.5 * z;
    (half + 0.62 * half.cbrt() * (1.0 / tolerance).ln().powf(2.0 / 3.0)).ceil() as usize + 2
}

/// Evaluates a request; `out` holds the outputs one after the other. `interval`: eigenvalues of M^-1 K if known.
pub fn chebyshev(
    problem: &Problem<'_>,
    request: &Request<'_>,
    interval: Option<Bounds>,
    options: &Options,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    options.prepare(problem, request, out)?;
    let mut report = Report::new(Path::Chebyshev);
    let plan = Plan::new(NAME, problem, request)?;
    let mut interval = match interval {
        Some(interval) => interval,
        None => bounds(problem, 12, &mut report)?,
    };
    for _ in 0..8 {
        match plan.run(problem, request, interval, options, &mut report, out)? {
            Outcome::Done => return Ok(report),
            Outcome::Growth { rayleigh_quotient } if rayleigh_quotient > interval.highest => {
                interval.highest = 1.02 * rayleigh_quotient;
            }
            Outcome::Growth { rayleigh_quotient } => interval.lowest = 1.05 * rayleigh_quotient.min(interval.lowest),
        }
    }
    Err(FunctionError::NotConverged {
        engine: NAME,
        dimension: report.dimension,
        estimate: report.estimate,
        tolerance: request.tolerance,
    })
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

/// Input vectors in use, with their norms.
pub(crate) struct Plan {
    rayleigh: (f64, f64),
    /// (number, M^-1 f or b itself, mass norm)
    vectors: Vec<(usize, Vec<f64>, f64)>,
}

impl Plan {
    pub fn new(engine: &'static str, problem: &Problem<'_>, request: &Request<'_>) -> Result<Self, FunctionError> {
        let mass = inverse_mass(engine, &problem.mass)?;
        if !problem.is_symmetric() {
            return Err(FunctionError::Unsupported {
                engine,
                reason: "needs a symmetric stiffness: use shift-and-invert or the adaptive Krylov engine",
            });
        }
        let Some(rayleigh) = problem.damping.rayleigh() else {
            return Err(FunctionError::Unsupported {
                engine,
                reason: "needs functions of M^-1 K alone: use shift-and-invert or the adaptive Krylov engine with \
                         damping that is not of Rayleigh type",
            });
        };
        let mut vectors = Vec::new();
        for (j, (kind, b)) in request.vectors.iter().enumerate() {
            if request.terms().all(|t| t.vector != j) {
                continue;
            }
            let b: Vec<f64> = match kind {
                Kind::Primal => b.to_vec(),
                Kind::Dual => b.iter().zip(mass).map(|(b, m)| b / m).collect(),
            };
            let norm = mass_norm(mass, &b);
            if norm > 0.0 {
                vectors.push((j, b, norm));
            }
        }
        Ok(Self { rayleigh, vectors })
    }

    pub fn vectors(&self) -> &[(usize, Vec<f64>, f64)] {
        &self.vectors
    }

    /// Columns that take part in a product.
    pub fn columns(&self) -> usize {
        self.vectors.len()
    }

    /// Coefficients of every output (rows) for input vector `v`, long enough for rounding.
    fn coefficients(&self, request: &Request<'_>, v: usize, interval: Bounds, count: usize) -> Vec<Vec<f64>> {
        let (centre, radius) = (0.5 * (interval.highest + interval.lowest), 0.5 * (interval.highest - interval.lowest));
        let z = request.longest() * interval.highest.max(-interval.lowest).max(0.0).sqrt();
        let nodes: Vec<f64> = (0..count)
            .map(|i| centre + radius * (std::f64::consts::PI * (i as f64 + 0.5) / count as f64).cos())
            .collect();
        request
            .outputs
            .iter()
            .map(|output| {
                let values: Vec<f64> = nodes
                    .iter()
                    .map(|lambda| {
                        let terms = output.terms.iter().filter(|t| t.vector == v);
                        terms.map(|t| t.weight * t.function.scalar(t.time, *lambda, self.rayleigh)).sum()
                    })
                    .collect();
                let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
                without_noise(cosine_transform(&values), z, largest)
            })
            .collect()
    }

    /// Coefficients for every vector and output, resolved to rounding where possible.
    fn resolve(&self, request: &Request<'_>, interval: Bounds) -> Vec<Vec<Vec<f64>>> {
        let z = request.longest() * interval.highest.max(-interval.lowest).max(0.0).sqrt();
        let mut count = (3 * chebyshev_degree(z, request.tolerance) / 2).next_power_of_two().max(32);
        let most = 16 * count;
        loop {
            let all: Vec<_> =
                self.vectors.iter().map(|(v, ..)| self.coefficients(request, *v, interval, count)).collect();
            // Rounding of the arguments leaves noise of z eps; strong damping needs more nodes than the formula says.
            let noise = (1e-15 * (4.0 + z)).max(1e-3 * request.tolerance);
            let resolved = all.iter().flatten().all(|a| {
                let largest = a.iter().fold(0.0f64, |m, a| m.max(a.abs()));
                a[3 * count / 4..].iter().all(|a| a.abs() <= noise * largest)
            });
            if resolved || count >= most {
                return all;
            }
            count *= 2;
        }
    }

    /// Degree for errors below `tolerance` relative to the floors or, where there is none, to the mean of |f| times |b|.
    pub fn degree(&self, request: &Request<'_>, interval: Bounds) -> usize {
        let all = self.resolve(request, interval);
        let mut degree = 0;
        for (o, output) in request.outputs.iter().enumerate() {
            // The mean size of f over the interval; the true size of the output is only known at the end.
            let size = |a: &[f64]| a.iter().map(|a| a * a).sum::<f64>().sqrt();
            let scale: f64 =
                self.vectors.iter().zip(&all).map(|((.., norm), a)| size(&a[o]) * norm).fold(0.0, f64::max);
            degree = degree.max(self.needed(&all, o, request.tolerance * scale.max(output.floor)));
        }
        degree
    }

    /// Smallest degree whose dropped coefficients add up to at most `allowed` for output o.
    fn needed(&self, all: &[Vec<Vec<f64>>], o: usize, allowed: f64) -> usize {
        let count = all.first().map_or(0, |a| a[o].len());
        let mut tail = 0.0;
        for k in (1..count).rev() {
            tail += self.vectors.iter().zip(all).map(|((.., norm), a)| a[o][k].abs() * norm).sum::<f64>();
            if tail > allowed {
                return k;
            }
        }
        0
    }

    fn tail(&self, all: &[Vec<Vec<f64>>], o: usize, degree: usize) -> f64 {
        let sum = |a: &[f64]| a.iter().skip(degree + 1).map(|a| a.abs()).sum::<f64>();
        self.vectors.iter().zip(all).map(|((.., norm), a)| sum(&a[o]) * norm).sum()
    }

    fn run(
        &self,
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
        if self.vectors.is_empty() || request.outputs.is_empty() {
            report.estimate = 0.0;
            report.converged = true;
            return Ok(Outcome::Done);
        }
        let all = self.resolve(request, interval);
        let columns = self.columns();
        let (centre, radius) = (0.5 * (interval.highest + interval.lowest), 0.5 * (interval.highest - interval.lowest));
        let mut current: Vec<f64> = self.vectors.iter().flat_map(|(_, b, _)| b.iter().copied()).collect();
        let mut before = vec![0.0; n * columns];
        let mut next = vec![0.0; n * columns];
        let add = |out: &mut [f64], current: &[f64], k: usize| {
            for (o, out) in out.chunks_exact_mut(n).enumerate() {
                for (v, t) in current.chunks_exact(n).enumerate() {
                    if all[v][o][k] != 0.0 {
                        axpy(all[v][o][k], t, out);
                    }
                }
            }
        };
        add(out, &current, 0);
        let available = all[0][0].len() - 1;
        let mut target = self.degree(request, interval).clamp(1, available);
        let (mut degree, mut growth) = (0, 1.0f64);
        loop {
            while degree < target {
                if report.products + columns as u64 > options.max_products {
                    report.dimension = degree;
                    return if options.accept_limit {
                        Ok(Outcome::Done)
                    } else {
                        Err(FunctionError::NotConverged {
                            engine: NAME,
                            dimension: degree,
                            estimate: f64::INFINITY,
                            tolerance: request.tolerance,
                        })
                    };
                }
                problem.stiffness.apply_block(&current, &mut next, columns);
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
                std::mem::swap(&mut before, &mut current);
                std::mem::swap(&mut current, &mut next);
                degree += 1;
                report.products += columns as u64;
                report.flops +=
                    columns as f64 * (problem.product_flops + (6 + 2 * request.outputs.len()) as f64 * n as f64);
                add(out, &current, degree);
                if degree % 8 == 0 || degree == target {
                    for (t, (.., norm)) in current.chunks_exact(n).zip(&self.vectors) {
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
                report.estimate = report.estimate.max(growth * self.tail(&all, o, degree) / scale);
                target = target.max(self.needed(&all, o, request.tolerance * scale / growth)).min(available);
            }
            if target == degree {
                report.converged = report.estimate <= request.tolerance;
                return if report.converged || options.accept_limit {
                    Ok(Outcome::Done)
                } else {
                    Err(FunctionError::NotConverged {
                        engine: NAME,
                        dimension: degree,
                        estimate: report.estimate,
                        tolerance: request.tolerance,
                    })
                };
            }
        }
    }
}

/// Drops the trailing coefficients that are nothing but rounding of the arguments, eps z max |f| spread over N nodes:
/// thousands of them would add up in the error bound.
fn without_noise(mut a: Vec<f64>, z: f64, largest: f64) -> Vec<f64> {
    let noise = 6.0 * f64::EPSILON * (4.0 + z) * largest / (a.len() as f64).sqrt();
    let last = a.iter().rposition(|a| a.abs() > noise).unwrap_or(0);
    a[last + 1..].fill(0.0);
    a
}

pub(crate) fn mass_norm(mass: &[f64], x: &[f64]) -> f64 {
    if x.len() < 4096 {
        return mass.iter().zip(x).map(|(m, x)| m * x * x).sum::<f64>().sqrt();
    }
    let scaled: Vec<f64> = mass.iter().zip(x).map(|(m, x)| m * x).collect();
    dot(&scaled, x).sqrt()
}

/// a_k = (2 - delta_k0) / N sum_i f_i cos(k pi (i + 1/2) / N), N a power of two, by a fast Fourier transform.
fn cosine_transform(values: &[f64]) -> Vec<f64> {
    let n = values.len();
    // Even entries ascending, then odd entries descending: the transform of that order gives the cosine sums.
    let mut re: Vec<f64> = (0..n).step_by(2).chain((1..n).step_by(2).rev()).map(|i| values[i]).collect();
    let mut im = vec![0.0; n];
    fourier(&mut re, &mut im);
    (0..n)
        .map(|k| {
            let (s, c) = (-std::f64::consts::PI * k as f64 / (2 * n) as f64).sin_cos();
            (re[k] * c - im[k] * s) * if k == 0 { 1.0 } else { 2.0 } / n as f64
        })
        .collect()
}

/// In-place radix-2 transform, exp(-2 pi i jk / n).
fn fourier(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut length = 2;
    while length <= n {
        for k in 0..length / 2 {
            let (s, c) = (-2.0 * std::f64::consts::PI * k as f64 / length as f64).sin_cos();
            for start in (0..n).step_by(length) {
                let (a, b) = (start + k, start + k + length / 2);
                let (r, i) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c);
                (re[b], im[b]) = (re[a] - r, im[a] - i);
                re[a] += r;
                im[a] += i;
            }
        }
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_gives_the_coefficients_of_chebyshev_polynomials() {
        let n = 16;
        let x: Vec<f64> = (0..n).map(|i| (std::f64::consts::PI * (i as f64 + 0.5) / n as f64).cos()).collect();
        // 3 - T_1 + 2 T_3 = 3 - x + 2 (4x^3 - 3x)
        let a = cosine_transform(&x.iter().map(|x| 3.0 - x + 2.0 * (4.0 * x * x * x - 3.0 * x)).collect::<Vec<_>>());
        for (k, a) in a.iter().enumerate() {
            let expected = [3.0, -1.0, 0.0, 2.0].get(k).copied().unwrap_or(0.0);
            assert!((a - expected).abs() < 1e-14, "a_{k} = {a}");
        }
    }
}
