//! The measured order of every integrator in the catalog equals the one it states.
//!
//! Error = |x - x_ref| / |x_ref - x_0| at the end, and the same for velocities; the reference is rk4 at a tiny step,
//! extrapolated.
//! Orders are read off the last halving of the step, in the range where h omega_max is small.

mod common {
    pub mod problems;
    pub mod running;
}

use std::sync::Arc;

use common::problems::*;
use common::running::*;
use sinew::integrators::{CATALOG, Entry};
use sinew::mechanics::*;

/// Errors of positions and velocities relative to how much they change.
fn errors(s: &State, reference: &State, start: &State) -> [f64; 2] {
    [
        distance(&s.x, &reference.x) / distance(&reference.x, &start.x),
        distance(&s.v, &reference.v) / distance(&reference.v, &start.v),
    ]
}

/// Steps for a scheme of the given order such that its errors are asymptotic and above rounding.
fn steps(order: u32, base: usize) -> [usize; 2] {
    match order {
        1 => [16 * base, 32 * base],
        _ => [4 * base, 8 * base],
    }
}

/// The stated order with its tolerance: first-order implicit schemes approach 1 from below, slowly.
fn bounds(entry: &Entry) -> (f64, f64) {
    match entry.order {
        1 => (0.85, 1.15),
        // Leading terms so small that the next ones show at these steps. Measured over all problems here:
        // exprb42 3.93 to 4.20, pexprb43 3.70 to 4.42, epirk4s3 3.98 to 4.05.
        4 if ["exprb42", "auto"].contains(&entry.name) => (3.85, 4.25),
        4 if entry.name == "pexprb43" => (3.65, 4.5),
        p => (p as f64 - 0.15, p as f64 + 0.15),
    }
}

/// Measures every integrator on a problem; `base` steps resolve its fastest motion for rk4.
fn measure(label: &str, build: impl Fn() -> (World, State), duration: f64, base: usize) {
    let (mut world, start) = build();
    let [coarse, mut reference] =
        [32, 64].map(|n| run(make("rk4", "").as_mut(), &mut world, &start, duration, n * base).0);
    for i in 0..reference.x.len() {
        reference.x[i] += (reference.x[i] - coarse.x[i]) / 15.0;
        reference.v[i] += (reference.v[i] - coarse.v[i]) / 15.0;
    }
    let mut failures = Vec::new();
    for entry in CATALOG {
        if refuses(entry.name, "", &mut world, &start) {
            continue;
        }
        let errors = steps(entry.order, base).map(|n| {
            let mut integrator = make(entry.name, "");
            assert_eq!(integrator.order(), entry.order, "{} states two orders", entry.name);
            errors(&run(integrator.as_mut(), &mut world, &start, duration, n).0, &reference, &start)
        });
        let orders = [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2());
        let (low, high) = bounds(entry);
        println!("{label:24} {:18} x {:.3} v {:.3}  error {:.1e}", entry.name, orders[0], orders[1], errors[1][0]);
        if orders.iter().any(|p| !(low..=high).contains(p)) {
            failures.push(format!("{}: {orders:.3?} instead of {}", entry.name, entry.order));
        }
    }
    assert!(failures.is_empty(), "{label}: {failures:#?}");
}

fn net() -> Body {
    Body::net(3, 50.0, 0.0)
}

/// 16 vertices, 15 tets; omega_max about 110 rad/s.
fn block(material: &str) -> Body {
    // Symplectic Euler shows order 2 in x from an undeformed start: an accident that a displaced one avoids.
    Body { shift: 0.005, ..Body::block(material, 1e4, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]) }
}

#[test]
fn orders_on_a_free_net_of_cubic_springs() {
    measure("cubic springs", || Body::net(3, 50.0, 3.0).build(), 0.5, 32);
}

#[test]
fn orders_with_a_load_that_changes_in_time() {
    let swing = || Swing { vertex: [[4]], amplitude: Vec3::new(2.0, -3.0, 8.0), frequency: 9.0 };
    measure("swinging load", || net().with(swing()).build(), 0.5, 32);
}

#[test]
fn orders_with_scripted_vertices() {
    measure("scripted vertices", || net().hold(Arc::new(Carried), |p| p.x > 0.9 || p.y > 0.9).build(), 0.5, 32);
}

#[test]
fn orders_with_dampers_along_the_springs() {
    let build = || net().hold(Arc::new(Carried), |p| p.x > 0.9 && p.y > 0.9).dashpots(1.0).build();
    measure("dampers", build, 0.5, 32);
}

#[test]
fn orders_with_linear_and_quadratic_drag() {
    for quadratic in [false, true] {
        let drag = || Drag { vertices: points(9), coefficient: 0.8, quadratic };
        measure("drag", || net().with(drag()).build(), 0.5, 32);
    }
}

