//! The measured order of every integrator in the catalog equals the one it states.
//!
//! Error = |x - x_ref| / |x_ref - x_0| at the end, and the same for velocities; the reference is rk4 at a tiny step.
//! Orders are read off the last halving of the step, in the range where h omega_max is small.

mod common {
    pub mod problems;
}

use common::problems::*;
use sinew::integrators::{self, CATALOG, Integrator, Work};
use sinew::mechanics::*;

fn make(name: &str, options: &str) -> Box<dyn Integrator> {
    let table = options.parse().expect("the test's options are TOML");
    integrators::build(name, &table).expect("the integrator exists")
}

fn run(integrator: &mut dyn Integrator, world: &mut World, start: &State, duration: f64, steps: usize) -> (State, Work) {
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

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

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
        2 => [4 * base, 8 * base],
        _ => [2 * base, 4 * base],
    }
}

/// The stated order with its tolerance: first-order implicit schemes approach 1 from below, slowly.
fn bounds(order: u32) -> (f64, f64) {
    match order {
        1 => (0.85, 1.15),
        p => (p as f64 - 0.15, p as f64 + 0.15),
    }
}

/// Measures every integrator on a problem; `base` steps resolve its fastest motion for rk4.
fn measure(label: &str, build: impl Fn() -> (World, State), duration: f64, base: usize) {
    let (mut world, start) = build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, duration, 32 * base);
    let mut failures = Vec::new();
    for entry in CATALOG {
        let errors = steps(entry.order, base).map(|n| {
            let mut integrator = make(entry.name, "");
            assert_eq!(integrator.order(), entry.order, "{} states two orders", entry.name);
            errors(&run(integrator.as_mut(), &mut world, &start, duration, n).0, &reference, &start)
        });
        let orders = [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2());
        let (low, high) = bounds(entry.order);
        println!("{label:24} {:18} x {:.3} v {:.3}  error {:.1e}", entry.name, orders[0], orders[1], errors[1][0]);
        if orders.iter().any(|p| !(low..=high).contains(p)) {
            failures.push(format!("{}: {orders:.3?} instead of {}", entry.name, entry.order));
        }
    }
    assert!(failures.is_empty(), "{label}: {failures:#?}");
}

#[test]
fn orders_on_a_free_net_of_cubic_springs() {
    measure("cubic springs", || Net::new(3, 50.0, 3.0).build(), 0.5, 32);
}

#[test]
fn orders_with_a_load_that_changes_in_time() {
    let swing = || Swing { vertex: [[4]], amplitude: Vec3::new(2.0, -3.0, 8.0), frequency: 9.0 };
    measure("swinging load", || Net::new(3, 50.0, 0.0).with(swing()).build(), 0.5, 32);
}

#[test]
fn orders_with_a_scripted_vertex() {
    measure("scripted vertex", || Net::new(3, 50.0, 0.0).carry(8).pin(0).build(), 0.5, 32);
}

#[test]
fn orders_with_dampers_along_the_springs() {
    let net = || {
        let net = Net::new(3, 50.0, 0.0).carry(8);
        let edges = net.edges.clone();
        net.with(Dampers { edges, viscosity: 1.0 })
    };
    measure("strain-rate dampers", || net().build(), 0.5, 32);
}

#[test]
fn orders_with_linear_and_quadratic_drag() {
    for quadratic in [false, true] {
        let drag = || Drag { vertices: points(9), coefficient: 0.8, quadratic };
        measure("drag", || Net::new(3, 50.0, 0.0).with(drag()).build(), 0.5, 32);
    }
}
