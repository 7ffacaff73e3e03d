//! Local/global solvers: the constant matrix, the iteration, and what a step costs.

#[path = "../common/problems.rs"]
mod problems;
#[path = "../common/running.rs"]
mod running;

mod acceleration;
mod contact;
mod convergence;
mod identity;
mod metric;
mod price;

use sinew::integrators::Work;
use sinew::integrators::implicit::newton::Stage;
use sinew::integrators::local_global::{LocalGlobal, LocalGlobalOptions};
use sinew::mechanics::{MechanicalSystem, State, World};

/// Backward Euler from s.
fn stage(s: &State, h: f64) -> Stage {
    let mut stage = Stage::default();
    stage.set(s.t + h, h * h, 1.0 / h, s.x.len(), |i| (s.x[i] + h * s.v[i], s.v[i]));
    stage
}

/// Positions after so many plain iterations from the target.
fn iterate(world: &World, stage: &Stage, iterations: usize) -> Vec<f64> {
    let mut solver = LocalGlobal::new(&LocalGlobalOptions::default());
    solver.solve(world, stage, &stage.target, iterations, &mut Work::default()).expect("the stage is harmless");
    solver.state().x.clone()
}

/// u^T M u / (2 s) + V
fn incremental_potential(world: &World, stage: &Stage, x: &[f64]) -> f64 {
    let u: Vec<f64> = x.iter().zip(&stage.target).map(|(x, y)| x - y).collect();
    let v = u.iter().zip(&stage.velocity).map(|(u, w)| w + stage.slope * u).collect();
    let s = State { t: stage.time, x: x.to_vec(), v };
    world.mass().norm_squared(&u) / (2.0 * stage.scale) + world.energy(&s).potential()
}
