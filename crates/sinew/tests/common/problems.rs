//! Small moving problems for the integrators: sprung nets with uneven masses, blocks of tets, loads, dampers, scripts.

#![allow(dead_code)]

use std::f64::consts::PI;
use std::sync::Arc;

use sinew::mechanics::*;
use sinew::mesh::Mesh;
use sinew::mesh::shapes::{Block, Shape};
use sinew::models::solids::{Lame, materials};
use sinew::models::{damping, springs};

/// Springs with V = k e^2/2 + k c e^4/4, e = |d| - l.
pub struct Springs {
    pub edges: Vec<[u32; 2]>,
    pub stiffness: f64,
    pub cubic: f64,
    pub lengths: Vec<f64>,
}

impl Springs {
    /// Force over length; its limit k at zero length where the rest length is zero.
    fn tension(&self, r: f64, e: f64) -> f64 {
        if r > 0.0 { self.stiffness * (e + self.cubic * e.powi(3)) / r } else { self.stiffness }
    }

    /// (d, |d|, e)
    fn stretch(&self, e: usize, at: &Local<2>) -> (Vec3, f64, f64) {
        let d = at.x[1] - at.x[0];
        (d, d.norm(), d.norm() - self.lengths[e])
    }
}

impl ElementLaw<2> for Springs {
    fn stencils(&self) -> &[[u32; 2]] {
        &self.edges
    }
    fn energy(&self, e: usize, at: &Local<2>) -> f64 {
        let (_, _, e) = self.stretch(e, at);
        self.stiffness * (0.5 * e * e + 0.25 * self.cubic * e.powi(4))
    }
    fn force(&self, e: usize, at: &Local<2>) -> [Vec3; 2] {
        let (d, r, e) = self.stretch(e, at);
        let f = d * self.tension(r, e);
        [f, -f]
    }
    fn stiffness(&self, e: usize, at: &Local<2>) -> Blocks<2> {
        let (d, r, e) = self.stretch(e, at);
        let n = if r > 0.0 { d / r } else { Vec3::zeros() };
        let tension = self.tension(r, e);
        let axial = self.stiffness * (1.0 + 3.0 * self.cubic * e * e);
        let k = n * n.transpose() * (axial - tension) + Mat3::identity() * tension;
        [[k, -k], [-k, k]]
    }
    fn secant(&self, e: usize, at: &Local<2>) -> Option<Blocks<2>> {
        let (_, r, e) = self.stretch(e, at);
        let k = Mat3::identity() * self.tension(r, e);
        Some([[k, -k], [-k, k]])
    }
}

/// Drag -c v, or quadratic drag -c |v| v, on each vertex.
pub struct Drag {
    pub vertices: Vec<[u32; 1]>,
    pub coefficient: f64,
    pub quadratic: bool,
}

impl ElementLaw<1> for Drag {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertices
    }
    fn role(&self) -> Role {
        Role::Damping
    }
    fn energy(&self, _e: usize, _at: &Local<1>) -> f64 {
        0.0
    }
    fn force(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        let speed = if self.quadratic { at.v[0].norm() } else { 1.0 };
        [at.v[0] * (-self.coefficient * speed)]
    }
    fn stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        zero_blocks()
    }
    fn damping(&self, _e: usize, at: &Local<1>) -> Option<Blocks<1>> {
        let v = at.v[0];
        let d = match self.quadratic && v.norm() > 0.0 {
            true => Mat3::identity() * v.norm() + v * v.transpose() / v.norm(),
            false if self.quadratic => Mat3::zeros(),
            false => Mat3::identity(),
        };
        Some([[d * self.coefficient]])
    }
    fn damped(&self) -> bool {
        true
    }
}

/// A force that swings with time on one vertex.
pub struct Swing {
    pub vertex: [[u32; 1]; 1],
    pub amplitude: Vec3,
    pub frequency: f64,
}

impl ElementLaw<1> for Swing {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertex
    }
    fn role(&self) -> Role {
        Role::Driven
    }
    fn energy(&self, _e: usize, _at: &Local<1>) -> f64 {
        0.0
    }
    fn force(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        [self.amplitude * (self.frequency * at.t + 0.4).sin()]
    }
    fn force_rate(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        [self.amplitude * (self.frequency * (self.frequency * at.t + 0.4).cos())]
    }
    fn stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        zero_blocks()
    }
    fn time_dependent(&self) -> bool {
        true
    }
}

