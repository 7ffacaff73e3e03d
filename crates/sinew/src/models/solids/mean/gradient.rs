//! The mean of P itself: P = P(F_m) + kappa dF, kappa = (psi_1 - psi_0 - P(F_m) : dF)/(dF : dF). [gonzalez1996]
//!
//! For laws that are no function of C = F^T F. Exact work, net force zero, torque of the order of the step's square.

use super::close;
use crate::mechanics::{Blocks, Mat3, Vec3, zero_blocks};
use crate::models::solids::RestTet;
use crate::models::solids::materials::Material;

/// See the module's head.
#[derive(Debug, Clone, Copy)]
pub struct MeanGradient {
    middle: Mat3,
    change: Mat3,
    end: Mat3,
    kappa: f64,
    /// P(F_m)
    plain: Mat3,
}

impl MeanGradient {
    /// Between two deformation gradients.
    pub fn new<M: Material + ?Sized>(material: &M, f: &[Mat3; 2]) -> Self {
        let (middle, change) = ((f[0] + f[1]) * 0.5, f[1] - f[0]);
        let plain = material.stress(&middle);
        let [before, after] = [&f[0], &f[1]].map(|f| material.energy_density(f));
        let missing = after - before - plain.dot(&change);
        // What rounding of the energies explains is no correction. Infinite energies have none either.
        let rounding = 8.0 * f64::EPSILON * (before.abs() + after.abs());
        let kappa = if missing.abs() > rounding && missing.is_finite() { missing / change.norm_squared() } else { 0.0 };
        Self { middle, change, end: f[1], kappa, plain }
    }

    /// P
    pub fn stress(&self) -> Mat3 {
        self.plain + self.change * self.kappa
    }

    /// dP for a change of F_1.
    fn stress_change<M: Material + ?Sized>(&self, material: &M, turn: &Mat3, df: &Mat3) -> Mat3 {
        material.stress_change(&self.middle, df) * 0.5 + df * self.kappa + self.change * turn.dot(df)
    }

    /// dkappa/dF_1
    fn kappa_change<M: Material + ?Sized>(&self, material: &M) -> Mat3 {
        if self.kappa == 0.0 {
            return Mat3::zeros();
        }
        let bent = material.stress_change(&self.middle, &self.change) * 0.5;
        (material.stress(&self.end) - self.plain - bent - self.change * (2.0 * self.kappa)) / self.change.norm_squared()
    }

    /// -d(forces)/dx_1 of a tet.
    pub fn blocks<M: Material + ?Sized>(&self, material: &M, shape: &RestTet) -> Blocks<4> {
        let turn = self.kappa_change(material);
        let g = shape.shape_gradients();
        let mut k = zero_blocks();
        for b in 1..4 {
            for c in 0..3 {
                let df = Vec3::ith(c, 1.0) * g[b].transpose();
                let p = self.stress_change(material, &turn, &df) * shape.volume;
                for a in 1..4 {
                    k[a][b].set_column(c, &(p * g[a]));
                }
            }
        }
        close(&mut k);
        k
    }

    /// A symmetric positive semidefinite stand-in: half the projected tangent in the middle.
    pub fn projected_blocks<M: Material + ?Sized>(&self, material: &M, shape: &RestTet) -> Blocks<4> {
        let mut k = material.projected_tangent(&self.middle).blocks(shape);
        k.iter_mut().flatten().for_each(|k| *k *= 0.5);
        k
    }
}
