//! How the rotation R of a polar decomposition F = R S changes with F.
//!
//! - First order: dR = R [omega], (tr(S) I - S) omega = 2 z, where [z] is the skew part of R^T dF.
//! - Exactly, without cancellation: R(F + dF) = R Q with Cayley's form of Q by w: Q - I = 2 ([w] + [w]^2)/(1 + w.w),
//!   where, with Y and [z] the symmetric and skew parts of S + R^T dF,  (tr(Y) I - Y) w = z - (w.z) w.
//!   (Q^T (Y + [z]) is symmetric; multiply out, using [w][z][w] = -(w.z)[w].)
//!
//! The eigenvalues of tr(S) I - S are the sums s_i + s_j. Where one vanishes (a tet flattened to a line, or turned
//! inside out with equal stretches) R jumps and has no derivative: the sums are kept above [`SMALLEST_SUM`].

use nalgebra::SymmetricEigen;
use sinew_math::small::{LANES, Lane, LaneMatrix, contract, polar, rotations};

use crate::mechanics::{Mat3, Vec3};

/// Sums of two singular values below this count as this in derivatives.
pub const SMALLEST_SUM: f64 = 1e-6;

/// A polar decomposition F = R S.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// R, a rotation, also for inverted F.
    pub rotation: Mat3,
    /// S, symmetric.
    pub stretch: Mat3,
}

impl Turn {
    /// Of F.
    pub fn of(f: &Mat3) -> Self {
        let (rotation, stretch) = polar(f);
        Self { rotation, stretch }
    }

    /// dR for a change dF.
    pub fn change(&self, df: &Mat3) -> Mat3 {
        self.rotation * self.spin(df).cross_matrix()
    }

    /// omega of dR = R [omega].
    pub fn spin(&self, df: &Mat3) -> Vec3 {
        pair_sums_inverse(&self.stretch) * (2.0 * axial(&self.rotation.tr_mul(df)))
    }

    /// R(F + dF) - R(F) to the last digits of dF, if the turn is small; `None` for large turns, where the plain
    /// difference is as good.
    pub fn difference(&self, df: &Mat3) -> Option<Mat3> {
        let n = self.rotation.tr_mul(df);
        let z = axial(&n);
        let y = self.stretch + (n + n.transpose()) * 0.5;
        let inverse = pair_sums_inverse(&y);
        let start = inverse * z;
        // Each round gains a factor of about |w|^2.
        if start.norm_squared() > 1e-6 {
            return None;
        }
        let w = (0..3).fold(start, |w, _| inverse * (z - w * w.dot(&z)));
        let cross = w.cross_matrix();
        Some(self.rotation * (cross + cross * cross) * (2.0 / (1.0 + w.norm_squared())))
    }
}

/// P = 2 mu (F - R) + lambda (tr(R^T F) - 3) R for several F side by side.
#[inline(always)]
pub fn turned_stresses(f: &LaneMatrix, mu: f64, lambda: f64) -> LaneMatrix {
    let r = rotations(f);
    let mut push = contract(f, &r);
    for push in &mut push {
        *push = lambda * (*push - 3.0);
    }
    let mut p = *f;
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..LANES {
                p[i][j][k] = 2.0 * mu * (f[i][j][k] - r[i][j][k]) + push[k] * r[i][j][k];
            }
        }
    }
    p
}

/// mu |F - R|^2 + lambda/2 (tr(R^T F) - 3)^2 for several F side by side.
#[inline(always)]
pub fn turned_energies(f: &LaneMatrix, mu: f64, lambda: f64) -> Lane {
    let r = rotations(f);
    let trace = contract(f, &r);
    let mut difference = *f;
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..LANES {
                difference[i][j][k] -= r[i][j][k];
            }
        }
    }
    let mut energy = contract(&difference, &difference);
    for k in 0..LANES {
        energy[k] = mu * energy[k] + 0.5 * lambda * ((trace[k] - 3.0) * (trace[k] - 3.0));
    }
    energy
}

/// z of [z] = (A - A^T)/2.
pub fn axial(a: &Mat3) -> Vec3 {
    0.5 * Vec3::new(a[(2, 1)] - a[(1, 2)], a[(0, 2)] - a[(2, 0)], a[(1, 0)] - a[(0, 1)])
}

/// (tr(S) I - S)^-1 with eigenvalues s_i + s_j no smaller than [`SMALLEST_SUM`].
pub fn pair_sums_inverse(s: &Mat3) -> Mat3 {
    let m = Mat3::from_diagonal_element(s.trace()) - s;
    // All three sums are safe if the product is: none exceeds the norm.
    let norm = m.norm();
    if m.determinant() > 2.0 * SMALLEST_SUM * norm * norm
        && let Some(inverse) = m.try_inverse()
    {
        return inverse;
    }
    let eigen = SymmetricEigen::new(m);
    let q = eigen.eigenvectors;
    q * Mat3::from_diagonal(&eigen.eigenvalues.map(|l| 1.0 / l.max(SMALLEST_SUM))) * q.transpose()
}
