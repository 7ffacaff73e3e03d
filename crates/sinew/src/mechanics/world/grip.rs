//! What barriers have hold of during a step ([`Grip`]): who it is, and what is left of forces and matrices on them.
//!
//! A vertex is gripped if it touches a surface at the start of the step, does not leave it, and is pressed on it: the reaction
//! m a - f that its course asks for points outward. In all evaluations of the step it is then where its course leads it, as scripted vertices are, and
//! the unknowns that stand for it are dummies without force and stiffness: f <- P f, K <- P K P, with the mass left where it was.
//! What comes inside all the same is caught ([`World::revise`]). Masses have to be lumped; with a consistent one nothing is gripped, and barriers put back
//! what has come inside.

use std::sync::{Mutex, MutexGuard};

use sinew_math::sparse::{BlockMatrix, Freedom, GeneralMatrix, NOT_FREE};

use super::{Scratch, World};
use crate::mechanics::{Configuration, Course, Flow, Grip, State, Vec3, Way};

/// What is held now.
#[derive(Default)]
pub(super) struct Grips {
    /// By barrier, then by vertex; a vertex between obstacles is there once for each, on planes at right angles.
    pub held: Vec<Grip>,
    /// For each vertex in how many directions it is led; more than three if it is not to be caught any more.
    pub taken: Vec<u8>,
    /// Those that were let go in this step.
    pub let_go: Vec<u32>,
    /// P at each of them, by row.
    freedoms: Vec<Freedom>,
    /// Whether any of them is led somewhere.
    moving: bool,
    /// Where the last substep ended, and what the mean force has given to each of them along its normal until then, while anything is caught.
    pub last: State,
    pub impulses: Vec<f64>,
    /// Room for diagonals.
    inertia: Mutex<Vec<f64>>,
    /// Room for places.
    pub places: Vec<f64>,
}

impl Grips {
    pub fn all(&self) -> &[Grip] {
        &self.held
    }

    /// Those of one barrier.
    pub fn of(&self, barrier: usize) -> &[Grip] {
        let before = |k: usize| self.held.partition_point(|grip| (grip.barrier as usize) < k);
        &self.held[before(barrier)..before(barrier + 1)]
    }

    pub fn moving(&self) -> bool {
        self.moving
    }

    /// What a new grip would have of a vertex that is held already.
    pub fn rest_of(&self, grip: Grip) -> Option<Grip> {
        match self.taken[grip.vertex as usize] {
            0 => Some(grip),
            1 | 2 => {
                let mut others = self.held.iter().filter(|other| other.vertex == grip.vertex);
                let course = others.try_fold(grip.course, |course, other| course.beside(&other.course))?;
                Some(Grip { course, ..grip })
            }
            _ => None,
        }
    }

    /// Takes hold of a vertex, or of what is left of it.
    pub fn take(&mut self, grip: Grip) {
        if let Some(grip) = self.rest_of(grip) {
            self.taken[grip.vertex as usize] += grip.course.directions();
            self.held.push(grip);
        }
    }

    pub fn sort(&mut self) {
        self.held.sort_unstable_by_key(|grip| (grip.barrier, grip.vertex));
        self.freedoms.clear();
        for grip in &self.held {
            let p = grip.course.freedom();
            let projector = std::array::from_fn(|k| p[(k / 3, k % 3)]);
            self.freedoms.push(Freedom { vertex: grip.row, projector });
        }
        self.moving = self.held.iter().any(|grip| grip.course.moves());
    }
}

/// Distance from a surface, in mean distances of coupled vertices, up to which a vertex touches it: rounding.
const TOUCH: f64 = 1e-7;

pub(super) fn point(values: &[f64], k: usize) -> Vec3 {
    Vec3::from_column_slice(&values[k..k + 3])
}

impl World {
    /// Whether barriers can take hold of anything.
    pub(super) fn has_grips(&self) -> bool {
        self.mass.lumped().is_some() && self.barriers.iter().any(|b| b.grips().is_some())
    }

    /// A step of size h from s begins: barriers take hold of what is pressed on them.
    pub fn grip(&mut self, s: &State, h: f64) {
        self.release();
        if !self.has_grips() {
            return;
        }
        let mut grips = std::mem::take(&mut self.grips);
        grips.taken.resize(self.vertices(), 0);
        self.with_expanded(s, |scratch| {
            let Scratch { x, v, f, .. } = scratch;
            let at = Configuration { t: s.t, x, v };
            let mut forces_known = false;
            for (barrier, k) in self.barriers.iter().zip(0..) {
                let still = barrier.grips() == Some(true);
                barrier.touching(&at, h, TOUCH * self.element_size, &mut |vertex, needed, outward, course| {
                    let row = self.free_row[vertex as usize];
                    if row == NOT_FREE || grips.taken[vertex as usize] >= 3 {
                        return;
                    }
                    if !forces_known {
                        self.tally.force();
                        f.fill(0.0);
                        self.terms.iter().for_each(|term| term.add_force(&at, f));
                        forces_known = true;
                    }
                    let reaction = needed * self.vertex_masses[vertex as usize] - point(f, 3 * vertex as usize);
                    if reaction.dot(&outward) > 0.0 {
                        grips.take(Grip { vertex, row, barrier: k, still, course });
                    }
                });
            }
        });
        grips.sort();
        self.grips = grips;
        self.watch_from(s);
    }

