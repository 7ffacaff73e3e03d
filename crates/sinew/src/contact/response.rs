//! Obstacles that move vertices instead of pushing them: projection onto the surface, and holding.
//!
//! `Project` puts a vertex that has come inside back on the surface, takes its velocity against the obstacle and leaves
//! 1 - `slip_loss` of the velocity along it: the pseudo-friction of [michels2014, sec. 5.4], 0.4 there. `Hold` lets a vertex
//! that would come inside stay where it met the surface, carried by the obstacle and without velocity of its own, until the
//! forces of a step take it outside: the bouncing torus of [michels2014, sec. 5.3]. Both stop what they meet, so energy is lost at touch
//! (and booked); for bounces that give the height back use `penalty`.
//!
//! Paths are followed, so a vertex does not jump over a thin obstacle within a step: from a distance d it is safe to go on by
//! d/(its way + the way of the obstacle). Edges and triangles between the vertices are not looked at.

use super::obstacle::Obstacle;
use crate::mechanics::Vec3;
use crate::mechanics::barrier::{Barrier, Passage};
use crate::models::ModelError;
use crate::models::error::{check_stencils, not_negative};

/// What becomes of a vertex that comes inside an obstacle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Response {
    /// Back onto the surface.
    Project {
        /// Share of the velocity along the surface that is lost each time, from 0 to 1.
        slip_loss: f64,
    },
    /// Fixed where it met the surface.
    Hold,
}

struct Surface {
    name: String,
    vertices: Vec<u32>,
    obstacle: Obstacle,
    offset: f64,
    response: Response,
}

/// Keeps the vertices `which` out of `vertices` at a distance of `offset` from an obstacle.
pub fn respond(
    name: impl Into<String>,
    vertices: usize,
    which: &[u32],
    obstacle: Obstacle,
    offset: f64,
    response: Response,
) -> Result<Box<dyn Barrier>, ModelError> {
    not_negative("contact offset", offset)?;
    if let Response::Project { slip_loss } = response
        && !(0.0..=1.0).contains(&slip_loss)
    {
        return Err(ModelError::BadValue { what: "slip_loss", value: slip_loss, need: "between 0 and 1" });
    }
    let stencils: Vec<[u32; 1]> = which.iter().map(|v| [*v]).collect();
    check_stencils("contact vertex", &stencils, vertices)?;
    Ok(Box::new(Surface { name: name.into(), vertices: which.to_vec(), obstacle, offset, response }))
}

/// Rounds of marching along a path; one that grazes takes many.
const ROUNDS: usize = 100;
/// Rounds of projection: one for convex bodies, a few at concave edges.
const PROJECTIONS: usize = 5;

impl Surface {
    fn depth(&self, t: f64, x: Vec3) -> f64 {
        self.offset - self.obstacle.nearness(t, x).distance.value
    }

    /// Whether the middle of a path is inside: of a path that starts on the surface and ends outside.
    fn through(&self, t: [f64; 2], from: Vec3, to: Vec3) -> bool {
        (1..8).any(|k| {
            let share = f64::from(k) / 8.0;
            self.depth(t[0] + share * (t[1] - t[0]), from + (to - from) * share) > 0.0
        })
    }

    /// The way of a vertex relative to the obstacle, at most: its own and those of the obstacle's point at both ends, with some room
    /// for what that does in between.
    fn way(&self, t: [f64; 2], from: Vec3, to: Vec3) -> f64 {
        let motion = self.obstacle.motion();
        if motion.is_still() {
            return (to - from).norm();
        }
        let speed = |t: f64, x: Vec3| {
            let pose = motion.pose(t);
            pose.velocity(pose.original(x)).norm()
        };
        let own = speed(t[0], from).max(speed(t[1], to)).max(speed(0.5 * (t[0] + t[1]), to));
        (to - from).norm() + 1.5 * (t[1] - t[0]) * own
    }

