//! Building integrators by name and running them.

#![allow(dead_code)]

use sinew::integrators::{self, Integrator, Work};
use sinew::mechanics::{State, StepError, World};

pub fn make(name: &str, options: &str) -> Box<dyn Integrator> {
    let table = options.parse().expect("the test's options are TOML");
    integrators::build(name, &table).unwrap_or_else(|e| panic!("{e}"))
}

pub fn run(
    integrator: &mut dyn Integrator,
    world: &mut World,
    start: &State,
    duration: f64,
    steps: usize,
) -> (State, Work) {
    let mut s = start.clone();
    let mut work = Work::default();
    for _ in 0..steps {
        work += integrator.step(world, &mut s, duration / steps as f64).unwrap_or_else(|e| {
            panic!("{} at t = {}: {e}", integrator.name(), s.t);
        });
    }
    assert!((s.t - start.t - duration).abs() < 1e-12 * duration.max(1.0));
    (s, work)
}

/// Integrators that need more than any world offers, with the capability; their own tests measure them where it is there.
pub const SPECIAL: &[(&str, &str)] = &[("ceti", "stiffness warping")];

/// Whether the integrator refuses this world. Only those in [`SPECIAL`] may, and only for that reason.
pub fn refuses(name: &str, options: &str, world: &mut World, start: &State) -> bool {
    match make(name, options).step(world, &mut start.clone(), 1e-6) {
        Err(StepError::Unsupported { needs, .. }) => {
            assert!(SPECIAL.contains(&(name, needs)), "{name} refuses a world for want of {needs}");
            true
        }
        _ => false,
    }
}

pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

pub fn length(a: &[f64]) -> f64 {
    a.iter().map(|a| a * a).sum::<f64>().sqrt()
}
