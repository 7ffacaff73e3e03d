//! The mechanical world of a scene: vertices, masses, held vertices and force terms, as one [`MechanicalSystem`].
//!
//! Terms see all n vertices; the unknowns are the free ones. With scripted vertices p and a consistent mass the free
//! equations are M_ff x_f'' = f_f - M_fp a_p, so the inertial coupling is part of the force.

use std::sync::{Arc, Mutex, OnceLock};

use sinew_math::parallel::{dot, sum_indexed};
use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern};

use super::{
    Configuration, Energy, ForceTerm, LinearSplit, Mass, MechanicalSystem, Momentum, Motion, Powers, Role, State,
    StepContext, StepError, Tally, Vec3, Weights,
};

/// A vertex whose position is prescribed.
#[derive(Clone)]
pub struct Held {
    /// Index among all vertices.
    pub vertex: u32,
    /// How it moves; [`Still`](super::motion::Still) for a pin.
    pub motion: Arc<dyn Motion>,
}

/// Why a world cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// There is nothing to move.
    #[error("no vertex is free to move; remove some pins")]
    NothingFree,
    /// A free vertex has no inertia.
    #[error("vertex {vertex} is free but has mass {mass}; give it a positive mass, attach an element to it or pin it")]
    BadMass {
        /// Index among all vertices.
        vertex: usize,
        /// The mass found.
        mass: f64,
    },
    /// A coordinate is not a number.
    #[error("vertex {vertex} has a coordinate that is not a finite number")]
    NonFinite {
        /// Index among all vertices.
        vertex: usize,
    },
}

/// What a world is made of.
#[derive(Default)]
pub struct Parts {
    /// Rest positions of all vertices, three values a vertex.
    pub rest: Vec<f64>,
    /// Point mass of each vertex in kilograms (added to the tets' share).
    pub point_masses: Vec<f64>,
    /// Tets and their masses.
    pub tet_masses: Vec<([u32; 4], f64)>,
    /// Consistent instead of lumped mass for the tets.
    pub consistent: bool,
    /// Held vertices; the last entry for a vertex counts.
    pub held: Vec<Held>,
    /// Forces.
    pub terms: Vec<Box<dyn ForceTerm>>,
}

/// See the module's head.
pub struct World {
    rest: Vec<f64>,
    /// Row of each vertex among the free ones, or `NOT_FREE`.
    free_row: Vec<u32>,
    /// Vertex of each row.
    free_vertex: Vec<u32>,
    held: Vec<Held>,
    moving: bool,
    mass: Mass,
    all_mass: Mass,
    pattern: Arc<Pattern>,
    element_size: f64,
    terms: Vec<Box<dyn ForceTerm>>,
    tally: Tally,
    scratch: Mutex<Vec<Scratch>>,
    split: OnceLock<Split>,
}

/// Buffers over all vertices for one evaluation.
#[derive(Default)]
struct Scratch {
    x: Vec<f64>,
    v: Vec<f64>,
    f: Vec<f64>,
    w: Vec<f64>,
}

struct Split {
    rest: Vec<f64>,
    stiffness: BlockMatrix,
}

