//! Better next iterates from the same solves: Chebyshev's and Anderson's acceleration of u <- u + d(u).
//!
//! - Chebyshev: u_{k+1} = w_k (u_k + d_k - u_{k-1}) + u_{k-1},  w_{k+1} = 4/(4 - rho^2 w_k), started by w = 2/(2 - rho^2).
//!   rho, the contraction of the plain iteration, is read off its first steps, which underestimate it: safe, but a
//!   small gain. [wang2015]
//! - Anderson: u_{k+1} = u_k + d_k - sum_j theta_j (Du_j + Dd_j) with the theta that make d_k - sum_j theta_j Dd_j
//!   smallest, over the last [`WINDOW`] differences D of iterates and steps. [anderson1965], [peng2018]
//!
//! Neither is monotone, so the [solver](super::solver) turns back to the plain iterate where the incremental potential
//! has grown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::parallel::{dot, norm};

/// How the next iterate is formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Acceleration {
    /// Plain iterations: the cheapest.
    #[default]
    None,
    /// Chebyshev's semi-iterative method.
    Chebyshev,
    /// Anderson's mixing of the last five iterates: the fewest iterations.
    Anderson,
}

/// Differences that Anderson's method mixes.
pub const WINDOW: usize = 5;

/// Plain iterations before Chebyshev's method starts, to learn the contraction.
const DELAY: usize = 3;

/// The method with its memory.
pub struct Accelerator {
    kind: Acceleration,
    /// Iterations since the start or the last refusal.
    count: usize,
    /// Iterate and step of the last iteration.
    last: [Vec<f64>; 2],
    /// Rings of differences: of the iterates and of the steps.
    iterates: Vec<Vec<f64>>,
    steps: Vec<Vec<f64>>,
    /// Chebyshev's rho and w.
    rho: f64,
    weight: f64,
}

impl Accelerator {
    /// Nothing is allocated before the first step.
    pub fn new(kind: Acceleration) -> Self {
        Self {
            kind,
            count: 0,
            last: Default::default(),
            iterates: vec![Vec::new(); WINDOW],
            steps: vec![Vec::new(); WINDOW],
            rho: 0.0,
            weight: 1.0,
        }
    }

    /// Whether there is anything to do.
    pub fn active(&self) -> bool {
        self.kind != Acceleration::None
    }

    /// A new stage, or a proposal that was refused.
    pub fn restart(&mut self) {
        self.count = 0;
    }

    /// Takes note of the iterate u and its step d; writes the next iterate and returns true if it is not the plain one.
    pub fn propose(&mut self, u: &[f64], d: &[f64], next: &mut [f64]) -> bool {
        let proposed = match self.kind {
            Acceleration::None => false,
            Acceleration::Chebyshev => self.chebyshev(u, d, next),
            Acceleration::Anderson => self.anderson(u, d, next),
        };
        for (last, now) in self.last.iter_mut().zip([u, d]) {
            last.resize(now.len(), 0.0);
            last.copy_from_slice(now);
        }
        self.count += 1;
        proposed
    }

    fn chebyshev(&mut self, u: &[f64], d: &[f64], next: &mut [f64]) -> bool {
        if self.count < DELAY {
            if self.count > 0 {
                let before = norm(&self.last[1]);
                // Early ratios underestimate the contraction: the safe side.
                self.rho = if before > 0.0 { (norm(d) / before).clamp(0.0, 0.995) } else { 0.0 };
            }
            return false;
        }
        let square = self.rho * self.rho;
        self.weight = if self.count == DELAY { 2.0 / (2.0 - square) } else { 4.0 / (4.0 - square * self.weight) };
        let w = self.weight;
        for (((next, u), d), before) in next.iter_mut().zip(u).zip(d).zip(&self.last[0]) {
            *next = w * (u + d - before) + before;
        }
        true
    }

