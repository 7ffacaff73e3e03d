//! Symmetric 3x3 matrices as six numbers, (11, 22, 33, sqrt2 23, sqrt2 13, sqrt2 12), which keeps the inner product.

use nalgebra::{Matrix6, Matrix6x3, SymmetricEigen, Vector6};

use crate::mechanics::{Mat3, Vec3};

/// A symmetric matrix.
pub type Vec6 = Vector6<f64>;
/// A linear map of symmetric matrices.
pub type Mat6 = Matrix6<f64>;

const HALF_ROOT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The six numbers of the symmetric part.
#[inline(always)]
pub fn as_six(a: &Mat3) -> Vec6 {
    let pair = |i: usize, j: usize| HALF_ROOT * (a[(i, j)] + a[(j, i)]);
    Vec6::new(a[(0, 0)], a[(1, 1)], a[(2, 2)], pair(1, 2), pair(0, 2), pair(0, 1))
}

/// The matrix of six numbers.
#[inline(always)]
pub fn as_matrix(v: &[f64]) -> Mat3 {
    let (p, q, r) = (HALF_ROOT * v[3], HALF_ROOT * v[4], HALF_ROOT * v[5]);
    Mat3::new(v[0], r, q, r, v[1], p, q, p, v[2])
}

/// The six columns of a linear map of symmetric matrices.
#[inline(always)]
pub fn linear_map(of: impl Fn(&Mat3) -> Mat3) -> Mat6 {
    let mut columns = Mat6::zeros();
    for k in 0..6 {
        let mut unit = [0.0; 6];
        unit[k] = 1.0;
        columns.set_column(k, &as_six(&of(&as_matrix(&unit))));
    }
    columns
}

/// B of dE = B w: the strain sym(F^T w g^T) that a displacement w of a corner with gradient g makes.
#[inline(always)]
pub fn strain_operator(f: &Mat3, g: &Vec3) -> Matrix6x3<f64> {
    let mut b = Matrix6x3::zeros();
    for c in 0..3 {
        let (x, y, z) = (f[(c, 0)], f[(c, 1)], f[(c, 2)]);
        b[(0, c)] = x * g.x;
        b[(1, c)] = y * g.y;
        b[(2, c)] = z * g.z;
        b[(3, c)] = HALF_ROOT * (y * g.z + z * g.y);
        b[(4, c)] = HALF_ROOT * (x * g.z + z * g.x);
        b[(5, c)] = HALF_ROOT * (x * g.y + y * g.x);
    }
    b
}

/// The symmetric part with its negative eigenvalues set to zero.
pub fn positive(a: &Mat6) -> Mat6 {
    let symmetric = (a + a.transpose()) * 0.5;
    // A factor costs a tenth of the eigenvalues, and nearly always exists.
    if nalgebra::Cholesky::new(symmetric).is_some() {
        return symmetric;
    }
    let eigen = SymmetricEigen::new(symmetric);
    let q = eigen.eigenvectors;
    q * Mat6::from_diagonal(&eigen.eigenvalues.map(|l| l.max(0.0))) * q.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_numbers_keep_the_inner_product() {
        let a = Mat3::new(1.0, 2.0, -3.0, 2.0, 0.5, 4.0, -3.0, 4.0, 7.0);
        let b = Mat3::new(0.3, -1.0, 2.0, -1.0, 5.0, 0.7, 2.0, 0.7, -0.2);
        assert!((as_six(&a).dot(&as_six(&b)) - a.dot(&b)).abs() < 1e-14 * a.norm() * b.norm());
        assert!((as_matrix(as_six(&a).as_slice()) - a).norm() < 1e-15 * a.norm());
    }

    #[test]
    fn the_strain_operator_is_the_symmetric_part() {
        let f = Mat3::new(1.1, 0.2, -0.3, 0.1, 0.9, 0.05, -0.2, 0.3, 1.2);
        let (g, w) = (Vec3::new(0.4, -1.0, 2.0), Vec3::new(-0.3, 0.8, 0.1));
        let expected = as_six(&(f.transpose() * w * g.transpose()));
        assert!((strain_operator(&f, &g) * w - expected).norm() < 1e-15);
    }

    #[test]
    fn a_map_that_is_not_positive_is_made_so() {
        let a = Mat6::from_diagonal(&Vec6::new(1.0, -2.0, 3.0, 0.0, 4.0, -5.0));
        let expected = Mat6::from_diagonal(&Vec6::new(1.0, 0.0, 3.0, 0.0, 4.0, 0.0));
        assert!((positive(&a) - expected).norm() < 1e-14);
    }
}
