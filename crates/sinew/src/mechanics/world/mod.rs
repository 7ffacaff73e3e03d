//! The mechanical world of a scene: vertices, masses, held vertices and force terms, as one [`MechanicalSystem`].
//!
//! Terms see all n vertices; the unknowns are the free ones. With scripted vertices p and a consistent mass the free
//! equations are M_ff x_f'' = f_f - M_fp a_p, so the inertial coupling is part of the force.
//!
//! Here: how a world is built from its [`Parts`] and how free and all vertices correspond. Forces and tangents are in
//! `evaluate`, what is conserved and what flows in and out is in `balance`, barriers and impulses at the end of a step
//! in `confine` and `settle`, what barriers hold on to meanwhile in `grip` and `catch`, terms that search in `search`, what terms remember of their past in `memory`, and what a hand may
//! exchange while the world lives in `hand`.

mod balance;
mod catch;
mod confine;
mod evaluate;
mod grip;
mod hand;
mod mean;
mod memory;
mod parts;
mod search;
mod settle;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use sinew_math::parallel::{copy, for_each_part};
use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern};

pub use confine::Confined;
use grip::Grips;
use memory::Memory;
pub use parts::{Held, Parts, WorldError};

use search::Layout;

use super::{
    Barrier, ForceTerm, Impulse, Mass, MechanicalSystem, Motion, Piece, Role, State, StepContext, StepError, Tally,
    Vec3,
};

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
    layout: Layout,
    element_size: f64,
    terms: Vec<Box<dyn ForceTerm>>,
    /// How many of them, at the end, are those of a hand.
    hand: usize,
    impulses: Vec<Box<dyn Impulse>>,
    barriers: Vec<Box<dyn Barrier>>,
    grips: Grips,
    /// Row sums of the mass matrix over all vertices, 0 for held ones; empty without impulses and barriers.
    vertex_masses: Vec<f64>,
    memory: Memory,
    /// Raised by whoever does not want to wait for the end of a step.
    stop: Arc<AtomicBool>,
    tally: Tally,
    scratch: Mutex<Vec<Scratch>>,
    split: OnceLock<Split>,
    pieces: OnceLock<Vec<Piece>>,
    /// Rotations of all vertices, kept between calls.
    rotations: Mutex<Vec<f64>>,
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
    load: Vec<f64>,
}

