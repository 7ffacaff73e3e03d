//! Damping along each spring: f_1 = -eta n n^T (v_1 - v_0) = -f_0, with n the spring's direction.
//!
//! Objective: rigid motion is not braked, net force and torque are zero. D = eta n n^T is exact. With w = v_1 - v_0 and
//! its transverse part w_t, K = -df/dx = eta/|d| ((n . w)(I - n n^T) + n w_t^T) is not symmetric: products have it in full,
//! the assembled tangent its symmetric part. That part must not be left out: where n . w = 1 m/s it is eta/|d| across the
//! spring, where cloth has next to no stiffness, and Newton would not converge. At |d| = 0 there is no force. Over a step of a
//! scheme with mean forces a dashpot is a [spring](super::axial::MeanDashpot) whose stress the iteration carries, for the same reason.

use std::ops::Range;

use super::axial::{MeanDashpot, dashpot, dashpot_change, dashpot_matrix, dashpot_rate, dashpot_stiffness};
use crate::mechanics::elements::Scalars;
use crate::mechanics::mean::Between;
use crate::mechanics::{Blocks, Configuration, ElementLaw, Elements, ForceTerm, Local, Role, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_not_negative, check_stencils};

struct StrainRate {
    edges: Vec<[u32; 2]>,
    viscosity: Vec<f64>,
}

/// Dashpots along edges; `viscosity` is eta of each in N s/m.
pub fn strain_rate(
    name: impl Into<String>,
    vertices: usize,
    edges: Vec<[u32; 2]>,
    viscosity: Vec<f64>,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    check_stencils("dashpot", &edges, vertices)?;
    if viscosity.len() != edges.len() {
        let (found, expected) = (viscosity.len(), edges.len());
        return Err(ModelError::LengthMismatch { what: "viscosity", of: "dashpots", found, expected });
    }
    check_not_negative("dashpot", "viscosity", &viscosity)?;
    Ok(Box::new(Elements::new(name, vertices, StrainRate { edges, viscosity })))
}

fn relative(x: &[Vec3; 2]) -> Vec3 {
    x[1] - x[0]
}

impl StrainRate {
    /// Both ends of a step, and the dashpot over it.
    fn over(&self, e: usize, at: &Between<2>) -> (MeanDashpot, Vec3, Vec3) {
        let h = at.t[1] - at.t[0];
        // A step that goes nowhere has no rate.
        let stiffness = if h > 0.0 { self.viscosity[e] / h } else { 0.0 };
        (MeanDashpot { stiffness }, relative(&at.x[0]), relative(&at.x[1]))
    }

    /// d and n . w/|d| of one edge, for loops over many; 0 at |d| = 0.
    #[inline(always)]
    fn rate([a, b]: [u32; 2], x: &[[f64; 3]], v: &[[f64; 3]]) -> ([f64; 3], f64) {
        let ([a, b], [va, vb]) = ([a, b].map(|i| x[i as usize]), [a, b].map(|i| v[i as usize]));
        let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let along = d[0] * (vb[0] - va[0]) + d[1] * (vb[1] - va[1]) + d[2] * (vb[2] - va[2]);
        let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        (d, if square > 0.0 { along / square } else { 0.0 })
    }
}

