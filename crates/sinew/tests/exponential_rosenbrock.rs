//! The exponential Rosenbrock schemes: their coefficients, an oracle in other variables, exactness on linear problems, what the
//! printed misprints would do, their limits, and variable steps.

mod common {
    pub mod problems;
    pub mod running;
}

use std::sync::Arc;

use common::problems::*;
use common::running::*;
use nalgebra::{DMatrix, DVector};
use sinew::integrators::Work;
use sinew::integrators::exponential::rosenbrock::stages::{Frozen, Stages};
use sinew::integrators::exponential::rosenbrock::tableau::{Method, Row, Tableau};
use sinew::integrators::exponential::rosenbrock::{epirk4s3, ere, exprb42, pexprb43};
use sinew::integrators::exponential::{Engine, FunctionOptions, Linearization};
use sinew::mechanics::*;
use sinew_math::sparse::{BlockMatrix, Pattern};

const METHODS: [&Method; 4] = [&ere::METHOD, &exprb42::METHOD, &pexprb43::METHOD, &epirk4s3::METHOD];

/// phi_k(Z) by its power series.
fn phi(k: u32, z: &DMatrix<f64>) -> DMatrix<f64> {
    let n = z.nrows();
    let mut term = DMatrix::identity(n, n) / (1..=k).map(f64::from).product::<f64>();
    let mut sum = term.clone();
    for j in 1..120 {
        term = &term * z / f64::from(j + k);
        sum += &term;
    }
    sum
}

/// b_i(Z) of a node.
fn weight(tableau: &Tableau, i: usize, z: &DMatrix<f64>) -> DMatrix<f64> {
    tableau.rows.iter().map(|row| phi(row.phi, z) * row.weights[i]).sum()
}

/// [luan2020, table 1]: sum b_i c_i^2 = 2 phi_3, sum b_i c_i^3 = 6 phi_4. exprb42 satisfies the second at zero alone.
#[test]
fn coefficients_satisfy_the_stiff_order_conditions() {
    let random = DMatrix::from_fn(5, 5, |i, j| ((7 * i + 13 * j) as f64 * 0.77).sin());
    for method in [&exprb42::METHOD, &pexprb43::METHOD, &epirk4s3::METHOD] {
        let tableau = &method.step;
        let defect = |z: &DMatrix<f64>, power: i32, k: u32, factor: f64| {
            let sum: DMatrix<f64> =
                tableau.nodes.iter().enumerate().map(|(i, c)| weight(tableau, i, z) * c.powi(power)).sum();
            (sum - phi(k, z) * factor).norm() / phi(k, z).norm()
        };
        for z in [DMatrix::zeros(5, 5), random.clone(), &random * 3.0] {
            let (first, second) = (defect(&z, 2, 3, 2.0), defect(&z, 3, 4, 6.0));
            println!("{}: {first:.1e} {second:.1e}", method.name);
            assert!(first < 1e-12, "{}: {first:e}", method.name);
            let exempt = method.name == "exprb42" && z.norm() > 0.0;
            assert!(if exempt { second > 1e-2 } else { second < 1e-10 }, "{}: {second:e}", method.name);
        }
        // Frozen at rest: sum b_i c_i = phi_2.
        let rest = &method.rest;
        let sum: DMatrix<f64> = rest.nodes.iter().enumerate().map(|(i, c)| weight(rest, i, &random) * *c).sum();
        assert!((sum - phi(2, &random)).norm() < 1e-12, "{} at rest", method.name);
    }
}

fn dense_k(world: &World, s: &State) -> DMatrix<f64> {
    let n = world.dofs();
    let mut k = DMatrix::zeros(n, n);
    for j in 0..n {
        let (mut e, mut out) = (vec![0.0; n], vec![0.0; n]);
        e[j] = 1.0;
        world.stiffness_product(s, &e, &mut out);
        k.column_mut(j).copy_from_slice(&out);
    }
    k
}

