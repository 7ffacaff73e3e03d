//! The mean stress of a tet between the two ends of a step: a discrete gradient on strains.
//!
//! With C = F^T F, E = (C - I)/2 and F_m = (F_0 + F_1)/2 the change of strain is exactly
//!
//!   E_1 - E_0 = sym(F_m^T (F_1 - F_0))      (secant identity),
//!
//! so that any symmetric S with  S : (E_1 - E_0) = psi_1 - psi_0  gives forces -vol F_m S g_a that do exactly the work
//! -(V_1 - V_0) over the step, cancel in sum and have no torque about x_m. Every material here has such an S in closed
//! form (no quotient of small differences): see the materials' files. [simo1992], [gonzalez2000]
//!
//! The derivative with respect to the end x_1, with the stress Lambda of a mixed Newton iteration in its geometric part, is
//!
//!   K_ab = vol ( 1/2 g_a . Lambda g_b I + B_m,a^T Dbar B_1,b ),     Dbar = dS/dE_1,
//!
//! slightly unsymmetric, since B_m and B_1 belong to F_m and F_1. B_m on both sides, Lambda and Dbar made positive
//! semidefinite, is its symmetric stand-in.
//!
//! A law that is no function of C there (`linear` always, others where a tet is inside out) takes the mean of P itself,
//! P(F_m) + kappa (F_1 - F_0) with kappa such that the work is exact [gonzalez1996]: energy is kept, angular momentum not.

mod gradient;
mod pair;
mod six;
mod stretch;
mod volume;

pub use gradient::MeanGradient;
pub use pair::StrainPair;
pub use six::{Mat6, Vec6, as_matrix, as_six, linear_map, positive, strain_operator};
pub use stretch::{mean_stretch_stress, mean_stretch_tangent};
pub use volume::{MeanVolume, log_quotient};

use super::RestTet;
use crate::mechanics::{Blocks, Mat3, zero_blocks};

/// vol ( w g_a . Lambda g_b I + L_a^T D R_b ) for all pairs of corners, with the strain operators of `left` and `right`.
pub fn strain_blocks(shape: &RestTet, w: f64, stress: &Mat3, tangent: &Mat6, left: &Mat3, right: &Mat3) -> Blocks<4> {
    let g = shape.shape_gradients();
    let volume = shape.volume;
    let right: [_; 3] = std::array::from_fn(|b| tangent * strain_operator(right, &g[b + 1]) * volume);
    let pull: [_; 3] = std::array::from_fn(|b| stress * g[b + 1] * (w * volume));
    let mut k = zero_blocks();
    for a in 0..3 {
        let left = strain_operator(left, &g[a + 1]);
        for b in 0..3 {
            k[a + 1][b + 1] = left.tr_mul(&right[b]) + Mat3::from_diagonal_element(g[a + 1].dot(&pull[b]));
        }
    }
    close(&mut k);
    k
}

/// The rows and columns of corner 0 from those of the others: all sums are zero.
pub(super) fn close(k: &mut Blocks<4>) {
    for a in 1..4 {
        k[a][0] = -(k[a][1] + k[a][2] + k[a][3]);
        k[0][a] = -(k[1][a] + k[2][a] + k[3][a]);
    }
    k[0][0] = -(k[0][1] + k[0][2] + k[0][3]);
}
