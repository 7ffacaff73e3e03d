//! Obstacles that move vertices instead of pushing them: projection onto the surface, and holding.
//!
//! `Project` puts a vertex that has come inside back on the surface, takes its velocity against the obstacle and leaves
//! 1 - `slip_loss` of the velocity along it: the pseudo-friction of [michels2014, sec. 5.4], 0.4 there. `Hold` lets a vertex
//! that would come inside come to the surface and stay there, carried by the obstacle and without velocity of its own, until the
//! forces of a step take it outside: the bouncing torus of [michels2014, sec. 5.3]. Both stop what they meet, so energy is lost at touch
//! (and booked); for bounces that give the height back use `penalty`.
//!
//! What touches the surface at the start of a step and is pressed on it is in its [grip](crate::mechanics::grip) until the step ends:
//! `Hold` carries it along, `Project` lets it slide on the plane across the normal at half its way. So nothing falls into an obstacle it lies on
//! only to be put back by itself, which would stretch what hangs on it in every step. Schemes that cannot have that (`takes_grips`)
//! do without.
//!
//! Paths are followed, so a vertex does not jump over a thin obstacle within a step: from a distance d it is safe to go on by
//! d/(its way + the way of the obstacle). Edges and triangles between the vertices are not looked at.

use super::obstacle::{Nearness, Obstacle};
use crate::mechanics::barrier::{Barrier, Passage};
use crate::mechanics::{Configuration, Course, Grip, Vec3, Way};
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
    /// Fixed where it came to the surface.
    Hold,
}

struct Surface {
    name: String,
    vertices: Vec<u32>,
    obstacle: Obstacle,
    offset: f64,
    response: Response,
    /// Vertices that slid along it in the last step, ascending.
    slid: Vec<u32>,
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
    Ok(Box::new(Surface { name: name.into(), vertices: which.to_vec(), obstacle, offset, response, slid: Vec::new() }))
}

/// Rounds of marching along a path; one that grazes takes many.
const ROUNDS: usize = 100;
/// Rounds of projection: one for convex bodies, a few at concave edges.
const PROJECTIONS: usize = 5;
/// Share of its speed up to which a vertex moves along a surface, and not to it or off it: rounding.
const ALONG: f64 = 1e-9;
/// cos of the angle between the normals at the ends of a way up to which both are on the same side of the obstacle.
const SAME_SIDE: f64 = 0.5;
/// cos of the angle by which a surface may turn within half the way of what slides along it; beyond it, it slides off.
const SMOOTH: f64 = 0.95;
/// Share of its way by which the chord of what slides may miss the surface.
const MISSED: f64 = 0.02;

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

    /// Where a vertex that came inside met the surface, and whether it is inside at the end; None if it did not come inside.
    fn visit(&self, passage: &Passage, vertex: u32, to: Vec3) -> Option<Visit> {
        let (t, from) = (passage.t, at(passage.from, vertex));
        let way = self.way(t, from, to);
        if self.obstacle.is_beyond(t[1], to, self.offset + way) {
            return None;
        }
        let end = self.obstacle.nearness(t[1], to).distance;
        let inside = end.value < self.offset;
        let motion = self.obstacle.motion();
        let carry =
            |x: Vec3| if motion.is_still() { x } else { motion.pose(t[1]).position(motion.pose(t[0]).original(x)) };
        let start = self.obstacle.nearness(t[0], from);
        // On the surface, where rounding decides what is inside.
        let touches = (start.distance.value - self.offset).abs() <= 1e-9 * (to - from).norm();
        let began_inside = !touches && start.distance.value <= self.offset;
        let met = if touches {
            // Off it is free, along it, too, if it ends on the same side: the chord of a way along a ball is inside.
            let inward = (to - carry(from)).dot(&start.distance.normal) < 0.0;
            let beyond = inward && end.normal.dot(&start.distance.normal) < SAME_SIDE;
            (inside || beyond && self.through(t, from, to)).then(|| carry(from))
        } else if began_inside {
            inside.then(|| carry(from))
        } else {
            self.meeting(t, from, to, way)
        };
        (inside || met.is_some()).then_some(Visit { met: met.unwrap_or(to), inside, began_inside })
    }

    /// Inside at the end: the nearest point of the surface. Right through: the point where it came in.
    fn surface(&self, t: f64, to: Vec3, visit: &Visit) -> (Vec3, Nearness) {
        let mut x = if visit.inside { to } else { visit.met };
        let mut near = self.obstacle.nearness(t, x);
        for _ in 0..PROJECTIONS {
            let depth = self.offset - near.distance.value;
            if depth <= 0.0 {
                break;
            }
            x += near.distance.normal * depth;
            near = self.obstacle.nearness(t, x);
        }
        (x, near)
    }

    /// New place and velocity of a vertex, if they change.
    fn respond(&self, passage: &Passage, vertex: u32, to: Vec3, v: Vec3) -> Option<(Vec3, Vec3)> {
        let visit = self.visit(passage, vertex, to)?;
        match self.response {
            Response::Hold => Some((visit.met, self.obstacle.nearness(passage.t[1], visit.met).velocity)),
            Response::Project { slip_loss } => {
                let (x, near) = self.surface(passage.t[1], to, &visit);
                let (n, u) = (near.distance.normal, v - near.velocity);
                let across = u - n * u.dot(&n);
                Some((x, near.velocity + across * (1.0 - slip_loss) + n * u.dot(&n).max(0.0)))
            }
        }
    }
}