    fn anderson(&mut self, u: &[f64], d: &[f64], next: &mut [f64]) -> bool {
        if self.count == 0 {
            return false;
        }
        // The newest difference takes the place of the oldest.
        let place = (self.count - 1) % WINDOW;
        for (ring, now, last) in [(&mut self.iterates, u, &self.last[0]), (&mut self.steps, d, &self.last[1])] {
            ring[place].resize(now.len(), 0.0);
            for (to, (now, last)) in ring[place].iter_mut().zip(now.iter().zip(last)) {
                *to = now - last;
            }
        }
        let m = self.count.min(WINDOW);
        let mut matrix = [[0.0; WINDOW]; WINDOW];
        let mut theta = [0.0; WINDOW];
        for i in 0..m {
            for j in 0..=i {
                matrix[i][j] = dot(&self.steps[i], &self.steps[j]);
                matrix[j][i] = matrix[i][j];
            }
            theta[i] = dot(&self.steps[i], d);
        }
        if !solve(&mut matrix, &mut theta, m) {
            return false;
        }
        next.iter_mut().zip(u).zip(d).for_each(|((next, u), d)| *next = u + d);
        for (theta, (du, dd)) in theta[..m].iter().zip(self.iterates.iter().zip(&self.steps)) {
            for (next, (du, dd)) in next.iter_mut().zip(du.iter().zip(dd)) {
                *next -= theta * (du + dd);
            }
        }
        true
    }
}

/// Normal equations of at most [`WINDOW`] unknowns by Cholesky's method, slightly regularized; false if that fails.
fn solve(a: &mut [[f64; WINDOW]; WINDOW], x: &mut [f64; WINDOW], m: usize) -> bool {
    let largest = (0..m).fold(0.0, |s: f64, i| s.max(a[i][i]));
    for i in 0..m {
        a[i][i] += 1e-14 * largest;
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            if i == j {
                let pivot = a[i][i] - sum;
                if !(pivot > 0.0 && pivot.is_finite()) {
                    return false;
                }
                a[i][i] = pivot.sqrt();
            } else {
                a[i][j] = (a[i][j] - sum) / a[j][j];
            }
        }
    }
    for i in 0..m {
        x[i] = (x[i] - (0..i).map(|k| a[i][k] * x[k]).sum::<f64>()) / a[i][i];
    }
    for i in (0..m).rev() {
        x[i] = (x[i] - (i + 1..m).map(|k| a[k][i] * x[k]).sum::<f64>()) / a[i][i];
    }
    x[..m].iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// u <- u + d(u) for d = b - A u with A diagonal: contraction 0.98.
    fn error_after(kind: Acceleration, iterations: usize) -> f64 {
        let n = 40;
        let rate = |i: usize| 0.02 + 0.9 * i as f64 / n as f64;
        let mut accelerator = Accelerator::new(kind);
        let (mut u, mut next) = (vec![0.0; n], vec![0.0; n]);
        for _ in 0..iterations {
            let d: Vec<f64> = (0..n).map(|i| rate(i) * (1.0 - u[i])).collect();
            if !accelerator.propose(&u, &d, &mut next) {
                (0..n).for_each(|i| next[i] = u[i] + d[i]);
            }
            std::mem::swap(&mut u, &mut next);
        }
        u.iter().fold(0.0, |m: f64, u| m.max((u - 1.0).abs()))
    }

    #[test]
    fn both_methods_are_faster_than_plain_iterations() {
        let [plain, chebyshev, anderson] =
            [Acceleration::None, Acceleration::Chebyshev, Acceleration::Anderson].map(|kind| error_after(kind, 60));
        println!("plain {plain:.1e}, chebyshev {chebyshev:.1e}, anderson {anderson:.1e}");
        assert!((plain - 0.98f64.powi(60)).abs() < 1e-3);
        // Measured 0.30, 0.24 and 1.2e-4: three early steps say little about the slowest contraction.
        assert!(chebyshev < 0.9 * plain && anderson < 1e-3 * plain);
    }
}
