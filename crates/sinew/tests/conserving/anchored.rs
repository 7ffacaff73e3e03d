//! Mean forces against what stands outside: anchors and obstacles of every shape. Exact work at rest, exact books in motion,
//! tangents against differences where they are exact.

use std::sync::Arc;

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::mechanics::motion::Still;
use sinew::models::forces::{Attachment, attachments};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::GeneralMatrix;

use super::*;

const POINTS: usize = 60;

/// Points strewn about the origin within 1.2 m that no force but the given one acts on, and two states 0.05 s apart.
fn strewn(term: impl Fn(usize) -> Box<dyn ForceTerm>) -> (World, State, State) {
    let at = |k: f64| -> Vec<f64> { (0..3 * POINTS).map(|i| 1.2 * (k * i as f64 + 0.4).sin()).collect() };
    let parts = Parts { rest: at(1.9), point_masses: vec![1.0; POINTS], terms: vec![term(POINTS)], ..Parts::default() };
    let world = World::new(parts).expect("sound");
    let zero = vec![0.0; 3 * POINTS];
    let a = world.restrict(0.3, &at(1.9), &zero);
    // Near the start for half of the points, anywhere for the others.
    let (far, x0) = (at(2.7), at(1.9));
    let x: Vec<f64> = (0..3 * POINTS).map(|i| if i % 6 < 3 { x0[i] + 0.1 * far[i] } else { far[i] }).collect();
    let b = world.restrict(0.35, &x, &zero);
    (world, a, b)
}

fn shapes() -> Vec<(&'static str, Obstacle)> {
    let cuboid = |rounding| Obstacle::cuboid([0.1, 0.0, 0.0], [1.2, 0.9, 1.4], rounding).expect("sound");
    vec![
        ("plane", Obstacle::plane([0.1, 0.0, 0.2], [1.0, 2.0, 3.0]).expect("sound")),
        ("sphere", Obstacle::sphere([0.2, -0.1, 0.0], 0.9).expect("sound")),
        ("box", cuboid(0.0).turned([1.0, 1.0, 0.0], 0.7).expect("sound")),
        ("rounded box", cuboid(0.2).turned([0.0, 1.0, 1.0], -0.4).expect("sound")),
        ("capsule", Obstacle::capsule([-0.5, 0.0, 0.0], [0.4, 0.3, 0.2], 0.6).expect("sound")),
    ]
}

fn contact(obstacle: &Obstacle, ramp: f64) -> (World, State, State) {
    let every: Vec<u32> = (0..POINTS as u32).collect();
    let settings = Penalty { stiffness: 1e4, offset: 0.1, ramp };
    strewn(|n| penalty("contact", n, &every, obstacle.clone(), settings).expect("sound"))
}

fn anchors(motion: Arc<dyn Motion>, rest_length: f64) -> (World, State, State) {
    let one = |vertex: u32| Attachment {
        vertex,
        point: [0.1, 0.02 * vertex as f64, -0.3],
        motion: motion.clone(),
        stiffness: 1e4,
        rest_length,
        damping: 0.0,
    };
    let all: Vec<_> = (0..POINTS as u32).map(one).collect();
    strewn(|n| attachments("anchors", n, &all).expect("sound"))
}

fn mean_force(world: &World, a: &State, b: &State) -> Vec<f64> {
    let mut f = vec![0.0; a.x.len()];
    world.mean_force(a, b, &mut f);
    f
}

/// (V_1 - V_0 + work, |V_0| + |V_1|)
fn excess(world: &World, a: &State, b: &State) -> (f64, f64) {
    let f = mean_force(world, a, b);
    let work: f64 = f.iter().zip(a.x.iter().zip(&b.x)).map(|(f, (a, b))| f * (b - a)).sum();
    let (before, after) = (world.energy(a).potential(), world.energy(b).potential());
    (after - before + work, before.abs() + after.abs())
}

