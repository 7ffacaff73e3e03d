//! Meshes, states and helpers of the tests of solids.

use nalgebra::{DMatrix, Rotation3};
use sinew::mechanics::check::Sample;
use sinew::mechanics::{Configuration, ForceTerm, Mat3, MechanicalSystem, Parts, State, Vec3, Weights, World};
use sinew::models::solids::Lame;
use sinew::models::solids::materials::MaterialEntry;
use sinew_math::sparse::BlockMatrix;

pub const YOUNG: f64 = 1e5;
pub const POISSON: f64 = 0.4;

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

    pub fn matrix(&mut self) -> Mat3 {
        Mat3::from_fn(|_, _| self.next())
    }

    pub fn rotation(&mut self) -> Mat3 {
        let axis = Vec3::new(self.next(), self.next(), self.next());
        Rotation3::new(axis.normalize() * (3.0 * self.next())).into_inner()
    }
}

/// A unit cube of five tets with its corners moved a little, so that no edge is special.
pub fn cube() -> (Vec<f64>, Vec<[u32; 4]>) {
    let mut random = Random(5);
    let corner = |i: usize, c: usize| ((i >> c) & 1) as f64;
    let rest =
        (0..8).flat_map(|i| [corner(i, 0), corner(i, 1), corner(i, 2)]).map(|x| x + 0.1 * random.next()).collect();
    (rest, vec![[0, 1, 2, 4], [3, 2, 1, 7], [5, 1, 4, 7], [6, 4, 2, 7], [1, 2, 4, 7]])
}

pub fn corner_tet() -> (Vec<f64>, Vec<[u32; 4]>) {
    (vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], vec![[0, 1, 2, 3]])
}

pub fn term(entry: &MaterialEntry, (rest, tets): &(Vec<f64>, Vec<[u32; 4]>)) -> Box<dyn ForceTerm> {
    let lame = Lame::from_young(YOUNG, POISSON).unwrap();
    (entry.term)(format!("test: {}", entry.name), lame, rest, tets).unwrap()
}

pub fn mapped(rest: &[f64], f: &Mat3) -> Vec<f64> {
    rest.chunks(3)
        .flat_map(|p| {
            let q = f * Vec3::new(p[0], p[1], p[2]);
            [q.x, q.y, q.z]
        })
        .collect()
}

pub fn sample(x: Vec<f64>) -> Sample {
    Sample { t: 0.0, v: vec![0.0; x.len()], x }
}

pub fn force(term: &dyn ForceTerm, x: &[f64]) -> Vec<f64> {
    let mut f = vec![0.0; x.len()];
    let v = vec![0.0; x.len()];
    term.add_force(&Configuration { t: 0.0, x, v: &v }, &mut f);
    f
}

pub fn energy(term: &dyn ForceTerm, x: &[f64]) -> f64 {
    let v = vec![0.0; x.len()];
    term.energy(&Configuration { t: 0.0, x, v: &v })
}

/// Named states: (name, deformation of the whole, random displacement of each vertex, defined for neo-Hookean).
pub fn states(rest: &[f64]) -> Vec<(&'static str, Vec<f64>, bool)> {
    let mut random = Random(17);
    let turn = random.rotation();
    let diagonal = |a: f64, b: f64, c: f64| Mat3::from_diagonal(&Vec3::new(a, b, c));
    let list = [
        ("rest", Mat3::identity(), 0.0, true),
        ("random", Mat3::identity(), 0.1, true),
        ("turned", turn, 0.0, true),
        ("turned and random", turn, 0.1, true),
        ("stretched", turn * diagonal(2.0, 0.8, 1.1), 0.02, true),
        ("squeezed evenly", turn * diagonal(0.7, 0.7, 0.7), 0.0, true),
        ("squeezed", turn * diagonal(0.5, 0.9, 0.7), 0.02, true),
        ("flat", turn * diagonal(1.1, 0.9, 0.0), 0.0, false),
        ("flat, even", diagonal(1.0, 1.0, 0.0), 0.0, false),
        ("inside out", turn * diagonal(1.1, 0.9, -0.4), 0.02, false),
        ("mirrored", diagonal(0.9, 1.2, -0.3) * random.rotation(), 0.0, false),
    ];
    list.into_iter()
        .map(|(name, f, spread, anywhere)| {
            (name, mapped(rest, &f).iter().map(|x| x + spread * random.next()).collect(), anywhere)
        })
        .collect()
}

/// A world of one term with a mass of 1 kg per vertex.
pub fn world(rest: &[f64], term: Box<dyn ForceTerm>) -> World {
    let parts =
        Parts { rest: rest.to_vec(), point_masses: vec![1.0; rest.len() / 3], terms: vec![term], ..Parts::default() };
    World::new(parts).unwrap()
}

/// stiffness K + damping D of a world, dense.
pub fn dense(world: &World, s: &Sample, stiffness: f64, damping: f64, projected: bool) -> DMatrix<f64> {
    let mut a = BlockMatrix::new(world.pattern().clone());
    let state = State { t: s.t, x: s.x.clone(), v: s.v.clone() };
    world.tangent(&state, Weights { mass: 0.0, damping, stiffness }, projected, &mut a);
    DMatrix::from_row_slice(s.x.len(), s.x.len(), &a.to_dense())
}

/// The tangent of a material over all vertices.
pub fn tangent(entry: &MaterialEntry, mesh: &(Vec<f64>, Vec<[u32; 4]>), x: &[f64], projected: bool) -> DMatrix<f64> {
    dense(&world(&mesh.0, term(entry, mesh)), &sample(x.to_vec()), 1.0, 0.0, projected)
}

/// Size of a stiffness entry, N/m: Young's modulus times a length of one metre.
pub const STIFFNESS: f64 = YOUNG;