    /// Lets go of everything.
    pub fn release(&mut self) {
        let Grips { held, taken, let_go, freedoms, moving, impulses, .. } = &mut self.grips;
        impulses.clear();
        held.drain(..).for_each(|grip| taken[grip.vertex as usize] = 0);
        let_go.drain(..).for_each(|vertex| taken[vertex as usize] = 0);
        freedoms.clear();
        *moving = false;
    }

    /// What is gripped is where it is led.
    pub(super) fn lead(&self, t: f64, x: &mut [f64], v: &mut [f64]) {
        for grip in &self.grips.held {
            let k = 3 * grip.vertex as usize;
            let (place, velocity) = grip.course.lead(t, point(x, k), point(v, k));
            x[k..k + 3].copy_from_slice(place.as_slice());
            v[k..k + 3].copy_from_slice(velocity.as_slice());
        }
    }

    /// Writes what is led of a vector for each gripped vertex into those of all; `k` is where it begins.
    pub(super) fn for_led(&self, vector: impl Fn(usize, &Course) -> Vec3, all: &mut [f64]) {
        for grip in &self.grips.held {
            all[3 * grip.vertex as usize..][..3].fill(0.0);
        }
        for grip in &self.grips.held {
            let k = 3 * grip.vertex as usize;
            let led = vector(k, &grip.course);
            (0..3).for_each(|c| all[k + c] += led[c]);
        }
    }

    /// Values of the free vertices into those of all: nothing on held ones, P of them on gripped ones.
    pub(super) fn extend_free(&self, free: &[f64], all: &mut [f64]) {
        self.extend_into(free, all);
        for grip in &self.grips.held {
            let k = 3 * grip.vertex as usize;
            let led = grip.course.led(point(all, k));
            (0..3).for_each(|c| all[k + c] -= led[c]);
        }
    }

    /// f <- P f, of free vertices.
    pub(super) fn let_free(&self, f: &mut [f64]) {
        for grip in &self.grips.held {
            let k = 3 * grip.row as usize;
            let led = grip.course.led(point(f, k));
            (0..3).for_each(|c| f[k + c] -= led[c]);
        }
    }

    /// Runs `add`, which adds stiffness to a matrix that holds a multiple of M, and leaves P K P of it.
    pub(super) fn add_free(&self, a: &mut BlockMatrix, add: impl FnOnce(&mut BlockMatrix)) {
        if self.grips.held.is_empty() {
            return add(a);
        }
        let inertia = self.inertia_of_gripped(|row| a.diagonal(row)[0]);
        add(a);
        a.project(&self.grips.freedoms, &inertia);
    }

    /// The same for a matrix that is not symmetric.
    pub(super) fn add_free_general(&self, a: &mut GeneralMatrix, add: impl FnOnce(&mut GeneralMatrix)) {
        if self.grips.held.is_empty() {
            return add(a);
        }
        let inertia = self.inertia_of_gripped(|row| a.diagonal(row)[0]);
        add(a);
        a.project(&self.grips.freedoms, &inertia);
    }

    /// What stands on the diagonals of gripped vertices; the same in all directions, as mass is.
    fn inertia_of_gripped(&self, diagonal: impl Fn(usize) -> f64) -> MutexGuard<'_, Vec<f64>> {
        let mut inertia = self.grips.inertia.lock().expect("no thread panics with the lock held");
        inertia.clear();
        inertia.extend(self.grips.held.iter().map(|grip| diagonal(grip.row as usize)));
        inertia
    }

    pub(super) fn kinetic_energy(&self, v: &[f64]) -> f64 {
        0.5 * self.all_mass.norm_squared(v)
    }

    /// m of a gripped vertex.
    pub(super) fn gripped_mass(&self, grip: &Grip) -> f64 {
        self.vertex_masses[grip.vertex as usize]
    }

    /// The change of the kinetic energy of what is led over a step.
    pub(super) fn gain_of_led(&self, t: [f64; 2]) -> f64 {
        let zero = Vec3::zeros();
        let of = |grip: &Grip| {
            let [from, to] = t.map(|t| grip.course.led(grip.course.lead(t, zero, zero).1).norm_squared());
            0.5 * self.gripped_mass(grip) * (to - from)
        };
        self.grips.held.iter().map(of).sum()
    }

    /// What it takes of a barrier to put the velocities at the start of a step on their courses.
    pub(super) fn jump(&self, grips: &[Grip], t: f64, v: &[f64]) -> Flow {
        let mut flow = Flow::default();
        for grip in grips {
            let m = self.gripped_mass(grip);
            let own = grip.course.led(point(v, 3 * grip.vertex as usize));
            let led = grip.course.led(grip.course.lead(t, Vec3::zeros(), Vec3::zeros()).1);
            let gain = 0.5 * m * (led.norm_squared() - own.norm_squared());
            grip.pay(&mut flow, gain, grip.course.along((led - own) * m));
        }
        flow
    }

    /// Work on what is led: (m a - f) . u, with velocities u and forces f of all vertices, over a time h. Of what arrives with the losses of that,
    /// or as if it were there already.
    pub(super) fn led_work(
        &self,
        h: f64,
        u: &[f64],
        f: &[f64],
        losses: bool,
        inertial: impl Fn(&Grip) -> Vec3,
    ) -> Flow {
        let mut flow = Flow::default();
        for grip in &self.grips.held {
            let k = 3 * grip.vertex as usize;
            let push = (inertial(grip) - point(f, k)) * h;
            let along = grip.course.along(push);
            match &grip.course {
                Course::Along { way: Way::Arrives(there), .. } if !losses => grip.pay(&mut flow, there * along, along),
                course => grip.pay(&mut flow, course.led(point(u, k)).dot(&push), along),
            }
        }
        flow
    }
}
