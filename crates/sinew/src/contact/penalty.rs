//! Springs that push vertices out of an obstacle: E(p) per vertex, p = offset - distance > 0 the depth.
//!
//! Without a ramp E = k p^2/2: the stiffness jumps from 0 to k at touch, and Newton's method may chatter there. With a
//! ramp w > 0 the stiffness grows linearly over the first w metres (E'' = k p/w, then k), so E is twice continuously
//! differentiable and schemes keep their order through a contact:
//! E = k p^3/(6 w) for p < w, else k (p - w/2)^2/2 + k w^2/24.
//! Force E' n; K = E'' n n^T - E' Hess(d). The distance of a convex body is convex, so the projected tangent is
//! E'' n n^T exactly. Deeper than the medial axis a vertex is pushed out of the other side: choose k so that vertices
//! do not get there. Penalty contact as in [dinev2018, sec. 4.4]; for friction see `friction`.

use std::ops::Range;

use super::obstacle::{Nearness, Obstacle, Placed};
use super::surface::point;
use crate::mechanics::elements::write_upper;
use crate::mechanics::{Between, Blocks, Configuration, ElementLaw, Elements, ForceTerm, Local, Mat3, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_stencils, not_negative};

/// Settings of a penalty contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Penalty {
    /// k in N/m per vertex.
    pub stiffness: f64,
    /// Distance from the obstacle's surface at which the force begins, in metres.
    pub offset: f64,
    /// w, the depth over which the stiffness grows to k, in metres; 0 for a plain spring.
    pub ramp: f64,
}

struct PenaltyLaw {
    vertices: Vec<[u32; 1]>,
    obstacle: Obstacle,
    settings: Penalty,
}

/// Penalty forces on the vertices `which` out of `vertices` against an obstacle.
pub fn penalty(
    name: impl Into<String>,
    vertices: usize,
    which: &[u32],
    obstacle: Obstacle,
    settings: Penalty,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    not_negative("contact stiffness", settings.stiffness)?;
    not_negative("contact offset", settings.offset)?;
    not_negative("contact ramp", settings.ramp)?;
    let stencils: Vec<[u32; 1]> = which.iter().map(|v| [*v]).collect();
    check_stencils("contact vertex", &stencils, vertices)?;
    Ok(Box::new(Elements::new(name, vertices, PenaltyLaw { vertices: stencils, obstacle, settings })))
}

impl Penalty {
    /// E, E' and E'' at a depth; all zero outside.
    pub fn law(&self, depth: f64) -> (f64, f64, f64) {
        let Penalty { stiffness: k, ramp: w, .. } = *self;
        // A depth that is not a number must not vanish silently.
        if depth <= 0.0 {
            (0.0, 0.0, 0.0)
        } else if depth < w {
            let slope = k * depth / w;
            (slope * depth * depth / 6.0, 0.5 * slope * depth, slope)
        } else {
            let p = depth - 0.5 * w;
            (0.5 * k * p * p + k * w * w / 24.0, k * p, k)
        }
    }
}

impl Penalty {
    /// s = (E_1 - E_0)/(p_1 - p_0) between two depths, and ds/dp_1; smooth where they meet.
    pub fn secant(&self, p0: f64, p1: f64) -> (f64, f64) {
        let Penalty { stiffness: k, ramp: w, .. } = *self;
        let (low, high) = (p0.min(p1), p0.max(p1));
        if high <= 0.0 {
            (0.0, 0.0)
        } else if low >= w {
            (0.5 * k * (p0 + p1 - w), 0.5 * k)
        } else if low >= 0.0 && high <= w {
            (k / (6.0 * w) * (p0 * p0 + p0 * p1 + p1 * p1), k / (6.0 * w) * (p0 + 2.0 * p1))
        } else if high - low < 1e-6 * (p0.abs() + p1.abs()) {
            // The quotient has no digits left, and the slope in the middle is as good.
            let (_, slope, curvature) = self.law(0.5 * (p0 + p1));
            (slope, 0.5 * curvature)
        } else {
            let ((e0, _, _), (e1, slope, _)) = (self.law(p0), self.law(p1));
            let s = (e1 - e0) / (p1 - p0);
            (s, (slope - s) / (p1 - p0))
        }
    }
}

/// The mean push over a step: s n with n the mean normal, and what its derivative needs.
struct MeanPush {
    s: f64,
    slope: f64,
    normal: Vec3,
    /// At the end of the step.
    end: Vec3,
    curvature: Mat3,
}

impl PenaltyLaw {
    fn mean_push(&self, at: &Between<1>) -> MeanPush {
        if (0..2).all(|end| self.obstacle.is_beyond(at.t[end], at.x[end][0], self.settings.offset)) {
            let (zero, curvature) = (Vec3::zeros(), Mat3::zeros());
            return MeanPush { s: 0.0, slope: 0.0, normal: zero, end: zero, curvature };
        }
        let mean = self.obstacle.mean_nearness(at.t, at.x[0][0], at.x[1][0]);
        let [p0, p1] = mean.distance.map(|d| self.settings.offset - d);
        let (s, slope) = self.settings.secant(p0, p1);
        MeanPush { s, slope, normal: mean.normal, end: mean.end, curvature: mean.curvature }
    }

