//! The rigid motion nearest to that of a body: how far its rest shape has been carried, and how it goes on.
//!
//!   c = sum m x / M,   R = polar(sum m (x - c)(X - C)^T),   V = sum m v / M,   I w = L = sum m (x - c) x (v - V),
//!
//! with X, C the rest shape and its centre. R is the rotation that brings the rest shape closest to the body in the mass norm,
//! V and w carry all of its momenta. A body on a line has no inertia about it, and the rotation about it is left out.
//! Vertices without mass (held ones) do not count. Sums run over fixed chunks: the same bits for any number of threads.

use std::ops::{AddAssign, Range};

use rayon::prelude::*;
use sinew_math::small::polar;

use super::{Mat3, Vec3};

/// See the module's head.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidFit {
    /// M
    pub mass: f64,
    /// c
    pub center: Vec3,
    /// C
    pub rest_center: Vec3,
    /// R
    pub rotation: Mat3,
    /// V
    pub velocity: Vec3,
    /// w
    pub spin: Vec3,
    /// I^-1 about c
    pub inverse_inertia: Mat3,
}

/// First moments of a chunk of vertices.
#[derive(Debug, Clone, Copy, Default)]
struct First {
    mass: f64,
    x: Vec3,
    rest: Vec3,
    v: Vec3,
}

/// Second moments about the centres.
#[derive(Debug, Clone, Copy, Default)]
struct Second {
    overlap: Mat3,
    /// sum m r r^T
    spread: Mat3,
    angular: Vec3,
}

impl AddAssign for First {
    fn add_assign(&mut self, other: Self) {
        self.mass += other.mass;
        self.x += other.x;
        self.rest += other.rest;
        self.v += other.v;
    }
}

impl AddAssign for Second {
    fn add_assign(&mut self, other: Self) {
        self.overlap += other.overlap;
        self.spread += other.spread;
        self.angular += other.angular;
    }
}

/// Vertices of one partial sum; fixed, because it decides the rounding.
const CHUNK: usize = 4096;

fn point(values: &[f64], vertex: usize) -> Vec3 {
    Vec3::new(values[3 * vertex], values[3 * vertex + 1], values[3 * vertex + 2])
}

/// Sum over a range of vertices, a tree over fixed chunks.
fn sum<T: AddAssign + Default + Send>(vertices: Range<usize>, add: &(impl Fn(&mut T, usize) + Sync)) -> T {
    if vertices.len() <= CHUNK {
        let mut sum = T::default();
        vertices.for_each(|i| add(&mut sum, i));
        return sum;
    }
    let middle = vertices.start + (vertices.len() / 2).next_multiple_of(CHUNK);
    let (mut a, b) = rayon::join(|| sum(vertices.start..middle, add), || sum(middle..vertices.end, add));
    a += b;
    a
}

impl RigidFit {
    /// Of the vertices in a range; all lists are of all vertices. None if they have no mass.
    pub fn of(vertices: Range<usize>, masses: &[f64], rest: &[f64], x: &[f64], v: &[f64]) -> Option<Self> {
        let first: First = sum(vertices.clone(), &|sum: &mut First, i| {
            let m = masses[i];
            *sum += First { mass: m, x: point(x, i) * m, rest: point(rest, i) * m, v: point(v, i) * m };
        });
        let mass = first.mass;
        if !(mass > 0.0) {
            return None;
        }
        let (center, rest_center, velocity) = (first.x / mass, first.rest / mass, first.v / mass);
        let second: Second = sum(vertices, &|sum: &mut Second, i| {
            let (r, original) = (point(x, i) - center, point(rest, i) - rest_center);
            let weighted = r * masses[i];
            sum.overlap += weighted * original.transpose();
            sum.spread += weighted * r.transpose();
            sum.angular += weighted.cross(&(point(v, i) - velocity));
        });
        let inertia = Mat3::from_diagonal_element(second.spread.trace()) - second.spread;
        let eigen = inertia.symmetric_eigen();
        let smallest = 1e-10 * eigen.eigenvalues.max();
        let inverse = eigen.eigenvalues.map(|l| if l > smallest { 1.0 / l } else { 0.0 });
        let inverse_inertia = eigen.eigenvectors * Mat3::from_diagonal(&inverse) * eigen.eigenvectors.transpose();
        let spin = inverse_inertia * second.angular;
        let rotation = polar(&second.overlap).0;
        Some(Self { mass, center, rest_center, rotation, velocity, spin, inverse_inertia })
    }

