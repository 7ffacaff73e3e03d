//! Dry friction on an obstacle as a force within the step, for bodies that have to stick.
//!
//! f = -mu N g(|u|) u/|u|, with u the velocity along the surface relative to it, N the push of the penalty at the start of the
//! step and g(s) = (2 - s/e) s/e below the speed e, 1 above [li2020, sec. 5]: Coulomb's law with the jump at rest smoothed over e. An
//! implicit scheme brakes the whole body through it, at any step, and what should stick creeps at less than e. With N of
//! the step's start it is damping: f . u <= 0, D symmetric and positive semidefinite. The [impulse](super::friction) needs no e and suits every
//! scheme, but can do no more than stop the vertices in touch once a step. Not for explicit schemes (h mu N < m e) and not for
//! local/global solvers, whose constant matrix does not know it. How the normal turns along a curved surface is left out of the
//! tangent.

use super::obstacle::{Nearness, Obstacle};
use super::penalty::Penalty;
use super::shapes::Shape;
use crate::mechanics::{Blocks, Configuration, ElementLaw, Elements, ForceTerm, Local, Mat3, Role, Vec3, zero_blocks};
use crate::models::ModelError;
use crate::models::error::{above_zero, check_stencils, not_negative};

struct Stiction {
    vertices: Vec<[u32; 1]>,
    obstacle: Obstacle,
    penalty: Penalty,
    /// mu
    coefficient: f64,
    /// e
    speed: f64,
    /// N of each vertex.
    push: Vec<f64>,
}

/// Friction of the vertices `which` out of `vertices` where a [`penalty`](super::penalty()) pushes them; `speed` is e in m/s.
pub fn stiction(
    name: impl Into<String>,
    vertices: usize,
    which: &[u32],
    obstacle: Obstacle,
    penalty: Penalty,
    (coefficient, speed): (f64, f64),
) -> Result<Box<dyn ForceTerm>, ModelError> {
    not_negative("friction coefficient", coefficient)?;
    above_zero("stick_speed", speed)?;
    let stencils: Vec<[u32; 1]> = which.iter().map(|v| [*v]).collect();
    check_stencils("contact vertex", &stencils, vertices)?;
    let push = vec![0.0; which.len()];
    let law = Stiction { vertices: stencils, obstacle, penalty, coefficient, speed, push };
    Ok(Box::new(Elements::new(name, vertices, law)))
}

impl Stiction {
    /// Where the vertex is, its velocity along the surface, and mu N g/|u| with its slope over |u|.
    fn slip(&self, e: usize, at: &Local<1>) -> (Nearness, Vec3, f64, f64) {
        let near = self.obstacle.nearness(at.t, at.x[0]);
        let n = near.distance.normal;
        let u = at.v[0] - near.velocity;
        let along = u - n * u.dot(&n);
        let (factor, slope) = grip(along.norm(), self.speed);
        let strength = self.coefficient * self.push[e];
        (near, along, strength * factor, strength * slope)
    }
}

/// g(s)/s for the smoothing speed e, and its slope over s, divided by s.
pub(super) fn grip(s: f64, speed: f64) -> (f64, f64) {
    if s < speed {
        ((2.0 - s / speed) / speed, if s > 0.0 { -1.0 / (speed * speed * s) } else { 0.0 })
    } else {
        (1.0 / s, -1.0 / (s * s * s))
    }
}

impl ElementLaw<1> for Stiction {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.vertices
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn searches(&self) -> bool {
        true
    }

    /// The vertices stay the same, but not how hard they are pushed.
    fn search(&mut self, at: &Configuration, _h: f64) -> bool {
        for ([v], push) in self.vertices.iter().zip(&mut self.push) {
            let x = Vec3::from_column_slice(&at.x[3 * *v as usize..3 * *v as usize + 3]);
            *push = match self.obstacle.is_beyond(at.t, x, self.penalty.offset) {
                true => 0.0,
                false => self.penalty.law(self.penalty.offset - self.obstacle.nearness(at.t, x).distance.value).1,
            };
        }
        false
    }

    fn energy(&self, _e: usize, _at: &Local<1>) -> f64 {
        0.0
    }

    /// Power of the moving obstacle.
    fn energy_rate(&self, e: usize, at: &Local<1>) -> f64 {
        if self.push[e] == 0.0 {
            return 0.0;
        }
        let (near, along, factor, _) = self.slip(e, at);
        -factor * along.dot(&near.velocity)
    }

    fn force(&self, e: usize, at: &Local<1>) -> [Vec3; 1] {
        if self.push[e] == 0.0 {
            return [Vec3::zeros()];
        }
        let (_, along, factor, _) = self.slip(e, at);
        [along * -factor]
    }

    fn stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        zero_blocks()
    }

    fn projected_stiffness(&self, _e: usize, _at: &Local<1>) -> Blocks<1> {
        zero_blocks()
    }

    fn damping(&self, e: usize, at: &Local<1>) -> Option<Blocks<1>> {
        if self.push[e] == 0.0 {
            return Some(zero_blocks());
        }
        let (near, along, factor, slope) = self.slip(e, at);
        let n = near.distance.normal;
        Some([[(Mat3::identity() - n * n.transpose()) * factor + along * along.transpose() * slope]])
    }

    fn damped(&self) -> bool {
        true
    }

    fn tangent_is_exact(&self) -> bool {
        self.obstacle.motion().is_still() && matches!(self.obstacle.shape(), Shape::Plane { .. })
    }

    fn time_dependent(&self) -> bool {
        !self.obstacle.motion().is_still()
    }
}
