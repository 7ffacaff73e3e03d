//! Signed singular value decomposition F = U diag(s) V^T with two rotations.
//!
//! det U = det V = +1 and s1 >= s2 >= |s3|, so s3 has the sign of det F: what inverted elements need [irving2004].
//! One-sided Jacobi [hestenes1958]: columns of F V are made orthogonal by plane rotations, which keeps small singular
//! values to full relative accuracy (the usual eigenvalues of F^T F lose half the digits).

use nalgebra::{Matrix3, Vector3};

/// F = U diag(s) V^T
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Svd3 {
    /// Left rotation.
    pub u: Matrix3<f64>,
    /// Singular values, descending; the last one is negative if det F < 0.
    pub s: Vector3<f64>,
    /// Right rotation (not transposed).
    pub v: Matrix3<f64>,
}

/// Signed singular value decomposition. A matrix that is not finite gives u = v = 1 and s = NaN.
pub fn svd(f: &Matrix3<f64>) -> Svd3 {
    let Some(scale) = super::exact_scale(f) else {
        let s = if f.iter().all(|x| *x == 0.0) { 0.0 } else { f64::NAN };
        return Svd3 { u: Matrix3::identity(), s: Vector3::repeat(s), v: Matrix3::identity() };
    };
    let f = f * scale;
    let mut a: [Vector3<f64>; 3] = [f.column(0).into(), f.column(1).into(), f.column(2).into()];
    let mut v = [Vector3::x(), Vector3::y(), Vector3::z()];
    // Quadratic convergence: three to five sweeps.
    for _ in 0..30 {
        let turned = [(0, 1), (0, 2), (1, 2)].map(|(p, q)| orthogonalize(&mut a, &mut v, p, q));
        if turned == [false; 3] {
            break;
        }
    }
    // Descending lengths; each exchange turns a sign as well, so that V stays a rotation.
    for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        if a[p].norm_squared() < a[q].norm_squared() {
            (a[p], a[q]) = (a[q], -a[p]);
            (v[p], v[q]) = (v[q], -v[p]);
        }
    }
    let s1 = a[0].norm();
    let u1 = a[0] / s1;
    // A second column that has vanished gives no direction: any one across the first will do.
    let u2 = a[1] - u1 * u1.dot(&a[1]);
    let u2 = if a[1].norm() > 1e-150 { u2 } else { across(&u1) }.normalize();
    let u3 = u1.cross(&u2);
    // The lengths were compared by their squares: rounding must not turn the promised order round.
    let s2 = a[1].norm().min(s1);
    let s = Vector3::new(s1, s2, u3.dot(&a[2]).clamp(-s2, s2)) / scale;
    Svd3 { u: Matrix3::from_columns(&[u1, u2, u3]), s, v: Matrix3::from_columns(&v) }
}

/// Rotates columns p and q so that they become orthogonal; `false` if they are already.
fn orthogonalize(a: &mut [Vector3<f64>; 3], v: &mut [Vector3<f64>; 3], p: usize, q: usize) -> bool {
    let (pp, qq, pq) = (a[p].norm_squared(), a[q].norm_squared(), a[p].dot(&a[q]));
    if pq.abs() <= 1e-15 * (pp * qq).sqrt() {
        return false;
    }
    // tan of the angle, the smaller root of t^2 + 2 zeta t = 1; a zeta beyond all bounds gives 0, as it should
    let zeta = (qq - pp) / (2.0 * pq);
    let t = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let c = 1.0 / (1.0 + t * t).sqrt();
    let s = c * t;
    (a[p], a[q]) = (a[p] * c - a[q] * s, a[p] * s + a[q] * c);
    (v[p], v[q]) = (v[p] * c - v[q] * s, v[p] * s + v[q] * c);
    true
}

/// Some vector orthogonal to a unit vector.
fn across(u: &Vector3<f64>) -> Vector3<f64> {
    u.cross(&if u.x.abs() < 0.5 { Vector3::x() } else { Vector3::y() })
}
