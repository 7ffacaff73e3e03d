//! St. Venant-Kirchhoff: psi = mu E:E + lambda/2 tr(E)^2 with Green's strain E = (F^T F - I)/2.
//!
//! P = F S, S = 2 mu E + lambda tr(E) I. A polynomial, exact under large turns and cheap; under compression beyond
//! about 40 % it loses its resistance, and it does not mind inversion at all. In singular values, with
//! c = lambda tr(E) - mu:  psi_i = mu s_i^3 + c s_i, flip = mu (a^2 + a b + b^2) + c, twist = mu (a^2 - a b + b^2) + c.

use super::{Material, STIFFENING_VOLUME_SHARE};
use crate::mechanics::Mat3;
use crate::models::solids::mean::{Mat6, StrainPair, linear_map};
use crate::models::solids::singular::singular_frame;
use crate::models::solids::{Lame, Stretch, Tangent};

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct StVenantKirchhoff(pub Lame);

fn green(f: &Mat3) -> Mat3 {
    (f.tr_mul(f) - Mat3::identity()) * 0.5
}

impl StVenantKirchhoff {
    /// S(E), linear in E.
    fn second_piola(&self, e: &Mat3) -> Mat3 {
        e * (2.0 * self.0.mu) + Mat3::from_diagonal_element(self.0.lambda * e.trace())
    }
}

impl Material for StVenantKirchhoff {
    fn energy_density(&self, f: &Mat3) -> f64 {
        let e = green(f);
        self.0.mu * e.norm_squared() + 0.5 * self.0.lambda * e.trace().powi(2)
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        f * self.second_piola(&green(f))
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        // E_b - E_a = sym((F + dF/2)^T dF)
        let n = (f + df * 0.5).tr_mul(df);
        let de = (n + n.transpose()) * 0.5;
        df * self.second_piola(&(green(f) + de)) + f * self.second_piola(&de)
    }

    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        let n = f.tr_mul(df);
        df * self.second_piola(&green(f)) + f * self.second_piola(&((n + n.transpose()) * 0.5))
    }

    fn volume_share(&self) -> f64 {
        STIFFENING_VOLUME_SHARE
    }

    /// S is linear in E, so the mean of both ends is exact [simo1992].
    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3> {
        Some(self.second_piola(&((p.c[0] + p.c[1]) * 0.25 - Mat3::identity() * 0.5)))
    }

    fn mean_tangent(&self, _p: &StrainPair) -> Option<Mat6> {
        Some(linear_map(|de| self.second_piola(de) * 0.5))
    }

    fn tangent(&self, f: &Mat3) -> Tangent {
        let svd = singular_frame(f);
        let Lame { mu, lambda } = self.0;
        let s = svd.s;
        let c = 0.5 * lambda * (s.norm_squared() - 3.0) - mu;
        let stretch = Stretch {
            second: s * s.transpose() * lambda + Mat3::from_diagonal(&s.map(|s| 3.0 * mu * s * s + c)),
            flip: Stretch::pairs(&s, |a, b| mu * (a * a + a * b + b * b) + c),
            twist: Stretch::pairs(&s, |a, b| mu * (a * a - a * b + b * b) + c),
        };
        Tangent { u: svd.u, v: svd.v, stretch }
    }
}
