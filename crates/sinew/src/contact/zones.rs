//! Vertices that no impulses could keep from passing, moved as rigid bodies for the rest of the step [provot1997].
//!
//! A zone moves with the momentum and the angular momentum of its vertices: x_i = c + U + R (x_0i - c), with U the mean
//! displacement, R = exp(w) and J w = sum m_i (x_0i - c) x (x_1i - x_0i); its velocities become their rigid part, which keeps both
//! momenta and only ever takes energy. Distances within it are the same at both ends of the step. Zones that meet become
//! one. A zone with a held vertex follows that one without turning.

use crate::mechanics::{Mat3, Passage, Vec3};

use super::surface::point;

/// See the module's head.
#[derive(Debug, Clone, Default)]
pub struct Zones {
    /// Union-find: the root of a zone is its lowest vertex. `u32::MAX` for vertices in none.
    above: Vec<u32>,
    members: Vec<u32>,
}

impl Zones {
    /// No zones among so many vertices.
    pub fn clear(&mut self, vertices: usize) {
        self.above.clear();
        self.above.resize(vertices, u32::MAX);
        self.members.clear();
    }

    /// Makes the zones of some vertices one.
    pub fn join(&mut self, vertices: &[u32]) {
        for v in vertices {
            if self.above[*v as usize] == u32::MAX {
                self.above[*v as usize] = *v;
                self.members.push(*v);
            }
            let (a, b) = (self.root(vertices[0]), self.root(*v));
            self.above[a.max(b) as usize] = a.min(b);
        }
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.above[v as usize] != v {
            self.above[v as usize] = self.above[self.above[v as usize] as usize];
            v = self.above[v as usize];
        }
        v
    }

    /// Moves all zones; `stay`: back to where they were.
    pub fn move_rigidly(&mut self, passage: &Passage, stay: bool, x: &mut [f64], v: &mut [f64]) {
        let mut members = std::mem::take(&mut self.members);
        members.sort_by_cached_key(|vertex| (self.root(*vertex), *vertex));
        for zone in members.chunk_by(|a, b| self.above_of(*a) == self.above_of(*b)) {
            move_zone(zone, passage, stay, x, v);
        }
        self.members = members;
    }

    /// The root of a vertex whose path is already short.
    fn above_of(&self, mut v: u32) -> u32 {
        while self.above[v as usize] != v {
            v = self.above[v as usize];
        }
        v
    }
}

/// Centre, mean and angular velocity of vertices at some places with some rates, weighted by their masses.
fn rigid_part(
    zone: &[u32],
    masses: &[f64],
    place: impl Fn(u32) -> Vec3,
    rate: impl Fn(u32) -> Vec3,
) -> (Vec3, Vec3, Vec3) {
    let mass = |v: u32| masses[v as usize];
    let total: f64 = zone.iter().map(|v| mass(*v)).sum();
    let center = zone.iter().map(|v| place(*v) * mass(*v)).sum::<Vec3>() / total;
    let mean = zone.iter().map(|v| rate(*v) * mass(*v)).sum::<Vec3>() / total;
    let (mut inertia, mut momentum) = (Mat3::zeros(), Vec3::zeros());
    for v in zone {
        let r = place(*v) - center;
        inertia += (Mat3::identity() * r.norm_squared() - r * r.transpose()) * mass(*v);
        momentum += r.cross(&rate(*v)) * mass(*v);
    }
    (center, mean, inertia.try_inverse().map_or_else(Vec3::zeros, |inverse| inverse * momentum))
}

fn move_zone(zone: &[u32], passage: &Passage, stay: bool, x: &mut [f64], v: &mut [f64]) {
    let held = zone.iter().copied().find(|v| passage.masses[*v as usize] == 0.0);
    let from = |v: u32| point(passage.from, v);
    if held.is_some() || stay {
        let shift = held.map_or_else(Vec3::zeros, |held| point(x, held) - from(held));
        let velocity = shift / passage.duration();
        for vertex in zone.iter().filter(|v| passage.masses[**v as usize] > 0.0) {
            put(*vertex, from(*vertex) + shift, velocity, x, v);
        }
        return;
    }
    let (center, shift, spin) = rigid_part(zone, passage.masses, from, |i| point(x, i) - from(i));
    // More than a radian a step is no motion to be followed.
    let turn = if spin.norm() < 1.0 { *nalgebra::Rotation3::new(spin).matrix() } else { Mat3::identity() };
    let to = |i: u32| center + shift + turn * (from(i) - center);
    let (center, mean, spin) = rigid_part(zone, passage.masses, to, |i| point(v, i));
    for vertex in zone {
        put(*vertex, to(*vertex), mean + spin.cross(&(to(*vertex) - center)), x, v);
    }
}

fn put(vertex: u32, place: Vec3, velocity: Vec3, x: &mut [f64], v: &mut [f64]) {
    let k = 3 * vertex as usize;
    x[k..k + 3].copy_from_slice(place.as_slice());
    v[k..k + 3].copy_from_slice(velocity.as_slice());
}
