//! Dry friction between bodies as a force within the step, for bodies that have to stick to each other.
//!
//! The law of [`stiction`](super::stiction()) on the pairs of [`proximity`](super::proximity()): with w_i the weights of the nearest points, u = sum w_i v_i
//! is how they move against each other, u_t its part across n, and
//!
//!   f_i = -mu N g(|u_t|) w_i u_t/|u_t|,   D_ij = w_i w_j d(mu N g u_t/|u_t|)/du.
//!
//! Weights, normal and the push N are those of the start of the step. The weights add up to nothing, so momentum is kept; D is symmetric and
//! positive semidefinite, so energy is only taken. Two bodies that turn together as one move against each other by the spin
//! times their distance: of the size of the thickness, and no more. Not for explicit schemes and local/global solvers, as on obstacles.

use super::penalty::Penalty;
use super::proximity::Proximity;
use super::stiction::grip;
use super::surface::{Surface, corners};
use crate::mechanics::{Blocks, Configuration, ElementLaw, Elements, ForceTerm, Local, Mat3, Role, Vec3, zero_blocks};
use crate::models::ModelError;
use crate::models::error::{above_zero, not_negative};

struct PairStiction {
    near: Proximity,
    /// mu
    coefficient: f64,
    /// e
    speed: f64,
    held: Vec<Held>,
}

/// A pair at the start of the step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    pub weights: [f64; 4],
    pub normal: Vec3,
    /// N
    pub push: f64,
}

/// Friction between surfaces that [`proximity`](super::proximity()) pushes apart; `speed` is e in m/s.
pub fn pair_stiction(
    name: impl Into<String>,
    surface: Surface,
    settings: Penalty,
    (coefficient, speed): (f64, f64),
) -> Result<Box<dyn ForceTerm>, ModelError> {
    not_negative("friction coefficient", coefficient)?;
    above_zero("stick_speed", speed)?;
    let vertices = surface.rest().len() / 3;
    let near = Proximity::new(surface, settings)?;
    Ok(Box::new(Elements::new(name, vertices, PairStiction { near, coefficient, speed, held: Vec::new() })))
}

impl PairStiction {
    /// u_t, and mu N g/|u_t| with its slope over |u_t|; none where nothing pushes.
    fn slip(&self, e: usize, at: &Local<4>) -> Option<(&Held, Vec3, f64, f64)> {
        let held = self.held.get(e).filter(|held| held.push > 0.0)?;
        let u: Vec3 = at.v.iter().zip(held.weights).map(|(v, w)| v * w).sum();
        let along = u - held.normal * u.dot(&held.normal);
        let (factor, slope) = grip(along.norm(), self.speed);
        let strength = self.coefficient * held.push;
        Some((held, along, strength * factor, strength * slope))
    }
}

impl ElementLaw<4> for PairStiction {
    fn stencils(&self) -> &[[u32; 4]] {
        self.near.stencils()
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn searches(&self) -> bool {
        true
    }

    fn search(&mut self, at: &Configuration, h: f64) -> bool {
        let changed = self.near.search(at, h);
        let Self { near, held, .. } = self;
        held.clear();
        let pairs = near.stencils().iter().enumerate();
        held.extend(pairs.map(|(e, stencil)| near.held(e, &corners(at.x, stencil))));
        changed
    }

    fn energy(&self, _e: usize, _at: &Local<4>) -> f64 {
        0.0
    }

    fn force(&self, e: usize, at: &Local<4>) -> [Vec3; 4] {
        let Some((held, along, factor, _)) = self.slip(e, at) else { return [Vec3::zeros(); 4] };
        held.weights.map(|w| along * (-factor * w))
    }

    fn stiffness(&self, _e: usize, _at: &Local<4>) -> Blocks<4> {
        zero_blocks()
    }

    fn projected_stiffness(&self, _e: usize, _at: &Local<4>) -> Blocks<4> {
        zero_blocks()
    }

    fn damping(&self, e: usize, at: &Local<4>) -> Option<Blocks<4>> {
        let Some((held, along, factor, slope)) = self.slip(e, at) else { return Some(zero_blocks()) };
        let (n, w) = (held.normal, held.weights);
        let d = (Mat3::identity() - n * n.transpose()) * factor + along * along.transpose() * slope;
        Some(std::array::from_fn(|i| std::array::from_fn(|j| d * (w[i] * w[j]))))
    }

    fn damped(&self) -> bool {
        true
    }
}