impl World {
    /// Checks the parts and builds all fixed tables.
    pub fn new(parts: Parts) -> Result<Self, WorldError> {
        let Parts { rest, point_masses, tet_masses, consistent, held, mut terms, impulses, barriers } = parts;
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

        let layout = Layout { consistent, point_masses, tet_masses };
        let pattern = layout.pattern(&terms, &free_row, free_vertex.len());
        for term in &mut terms {
            term.bind(&free_row, &pattern);
        }
        let (mass, all_mass) = if consistent {
            let mut all_pairs = Vec::new();
            layout.mass_couplings(&mut |i, j| all_pairs.push((i, j)));
            let all = Arc::new(Pattern::new(n, all_pairs));
            let identity: Vec<u32> = (0..n as u32).collect();
            let Layout { point_masses, tet_masses, .. } = &layout;
            (
                Mass::consistent(pattern.clone(), &free_row, point_masses, tet_masses),
                Mass::consistent(all, &identity, point_masses, tet_masses),
            )
        } else {
            (Mass::from_masses(free_vertex.iter().map(|v| lumped[*v as usize]).collect()), Mass::from_masses(lumped))
        };
        let moving = held.iter().any(|h| !h.motion.is_still());
        let element_size = parts::mean_coupling(&rest, &terms);
        let mut vertex_masses =
            if impulses.is_empty() && barriers.is_empty() { Vec::new() } else { all_mass.vertex_masses() };
        vertex_masses.iter_mut().zip(&free_row).filter(|(_, row)| **row == NOT_FREE).for_each(|(m, _)| *m = 0.0);
        let memory = Memory::of(&terms);
        Ok(Self {
            rest,
            free_row,
            free_vertex,
            held,
            moving,
            mass,
            all_mass,
            pattern,
            layout,
            element_size,
            terms,
            hand: 0,
            impulses,
            barriers,
            grips: Grips::default(),
            vertex_masses,
            memory,
            stop: Arc::default(),
            tally: Tally::default(),
            scratch: Mutex::default(),
            split: OnceLock::new(),
            pieces: OnceLock::new(),
            rotations: Mutex::default(),
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

    /// What changes velocities at the end of each step, in the order in which it happens.
    pub fn impulses(&self) -> &[Box<dyn Impulse>] {
        &self.impulses
    }

    /// What changes places and velocities at the end of each step, in the order in which it happens.
    pub fn barriers(&self) -> &[Box<dyn Barrier>] {
        &self.barriers
    }

    /// Number of elements of all terms that store elastic energy.
    pub fn elements(&self) -> usize {
        self.terms.iter().filter(|t| t.role() == Role::Elastic).map(|t| t.elements()).sum()
    }

    /// Raised from another thread, it ends the step that is under way, which leaves no trace.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Ends its steps by the flag of another world, whose place it takes.
    pub fn obey(&mut self, flag: Arc<AtomicBool>) {
        self.stop = flag;
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

    /// Positions and velocities of all vertices at a state; held ones from their scripts at time `s.t`, gripped ones where they are led.
    pub fn expand(&self, s: &State, x: &mut [f64], v: &mut [f64]) {
        if self.held.is_empty() {
            // Rows and vertices are the same.
            copy(&s.x, x);
            copy(&s.v, v);
        } else {
            self.spread(&s.x, x);
            self.spread(&s.v, v);
            self.for_held(s.t, |k, pose, p| {
                x[k..k + 3].copy_from_slice(pose.position(p).as_slice());
                v[k..k + 3].copy_from_slice(pose.velocity(p).as_slice());
            });
        }
        self.lead(s.t, x, v);
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

    fn take_scratch(&self) -> Scratch {
        let n = self.rest.len();
        self.scratch.lock().expect("no thread panics with the lock held").pop().unwrap_or_else(|| Scratch {
            x: vec![0.0; n],
            v: vec![0.0; n],
            f: vec![0.0; n],
            w: vec![0.0; n],
        })
    }

    fn return_scratch(&self, scratch: Scratch) {
        self.scratch.lock().expect("no thread panics with the lock held").push(scratch);
    }

    fn with_scratch<R>(&self, work: impl FnOnce(&mut Scratch) -> R) -> R {
        let mut scratch = self.take_scratch();
        let result = work(&mut scratch);
        self.return_scratch(scratch);
        result
    }

    fn with_expanded<R>(&self, s: &State, work: impl FnOnce(&mut Scratch) -> R) -> R {
        self.with_scratch(|scratch| {
            self.expand(s, &mut scratch.x, &mut scratch.v);
            work(scratch)
        })
    }

    fn restrict_into(&self, all: &[f64], free: &mut [f64]) {
        for_each_part(free, |first, free| {
            for (to, vertex) in free.chunks_exact_mut(3).zip(&self.free_vertex[first / 3..]) {
                to.copy_from_slice(&all[3 * *vertex as usize..][..3]);
            }
        });
    }

    /// Values of the free vertices into those of all; held ones are left as they are.
    fn spread(&self, free: &[f64], all: &mut [f64]) {
        for_each_part(all, |first, all| {
            let rows = self.free_row[first / 3..].iter();
            for (to, row) in all.chunks_exact_mut(3).zip(rows).filter(|(_, row)| **row != NOT_FREE) {
                to.copy_from_slice(&free[3 * *row as usize..][..3]);
            }
        });
    }

    fn extend_into(&self, free: &[f64], all: &mut [f64]) {
        all.fill(0.0);
        self.spread(free, all);
    }

    fn terms_that(&self, keep: impl Fn(&dyn ForceTerm) -> bool) -> impl Iterator<Item = &dyn ForceTerm> {
        self.terms.iter().map(|t| t.as_ref()).filter(move |t| keep(*t))
    }
}

impl StepContext for World {
    fn begin(&mut self, s: &State, h: f64) -> Result<&dyn MechanicalSystem, StepError> {
        if self.stop.load(Relaxed) {
            return Err(StepError::Interrupted);
        }
        self.recall(s.t);
        if self.terms.iter().any(|t| t.searches()) {
            self.search(s, h);
        }
        Ok(self)
    }

    fn commit(&mut self, s: &State) {
        self.watch(s);
        self.let_flow(s);
    }

    fn rollback(&mut self) {}
}