    /// Where the vertex is, and E, E', E'' there.
    fn at(&self, local: &Local<1>) -> (Nearness, (f64, f64, f64)) {
        self.near(&self.obstacle.at(local.t), local.x[0])
    }

    fn near(&self, obstacle: &Placed, x: Vec3) -> (Nearness, (f64, f64, f64)) {
        match obstacle.within(x, self.settings.offset) {
            Some(near) => (near, self.settings.law(self.settings.offset - near.distance.value)),
            None => (Nearness::FAR, (0.0, 0.0, 0.0)),
        }
    }
}

/// E' n . w, the power of the moving obstacle.
fn driven((near, (_, push, _)): (Nearness, (f64, f64, f64))) -> f64 {
    push * near.distance.normal.dot(&near.velocity)
}

/// K, or its part that is never negative.
fn tangent((near, (_, push, stiffness)): (Nearness, (f64, f64, f64)), projected: bool) -> Mat3 {
    let n = near.distance.normal;
    let across = n * n.transpose() * stiffness;
    if projected { across } else { across - near.distance.hessian * push }
}

impl ElementLaw<1> for PenaltyLaw {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertices
    }

    fn role(&self) -> Role {
        Role::Contact
    }

    fn energy(&self, _e: usize, at: &Local<1>) -> f64 {
        self.at(at).1.0
    }

    // Where the obstacle is costs more than where a vertex is, so sums and blocks of many place it once.
    fn energies(&self, elements: Range<usize>, at: &Configuration) -> f64 {
        let obstacle = self.obstacle.at(at.t);
        elements.map(|e| self.near(&obstacle, point(at.x, self.vertices[e][0])).1.0).sum()
    }

    fn forces(&self, elements: Range<usize>, at: &Configuration, out: &mut [f64]) {
        let obstacle = self.obstacle.at(at.t);
        for (e, out) in elements.zip(out.chunks_exact_mut(3)) {
            let (near, (_, push, _)) = self.near(&obstacle, point(at.x, self.vertices[e][0]));
            out.copy_from_slice((near.distance.normal * push).as_slice());
        }
    }

    fn energy_rates(&self, elements: Range<usize>, at: &Configuration) -> f64 {
        let obstacle = self.obstacle.at(at.t);
        elements.map(|e| driven(self.near(&obstacle, point(at.x, self.vertices[e][0])))).sum()
    }

    fn stiffnesses(&self, elements: Range<usize>, at: &Configuration, c: f64, projected: bool, out: &mut [f64]) {
        let obstacle = self.obstacle.at(at.t);
        for (e, out) in elements.zip(out.chunks_exact_mut(9)) {
            let near = self.near(&obstacle, point(at.x, self.vertices[e][0]));
            write_upper(&[[tangent(near, projected)]], c, out);
        }
    }

    fn energy_rate(&self, _e: usize, at: &Local<1>) -> f64 {
        driven(self.at(at))
    }

    fn force(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        let (near, (_, push, _)) = self.at(at);
        [near.distance.normal * push]
    }

    fn force_rate(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        let (near, (_, push, stiffness)) = self.at(at);
        let n = near.distance.normal;
        [n * (stiffness * n.dot(&near.velocity)) + near.normal_rate * push]
    }

    fn stiffness(&self, _e: usize, at: &Local<1>) -> Blocks<1> {
        [[tangent(self.at(at), false)]]
    }

    fn projected_stiffness(&self, _e: usize, at: &Local<1>) -> Blocks<1> {
        [[tangent(self.at(at), true)]]
    }

    fn mean_force(&self, _e: usize, at: &Between<1>) -> [Vec3; 1] {
        let push = self.mean_push(at);
        [push.normal * push.s]
    }

    fn stress_values(&self) -> usize {
        1
    }

    fn mean_stress(&self, _e: usize, at: &Between<1>, change: &[Vec3; 1], out: &mut [f64]) {
        let MeanPush { s, slope, end, .. } = self.mean_push(at);
        // It never pulls.
        out[0] = (s - slope * end.dot(&change[0])).max(0.0);
    }

    /// A guess that slides by d along a curved surface is too deep by d^2/(2 r): the push of that depth would be the geometric stiffness.
    fn mean_stiffness(&self, _e: usize, at: &Between<1>, stress: &[f64]) -> Blocks<1> {
        let MeanPush { slope, normal, end, curvature, .. } = self.mean_push(at);
        [[normal * end.transpose() * slope - curvature * stress[0]]]
    }

    fn symmetric_mean_stiffness(&self, _e: usize, at: &Between<1>, _stress: &[f64]) -> Blocks<1> {
        let MeanPush { slope, normal, .. } = self.mean_push(at);
        [[normal * normal.transpose() * slope.max(0.0)]]
    }

    fn contact(&self, _e: usize, at: &Local<1>) -> Option<(Vec3, f64)> {
        let (near, (_, push, _)) = self.at(at);
        (push > 0.0).then_some((near.distance.normal, self.settings.stiffness))
    }

    fn time_dependent(&self) -> bool {
        !self.obstacle.motion().is_still()
    }
}