/// One step in the variables (Omega y, v) of [luan2020] and [michels2017], y = sqrt(M) x, all matrices dense. `extra` adds h
/// sum_i b_i (F(u) - J u), the mistake of b_1 = phi_1 in [michels2017, eq. 23].
fn oracle(world: &World, s: &State, h: f64, tableau: &Tableau, extra: bool) -> State {
    let n = world.dofs();
    let root =
        DVector::from_iterator(n, world.mass().lumped().expect("lumped").masses().iter().flat_map(|m| [m.sqrt(); 3]));
    let k = dense_k(world, s);
    let a = DMatrix::from_fn(n, n, |i, j| 0.5 * (k[(i, j)] + k[(j, i)]) / (root[i] * root[j]));
    let eigen = a.symmetric_eigen();
    assert!(eigen.eigenvalues.min() > 0.0, "Omega has an inverse");
    let omega = &eigen.eigenvectors
        * DMatrix::from_diagonal(&eigen.eigenvalues.map(f64::sqrt))
        * eigen.eigenvectors.transpose();
    let inverse = omega.clone().try_inverse().expect("positive definite");
    let mut jacobian = DMatrix::zeros(2 * n, 2 * n);
    jacobian.view_mut((0, n), (n, n)).copy_from(&omega);
    jacobian.view_mut((n, 0), (n, n)).copy_from(&-&omega);
    let pack = |s: &State| {
        let y = &omega * DVector::from_fn(n, |i, _| root[i] * s.x[i]);
        let v = DVector::from_fn(n, |i, _| root[i] * s.v[i]);
        DVector::from_iterator(2 * n, y.iter().chain(v.iter()).copied())
    };
    let unpack = |u: &DVector<f64>| {
        let y = &inverse * u.rows(0, n);
        let x = (0..n).map(|i| y[i] / root[i]).collect();
        State { t: s.t + h, x, v: (0..n).map(|i| u[n + i] / root[i]).collect() }
    };
    let right = |u: &DVector<f64>| {
        let state = unpack(u);
        let mut f = vec![0.0; n];
        world.force(&state, &mut f);
        let y = &omega * u.rows(n, n);
        DVector::from_iterator(2 * n, y.iter().copied().chain((0..n).map(|i| f[i] / root[i])))
    };
    let u = pack(s);
    let start = right(&u);
    let z = &jacobian * h;
    let mut end = &u + phi(1, &z) * &start * h;
    for (i, c) in tableau.nodes.iter().enumerate() {
        let stage = &u + phi(1, &(&z * *c)) * &start * (c * h);
        let remainder = right(&stage) - &start - &jacobian * (&stage - &u);
        let b = weight(tableau, i, &z);
        end += &b * remainder * h;
        if extra {
            end += b * (&start - &jacobian * &u) * h;
        }
    }
    unpack(&end)
}

fn stretched_net() -> (World, State) {
    let net = Body { shift: 0.02, ..Body::net(3, 50.0, 2.0) };
    let mut body = net.hold(Arc::new(motion::Still), |p| p.x < 0.1 || p.y < 0.1);
    // Under tension everywhere, so that K is positive definite.
    let point = |v: u32| Vec3::from_column_slice(&body.rest[3 * v as usize..3 * v as usize + 3]);
    let lengths = body.edges.iter().map(|[a, b]| 0.5 * (point(*a) - point(*b)).norm()).collect();
    let springs = Springs { edges: body.edges.clone(), stiffness: 50.0, cubic: 2.0, lengths };
    body.terms[0] = Box::new(Elements::new("springs", body.vertices(), springs));
    body.build()
}

#[test]
fn the_same_step_as_in_the_variables_of_the_papers() {
    let (mut world, start) = stretched_net();
    for method in METHODS {
        for h in [0.02, 0.2] {
            let expected = oracle(&world, &start, h, &method.step, false);
            let mut s = start.clone();
            let mut scheme = make(method.name, "engine = \"dense\"\nlimit = 1e9");
            match scheme.step(&mut world, &mut s, h) {
                Ok(_) => {}
                // The last scheme is beyond its limit at the long step, and says so.
                Err(e) => {
                    assert!(h > 0.1 && matches!(e, StepError::EnergyFromNothing { .. }), "{}: {e}", method.name);
                    continue;
                }
            }
            let off = [distance(&s.x, &expected.x) / length(&s.x), distance(&s.v, &expected.v) / length(&s.v)];
            println!("{} h = {h}: {off:?}", method.name);
            assert!(off.iter().all(|e| *e < 1e-10), "{} h = {h}: {off:?}", method.name);
        }
    }
}

/// Springs without rest length are exactly linear.
fn bands() -> Body {
    let mut body = Body::net(4, 0.0, 0.0).clamp();
    let lengths = vec![0.0; body.edges.len()];
    let springs = Springs { edges: body.edges.clone(), stiffness: 4e3, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("bands", body.vertices(), springs));
    body
}

