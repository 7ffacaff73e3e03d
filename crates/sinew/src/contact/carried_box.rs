//! The bounce of a whole body by a box that it carries along, while what stands out of the box crumples.
//!
//! [luan2020, sec. 5.3] computes the rebound of a car "by treating the car as a rigid body", with "an appropriate bounding box", and
//! its deformation by springs. Here the box is the bounding box of the rest shape without a crumple zone at each side, carried by
//! the [rigid motion](RigidFit) nearest to the body's. Where a corner p of it, or the point nearest to a round obstacle,
//! touches and approaches, u = n . (V + w x r - v_obstacle) < 0 with r = p - c, the body gets the impulse of a rigid box,
//!
//!   J = (-(1 + e) u n) / (1/M + n . (I^-1 (r x n)) x r),   v_i += J/M + (I^-1 (r x J)) x (x_i - c),
//!
//! for several points at once so that each leaves at e times its approach or faster, with pushes only (a sweep over the points until
//! nothing changes). Friction then takes at most mu times each push from the sliding. The change is a rigid motion, so the body gets
//! exactly J and r x J and loses exactly the energy that a rigid box would: (1 - e^2) of the approach's, never less than nothing,
//! since only points that approach are pushed; what an impulse sets on the obstacle gets its own at the next step.
//!
//! Places stay as they are and paths are not followed: a box that crosses a thin obstacle within one step does not notice. Of a
//! mesh with dents one nearest point is found. Not for bodies that are held: the held vertices do not count.

use std::ops::Range;
use std::sync::Mutex;

use super::obstacle::Obstacle;
use super::shapes::Shape;
use crate::mechanics::{Impulse, Moment, RigidFit, Vec3};
use crate::models::ModelError;
use crate::models::error::not_negative;

/// How the carried box bounces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounce {
    /// Share of the body's length, width and height that stands out of the box at each side, from 0 to below 0.5.
    pub crumple: [f64; 3],
    /// e: speed of the rebound over that of the approach.
    pub restitution: f64,
    /// mu, Coulomb's coefficient.
    pub friction: f64,
}

/// One point of the box that touches and approaches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Where, in metres.
    pub point: Vec3,
    /// Outward normal of the obstacle.
    pub normal: Vec3,
    /// Velocity of the obstacle there.
    pub carried: Vec3,
    /// n . u before, below 0.
    pub approach: f64,
    /// Push along the normal, in N s.
    pub push: f64,
    /// All of the impulse on the body, friction included.
    pub impulse: Vec3,
}

struct CarriedBox {
    name: String,
    vertices: Range<usize>,
    rest: Vec<f64>,
    /// Opposite corners in the rest shape.
    corners: [Vec3; 2],
    obstacle: Obstacle,
    offset: f64,
    bounce: Bounce,
    past: Mutex<Past>,
}

/// What has happened so far, and a buffer.
#[derive(Default)]
struct Past {
    touches: usize,
    impulse: Vec3,
    hits: Vec<Hit>,
}

/// Sweeps over the points that touch: four corners on a plane settle to rounding in some tens.
const SWEEPS: usize = 200;
/// Sweeps of friction; each takes from the sliding what is left of mu times the push.
const FRICTION_SWEEPS: usize = 8;
/// Halvings of the step in the search for the nearest point: to 1e-6 of the box.
const HALVINGS: usize = 20;

/// The box of the vertices in a range, whose places at rest are among those of all vertices.
pub fn carried_box(
    name: impl Into<String>,
    rest: &[f64],
    vertices: Range<usize>,
    obstacle: Obstacle,
    offset: f64,
    bounce: Bounce,
) -> Result<Box<dyn Impulse>, ModelError> {
    not_negative("contact offset", offset)?;
    not_negative("friction coefficient", bounce.friction)?;
    if !(0.0..=1.0).contains(&bounce.restitution) {
        let (what, value) = ("restitution", bounce.restitution);
        return Err(ModelError::BadValue { what, value, need: "between 0 (no rebound) and 1 (no loss)" });
    }
    if let Some(value) = bounce.crumple.into_iter().find(|share| !(0.0..0.5).contains(share)) {
        let need = "at least 0 and below 0.5, or nothing is left of the box";
        return Err(ModelError::BadValue { what: "crumple", value, need });
    }
    if vertices.is_empty() {
        return Err(ModelError::Empty { what: "the body that bounces" });
    }
    let (mut low, mut high) = (Vec3::from_element(f64::INFINITY), Vec3::from_element(f64::NEG_INFINITY));
    for p in rest[3 * vertices.start..3 * vertices.end].chunks_exact(3) {
        let p = Vec3::from_column_slice(p);
        (low, high) = (low.inf(&p), high.sup(&p));
    }
    let zone = (high - low).component_mul(&Vec3::from(bounce.crumple));
    let corners = [low + zone, high - zone];
    let (name, rest, past) = (name.into(), rest.to_vec(), Mutex::default());
    Ok(Box::new(CarriedBox { name, vertices, rest, corners, obstacle, offset, bounce, past }))
}

