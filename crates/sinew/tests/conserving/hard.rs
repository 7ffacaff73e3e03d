//! Obstacles of 1e15 N/m that move, at 5 ms: the iteration finds the end of a step, and where it does not, the books
//! name what the obstacle gave.

use std::sync::Arc;

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::models::motions::{Oscillate, Translate};

use super::*;

/// A block of 4 kg whose lower side is at z = 0, under its weight, that feels an obstacle.
fn block(young: f64, obstacle: Obstacle) -> (World, State) {
    let mut body = Body { speed: 0.0, ..Body::block("neo-hookean", young, 0.3, [0.2, 0.2, 0.1], [3, 3, 2]) }.gravity();
    let n = body.vertices();
    // The mesh is centred about the x-axis.
    body.rest.iter_mut().skip(2).step_by(3).for_each(|z| *z += 0.05);
    let every: Vec<u32> = (0..n as u32).collect();
    let push = Penalty { stiffness: 1e15, offset: 0.0, ramp: 0.0 };
    body.terms.push(penalty("obstacle", n, &every, obstacle, push).expect("sound"));
    body.build()
}

fn shaken() -> Arc<dyn Motion> {
    Arc::new(Oscillate::new([0.0, 0.0, 0.02], 2.0, 0.0).expect("sound"))
}

/// A vertex that slides by d in a guess is d^2/(2 r) too deep in a sphere, 1e10 N for 3 mm: a push that must not stand in the matrix.
/// Each of 100 steps leaves 1e-8 of the energy that moves in it.
#[test]
fn no_step_on_a_hard_sphere_that_moves_is_left_to_the_last_resort() {
    for young in [1e6, 1e9] {
        for (name, options) in [(EXACT, ""), (FITTED, "filter = 0.0")] {
            let sphere = Obstacle::sphere([0.0, 0.0, -0.3], 0.3).expect("sound").moved_by(shaken());
            let (world, start) = block(young, sphere);
            let mut run = Simulation::new(world, make(name, options), start, 0.005);
            let (mut before, mut booked, mut size) = (0.0, 0.0f64, 0.0f64);
            for _ in 0..100 {
                let record = run.step().expect("stable");
                booked += (record.injected - before).abs();
                size = size.max(record.energy.kinetic + record.energy.elastic);
                before = record.injected;
            }
            let (record, work) = (run.record(), run.totals().work);
            println!(
                "{young:e} Pa, {name}: {booked:.2e} J booked, numerical {:.1e} of {size:.1e} J, {} iterations",
                record.numerical, work.newton_iterations
            );
            assert!(booked > 0.1, "the sphere pushes: {booked:e}");
            assert_eq!(work.fallbacks, 0, "{young:e} Pa, {name}");
            assert!(record.numerical.abs() < 1e-6 * (size + booked), "{young:e} Pa, {name}: {:e}", record.numerical);
        }
    }
}

/// A vertex of 1 kg over a plane that rises at 1 m/s.
fn ridden(weight: bool) -> World {
    let motion = Translate::new([0.0, 0.0, 1.0], 0.0).expect("sound");
    let plane = Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).expect("sound").moved_by(Arc::new(motion));
    let push = Penalty { stiffness: 1e15, offset: 0.0, ramp: 0.0 };
    let mut body = Body { rest: vec![0.0; 3], point_masses: vec![1.0], ..Body::default() };
    body.terms.push(penalty("plane", 1, &[0], plane, push).expect("sound"));
    if weight { body.gravity() } else { body }.build().0
}

/// What rides on the plane and starts 1 nm deep, by one step of backward Euler: the plane gives the weight times its way, and the 0.5 mJ that were
/// stored are lost, both to the rounding of a depth of 1e-14 m. The mean of the push at both ends would have given 2.5 kJ.
#[test]
fn the_last_resort_books_the_work_of_its_own_force() {
    for (name, options) in [(EXACT, ""), (FITTED, "modes = 0\n")] {
        let start = State { t: 0.0, x: vec![0.0, 0.0, -1e-9], v: vec![0.0, 0.0, 1.0] };
        let scheme = make(name, &format!("{options}max_iterations = 1\nhalvings = 0"));
        let mut run = Simulation::new(ridden(true), scheme, start, 0.005);
        run.step().expect("stable");
        let record = run.record();
        println!("{name}: {:.6} J injected, numerical {:.6} J", record.injected, record.numerical);
        assert_eq!(run.totals().work.fallbacks, 1);
        assert!((record.injected / (9.81 * 0.005) - 1.0).abs() < 1e-3, "{}", record.injected);
        assert!((record.numerical + 5e-4).abs() < 1e-4, "{}", record.numerical);
    }
}

/// A vertex that starts 1 nm deep and ends free was pushed by nothing that stands at its end; one that is found 1 nm deep where its
/// velocity has not changed was not pushed at all. By the mean force a plane at 1 m/s would have given each some thousand joules.
#[test]
fn a_force_at_the_end_is_booked_as_far_as_it_acted() {
    let world = ridden(false);
    // 10 ms while the plane is at t.
    let at = |t: f64, above: f64| State { t, x: vec![0.0, 0.0, t + above], v: vec![0.0, 0.0, 1.0] };
    let given = |from: f64, to: f64, missing: f64| {
        let (a, b) = (at(0.0, from), at(0.01, to));
        println!("mean: {:.1e} J", DiscreteGradient::mean_flow(&world, &a, &b).injected);
        DiscreteGradient::end_flow(&world, &a, &b, &[0.0, 0.0, missing]).injected
    };
    assert_eq!(given(-1e-9, 1e-15, 0.0), 0.0);
    assert_eq!(given(0.0, -1e-9, -1e6), 0.0);
    // 1e6 N over 10 mm, to the rounding of the depth.
    let full = given(0.0, -1e-9, 0.0);
    assert!((full / 1e4 - 1.0).abs() < 1e-6, "{full:e}");
}
