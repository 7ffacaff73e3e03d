//! Co-rotated linear elasticity: psi = mu |F - R|^2 + lambda/2 tr(R^T F - I)^2 with F = R S.
//!
//! P = 2 mu (F - R) + lambda tr(S - I) R: linear elasticity in a frame that turns with the tet [mueller2004].
//! In singular values psi = mu sum (s_i - 1)^2 + lambda/2 (sum s - 3)^2. Defined for inverted tets (R stays a
//! rotation, the last singular value is negative); the resistance to collapse is finite. Under compression the twist
//! eigenvalues 2 mu + 2 (lambda tr(S - I) - 2 mu)/(s_i + s_j) are negative.

use sinew_math::small::{Lane, LaneMatrix};

use super::Material;
use crate::mechanics::{Mat3, Vec3};
use crate::models::solids::mean::{Mat6, StrainPair, mean_stretch_stress, mean_stretch_tangent};
use crate::models::solids::rotation::SMALLEST_SUM;
use crate::models::solids::rotation::{turned_energies, turned_stresses};
use crate::models::solids::singular::singular_frame;
use crate::models::solids::{Lame, Stretch, Tangent, Turn};

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct Corotated(pub Lame);

impl Material for Corotated {
    fn energy_density(&self, f: &Mat3) -> f64 {
        // |F - R| = |S - I|
        let strain = Turn::of(f).stretch - Mat3::identity();
        self.0.mu * strain.norm_squared() + 0.5 * self.0.lambda * strain.trace().powi(2)
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        let Turn { rotation, stretch } = Turn::of(f);
        (f - rotation) * (2.0 * self.0.mu) + rotation * (self.0.lambda * (stretch.trace() - 3.0))
    }

    #[inline(always)]
    fn energy_densities(&self, f: &LaneMatrix) -> Lane {
        turned_energies(f, self.0.mu, self.0.lambda)
    }

    #[inline(always)]
    fn stresses(&self, f: &LaneMatrix) -> LaneMatrix {
        turned_stresses(f, self.0.mu, self.0.lambda)
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        let turn = Turn::of(f);
        let Some(dr) = turn.difference(df) else { return self.stress(&(f + df)) - self.stress(f) };
        let Lame { mu, lambda } = self.0;
        // tr(S_b) - tr(S_a) = R_b : dF + (R_b - R_a) : F_a, where the last is of second order
        let trace_difference = (turn.rotation + dr).dot(df) + turn.rotation.tr_mul(&dr).dot(&turn.stretch);
        (df - dr) * (2.0 * mu)
            + dr * (lambda * (turn.stretch.trace() - 3.0))
            + (turn.rotation + dr) * (lambda * trace_difference)
    }

    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        let turn = Turn::of(f);
        let dr = turn.change(df);
        let Lame { mu, lambda } = self.0;
        df * (2.0 * mu)
            + dr * (lambda * (turn.stretch.trace() - 3.0) - 2.0 * mu)
            + turn.rotation * (lambda * turn.rotation.dot(df))
    }

    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3> {
        mean_stretch_stress(self.0.mu, self.0.lambda, p)
    }

    fn mean_tangent(&self, p: &StrainPair) -> Option<Mat6> {
        mean_stretch_tangent(self.0.mu, self.0.lambda, p)
    }

    fn tangent(&self, f: &Mat3) -> Tangent {
        let svd = singular_frame(f);
        let Lame { mu, lambda } = self.0;
        let pull = 2.0 * lambda * (svd.s.sum() - 3.0) - 4.0 * mu;
        let stretch = Stretch {
            second: Mat3::from_element(lambda) + Mat3::from_diagonal_element(2.0 * mu),
            flip: Vec3::repeat(2.0 * mu),
            twist: Stretch::pairs(&svd.s, |a, b| 2.0 * mu + pull / (a + b).max(SMALLEST_SUM)),
        };
        Tangent { u: svd.u, v: svd.v, stretch }
    }
}
