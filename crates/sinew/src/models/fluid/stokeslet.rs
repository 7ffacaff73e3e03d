//! Velocity of a viscous fluid around a force that is spread over a small blob [cortez2001], [cortez2005, eq. 10]:
//!
//!   u(x) = S(d) g,   S(d) = ((r^2 + 2 eps^2) I + d d^T) / (8 pi mu (r^2 + eps^2)^(3/2)),   d = x - x_0,   r = |d|,
//!
//! the exact solution of mu lap u = grad p - g phi, div u = 0 with the blob phi = 15 eps^4/(8 pi (r^2 + eps^2)^(7/2)), finite
//! everywhere. Far away it is the Stokeslet of a point force; at the blob itself S = I/(4 pi mu eps), the drag of a sphere of
//! radius 2 eps/3. The transform of phi is positive, so the matrix of all S(x_i - x_j) is symmetric positive definite.

use std::f64::consts::PI;

use sinew_math::parallel::for_each_chunk;

use crate::mechanics::{Mat3, Vec3};

/// Constants of the fluid and the blobs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stokeslet {
    /// mu in Pa s.
    pub viscosity: f64,
    /// eps in metres: about the radius of a filament, or the spacing of points on a surface.
    pub blob: f64,
}

impl Stokeslet {
    /// S(d)
    pub fn matrix(&self, d: &Vec3) -> Mat3 {
        let (same, along) = self.parts(d.norm_squared());
        Mat3::from_diagonal_element(same) + d * d.transpose() * along
    }

    /// S(d) g
    #[inline]
    pub fn velocity(&self, d: &Vec3, g: &Vec3) -> Vec3 {
        let (same, along) = self.parts(d.norm_squared());
        g * same + d * (along * d.dot(g))
    }

    /// Factors of I and d d^T.
    #[inline]
    fn parts(&self, s: f64) -> (f64, f64) {
        let e = self.blob * self.blob;
        let q = s + e;
        let along = 1.0 / (8.0 * PI * self.viscosity * q * q.sqrt());
        ((s + 2.0 * e) * along, along)
    }

    /// Change of S(d) g to first order when d changes by `change`.
    pub fn velocity_change(&self, d: &Vec3, g: &Vec3, change: &Vec3) -> Vec3 {
        let e = self.blob * self.blob;
        let s = d.norm_squared();
        let (_, along) = self.parts(s);
        // d(along) = -3 (d . change)/(s + e) along
        let p = d.dot(change);
        let along_change = -3.0 * p / (s + e) * along;
        let same_change = 2.0 * p * along + (s + 2.0 * e) * along_change;
        g * same_change + d * (along_change * d.dot(g)) + (change * d.dot(g) + d * change.dot(g)) * along
    }
}

/// Velocities of the fluid at `targets` due to forces at `sources`: every target sums over all sources in their order.
pub fn velocities(law: &Stokeslet, targets: &[Vec3], sources: &[Vec3], forces: &[Vec3], out: &mut [f64]) {
    assert_eq!(sources.len(), forces.len(), "one force per source");
    assert_eq!(3 * targets.len(), out.len(), "one velocity per target");
    for_each_chunk(out, 3 * 16, |chunk, out| {
        for (k, out) in out.chunks_exact_mut(3).enumerate() {
            let here = targets[16 * chunk + k];
            let sum: Vec3 = sources.iter().zip(forces).map(|(x, g)| law.velocity(&(here - x), g)).sum();
            out.copy_from_slice(sum.as_slice());
        }
    });
}