impl ElementLaw<2> for StrainRate {
    fn stencils(&self) -> &[[u32; 2]] {
        &self.edges
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn energy(&self, _e: usize, _at: &Local<2>) -> f64 {
        0.0
    }

    fn force(&self, e: usize, at: &Local<2>) -> [Vec3; 2] {
        let pull = dashpot(&relative(&at.x), &relative(&at.v)) * self.viscosity[e];
        [pull, -pull]
    }

    fn forces(&self, elements: Range<usize>, at: &Configuration, out: &mut [f64]) {
        let (x, v) = (at.x.as_chunks::<3>().0, at.v.as_chunks::<3>().0);
        let dashpots = self.edges[elements.clone()].iter().zip(&self.viscosity[elements]);
        for ((edge, viscosity), out) in dashpots.zip(out.as_chunks_mut::<6>().0) {
            let (d, rate) = Self::rate(*edge, x, v);
            for c in 0..3 {
                out[c] = viscosity * rate * d[c];
                out[3 + c] = -out[c];
            }
        }
    }

    /// -eta (n . w)^2 each.
    fn powers(&self, elements: Range<usize>, at: &Configuration) -> Option<f64> {
        let (x, v) = (at.x.as_chunks::<3>().0, at.v.as_chunks::<3>().0);
        let dashpots = self.edges[elements.clone()].iter().zip(&self.viscosity[elements]);
        let power = |(edge, viscosity): (&[u32; 2], &f64)| {
            let (d, rate) = Self::rate(*edge, x, v);
            -viscosity * rate * rate * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
        };
        Some(dashpots.map(power).sum())
    }

    fn force_difference(&self, e: usize, a: &Local<2>, b: &Local<2>) -> [Vec3; 2] {
        let change = |a: &[Vec3; 2], b: &[Vec3; 2]| (b[1] - a[1]) - (b[0] - a[0]);
        let (dd, dw) = (change(&a.x, &b.x), change(&a.v, &b.v));
        let pull = dashpot_change(&relative(&a.x), &relative(&a.v), &relative(&b.x), &dd, &dw) * self.viscosity[e];
        [pull, -pull]
    }

    fn stiffness(&self, e: usize, at: &Local<2>) -> Blocks<2> {
        let k = dashpot_stiffness(&relative(&at.x), &relative(&at.v)) * self.viscosity[e];
        [[k, -k], [-k, k]]
    }

    fn stiffness_product(&self, e: usize, at: &Local<2>, dx: &[Vec3; 2]) -> [Vec3; 2] {
        let rate = dashpot_rate(&relative(&at.x), &relative(&at.v), &relative(dx), &Vec3::zeros()) * self.viscosity[e];
        [-rate, rate]
    }

    fn damping(&self, e: usize, at: &Local<2>) -> Option<Blocks<2>> {
        let d = dashpot_matrix(&relative(&at.x)) * self.viscosity[e];
        Some([[d, -d], [-d, d]])
    }

    fn stress_values(&self) -> usize {
        1
    }

    fn mean_force(&self, e: usize, at: &Between<2>) -> [Vec3; 2] {
        let (dashpot, d0, d1) = self.over(e, at);
        let pull = (d0 + d1) * (0.5 * dashpot.pull(&d0, &d1).0);
        [pull, -pull]
    }

    fn mean_stress(&self, e: usize, at: &Between<2>, change: &[Vec3; 2], out: &mut [f64]) {
        let (dashpot, d0, d1) = self.over(e, at);
        out[0] = dashpot.pull_changed(&d0, &d1, &relative(change));
    }

    fn mean_stiffness(&self, e: usize, at: &Between<2>, stress: &[f64]) -> Blocks<2> {
        let (dashpot, d0, d1) = self.over(e, at);
        let k = dashpot.hessian(&d0, &d1, stress[0], false);
        [[k, -k], [-k, k]]
    }

    fn symmetric_mean_stiffness(&self, e: usize, at: &Between<2>, stress: &[f64]) -> Blocks<2> {
        let (dashpot, d0, d1) = self.over(e, at);
        let k = dashpot.hessian(&d0, &d1, stress[0], true);
        [[k, -k], [-k, k]]
    }

    fn metric(&self, _e: usize, _rest: &Local<2>) -> Scalars<2> {
        [[0.0; 2]; 2]
    }

    fn damping_metric(&self, e: usize, _rest: &Local<2>) -> Scalars<2> {
        let eta = self.viscosity[e];
        [[eta, -eta], [-eta, eta]]
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn damped(&self) -> bool {
        true
    }
}
