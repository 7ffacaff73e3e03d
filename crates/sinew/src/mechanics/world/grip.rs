//! What barriers have hold of during a step ([`Grip`]): who it is, and what is left of forces and matrices on them.
//!
//! A vertex is gripped if it touches a surface at the start of the step, does not leave it, and is pressed on it: the reaction
//! m a - f that its course asks for points outward. In all evaluations of the step it is then where its course leads it, as scripted vertices are, and
//! the unknowns that stand for it are dummies without force and stiffness: f <- P f, K <- P K P, with the mass left where it was.
//! What comes inside all the same is caught, what was caught and would have to be pulled is let go until the step is over, and the step made once
//! more ([`World::revise`]). Masses have to be lumped; with a consistent one nothing is gripped, and barriers put back what has come inside.

use std::sync::{Mutex, MutexGuard};

use sinew_math::sparse::{BlockMatrix, Freedom, GeneralMatrix, NOT_FREE};

use super::{Scratch, World};
use crate::mechanics::{Configuration, Course, Flow, Grip, Passage, State, Vec3, Way};

/// What is held now.
#[derive(Default)]
pub(super) struct Grips {
    /// By barrier, then by vertex; a vertex between obstacles is there once for each, on planes at right angles.
    held: Vec<Grip>,
    /// For each vertex in how many directions it is led; more than three if it was let go.
    taken: Vec<u8>,
    let_go: Vec<u32>,
    /// P at each of them, by row.
    freedoms: Vec<Freedom>,
    /// Whether any of them is led somewhere.
    moving: bool,
    /// Where the last substep ended, and what the mean force has given to each of them along its normal until then, while anything is caught.
    last: State,
    impulses: Vec<f64>,
    /// Room for diagonals.
    inertia: Mutex<Vec<f64>>,
    /// Room for places.
    pub places: Vec<f64>,
}

const LET_GO: u8 = 4;