/// Weight of each vertex.
pub struct Gravity {
    pub vertices: Vec<[u32; 1]>,
    pub masses: Vec<f64>,
    pub g: Vec3,
}

impl ElementLaw<1> for Gravity {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertices
    }
    fn role(&self) -> Role {
        Role::External
    }
    fn energy(&self, e: usize, at: &Local<1>) -> f64 {
        -self.masses[e] * self.g.dot(&at.x[0])
    }
    fn force(&self, e: usize, _at: &Local<1>) -> [Vec3; 1] {
        [self.g * self.masses[e]]
    }
    fn stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        zero_blocks()
    }
}

/// A vertex carried to and fro along z and round the z axis.
pub struct Carried;

impl Motion for Carried {
    fn pose(&self, t: f64) -> Pose {
        let w = 2.0 * PI * 0.8;
        Pose {
            rotation: nalgebra::Rotation3::from_axis_angle(&Vec3::z_axis(), 0.3 * t).into_inner(),
            spin: Vec3::new(0.0, 0.0, 0.3),
            translation: Vec3::new(0.0, 0.0, 0.2 * (w * t).sin()),
            velocity: Vec3::new(0.0, 0.0, 0.2 * w * (w * t).cos()),
            acceleration: Vec3::new(0.0, 0.0, -0.2 * w * w * (w * t).sin()),
            ..Pose::default()
        }
    }
}

/// One stencil per vertex.
pub fn points(n: usize) -> Vec<[u32; 1]> {
    (0..n as u32).map(|i| [i]).collect()
}

/// A spring or solid thing in the making; what it becomes is a world and a start in motion.
#[derive(Default)]
pub struct Body {
    pub rest: Vec<f64>,
    pub edges: Vec<[u32; 2]>,
    pub tets: Vec<[u32; 4]>,
    pub point_masses: Vec<f64>,
    pub tet_masses: Vec<([u32; 4], f64)>,
    pub terms: Vec<Box<dyn ForceTerm>>,
    pub held: Vec<Held>,
    pub consistent: bool,
    /// Largest velocity component at the start.
    pub speed: f64,
    /// Largest displacement component at the start.
    pub shift: f64,
}

impl Body {
    /// A net of `side` x `side` vertices, 0.5 m apart, with springs along and across the meshes, slightly prestretched,
    /// and masses between 0.5 and 1.5 kg. Free in space; nothing but springs acts.
    pub fn net(side: u32, stiffness: f64, cubic: f64) -> Self {
        let mut rest = Vec::new();
        let mut edges = Vec::new();
        for j in 0..side {
            for i in 0..side {
                rest.extend([0.5 * i as f64, 0.5 * j as f64, 0.02 * ((i * 3 + j * 5) % 4) as f64]);
                let here = j * side + i;
                if i + 1 < side {
                    edges.push([here, here + 1]);
                }
                if j + 1 < side {
                    edges.push([here, here + side]);
                }
                if i + 1 < side && j + 1 < side {
                    edges.push([here, here + side + 1]);
                    edges.push([here + 1, here + side]);
                }
            }
        }
        let n = (side * side) as usize;
        let point_masses = (0..n).map(|i| 0.5 + (0.37 * i as f64) % 1.0).collect();
        let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
        let lengths = edges.iter().map(|[a, b]| 0.97 * (point(*a) - point(*b)).norm()).collect();
        let springs = Springs { edges: edges.clone(), stiffness, cubic, lengths };
        let body = Self { rest, edges, point_masses, speed: 0.5, ..Self::default() };
        body.with(springs)
    }

    /// A block of tets, 1000 kg/m^3, lower end at x = 0.
    pub fn block(material: &str, young: f64, poisson: f64, size: [f64; 3], cells: [u32; 3]) -> Self {
        Self::tets(material, young, poisson, &Shape::Block(Block { size, cells, split: 5 }).build().expect("sound"))
    }

