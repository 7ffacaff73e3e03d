//! Springs from vertices to points p(t) carried by a motion: d = x - p(t), energy of [`Axial`] in d, counted as elastic.
//!
//! dV/dt at fixed x is -dV/dd . p', the power that the moving point puts in. Damping is a term of its own, so that the
//! ledger tells what it takes from what the point gives: f = -eta (v - p') for zero rest length, else along d only.

use std::sync::Arc;

use crate::mechanics::elements::Scalars;
use crate::mechanics::{Between, Blocks, ElementLaw, Elements, ForceTerm, Local, Mat3, Motion, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_not_negative, check_stencils, finite_vector};
use crate::models::springs::axial::{Axial, dashpot, dashpot_change, dashpot_matrix, dashpot_rate};

/// One attached vertex.
#[derive(Clone)]
pub struct Attachment {
    /// The vertex.
    pub vertex: u32,
    /// The point in its original placement.
    pub point: [f64; 3],
    /// What carries the point.
    pub motion: Arc<dyn Motion>,
    /// k in N/m.
    pub stiffness: f64,
    /// l in metres; 0 pulls the vertex onto the point.
    pub rest_length: f64,
    /// eta in N s/m, used by [`attachment_damping`].
    pub damping: f64,
}

struct Anchors {
    vertices: Vec<[u32; 1]>,
    points: Vec<(Vec3, Arc<dyn Motion>)>,
    moving: bool,
}

/// Position, velocity and acceleration of an anchor.
struct Anchor {
    x: Vec3,
    v: Vec3,
    a: Vec3,
}

impl Anchors {
    fn new(vertices: usize, attachments: &[Attachment]) -> Result<Self, ModelError> {
        let stencils: Vec<[u32; 1]> = attachments.iter().map(|a| [a.vertex]).collect();
        check_stencils("attachment", &stencils, vertices)?;
        let list = |value: fn(&Attachment) -> f64| attachments.iter().map(value).collect::<Vec<_>>();
        check_not_negative("attachment", "stiffness", &list(|a| a.stiffness))?;
        check_not_negative("attachment", "rest length", &list(|a| a.rest_length))?;
        check_not_negative("attachment", "damping", &list(|a| a.damping))?;
        let points = attachments
            .iter()
            .map(|a| Ok((finite_vector("an attachment's point", a.point)?, a.motion.clone())))
            .collect::<Result<_, ModelError>>()?;
        Ok(Self { vertices: stencils, points, moving: attachments.iter().any(|a| !a.motion.is_still()) })
    }

    fn at(&self, e: usize, t: f64) -> Anchor {
        let (p, motion) = &self.points[e];
        let pose = motion.pose(t);
        Anchor { x: pose.position(*p), v: pose.velocity(*p), a: pose.acceleration(*p) }
    }
}

struct Pulls {
    anchors: Anchors,
    springs: Vec<Axial>,
}

struct Dashpots {
    anchors: Anchors,
    /// eta, and whether it acts along d only.
    viscosity: Vec<(f64, bool)>,
}

/// The springs of attachments.
pub fn attachments(
    name: impl Into<String>,
    vertices: usize,
    attachments: &[Attachment],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let anchors = Anchors::new(vertices, attachments)?;
    let spring = |a: &Attachment| Axial { stiffness: a.stiffness, rest_length: a.rest_length, cubic: 0.0 };
    let springs = attachments.iter().map(spring).collect();
    Ok(Box::new(Elements::new(name, vertices, Pulls { anchors, springs })))
}

/// The dashpots of attachments.
pub fn attachment_damping(
    name: impl Into<String>,
    vertices: usize,
    attachments: &[Attachment],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let anchors = Anchors::new(vertices, attachments)?;
    let viscosity = attachments.iter().map(|a| (a.damping, a.rest_length > 0.0)).collect();
    Ok(Box::new(Elements::new(name, vertices, Dashpots { anchors, viscosity })))
}

impl Pulls {
    /// d at both ends of a step.
    fn separations(&self, e: usize, at: &Between<1>) -> [Vec3; 2] {
        [0, 1].map(|k| at.x[k][0] - self.anchors.at(e, at.t[k]).x)
    }
}