/// How a vertex came inside in a step.
struct Visit {
    /// Where, carried by the obstacle to the end of the step.
    met: Vec3,
    /// Whether it ends inside.
    inside: bool,
    began_inside: bool,
}

impl Surface {
    /// Where a vertex that touches the surface would be led over a step, and the acceleration and the normal there.
    fn course(&self, t: f64, h: f64, near: &Nearness, x: Vec3, v: Vec3) -> Option<(Vec3, Vec3, Course)> {
        let (n, u) = (near.distance.normal, v - near.velocity);
        let rounding = ALONG * (v.norm() + near.velocity.norm());
        match self.response {
            Response::Hold => {
                let motion = self.obstacle.motion();
                let pose = motion.pose(t);
                let point = pose.original(x);
                let course = Course::Carried { motion: motion.clone(), point };
                (u.norm() <= rounding).then(|| (pose.acceleration(point), n, course))
            }
            Response::Project { .. } => {
                if u.dot(&n).abs() > rounding {
                    return None;
                }
                let middle = self.obstacle.nearness(t + 0.5 * h, x + v * (0.5 * h));
                let normal = middle.distance.normal;
                let speed = normal.dot(&middle.velocity);
                let way = Way::Slides(normal.dot(&u));
                let course = Course::Along { normal, place: normal.dot(&x), speed, start: t, way };
                let acceleration = normal * (2.0 / h * (speed - normal.dot(&v)));
                (normal.dot(&n) > SMOOTH).then_some((acceleration, n, course))
            }
        }
    }

    /// How a vertex that came inside comes to the surface within the step.
    fn arrival(&self, passage: &Passage, vertex: u32, to: Vec3) -> Option<Course> {
        let visit = self.visit(passage, vertex, to)?;
        let ([start, end], from) = (passage.t, at(passage.from, vertex));
        let (place, near) = match self.response {
            // It is let in no farther.
            Response::Hold if visit.began_inside => (visit.met, self.obstacle.nearness(end, visit.met)),
            _ => self.surface(end, to, &visit),
        };
        let normal = near.distance.normal;
        let speed = normal.dot(&(place - from)) / passage.duration();
        let way = Way::Arrives(normal.dot(&near.velocity));
        Some(Course::Along { normal, place: normal.dot(&from), speed, start, way })
    }

    /// Puts a vertex that slid along a plane of a normal, or came to it, back on the surface; the velocity of what slid turns there, and is as
    /// large as before it was turned. None if there is no surface any more.
    fn slide_on(&self, t: f64, normal: &Vec3, way: Way, from: Vec3, x: Vec3, v: Vec3) -> Option<(Vec3, Vec3)> {
        let near = self.obstacle.nearness(t, x);
        let gap = near.distance.value - self.offset;
        if gap.abs() > MISSED * (x - from).norm() {
            return None;
        }
        let x = x - near.distance.normal * gap;
        let near = self.obstacle.nearness(t, x);
        let Way::Slides(turned) = way else { return Some((x, v)) };
        let (n, u) = (near.distance.normal, v - near.velocity);
        let along = u - n * n.dot(&u);
        let (left, before) = (along.norm(), u - normal * normal.dot(&u));
        let share = if left > 0.0 { (before.norm_squared() + turned * turned).sqrt() / left } else { 1.0 };
        Some((x, near.velocity + along * share))
    }
}

