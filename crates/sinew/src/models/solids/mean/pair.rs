//! The deformation of a tet at the two ends of a step.

use crate::mechanics::Mat3;

/// F and C = F^T F at both ends.
#[derive(Debug, Clone, Copy)]
pub struct StrainPair {
    /// F at the start and at the end.
    pub f: [Mat3; 2],
    /// C at the start and at the end.
    pub c: [Mat3; 2],
    /// det F at the start and at the end.
    pub j: [f64; 2],
}

impl StrainPair {
    /// Of two deformation gradients.
    #[inline(always)]
    pub fn new(f0: Mat3, f1: Mat3) -> Self {
        Self { c: [f0.tr_mul(&f0), f1.tr_mul(&f1)], j: [f0.determinant(), f1.determinant()], f: [f0, f1] }
    }

    /// F_m = (F_0 + F_1)/2
    #[inline(always)]
    pub fn middle(&self) -> Mat3 {
        (self.f[0] + self.f[1]) * 0.5
    }

    /// Whether the tet is inside out or flat at one of the ends.
    #[inline(always)]
    pub fn inverted(&self) -> bool {
        !(self.j[0] > 0.0 && self.j[1] > 0.0)
    }
}
