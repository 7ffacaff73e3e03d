//! Pressure on surface triangles: f = p(t) a / 3 on each vertex, with the area vector a = (x_1 - x_0) x (x_2 - x_0) / 2.
//!
//! It follows the surface: p > 0 pushes along the outward normal, as air inside a balloon does, or a steady wind behind a sail; what
//! depends on the velocity of the surface is [`wind`](super::wind()). On a closed surface the work is p dV, on an open one it depends
//! on the way, so there is no potential and all of it is `injected`. K is not symmetric where the surface has a border: the
//! assembled tangent leaves it out, products have it in full.

use crate::mechanics::{Blocks, ElementLaw, Elements, ForceTerm, Local, Role, Vec3, zero_blocks};
use crate::models::ModelError;
use crate::models::error::{check_stencils, finite};
use crate::models::signal::Signal;

struct PressureLaw {
    triangles: Vec<[u32; 3]>,
    /// In Pa.
    pressure: f64,
    amplitude: Option<Signal>,
}

/// Pressure in Pa on triangles, times `amplitude` if that is given.
pub fn pressure(
    name: impl Into<String>,
    vertices: usize,
    triangles: &[[u32; 3]],
    pressure: f64,
    amplitude: Option<Signal>,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    check_stencils("triangle", triangles, vertices)?;
    let law = PressureLaw { triangles: triangles.to_vec(), pressure: finite("pressure", pressure)?, amplitude };
    Ok(Box::new(Elements::new(name, vertices, law)))
}

impl PressureLaw {
    fn at(&self, t: f64) -> f64 {
        self.pressure * self.amplitude.as_ref().map_or(1.0, |a| a.at(t).value)
    }
}

fn area(x: &[Vec3; 3]) -> Vec3 {
    (x[1] - x[0]).cross(&(x[2] - x[0])) * 0.5
}

impl ElementLaw<3> for PressureLaw {
    fn stencils(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    fn role(&self) -> Role {
        Role::Driven
    }

    fn energy(&self, _e: usize, _at: &Local<3>) -> f64 {
        0.0
    }

    fn force(&self, _e: usize, at: &Local<3>) -> [Vec3; 3] {
        [area(&at.x) * (self.at(at.t) / 3.0); 3]
    }

    fn force_rate(&self, _e: usize, at: &Local<3>) -> [Vec3; 3] {
        let rate = self.amplitude.as_ref().map_or(0.0, |a| a.at(at.t).rate);
        [area(&at.x) * (self.pressure * rate / 3.0); 3]
    }

    fn stiffness(&self, _e: usize, _at: &Local<3>) -> Blocks<3> {
        zero_blocks()
    }

    fn projected_stiffness(&self, _e: usize, _at: &Local<3>) -> Blocks<3> {
        zero_blocks()
    }

    fn stiffness_product(&self, _e: usize, at: &Local<3>, dx: &[Vec3; 3]) -> [Vec3; 3] {
        let (p, q) = (at.x[1] - at.x[0], at.x[2] - at.x[0]);
        let change = (dx[1] - dx[0]).cross(&q) + p.cross(&(dx[2] - dx[0]));
        [change * (-self.at(at.t) / 6.0); 3]
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn time_dependent(&self) -> bool {
        self.amplitude.is_some()
    }
}
