//! Order 2 for every filter, form and reading, under everything at once: loads, scripts, damping, uneven and consistent mass.

use std::sync::Arc;

use crate::common::problems::*;
use crate::common::running::*;
use crate::every_form;
use sinew::mechanics::*;

/// Orders of positions and velocities from two runs, the second with twice the steps.
pub fn orders(
    name: &str,
    options: &str,
    world: &mut World,
    (start, reference): (&State, &State),
    duration: f64,
    steps: usize,
) -> [f64; 2] {
    let errors = [steps, 2 * steps].map(|n| {
        let end = run(make(name, options).as_mut(), world, start, duration, n).0;
        [distance(&end.x, &reference.x), distance(&end.v, &reference.v)]
    });
    let orders = [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2());
    let moved = distance(&reference.x, &start.x);
    println!("{name} {options:?}: x {:.3} v {:.3}, error {:.1e}", orders[0], orders[1], errors[1][0] / moved);
    orders
}

pub fn assert_second(name: &str, options: &str, orders: [f64; 2]) {
    assert!(orders.iter().all(|p| (p - 2.0).abs() < 0.15), "{name} {options:?}: {orders:.3?}");
}

/// A damped net of uneven masses, held at a moving corner, with a swinging load.
fn net() -> (World, State) {
    let net = Body::net(3, 50.0, 0.0).gravity().hold(Arc::new(Carried), |p| p.x > 0.9 && p.y > 0.9);
    net.dashpots(1.0).with(Swing { vertex: [[4]], amplitude: Vec3::new(2.0, -3.0, 8.0), frequency: 9.0 }).build()
}

#[test]
fn every_filter_and_form_has_order_two_under_loads_scripts_and_damping() {
    let (mut world, start) = net();
    let reference = run(make("rk4", "").as_mut(), &mut world, &start, 0.5, 1024).0;
    for options in every_form() {
        assert_second("eti", &options, orders("eti", &options, &mut world, (&start, &reference), 0.5, 192));
    }
    for options in [
        "reading = \"secant\"",
        "reading = \"filtered\"",
        "reading = \"filtered\"\nfilter = \"deuflhard\"",
        "reading = \"filtered\"\nargument_filter = true",
        "krylov_length = 15",
    ] {
        assert_second("neti", options, orders("neti", options, &mut world, (&start, &reference), 0.5, 192));
    }
}

#[test]
fn every_filter_and_form_has_order_two_with_a_consistent_mass_and_rayleigh_damping() {
    let body = Body::block("neo-hookean", 1e4, 0.3, [0.4, 0.2, 0.2], [2, 1, 1]).hold(Arc::new(Carried), |p| p.x < 1e-9);
    let body = Body { consistent: true, shift: 0.005, ..body.damped("rayleigh") };
    let (mut world, start) = body.build();
    let [coarse, fine] = [384, 768].map(|n| run(make("implicit-midpoint", "").as_mut(), &mut world, &start, 0.1, n).0);
    let mut reference = fine.clone();
    for i in 0..reference.x.len() {
        reference.x[i] += (fine.x[i] - coarse.x[i]) / 3.0;
        reference.v[i] += (fine.v[i] - coarse.v[i]) / 3.0;
    }
    for options in every_form() {
        assert_second("eti", &options, orders("eti", &options, &mut world, (&start, &reference), 0.1, 64));
    }
}

/// The constants differ enormously where stiff springs turn: 4x4 net, k = 1e4 along and 1 across the meshes, h = 0.004.
#[test]
fn gautschis_filter_has_by_far_the_smallest_constant_on_springs_that_turn() {
    let build = || {
        let mut body = Body::net(4, 1.0, 0.0);
        let straight: Vec<[u32; 2]> = body.edges.iter().copied().filter(|[a, b]| b - a == 1 || b - a == 4).collect();
        let point = |v: u32| Vec3::from_column_slice(&body.rest[3 * v as usize..3 * v as usize + 3]);
        let lengths = straight.iter().map(|[a, b]| (point(*a) - point(*b)).norm()).collect();
        body.terms[0] = Box::new(Elements::new(
            "bars",
            body.vertices(),
            Springs { edges: straight, stiffness: 1e4, cubic: 0.0, lengths },
        ));
        let across: Vec<[u32; 2]> = body.edges.iter().copied().filter(|[a, b]| b - a != 1 && b - a != 4).collect();
        let lengths = across.iter().map(|[a, b]| (point(*a) - point(*b)).norm()).collect();
        body.with(Springs { edges: across, stiffness: 1.0, cubic: 0.0, lengths }).build()
    };
    let (mut world, start) = build();
    let (duration, steps) = (0.4, 100);
    let reference = run(make("rk4", "").as_mut(), &mut world, &start, duration, 8000).0;
    let moved = distance(&reference.x, &start.x);
    let mut error = |name: &str, options: &str| {
        let end = run(make(name, options).as_mut(), &mut world, &start, duration, steps).0;
        let error = distance(&end.x, &reference.x) / moved;
        println!("{name} {options}: {error:.1e}");
        error
    };
    let best = error("eti", "");
    let neti = error("neti", "");
    let midpoint = error("implicit-midpoint", "tolerance = 1e-12");
    error("v-imex", "");
    for (filter, _) in &crate::FILTERS[1..] {
        let other = error("eti", &format!("filter = \"{filter}\""));
        if *filter != "hochbruck-lubich" {
            assert!(other > 10.0 * best, "{filter}: {other:.1e} against {best:.1e}");
        }
    }
    assert!(neti < midpoint && best < midpoint, "{neti:.1e}, {best:.1e}, {midpoint:.1e}");
}
