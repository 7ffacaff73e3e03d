//! Vertices that no impulses could keep from passing, moved as rigid bodies for the rest of the step [provot1997].
//!
//! A zone moves with the momentum and the angular momentum of its vertices: x_i = c + U + R (x_0i - c), with U the mean
//! displacement, R = exp(w) and J w = sum m_i (x_0i - c) x (x_1i - x_0i). Distances within it do not change, so nothing in it can pass. Zones
//! that meet become one. A zone with a held vertex follows that one without turning.

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

fn move_zone(zone: &[u32], passage: &Passage, stay: bool, x: &mut [f64], v: &mut [f64]) {
    let mass = |v: u32| passage.masses[v as usize];
    let way = |v: u32, x: &[f64]| point(x, v) - point(passage.from, v);
    let held = zone.iter().copied().find(|v| mass(*v) == 0.0);
    let (mut shift, mut turn, mut center) = (Vec3::zeros(), Mat3::identity(), Vec3::zeros());
    if let Some(held) = held {
        shift = way(held, x);
    } else if !stay {
        let total: f64 = zone.iter().map(|v| mass(*v)).sum();
        center = zone.iter().map(|v| point(passage.from, *v) * mass(*v)).sum::<Vec3>() / total;
        shift = zone.iter().map(|v| way(*v, x) * mass(*v)).sum::<Vec3>() / total;
        let (mut inertia, mut momentum) = (Mat3::zeros(), Vec3::zeros());
        for v in zone {
            let r = point(passage.from, *v) - center;
            inertia += (Mat3::identity() * r.norm_squared() - r * r.transpose()) * mass(*v);
            momentum += r.cross(&way(*v, x)) * mass(*v);
        }
        let spin = inertia.try_inverse().map_or_else(Vec3::zeros, |inverse| inverse * momentum);
        // More than a radian a step is no motion to be followed.
        if spin.norm() < 1.0 {
            turn = *nalgebra::Rotation3::new(spin).matrix();
        }
    }
    let rate = 1.0 / passage.duration();
    for vertex in zone.iter().filter(|v| mass(**v) > 0.0) {
        let from = point(passage.from, *vertex);
        let to = if stay && held.is_none() { from } else { center + shift + turn * (from - center) };
        let k = 3 * *vertex as usize;
        x[k..k + 3].copy_from_slice(to.as_slice());
        v[k..k + 3].copy_from_slice(((to - from) * rate).as_slice());
    }
}
