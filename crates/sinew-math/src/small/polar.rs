//! Polar decomposition F = R S: R the rotation nearest to F, S symmetric.
//!
//! R maximises tr(R^T F) over rotations, also for inverted F (det F < 0), where S then has one negative eigenvalue, the
//! smallest in size. Well-conditioned F with det F > 0, which is nearly every element of nearly every step, takes the
//! scaled Newton iteration X <- (g X + X^-T / g) / 2 [higham1986]; the rest goes through the signed SVD.
//! If F is singular in two directions, R is one of several equally near rotations.

use nalgebra::Matrix3;

use super::svd::svd;

/// R and S with F = R S. A matrix that is not finite gives R = 1 and S = F.
pub fn polar(f: &Matrix3<f64>) -> (Matrix3<f64>, Matrix3<f64>) {
    let r = match newton(f) {
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
fn newton(f: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let size = (f.norm_squared() / 3.0).sqrt();
    let mut x = f / size;
    let mut cofactor = cofactors(&x);
    let mut det = x.column(0).dot(&cofactor.column(0));
    // Also false for NaN, zero and overflow. Below it the iteration needs more steps than the SVD takes time.
    if !(det > 1e-3 && (1e-100..1e100).contains(&size)) {
        return None;
    }
    for _ in 0..20 {
        // Scaling balances X against X^-T; close to a rotation it tends to one and is left out.
        let inverse_norm = cofactor.norm_squared() / (det * det);
        let ratio = inverse_norm / x.norm_squared();
        let g = if (ratio - 1.0).abs() < 0.1 { 1.0 } else { ratio.sqrt().sqrt() };
        let next = x * (0.5 * g) + cofactor * (0.5 / (g * det));
        let change = (next - x).norm_squared();
        x = next;
        // Quadratic convergence: after a change below 1e-8 the next one is below 1e-16.
        if change < 1e-17 {
            return Some(x);
        }
        cofactor = cofactors(&x);
        det = x.column(0).dot(&cofactor.column(0));
    }
    None
}

/// det(X) X^-T
fn cofactors(x: &Matrix3<f64>) -> Matrix3<f64> {
    let (a, b, c) = (x.column(0), x.column(1), x.column(2));
    Matrix3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)])
}