/// One long step (h omega_max about 60) and seven short ones end in the same place: the motion is the exact one.
#[test]
fn linear_motion_is_exact_at_any_step() {
    let drag = |body: Body| {
        let vertices = points(body.vertices());
        body.with(Drag { vertices, coefficient: 0.8, quadratic: false })
    };
    for damped in [false, true] {
        let body = if damped { drag(bands().gravity()) } else { bands().gravity() };
        let (mut world, start) = body.build();
        for method in METHODS {
            for (options, bound) in [
                ("engine = \"dense\"", 1e-11),
                ("tolerance = 1e-9", 1e-7),
                ("engine = \"shift-invert\"\ntolerance = 1e-9", 1e-7),
                ("engine = \"chebyshev\"\ntolerance = 1e-9", 1e-7),
                ("engine = \"lanczos\"\ntolerance = 1e-9", 1e-7),
                ("engine = \"adaptive-krylov\"\ntolerance = 1e-9", 1e-7),
            ] {
                if damped && (options.contains("lanczos") || options.contains("chebyshev")) {
                    let refused = make(method.name, options).step(&mut world, &mut start.clone(), 0.1);
                    assert!(matches!(refused, Err(StepError::Functions(_))), "{refused:?}");
                    continue;
                }
                let [a, b] = [1, 7].map(|n| run(make(method.name, options).as_mut(), &mut world, &start, 0.35, n).0);
                let off = distance(&a.x, &b.x) / distance(&a.x, &start.x);
                let off = off.max(distance(&a.v, &b.v) / distance(&a.v, &start.v));
                assert!(off < bound, "{} {options} {damped}: {off:e}", method.name);
            }
        }
    }
}

/// Cut off at a dimension far too small, the search space still conserves the energy of linear motion.
#[test]
fn a_truncated_space_conserves_energy() {
    let body = Body::block("linear", 1e9, 0.3, [1.0, 0.25, 0.25], [6, 2, 2]).clamp().gravity();
    let (mut world, start) = Body { speed: 0.0, ..body }.build();
    let before = world.energy(&start).total();
    for name in ["ere", "exprb42"] {
        let mut scheme = make(name, "engine = \"shift-invert\"\nkrylov_max = 8");
        let (mut s, mut largest) = (start.clone(), 0.0f64);
        for _ in 0..40 {
            scheme.step(&mut world, &mut s, 0.01).expect("linear motion is easy");
            largest = largest.max(world.energy(&s).elastic);
        }
        let drift = (world.energy(&s).total() - before) / largest;
        println!("{name}: drift {drift:.1e} of {largest:.1e} J");
        assert!(drift.abs() < 1e-8, "{name}: {drift:e}");
    }
}

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

/// A cube that spins about z through its centre.
fn spinning(young: f64, rate: f64) -> (World, State) {
    let cube = Body::block("corotated", young, 0.3, [0.3, 0.3, 0.3], [3, 3, 3]);
    let (world, mut s) = Body { speed: 0.0, ..cube }.build();
    for (x, v) in s.x.chunks_exact(3).zip(s.v.chunks_exact_mut(3)) {
        v[0] = -rate * (x[1] - 0.15);
        v[1] = rate * (x[0] - 0.15);
    }
    (world, s)
}

fn beam(young: f64) -> (World, State) {
    let body = Body::block("neo-hookean", young, 0.45, [1.0, 0.25, 0.25], [8, 2, 2]).clamp().gravity();
    Body { speed: 0.0, ..body }.build()
}

/// Four masses with stiff springs between them, flung round.
fn spring(stiffness: f64) -> (World, State) {
    let mut body = Body::net(2, 0.0, 0.0);
    let point = |v: u32| Vec3::from_column_slice(&body.rest[3 * v as usize..3 * v as usize + 3]);
    let lengths = body.edges.iter().map(|[a, b]| (point(*a) - point(*b)).norm()).collect();
    let springs = Springs { edges: body.edges.clone(), stiffness, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("springs", 4, springs));
    let (world, mut s) = body.build();
    for (x, v) in s.x.chunks_exact(3).zip(s.v.chunks_exact_mut(3)) {
        v.copy_from_slice(&[-5.0 * (x[1] - 0.25), 5.0 * (x[0] - 0.25), 0.0]);
    }
    (world, s)
}

fn twisted() -> (World, State) {
    let body = Body::block("neo-hookean", 1e5, 0.45, [1.0, 0.2, 0.2], [6, 2, 2]).clamp();
    let (world, mut s) = Body { speed: 0.0, ..body }.build();
    for x in s.x.chunks_exact_mut(3) {
        let (sin, cos) = (std::f64::consts::PI * x[0]).sin_cos();
        let (y, z) = (x[1] - 0.1, x[2] - 0.1);
        (x[1], x[2]) = (0.1 + cos * y - sin * z, 0.1 + sin * y + cos * z);
    }
    (world, s)
}

