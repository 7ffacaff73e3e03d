//! Warping per tet: f_e = -R_e K_e (R_e^T x - x0) with R_e of the polar decomposition F = R S. [mueller2004]
//!
//! R_e^T F - I = S - I is symmetric, so the linear stress of it commutes with S and the change of R_e does no work:
//! for an isotropic material the force is exactly the gradient of u^T K_e u/2, and law and energy are those of
//! `corotated`. What is special is the projected tangent: R_e K_e R_e^T, the linear one turned, which leaves the change
//! of R_e out. It is positive semidefinite and needs no singular values, but Newton's method converges only linearly
//! with it. The true tangent is there too, when a true one is asked for.

use sinew_math::small::{Lane, LaneMatrix};

use crate::mechanics::{ForceTerm, Mat3};
use crate::models::ModelError;
use crate::models::solids::materials::{Corotated, Linear, Material, term};
use crate::models::solids::mean::{Mat6, StrainPair};
use crate::models::solids::{Lame, Tangent, Turn};

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct Warped(pub Lame);

/// Tets with warped stiffness, one rotation per tet.
pub fn element(
    name: impl Into<String>,
    lame: Lame,
    rest: &[f64],
    tets: &[[u32; 4]],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    term(name.into(), Warped(lame), rest, tets)
}

impl Material for Warped {
    fn energy_density(&self, f: &Mat3) -> f64 {
        Corotated(self.0).energy_density(f)
    }

    fn stress(&self, f: &Mat3) -> Mat3 {
        let Turn { rotation, stretch } = Turn::of(f);
        rotation * Linear(self.0).stress(&stretch)
    }

    #[inline(always)]
    fn energy_densities(&self, f: &LaneMatrix) -> Lane {
        Corotated(self.0).energy_densities(f)
    }

    #[inline(always)]
    fn stresses(&self, f: &LaneMatrix) -> LaneMatrix {
        Corotated(self.0).stresses(f)
    }

    fn stress_difference(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        Corotated(self.0).stress_difference(f, df)
    }

    fn stress_change(&self, f: &Mat3, df: &Mat3) -> Mat3 {
        Corotated(self.0).stress_change(f, df)
    }

    fn mean_stress(&self, p: &StrainPair) -> Option<Mat3> {
        Corotated(self.0).mean_stress(p)
    }

    fn mean_tangent(&self, p: &StrainPair) -> Option<Mat6> {
        Corotated(self.0).mean_tangent(p)
    }

    fn tangent(&self, f: &Mat3) -> Tangent {
        Corotated(self.0).tangent(f)
    }

    fn warped(&self) -> bool {
        true
    }

    fn projected_tangent(&self, f: &Mat3) -> Tangent {
        Tangent { u: Turn::of(f).rotation, ..Linear(self.0).tangent(f) }
    }
}
