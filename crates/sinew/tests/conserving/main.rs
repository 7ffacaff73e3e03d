//! Schemes that keep energy and momenta: their mean forces, their iteration, and what they do where others fail.
//!
//! One file per promise. Numbers of every run are printed (`--nocapture`); runs that take minutes are `#[ignore]`d twins
//! of shorter ones.

#[path = "../common/problems.rs"]
mod problems;
#[path = "../common/running.rs"]
mod running;

mod anchored;
mod beam;
mod block;
mod books;
mod bounce;
mod cloth;
mod cube;
mod gradient;
mod hard;
mod iteration;
mod pivot;
mod repeat;
mod rope;
mod sides;
mod spring;
mod tangle;
mod twist;

use problems::*;
use running::*;
use sinew::integrators::{Integrator, Work};
use sinew::mechanics::*;
use sinew::simulation::Simulation;

const EXACT: &str = "energy-momentum";
const FITTED: &str = "fitted-energy-momentum";

/// How a run of a closed system went.
#[derive(Debug, Clone, Copy, Default)]
struct Course {
    /// Steps done before it failed or had a hundred times the energy; all of them if it did neither.
    steps: usize,
    /// Least and most energy, relative to the start.
    least: f64,
    most: f64,
    /// Largest change of the vector L about the origin, relative to its start.
    turn: f64,
    /// Work of all steps.
    work: Work,
}

impl Course {
    /// Largest relative error of the energy.
    fn energy(&self) -> f64 {
        (self.most - 1.0).max(1.0 - self.least)
    }

    fn iterations(&self) -> f64 {
        self.work.newton_iterations as f64 / self.steps as f64
    }

    fn factors(&self) -> f64 {
        self.work.factorizations as f64 / self.steps as f64
    }
}

impl std::fmt::Display for Course {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { steps, least, most, turn, work } = self;
        write!(f, "{steps} steps, energy {least:.4}..{most:.4}, off by {:.1e}, L by {turn:.1e}, ", self.energy())?;
        let (iterations, factors) = (self.iterations(), self.factors());
        write!(f, "{iterations:.2} iterations, {factors:.2} factors a step, {} substeps", work.substeps)
    }
}

/// Runs a closed system.
fn course(scheme: &mut dyn Integrator, world: &mut World, start: &State, h: f64, steps: usize) -> Course {
    let before = world.energy(start).total();
    let l0 = Vec3::from(world.momentum(start).angular);
    let mut s = start.clone();
    let mut c = Course { steps, least: 1.0, most: 1.0, ..Course::default() };
    for k in 0..steps {
        match scheme.step(world, &mut s, h) {
            Ok(work) => c.work += work,
            Err(_) => return Course { steps: k, ..c },
        }
        let energy = world.energy(&s).total() / before;
        c.least = c.least.min(energy);
        c.most = c.most.max(energy);
        c.turn = c.turn.max((Vec3::from(world.momentum(&s).angular) - l0).norm() / l0.norm());
        if energy.is_nan() || energy > 100.0 {
            return Course { steps: k + 1, ..c };
        }
    }
    c
}
