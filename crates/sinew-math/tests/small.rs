//! Polar decomposition and signed SVD against nalgebra's SVD, on regular, inverted, singular and badly scaled matrices.

use nalgebra::{Matrix3, Rotation3, Vector3};
use proptest::prelude::*;
use sinew_math::small::{polar, svd};

fn matrix() -> impl Strategy<Value = Matrix3<f64>> {
    prop::array::uniform9(-1.0..1.0f64).prop_map(|a| Matrix3::from_row_slice(&a))
}

fn rotation() -> impl Strategy<Value = Matrix3<f64>> {
    prop::array::uniform3(-4.0..4.0f64).prop_map(|a| Rotation3::new(Vector3::from(a)).into_inner())
}

/// Singular values over many magnitudes, zeros, equal ones and a negative determinant included.
fn singular_values() -> impl Strategy<Value = Vector3<f64>> {
    let value = prop_oneof![Just(0.0), Just(1.0), Just(-1.0), -2.0..2.0f64, (-17i32..2).prop_map(|e| 10f64.powi(e))];
    [value.clone(), value.clone(), value].prop_map(Vector3::from)
}

fn check(f: &Matrix3<f64>) {
    let size = f.norm();
    let one = Matrix3::identity();
    let d = svd(f);
    for (name, q) in [("u", d.u), ("v", d.v)] {
        assert!((q.transpose() * q - one).norm() < 1e-14, "{name} is not orthogonal for {f}");
        assert!(q.determinant() > 0.0, "{name} is a reflection for {f}");
    }
    let back = d.u * Matrix3::from_diagonal(&d.s) * d.v.transpose();
    assert!((back - f).norm() <= 4e-15 * size, "svd: {:e} of {f}", (back - f).norm() / size);
    assert!(d.s.x >= d.s.y && d.s.y >= d.s.z.abs(), "order {}", d.s);
    // nalgebra is the judge of the singular values, as far as it goes: it works on F^T F and keeps half the digits.
    let unit = if size > 0.0 { f / size } else { *f };
    let mut theirs = unit.svd(false, false).singular_values;
    theirs.as_mut_slice().sort_by(|a, b| b.total_cmp(a));
    assert!((d.s.abs() - theirs * size).norm() <= 1e-7 * size, "{} {}", d.s, theirs);

    let (r, s) = polar(f);
    assert!(
        (r.transpose() * r - one).norm() < 1e-14,
        "R is not orthogonal for {f}: {:e}",
        (r.transpose() * r - one).norm()
    );
    assert!(r.determinant() > 0.0, "R is a reflection for {f}");
    assert_eq!(s, s.transpose());
    assert!((r * s - f).norm() <= 4e-15 * size, "polar: {:e} of {f}", (r * s - f).norm() / size);
    // R is the nearest rotation: tr(R^T F) is the sum of the signed singular values.
    assert!((s.trace() - d.s.sum()).abs() <= 1e-14 * size, "R is not the nearest rotation of {f}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn random_matrices(f in matrix()) {
        check(&f);
    }

    #[test]
    fn built_from_singular_values(u in rotation(), s in singular_values(), v in rotation(), e in -80i32..80) {
        let f = u * Matrix3::from_diagonal(&s) * v.transpose() * 10f64.powi(e);
        check(&f);
        let mut expected = s.abs() * 10f64.powi(e);
        expected.as_mut_slice().sort_by(|a, b| b.total_cmp(a));
        prop_assert!((svd(&f).s.abs() - expected).norm() <= 4e-15 * expected.norm());
    }

    #[test]
    fn close_to_a_rotation(u in rotation(), d in matrix(), e in -18i32..0) {
        check(&(u * (Matrix3::identity() + d * 10f64.powi(e))));
    }
}

#[test]
fn special_matrices() {
    let one = Matrix3::identity();
    let ones = Matrix3::from_element(1.0);
    for f in [one, -one, ones, Matrix3::zeros(), Matrix3::new(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)] {
        check(&f);
    }
    check(&Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, -1.0)));
    assert_eq!(polar(&one), (one, one));
}

#[test]
fn huge_and_tiny_matrices_keep_their_rotation() {
    let r = Rotation3::new(Vector3::new(0.3, -1.0, 2.0)).into_inner();
    for scale in [1e-320, 1e-300, 1e-160, 1e150, 1e300] {
        let found = polar(&(r * scale)).0;
        // 1e-320 has three digits left
        assert!((found - r).norm() < if scale < 1e-310 { 1e-2 } else { 1e-14 }, "at {scale:e}");
        assert!(
            (svd(&(r * scale)).s / scale - Vector3::repeat(1.0)).norm() < if scale < 1e-310 { 1e-2 } else { 1e-14 }
        );
    }
}

#[test]
fn numbers_that_are_not_finite_stay_visible() {
    for bad in [f64::NAN, f64::INFINITY] {
        let mut f = Matrix3::identity();
        f[(1, 2)] = bad;
        let (r, s) = polar(&f);
        assert_eq!(r, Matrix3::identity());
        assert!(!s[(1, 2)].is_finite());
        assert!(svd(&f).s.x.is_nan());
    }
}