impl Bounce {
    /// Gives each hit its push and impulse, and the body its motion after them.
    pub fn rebound(&self, body: &mut RigidFit, hits: &mut [Hit]) {
        for _ in 0..SWEEPS {
            let (mut change, mut most) = (0.0_f64, 0.0_f64);
            for hit in hits.iter_mut() {
                let speed = (body.velocity_at(hit.point) - hit.carried).dot(&hit.normal);
                let wanted = -self.restitution * hit.approach - speed;
                let push = (hit.push + wanted / body.give(hit.point, hit.normal)).max(0.0);
                body.push(hit.point, hit.normal * (push - hit.push));
                (change, most) = (change.max((push - hit.push).abs()), most.max(push));
                hit.push = push;
            }
            if change <= 1e-15 * most {
                break;
            }
        }
        hits.iter_mut().for_each(|hit| hit.impulse = hit.normal * hit.push);
        for _ in 0..FRICTION_SWEEPS {
            for hit in hits.iter_mut() {
                let u = body.velocity_at(hit.point) - hit.carried;
                let along = u - hit.normal * u.dot(&hit.normal);
                let left = self.friction * hit.push - (hit.impulse - hit.normal * hit.push).norm();
                let slide = along.norm();
                if slide > 0.0 && left > 0.0 {
                    // No more than what stops the sliding, so that friction takes energy only.
                    let direction = along / slide;
                    let brake = direction * -left.min(slide / body.give(hit.point, direction));
                    body.push(hit.point, brake);
                    hit.impulse += brake;
                }
            }
        }
    }
}

impl CarriedBox {
    /// Where a place in the box, with coordinates from 0 to 1, has been carried.
    fn place(&self, body: &RigidFit, share: &Vec3) -> Vec3 {
        let [low, high] = self.corners;
        body.carried(low + (high - low).component_mul(share))
    }

    /// The point of the box that is nearest to the obstacle, or deepest in it: downhill from the middle, in halving steps.
    fn nearest(&self, body: &RigidFit, t: f64) -> Vec3 {
        let [low, high] = self.corners;
        let size = high - low;
        let near = |share: &Vec3| self.obstacle.nearness(t, self.place(body, share)).distance;
        let mut share = Vec3::from_element(0.5);
        let mut here = near(&share);
        let mut step = size.norm();
        for _ in 0..HALVINGS {
            for _ in 0..8 {
                let way = body.rotation.tr_mul(&here.normal) * -step;
                // A flat body has a box without thickness.
                let next =
                    Vec3::from_fn(
                        |c, _| {
                            if size[c] > 0.0 { (share[c] + way[c] / size[c]).clamp(0.0, 1.0) } else { 0.5 }
                        },
                    );
                let there = near(&next);
                if !(there.value < here.value) {
                    break;
                }
                (share, here) = (next, there);
            }
            step *= 0.5;
        }
        self.place(body, &share)
    }

    /// The points that touch and approach.
    fn find(&self, body: &RigidFit, t: f64, hits: &mut Vec<Hit>) {
        hits.clear();
        let mut look = |point: Vec3| {
            let near = self.obstacle.nearness(t, point);
            let (normal, carried) = (near.distance.normal, near.velocity);
            let approach = (body.velocity_at(point) - carried).dot(&normal);
            if near.distance.value <= self.offset && approach < 0.0 {
                hits.push(Hit { point, normal, carried, approach, push: 0.0, impulse: Vec3::zeros() });
            }
        };
        for corner in 0..8u32 {
            look(self.place(body, &Vec3::from_fn(|c, _| f64::from(corner >> c & 1))));
        }
        // A plane meets a corner first; anything else may meet a face or an edge.
        if !matches!(self.obstacle.shape(), Shape::Plane { .. }) {
            look(self.nearest(body, t));
        }
    }
}

impl Impulse for CarriedBox {
    fn name(&self) -> &str {
        &self.name
    }

    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64 {
        let Some(before) = RigidFit::of(self.vertices.clone(), moment.masses, &self.rest, moment.x, v) else {
            return 0.0;
        };
        let mut past = self.past.lock().expect("nobody panics while holding it");
        self.find(&before, moment.t, &mut past.hits);
        if past.hits.is_empty() {
            return 0.0;
        }
        let mut after = before;
        self.bounce.rebound(&mut after, &mut past.hits);
        after.hand_on(&before, self.vertices.clone(), moment.masses, moment.x, v);
        let impulse: Vec3 = past.hits.iter().map(|hit| hit.impulse).sum();
        past.touches += 1;
        past.impulse += impulse;
        // A moving obstacle pays for what it pushes.
        past.hits.iter().map(|hit| hit.impulse.dot(&hit.carried)).sum()
    }

    fn remark(&self) -> Option<String> {
        let past = self.past.lock().expect("nobody panics while holding it");
        let [x, y, z] = past.impulse.into();
        let times = past.touches;
        Some(format!("{}: {times} steps with a rebound, impulse [{x:.6e}, {y:.6e}, {z:.6e}] N s", self.name))
    }
}