/// What becomes of a vertex that was caught.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    Kept,
    /// Only a pull would lead it there.
    Pulled,
    /// The surface goes away from it.
    Left,
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

    /// Takes hold of a vertex, or of what is left of it.
    fn take(&mut self, grip: Grip) {
        let known = self.taken[grip.vertex as usize];
        let mut others = self.held.iter().filter(|other| known > 0 && other.vertex == grip.vertex);
        if let Some(course) = others.try_fold(grip.course, |course, other| course.beside(&other.course)) {
            self.taken[grip.vertex as usize] += course.directions();
            self.held.push(Grip { course, ..grip });
        }
    }

    /// Lets go of what meets its fate. What was pulled may come back: with others let go it may be pushed after all.
    fn let_go_of(&mut self, fate: impl Fn(usize, &Grip) -> Fate) {
        let Self { held, taken, let_go, .. } = self;
        let before = let_go.len();
        let mut place = 0..;
        held.retain(|grip| {
            let left = match place.next().map_or(Fate::Kept, |k| fate(k, grip)) {
                Fate::Kept => return true,
                Fate::Pulled if let_go[..before].iter().filter(|gone| **gone == grip.vertex).count() == OFTEN => {
                    return true;
                }
                Fate::Pulled => 0,
                Fate::Left => LET_GO,
            };
            taken[grip.vertex as usize] = left;
            let_go.push(grip.vertex);
            false
        });
    }

    fn sort(&mut self) {
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

/// Share of a reaction up to which its sign is rounding.
const ROUNDING: f64 = 1e-9;
/// Share of the kinetic energy that pulls may bring in.
const SMALL: f64 = 1e-3;
/// Times that a vertex may be let go of in a step.
const OFTEN: usize = 2;
/// One change among as many grips is not worth another try.
const FEW: usize = 50;

/// The motion of a vertex that comes to a surface, along the normal.
struct Arrival {
    mass: f64,
    /// At the start, on the way, and at last.
    speeds: [f64; 3],
    force: f64,
}

impl Arrival {
    /// What leading it brings in (J), in a step of size h and in the frame of the surface.
    fn gain(&self, h: f64) -> f64 {
        let [own, speed, last] = self.speeds;
        let push = self.mass * (speed - own) - h * self.force;
        (speed - last) * push - 0.5 * self.mass * (speed - own).powi(2)
    }

    /// Whether it would have to be pulled to keep up with the surface.
    fn leaves(&self, h: f64) -> bool {
        let [own, speed, last] = self.speeds;
        let needed = self.mass / h * (last - own);
        last < speed && needed - self.force < -ROUNDING * (needed.abs() + self.force.abs())
    }
}
/// Distance from a surface, in mean distances of coupled vertices, up to which a vertex touches it: rounding.
const TOUCH: f64 = 1e-7;

fn point(values: &[f64], k: usize) -> Vec3 {
    Vec3::from_column_slice(&values[k..k + 3])
}

impl World {
    /// Whether barriers can take hold of anything.
    fn has_grips(&self) -> bool {
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

    /// A step led from one state to the other: lets go of what was caught and had to be pulled, and catches what came inside on the way. `mean` if
    /// the scheme steps with the mean force, which tells who is pulled; what other schemes step with is not known here. False if there was neither, or
    /// so little of it that another try is not worth it.
    pub fn revise(&mut self, from: &State, to: &State, mean: bool) -> bool {
        if !self.has_grips() {
            return false;
        }
        let (mut start, mut end) = (self.take_scratch(), self.take_scratch());
        self.expand(to, &mut end.x, &mut end.v);
        if self.catches() && !mean {
            self.tally.force();
            let at = Configuration { t: to.t, x: &end.x, v: &end.v };
            end.f.fill(0.0);
            self.terms.iter().for_each(|term| term.add_force(&at, &mut end.f));
        }
        let mut grips = std::mem::take(&mut self.grips);
        self.expand(from, &mut start.x, &mut start.v);
        let h = to.t - from.t;
        // Who arrives, its speeds at the start, on the way and at last, and the force on it, all along the normal.
        let arrival = |(k, grip): (usize, &Grip)| {
            let impulse = grips.impulses.get(k).copied().unwrap_or_default();
            let Course::Along { normal, speed, way: Way::Arrives(last), .. } = &grip.course else { return None };
            let k = 3 * grip.vertex as usize;
            Some(Arrival {
                mass: self.vertex_masses[grip.vertex as usize],
                speeds: [normal.dot(&point(&start.v, k)), *speed, *last],
                force: if mean { impulse / h } else { normal.dot(&point(&end.f, k)) },
            })
        };
        let arrivals: Vec<Option<Arrival>> = grips.held.iter().enumerate().map(arrival).collect();
        let gain: f64 = arrivals.iter().flatten().map(|arrival| arrival.gain(h)).sum();
        let kinetic = self.kinetic_energy(&start.v).max(self.kinetic_energy(&end.v));
        let pulls = mean && gain > SMALL * kinetic;
        let held = grips.held.len();
        grips.let_go_of(|k, grip| match &arrivals[k] {
            Some(arrival) if pulls && arrival.gain(h) > 0.0 => Fate::Pulled,
            Some(arrival) if !grip.still && arrival.leaves(h) => Fate::Left,
            _ => Fate::Kept,
        });
        let gone = held - grips.held.len();
        let known = grips.held.len();
        grips.taken.resize(self.vertices(), 0);
        let passage = Passage { t: [from.t, to.t], from: &start.x, speeds: &start.v, masses: &self.vertex_masses };
        for (barrier, k) in self.barriers.iter().zip(0..) {
            let still = barrier.grips() == Some(true);
            barrier.catch(&passage, &end.x, &mut |vertex, course| {
                let row = self.free_row[vertex as usize];
                if row != NOT_FREE && grips.taken[vertex as usize] < 3 {
                    grips.take(Grip { vertex, row, barrier: k, still, course });
                }
            });
        }
        let changes = gone + grips.held.len() - known;
        let revised = changes * FEW > grips.held.len();
        grips.sort();
        self.grips = grips;
        self.watch_from(from);
        self.return_scratch(start);
        self.return_scratch(end);
        revised
    }

    /// What is caught is pushed from here on.
    fn watch_from(&mut self, s: &State) {
        self.grips.impulses.clear();
        if self.catches() {
            self.grips.impulses.resize(self.grips.held.len(), 0.0);
            self.grips.last.copy_from(s);
        }
    }

    /// A substep was made: who was pushed in it?
    pub(super) fn watch(&mut self, s: &State) {
        if self.grips.impulses.is_empty() {
            return;
        }
        self.tally.force();
        let mut scratch = self.take_scratch();
        self.mean_force_on_all(&self.grips.last, s, &mut scratch.f);
        let Grips { held, impulses, last, .. } = &mut self.grips;
        for (grip, impulse) in held.iter().zip(impulses) {
            *impulse += (s.t - last.t) * grip.course.along(point(&scratch.f, 3 * grip.vertex as usize));
        }
        last.copy_from(s);
        self.return_scratch(scratch);
    }

    /// Whether anything comes to a surface in this step.
    pub fn catches(&self) -> bool {
        self.grips.held.iter().any(|grip| grip.course.arrives())
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
