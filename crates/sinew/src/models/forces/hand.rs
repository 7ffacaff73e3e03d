//! A hand that holds some vertices: springs to points carried by a motion, with a force that no distance makes larger than
//! k l.
//!
//! With d = x - p(t) and s = sqrt(1 + |d|^2/l^2),
//!
//!   V = k l^2 (s - 1) = k |d|^2/(1 + s),  f = -(k/s) d,  Hess V = (k/s)(I - d d^T/(l^2 s^2)),
//!
//! a plain spring for |d| << l, a constant pull for |d| >> l, convex everywhere. Since V_1 - V_0 = k (|d_1|^2 - |d_0|^2)/(s_0 + s_1),
//! the mean force -k (d_0 + d_1)/(s_0 + s_1) does exactly the work of the potential. The energy counts as external: a hand is
//! no part of the bodies, and schemes that split the elastic force need not know of it.
//!
//! Dashpots brake the vertices against space, not against the moving points: a hand that jumps must not throw what it holds.

use std::sync::Arc;

use super::attachments::{Attachment, attachment_damping};
use crate::mechanics::elements::Scalars;
use crate::mechanics::motion::Still;
use crate::mechanics::{Between, Blocks, ElementLaw, Elements, ForceTerm, Local, Mat3, Motion, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_not_negative, check_stencils, finite_vector};

/// One vertex in the hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grip {
    /// The vertex.
    pub vertex: u32,
    /// Where the hand wants it, seen from the point that the motion carries (m).
    pub offset: [f64; 3],
    /// k in N/m.
    pub stiffness: f64,
    /// Viscosity of a dashpot between vertex and space, in N s/m.
    pub damping: f64,
}

struct Hand {
    vertices: Vec<[u32; 1]>,
    offsets: Vec<Vec3>,
    stiffness: Vec<f64>,
    /// 1/l^2
    softening: f64,
    motion: Arc<dyn Motion>,
}

/// The springs of a hand and their dashpots. `reach` is l in metres; the motion carries the origin to p(t).
pub fn hand(
    vertices: usize,
    grips: &[Grip],
    reach: f64,
    motion: Arc<dyn Motion>,
) -> Result<Vec<Box<dyn ForceTerm>>, ModelError> {
    let stencils: Vec<[u32; 1]> = grips.iter().map(|g| [g.vertex]).collect();
    check_stencils("grip", &stencils, vertices)?;
    let stiffness: Vec<f64> = grips.iter().map(|g| g.stiffness).collect();
    check_not_negative("grip", "stiffness", &stiffness)?;
    if !(reach > 0.0 && reach.is_finite()) {
        return Err(ModelError::BadValue { what: "the reach of a hand", value: reach, need: "finite and positive" });
    }
    let offsets = grips.iter().map(|g| finite_vector("the offset of a grip", g.offset));
    let law = Hand {
        offsets: offsets.collect::<Result<_, _>>()?,
        vertices: stencils,
        stiffness,
        softening: 1.0 / (reach * reach),
        motion,
    };
    let ties: Vec<Attachment> = grips
        .iter()
        .map(|g| Attachment {
            vertex: g.vertex,
            point: g.offset,
            motion: Arc::new(Still),
            stiffness: 0.0,
            rest_length: 0.0,
            damping: g.damping,
        })
        .collect();
    let mut terms: Vec<Box<dyn ForceTerm>> = vec![Box::new(Elements::new("hand", vertices, law))];
    if grips.iter().any(|g| g.damping > 0.0) {
        terms.push(attachment_damping("damping of the hand", vertices, &ties)?);
    }
    Ok(terms)
}

impl Hand {
    /// d and the velocity of p.
    fn separation(&self, e: usize, t: f64, x: &Vec3) -> (Vec3, Vec3) {
        let pose = self.motion.pose(t);
        (x - pose.position(self.offsets[e]), pose.velocity(self.offsets[e]))
    }

    /// s
    fn softness(&self, d: &Vec3) -> f64 {
        (1.0 + self.softening * d.norm_squared()).sqrt()
    }
}

impl ElementLaw<1> for Hand {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertices
    }

    fn role(&self) -> Role {
        Role::External
    }

    fn energy(&self, e: usize, at: &Local<1>) -> f64 {
        let (d, _) = self.separation(e, at.t, &at.x[0]);
        self.stiffness[e] * d.norm_squared() / (1.0 + self.softness(&d))
    }

    fn energy_rate(&self, e: usize, at: &Local<1>) -> f64 {
        let (d, velocity) = self.separation(e, at.t, &at.x[0]);
        -self.stiffness[e] / self.softness(&d) * d.dot(&velocity)
    }

    fn force(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        let (d, _) = self.separation(e, at.t, &at.x[0]);
        [d * (-self.stiffness[e] / self.softness(&d))]
    }

    fn force_rate(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        let (_, velocity) = self.separation(e, at.t, &at.x[0]);
        [self.stiffness(e, at)[0][0] * velocity]
    }

    fn force_difference(&self, e: usize, a: &Local<1>, b: &Local<1>) -> [Vec3; 1] {
        let ((d0, _), (d1, _)) = (self.separation(e, a.t, &a.x[0]), self.separation(e, b.t, &b.x[0]));
        let (s0, s1) = (self.softness(&d0), self.softness(&d1));
        let moved = self.motion.pose(b.t).position(self.offsets[e]) - self.motion.pose(a.t).position(self.offsets[e]);
        let delta = (b.x[0] - a.x[0]) - moved;
        // s_1 - s_0 without cancellation.
        let rise = self.softening * delta.dot(&(d0 + d1)) / (s0 + s1);
        [(delta / s1 - d0 * (rise / (s0 * s1))) * -self.stiffness[e]]
    }

    fn stiffness(&self, e: usize, at: &Local<1>) -> Blocks<1> {
        let (d, _) = self.separation(e, at.t, &at.x[0]);
        let s = self.softness(&d);
        [[(Mat3::identity() - d * d.transpose() * (self.softening / (s * s))) * (self.stiffness[e] / s)]]
    }

    fn projected_stiffness(&self, e: usize, at: &Local<1>) -> Blocks<1> {
        self.stiffness(e, at)
    }

    fn metric(&self, e: usize, _rest: &Local<1>) -> Scalars<1> {
        [[self.stiffness[e]]]
    }

    fn mean_force(&self, e: usize, at: &Between<1>) -> [Vec3; 1] {
        let [d0, d1] = [0, 1].map(|k| self.separation(e, at.t[k], &at.x[k][0]).0);
        [(d0 + d1) * (-self.stiffness[e] / (self.softness(&d0) + self.softness(&d1)))]
    }

    /// k/S (I - (d_0 + d_1) d_1^T/(l^2 s_1 S)) with S = s_0 + s_1.
    fn mean_stiffness(&self, e: usize, at: &Between<1>, _stress: &[f64]) -> Blocks<1> {
        let [d0, d1] = [0, 1].map(|k| self.separation(e, at.t[k], &at.x[k][0]).0);
        let s1 = self.softness(&d1);
        let sum = self.softness(&d0) + s1;
        let turn = (d0 + d1) * d1.transpose() * (self.softening / (s1 * sum));
        [[(Mat3::identity() - turn) * (self.stiffness[e] / sum)]]
    }

    fn time_dependent(&self) -> bool {
        true
    }
}
