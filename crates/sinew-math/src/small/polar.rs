//! Polar decomposition F = R S: R the rotation nearest to F, S symmetric.
//!
//! R maximises tr(R^T F) over rotations, also for inverted F (det F < 0), where S then has one negative eigenvalue, the
//! smallest in size. Three ways, by how far F is from singular:
//!
//! - nearly every element of nearly every step: l = tr S is the largest root of
//!   l^4 - 2 I l^2 - 8 J l + 2 II - I^2 with I = tr C, II = tr C^2, J = det F, C = F^T F, and R = dl/dF [lin2022];
//! - strongly deformed but not inverted: the scaled Newton iteration X <- (g X + X^-T / g) / 2 [higham1986];
//! - the rest: the signed SVD.
//!
//! If F is singular in two directions, R is one of several equally near rotations.

use nalgebra::Matrix3;

use super::svd::svd;

/// R and S with F = R S. A matrix that is not finite gives R = 1 and S = F.
pub fn polar(f: &Matrix3<f64>) -> (Matrix3<f64>, Matrix3<f64>) {
    let r = match regular(f) {
        Some(r) => r,
        None => {
            let d = svd(f);
            if d.s.x.is_nan() {
                return (Matrix3::identity(), *f);
            }
            d.u * d.v.transpose()
        }
    };
    let s = r.transpose() * f;
    (r, (s + s.transpose()) * 0.5)
}

/// `None` if F is inverted, close to singular or out of range.
fn regular(f: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let size = (f.norm_squared() / 3.0).sqrt();
    let x = f * (1.0 / size);
    let cofactor = cofactors(&x);
    let det = x.column(0).dot(&cofactor.column(0));
    // Comparisons are false for NaN, zero and overflow. Below 1e-3 the SVD takes no more time.
    match (1e-100..1e100).contains(&size) {
        true if det > 0.1 => trace_gradient(&x, &cofactor, det),
        true if det > 1e-3 => newton(x, cofactor, det),
        _ => None,
    }
}

/// R = dl/dF with l = tr S, for |F|^2 = I = 3.
fn trace_gradient(x: &Matrix3<f64>, cofactor: &Matrix3<f64>, det: f64) -> Option<Matrix3<f64>> {
    let c = x.transpose() * x;
    let constant = 2.0 * c.norm_squared() - 9.0;
    // Newton from l = 3, its value for a rotation and an upper bound otherwise: convergence is monotone.
    let mut l = 3.0;
    for _ in 0..20 {
        let value = ((l * l - 6.0) * l - 8.0 * det) * l + constant;
        let slope = 4.0 * ((l * l - 3.0) * l - 2.0 * det);
        let change = value / slope;
        l -= change;
        // Quadratic convergence: what is left after a change of 1e-8 is rounding.
        if change.abs() < 1e-8 {
            let scale = 1.0 / ((l * l - 3.0) * l - 2.0 * det);
            return Some((x * (l * l + 3.0) + cofactor * (2.0 * l) - x * c * 2.0) * scale);
        }
    }
    None
}

fn newton(mut x: Matrix3<f64>, mut cofactor: Matrix3<f64>, mut det: f64) -> Option<Matrix3<f64>> {
    for _ in 0..20 {
        // Scaling balances X against X^-T; close to a rotation it tends to one and is left out.
        let inverse_norm = cofactor.norm_squared() / (det * det);
        let ratio = inverse_norm / x.norm_squared();
        let g = if (ratio - 1.0).abs() < 0.1 { 1.0 } else { ratio.sqrt().sqrt() };
        let next = x * (0.5 * g) + cofactor * (0.5 / (g * det));
        let change = (next - x).norm_squared();
        x = next;
        // Quadratic convergence: after a change below 1e-8 the next one is below 1e-16.
        if change < 1e-16 {
            return Some(x);
        }
        cofactor = cofactors(&x);
        det = x.column(0).dot(&cofactor.column(0));
    }
    None
}

/// det(X) X^-T
#[inline(always)]
fn cofactors(x: &Matrix3<f64>) -> Matrix3<f64> {
    let (a, b, c) = (x.column(0), x.column(1), x.column(2));
    Matrix3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)])
}
