//! Surfaces do not pass through each other: a continuous check at the end of each step, whatever the integrator and its size.
//!
//! All pairs are followed along the straight paths from x_0 to x_1. A pair that would come closer than a tenth of the
//! thickness after the share tau of the step keeps tau of its approach, and its relative velocity u_n along the normal becomes
//! -e u_n, by impulses along the weights of the nearest points [bridson2002]:
//!
//! x_i += w_i n a/m_i,   v_i += w_i n j/m_i,   a = -(1 - tau) n . sum w_i (x_1 - x_0)_i/S,   j = -(1 + e) u_n/S,   S = sum w_i^2/m_i,
//!
//! which keep the momentum. Pairs are treated one after the other in a fixed order and in rounds, then searched again. What
//! still passes after some rounds becomes one rigid [zone](super::zones), which cannot pass itself [provot1997]. So nothing
//! passes, and the price of a hard case is lost energy, which is booked. Friction: pairs that touch at the end of the step
//! are pushed by h E' and brake their relative velocity along the surface by at most mu times that, as at an
//! [obstacle](super::friction).

use super::bvh::Bounds;
use super::continuous::{reach, time_of_impact};
use super::distance::Pair;
use super::penalty::Penalty;
use super::proximity::{check, thickness};
use super::surface::{Pairs, Surface, corners, point};
use super::zones::Zones;
use crate::mechanics::{Barrier, Passage, Vec3};
use crate::models::ModelError;
use crate::models::error::not_negative;

/// How surfaces that meet react.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Impact {
    /// Coulomb's coefficient.
    pub friction: f64,
    /// e, the share of the approach that comes back where the check has to stop something; 0 to 1.
    pub restitution: f64,
}

struct Passing {
    name: String,
    surface: Surface,
    settings: Penalty,
    impact: Impact,
    pairs: Pairs,
    zones: Zones,
}

/// The barrier that goes with a [`proximity`](super::proximity()) of the same settings.
pub fn passing(
    name: impl Into<String>,
    surface: Surface,
    settings: Penalty,
    impact: Impact,
) -> Result<Box<dyn Barrier>, ModelError> {
    check(&settings)?;
    not_negative("friction coefficient", impact.friction)?;
    if !(0.0..=1.0).contains(&impact.restitution) {
        return Err(ModelError::BadValue { what: "restitution", value: impact.restitution, need: "between 0 and 1" });
    }
    let (pairs, zones) = Default::default();
    Ok(Box::new(Passing { name: name.into(), surface, settings, impact, pairs, zones }))
}

/// Closest approach, as a share of the thickness.
const GAP: f64 = 0.1;
/// Rounds over all pairs before they are searched again.
const ROUNDS: usize = 4;
/// Searches before rigid zones take over, and before all that still passes stays where it was.
const SEARCHES: usize = 8;
const LAST: usize = 40;
/// Looks at pairs a step, for each vertex. Surfaces that lie on each other take a tenth of it; a step in which everything flies through
/// everything would take hours, and all stays where it was.
const LOOKS: usize = 5000;

/// Four vertices on their way.
struct Quad<'a> {
    stencil: &'a [u32; 4],
    masses: [f64; 4],
}

impl Quad<'_> {
    fn new<'a>(stencil: &'a [u32; 4], passage: &Passage) -> Quad<'a> {
        Quad { stencil, masses: stencil.map(|v| passage.masses[v as usize]) }
    }

    /// S, the inverse of the mass that an impulse along the weights sees; held vertices do not move.
    fn lightness(&self, weights: &[f64; 4]) -> f64 {
        (0..4).filter(|i| self.masses[*i] > 0.0).map(|i| weights[i] * weights[i] / self.masses[i]).sum()
    }

    /// values_i += w_i impulse/m_i
    fn push(&self, weights: &[f64; 4], impulse: Vec3, values: &mut [f64]) {
        for i in (0..4).filter(|i| self.masses[*i] > 0.0) {
            let k = 3 * self.stencil[i] as usize;
            let change = impulse * (weights[i] / self.masses[i]);
            (0..3).for_each(|c| values[k + c] += change[c]);
        }
    }

    fn relative(&self, weights: &[f64; 4], values: &[f64]) -> Vec3 {
        (0..4).map(|i| point(values, self.stencil[i]) * weights[i]).sum()
    }
}

impl Passing {
    /// When pair e would pass.
    fn impact_of(&self, e: usize, from: &[f64], x: &[f64]) -> Option<f64> {
        let stencil = &self.pairs.stencils[e];
        time_of_impact(self.pairs.kind(e), &corners(from, stencil), &corners(x, stencil), GAP * self.settings.offset)
    }

