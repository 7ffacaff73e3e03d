//! The barriers at the end of a step, with exact books of the total energy.
//!
//! What was gripped jumped to its course at the start of the step and from it at the end: the kinetic energy of both is the obstacle's work. On one
//! that stands still the jumps of what slides cancel, and those of what arrives are losses.

use super::grip::Grips;
use super::{Scratch, World};
use crate::mechanics::{Barrier, Energy, Flow, Grip, MechanicalSystem, Passage, State};

/// Share of the kinetic and elastic energy that the way from a plane to the surface may take.
const BENT: f64 = 0.02;

/// What barriers did at the end of a step.
#[derive(Debug, Clone, Copy, Default)]
pub struct Confined {
    /// Energy that they took and gave.
    pub flow: Flow,
    /// Potential energy that came in where vertices were put back one by one (J).
    pub put_in: f64,
}

impl World {
    /// Applies all barriers to a state that a step from `from` has reached, and lets go of what they gripped. None if nothing changed.
    pub fn confine(&mut self, from: &State, to: &mut State) -> Option<Confined> {
        if self.barriers.is_empty() {
            return None;
        }
        let mut barriers = std::mem::take(&mut self.barriers);
        let mut start = self.take_scratch();
        let mut end = self.take_scratch();
        // What is gripped ends where it was led, but starts as it was.
        self.expand(to, &mut end.x, &mut end.v);
        let mut grips = std::mem::take(&mut self.grips);
        self.expand(from, &mut start.x, &mut start.v);
        let passage = Passage { t: [from.t, to.t], from: &start.x, speeds: &start.v, masses: &self.vertex_masses };
        let mut done = Confined { flow: self.jump(grips.all(), from.t, &start.v), put_in: 0.0 };
        let kept = self.keep(&mut barriers, &mut grips, &passage, &mut end, to, &mut done);
        let changed = self.put_back(&mut barriers, &passage, &mut end, to, &mut done);
        self.return_scratch(start);
        self.return_scratch(end);
        self.barriers = barriers;
        self.grips = grips;
        self.release();
        (changed || kept || done.flow != Flow::default()).then_some(done)
    }

    /// Takes what was gripped from its planes to the surfaces, and what rests on them where it belongs. True if there was anything.
    fn keep(
        &self,
        barriers: &mut [Box<dyn Barrier>],
        grips: &mut Grips,
        passage: &Passage,
        end: &mut Scratch,
        to: &mut State,
        done: &mut Confined,
    ) -> bool {
        let Scratch { x, v, .. } = end;
        let led = moved(grips, x, v, to);
        if led {
            self.restrict_into(x, &mut to.x);
            self.restrict_into(v, &mut to.v);
        }
        let mut kept = false;
        for (k, barrier) in barriers.iter_mut().enumerate() {
            let own = grips.of(k);
            let before = self.kinetic_energy_of(own, v);
            kept |= barrier.keep(passage, own, x, v);
            // Of what slides: what arrives keeps its velocity until now.
            let gain = self.kinetic_energy_of(own, v) - before;
            match barrier.grips() {
                Some(false) => done.flow.injected += gain,
                _ => done.flow.dissipated -= gain,
            }
        }
        if moved(grips, x, v, to) {
            // A plane is not the surface: what is stiff may rather miss that by a little than be bent to it.
            let before = self.energy(to);
            std::mem::swap(&mut to.x, &mut grips.places);
            to.x.resize(grips.places.len(), 0.0);
            self.restrict_into(x, &mut to.x);
            self.restrict_into(v, &mut to.v);
            let bent = potential(&self.energy(to)) - potential(&before);
            if bent.abs() <= BENT * (before.kinetic + before.elastic) {
                // One that moves leads them there.
                done.flow.injected += if grips.all().iter().all(|grip| !grip.still) { bent } else { 0.0 };
            } else {
                for grip in grips.all() {
                    let (k, row) = (3 * grip.vertex as usize, 3 * grip.row as usize);
                    x[k..k + 3].copy_from_slice(&grips.places[row..row + 3]);
                }
                self.restrict_into(x, &mut to.x);
            }
        } else if kept {
            self.restrict_into(x, &mut to.x);
            self.restrict_into(v, &mut to.v);
        }
        led || kept
    }

    /// Puts what is inside where it may be, and takes from what arrived and slid the velocities that it may not keep. True if there was anything.
    fn put_back(
        &self,
        barriers: &mut [Box<dyn Barrier>],
        passage: &Passage,
        end: &mut Scratch,
        to: &mut State,
        done: &mut Confined,
    ) -> bool {
        let Scratch { x, v, .. } = end;
        let changed = barriers.iter_mut().fold(false, |changed, barrier| barrier.confine(passage, x, v) | changed);
        if changed {
            let before = self.energy(to);
            self.restrict_into(x, &mut to.x);
            self.restrict_into(v, &mut to.v);
            let after = self.energy(to);
            let gain = after.total() - before.total();
            done.put_in = (potential(&after) - potential(&before)).max(0.0);
            done.flow += Flow { injected: gain.max(0.0), dissipated: (-gain).max(0.0) };
        }
        changed
    }

    fn kinetic_energy_of(&self, grips: &[Grip], v: &[f64]) -> f64 {
        let of = |grip: &Grip| {
            let v = &v[3 * grip.vertex as usize..][..3];
            0.5 * self.gripped_mass(grip) * v.iter().map(|v| v * v).sum::<f64>()
        };
        grips.iter().map(of).sum()
    }
}

/// Whether anything that is gripped is not where the state has it.
fn moved(grips: &Grips, x: &[f64], v: &[f64], to: &State) -> bool {
    grips.all().iter().any(|grip| {
        let (k, row) = (3 * grip.vertex as usize, 3 * grip.row as usize);
        x[k..k + 3] != to.x[row..row + 3] || v[k..k + 3] != to.v[row..row + 3]
    })
}

fn potential(energy: &Energy) -> f64 {
    energy.total() - energy.kinetic
}
