//! Coefficients of Chebyshev series: f(t^2 A) = sum_k a_k T_k(X), X = (A - centre) / radius, for every output of a request.
//!
//! a_k by a cosine transform of the scalar functions at the Chebyshev nodes of the interval. They depend on the times,
//! functions, weights and the order of the tolerance and not on the vectors, so a time integrator meets the same ones step after step: they are kept
//! until something changes.

use super::chebyshev::chebyshev_degree;
use super::inputs::Inputs;
use super::request::{Function, Request};
use super::spectrum::Bounds;

/// Coefficients for every input vector and output, resolved to rounding where possible.
#[derive(Debug, Default)]
pub(crate) struct Series {
    /// (vector, output, k), row by row.
    values: Vec<f64>,
    outputs: usize,
    count: usize,
    key: Key,
    nodes: Vec<f64>,
    re: Vec<f64>,
    im: Vec<f64>,
}

/// What the coefficients depend on.
#[derive(Debug, Default)]
struct Key {
    numbers: Vec<f64>,
    functions: Vec<(usize, usize, Function)>,
}

impl Series {
    /// Makes the coefficients for this request, unless they are there already.
    pub fn resolve(&mut self, request: &Request<'_>, inputs: &Inputs, interval: Bounds) {
        if self.is_of(request, inputs, interval) {
            return;
        }
        let tolerance = class(request.tolerance);
        self.outputs = request.outputs.len();
        let z = request.longest() * interval.highest.max(-interval.lowest).max(0.0).sqrt();
        self.count = (3 * chebyshev_degree(z, tolerance) / 2).next_power_of_two().max(32);
        let most = 16 * self.count;
        loop {
            self.transform(request, inputs, interval, z);
            // Rounding of the arguments leaves noise of z eps; strong damping needs more nodes than the formula says.
            let noise = (1e-15 * (4.0 + z)).max(1e-3 * tolerance);
            let resolved = self.values.chunks_exact(self.count).all(|a| {
                let largest = a.iter().fold(0.0f64, |m, a| m.max(a.abs()));
                a[3 * self.count / 4..].iter().all(|a| a.abs() <= noise * largest)
            });
            if resolved || self.count >= most {
                break;
            }
            self.count *= 2;
        }
        self.key.set(request, inputs, interval);
    }

    /// Are these the coefficients for this request?
    pub fn is_of(&self, request: &Request<'_>, inputs: &Inputs, interval: Bounds) -> bool {
        self.key.is(request, inputs, interval)
    }

    /// Number of coefficients per series.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Coefficients of output o for the input vector v (as numbered by the inputs).
    pub fn of(&self, v: usize, o: usize) -> &[f64] {
        let start = (v * self.outputs + o) * self.count;
        &self.values[start..start + self.count]
    }

    fn transform(&mut self, request: &Request<'_>, inputs: &Inputs, interval: Bounds, z: f64) {
        let Self { values, count, nodes, re, im, .. } = self;
        let count = *count;
        let (centre, radius) = (0.5 * (interval.highest + interval.lowest), 0.5 * (interval.highest - interval.lowest));
        let node = |i: usize| centre + radius * (std::f64::consts::PI * (i as f64 + 0.5) / count as f64).cos();
        nodes.clear();
        nodes.extend((0..count).map(node));
        values.clear();
        for (vector, _) in &inputs.list {
            for output in &request.outputs {
                let start = values.len();
                values.extend(nodes.iter().map(|lambda| {
                    let terms = output.terms.iter().filter(|t| t.vector == *vector);
                    terms.map(|t| t.weight * t.function.scalar(t.time, *lambda, inputs.rayleigh)).sum::<f64>()
                }));
                let a = &mut values[start..];
                let largest = a.iter().fold(0.0f64, |m, v| m.max(v.abs()));
                cosine_transform(a, re, im);
                without_noise(a, z, largest);
            }
        }
    }

    /// Degree for errors below the tolerance relative to the floors or, where there is none, to the mean of |f| times |b|.
    pub fn degree(&self, request: &Request<'_>, inputs: &Inputs) -> usize {
        let mut degree = 0;
        for (o, output) in request.outputs.iter().enumerate() {
            // The mean size of f over the interval; the true size of the output is only known at the end.
            let size = |a: &[f64]| a.iter().map(|a| a * a).sum::<f64>().sqrt();
            let parts = inputs.list.iter().enumerate().map(|(v, (_, norm))| size(self.of(v, o)) * norm);
            let scale = parts.fold(0.0, f64::max);
            degree = degree.max(self.needed(inputs, o, request.tolerance * scale.max(output.floor)));
        }
        degree
    }

    /// Smallest degree whose dropped coefficients add up to at most `allowed` for output o.
    pub fn needed(&self, inputs: &Inputs, o: usize, allowed: f64) -> usize {
        let mut tail = 0.0;
        for k in (1..self.count).rev() {
            tail += inputs.list.iter().enumerate().map(|(v, (_, norm))| self.of(v, o)[k].abs() * norm).sum::<f64>();
            if tail > allowed {
                return k;
            }
        }
        0
    }

