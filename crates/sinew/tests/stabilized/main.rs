//! What the schemes that track energy promise: exact books, energy within the tolerance for thousands of steps where the
//! midpoint rule explodes and backward schemes die, momenta, and the claims and misprints of [dinev2018].

#[path = "../common"]
mod common {
    pub mod problems;
    pub mod running;
}

mod books;
mod convexity;
mod cube;
mod didactic;
mod momentum;
mod search;
mod variants;

use common::problems::*;
use common::running::*;
use sinew::integrators::Integrator;
use sinew::integrators::energy::options::StabilizedOptions;
use sinew::integrators::energy::stabilized::Stabilized;
use sinew::mechanics::*;
use sinew::simulation::Simulation;

/// The scheme itself, for what the trait does not show.
fn stabilized(options: &str) -> Stabilized {
    let table: toml::Table = options.parse().expect("TOML");
    Stabilized::new(table.try_into::<StabilizedOptions>().expect("sound options"))
}

/// How a run went.
#[derive(Debug, Clone, Copy)]
struct Course {
    /// Steps done before it failed or left 1e6 times the energy; all of them if it did neither.
    steps: usize,
    /// Least and most energy, relative to the start.
    least: f64,
    most: f64,
    /// Energy at the end, relative to the start.
    energy: f64,
    /// |L| at the end, relative to the start, and the largest relative change of the vector L.
    spin: f64,
    turn: f64,
}

/// Runs a closed system. Energies are relative to the one at the start.
fn course(scheme: &mut dyn Integrator, world: &mut World, start: &State, h: f64, steps: usize) -> Course {
    let before = world.energy(start).total();
    let l0 = Vec3::from(world.momentum(start).angular);
    let mut s = start.clone();
    let mut c = Course { steps, least: 1.0, most: 1.0, energy: 1.0, spin: 1.0, turn: 0.0 };
    for k in 0..steps {
        if scheme.step(world, &mut s, h).is_err() {
            return Course { steps: k, ..c };
        }
        c.energy = world.energy(&s).total() / before;
        c.least = c.least.min(c.energy);
        c.most = c.most.max(c.energy);
        let l = Vec3::from(world.momentum(&s).angular);
        c.spin = l.norm() / l0.norm();
        c.turn = c.turn.max((l - l0).norm() / l0.norm());
        if c.energy.is_nan() || c.energy > 1e6 {
            return Course { steps: k + 1, ..c };
        }
    }
    c
}
