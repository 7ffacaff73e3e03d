//! Linear elasticity: psi = mu e:e + lambda/2 tr(e)^2 with the small strain e = (F + F^T)/2 - I.
//!
//! P = 2 mu e + lambda tr(e) I. The tangent is constant and positive semidefinite. Right for small displacements
//! only: a rotation counts as strain, so bodies that turn swell. Use `corotated` there.

use super::Material;
use crate::mechanics::{Mat3, Vec3};
use crate::models::solids::mean::{Mat6, StrainPair};
use crate::models::solids::{Lame, Stretch, Tangent};

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct Linear(pub Lame);

impl Material for Linear {
    fn energy_density(&self, f: &Mat3) -> f64 {
        let e = (f + f.transpose()) * 0.5 - Mat3::identity();
        self.0.mu * e.norm_squared() + 0.5 * self.0.lambda * e.trace().powi(2)
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        self.stress_change(f, &(f - Mat3::identity()))
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        self.stress_change(f, df)
    }

    fn stress_change(&self, _f: &Mat3, df: &Mat3) -> Mat3 {
        (df + df.transpose()) * self.0.mu + Mat3::from_diagonal_element(self.0.lambda * df.trace())
    }

    /// Rotations count as strain here: the law is quadratic in F, and the mean of P is exact.
    fn mean_stress(&self, _p: &StrainPair) -> Option<Mat3> {
        None
    }

    fn mean_tangent(&self, _p: &StrainPair) -> Option<Mat6> {
        None
    }

    fn tangent(&self, _f: &Mat3) -> Tangent {
        let Lame { mu, lambda } = self.0;
        let stretch = Stretch {
            second: Mat3::from_element(lambda) + Mat3::from_diagonal_element(2.0 * mu),
            flip: Vec3::repeat(2.0 * mu),
            twist: Vec3::zeros(),
        };
        Tangent { u: Mat3::identity(), v: Mat3::identity(), stretch }
    }
}