/// Where stiff parts turn the step is refused before the energy has grown by half, and the message names a step that
/// does; on beams that swing nothing is refused.
#[test]
fn the_limit_is_seen_before_the_state_is_ruined() {
    for (label, (mut world, start), h) in [
        ("spinning cube", spinning(1e7, 10.0), 0.033),
        ("flung springs", spring(1e6), 0.02),
        ("twist", twisted(), 0.01),
    ] {
        let size = |world: &World, s: &State| world.energy(s).kinetic + world.energy(s).elastic;
        for method in METHODS {
            let (mut s, before) = (start.clone(), size(&world, &start));
            let mut scheme = make(method.name, "");
            let error = (0..200).find_map(|_| scheme.step(&mut world, &mut s, h).err());
            let error = error.unwrap_or_else(|| panic!("{label} {}: the limit was not seen", method.name));
            let now = size(&world, &s) / before;
            println!("{label} {}: energy {now:.2} at t = {:.3}: {error}", method.name, s.t);
            assert!(now < 1.5, "{label} {}: {now}", method.name);
            let named = match error {
                StepError::BeyondLinear { step, .. } | StepError::EnergyFromNothing { step, .. } => step,
                other => panic!("{label} {}: {other}", method.name),
            };
            make(method.name, "").step(&mut world, &mut s, named).expect("the step that was named does");
        }
    }
    for young in [1e6, 1e9] {
        let (mut world, start) = beam(young);
        for name in ["ere", "exprb42", "pexprb43"] {
            run(make(name, "").as_mut(), &mut world, &start, 0.5, 50);
        }
    }
}

#[test]
fn refused_steps_go_to_the_fallback_and_are_counted() {
    let (mut world, start) = spinning(1e7, 10.0);
    let before = world.energy(&start).total();
    for fallback in ["backward-euler", "bdf2", "semi-implicit"] {
        let mut scheme = make("exprb42", &format!("fallback = \"{fallback}\""));
        let (s, work) = run(scheme.as_mut(), &mut world, &start, 10.0 * 0.033, 10);
        let left = world.energy(&s).total() / before;
        println!("{fallback}: {} fallbacks, energy {left:.3}", work.fallbacks);
        assert!(work.fallbacks >= 1 && work.fallbacks <= 10 && left < 1.2, "{fallback}: {left} {work:?}");
    }
    let (mut world, start) = beam(1e9);
    let (_, work) = run(make("exprb42", "fallback = \"backward-euler\"").as_mut(), &mut world, &start, 0.2, 20);
    assert_eq!(work.fallbacks, 0);
}

#[test]
fn errors_fall_with_the_tolerance_of_variable_steps() {
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, 1.0, 2048);
    for name in ["exprb42", "pexprb43", "epirk4s3"] {
        let mut last = f64::INFINITY;
        for tolerance in [1e-2, 1e-3, 1e-4] {
            let mut scheme = make(name, &format!("adaptive = true\nerror_tolerance = {tolerance:e}"));
            let (s, work) = run(scheme.as_mut(), &mut world, &start, 1.0, 2);
            let error = distance(&s.x, &reference.x) / distance(&reference.x, &start.x);
            println!(
                "{name} {tolerance:.0e}: error {error:.1e}, {} substeps, {} rejected",
                work.substeps, work.rejected
            );
            assert!(error < 10.0 * tolerance && error < last, "{name} {tolerance:e}: {error:e}");
            assert!(work.substeps > 2, "{work:?}");
            last = error;
        }
    }
}

#[test]
fn variable_steps_survive_where_fixed_ones_do_not() {
    for (label, (mut world, start), h, steps) in
        [("spinning cube", spinning(1e6, 10.0), 0.033, 3), ("flung springs", spring(1e6), 0.02, 10)]
    {
        let before = world.energy(&start).total();
        let mut scheme = make("exprb42", "adaptive = true\nerror_tolerance = 1e-2");
        let (s, work) = run(scheme.as_mut(), &mut world, &start, h * steps as f64, steps);
        let left = world.energy(&s).total() / before;
        println!("{label}: energy {left:.4}, {} substeps, {} rejected", work.substeps, work.rejected);
        assert!((left - 1.0).abs() < 0.02, "{label}: {left}");
    }
    let refused = sinew::integrators::build("ere", &toml::toml! { adaptive = true });
    assert!(refused.err().expect("refused").to_string().contains("exprb42"));
}

/// A stiff beam keeps its factor from step to step; a restart makes the same one again.
#[test]
fn a_restart_with_a_kept_factor_or_variable_steps_gives_the_same_bits() {
    for (young, options) in [(1e9, ""), (1e9, "linearize = \"rest\""), (1e6, "adaptive = true")] {
        let (mut world, start) = beam(young);
        let mut scheme = make("exprb42", options);
        let (middle, work) = run(scheme.as_mut(), &mut world, &start, 0.07, 7);
        if young == 1e9 {
            assert!(work.factorizations < 7, "{options}: {work:?}");
        }
        let mut other = make("exprb42", options);
        other.restore(&scheme.save());
        let [a, b] = [&mut scheme, &mut other].map(|i| run(i.as_mut(), &mut world, &middle, 0.05, 5).0);
        assert_eq!(a, b, "{young:e} {options}");
    }
}
