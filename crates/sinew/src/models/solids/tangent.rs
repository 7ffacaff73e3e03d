//! dP/dF of an isotropic energy, in the frame of the singular values: nine numbers in place of an 81-entry matrix.
//!
//! With F = U diag(s) V^T (U, V rotations, the last s may be negative) and psi(s1, s2, s3) the derivative of
//! P = U diag(psi_i) V^T maps dF' = U^T dF V to dP' = U^T dP V, where
//!
//! - the diagonal is stretched:  dP'_ii = sum_j psi_ij dF'_jj,
//! - each pair (i, j) has a *flip*  (dF'_ij + dF'_ji)/sqrt 2 with eigenvalue (psi_i - psi_j)/(s_i - s_j),
//! - and a *twist*  (dF'_ij - dF'_ji)/sqrt 2 with eigenvalue (psi_i + psi_j)/(s_i + s_j).
//!
//! So the eigen-system is known but for a 3x3 block, and the nearest positive semidefinite tangent is these numbers
//! clamped at zero [smith2019, sec. 5]. Materials give both quotients in closed form, so that equal singular values
//! cost no digits. The linear material fits too, with U = V = I.

use nalgebra::SymmetricEigen;

use super::RestTet;
use crate::mechanics::{Blocks, Mat3, Vec3};

/// Second derivatives of an isotropic energy at singular values s. Pair k is the one without k: (1,2), (2,0), (0,1).
#[derive(Debug, Clone, Copy)]
pub struct Stretch {
    /// psi_ij
    pub second: Mat3,
    /// (psi_i - psi_j)/(s_i - s_j) of each pair.
    pub flip: Vec3,
    /// (psi_i + psi_j)/(s_i + s_j) of each pair.
    pub twist: Vec3,
}

impl Stretch {
    /// Entry k is `of(s_i, s_j)` of the pair without k.
    pub fn pairs(s: &Vec3, of: impl Fn(f64, f64) -> f64) -> Vec3 {
        Vec3::new(of(s[1], s[2]), of(s[2], s[0]), of(s[0], s[1]))
    }

    /// The nearest positive semidefinite one.
    pub fn clamped(mut self) -> Self {
        self.flip.apply(|l| *l = l.max(0.0));
        self.twist.apply(|l| *l = l.max(0.0));
        self.second = positive_part(&self.second);
        self
    }
}

/// A symmetric matrix with its negative eigenvalues set to zero.
pub(super) fn positive_part(a: &Mat3) -> Mat3 {
    if is_positive_semidefinite(a) {
        return *a;
    }
    let eigen = SymmetricEigen::new(*a);
    let q = eigen.eigenvectors;
    q * Mat3::from_diagonal(&eigen.eigenvalues.map(|l| l.max(0.0))) * q.transpose()
}

/// By the pivots of L D L^T; a tiny first pivot counts as negative, which only costs an eigen-decomposition.
fn is_positive_semidefinite(a: &Mat3) -> bool {
    let d0 = a[(0, 0)];
    if d0 <= 0.0 {
        return false;
    }
    let (l1, l2) = (a[(1, 0)] / d0, a[(2, 0)] / d0);
    let d1 = a[(1, 1)] - l1 * a[(1, 0)];
    if d1 <= 0.0 {
        return false;
    }
    let below = a[(2, 1)] - l1 * a[(2, 0)];
    a[(2, 2)] - l2 * a[(2, 0)] - below * below / d1 >= 0.0
}

/// dP/dF: a [`Stretch`] and the rotations that lead to its frame.
#[derive(Debug, Clone, Copy)]
pub struct Tangent {
    /// From the frame of the singular values to space.
    pub u: Mat3,
    /// From the frame of the singular values to the rest shape.
    pub v: Mat3,
    /// The derivatives in that frame.
    pub stretch: Stretch,
}

impl Tangent {
    /// dP of a change dF.
    pub fn apply(&self, df: &Mat3) -> Mat3 {
        let d = self.u.transpose() * df * self.v;
        let (plus, minus) = self.halves();
        let diagonal = self.stretch.second * d.diagonal();
        let mut p = Mat3::from_diagonal(&diagonal);
        for (k, i, j) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            p[(i, j)] = plus[k] * d[(i, j)] + minus[k] * d[(j, i)];
            p[(j, i)] = plus[k] * d[(j, i)] + minus[k] * d[(i, j)];
        }
        self.u * p * self.v.transpose()
    }

    /// dP'_ij = plus dF'_ij + minus dF'_ji
    fn halves(&self) -> (Vec3, Vec3) {
        let Stretch { flip, twist, .. } = self.stretch;
        ((flip + twist) * 0.5, (flip - twist) * 0.5)
    }

    /// Stiffness blocks vol g_a . (dP/dF) . g_b of a tet, upper triangle; vertex 0 has minus the sum of the others.
    pub fn blocks(&self, rest: &RestTet) -> Blocks<4> {
        let (plus, minus) = self.halves();
        let a = self.stretch.second;
        // Gradients of the three free shape functions in the frame of V; columns of V^T Dm^-T.
        let g = self.v.tr_mul(&rest.inverse.transpose());
        let weighted = rest.volume;
        let mut k = [[Mat3::zeros(); 4]; 4];
        for i in 0..3 {
            for j in i..3 {
                let (p, q) = (g.column(i), g.column(j));
                let (p0, p1, p2) = (p[0] * weighted, p[1] * weighted, p[2] * weighted);
                let (q0, q1, q2) = (q[0], q[1], q[2]);
                let (d0, d1, d2) = (p0 * q0, p1 * q1, p2 * q2);
                let local = Mat3::new(
                    a[(0, 0)] * d0 + plus[2] * d1 + plus[1] * d2,
                    a[(0, 1)] * p0 * q1 + minus[2] * p1 * q0,
                    a[(0, 2)] * p0 * q2 + minus[1] * p2 * q0,
                    a[(1, 0)] * p1 * q0 + minus[2] * p0 * q1,
                    plus[2] * d0 + a[(1, 1)] * d1 + plus[0] * d2,
                    a[(1, 2)] * p1 * q2 + minus[0] * p2 * q1,
                    a[(2, 0)] * p2 * q0 + minus[1] * p0 * q2,
                    a[(2, 1)] * p2 * q1 + minus[0] * p1 * q2,
                    plus[1] * d0 + plus[0] * d1 + a[(2, 2)] * d2,
                );
                k[i + 1][j + 1] = self.u * local * self.u.transpose();
            }
        }
        k[0][1] = -(k[1][1] + k[1][2].transpose() + k[1][3].transpose());
        k[0][2] = -(k[1][2] + k[2][2] + k[2][3].transpose());
        k[0][3] = -(k[1][3] + k[2][3] + k[3][3]);
        k[0][0] = -(k[0][1] + k[0][2] + k[0][3]);
        k
    }
}
