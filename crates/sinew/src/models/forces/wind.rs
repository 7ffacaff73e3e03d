//! Air drag on surface triangles: with area vector a (area times normal n), u = w(t, x) - v the air's velocity relative
//! to the triangle's centroid, F = rho/2 |a| ( C_n |u.n| (u.n) n + C_t |u_t| u_t ), u_t = u - (u.n) n, a third of it on each vertex.
//!
//! The square law of drag, once continuously differentiable in u; both faces of a triangle feel it, so a closed
//! surface is hit on its windward and its lee side. With w = 0 it is air resistance. No potential: the work is
//! `injected` (negative where the air brakes). D = -df/dv is symmetric positive semidefinite; K is not symmetric, so the
//! assembled tangent leaves it out while products have it in full.

use super::gusts::{GustField, Gusts};
use crate::mechanics::{Blocks, ElementLaw, Elements, ForceTerm, Local, Mat3, Role, Vec3, zero_blocks};
use crate::models::ModelError;
use crate::models::error::{check_stencils, finite_vector, not_negative};

/// Settings of a wind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wind {
    /// Mean velocity of the air in m/s.
    pub velocity: [f64; 3],
    /// rho in kg/m^3; 1.2 for air.
    pub density: f64,
    /// C_n; about 1 to 2 for a plate.
    pub normal_drag: f64,
    /// C_t, skin friction; about 0.01 to 0.1.
    pub tangential_drag: f64,
    /// Added to the mean velocity.
    pub gusts: Option<Gusts>,
}

struct WindLaw {
    triangles: Vec<[u32; 3]>,
    velocity: Vec3,
    normal: f64,
    tangential: f64,
    gusts: Option<GustField>,
}

/// Wind on triangles.
pub fn wind(
    name: impl Into<String>,
    vertices: usize,
    triangles: &[[u32; 3]],
    settings: Wind,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    check_stencils("triangle", triangles, vertices)?;
    let half = 0.5 * not_negative("air density", settings.density)?;
    let law = WindLaw {
        triangles: triangles.to_vec(),
        velocity: finite_vector("wind velocity", settings.velocity)?,
        normal: half * not_negative("normal drag", settings.normal_drag)?,
        tangential: half * not_negative("tangential drag", settings.tangential_drag)?,
        gusts: settings.gusts.as_ref().map(GustField::new).transpose()?,
    };
    Ok(Box::new(Elements::new(name, vertices, law)))
}

fn mean(x: &[Vec3; 3]) -> Vec3 {
    (x[0] + x[1] + x[2]) / 3.0
}

fn thirds(f: Vec3) -> [Vec3; 3] {
    [f / 3.0; 3]
}

impl WindLaw {
    /// Area vector and relative air velocity.
    fn flow(&self, at: &Local<3>) -> (Vec3, Vec3) {
        let area = (at.x[1] - at.x[0]).cross(&(at.x[2] - at.x[0])) * 0.5;
        let gust = self.gusts.as_ref().map_or(Vec3::zeros(), |g| g.velocity(at.t, &mean(&at.x)));
        (area, self.velocity + gust - mean(&at.v))
    }

    fn gust_change(&self, at: &Local<3>, dx: &Vec3, dt: f64) -> Vec3 {
        self.gusts.as_ref().map_or(Vec3::zeros(), |g| g.change(at.t, &mean(&at.x), dx, dt))
    }

    fn drag(&self, area: &Vec3, u: &Vec3) -> Vec3 {
        let size = area.norm();
        if size == 0.0 {
            return Vec3::zeros();
        }
        let n = area / size;
        let across = u.dot(&n);
        let along = u - n * across;
        n * (self.normal * size * across.abs() * across) + along * (self.tangential * size * along.norm())
    }

    /// First-order change of the drag.
    fn drag_change(&self, area: &Vec3, u: &Vec3, darea: &Vec3, du: &Vec3) -> Vec3 {
        let size = area.norm();
        if size == 0.0 {
            return Vec3::zeros();
        }
        let n = area / size;
        let dsize = n.dot(darea);
        let dn = (darea - n * dsize) / size;
        let across = u.dot(&n);
        let dacross = du.dot(&n) + u.dot(&dn);
        let along = u - n * across;
        let dalong = du - n * dacross - dn * across;
        let speed = along.norm();
        let dspeed = if speed > 0.0 { along.dot(&dalong) / speed } else { 0.0 };
        let pressure = across.abs() * across;
        let dpressure = 2.0 * across.abs() * dacross;
        (n * (dpressure * size + pressure * dsize) + dn * (pressure * size)) * self.normal
            + (dalong * (speed * size) + along * (dspeed * size + speed * dsize)) * self.tangential
    }
}

impl ElementLaw<3> for WindLaw {
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
        let (area, u) = self.flow(at);
        thirds(self.drag(&area, &u))
    }

    fn force_rate(&self, _e: usize, at: &Local<3>) -> [Vec3; 3] {
        let (area, u) = self.flow(at);
        let du = self.gust_change(at, &Vec3::zeros(), 1.0);
        thirds(self.drag_change(&area, &u, &Vec3::zeros(), &du))
    }

    fn stiffness(&self, _e: usize, _at: &Local<3>) -> Blocks<3> {
        zero_blocks()
    }

    fn projected_stiffness(&self, _e: usize, _at: &Local<3>) -> Blocks<3> {
        zero_blocks()
    }

    fn stiffness_product(&self, _e: usize, at: &Local<3>, dx: &[Vec3; 3]) -> [Vec3; 3] {
        let (area, u) = self.flow(at);
        let (p, q) = (at.x[1] - at.x[0], at.x[2] - at.x[0]);
        let darea = ((dx[1] - dx[0]).cross(&q) + p.cross(&(dx[2] - dx[0]))) * 0.5;
        let du = self.gust_change(at, &mean(dx), 0.0);
        thirds(-self.drag_change(&area, &u, &darea, &du))
    }

    fn damping(&self, _e: usize, at: &Local<3>) -> Option<Blocks<3>> {
        let (area, u) = self.flow(at);
        let size = area.norm();
        if size == 0.0 {
            return Some(zero_blocks());
        }
        let n = area / size;
        let across = u.dot(&n);
        let along = u - n * across;
        let speed = along.norm();
        let plane = Mat3::identity() - n * n.transpose();
        let stretch = if speed > 0.0 { along * along.transpose() / speed } else { Mat3::zeros() };
        let d = n * n.transpose() * (2.0 * self.normal * across.abs()) + (plane * speed + stretch) * self.tangential;
        Some([[d * (size / 9.0); 3]; 3])
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn damped(&self) -> bool {
        true
    }

    fn time_dependent(&self) -> bool {
        self.gusts.is_some()
    }
}