impl World {
    /// Checks the parts and builds all fixed tables.
    pub fn new(parts: Parts) -> Result<Self, WorldError> {
        let Parts { rest, point_masses, tet_masses, consistent, held, mut terms } = parts;
        let n = rest.len() / 3;
        assert_eq!(point_masses.len(), n, "one point mass per vertex");
        if let Some(i) = rest.iter().position(|x| !x.is_finite()) {
            return Err(WorldError::NonFinite { vertex: i / 3 });
        }

        // The last word on each held vertex counts; rows are numbered in vertex order.
        let mut motion: Vec<Option<Arc<dyn Motion>>> = vec![None; n];
        for h in held {
            motion[h.vertex as usize] = Some(h.motion);
        }
        let mut free_row = vec![NOT_FREE; n];
        let mut free_vertex = Vec::new();
        let mut held = Vec::new();
        for (v, motion) in motion.into_iter().enumerate() {
            match motion {
                Some(motion) => held.push(Held { vertex: v as u32, motion }),
                None => {
                    free_row[v] = free_vertex.len() as u32;
                    free_vertex.push(v as u32);
                }
            }
        }
        if free_vertex.is_empty() {
            return Err(WorldError::NothingFree);
        }

        let mut lumped = point_masses.clone();
        for (tet, m) in &tet_masses {
            for v in tet {
                lumped[*v as usize] += m / 4.0;
            }
        }
        for v in &free_vertex {
            let mass = lumped[*v as usize];
            if !(mass > 0.0 && mass.is_finite()) {
                return Err(WorldError::BadMass { vertex: *v as usize, mass });
            }
        }

        // Couplings of the terms, and of a consistent mass.
        let mut pairs = Vec::new();
        let mut all_pairs = Vec::new();
        let mut visit = |i: u32, j: u32| {
            let (a, b) = (free_row[i as usize], free_row[j as usize]);
            if a != NOT_FREE && b != NOT_FREE {
                pairs.push((a, b));
            }
        };
        for term in &terms {
            term.couplings(&mut visit);
        }
        if consistent {
            for (tet, _) in &tet_masses {
                for a in 0..4 {
                    for b in a + 1..4 {
                        visit(tet[a], tet[b]);
                        all_pairs.push((tet[a], tet[b]));
                    }
                }
            }
        }
        let pattern = Arc::new(Pattern::new(free_vertex.len(), pairs));
        for term in &mut terms {
            term.bind(&free_row, &pattern);
        }
        let (mass, all_mass) = if consistent {
            let all = Arc::new(Pattern::new(n, all_pairs));
            let identity: Vec<u32> = (0..n as u32).collect();
            (
                Mass::consistent(pattern.clone(), &free_row, &point_masses, &tet_masses),
                Mass::consistent(all, &identity, &point_masses, &tet_masses),
            )
        } else {
            (Mass::from_masses(free_vertex.iter().map(|v| lumped[*v as usize]).collect()), Mass::from_masses(lumped))
        };
        let moving = held.iter().any(|h| !h.motion.is_still());
        let element_size = mean_coupling(&rest, &terms);
        Ok(Self {
            rest,
            free_row,
            free_vertex,
            held,
            moving,
            mass,
            all_mass,
            pattern,
            element_size,
            terms,
            tally: Tally::default(),
            scratch: Mutex::default(),
            split: OnceLock::new(),
        })
    }

    /// Number of all vertices, held ones included.
    pub fn vertices(&self) -> usize {
        self.free_row.len()
    }

    /// Vertex index of each free row.
    pub fn free_vertices(&self) -> &[u32] {
        &self.free_vertex
    }

    /// Held vertices in ascending order.
    pub fn held(&self) -> &[Held] {
        &self.held
    }

    /// Rest positions of all vertices.
    pub fn rest(&self) -> &[f64] {
        &self.rest
    }

    /// M over all vertices.
    pub fn all_mass(&self) -> &Mass {
        &self.all_mass
    }

    /// The force terms, in the order in which they are summed.
    pub fn terms(&self) -> &[Box<dyn ForceTerm>] {
        &self.terms
    }

    /// Number of elements of all terms that store elastic energy.
    pub fn elements(&self) -> usize {
        self.terms.iter().filter(|t| t.role() == Role::Elastic).map(|t| t.elements()).sum()
    }

    /// The evaluation counters.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// A state of the free vertices cut out of positions and velocities of all vertices.
    pub fn restrict(&self, t: f64, x: &[f64], v: &[f64]) -> State {
        let mut s = State::zeros(3 * self.free_vertex.len());
        s.t = t;
        self.restrict_into(x, &mut s.x);
        self.restrict_into(v, &mut s.v);
        s
    }

    /// Positions and velocities of all vertices at a state; held ones from their scripts at time `s.t`.
    pub fn expand(&self, s: &State, x: &mut [f64], v: &mut [f64]) {
        for (row, vertex) in self.free_vertex.iter().enumerate() {
            let (from, to) = (3 * row, 3 * *vertex as usize);
            x[to..to + 3].copy_from_slice(&s.x[from..from + 3]);
            v[to..to + 3].copy_from_slice(&s.v[from..from + 3]);
        }
        self.for_held(s.t, |k, pose, p| {
            x[k..k + 3].copy_from_slice(pose.position(p).as_slice());
            v[k..k + 3].copy_from_slice(pose.velocity(p).as_slice());
        });
    }

