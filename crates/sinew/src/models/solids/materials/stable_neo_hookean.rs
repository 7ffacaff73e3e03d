//! Stable neo-Hookean flesh: psi = m/2 (I - 3) + l/2 (J - a)^2 - m/2 ln((I + 1)/4) - l/2 (1 - a)^2, I = |F|^2, J = det F.
//!
//! [smith2018, eq. 14 and sec. 3.4]. Defined for flat and inverted tets, keeps volume well near nu = 0.5. The
//! convention is theirs: a = 1 + 3m/(4l) makes the rest shape free of stress, and m = 4/3 mu, l = lambda + 5/6 mu
//! make its small strains those of Lamé's mu and lambda. The constants make the rest energy zero.
//!
//! P = m (1 - 1/(I + 1)) F + l (J - a) dJ/dF. In singular values, with k = m (1 - 1/(I + 1)) and d = l (J - a):
//! psi_i = k s_i + d J/s_i, flip = k - d s_k, twist = k + d s_k, k the third index.

use super::neo_hookean::cofactor;
use super::{Material, STIFFENING_VOLUME_SHARE};
use crate::mechanics::{Mat3, Vec3};
use crate::models::solids::mean::{Mat6, MeanVolume, StrainPair, linear_map, log_quotient};
use crate::models::solids::singular::singular_frame;
use crate::models::solids::{Lame, Stretch, Tangent};

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct StableNeoHookean {
    m: f64,
    l: f64,
}

impl StableNeoHookean {
    /// With the small-strain moduli given; l > 0 for every Poisson's ratio above -1.
    pub fn new(lame: Lame) -> Self {
        Self { m: 4.0 / 3.0 * lame.mu, l: lame.lambda + 5.0 / 6.0 * lame.mu }
    }

    /// k = m (1 - 1/(I + 1)) with I = 3 + excess.
    fn pull(&self, excess: f64) -> f64 {
        self.m * (3.0 + excess) / (4.0 + excess)
    }

    /// d = l (J - a)
    fn push(&self, j: f64) -> f64 {
        self.l * (j - 1.0) - 0.75 * self.m
    }
}

/// k, dk/dI_1, and q and dq/dJ_1 of the mean stress k I + q A: k = m (1 - the quotient of the differences of ln(I + 1) and
/// of I), q = l (1 - 2 a/(J_0 + J_1)), since J_1 - J_0 = (d_1 - d_0)/(J_0 + J_1).
struct MeanPulls {
    k: f64,
    k_slope: f64,
    q: f64,
    q_slope: f64,
}

impl MeanPulls {
    fn new(law: &StableNeoHookean, p: &StrainPair) -> Self {
        let [i0, i1] = [p.c[0].trace(), p.c[1].trace()];
        let (quotient, slope) = log_quotient(i0 + 1.0, i1 + 1.0);
        let sum = p.j[0] + p.j[1];
        let twice_a = 2.0 * law.l + 1.5 * law.m;
        let (k, k_slope) = (law.m * (1.0 - quotient), -law.m * slope);
        Self { k, k_slope, q: law.l - twice_a / sum, q_slope: twice_a / (sum * sum) }
    }
}

/// I - 3
fn excess(f: &Mat3) -> f64 {
    f.norm_squared() - 3.0
}

impl Material for StableNeoHookean {
    fn energy_density(&self, f: &Mat3) -> f64 {
        // l/2 (J - a)^2 - l/2 (1 - a)^2 = l/2 (J - 1)^2 - 3m/4 (J - 1). What is of first order in the strain is
        // 3m/8 (t - 2 (J - 1)), t = I - 3, and J^2 - 1 = t + (invariants of C - I) turns it into second order.
        let t = excess(f);
        let volume = f.determinant() - 1.0;
        let g = f.tr_mul(f) - Mat3::identity();
        let higher = 0.5 * (g.trace().powi(2) - g.norm_squared()) + g.determinant();
        let quarter = 0.25 * t;
        0.5 * self.m * (quarter - quarter.ln_1p())
            + 0.375 * self.m * (volume * volume - higher)
            + 0.5 * self.l * volume * volume
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        f * self.pull(excess(f)) + cofactor(f) * self.push(f.determinant())
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        let (before, cofactor_before) = (excess(f), cofactor(f));
        let change = 2.0 * f.dot(df) + df.norm_squared();
        let after = before + change;
        let pull_difference = self.m * change / ((before + 4.0) * (after + 4.0));
        // det and cofactor of a sum: every order from the small part alone.
        let small = cofactor(df);
        let volume_difference = cofactor_before.dot(df) + f.dot(&small) + df.determinant();
        let cofactor_difference = cofactor_change(f, df) + small;
        df * self.pull(after)
            + f * pull_difference
            + cofactor_difference * (self.push(f.determinant()) + self.l * volume_difference)
            + cofactor_before * (self.l * volume_difference)
    }

    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        let (t, cofactor) = (excess(f), cofactor(f));
        df * self.pull(t)
            + f * (2.0 * self.m * f.dot(df) / (t + 4.0).powi(2))
            + cofactor_change(f, df) * self.push(f.determinant())
            + cofactor * (self.l * cofactor.dot(df))
    }

    fn volume_share(&self) -> f64 {
        STIFFENING_VOLUME_SHARE
    }

    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3> {
        if p.inverted() {
            return None;
        }
        let MeanPulls { k, q, .. } = MeanPulls::new(self, p);
        Some(MeanVolume::new(p).cofactor * q + Mat3::from_diagonal_element(k))
    }

    fn mean_tangent(&self, p: &StrainPair) -> Option<Mat6> {
        if p.inverted() {
            return None;
        }
        let MeanPulls { k_slope, q, q_slope, .. } = MeanPulls::new(self, p);
        let volume = MeanVolume::new(p);
        Some(linear_map(|de| {
            let dc = de * 2.0;
            // dJ_1 = dd_1/(2 J_1)
            let along = q_slope * volume.end.dot(&dc) / (2.0 * p.j[1]);
            Mat3::from_diagonal_element(k_slope * dc.trace())
                + volume.cofactor * along
                + volume.cofactor_change(&dc) * q
        }))
    }

    fn tangent(&self, f: &Mat3) -> Tangent {
        let svd = singular_frame(f);
        let s = svd.s;
        let t = s.norm_squared() - 3.0;
        let (k, d) = (self.pull(t), self.push(s.product()));
        let volume_slope = Vec3::new(s[1] * s[2], s[2] * s[0], s[0] * s[1]);
        // d2J/ds_i ds_j is the third singular value.
        let crossed = Mat3::new(0.0, s[2], s[1], s[2], 0.0, s[0], s[1], s[0], 0.0);
        let stretch = Stretch {
            second: Mat3::from_diagonal_element(k)
                + s * s.transpose() * (2.0 * self.m / (t + 4.0).powi(2))
                + volume_slope * volume_slope.transpose() * self.l
                + crossed * d,
            flip: s.map(|s| k - d * s),
            twist: s.map(|s| k + d * s),
        };
        Tangent { u: svd.u, v: svd.v, stretch }
    }
}

/// The part of cofactor(F + dF) that is linear in dF.
fn cofactor_change(f: &Mat3, df: &Mat3) -> Mat3 {
    let pair = |i: usize, j: usize| f.column(i).cross(&df.column(j)) + df.column(i).cross(&f.column(j));
    Mat3::from_columns(&[pair(1, 2), pair(2, 0), pair(0, 1)])
}