#[test]
fn still_obstacles_and_anchors_do_the_work_of_their_potentials() {
    let check = |name: String, (world, a, b): (World, State, State)| {
        let (excess, size) = excess(&world, &a, &b);
        println!("{name}: {excess:.1e} of {size:.1e} J");
        // Rounding of coordinates of size 1 is 1e-16, which 1e4 N/m and 60 points make 1e-12 of some hundred joules.
        assert!(size > 10.0 && excess.abs() <= 1e-14 * size, "{name}: {excess:e} of {size:e}");
    };
    for ramp in [0.0, 0.3] {
        for (name, obstacle) in shapes() {
            check(format!("{name}, ramp {ramp}"), contact(&obstacle, ramp));
        }
    }
    for rest_length in [0.0, 0.4] {
        check(format!("anchors, length {rest_length}"), anchors(Arc::new(Still), rest_length));
    }
}

/// What moves gives V_1 - V_0 + work, and the books say so: one formula for both, so this checks the signs.
#[test]
fn moving_obstacles_and_anchors_are_booked() {
    let check = |name: String, (world, a, b): (World, State, State)| {
        let (excess, size) = excess(&world, &a, &b);
        let flow = DiscreteGradient::mean_flow(&world, &a, &b);
        println!("{name}: {excess:.3e} of {size:.1e} J, booked {flow:?}");
        assert!(excess.abs() > 1e-4 * size, "{name} moves");
        assert!((flow.injected - excess).abs() <= 1e-14 * size && flow.dissipated == 0.0, "{name}: {flow:?}");
    };
    for (name, obstacle) in shapes() {
        check(name.to_owned(), contact(&obstacle.moved_by(Arc::new(Carried)), 0.3));
    }
    check("anchors".into(), anchors(Arc::new(Carried), 0.4));
}

#[test]
fn tangents_of_anchors_planes_and_spheres_are_derivatives() {
    let shapes = shapes();
    let mut cases = vec![
        ("anchors", anchors(Arc::new(Still), 0.4)),
        ("anchors without length", anchors(Arc::new(Still), 0.0)),
        ("moving anchors", anchors(Arc::new(Carried), 0.4)),
    ];
    for (name, obstacle) in &shapes[..2] {
        cases.push((name, contact(obstacle, 0.0)));
        cases.push((name, contact(obstacle, 0.3)));
    }
    // A plane that moves has a normal that turns with it, for both ends.
    cases.push(("moving plane", contact(&shapes[0].1.clone().moved_by(Arc::new(Carried)), 0.3)));
    for (name, (world, a, b)) in cases {
        let n = a.x.len();
        let mut stresses = vec![0.0; DiscreteGradient::stress_values(&world)];
        world.mean_stresses(&a, &b, None, &mut stresses);
        let mut matrix = GeneralMatrix::new(world.pattern().clone());
        DiscreteGradient::add_mean_tangent(&world, &a, &b, 1.0, &stresses, &mut matrix);
        let d: Vec<f64> = (0..n).map(|i| (0.7 * i as f64 + 0.2).cos()).collect();
        let at = |e: f64| {
            let mut b = b.clone();
            b.x.iter_mut().zip(&d).for_each(|(x, d)| *x += e * d);
            mean_force(&world, &a, &b)
        };
        // Fourth-order differences; no point crosses a kink of the law within 2e-4.
        let e = 1e-4;
        let (f1, f2, g1, g2) = (at(e), at(2.0 * e), at(-e), at(-2.0 * e));
        let expected: Vec<f64> = (0..n).map(|i| -(8.0 * (f1[i] - g1[i]) - (f2[i] - g2[i])) / (12.0 * e)).collect();
        let mut product = vec![0.0; n];
        matrix.apply(&d, &mut product);
        let error = distance(&product, &expected) / length(&expected);
        println!("{name}: {error:.1e}");
        assert!(error <= 1e-8, "{name}: {error:e}");
    }
}