    /// What rounding of the terms amounts to for output o; infinite if a coefficient is.
    pub fn rounding(&self, inputs: &Inputs, o: usize) -> f64 {
        let size = |a: &[f64]| a.iter().map(|a| a * a).sum::<f64>().sqrt();
        let sum: f64 = inputs.list.iter().enumerate().map(|(v, (_, norm))| size(self.of(v, o)) * norm).sum();
        if sum.is_finite() { f64::EPSILON * sum } else { f64::INFINITY }
    }

    /// What the coefficients beyond `degree` add up to for output o.
    pub fn tail(&self, inputs: &Inputs, o: usize, degree: usize) -> f64 {
        let sum = |a: &[f64]| a.iter().skip(degree + 1).map(|a| a.abs()).sum::<f64>();
        inputs.list.iter().enumerate().map(|(v, (_, norm))| sum(self.of(v, o)) * norm).sum()
    }
}

/// The tolerance to resolve to: the next power of 1e-4 below, so that one which changes from step to step does not make
/// new coefficients every time. A function of the request alone, so a continued run has the same ones.
fn class(tolerance: f64) -> f64 {
    let fours = (-tolerance.log10() / 4.0).ceil().clamp(1.0, 4.0);
    10f64.powi(-4 * fours as i32)
}

impl Key {
    fn numbers<'a>(request: &'a Request<'_>, inputs: &Inputs, interval: Bounds) -> impl Iterator<Item = f64> + 'a {
        let (alpha, beta) = inputs.rayleigh;
        [interval.lowest, interval.highest, alpha, beta, class(request.tolerance), request.outputs.len() as f64]
            .into_iter()
            .chain(request.terms().flat_map(|t| [t.weight, t.time]))
    }

    fn functions<'a>(
        request: &'a Request<'_>,
        inputs: &'a Inputs,
    ) -> impl Iterator<Item = (usize, usize, Function)> + 'a {
        let terms =
            |(o, output): (usize, &'a super::Output)| output.terms.iter().map(move |t| (o, t.vector, t.function));
        let outputs = request.outputs.iter().enumerate().flat_map(terms);
        // Vectors that are zero have no series.
        outputs.chain(inputs.list.iter().map(|(v, _)| (usize::MAX, *v, Function::Stumpff(0))))
    }

    fn is(&self, request: &Request<'_>, inputs: &Inputs, interval: Bounds) -> bool {
        let same = |a: &(usize, usize, Function), b: (usize, usize, Function)| {
            a.0 == b.0
                && a.1 == b.1
                && match (a.2, b.2) {
                    (Function::Even(a), Function::Even(b)) => std::ptr::fn_addr_eq(a, b),
                    (Function::Even(_), _) | (_, Function::Even(_)) => false,
                    (Function::Stumpff(a), Function::Stumpff(b)) => a == b,
                    (a @ Function::Phi { .. }, b @ Function::Phi { .. }) => a.block() == b.block(),
                    _ => false,
                }
        };
        Self::numbers(request, inputs, interval).eq(self.numbers.iter().copied())
            && Self::functions(request, inputs).count() == self.functions.len()
            && self.functions.iter().zip(Self::functions(request, inputs)).all(|(a, b)| same(a, b))
    }

    fn set(&mut self, request: &Request<'_>, inputs: &Inputs, interval: Bounds) {
        self.numbers.clear();
        self.numbers.extend(Self::numbers(request, inputs, interval));
        self.functions.clear();
        self.functions.extend(Self::functions(request, inputs));
    }
}

/// Drops the trailing coefficients that are nothing but rounding of the arguments, eps z max |f| spread over N nodes:
/// thousands of them would add up in the error bound.
fn without_noise(a: &mut [f64], z: f64, largest: f64) {
    if !largest.is_finite() {
        return;
    }
    let noise = 6.0 * f64::EPSILON * (4.0 + z) * largest / (a.len() as f64).sqrt();
    let last = a.iter().rposition(|a| a.abs() > noise).unwrap_or(0);
    a[last + 1..].fill(0.0);
}

/// a_k = (2 - delta_k0) / N sum_i f_i cos(k pi (i + 1/2) / N), N a power of two, by a fast Fourier transform.
fn cosine_transform(values: &mut [f64], re: &mut Vec<f64>, im: &mut Vec<f64>) {
    let n = values.len();
    // Even entries ascending, then odd entries descending: the transform of that order gives the cosine sums.
    re.clear();
    re.extend((0..n).step_by(2).chain((1..n).step_by(2).rev()).map(|i| values[i]));
    im.clear();
    im.resize(n, 0.0);
    fourier(re, im);
    for (k, value) in values.iter_mut().enumerate() {
        let (s, c) = (-std::f64::consts::PI * k as f64 / (2 * n) as f64).sin_cos();
        *value = (re[k] * c - im[k] * s) * if k == 0 { 1.0 } else { 2.0 } / n as f64;
    }
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
        let mut a: Vec<f64> = x.iter().map(|x| 3.0 - x + 2.0 * (4.0 * x * x * x - 3.0 * x)).collect();
        cosine_transform(&mut a, &mut Vec::new(), &mut Vec::new());
        for (k, a) in a.iter().enumerate() {
            let expected = [3.0, -1.0, 0.0, 2.0].get(k).copied().unwrap_or(0.0);
            assert!((a - expected).abs() < 1e-14, "a_{k} = {a}");
        }
    }
}