    /// Where the path from `from` to `to` meets the surface, carried by the obstacle to the end of the step.
    fn meeting(&self, t: [f64; 2], from: Vec3, to: Vec3, way: f64) -> Option<Vec3> {
        let h = t[1] - t[0];
        let motion = self.obstacle.motion();
        let carried = |now: f64, x: Vec3| match motion.is_still() {
            true => x,
            false => motion.pose(t[1]).position(motion.pose(now).original(x)),
        };
        let mut share = 0.0;
        // A vertex on the surface is inside or outside by rounding.
        let touch = 1e-9 * way;
        for _ in 0..ROUNDS {
            let (now, x) = (t[0] + share * h, from + (to - from) * share);
            let distance = -self.depth(now, x);
            if distance <= touch {
                return Some(carried(now, x));
            }
            share += distance / way;
            if share > 1.0 {
                return None;
            }
        }
        // Still outside: one that ends inside is stopped there, one that grazes is free.
        let stopped = || carried(t[0] + share * h, from + (to - from) * share);
        (self.depth(t[1], to) > 0.0).then(stopped)
    }

    /// New place and velocity of a vertex, if they change.
    fn respond(&self, t: [f64; 2], from: Vec3, to: Vec3, v: Vec3) -> Option<(Vec3, Vec3)> {
        let way = self.way(t, from, to);
        if self.obstacle.is_beyond(t[1], to, self.offset + way) {
            return None;
        }
        let inside = self.depth(t[1], to) > 0.0;
        let motion = self.obstacle.motion();
        let carry =
            |x: Vec3| if motion.is_still() { x } else { motion.pose(t[1]).position(motion.pose(t[0]).original(x)) };
        let start = self.obstacle.nearness(t[0], from);
        // On the surface, where rounding decides what is inside.
        let touches = (start.distance.value - self.offset).abs() <= 1e-9 * (to - from).norm();
        let met = if touches {
            // Off it is free, along it or into it is not.
            let inward = (to - carry(from)).dot(&start.distance.normal) < 0.0;
            (inside || inward && self.through(t, from, to)).then(|| carry(from))
        } else if start.distance.value > self.offset {
            self.meeting(t, from, to, way)
        } else {
            inside.then(|| carry(from))
        };
        if !inside && met.is_none() {
            return None;
        }
        match self.response {
            Response::Hold => {
                let x = met.unwrap_or(to);
                Some((x, self.obstacle.nearness(t[1], x).velocity))
            }
            Response::Project { slip_loss } => {
                // Inside at the end: the nearest point of the surface. Right through: the point where it came in.
                let mut x = if inside { to } else { met.unwrap_or(to) };
                let mut near = self.obstacle.nearness(t[1], x);
                for _ in 0..PROJECTIONS {
                    let depth = self.offset - near.distance.value;
                    if depth <= 0.0 {
                        break;
                    }
                    x += near.distance.normal * depth;
                    near = self.obstacle.nearness(t[1], x);
                }
                let (n, u) = (near.distance.normal, v - near.velocity);
                let across = u - n * u.dot(&n);
                Some((x, near.velocity + across * (1.0 - slip_loss) + n * u.dot(&n).max(0.0)))
            }
        }
    }
}

impl Barrier for Surface {
    fn name(&self) -> &str {
        &self.name
    }

    fn keep(&mut self, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool {
        if self.response != Response::Hold || !self.obstacle.motion().is_still() {
            return false;
        }
        let mut kept = false;
        for vertex in &self.vertices {
            let k = 3 * *vertex as usize;
            if passage.masses[*vertex as usize] == 0.0 || passage.speeds[k..k + 3] != [0.0; 3] {
                continue;
            }
            let at = |values: &[f64]| Vec3::from_column_slice(&values[k..k + 3]);
            let from = at(passage.from);
            if let Some((place, velocity)) = self.respond(passage.t, from, at(x), at(v))
                && place == from
            {
                x[k..k + 3].copy_from_slice(place.as_slice());
                v[k..k + 3].copy_from_slice(velocity.as_slice());
                kept = true;
            }
        }
        kept
    }

    fn confine(&mut self, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool {
        let mut changed = false;
        for vertex in &self.vertices {
            let k = 3 * *vertex as usize;
            if passage.masses[*vertex as usize] == 0.0 {
                continue;
            }
            let at = |values: &[f64]| Vec3::from_column_slice(&values[k..k + 3]);
            if let Some((place, velocity)) = self.respond(passage.t, at(passage.from), at(x), at(v)) {
                x[k..k + 3].copy_from_slice(place.as_slice());
                v[k..k + 3].copy_from_slice(velocity.as_slice());
                changed = true;
            }
        }
        changed
    }
}
