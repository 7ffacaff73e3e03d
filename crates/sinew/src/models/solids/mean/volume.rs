//! What depends on volume between two strains: d = det C = J^2.
//!
//! The cofactors of C are quadratic in it, so Simpson's rule gives their mean exactly:
//!
//!   d_1 - d_0 = A : (C_1 - C_0),   A = (cof C_0 + 4 cof C_m + cof C_1)/6,   dA/dC_1 [X] = cof'((C_0 + 2 C_1)/6) [X].
//!
//! Functions of d then have the quotient of their differences times A, with [`log_quotient`] for ln d.

use super::StrainPair;
use crate::mechanics::Mat3;

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct MeanVolume {
    /// A
    pub cofactor: Mat3,
    /// cof C_1 = dd_1/dC_1
    pub end: Mat3,
    /// (C_0 + 2 C_1)/6
    weighted: Mat3,
}

impl MeanVolume {
    /// Between two strains.
    #[inline(always)]
    pub fn new(p: &StrainPair) -> Self {
        let [c0, c1] = &p.c;
        let end = cofactor(c1);
        let mean = (cofactor(c0) + cofactor(&((c0 + c1) * 0.5)) * 4.0 + end) / 6.0;
        Self { cofactor: mean, end, weighted: (c0 + c1 * 2.0) / 6.0 }
    }

    /// dA/dC_1 [X] of a symmetric X.
    #[inline(always)]
    pub fn cofactor_change(&self, x: &Mat3) -> Mat3 {
        let c = &self.weighted;
        let product = c * x;
        let (tc, tx) = (c.trace(), x.trace());
        product + product.transpose() - c * tx - x * tc + Mat3::from_diagonal_element(tc * tx - product.trace())
    }
}

/// Cofactors of a symmetric matrix.
#[inline(always)]
fn cofactor(c: &Mat3) -> Mat3 {
    let (a, b, d) = (c.column(0), c.column(1), c.column(2));
    Mat3::from_columns(&[b.cross(&d), d.cross(&a), a.cross(&b)])
}

/// (ln b - ln a)/(b - a) for positive a and b, and its derivative with respect to b; smooth at b = a.
#[inline(always)]
pub fn log_quotient(a: f64, b: f64) -> (f64, f64) {
    let r = (b - a) / a;
    // ln(1 + r)/r and its derivative -1/2 + 2r/3 - 3r^2/4 ...
    if r.abs() < 0.02 {
        let (mut value, mut slope, mut power) = (1.0, 0.0, 1.0);
        for n in 1..10 {
            let n = n as f64;
            slope -= n / (n + 1.0) * power;
            power *= -r;
            value += power / (n + 1.0);
        }
        (value / a, slope / (a * a))
    } else {
        let value = r.ln_1p() / r;
        (value / a, (1.0 / (1.0 + r) - value) / (r * a * a))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_cofactors_give_the_change_of_volume() {
        let f0 = Mat3::new(1.1, 0.2, -0.3, 0.1, 0.9, 0.05, -0.2, 0.3, 1.2);
        let f1 = Mat3::new(0.8, -0.4, 0.3, 0.2, 1.3, 0.1, 0.5, -0.1, 0.7);
        let p = StrainPair::new(f0, f1);
        let change = MeanVolume::new(&p).cofactor.dot(&(p.c[1] - p.c[0]));
        assert!((change - (p.j[1].powi(2) - p.j[0].powi(2))).abs() < 1e-14);
        // dA/dC_1 is exact for the quadratic A up to the square of the step.
        let x = Mat3::new(0.3, -0.2, 0.1, -0.2, 0.5, 0.4, 0.1, 0.4, -0.6);
        let at = |s: f64| MeanVolume::new(&StrainPair { c: [p.c[0], p.c[1] + x * s], ..p }).cofactor;
        let difference = (at(1e-3) - at(-1e-3)) / 2e-3;
        assert!((difference - MeanVolume::new(&p).cofactor_change(&x)).norm() < 1e-12);
    }

    #[test]
    fn the_quotient_of_logarithms_is_smooth() {
        for (a, b) in [(1.0, 1.0 + 1e-9), (2.0, 2.039), (2.0, 2.041), (0.5, 3.0), (3.0, 0.5)] {
            let (value, slope) = log_quotient(a, b);
            if (b - a).abs() > 1e-3 {
                assert!((value - (b / a).ln() / (b - a)).abs() < 1e-13);
            }
            let e = 1e-5 * a;
            let difference = (log_quotient(a, b + e).0 - log_quotient(a, b - e).0) / (2.0 * e);
            assert!((slope - difference).abs() < 1e-7 / (a * a), "{a} {b}: {slope} {difference}");
        }
        assert_eq!(log_quotient(2.0, 2.0).0, 0.5);
    }
}
