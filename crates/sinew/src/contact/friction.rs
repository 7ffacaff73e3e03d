//! Dry friction and inelastic loss of vertices that an obstacle pushes: impulses at the end of a step.
//!
//! With E' the push on a vertex of mass m at depth p, the push has changed its velocity by h E'/m over the step. Relative
//! to the obstacle's point, the velocity u = u_n n + u_t becomes
//!
//! u_t <- u_t - min(mu h E'/m, |u_t|) u_t/|u_t|,   u_n <- exp(-c h) u_n:
//!
//! Coulomb's law, which sticks when it can, and a loss along the normal at the rate c while in touch. Both only ever take
//! kinetic energy in the obstacle's frame; a moving obstacle carries the vertex along, and its work is `injected`.
//!
//! The friction printed as [dinev2018, eq. 39] takes the tangential part of the penalty's own force, which has none, so
//! it never brakes anything; the form here is what its text describes. Friction of first order in h; a body at rest
//! on a slope creeps by about g h^2 a step before it sticks again.
//!
//! An impulse can do no more than stop the vertices that touch, once a step; the body behind them sets them in motion again.
//! So a body brakes by at most (mass in touch / mass) of its velocity a step, and at large steps less than Coulomb's law
//! says: the hare of `braking-body`, which should stand after 0.4 s, has 2.1 of its 3 m/s left after a second with
//! h = 0.033 s, 1.3 with 0.0066 and none with 0.002. A point mass brakes right at any step. For bodies that have to stick, or to brake
//! right at large steps, friction can be a force within the step: `stiction`.

use std::sync::Mutex;

use rayon::prelude::*;

use super::obstacle::Obstacle;
use super::penalty::Penalty;
use crate::mechanics::{Impulse, Moment, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_stencils, not_negative};

/// Settings of a rough or soft surface.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Friction {
    /// mu, Coulomb's coefficient.
    pub coefficient: f64,
    /// c in 1/s: the rate at which the velocity along the normal dies away in touch.
    pub loss: f64,
}

struct Grip {
    name: String,
    vertices: Vec<u32>,
    obstacle: Obstacle,
    penalty: Penalty,
    friction: Friction,
    /// Vertices that may touch, part by part; kept between steps.
    near: Mutex<Vec<Vec<u32>>>,
}

/// Vertices that one task looks at.
const PART: usize = 4096;

/// Friction and loss of the vertices `which` out of `vertices` where a [`penalty`](super::penalty()) pushes them.
pub fn friction(
    name: impl Into<String>,
    vertices: usize,
    which: &[u32],
    obstacle: Obstacle,
    penalty: Penalty,
    friction: Friction,
) -> Result<Box<dyn Impulse>, ModelError> {
    not_negative("friction coefficient", friction.coefficient)?;
    not_negative("contact loss", friction.loss)?;
    let stencils: Vec<[u32; 1]> = which.iter().map(|v| [*v]).collect();
    check_stencils("contact vertex", &stencils, vertices)?;
    let (name, vertices, near) = (name.into(), which.to_vec(), Mutex::default());
    Ok(Box::new(Grip { name, vertices, obstacle, penalty, friction, near }))
}

impl Friction {
    /// The new velocity relative to the obstacle. `push` is the velocity that the obstacle gave along n over the step.
    pub fn brake(&self, u: Vec3, n: Vec3, push: f64, h: f64) -> Vec3 {
        let along = n * u.dot(&n);
        let across = u - along;
        let speed = across.norm();
        let kept = if speed > 0.0 { 1.0 - (self.coefficient * push / speed).min(1.0) } else { 0.0 };
        across * kept + along * (-self.loss * h).exp()
    }
}

impl Impulse for Grip {
    fn name(&self) -> &str {
        &self.name
    }

    fn apply(&self, moment: &Moment, v: &mut [f64]) -> f64 {
        let mut injected = 0.0;
        let obstacle = self.obstacle.at(moment.t);
        let place = |vertex: u32| Vec3::from_column_slice(&moment.x[3 * vertex as usize..][..3]);
        let beyond = |vertex: u32| obstacle.is_beyond(place(vertex), self.penalty.offset);
        let mut parts = self.near.lock().expect("nobody panics while holding it");
        parts.resize_with(self.vertices.len().div_ceil(PART), Vec::new);
        parts.par_iter_mut().zip(self.vertices.par_chunks(PART)).for_each(|(near, vertices)| {
            near.clear();
            near.extend(vertices.iter().filter(|v| moment.masses[**v as usize] != 0.0 && !beyond(**v)));
        });
        for vertex in parts.iter().flatten() {
            let (k, mass, x) = (3 * *vertex as usize, moment.masses[*vertex as usize], place(*vertex));
            let Some(near) = obstacle.within(x, self.penalty.offset) else { continue };
            let (_, push, _) = self.penalty.law(self.penalty.offset - near.distance.value);
            if push <= 0.0 {
                continue;
            }
            let old = Vec3::from_column_slice(&v[k..k + 3]);
            let relative =
                self.friction.brake(old - near.velocity, near.distance.normal, moment.h * push / mass, moment.h);
            let new = near.velocity + relative;
            injected += mass * (new - old).dot(&near.velocity);
            v[k..k + 3].copy_from_slice(new.as_slice());
        }
        injected
    }
}