impl ElementLaw<1> for Pulls {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.anchors.vertices
    }

    fn energy(&self, e: usize, at: &Local<1>) -> f64 {
        self.springs[e].energy(&(at.x[0] - self.anchors.at(e, at.t).x))
    }

    fn energy_rate(&self, e: usize, at: &Local<1>) -> f64 {
        let anchor = self.anchors.at(e, at.t);
        -self.springs[e].gradient(&(at.x[0] - anchor.x)).dot(&anchor.v)
    }

    fn force(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        [-self.springs[e].gradient(&(at.x[0] - self.anchors.at(e, at.t).x))]
    }

    fn force_rate(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        let anchor = self.anchors.at(e, at.t);
        [self.springs[e].hessian(&(at.x[0] - anchor.x), false) * anchor.v]
    }

    fn force_difference(&self, e: usize, a: &Local<1>, b: &Local<1>) -> [Vec3; 1] {
        let (from, to) = (self.anchors.at(e, a.t).x, self.anchors.at(e, b.t).x);
        let delta = (b.x[0] - a.x[0]) - (to - from);
        [-self.springs[e].gradient_change(&(a.x[0] - from), &(b.x[0] - to), &delta)]
    }

    fn stiffness(&self, e: usize, at: &Local<1>) -> Blocks<1> {
        [[self.springs[e].hessian(&(at.x[0] - self.anchors.at(e, at.t).x), false)]]
    }

    fn projected_stiffness(&self, e: usize, at: &Local<1>) -> Blocks<1> {
        [[self.springs[e].hessian(&(at.x[0] - self.anchors.at(e, at.t).x), true)]]
    }

    fn metric(&self, e: usize, _rest: &Local<1>) -> Scalars<1> {
        [[self.springs[e].stiffness]]
    }

    fn stress_values(&self) -> usize {
        1
    }

    /// The mean pull between both ends, each with the anchor where it is then: what the anchor gives is V_1 - V_0 plus the work.
    fn mean_force(&self, e: usize, at: &Between<1>) -> [Vec3; 1] {
        let [d0, d1] = self.separations(e, at);
        [(d0 + d1) * (-0.5 * self.springs[e].mean_pull(d0.norm(), d1.norm()).0)]
    }

    fn mean_stress(&self, e: usize, at: &Between<1>, change: &[Vec3; 1], out: &mut [f64]) {
        let [d0, d1] = self.separations(e, at);
        out[0] = self.springs[e].mean_pull_changed(&d0, &d1, &change[0]);
    }

    fn mean_stiffness(&self, e: usize, at: &Between<1>, stress: &[f64]) -> Blocks<1> {
        let [d0, d1] = self.separations(e, at);
        [[self.springs[e].mean_hessian(&d0, &d1, stress[0], false)]]
    }

    fn symmetric_mean_stiffness(&self, e: usize, at: &Between<1>, stress: &[f64]) -> Blocks<1> {
        let [d0, d1] = self.separations(e, at);
        [[self.springs[e].mean_hessian(&d0, &d1, stress[0], true)]]
    }

    fn time_dependent(&self) -> bool {
        self.anchors.moving
    }
}

impl ElementLaw<1> for Dashpots {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.anchors.vertices
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn energy(&self, _e: usize, _at: &Local<1>) -> f64 {
        0.0
    }

    fn energy_rate(&self, e: usize, at: &Local<1>) -> f64 {
        self.force(e, at)[0].dot(&self.anchors.at(e, at.t).v)
    }

    fn force(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        let (anchor, (eta, axial)) = (self.anchors.at(e, at.t), self.viscosity[e]);
        let w = at.v[0] - anchor.v;
        [if axial { dashpot(&(at.x[0] - anchor.x), &w) } else { w } * -eta]
    }

    fn force_rate(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        let (anchor, (eta, axial)) = (self.anchors.at(e, at.t), self.viscosity[e]);
        let (d, w) = (at.x[0] - anchor.x, at.v[0] - anchor.v);
        [if axial { dashpot_rate(&d, &w, &-anchor.v, &-anchor.a) } else { -anchor.a } * -eta]
    }

    fn force_difference(&self, e: usize, a: &Local<1>, b: &Local<1>) -> [Vec3; 1] {
        let (from, to, (eta, axial)) = (self.anchors.at(e, a.t), self.anchors.at(e, b.t), self.viscosity[e]);
        let dd = (b.x[0] - a.x[0]) - (to.x - from.x);
        let dw = (b.v[0] - a.v[0]) - (to.v - from.v);
        let change =
            if axial { dashpot_change(&(a.x[0] - from.x), &(a.v[0] - from.v), &(b.x[0] - to.x), &dd, &dw) } else { dw };
        [change * -eta]
    }

    fn stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        [[Mat3::zeros()]]
    }

    fn projected_stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        [[Mat3::zeros()]]
    }

    fn stiffness_product(&self, e: usize, at: &Local<1>, dx: &[Vec3; 1]) -> [Vec3; 1] {
        let (anchor, (eta, axial)) = (self.anchors.at(e, at.t), self.viscosity[e]);
        if !axial {
            return [Vec3::zeros()];
        }
        [dashpot_rate(&(at.x[0] - anchor.x), &(at.v[0] - anchor.v), &dx[0], &Vec3::zeros()) * eta]
    }

    fn damping(&self, e: usize, at: &Local<1>) -> Option<Blocks<1>> {
        let (eta, axial) = self.viscosity[e];
        let shape = if axial { dashpot_matrix(&(at.x[0] - self.anchors.at(e, at.t).x)) } else { Mat3::identity() };
        Some([[shape * eta]])
    }

    fn damping_metric(&self, e: usize, _rest: &Local<1>) -> Scalars<1> {
        [[self.viscosity[e].0]]
    }

    fn tangent_is_exact(&self) -> bool {
        self.viscosity.iter().all(|(_, axial)| !axial)
    }

    fn damped(&self) -> bool {
        true
    }

    fn time_dependent(&self) -> bool {
        self.anchors.moving
    }
}
