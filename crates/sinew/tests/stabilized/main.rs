//! What the schemes that track energy promise: exact books, energy within the tolerance for thousands of steps where the
//! midpoint rule explodes and backward schemes die, momenta, and the claims and misprints of [dinev2018].

#[path = "../common"]
mod common {
    pub mod problems;
    pub mod running;
}

mod books;
mod comparisons;
mod contact;
mod convexity;
mod cube;
mod didactic;
mod fixed;
mod momentum;
mod recovery;
mod search;
mod stress;
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

/// SplitMix64, uniform in [0, 1).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
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
