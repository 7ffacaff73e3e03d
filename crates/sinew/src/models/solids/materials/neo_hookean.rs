//! Neo-Hookean rubber: psi = mu/2 (|F|^2 - 3) - mu ln J + lambda/2 (ln J)^2, J = det F. [bonet2008]
//!
//! P = mu (F - F^-T) + lambda ln J F^-T. The energy is infinite for J <= 0, so that a line search turns such states
//! down. Schemes that never look at the energy still need a force there: below [`SMALLEST_VOLUME`] stress and tangent
//! are those of the tet with its singular values lifted to [`LIFTED`], which is finite and pushes the tet back; it is
//! no derivative of the energy. In singular values, with c = lambda ln J - mu:
//! psi_i = mu s_i + c/s_i, flip = mu - c/(s_i s_j), twist = mu + c/(s_i s_j).

use sinew_math::small::{Svd3, svd};

use super::{Material, STIFFENING_VOLUME_SHARE};
use crate::mechanics::Mat3;
use crate::models::solids::mean::{Mat6, MeanVolume, StrainPair, linear_map, log_quotient};
use crate::models::solids::singular::singular_frame;
use crate::models::solids::{Lame, Stretch, Tangent};

/// J at and below which a tet counts as collapsed.
pub const SMALLEST_VOLUME: f64 = 1e-12;
/// Singular values of a collapsed tet are lifted to this, for stress and tangent.
pub const LIFTED: f64 = 0.1;

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct NeoHookean(pub Lame);

/// F^-T and J; `None` for a collapsed tet.
fn inverse_transposed(f: &Mat3) -> Option<(Mat3, f64)> {
    let cofactor = cofactor(f);
    let j = cofactor.column(0).dot(&f.column(0));
    (j > SMALLEST_VOLUME).then(|| (cofactor / j, j))
}

/// The matrix of cofactors, dJ/dF.
pub(super) fn cofactor(f: &Mat3) -> Mat3 {
    let (a, b, c) = (f.column(0), f.column(1), f.column(2));
    Mat3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)])
}

fn lifted(f: &Mat3) -> Mat3 {
    let Svd3 { u, s, v } = svd(f);
    u * Mat3::from_diagonal(&s.map(|s| s.max(LIFTED))) * v.transpose()
}

/// q, its change with d_1, and d_1 of the mean stress mu I + q A, q = (lambda u - mu) (ln d_1 - ln d_0)/(d_1 - d_0), with
/// d = J^2 and u the mean of ln J.
fn mean_volume_pull(lame: &Lame, p: &StrainPair) -> Option<(f64, f64)> {
    let [d0, d1] = p.j.map(|j| j * j);
    if !(d0 > SMALLEST_VOLUME * SMALLEST_VOLUME && d1 > SMALLEST_VOLUME * SMALLEST_VOLUME) {
        return None;
    }
    let (quotient, slope) = log_quotient(d0, d1);
    let pull = 0.25 * lame.lambda * (d0.ln() + d1.ln()) - lame.mu;
    Some((pull * quotient, 0.25 * lame.lambda / d1 * quotient + pull * slope))
}

impl Material for NeoHookean {
    fn energy_density(&self, f: &Mat3) -> f64 {
        if !(f.determinant() > SMALLEST_VOLUME) {
            return f64::INFINITY;
        }
        // With C - I = 2E, t its trace and q = J^2 - 1 = t + (second and third invariants), the terms of first
        // order cancel exactly: small strains keep their digits.
        let g = f.tr_mul(f) - Mat3::identity();
        let t = g.trace();
        let higher = 0.5 * (t * t - g.norm_squared()) + g.determinant();
        let q = t + higher;
        let log = q.ln_1p();
        0.5 * self.0.mu * ((q - log) - higher) + 0.125 * self.0.lambda * log * log
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        match inverse_transposed(f) {
            Some((inverse, j)) => (f - inverse) * self.0.mu + inverse * (self.0.lambda * j.ln()),
            None => self.stress(&lifted(f)),
        }
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        let after = f + df;
        let (Some((a, j)), Some((b, _))) = (inverse_transposed(f), inverse_transposed(&after)) else {
            return self.stress(&after) - self.stress(f);
        };
        let Lame { mu, lambda } = self.0;
        // J_b/J_a - 1 from the invariants of F^-1 dF; F_b^-T - F_a^-T = -F_b^-T dF^T F_a^-T.
        let n = a.tr_mul(df);
        let ratio = n.trace() + 0.5 * (n.trace().powi(2) - (n * n).trace()) + n.determinant();
        let log_difference = ratio.ln_1p();
        let c = lambda * (j.ln() + log_difference) - mu;
        df * mu - b * df.transpose() * a * c + a * (lambda * log_difference)
    }

    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        match inverse_transposed(f) {
            Some((inverse, j)) => {
                let Lame { mu, lambda } = self.0;
                let c = lambda * j.ln() - mu;
                df * mu - inverse * df.transpose() * inverse * c + inverse * (lambda * inverse.dot(df))
            }
            None => self.stress_change(&lifted(f), df),
        }
    }

    fn volume_share(&self) -> f64 {
        STIFFENING_VOLUME_SHARE
    }

    /// Blind to tets that are inside out, whose energy is infinite: a step that ends there is turned down by its energy.
    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3> {
        let (q, _) = mean_volume_pull(&self.0, p)?;
        Some(MeanVolume::new(p).cofactor * q + Mat3::from_diagonal_element(self.0.mu))
    }

    fn mean_tangent(&self, p: &StrainPair) -> Option<Mat6> {
        let (q, slope) = mean_volume_pull(&self.0, p)?;
        let volume = MeanVolume::new(p);
        Some(linear_map(|de| {
            let dc = de * 2.0;
            volume.cofactor * (slope * volume.end.dot(&dc)) + volume.cofactor_change(&dc) * q
        }))
    }

    fn tangent(&self, f: &Mat3) -> Tangent {
        let Svd3 { u, mut s, v } = singular_frame(f);
        if !(s.product() > SMALLEST_VOLUME) {
            s.apply(|s| *s = s.max(LIFTED));
        }
        let Lame { mu, lambda } = self.0;
        let c = lambda * s.product().ln() - mu;
        let inverse = s.map(|s| 1.0 / s);
        let stretch = Stretch {
            second: inverse * inverse.transpose() * lambda + Mat3::from_diagonal(&inverse.map(|i| mu - c * i * i)),
            flip: Stretch::pairs(&inverse, |a, b| mu - c * a * b),
            twist: Stretch::pairs(&inverse, |a, b| mu + c * a * b),
        };
        Tangent { u, v, stretch }
    }
}
