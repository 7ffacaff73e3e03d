//! Laws that are quadratic in the stretch U = sqrt C: psi = mu |U - I|^2 + lambda/2 tr(U - I)^2.
//!
//! C_1 - C_0 = U_1^2 - U_0^2 = U_m (U_1 - U_0) + (U_1 - U_0) U_m exactly, with U_m the mean of the two stretches. So with
//! T = 2 mu (U_m - I) + lambda tr(U_m - I) I, for which psi_1 - psi_0 = T : (U_1 - U_0), the mean stress is that of the
//! mean stretch,
//!
//!   S = U_m^-1 T = 2 mu (I - U_m^-1) + lambda tr(U_m - I) U_m^-1,
//!   dS = (2 mu - lambda tr(U_m - I)) U_m^-1 dU_m U_m^-1 + lambda tr(dU_m) U_m^-1,   dU_m = dU_1/2,  U dU + dU U = dC.

use super::{Mat6, StrainPair, linear_map};
use crate::mechanics::Mat3;
use crate::models::solids::Turn;
use crate::models::solids::rotation::{axial, pair_sums_inverse};

/// U of both ends and the inverse of their mean; `None` for tets that are inside out.
fn stretches(p: &StrainPair) -> Option<(Mat3, Mat3, Mat3)> {
    if p.inverted() {
        return None;
    }
    let [u0, u1] = [&p.f[0], &p.f[1]].map(|f| Turn::of(f).stretch);
    let mean = (u0 + u1) * 0.5;
    Some((u1, mean, mean.try_inverse()?))
}

/// S between two states.
pub fn mean_stretch_stress(mu: f64, lambda: f64, p: &StrainPair) -> Option<Mat3> {
    let (_, mean, inverse) = stretches(p)?;
    let strain = mean - Mat3::identity();
    let s = inverse * strain * (2.0 * mu) + inverse * (lambda * strain.trace());
    Some((s + s.transpose()) * 0.5)
}

/// dS/dE_1 between two states.
pub fn mean_stretch_tangent(mu: f64, lambda: f64, p: &StrainPair) -> Option<Mat6> {
    let (u1, mean, inverse) = stretches(p)?;
    let inverse_end = u1.try_inverse()?;
    let spin = pair_sums_inverse(&u1);
    let pull = 2.0 * mu - lambda * (mean.trace() - 3.0);
    Some(linear_map(|de| {
        // dC = 2 dE; any F' with F^T F' + F'^T F = dC will do to find dU.
        let n = inverse_end * de;
        let du = n - (spin * (2.0 * axial(&n))).cross_matrix() * u1;
        let dm = du * 0.5;
        inverse * dm * inverse * pull + inverse * (lambda * dm.trace())
    }))
}
