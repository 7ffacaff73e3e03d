//! Random states, and small dense views of terms.

use std::sync::Arc;

use nalgebra::{DMatrix, SymmetricEigen};
use sinew::mechanics::check::Sample;
use sinew::mechanics::{ForceTerm, Mat3, Vec3};
use sinew_math::sparse::{BlockMatrix, Pattern};

/// A small generator, so that every run sees the same numbers.
pub struct Random(pub u64);

impl Random {
    /// Uniform in (-1, 1).
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }

    pub fn rotation(&mut self) -> Mat3 {
        let axis = Vec3::new(self.next(), self.next(), self.next()).normalize();
        sinew::models::motions::rotation(&axis, 3.0 * self.next())
    }
}

pub fn point(x: &[f64], i: usize) -> Vec3 {
    Vec3::from_column_slice(&x[3 * i..3 * i + 3])
}

pub fn turned(x: &[f64], r: &Mat3) -> Vec<f64> {
    (0..x.len() / 3).flat_map(|i| <[f64; 3]>::from(r * point(x, i))).collect()
}

pub fn force(term: &dyn ForceTerm, s: &Sample) -> Vec<f64> {
    let mut f = vec![0.0; s.x.len()];
    term.add_force(&s.at(), &mut f);
    f
}

pub fn stiffness_product(term: &dyn ForceTerm, s: &Sample, dx: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; dx.len()];
    term.add_stiffness_product(&s.at(), dx, &mut out);
    out
}

pub fn damping_product(term: &dyn ForceTerm, s: &Sample, dv: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; dv.len()];
    term.add_damping_product(&s.at(), dv, &mut out);
    out
}

/// stiffness K + damping D as assembled over all vertices.
pub fn dense(term: &mut dyn ForceTerm, s: &Sample, stiffness: f64, damping: f64, projected: bool) -> DMatrix<f64> {
    let vertices = s.x.len() / 3;
    let mut pairs = Vec::new();
    term.couplings(&mut |i, j| pairs.push((i, j)));
    let pattern = Arc::new(Pattern::new(vertices, pairs));
    let everyone: Vec<u32> = (0..vertices as u32).collect();
    term.bind(&everyone, &pattern);
    let mut a = BlockMatrix::new(pattern);
    term.add_tangent(&s.at(), stiffness, damping, projected, &mut a);
    DMatrix::from_row_slice(3 * vertices, 3 * vertices, &a.to_dense())
}

/// Smallest eigenvalue over the largest absolute one.
pub fn lowest(a: &DMatrix<f64>) -> f64 {
    let eigen = SymmetricEigen::new(a.clone()).eigenvalues;
    eigen.min() / eigen.amax().max(f64::MIN_POSITIVE)
}

/// Net force and net torque about the origin, relative to the sums of their parts' sizes.
pub fn net(x: &[f64], f: &[f64]) -> (f64, f64) {
    let (mut force, mut torque, mut size, mut turn) = (Vec3::zeros(), Vec3::zeros(), 0.0, 0.0);
    for i in 0..x.len() / 3 {
        let (x, f) = (point(x, i), point(f, i));
        force += f;
        torque += x.cross(&f);
        size += f.norm();
        turn += x.norm() * f.norm();
    }
    (force.norm() / size, torque.norm() / turn)
}
