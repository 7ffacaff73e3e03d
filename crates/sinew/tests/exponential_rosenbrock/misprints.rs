//! What the misprints and a Jacobian with missing parts would do to the order.

use super::coefficients::{oracle, stretched_net};
use super::*;

/// The system with blinkers: it does not tell that its forces depend on time.
struct Blind<'a>(&'a World);

impl MechanicalSystem for Blind<'_> {
    fn dofs(&self) -> usize {
        self.0.dofs()
    }
    fn mass(&self) -> &Mass {
        self.0.mass()
    }
    fn pattern(&self) -> &Arc<Pattern> {
        self.0.pattern()
    }
    fn energy(&self, s: &State) -> Energy {
        self.0.energy(s)
    }
    fn force(&self, s: &State, f: &mut [f64]) {
        self.0.force(s, f);
    }
    fn nonconservative_force(&self, s: &State, f: &mut [f64]) -> bool {
        self.0.nonconservative_force(s, f)
    }
    fn nonconservative_powers(&self, s: &State) -> Powers {
        self.0.nonconservative_powers(s)
    }
    fn force_rate(&self, s: &State, out: &mut [f64]) {
        self.0.force_rate(s, out);
    }
    fn force_difference(&self, a: &State, b: &State, out: &mut [f64]) {
        self.0.force_difference(a, b, out);
    }
    fn stiffness_product(&self, s: &State, dx: &[f64], out: &mut [f64]) {
        self.0.stiffness_product(s, dx, out);
    }
    fn damping_product(&self, s: &State, dv: &[f64], out: &mut [f64]) {
        self.0.damping_product(s, dv, out);
    }
    fn tangent(&self, s: &State, weights: Weights, projected: bool, a: &mut BlockMatrix) {
        self.0.tangent(s, weights, projected, a);
    }
    fn tangent_is_exact(&self) -> bool {
        self.0.tangent_is_exact()
    }
    fn damped(&self) -> bool {
        self.0.damped()
    }
    fn time_dependent(&self) -> bool {
        false
    }
    fn frequency_bound(&self, s: &State) -> f64 {
        self.0.frequency_bound(s)
    }
    fn element_size(&self) -> f64 {
        self.0.element_size()
    }
    fn linear_split(&self) -> Option<&dyn LinearSplit> {
        self.0.linear_split()
    }
}

/// The order of a tableau on a system, against rk4.
fn order(system: &dyn MechanicalSystem, world: &mut World, start: &State, tableau: &Tableau, frozen: Frozen) -> f64 {
    let (reference, _) = run(make("rk4", "").as_mut(), world, start, 0.5, 2048);
    let errors = [64, 128].map(|n| {
        let options = FunctionOptions { engine: Engine::Dense, ..FunctionOptions::default() };
        let (mut linearization, mut stages) = (Linearization::new(&options), Stages::default());
        let (mut s, mut to) = (start.clone(), start.clone());
        for _ in 0..n {
            let step = (&s, 0.5 / n as f64);
            stages
                .step(tableau, frozen, &mut linearization, system, step, 1e-12, &mut to, &mut Work::default())
                .expect("harmless");
            std::mem::swap(&mut s, &mut to);
        }
        distance(&s.x, &reference.x)
    });
    (errors[0] / errors[1]).log2()
}

/// [michels2017] below eq. 11 prints Delta R = -R_2: order 2 instead of 4.
#[test]
fn the_printed_sign_of_the_forward_difference_costs_the_order() {
    let printed = Tableau {
        nodes: epirk4s3::METHOD.step.nodes,
        rows: &[Row { phi: 3, weights: &[-4808.0, 1458.0] }, Row { phi: 4, weights: &[112320.0, -34992.0] }],
        orders: [4, 3],
    };
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let (other, _) = Body::net(3, 50.0, 0.0).build();
    let p = order(&other, &mut world, &start, &printed, Frozen::Step);
    println!("order {p:.2}");
    assert!(p < 2.5, "{p}");
}

/// [michels2017, eq. 23] prints b_1 = phi_1: the scheme is not even consistent.
#[test]
fn the_printed_first_weight_is_not_consistent() {
    let (mut world, start) = stretched_net();
    for h in [0.02, 0.01, 0.005] {
        let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, h, 64);
        let [right, wrong] = [false, true].map(|extra| {
            let s = oracle(&world, &start, h, &epirk4s3::METHOD.step, extra);
            distance(&s.v, &reference.v) / distance(&reference.v, &start.v)
        });
        println!("h = {h}: {right:.1e} {wrong:.1e}");
        assert!(right < 1e-4 && wrong > 0.1, "{right:e} {wrong:e}");
    }
}

/// Damping in F but not in J costs all orders above 1; so do loads in time without the phi_2 term.
#[test]
fn what_is_missing_in_the_jacobian_costs_the_order() {
    let drag = |body: Body| {
        let vertices = points(body.vertices());
        body.with(Drag { vertices, coefficient: 0.8, quadratic: false })
    };
    // Linear springs: the stiffness at rest is the true one, only the damping is missing.
    let soft = || {
        let mut body = Body::net(3, 0.0, 0.0).clamp();
        let lengths = vec![0.0; body.edges.len()];
        let springs = Springs { edges: body.edges.clone(), stiffness: 50.0, cubic: 0.0, lengths };
        body.terms[0] = Box::new(Elements::new("bands", body.vertices(), springs));
        body
    };
    let (mut world, start) = drag(soft()).build();
    let (system, _) = drag(soft()).build();
    let p = order(&system, &mut world, &start, &exprb42::METHOD.step, Frozen::Rest);
    println!("without damping in J: {p:.2}");
    assert!(p < 1.3, "{p}");

    let swing = || Swing { vertex: [[4]], amplitude: Vec3::new(2.0, -3.0, 8.0), frequency: 9.0 };
    let net = || Body::net(3, 50.0, 0.0).with(swing());
    let (mut world, start) = net().build();
    let (system, _) = net().build();
    let p = order(&Blind(&system), &mut world, &start, &exprb42::METHOD.step, Frozen::Step);
    println!("without the time direction: {p:.2}");
    assert!(p < 1.3, "{p}");
    let p = order(&system, &mut world, &start, &exprb42::METHOD.step, Frozen::Step);
    assert!(p > 3.85, "{p}");
}

/// With the stiffness at rest all four have order 2, damping and loads in time included.
#[test]
fn frozen_at_rest_the_order_is_two() {
    let swing = Swing { vertex: [[4]], amplitude: Vec3::new(2.0, -3.0, 8.0), frequency: 9.0 };
    let drag = Drag { vertices: points(9), coefficient: 0.8, quadratic: true };
    let (mut world, start) = Body::net(3, 50.0, 0.0).with(swing).with(drag).build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, 0.5, 1024);
    for method in METHODS {
        let errors = [128, 256].map(|n| {
            let mut scheme = make(method.name, "linearize = \"rest\"");
            assert_eq!(scheme.order(), 2);
            let (s, _) = run(scheme.as_mut(), &mut world, &start, 0.5, n);
            [distance(&s.x, &reference.x), distance(&s.v, &reference.v)]
        });
        let p = [0, 1].map(|k| (errors[0][k] / errors[1][k]).log2());
        println!("{} at rest: {p:.2?}", method.name);
        assert!(p.iter().all(|p| (1.8..2.4).contains(p)), "{}: {p:?}", method.name);
    }
}
