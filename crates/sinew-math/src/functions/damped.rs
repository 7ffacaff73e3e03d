//! phi_k of the damped oscillator: the 2x2 matrix J = \[\[0, 1\], \[-s, -d\]\] in the variables (x, h v).
//!
//! s = h^2 lambda and d = h (alpha + beta lambda) for Rayleigh damping D = alpha M + beta K. J^2 = -s - d J, so
//! phi_k(J) = a_k + b_k J with b_k = phi_k\[mu_+, mu_-\], the divided difference over the two roots
//! mu = -d/2 +- sqrt(d^2/4 - s), and
//!   a_k = b_{k-1} + d b_k,   b_{k+1} = (1/k! - a_k) / s,   phi_k(J) = \[\[a_k, b_k\], \[-s b_k, b_{k-1}\]\]   (k >= 1).
//!
//! Three branches, none of which divides by a small difference: the series in the complete symmetric polynomials of the
//! roots while both are small (this includes the double root), the divided difference when the roots are real and well
//! apart (overdamped, or s < 0), and the recurrence in 1/s for complex or close roots of large modulus.

use super::phi::phi;
use super::stumpff::{INVERSE_FACTORIAL, stumpff};

/// phi_k(J) for J = \[\[0, 1\], \[-s, -d\]\], k = 0..=7, row by row.
///
/// Exact for d = 0 (then a_k = c_k(s), b_k = c_{k+1}(s)); made for d >= 0, accurate also for moderate d < 0.
///
/// # Panics
/// For k > 7.
pub fn damped_phi(k: u32, s: f64, d: f64) -> [[f64; 2]; 2] {
    assert!(k <= 7, "phi_k of the damped oscillator is provided for k = 0..=7, not {k}");
    if d == 0.0 {
        let (a, b) = (stumpff(k, s), stumpff(k + 1, s));
        return [[a, b], [-s * b, a]];
    }
    let roots = Roots::new(s, d);
    let b = roots.b(k);
    if k == 0 {
        let (a, velocity) = roots.first();
        return [[a, b], [-s * b, velocity]];
    }
    let lower = roots.b(k - 1);
    [[lower + d * b, b], [-s * b, lower]]
}

/// The roots of mu^2 + d mu + s, and which branch suits them.
struct Roots {
    s: f64,
    d: f64,
    /// Larger modulus of the two roots.
    modulus: f64,
    /// (mu_+, mu_-) if they are real and at least 0.4 of the larger one apart.
    apart: Option<(f64, f64)>,
}

impl Roots {
    fn new(s: f64, d: f64) -> Self {
        // d^2/4 - s without overflow for huge d
        let half = 0.5 * d;
        let discriminant = if half == 0.0 { -s } else { 1.0 - (s / half) / half };
        let radius = if half == 0.0 { discriminant.abs().sqrt() } else { half.abs() * discriminant.abs().sqrt() };
        if discriminant < 0.0 {
            return Self { s, d, modulus: s.sqrt(), apart: None };
        }
        // The root of larger modulus first, the other from the product: no cancellation.
        let far = -(half + radius.copysign(half));
        let near = s / far;
        let apart = (2.0 * radius > 0.4 * far.abs()).then_some((far.max(near), far.min(near)));
        Self { s, d, modulus: far.abs(), apart }
    }

    /// b_k = phi_k[mu_+, mu_-]
    fn b(&self, k: u32) -> f64 {
        if self.modulus <= (k + 2) as f64 {
            return self.series(k);
        }
        if let Some((plus, minus)) = self.apart {
            return (phi(k, plus) - phi(k, minus)) / (plus - minus);
        }
        match k {
            0 => self.decaying().1,
            1 => (1.0 - self.first().0) / self.s,
            _ => {
                // a_{k-1} = b_{k-2} + d b_{k-1}
                let a = self.b(k - 2) + self.d * self.b(k - 1);
                (INVERSE_FACTORIAL[k as usize - 1] - a) / self.s
            }
        }
    }