#[test]
fn orders_on_a_moving_neo_hookean_block() {
    measure("neo-hookean", || block("neo-hookean").build(), 0.1, 16);
}

#[test]
fn orders_on_a_moving_stvk_block() {
    measure("stvk", || block("stvk").build(), 0.1, 16);
}

#[test]
fn orders_on_a_block_that_hangs_from_a_moving_hand() {
    for material in ["neo-hookean", "stvk"] {
        let swing = || Swing { vertex: [[9]], amplitude: Vec3::new(8.0, -3.0, 12.0), frequency: 30.0 };
        let hand = |p: Vec3| p.x < 1e-9;
        measure(material, || block(material).with(swing()).gravity().hold(Arc::new(Carried), hand).build(), 0.1, 16);
    }
}

#[test]
fn orders_with_each_damping_model() {
    for model in ["rayleigh", "drag", "rigid-preserving", "strain-rate", "spring strain-rate"] {
        let hand = |p: Vec3| p.x < 1e-9;
        measure(model, || block("neo-hookean").hold(Arc::new(Carried), hand).damped(model).build(), 0.1, 16);
    }
}

#[test]
fn implicit_schemes_keep_their_order_with_a_consistent_mass() {
    let build = || Body { consistent: true, ..block("neo-hookean").hold(Arc::new(Carried), |p| p.x < 1e-9) }.build();
    let (mut world, start) = build();
    // No explicit scheme can do this; midpoint, extrapolated twice, is the reference.
    let tight = || make("implicit-midpoint", "tolerance = 1e-13");
    let runs = [256, 512, 1024].map(|n| run(tight().as_mut(), &mut world, &start, 0.1, n).0);
    let mut reference = start.clone();
    let extrapolate = |i: usize, part: fn(&State) -> &[f64]| {
        let [a, b, c] = [0, 1, 2].map(|k| part(&runs[k])[i]);
        let (ab, bc) = (b + (b - a) / 3.0, c + (c - b) / 3.0);
        bc + (bc - ab) / 15.0
    };
    for i in 0..reference.x.len() {
        reference.x[i] = extrapolate(i, |s| &s.x);
        reference.v[i] = extrapolate(i, |s| &s.v);
    }
    for entry in CATALOG {
        if ["forward-euler", "symplectic-euler", "rk4"].contains(&entry.name) {
            let refused = make(entry.name, "").step(&mut world, &mut start.clone(), 1e-3);
            assert!(matches!(refused, Err(StepError::Unsupported { .. })), "{}: {refused:?}", entry.name);
            continue;
        }
        // `auto` hands such worlds to the fitted scheme, which is measured itself.
        if entry.name == "auto" || refuses(entry.name, "", &mut world, &start) {
            continue;
        }
        let errors = steps(entry.order, 16)
            .map(|n| errors(&run(make(entry.name, "").as_mut(), &mut world, &start, 0.1, n).0, &reference, &start));
        let orders = [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2());
        let (low, high) = bounds(entry);
        assert!(orders.iter().all(|p| (low..=high).contains(p)), "{}: {orders:.3?}", entry.name);
    }
}

/// Newmark's relatives: gamma > 1/2 states and shows order 1, beta = 0 keeps order 2 (also with damping).
#[test]
fn orders_of_newmarks_relatives() {
    let drag = || Drag { vertices: points(9), coefficient: 0.8, quadratic: true };
    let (mut world, start) = net().with(drag()).build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, 0.5, 1024);
    for (options, order) in [("beta = 0.0", 2), ("beta = 0.3025\ngamma = 0.6", 1), ("beta = 0.1666666666666667", 2)] {
        assert_eq!(make("newmark", options).order(), order);
        let errors = steps(order, 32)
            .map(|n| errors(&run(make("newmark", options).as_mut(), &mut world, &start, 0.5, n).0, &reference, &start));
        let p = (errors[0][0] / errors[1][0]).log2();
        assert!((p - order as f64).abs() < 0.15, "newmark {options}: {p:.3}");
    }
}

/// Variable coefficients: a step that changes by factors up to 2 all the time must not cost BDF2 its order, and the
/// constant-step formula would.
#[test]
fn bdf2_keeps_its_order_when_the_step_changes() {
    let (mut world, start) = net().build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, 0.5, 1024);
    let pattern = [1.0, 0.5, 0.9, 1.7, 0.6, 1.3];
    let errors = [24, 48].map(|rounds| {
        let mut integrator = make("bdf2", "");
        let mut s = start.clone();
        let unit = 0.5 / (rounds as f64 * pattern.iter().sum::<f64>());
        for _ in 0..rounds {
            for c in pattern {
                integrator.step(&mut world, &mut s, c * unit).expect("the net is harmless");
            }
        }
        errors(&s, &reference, &start)
    });
    let p = (errors[0][0] / errors[1][0]).log2();
    assert!((p - 2.0).abs() < 0.15, "{p:.3} from {errors:?}");
}