    /// Where a point of the rest shape has been carried.
    pub fn carried(&self, rest: Vec3) -> Vec3 {
        self.center + self.rotation * (rest - self.rest_center)
    }

    /// Velocity of the body at a point.
    pub fn velocity_at(&self, point: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(&(point - self.center))
    }

    /// The motion after an impulse at a point.
    pub fn push(&mut self, point: Vec3, impulse: Vec3) {
        self.velocity += impulse / self.mass;
        self.spin += self.inverse_inertia * (point - self.center).cross(&impulse);
    }

    /// Change of the velocity at a point along n by a unit impulse along n there: 1/M + n . (I^-1 (r x n)) x r.
    pub fn give(&self, point: Vec3, n: Vec3) -> f64 {
        let turn = (point - self.center).cross(&n);
        1.0 / self.mass + turn.dot(&(self.inverse_inertia * turn))
    }

    /// Gives the vertices in a range the change from `before` to this motion.
    pub fn hand_on(&self, before: &Self, vertices: Range<usize>, masses: &[f64], x: &[f64], v: &mut [f64]) {
        let (shift, turn) = (self.velocity - before.velocity, self.spin - before.spin);
        let chunks = v[3 * vertices.start..3 * vertices.end].par_chunks_mut(3 * CHUNK).enumerate();
        chunks.for_each(|(chunk, v)| {
            for (k, v) in v.chunks_exact_mut(3).enumerate() {
                let i = vertices.start + chunk * CHUNK + k;
                if masses[i] > 0.0 {
                    let change = shift + turn.cross(&(point(x, i) - self.center));
                    (0..3).for_each(|c| v[c] += change[c]);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_and_spinning_body_is_recognized() {
        let n = 10_000;
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        let rest: Vec<f64> = (0..3 * n).map(|k| random() * [4.0, 2.0, 1.0][k % 3]).collect();
        let masses: Vec<f64> = (0..n).map(|_| 0.5 + random()).collect();
        let turn = *nalgebra::Rotation3::new(Vec3::new(0.3, -2.0, 0.9)).matrix();
        let (shift, velocity, spin) = (Vec3::new(5.0, -3.0, 1.0), Vec3::new(1.0, 2.0, -3.0), Vec3::new(-0.5, 4.0, 0.2));
        let mut x = Vec::new();
        (0..n).for_each(|i| x.extend((turn * point(&rest, i) + shift).iter()));
        let center: Vec3 = (0..n).map(|i| point(&x, i) * masses[i]).sum::<Vec3>() / masses.iter().sum::<f64>();
        let mut v = Vec::new();
        (0..n).for_each(|i| v.extend((velocity + spin.cross(&(point(&x, i) - center))).iter()));
        let fit = RigidFit::of(0..n, &masses, &rest, &x, &v).expect("it has mass");
        // Sums of 10 000 terms of size 5: rounding of 1e-16 * 5 * 1e2 at worst.
        assert!((fit.rotation - turn).norm() < 1e-12 && (fit.center - center).norm() < 1e-12);
        assert!((fit.velocity - velocity).norm() < 1e-12 && (fit.spin - spin).norm() < 1e-12);
        let corner = Vec3::new(4.0, 0.0, 1.0);
        assert!((fit.carried(corner) - (turn * corner + shift)).norm() < 1e-12);
        // A push and its handing on: momentum and angular momentum are those of the impulse.
        let (at, impulse) = (fit.carried(corner), Vec3::new(100.0, -30.0, 20.0));
        let mut pushed = fit;
        pushed.push(at, impulse);
        let before = v.clone();
        pushed.hand_on(&fit, 0..n, &masses, &x, &mut v);
        let change = |i: usize| (point(&v, i) - point(&before, i)) * masses[i];
        let linear: Vec3 = (0..n).map(change).sum();
        let angular: Vec3 = (0..n).map(|i| point(&x, i).cross(&change(i))).sum();
        assert!((linear - impulse).norm() < 1e-10 && (angular - at.cross(&impulse)).norm() < 1e-9);
    }
}
