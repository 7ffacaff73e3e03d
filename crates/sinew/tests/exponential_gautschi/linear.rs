//! Linear problems: exact at any step, energy kept for thousands of steps, equilibria stay.

use nalgebra::DVector;

use crate::common::problems::*;
use crate::common::running::*;
use crate::dense::*;
use crate::{FILTERS, every_form};
use sinew::mechanics::*;

/// A clamped net of bands without rest length, which is exactly linear, with uneven masses, under gravity.
fn bands() -> (World, State) {
    let mut body = Body::net(3, 0.0, 0.0).clamp().gravity();
    let lengths = vec![0.0; body.edges.len()];
    let springs = Springs { edges: body.edges.clone(), stiffness: 4e3, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("bands", body.vertices(), springs));
    Body { shift: 0.1, ..body }.build()
}

/// x* + cos(t Om) (x - x*) + t sinc(t Om) v, and its rate.
fn exact(world: &World, start: &State, t: f64) -> State {
    let dense = Dense::at_rest(world);
    let rest = DVector::from_vec(equilibrium(world, start).x);
    let u = DVector::from_vec(start.x.clone()) - &rest;
    let v = DVector::from_vec(start.v.clone());
    let x = &rest + dense.of(t, f64::cos) * &u + dense.of(t, sinc) * &v * t;
    let w = dense.of(t, |z| -z * z.sin()) * &u / t + dense.of(t, f64::cos) * &v;
    State { t, x: x.as_slice().to_vec(), v: w.as_slice().to_vec() }
}

#[test]
fn linear_motion_under_a_constant_load_is_exact_at_any_step_with_every_filter() {
    let (mut world, start) = bands();
    let dense = Dense::at_rest(&world);
    // From well resolved to 80 radians a step; one that makes a mode's velocity invisible in the positions (a pole).
    let pole = std::f64::consts::PI / dense.frequencies()[5];
    let mut worst = [0.0_f64; 2];
    for h in [0.3 / dense.highest(), pole, 7.3 / dense.highest(), 80.0 / dense.highest()] {
        let steps = 25;
        let truth = exact(&world, &start, h * steps as f64);
        for options in every_form() {
            let end = run(make("eti", &options).as_mut(), &mut world, &start, h * steps as f64, steps).0;
            let errors = [distance(&end.x, &truth.x) / length(&truth.x), distance(&end.v, &truth.v) / length(&truth.v)];
            worst = [worst[0].max(errors[0]), worst[1].max(errors[1])];
            assert!(errors[0] < 1e-11 && errors[1] < 1e-10, "h = {h:.2e}, {options:?}: {errors:?}");
        }
        for engine in ["shift-invert", "chebyshev", "lanczos"] {
            let options = format!("engine = \"{engine}\"\ntolerance = 1e-10");
            let end = run(make("eti", &options).as_mut(), &mut world, &start, h * steps as f64, steps).0;
            let error = distance(&end.x, &truth.x) / length(&truth.x);
            assert!(error < 1e-7, "h = {h:.2e}, {engine}: {error:.1e}");
        }
    }
    println!("worst errors of positions and velocities with modes: {worst:?}");
}

#[test]
fn neti_is_exact_in_positions_on_linear_problems() {
    let (mut world, start) = bands();
    let h = 20.0 / Dense::at_rest(&world).highest();
    let truth = exact(&world, &start, 20.0 * h);
    let end = run(make("neti", "engine = \"dense\"").as_mut(), &mut world, &start, 20.0 * h, 20).0;
    let error = distance(&end.x, &truth.x) / length(&truth.x);
    assert!(error < 1e-11, "{error:.1e}");
}

#[test]
fn the_energy_of_a_linear_truss_is_kept_at_248_radians_a_step() {
    for options in ["", "filter = \"garcia-archilla\"", "filter = \"deuflhard\"\nform = \"one-step\""] {
        let body = Body::block("linear", 1e7, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).clamp().gravity();
        let (mut world, mut s) = Body { shift: 1e-3, ..body }.build();
        let h = 248.0 / Dense::at_rest(&world).highest();
        let hanging = world.energy(&equilibrium(&world, &s)).total();
        let before = world.energy(&s).total() - hanging;
        let mut integrator = make("eti", options);
        let mut worst = 0.0_f64;
        for _ in 0..4000 {
            integrator.step(&mut world, &mut s, h).expect("linear");
            worst = worst.max(((world.energy(&s).total() - hanging) / before - 1.0).abs());
        }
        println!("eti {options:?}: energy off by {worst:.1e} after 4000 steps");
        assert!(worst < 1e-8, "{options:?}: {worst:.1e}");
    }
}

#[test]
fn a_body_that_hangs_in_equilibrium_stays_there_with_every_filter() {
    for (material, options) in [("linear", ""), ("neo-hookean", "\nreference = \"start\"")] {
        let body = Body::block(material, 1e5, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).clamp().gravity();
        let (mut world, start) = Body { speed: 0.0, ..body }.build();
        let hanging = equilibrium(&world, &start);
        let sag = distance(&hanging.x, &start.x);
        assert!(sag > 0.02, "{sag}");
        // A nonlinear equilibrium is one for the scheme at any step, but a stable one only at resolved steps.
        let h = if material == "linear" { 60.0 } else { 2.0 } / Dense::at_rest(&world).highest();
        let mut schemes: Vec<_> = every_form().iter().map(|form| ("eti", format!("{form}{options}"))).collect();
        schemes.push(("eti", String::new()));
        schemes.push(("neti", "engine = \"dense\"".into()));
        for (name, options) in schemes {
            let end = run(make(name, &options).as_mut(), &mut world, &hanging, 50.0 * h, 50).0;
            let drift = distance(&end.x, &hanging.x) / sag;
            assert!(drift < 1e-10, "{material}, {name} {options:?}: {drift:.1e}");
        }
    }
}

/// Strong damping of stiff modes at 15 radians a step: the iteration for the velocities converges, nothing is fed, and what
/// remains is in modes that positions do not see (h omega near k pi).
#[test]
fn strong_stiffness_damping_is_solved_and_damps() {
    for (filter, _) in FILTERS {
        let body = Body::block("linear", 1e7, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).clamp().damped("rayleigh");
        let (mut world, mut s) = Body { shift: 1e-3, ..body }.build();
        let h = 15.0 / Dense::at_rest(&world).highest();
        let before = world.energy(&s).total();
        let mut integrator = make("eti", &format!("filter = \"{filter}\""));
        for _ in 0..500 {
            integrator.step(&mut world, &mut s, h).expect("damping is solved");
        }
        let left = world.energy(&s).total() / before;
        println!("{filter}: {left:.1e} of the energy is left");
        assert!(left < 0.1, "{filter}: {left:.1e}");
    }
}
