//! As rigid as possible: psi = mu |F - R|^2 with F = R S; the co-rotated law without its volume term.
//!
//! P = 2 mu (F - R). In singular values psi = mu sum (s_i - 1)^2. Small strains behave like a material with shear
//! modulus mu and lambda = 0, that is Poisson's ratio 0 and Young's modulus 2 mu; the given ratio acts only through
//! mu. It is the energy that projective dynamics minimises in closed form. [chao2010]

use sinew_math::small::{Lane, LaneMatrix};

use super::Material;
use crate::mechanics::{Mat3, Vec3};
use crate::models::solids::mean::{Mat6, StrainPair, mean_stretch_stress, mean_stretch_tangent};
use crate::models::solids::rotation::SMALLEST_SUM;
use crate::models::solids::rotation::{turned_energies, turned_stresses};
use crate::models::solids::singular::singular_frame;
use crate::models::solids::{Lame, Stretch, Tangent, Turn};

/// See the module's head; lambda is not used.
#[derive(Debug, Clone, Copy)]
pub struct Arap(pub Lame);

impl Material for Arap {
    fn energy_density(&self, f: &Mat3) -> f64 {
        self.0.mu * (Turn::of(f).stretch - Mat3::identity()).norm_squared()
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        (f - Turn::of(f).rotation) * (2.0 * self.0.mu)
    }

    #[inline(always)]
    fn energy_densities(&self, f: &LaneMatrix) -> Lane {
        turned_energies(f, self.0.mu, 0.0)
    }

    #[inline(always)]
    fn stresses(&self, f: &LaneMatrix) -> LaneMatrix {
        turned_stresses(f, self.0.mu, 0.0)
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        match Turn::of(f).difference(df) {
            Some(dr) => (df - dr) * (2.0 * self.0.mu),
            None => self.stress(&(f + df)) - self.stress(f),
        }
    }

    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        (df - Turn::of(f).change(df)) * (2.0 * self.0.mu)
    }

    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3> {
        mean_stretch_stress(self.0.mu, 0.0, p)
    }

    fn mean_tangent(&self, p: &StrainPair) -> Option<Mat6> {
        mean_stretch_tangent(self.0.mu, 0.0, p)
    }

    fn tangent(&self, f: &Mat3) -> Tangent {
        let svd = singular_frame(f);
        let mu = self.0.mu;
        let stretch = Stretch {
            second: Mat3::from_diagonal_element(2.0 * mu),
            flip: Vec3::repeat(2.0 * mu),
            twist: Stretch::pairs(&svd.s, |a, b| 2.0 * mu - 4.0 * mu / (a + b).max(SMALLEST_SUM)),
        };
        Tangent { u: svd.u, v: svd.v, stretch }
    }
}