    /// A mesh of tets, 1000 kg/m^3.
    pub fn tets(material: &str, young: f64, poisson: f64, mesh: &Mesh) -> Self {
        let rest: Vec<f64> = mesh.vertices.iter().flatten().copied().collect();
        let lame = Lame::from_young(young, poisson).expect("the moduli are sound");
        let entry = materials::CATALOG.iter().find(|m| m.name == material).expect("the material exists");
        let term = (entry.term)(material.into(), lame, &rest, &mesh.tets).expect("the tets are sound");
        let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
        let volume = |t: &[u32; 4]| {
            let [a, b, c, d] = t.map(point);
            (b - a).cross(&(c - a)).dot(&(d - a)).abs() / 6.0
        };
        let tet_masses = mesh.tets.iter().map(|t| (*t, 1000.0 * volume(t))).collect();
        let point_masses = vec![0.0; rest.len() / 3];
        Self {
            rest,
            tets: mesh.tets.clone(),
            point_masses,
            tet_masses,
            terms: vec![term],
            speed: 0.5,
            ..Self::default()
        }
    }

    pub fn vertices(&self) -> usize {
        self.point_masses.len()
    }

    pub fn lumped(&self) -> Vec<f64> {
        let mut masses = self.point_masses.clone();
        for (tet, m) in &self.tet_masses {
            tet.iter().for_each(|v| masses[*v as usize] += m / 4.0);
        }
        masses
    }

    pub fn with<L: ElementLaw<A> + 'static, const A: usize>(mut self, law: L) -> Self {
        self.terms.push(Box::new(Elements::new("term", self.vertices(), law)));
        self
    }

    /// Dashpots along the springs, viscosity in N s/m.
    pub fn dashpots(mut self, viscosity: f64) -> Self {
        let (edges, each) = (self.edges.clone(), vec![viscosity; self.edges.len()]);
        let term = springs::strain_rate("dashpots", self.vertices(), edges, each);
        self.terms.push(term.expect("the dashpots are sound"));
        self
    }

    pub fn damped(mut self, model: &str) -> Self {
        let mass = Mass::from_masses(self.lumped());
        let n = self.vertices();
        let term = match model {
            "rayleigh" => damping::rayleigh(model, 1.5, 0.002, &mass, &mut self.terms, &self.rest),
            "drag" => damping::drag(model, 3.0, &mass),
            "rigid-preserving" => damping::rigid_preserving(model, 3.0, &mass),
            "strain-rate" => damping::strain_rate_tets(model, Lame { mu: 5.0, lambda: 3.0 }, &self.rest, &self.tets),
            "spring strain-rate" => springs::strain_rate(model, n, self.tet_edges(), vec![0.5; self.tet_edges().len()]),
            _ => panic!("no damping model {model}"),
        };
        self.terms.push(term.expect("the damping is sound"));
        self
    }

    fn tet_edges(&self) -> Vec<[u32; 2]> {
        let pairs = |t: &[u32; 4]| [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]].map(|[a, b]| [t[a], t[b]]);
        let mut edges: Vec<_> = self.tets.iter().flat_map(pairs).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    pub fn gravity(self) -> Self {
        let (vertices, masses) = (points(self.vertices()), self.lumped());
        self.with(Gravity { vertices, masses, g: Vec3::new(0.0, 0.0, -9.81) })
    }

    pub fn hold(mut self, motion: Arc<dyn Motion>, which: impl Fn(Vec3) -> bool) -> Self {
        for v in 0..self.vertices() {
            if which(Vec3::from_column_slice(&self.rest[3 * v..3 * v + 3])) {
                self.held.push(Held { vertex: v as u32, motion: motion.clone() });
            }
        }
        self
    }

    /// Pins the end at x = 0.
    pub fn clamp(self) -> Self {
        self.hold(Arc::new(motion::Still), |p| p.x < 1e-9)
    }

    /// The world and a start in motion: every velocity component different from zero.
    pub fn build(self) -> (World, State) {
        let Self { rest, point_masses, tet_masses, terms, held, consistent, speed, shift, .. } = self;
        let v: Vec<f64> = (0..rest.len()).map(|i| speed * (1.7 * i as f64 + 0.3).sin()).collect();
        let x: Vec<f64> = rest.iter().enumerate().map(|(i, x)| x + shift * (2.3 * i as f64).cos()).collect();
        let parts = Parts { rest, point_masses, tet_masses, consistent, held, terms, ..Parts::default() };
        let world = World::new(parts).expect("the body is sound");
        let s = world.restrict(0.0, &x, &v);
        (world, s)
    }
}