    /// Linear and angular momentum of all vertices.
    pub fn momentum(&self, s: &State) -> Momentum {
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, .. } = scratch;
            self.all_mass.apply(v, f);
            let component = |c: usize| sum_indexed(x.len() / 3, |i| f[3 * i + c]);
            let turn = |a: usize, b: usize| {
                sum_indexed(x.len() / 3, |i| x[3 * i + a] * f[3 * i + b] - x[3 * i + b] * f[3 * i + a])
            };
            Momentum {
                linear: [component(0), component(1), component(2)],
                angular: [turn(1, 2), turn(2, 0), turn(0, 1)],
            }
        })
    }

    /// Whether the total energy can change other than by the method's own error.
    pub fn is_open(&self) -> bool {
        self.moving || self.terms.iter().any(|t| !t.role().has_potential() || t.has_defect() || t.time_dependent())
    }

    /// Rates at which damping takes and scripts, winds and moving obstacles give energy. `acceleration` of the free
    /// vertices is needed only for the reaction of scripted vertices with a consistent mass.
    pub fn powers(&self, s: &State, acceleration: Option<&[f64]>) -> Powers {
        let mut powers = Powers::default();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, w } = scratch;
            let at = Configuration { t: s.t, x, v };
            for term in &self.terms {
                match term.role() {
                    Role::Damping | Role::Driven => {
                        f.fill(0.0);
                        term.add_force(&at, f);
                        let work = dot(f, v);
                        match term.role() {
                            Role::Damping => {
                                let support = term.energy_rate(&at);
                                powers.injected += support;
                                powers.dissipated += support - work;
                            }
                            _ => powers.injected += work,
                        }
                    }
                    _ => {
                        powers.injected += term.energy_rate(&at);
                        if term.has_defect() {
                            f.fill(0.0);
                            term.add_defect(&at, f);
                            powers.injected += dot(f, v);
                        }
                    }
                }
            }
            if self.moving {
                // The reaction (M a - f) on each scripted vertex works with the vertex' velocity.
                f.fill(0.0);
                self.for_held(s.t, |k, pose, p| f[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
                if let Some(a) = acceleration {
                    for (row, vertex) in self.free_vertex.iter().enumerate() {
                        let k = 3 * *vertex as usize;
                        f[k..k + 3].copy_from_slice(&a[3 * row..3 * row + 3]);
                    }
                }
                self.all_mass.apply(f, w);
                f.fill(0.0);
                for term in &self.terms {
                    term.add_force(&at, f);
                }
                for h in &self.held {
                    for k in 3 * h.vertex as usize..3 * h.vertex as usize + 3 {
                        powers.injected += (w[k] - f[k]) * v[k];
                    }
                }
            }
        });
        powers
    }

    /// Calls `visit(offset, pose, rest position)` for each held vertex; a motion shared by neighbours is posed once.
    fn for_held(&self, t: f64, mut visit: impl FnMut(usize, &super::Pose, Vec3)) {
        let mut last: Option<(*const (), super::Pose)> = None;
        for h in &self.held {
            let id = Arc::as_ptr(&h.motion) as *const ();
            let pose = match last {
                Some((known, pose)) if known == id => pose,
                _ => h.motion.pose(t),
            };
            last = Some((id, pose));
            let k = 3 * h.vertex as usize;
            visit(k, &pose, Vec3::from_column_slice(&self.rest[k..k + 3]));
        }
    }

    fn with_scratch<R>(&self, work: impl FnOnce(&mut Scratch) -> R) -> R {
        let n = self.rest.len();
        let mut scratch = self
            .scratch
            .lock()
            .expect("no thread panics with the lock held")
            .pop()
            .unwrap_or_else(|| Scratch { x: vec![0.0; n], v: vec![0.0; n], f: vec![0.0; n], w: vec![0.0; n] });
        let result = work(&mut scratch);
        self.scratch.lock().expect("no thread panics with the lock held").push(scratch);
        result
    }

    fn with_expanded<R>(&self, s: &State, work: impl FnOnce(&mut Scratch) -> R) -> R {
        self.with_scratch(|scratch| {
            self.expand(s, &mut scratch.x, &mut scratch.v);
            work(scratch)
        })
    }

    fn restrict_into(&self, all: &[f64], free: &mut [f64]) {
        for (row, vertex) in self.free_vertex.iter().enumerate() {
            let k = 3 * *vertex as usize;
            free[3 * row..3 * row + 3].copy_from_slice(&all[k..k + 3]);
        }
    }

    fn extend_into(&self, free: &[f64], all: &mut [f64]) {
        all.fill(0.0);
        for (row, vertex) in self.free_vertex.iter().enumerate() {
            let k = 3 * *vertex as usize;
            all[k..k + 3].copy_from_slice(&free[3 * row..3 * row + 3]);
        }
    }

    /// f -= sign M_fp a_p; nothing to do for lumped masses and still pins.
    fn add_inertial_coupling(&self, t: f64, sign: f64, scratch: (&mut [f64], &mut [f64]), f: &mut [f64]) {
        if !self.moving || self.mass.lumped().is_some() {
            return;
        }
        let (a, ma) = scratch;
        a.fill(0.0);
        self.for_held(t, |k, pose, p| a[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
        self.all_mass.apply(a, ma);
        for (row, vertex) in self.free_vertex.iter().enumerate() {
            for c in 0..3 {
                f[3 * row + c] -= sign * ma[3 * *vertex as usize + c];
            }
        }
    }

    fn terms_that(&self, keep: impl Fn(&dyn ForceTerm) -> bool) -> impl Iterator<Item = &dyn ForceTerm> {
        self.terms.iter().map(|t| t.as_ref()).filter(move |t| keep(*t))
    }
}

/// Mean rest distance of coupled vertices; where nothing is coupled or all is one point, the size of the whole, or 1 m.
fn mean_coupling(rest: &[f64], terms: &[Box<dyn ForceTerm>]) -> f64 {
    let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
    let (mut sum, mut count) = (0.0, 0.0);
    for term in terms {
        term.couplings(&mut |i, j| {
            let length = (point(i) - point(j)).norm();
            if length > 0.0 {
                sum += length;
                count += 1.0;
            }
        });
    }
    if count > 0.0 {
        return sum / count;
    }
    let extent = |c: usize| {
        let along = || rest.iter().skip(c).step_by(3);
        along().fold(f64::MIN, |m, x| m.max(*x)) - along().fold(f64::MAX, |m, x| m.min(*x))
    };
    let diagonal = Vec3::from_fn(|c, _| extent(c)).norm();
    if diagonal > 0.0 { diagonal } else { 1.0 }
}

impl MechanicalSystem for World {
    fn dofs(&self) -> usize {
        3 * self.free_vertex.len()
    }

    fn mass(&self) -> &Mass {
        &self.mass
    }

    fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    fn energy(&self, s: &State) -> Energy {
        self.tally.energy();
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            let mut energy = Energy { kinetic: 0.5 * self.all_mass.norm_squared(at.v), ..Energy::default() };
            for term in &self.terms {
                match term.role() {
                    Role::Elastic => energy.elastic += term.energy(&at),
                    Role::External => energy.external += term.energy(&at),
                    Role::Contact => energy.contact += term.energy(&at),
                    Role::Damping | Role::Driven => {}
                }
            }
            energy
        })
    }

    fn force(&self, s: &State, f: &mut [f64]) {
        self.tally.force();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            for term in &self.terms {
                term.add_force(&at, all);
            }
            self.restrict_into(all, f);
            self.add_inertial_coupling(s.t, 1.0, (all, w), f);
        });
    }

    fn nonconservative_force(&self, s: &State, f: &mut [f64]) -> bool {
        let inertial = self.moving && self.mass.lumped().is_none();
        if !inertial && self.terms.iter().all(|t| t.role().has_potential() && !t.has_defect()) {
            return false;
        }
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            for term in &self.terms {
                match term.role().has_potential() {
                    true => term.add_defect(&at, all),
                    false => term.add_force(&at, all),
                }
            }
            self.restrict_into(all, f);
            self.add_inertial_coupling(s.t, 1.0, (all, w), f);
        });
        true
    }

    fn force_rate(&self, s: &State, out: &mut [f64]) {
        self.tally.force();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            all.fill(0.0);
            let at = Configuration { t: s.t, x, v };
            if self.moving {
                // Scripted vertices move: -K_fp v_p - D_fp a_p.
                w.fill(0.0);
                self.for_held(s.t, |k, pose, p| w[k..k + 3].copy_from_slice(pose.velocity(p).as_slice()));
                for term in &self.terms {
                    term.add_stiffness_product(&at, w, all);
                }
                self.for_held(s.t, |k, pose, p| w[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice()));
                for term in self.terms_that(|t| t.damped()) {
                    term.add_damping_product(&at, w, all);
                }
                all.iter_mut().for_each(|f| *f = -*f);
            }
            for term in self.terms_that(|t| t.time_dependent()) {
                term.add_force_rate(&at, all);
            }
            self.restrict_into(all, out);
        });
    }

    fn force_difference(&self, a: &State, b: &State, out: &mut [f64]) {
        self.tally.force();
        self.with_expanded(a, |from| {
            self.with_expanded(b, |to| {
                let before = Configuration { t: a.t, x: &from.x, v: &from.v };
                let after = Configuration { t: b.t, x: &to.x, v: &to.v };
                from.f.fill(0.0);
                for term in &self.terms {
                    term.add_force_difference(&before, &after, &mut from.f);
                }
                self.restrict_into(&from.f, out);
                self.add_inertial_coupling(b.t, 1.0, (&mut to.f, &mut to.w), out);
                self.add_inertial_coupling(a.t, -1.0, (&mut to.f, &mut to.w), out);
            });
        });
    }

    fn stiffness_product(&self, s: &State, dx: &[f64], out: &mut [f64]) {
        self.tally.product();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            self.extend_into(dx, w);
            all.fill(0.0);
            for term in &self.terms {
                term.add_stiffness_product(&Configuration { t: s.t, x, v }, w, all);
            }
            self.restrict_into(all, out);
        });
    }

    fn damping_product(&self, s: &State, dv: &[f64], out: &mut [f64]) {
        self.tally.product();
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f: all, w } = scratch;
            self.extend_into(dv, w);
            all.fill(0.0);
            for term in self.terms_that(|t| t.damped()) {
                term.add_damping_product(&Configuration { t: s.t, x, v }, w, all);
            }
            self.restrict_into(all, out);
        });
    }

    fn tangent(&self, s: &State, weights: Weights, projected: bool, a: &mut BlockMatrix) {
        self.tally.tangent();
        a.set_zero();
        self.mass.add_to(weights.mass, a);
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            for term in &self.terms {
                term.add_tangent(&at, weights.stiffness, weights.damping, projected, a);
            }
        });
    }

    fn damped(&self) -> bool {
        self.terms.iter().any(|t| t.damped())
    }

    fn frequency_bound(&self, s: &State) -> f64 {
        let mut masses = self.all_mass.vertex_masses();
        for h in &self.held {
            masses[h.vertex as usize] = f64::INFINITY;
        }
        // A consistent tet mass has eigenvalues down to a fifth of the lumped one.
        let consistent = if self.mass.lumped().is_some() { 1.0 } else { 5.0 };
        self.with_expanded(s, |scratch| {
            let at = Configuration { t: s.t, x: &scratch.x, v: &scratch.v };
            (consistent * self.terms.iter().map(|t| t.frequency_bound(&at, &masses)).sum::<f64>()).sqrt()
        })
    }

    fn element_size(&self) -> f64 {
        self.element_size
    }

    fn linear_split(&self) -> Option<&dyn LinearSplit> {
        Some(self.split.get_or_init(|| {
            let zero = vec![0.0; self.rest.len()];
            let at = Configuration { t: 0.0, x: &self.rest, v: &zero };
            let mut stiffness = BlockMatrix::new(self.pattern.clone());
            for term in self.terms_that(|t| t.role() == Role::Elastic) {
                term.add_tangent(&at, 1.0, 0.0, false, &mut stiffness);
            }
            let mut rest = vec![0.0; self.dofs()];
            self.restrict_into(&self.rest, &mut rest);
            Split { rest, stiffness }
        }))
    }
}

impl LinearSplit for Split {
    fn rest(&self) -> &[f64] {
        &self.rest
    }

    fn stiffness(&self) -> &BlockMatrix {
        &self.stiffness
    }
}

impl StepContext for World {
    fn begin(&mut self, _s: &State, _h: f64) -> Result<&dyn MechanicalSystem, StepError> {
        Ok(self)
    }

    fn commit(&mut self, _s: &State) {}

    fn rollback(&mut self) {}
}
