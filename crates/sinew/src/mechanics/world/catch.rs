//! What comes inside an obstacle in a step is caught, and the step made again: who is to be caught, and who to be let go.
//!
//! What is caught comes to the surface along its normal n, from the speed n . v_0 at once to s. With the impulse J = m (s - n . v_0) - integral of n . f
//! that takes, in the frame of the surface, the energy changes by
//!
//!   s J - m (s - n . v_0)^2/2,
//!
//! a loss where the surface pushes. A gain is a pull: where such gains add up to something, those who cause them are let go, and may come back if
//! others hold them up less. What a surface moves away from is let go for good, and put back if it is inside at the end.

use sinew_math::sparse::NOT_FREE;

use super::World;
use super::grip::{Grips, point};
use crate::mechanics::{Configuration, Course, Grip, Passage, State, Way};

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

/// Directions in which a vertex is held that is not to be caught any more.
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
    /// Whether a vertex was let go, and came back, often enough.
    fn tired_of(&self, vertex: u32) -> bool {
        self.let_go.iter().filter(|gone| **gone == vertex).count() >= OFTEN
    }

    /// Lets go of what meets its fate. What was pulled may come back: with others let go it may be pushed after all.
    fn let_go_of(&mut self, fates: &[Fate]) {
        let Self { held, taken, let_go, .. } = self;
        let mut fates = fates.iter();
        held.retain(|grip| {
            let directions = &mut taken[grip.vertex as usize];
            match fates.next().unwrap_or(&Fate::Kept) {
                Fate::Kept => return true,
                Fate::Pulled => *directions -= grip.course.directions(),
                Fate::Left => *directions = LET_GO,
            }
            let_go.push(grip.vertex);
            false
        });
    }
}

impl World {
    /// A step led from one state to the other: lets go of what was caught and had to be pulled, and catches what came inside on the way. `mean` if
    /// the scheme steps with the mean force, which tells who is pulled; what other schemes step with is not known here. False if there was neither, or
    /// so little of it that another try is not worth it.
    pub fn revise(&mut self, from: &State, to: &State, mean: bool) -> bool {
        if !self.has_grips() {
            return false;
        }
        let (mut start, mut end) = (self.take_scratch(), self.take_scratch());
        self.expand(to, &mut end.x, &mut end.v);
        let arriving = self.catches();
        if arriving && !mean {
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
        let looked_at = if arriving { grips.held.as_slice() } else { &[] };
        let arrivals: Vec<Option<Arrival>> = looked_at.iter().enumerate().map(arrival).collect();
        let gain: f64 = arrivals.iter().flatten().map(|arrival| arrival.gain(h)).sum();
        let kinetic = self.kinetic_energy(&start.v).max(self.kinetic_energy(&end.v));
        let pulls = mean && gain > SMALL * kinetic;
        let fate = |(k, grip): (usize, &Grip)| match &arrivals[k] {
            Some(arrival) if pulls && arrival.gain(h) > 0.0 && !grips.tired_of(grip.vertex) => Fate::Pulled,
            Some(arrival) if !grip.still && arrival.leaves(h) => Fate::Left,
            _ => Fate::Kept,
        };
        let fates: Vec<Fate> = looked_at.iter().enumerate().map(fate).collect();
        let mut caught = Vec::new();
        let passage = Passage { t: [from.t, to.t], from: &start.x, speeds: &start.v, masses: &self.vertex_masses };
        for (barrier, k) in self.barriers.iter().zip(0..) {
            let still = barrier.grips() == Some(true);
            barrier.catch(&passage, &end.x, &mut |vertex, course| {
                let row = self.free_row[vertex as usize];
                if row != NOT_FREE {
                    caught.extend(grips.rest_of(Grip { vertex, row, barrier: k, still, course }));
                }
            });
        }
        let gone = fates.iter().filter(|fate| **fate != Fate::Kept).count();
        let revised = (gone + caught.len()) * FEW > grips.held.len() + caught.len() - gone;
        // Where the step stands, so do its grips.
        if revised {
            grips.let_go_of(&fates);
            caught.into_iter().for_each(|grip| grips.take(grip));
            grips.sort();
        }
        self.grips = grips;
        if revised {
            self.watch_from(from);
        }
        self.return_scratch(start);
        self.return_scratch(end);
        revised
    }

    /// What is caught is pushed from here on.
    pub(super) fn watch_from(&mut self, s: &State) {
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
}