    /// exp(-d/2) (c_0, c_1) at s - d^2/4
    fn decaying(&self) -> (f64, f64) {
        let (half, w2) = (0.5 * self.d, self.s - 0.25 * self.d * self.d);
        if w2 > -1.0 {
            return ((-half).exp() * stumpff(0, w2), (-half).exp() * stumpff(1, w2));
        }
        // Two real roots: the hyperbolic functions alone would overflow.
        let r = (-w2).sqrt();
        let (slow, fast) = ((r - half).exp(), (-r - half).exp());
        (0.5 * (slow + fast), 0.5 * (slow - fast) / r)
    }

    /// The diagonal of exp(J).
    fn first(&self) -> (f64, f64) {
        match self.apart {
            // Both roots negative (s > 0): exp(mu_+) - mu_+ b_0 has one sign, as has the quotient for s < 0.
            Some((plus, minus)) => {
                let gap = plus - minus;
                let a = if self.s >= 0.0 && plus <= 0.0 {
                    plus.exp() - plus * self.b(0)
                } else {
                    (plus * minus.exp() - minus * plus.exp()) / gap
                };
                (a, (plus * plus.exp() - minus * minus.exp()) / gap)
            }
            None => {
                let (c, s) = self.decaying();
                (c + 0.5 * self.d * s, c - 0.5 * self.d * s)
            }
        }
    }

    /// sum_n h_n(mu_+, mu_-) / (n + k + 1)!, h_n = -d h_{n-1} - s h_{n-2}
    fn series(&self, k: u32) -> f64 {
        let (mut before, mut h) = (0.0_f64, INVERSE_FACTORIAL[k as usize + 1]);
        let mut sum = h;
        let mut n = (k + 1) as f64;
        // Both terms must be small: h_n alone may vanish.
        while before.abs() + h.abs() > 1e-19 * sum.abs() {
            let next = (-self.d * h - self.s * before / n) / (n + 1.0);
            n += 1.0;
            (before, h) = (h, next);
            sum += h;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::reference::{DAMPED, EPS_TEST};

    /// First-order response of f to one rounding of s and of d, by differences.
    fn conditioning(k: u32, s: f64, d: f64, entry: (usize, usize)) -> f64 {
        let f = |s, d| damped_phi(k, s, d)[entry.0][entry.1];
        let e = 1e-6;
        ((f(s * (1.0 + e), d) - f(s * (1.0 - e), d)).abs() + (f(s, d * (1.0 + e)) - f(s, d * (1.0 - e))).abs())
            / (2.0 * e)
    }

    #[test]
    fn reference_values_for_equal_real_complex_and_overdamped_roots() {
        let mut worst: f64 = 0.0;
        for (k, s, d, expected) in DAMPED {
            let found = damped_phi(*k, *s, *d);
            for row in 0..2 {
                for column in 0..2 {
                    let (f, e) = (found[row][column], expected[2 * row + column]);
                    let bound = 1e-12 * e.abs() + 8.0 * EPS_TEST * conditioning(*k, *s, *d, (row, column)) + 1e-300;
                    worst = worst.max((f - e).abs() / bound);
                    assert!((f - e).abs() <= bound, "phi_{k}(s = {s}, d = {d})[{row}][{column}] = {f:e}, not {e:e}");
                }
            }
        }
        assert!(worst > 0.0, "the table is not empty");
    }

    #[test]
    fn no_damping_is_the_limit_of_small_damping() {
        for k in 0..=6 {
            for s in [-3.0, 0.0, 1e-3, 2.0, 50.0] {
                let (a, b) = (damped_phi(k, s, 0.0), damped_phi(k, s, 1e-14));
                for i in 0..4 {
                    assert!((a[i / 2][i % 2] - b[i / 2][i % 2]).abs() < 1e-12, "k = {k}, s = {s}");
                }
            }
        }
    }

    #[test]
    fn absurd_damping_gives_finite_numbers() {
        for k in 0..=6 {
            for d in [1e3, 1e8, 1e16, 1e160, 1e300] {
                for s in [0.0, 1e-8, 1.0, 1e6, 1e12] {
                    assert!(damped_phi(k, s, d).iter().flatten().all(|x| x.is_finite()), "k = {k}, s = {s}, d = {d}");
                }
            }
        }
    }
}
