//! Many iterations lead to the solution of backward Euler; few of them never uphill.

use sinew::integrators::Work;
use sinew::integrators::implicit::newton::Newton;
use sinew::integrators::options::NewtonOptions;
use sinew::mechanics::*;

use crate::problems::*;
use crate::running::distance;
use crate::{incremental_potential, iterate, stage};

/// The solution to rounding.
fn newton(world: &World, stage: &sinew::integrators::implicit::newton::Stage, from: &[f64]) -> Vec<f64> {
    let mut newton = Newton::new(NewtonOptions { tolerance: 1e-13, ..NewtonOptions::default() });
    newton.solve(world, stage, from, &mut Work::default()).expect("the stage is harmless");
    newton.state().x.clone()
}

/// Bodies with h^2 k / m of a few thousand.
pub fn bodies() -> Vec<(&'static str, World, State)> {
    let solid = |material, poisson| {
        let body = Body::block(material, 3e5, poisson, [0.6, 0.2, 0.2], [4, 2, 2]);
        Body { speed: 1.0, ..body }.clamp().gravity().build()
    };
    let mut all = vec![];
    let mut add = |name, (world, s)| all.push((name, world, s));
    add("springs", Body::net(5, 2e4, 0.0).clamp().gravity().build());
    add("arap", solid("arap", 0.3));
    add("corotated 0.3", solid("corotated", 0.3));
    add("corotated 0.45", solid("corotated", 0.45));
    add("stvk", solid("stvk", 0.3));
    add("stable-neo-hookean", solid("stable-neo-hookean", 0.4));
    add("damped", Body::net(5, 2e4, 0.0).dashpots(50.0).clamp().gravity().build());
    all
}

#[test]
fn iterations_converge_to_the_newton_solution() {
    for (name, world, s) in bodies() {
        let stage = stage(&s, 0.02);
        let exact = newton(&world, &stage, &s.x);
        let start = distance(&stage.target, &exact);
        let errors = [10, 100, 200].map(|n| distance(&iterate(&world, &stage, n), &exact) / start);
        let rate = (errors[2] / errors[1]).powf(0.01);
        println!(
            "{name:20} {:.1e} {:.1e} {:.1e} of the guess's error, later rate {rate:.3}",
            errors[0], errors[1], errors[2]
        );
        assert!(errors[0] < 0.7 && errors[2] < 0.1 * errors[0], "{name}: {errors:?}");
    }
}

#[test]
fn each_plain_iteration_decreases_the_incremental_potential() {
    for (name, world, s) in bodies().into_iter().filter(|(name, ..)| *name != "damped") {
        let stage = stage(&s, 0.02);
        let potentials: Vec<f64> =
            (0..25).map(|n| incremental_potential(&world, &stage, &iterate(&world, &stage, n))).collect();
        for (n, pair) in potentials.windows(2).enumerate() {
            assert!(pair[1] <= pair[0] + 1e-12 * pair[0].abs(), "{name} {n}: {} after {}", pair[1], pair[0]);
        }
    }
}

#[test]
fn small_steps_are_solved_to_rounding_in_ten_iterations() {
    let (world, s) = Body::net(4, 50.0, 0.0).build();
    let stage = stage(&s, 1e-3);
    let exact = newton(&world, &stage, &s.x);
    // Measured 2e-16.
    assert!(distance(&iterate(&world, &stage, 10), &exact) < 1e-14);
}