fn at(values: &[f64], vertex: u32) -> Vec3 {
    Vec3::from_column_slice(&values[3 * vertex as usize..][..3])
}

/// Whether anything is another one now.
fn put(values: &mut [f64], vertex: u32, new: Vec3) -> bool {
    let old = &mut values[3 * vertex as usize..][..3];
    let changed = *old != *new.as_slice();
    old.copy_from_slice(new.as_slice());
    changed
}

impl Barrier for Surface {
    fn name(&self) -> &str {
        &self.name
    }

    fn grips(&self) -> Option<bool> {
        Some(self.obstacle.motion().is_still())
    }

    fn catch(&self, passage: &Passage, x: &[f64], visit: &mut dyn FnMut(u32, Course)) {
        for vertex in &self.vertices {
            if passage.masses[*vertex as usize] == 0.0 {
                continue;
            }
            if let Some(course) = self.arrival(passage, *vertex, at(x, *vertex)) {
                visit(*vertex, course);
            }
        }
    }

    fn touching(&self, now: &Configuration, h: f64, slack: f64, visit: &mut dyn FnMut(u32, Vec3, Vec3, Course)) {
        let placed = self.obstacle.at(now.t);
        for vertex in &self.vertices {
            let (x, v) = (at(now.x, *vertex), at(now.v, *vertex));
            let Some(near) = placed.within(x, self.offset + slack) else { continue };
            // Deeper inside, `Hold` keeps what it finds, and `Project` has to bring it out first.
            if near.distance.value < self.offset - slack && self.response != Response::Hold {
                continue;
            }
            if let Some((acceleration, outward, course)) = self.course(now.t, h, &near, x, v) {
                visit(*vertex, acceleration, outward, course);
            }
        }
    }

    fn keep(&mut self, passage: &Passage, grips: &[Grip], x: &mut [f64], v: &mut [f64]) -> bool {
        self.slid.clear();
        let mut kept = false;
        for Grip { vertex, course, .. } in grips {
            let Course::Along { normal, way, .. } = course else { continue };
            let from = at(passage.from, *vertex);
            let (to, speed) = (at(x, *vertex), at(v, *vertex));
            if let Some((place, velocity)) = self.slide_on(passage.t[1], normal, *way, from, to, speed) {
                kept |= put(x, *vertex, place) | put(v, *vertex, velocity);
                self.slid.push(*vertex);
            }
        }
        if self.response != Response::Hold || !self.obstacle.motion().is_still() {
            return kept;
        }
        for vertex in &self.vertices {
            if passage.masses[*vertex as usize] == 0.0 || at(passage.speeds, *vertex) != Vec3::zeros() {
                continue;
            }
            let from = at(passage.from, *vertex);
            if let Some((place, velocity)) = self.respond(passage, *vertex, at(x, *vertex), at(v, *vertex))
                && place == from
            {
                kept |= put(x, *vertex, place) | put(v, *vertex, velocity);
            }
        }
        kept
    }

    fn confine(&mut self, passage: &Passage, x: &mut [f64], v: &mut [f64]) -> bool {
        let mut changed = false;
        for vertex in &self.vertices {
            if passage.masses[*vertex as usize] == 0.0 {
                continue;
            }
            let (to, speed) = (at(x, *vertex), at(v, *vertex));
            if self.slid.binary_search(vertex).is_ok() {
                let near = self.obstacle.nearness(passage.t[1], to);
                let (n, u) = (near.distance.normal, speed - near.velocity);
                let left = match self.response {
                    Response::Project { slip_loss } => 1.0 - slip_loss,
                    Response::Hold => 0.0,
                };
                changed |= put(v, *vertex, near.velocity + (u - n * n.dot(&u)) * left);
            } else if let Some((place, velocity)) = self.respond(passage, *vertex, to, speed) {
                changed |= put(x, *vertex, place) | put(v, *vertex, velocity);
            }
        }
        changed
    }
}
