//! The frame of the singular values, fast: Jacobi's method on C = F^T F, some ten plane rotations of six numbers.
//!
//! F = U diag(s) V^T as in [`sinew_math::small::svd`], with the same order and signs. Singular values are accurate to
//! rounding of the *largest* one, which is what a tangent needs; where a small one matters by itself (a tet
//! squeezed to a line or a point, numbers out of range) the general routine takes over.

use sinew_math::small::{Svd3, svd};

use crate::mechanics::{Mat3, Vec3};

/// Signed singular value decomposition of a deformation gradient.
pub fn singular_frame(f: &Mat3) -> Svd3 {
    let c = f.tr_mul(f);
    let (mut c00, mut c11, mut c22) = (c[(0, 0)], c[(1, 1)], c[(2, 2)]);
    let (mut c01, mut c02, mut c12) = (c[(0, 1)], c[(0, 2)], c[(1, 2)]);
    let trace = c00 + c11 + c22;
    let (mut v0, mut v1, mut v2) = (Vec3::x(), Vec3::y(), Vec3::z());
    // Cubic convergence: three or four sweeps. Too small, too large or NaN never converges or is caught below.
    let converged = 1e-30 * trace * trace;
    let mut sweeps = 0;
    while !(c01 * c01 + c02 * c02 + c12 * c12 <= converged) {
        if sweeps == 8 {
            return svd(f);
        }
        rotate(&mut c00, &mut c11, &mut c01, (&mut c02, &mut c12), (&mut v0, &mut v1));
        rotate(&mut c00, &mut c22, &mut c02, (&mut c01, &mut c12), (&mut v0, &mut v2));
        rotate(&mut c11, &mut c22, &mut c12, (&mut c01, &mut c02), (&mut v1, &mut v2));
        sweeps += 1;
    }

    // Descending; each exchange turns a sign as well, so that V stays a rotation.
    let mut columns = [(f * v0, v0), (f * v1, v1), (f * v2, v2)];
    for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        if columns[p].0.norm_squared() < columns[q].0.norm_squared() {
            let (a, b) = (columns[p], columns[q]);
            columns[p] = b;
            columns[q] = (-a.0, -a.1);
        }
    }
    let [(w0, v0), (w1, v1), (w2, v2)] = columns;
    let s0 = w0.norm();
    let u0 = w0 / s0;
    let across = w1 - u0 * u0.dot(&w1);
    let length = across.norm();
    // Also for zero and NaN.
    if !(length > 1e-6 * s0 && s0.is_finite()) {
        return svd(f);
    }
    let u1 = across / length;
    let u2 = u0.cross(&u1);
    Svd3 {
        u: Mat3::from_columns(&[u0, u1, u2]),
        s: Vec3::new(s0, u1.dot(&w1), u2.dot(&w2)),
        v: Mat3::from_columns(&[v0, v1, v2]),
    }
}

/// One plane rotation that makes c_pq zero; `others` are c_pr and c_qr, `v` the columns p and q of V.
#[inline(always)]
fn rotate(p: &mut f64, q: &mut f64, pq: &mut f64, others: (&mut f64, &mut f64), v: (&mut Vec3, &mut Vec3)) {
    let difference = *q - *p;
    let hypotenuse = (difference * difference + 4.0 * *pq * *pq).sqrt();
    if hypotenuse == 0.0 {
        return;
    }
    // The smaller angle: t = tan, |t| <= 1.
    let t = 2.0 * *pq / (difference + hypotenuse.copysign(difference));
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    *p -= t * *pq;
    *q += t * *pq;
    *pq = 0.0;
    (*others.0, *others.1) = (c * *others.0 - s * *others.1, s * *others.0 + c * *others.1);
    (*v.0, *v.1) = (*v.0 * c - *v.1 * s, *v.0 * s + *v.1 * c);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_general_routine() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        for k in 0..3000 {
            let noise = Mat3::from_fn(|_, _| random());
            // From far away to very close to a rotation, flat and inside out.
            let near = Mat3::identity() + noise * 10f64.powi(-(k % 17));
            let f = match k % 5 {
                0 => noise,
                1 => near,
                2 => noise * near * 3.0,
                3 => near * Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 1e-9 * (k % 3) as f64)),
                _ => Mat3::from_diagonal(&Vec3::new(1.0, -0.7, 0.9)) * near,
            };
            let (ours, theirs) = (singular_frame(&f), svd(&f));
            let scale = theirs.s[0];
            assert!((ours.s - theirs.s).amax() < 4e-15 * scale, "{f} {} {}", ours.s, theirs.s);
            let back = ours.u * Mat3::from_diagonal(&ours.s) * ours.v.transpose();
            assert!((back - f).amax() < 4e-15 * scale, "{:e}", (back - f).amax());
            for q in [ours.u, ours.v] {
                assert!((q.tr_mul(&q) - Mat3::identity()).amax() < 4e-15 && q.determinant() > 0.0);
            }
        }
    }

    #[test]
    fn strange_matrices_go_to_the_general_routine() {
        let line = Mat3::from_diagonal(&Vec3::new(2.0, 0.0, 0.0));
        for f in [Mat3::zeros(), line, Mat3::from_element(1.0), Mat3::identity() * 1e-170, Mat3::identity() * 1e170] {
            let d = singular_frame(&f);
            let back = d.u * Mat3::from_diagonal(&d.s) * d.v.transpose();
            assert!((back - f).amax() <= 1e-14 * f.amax(), "{f} {back}");
        }
        assert!(singular_frame(&Mat3::from_element(f64::NAN)).s[0].is_nan());
    }
}
