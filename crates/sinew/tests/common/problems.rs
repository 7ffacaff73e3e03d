//! Small moving problems for the integrators: a sprung net with uneven masses, loads, dampers and scripted vertices.

use std::f64::consts::PI;
use std::sync::Arc;

use sinew::mechanics::*;

/// Springs with V = k e^2/2 + k c e^4/4, e = |d| - l.
pub struct Springs {
    pub edges: Vec<[u32; 2]>,
    pub stiffness: f64,
    pub cubic: f64,
    pub lengths: Vec<f64>,
}

impl Springs {
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
        let f = d * (self.stiffness * (e + self.cubic * e.powi(3)) / r);
        [f, -f]
    }
    fn stiffness(&self, e: usize, at: &Local<2>) -> Blocks<2> {
        let (d, r, e) = self.stretch(e, at);
        let n = d / r;
        let tension = self.stiffness * (e + self.cubic * e.powi(3)) / r;
        let axial = self.stiffness * (1.0 + 3.0 * self.cubic * e * e);
        let k = n * n.transpose() * (axial - tension) + Mat3::identity() * tension;
        [[k, -k], [-k, k]]
    }
}

/// f = -c n n^T (v_1 - v_0): damping along the current direction of each edge.
pub struct Dampers {
    pub edges: Vec<[u32; 2]>,
    pub viscosity: f64,
}

impl ElementLaw<2> for Dampers {
    fn stencils(&self) -> &[[u32; 2]] {
        &self.edges
    }
    fn role(&self) -> Role {
        Role::Damping
    }
    fn energy(&self, _e: usize, _at: &Local<2>) -> f64 {
        0.0
    }
    fn force(&self, _e: usize, at: &Local<2>) -> [Vec3; 2] {
        let n = (at.x[1] - at.x[0]).normalize();
        let f = n * (self.viscosity * n.dot(&(at.v[1] - at.v[0])));
        [f, -f]
    }
    /// The dependence of n on x is left out: not symmetric and small.
    fn stiffness(&self, _e: usize, _at: &Local<2>) -> Blocks<2> {
        zero_blocks()
    }
    fn damping(&self, _e: usize, at: &Local<2>) -> Option<Blocks<2>> {
        let n = (at.x[1] - at.x[0]).normalize();
        let d = n * n.transpose() * self.viscosity;
        Some([[d, -d], [-d, d]])
    }
    fn damped(&self) -> bool {
        true
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

/// All pairs of a list as single stencils.
pub fn points(n: usize) -> Vec<[u32; 1]> {
    (0..n as u32).map(|i| [i]).collect()
}

/// A net of `side` x `side` vertices, 0.5 m apart, with springs along and across the meshes, and masses between 0.5 and
/// 1.5 kg. Free in space; nothing but springs acts.
pub struct Net {
    pub rest: Vec<f64>,
    pub edges: Vec<[u32; 2]>,
    pub masses: Vec<f64>,
    pub terms: Vec<Box<dyn ForceTerm>>,
    pub held: Vec<Held>,
    pub consistent: bool,
}

impl Net {
    pub fn new(side: u32, stiffness: f64, cubic: f64) -> Self {
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
        let masses = (0..n).map(|i| 0.5 + (0.37 * i as f64) % 1.0).collect();
        let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
        // Rest lengths a little off, so that the start is not at rest.
        let lengths = edges.iter().map(|[a, b]| 0.97 * (point(*a) - point(*b)).norm()).collect();
        let springs = Springs { edges: edges.clone(), stiffness, cubic, lengths };
        let terms: Vec<Box<dyn ForceTerm>> = vec![Box::new(Elements::new("springs", n, springs))];
        Self { rest, edges, masses, terms, held: Vec::new(), consistent: false }
    }

    pub fn vertices(&self) -> usize {
        self.masses.len()
    }

    pub fn with<L: ElementLaw<A> + 'static, const A: usize>(mut self, law: L) -> Self {
        self.terms.push(Box::new(Elements::new("term", self.vertices(), law)));
        self
    }

    pub fn carry(mut self, vertex: u32) -> Self {
        self.held.push(Held { vertex, motion: Arc::new(Carried) });
        self
    }

    pub fn pin(mut self, vertex: u32) -> Self {
        self.held.push(Held { vertex, motion: Arc::new(motion::Still) });
        self
    }

    /// The world and a start in motion: every velocity component different from zero.
    pub fn build(self) -> (World, State) {
        let Self { rest, masses, terms, held, consistent, .. } = self;
        let n = masses.len();
        let v: Vec<f64> = (0..3 * n).map(|i| 0.5 * (1.7 * i as f64 + 0.3).sin()).collect();
        // The consistent mass of a few tets replaces half of the point masses.
        let tet_masses = match consistent {
            true => (0..n as u32 - 4).map(|i| ([i, i + 1, i + 3, i + 4], 0.4)).collect(),
            false => Vec::new(),
        };
        let parts = Parts { rest: rest.clone(), point_masses: masses, tet_masses, consistent, held, terms };
        let world = World::new(parts).expect("the net is sound");
        let s = world.restrict(0.0, &rest, &v);
        (world, s)
    }
}
