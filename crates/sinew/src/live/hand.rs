//! The hand of a live session: which vertices it holds and how firmly.
//!
//! It holds the twentieth of the body's free mass that is nearest (in the rest shape) to the grabbed vertex, so that a
//! finer mesh is not pulled into a spike, by springs k_i = m_i W^2 with
//!
//!   W = min( w sqrt(m_body/m_held), 1/dt ),  w = max( 1/(10 dt), sqrt(10 g/L) ),
//!
//! L the size of the body: it swings at the frequency w on the hand, within some sixty steps, and sags by no more than
//! L/10 under gravity g; and since W dt <= 1, schemes that take the hand's force explicitly are stable too, however stiff the
//! body is. Dashpots brake what is held with half of the critical damping.
//!
//! No mouse shall tear a scene apart: the pull is limited (see [`models::forces::hand`](crate::models::forces::hand)) to that of a
//! stretch by L/2, and to what strains the elements around the held vertices by about 1: their stiffness u^T K u times the
//! length of an edge.

use std::ops::Range;
use std::sync::Arc;

use super::edit::EditError;
use crate::mechanics::{ForceTerm, MechanicalSystem, Vec3, World};
use crate::models::ModelError;
use crate::models::forces::{Grip, hand};
use crate::models::motions::Led;

/// Share of a body's mass in the hand.
const SHARE: f64 = 0.05;
/// w dt where gravity does not ask for more.
const FIRMNESS: f64 = 0.1;
/// Sag under gravity over the size of the body.
const SAG: f64 = 0.1;
/// Damping over the critical one.
const DAMPING: f64 = 0.5;
/// Stretch at which the pull stops growing, over the size of the body.
const REACH: f64 = 0.5;
/// A hand farther away than this many sizes of the scene is a slip.
const FARTHEST: f64 = 1e3;

/// Vertices in the hand, and where the hand is.
pub(super) struct Hand {
    /// The vertex that was grabbed.
    pub vertex: usize,
    /// Held vertices, their offsets and masses.
    held: Vec<(u32, [f64; 3], f64)>,
    /// Pull that strains the elements around them by about 1 (N); none where nothing is elastic.
    strength: Option<f64>,
    /// Mass of the body over that in the hand.
    ratio: f64,
    /// Size of the body.
    size: f64,
    motion: Arc<Led>,
    /// Where the hand is, and where it will be after the next step.
    at: Vec3,
    target: Vec3,
}

impl Hand {
    /// Takes hold of the body around a free vertex, `range` being the vertices of the body and x all positions.
    pub fn seize(world: &World, range: Range<usize>, x: &[f64], vertex: usize, point: [f64; 3]) -> Self {
        let at = |list: &[f64], v: usize| Vec3::from_column_slice(&list[3 * v..3 * v + 3]);
        let masses = world.all_mass().vertex_masses();
        let rest = world.rest();
        let mut free: Vec<(f64, usize)> = range
            .clone()
            .filter(|v| world.is_free(*v))
            .map(|v| ((at(rest, v) - at(rest, vertex)).norm_squared(), v))
            .collect();
        // The nearest first; of two at the same distance the first, whatever the sort.
        free.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let whole: f64 = free.iter().map(|(_, v)| masses[*v]).sum();
        let (mut held, mut mass) = (Vec::new(), 0.0);
        for (_, v) in free {
            held.push((v as u32, (at(x, v) - Vec3::from(point)).into(), masses[v]));
            mass += masses[v];
            if mass >= SHARE * whole {
                break;
            }
        }
        let point = Vec3::from(point);
        let size = extent(&rest[3 * range.start..3 * range.end]);
        let strength = world.stiffness_around(held.iter().map(|h| h.0)) * world.element_size();
        let strength = (strength > 0.0 && strength.is_finite()).then_some(strength);
        let (ratio, motion) = (whole / mass, Arc::new(Led::new(point)));
        Self { vertex, held, strength, ratio, size, motion, at: point, target: point }
    }

    /// The force terms at a step size and a strength of gravity.
    pub fn terms(&self, world: &World, dt: f64, gravity: f64) -> Result<Vec<Box<dyn ForceTerm>>, ModelError> {
        let body = (FIRMNESS / dt).max((gravity / (SAG * self.size)).sqrt());
        let rate = (body * self.ratio.sqrt()).min(1.0 / dt);
        let grip = |&(vertex, offset, mass): &(u32, [f64; 3], f64)| Grip {
            vertex,
            offset,
            stiffness: mass * rate * rate,
            damping: 2.0 * DAMPING * mass * rate,
        };
        let grips: Vec<Grip> = self.held.iter().map(grip).collect();
        let stiffness: f64 = grips.iter().map(|g| g.stiffness).sum();
        let limit = self.strength.map_or(f64::INFINITY, |strength| strength / stiffness);
        hand(world.vertices(), &grips, limit.min(REACH * self.size), self.motion.clone())
    }

    /// Where the hand will be after the next step.
    pub fn drag(&mut self, point: [f64; 3]) {
        self.target = Vec3::from(point);
    }

    /// A step from time t over h begins.
    pub fn lead(&self, t: f64, h: f64) {
        self.motion.lead(self.at, self.target, t, h);
    }

    /// The step is done.
    pub fn arrive(&mut self) {
        self.at = self.target;
    }

    /// Rests where it is, as between steps.
    pub fn rest(&self, t: f64) {
        self.motion.lead(self.at, self.at, t, 1.0);
    }
}

/// Refuses points that are not finite or absurdly far from a vertex.
pub(super) fn near(world: &World, x: &[f64], vertex: usize, point: [f64; 3]) -> Result<(), EditError> {
    let from = Vec3::from_column_slice(&x[3 * vertex..3 * vertex + 3]);
    let distance = (Vec3::from(point) - from).norm();
    match distance <= FARTHEST * extent(world.rest()) {
        true => Ok(()),
        false => Err(EditError::FarAway { point }),
    }
}

/// Diagonal of the box around some points; 1 m for a single one.
fn extent(x: &[f64]) -> f64 {
    let corner =
        |pick: fn(f64, f64) -> f64| Vec3::from_fn(|c, _| x.iter().skip(c).step_by(3).copied().fold(x[c], pick));
    let size = (corner(f64::max) - corner(f64::min)).norm();
    if size > 0.0 { size } else { 1.0 }
}