    /// All pairs that may pass on the way or touch at its end.
    fn search(&mut self, from: &[f64], x: &[f64]) {
        let Self { surface, settings, pairs, .. } = self;
        let vertices = surface.vertices();
        let way = |v: u32| point(x, v) - point(from, v);
        let mean: Vec3 = vertices.iter().map(|v| way(*v)).sum::<Vec3>() / vertices.len().max(1) as f64;
        let bounds = |v: u32| {
            let start = point(from, v);
            Bounds::around(&[start, start + way(v) - mean]).grown(0.5 * settings.offset)
        };
        let keep = |pair: Pair, stencil: &[u32; 4]| {
            let distance = pair.distance(&corners(from, stencil));
            distance - reach(pair, &stencil.map(way)) <= settings.offset
        };
        surface.pairs(&bounds, &keep, pairs);
    }

    /// Stops pair e where it would pass; whether it would.
    fn stop(&self, e: usize, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool {
        let Some(tau) = self.impact_of(e, passage.from, x) else { return false };
        let (pair, quad) = (self.pairs.kind(e), Quad::new(&self.pairs.stencils[e], passage));
        let (from, to) = (corners(passage.from, quad.stencil), corners(x, quad.stencil));
        let meeting: [Vec3; 4] = std::array::from_fn(|i| from[i] + (to[i] - from[i]) * tau);
        let near = pair.nearest(&meeting);
        let (_, n) = near.distance(pair, &meeting);
        let w = &near.weights;
        let lightness = quad.lightness(w);
        if lightness == 0.0 {
            return false;
        }
        let way: Vec3 = (0..4).map(|i| (to[i] - from[i]) * w[i]).sum();
        let approach = way.dot(&n);
        if approach < 0.0 {
            quad.push(w, n * (-(1.0 - tau) * approach / lightness), x);
        }
        let u = quad.relative(w, v);
        let speed = u.dot(&n);
        if speed < 0.0 {
            let impulse = -(1.0 + self.impact.restitution) * speed / lightness;
            let across = u - n * speed;
            let grip = if across.norm() > 0.0 {
                across * -(self.impact.friction * impulse / across.norm()).min(1.0 / lightness)
            } else {
                Vec3::zeros()
            };
            quad.push(w, n * impulse + grip, v);
        }
        true
    }

    /// Coulomb's law between surfaces that touch at the end of the step.
    fn brake(&self, passage: &Passage, x: &[f64], v: &mut [f64]) -> bool {
        let mut changed = false;
        if self.impact.friction == 0.0 {
            return changed;
        }
        for (e, stencil) in self.pairs.stencils.iter().enumerate() {
            let (pair, at) = (self.pairs.kind(e), corners(x, stencil));
            let near = pair.nearest(&at);
            let (d, n) = near.distance(pair, &at);
            if d >= self.settings.offset {
                continue;
            }
            let (_, push, _) = self.settings.law(thickness(&self.surface, &self.settings, pair, stencil) - d);
            let quad = Quad::new(stencil, passage);
            let (lightness, u) = (quad.lightness(&near.weights), quad.relative(&near.weights, v));
            let across = u - n * u.dot(&n);
            let speed = across.norm();
            if push > 0.0 && speed > 0.0 && lightness > 0.0 {
                let impulse = (self.impact.friction * passage.duration() * push).min(speed / lightness);
                quad.push(&near.weights, across * (-impulse / speed), v);
                changed = true;
            }
        }
        changed
    }
}

impl Barrier for Passing {
    fn name(&self) -> &str {
        &self.name
    }

    fn confine(&mut self, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool {
        let mut changed = false;
        self.zones.clear(x.len() / 3);
        let mut looks = LOOKS * self.surface.vertices().len();
        for search in 0..LAST {
            self.search(passage.from, x);
            let mut passes = false;
            let wild = looks < self.pairs.stencils.len();
            if wild {
                self.pairs.stencils.iter().for_each(|stencil| self.zones.join(stencil));
                self.zones.move_rigidly(passage, true, x, v);
                return true;
            } else if search < SEARCHES {
                for _ in 0..ROUNDS {
                    let mut again = false;
                    looks = looks.saturating_sub(self.pairs.stencils.len());
                    for e in 0..self.pairs.stencils.len() {
                        again |= self.stop(e, passage, x, v);
                    }
                    passes |= again;
                    if !again {
                        break;
                    }
                }
            } else {
                looks -= self.pairs.stencils.len();
                for e in 0..self.pairs.stencils.len() {
                    let stencil = &self.pairs.stencils[e];
                    let free = stencil.iter().any(|v| passage.masses[*v as usize] > 0.0);
                    if free && self.impact_of(e, passage.from, x).is_some() {
                        self.zones.join(stencil);
                        passes = true;
                    }
                }
                if passes {
                    // The last word: all zones stay where they were.
                    self.zones.move_rigidly(passage, search + 1 == LAST, x, v);
                }
            }
            changed |= passes;
            if !passes {
                break;
            }
        }
        self.brake(passage, x, v) || changed
    }
}
