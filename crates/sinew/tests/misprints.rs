//! Misprints of the papers that concern the classical integrators: the printed formula must fail, the mended one hold.

mod common {
    pub mod problems;
    pub mod running;
}

use common::problems::*;
use common::running::*;
use nalgebra::{DMatrix, DVector};
use sinew::mechanics::*;

/// V-IMEX of [michels2014, App. C] as a two-step recursion; printed with M^-2 in front of the inverse.
#[test]
fn v_imex_converges_without_the_printed_inverse_masses_only() {
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let n = start.x.len();
    let duration = 0.5;
    let reference = run(make("rk4", "").as_mut(), &mut world, &start, duration, 1000).0;
    let dense = world.linear_split().expect("a world has one").stiffness().to_dense();
    let stiffness = DMatrix::from_row_slice(n, n, &dense);
    let masses = world.mass().lumped().expect("point masses").masses();
    let mass = DMatrix::from_diagonal(&DVector::from_fn(n, |i, _| masses[i / 3]));
    let inverse = DMatrix::from_diagonal(&DVector::from_fn(n, |i, _| 1.0 / masses[i / 3]));

    let two_step = |printed: bool, steps: usize| {
        let h = duration / steps as f64;
        let solve = (&mass + &stiffness * (0.25 * h * h)).try_inverse().expect("positive definite");
        let filter = if printed { &inverse * &inverse * solve } else { solve };
        // Both start from the exact first step.
        let (mut world, start) = Body::net(3, 50.0, 0.0).build();
        let first = run(make("rk4", "").as_mut(), &mut world, &start, h, 20).0;
        let mut s = first.clone();
        let (mut before, mut now) = (DVector::from_vec(start.x), DVector::from_vec(first.x));
        let mut f = DVector::zeros(n);
        for _ in 1..steps {
            s.x.copy_from_slice(now.as_slice());
            world.force(&s, f.as_mut_slice());
            let next = &now * 2.0 - &before + &filter * &f * (h * h);
            before = std::mem::replace(&mut now, next);
        }
        let moved: f64 = distance(&reference.x, &Body::net(3, 50.0, 0.0).build().1.x);
        distance(now.as_slice(), &reference.x) / moved
    };
    let printed = [40, 80, 160].map(|steps| two_step(true, steps));
    let mended = [40, 80, 160].map(|steps| two_step(false, steps));
    println!("printed {printed:?}, mended {mended:?}");
    assert!(printed.iter().all(|e| *e > 0.1), "the printed scheme does not converge: {printed:?}");
    let order = (mended[1] / mended[2]).log2();
    assert!((order - 2.0).abs() < 0.15, "{order}");

    // The integrator is the mended recursion in position-momentum form: their difference is the start alone.
    let own = run(make("v-imex", "").as_mut(), &mut world, &start, duration, 160).0;
    let moved = distance(&reference.x, &start.x);
    assert!(distance(&own.x, &reference.x) / moved < 1.5 * mended[2], "the same error");
}

/// Two oscillators between walls, one of them shaken close to resonance [michels2014, 5.1]: the amplitude is
/// k_a/m x_0 / ((w_1^2 - w^2)(w_2^2 - w^2)) (k_a + k_b - m w^2, k_b)/m. The difference of squares loses digits.
#[test]
fn the_amplitude_near_resonance_needs_the_product_form() {
    let (k, m): (f64, f64) = (1e12, 1.0);
    let w1 = (k / m).sqrt();
    let w = w1 - 1.0;
    // Truth: w1^2 - w^2 as an unevaluated sum of two doubles each (fma gives the rounding of a product exactly).
    let (a, b) = (w1 * w1, w * w);
    let truth = (a - b) + (w1.mul_add(w1, -a) - w.mul_add(w, -b));
    let error = |d: f64| (d / truth - 1.0).abs();
    assert!(error((w1 - w) * (w1 + w)) < 4.0 * f64::EPSILON);
    // A frequency that is not a whole number: squares round, and their difference keeps ten digits of sixteen.
    let (w1, w) = (w1 + 0.1, w + 0.1);
    let (a, b) = (w1 * w1, w * w);
    let truth = (a - b) + (w1.mul_add(w1, -a) - w.mul_add(w, -b));
    assert!(((a - b) / truth - 1.0).abs() > 1e-11, "{:e}", (a - b) / truth - 1.0);
    assert!(((w1 - w) * (w1 + w) / truth - 1.0).abs() < 4.0 * f64::EPSILON);
}

/// The forced motion x(t) = X cos(w t) itself, with X from the product form: midpoint converges to it with order 2.
#[test]
fn schemes_converge_to_the_closed_form_of_the_forced_oscillators() {
    // Wall at x = 0 shaken as 0.01 cos(w t), two unit masses, wall at x = 0; springs of zero rest length.
    struct Shaken(f64);
    impl Motion for Shaken {
        fn pose(&self, t: f64) -> Pose {
            let (w, a) = (self.0, 0.01);
            Pose {
                translation: Vec3::new(a * (w * t).cos(), 0.0, 0.0),
                velocity: Vec3::new(-a * w * (w * t).sin(), 0.0, 0.0),
                acceleration: Vec3::new(-a * w * w * (w * t).cos(), 0.0, 0.0),
                ..Pose::default()
            }
        }
    }
    let (ka, kb) = (100.0_f64, 400.0_f64);
    let (w1, w2) = (ka.sqrt(), (ka + 2.0 * kb).sqrt());
    let w = w1 - 1.0;
    let common = ka * 0.01 / ((w1 - w) * (w1 + w) * (w2 - w) * (w2 + w));
    let amplitude = [common * (ka + kb - w * w), common * kb];
    let band = |edges, stiffness| Springs { lengths: vec![0.0; 2], edges, stiffness, cubic: 0.0 };
    let body = Body { rest: vec![0.0; 12], point_masses: vec![1.0; 4], ..Body::default() };
    let mut body = body.with(band(vec![[0, 1], [2, 3]], ka)).with(band(vec![[1, 2], [1, 2]], 0.5 * kb));
    body.held = vec![
        Held { vertex: 0, motion: std::sync::Arc::new(Shaken(w)) },
        Held { vertex: 3, motion: std::sync::Arc::new(motion::Still) },
    ];
    let (mut world, mut start) = body.build();
    (start.x[0], start.x[3]) = (amplitude[0], amplitude[1]);
    let exact = [amplitude[0] * w.cos(), amplitude[1] * w.cos()];
    for name in ["implicit-midpoint", "newmark", "generalized-alpha", "bdf2", "tr-bdf2", "v-imex"] {
        let errors = [1000, 2000].map(|steps| {
            let end = run(make(name, "").as_mut(), &mut world, &start, 1.0, steps).0;
            distance(&[end.x[0], end.x[3]], &exact) / length(&amplitude)
        });
        let order = (errors[0] / errors[1]).log2();
        println!("{name}: {errors:?} order {order:.3}");
        assert!((order - 2.0).abs() < 0.15, "{name}: {order:.3} from {errors:?}");
    }
}

/// V = k/2 (|x|^2 - 1)^2 on one vertex tied to the origin: the didactic spring of [dinev2018, eq. 7]; k in J/m^4.
struct Didactic {
    stiffness: f64,
}

impl ElementLaw<1> for Didactic {
    fn stencils(&self) -> &[[u32; 1]] {
        &[[0]]
    }
    fn energy(&self, _e: usize, at: &Local<1>) -> f64 {
        0.5 * self.stiffness * (at.x[0].norm_squared() - 1.0).powi(2)
    }
    fn force(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        [at.x[0] * (-2.0 * self.stiffness * (at.x[0].norm_squared() - 1.0))]
    }
    fn stiffness(&self, _e: usize, at: &Local<1>) -> Blocks<1> {
        let x = at.x[0];
        let k = 2.0 * self.stiffness;
        [[Mat3::identity() * (k * (x.norm_squared() - 1.0)) + x * x.transpose() * (2.0 * k)]]
    }
}

#[test]
fn the_didactic_spring_starts_at_78150_joules() {
    let body = Body { rest: vec![1.5, 0.0, 0.0], point_masses: vec![0.5], ..Body::default() };
    let (mut world, mut start) = body.with(Didactic { stiffness: 1e5 }).build();
    start.v.copy_from_slice(&[0.0, 10.0, 0.0]);
    let energy = world.energy(&start);
    assert_eq!((energy.elastic, energy.kinetic), (78125.0, 25.0));
    // The printed 25 000 J belongs to k (|x| - 1)^2.
    assert!((energy.total() - 25_000.0).abs() > 5e4);

    // Figs. 2 and 3: midpoint explodes at h = 0.033 s with its angular momentum intact, and is fine at h/100.
    let momentum = world.momentum(&start).angular[2];
    let mut highest = [0.0_f64; 2];
    for (k, (h, steps)) in [(0.033, 100), (0.00033, 3000)].into_iter().enumerate() {
        let mut integrator = make("implicit-midpoint", "tolerance = 1e-12");
        let mut s = start.clone();
        for _ in 0..steps {
            integrator.step(&mut world, &mut s, h).expect("Newton converges even so");
            highest[k] = highest[k].max(world.energy(&s).total() / energy.total());
        }
        let turned = world.momentum(&s).angular[2] / momentum - 1.0;
        assert!(turned.abs() < 1e-8, "h = {h}: {turned:e}");
    }
    println!("highest energy {highest:.3?}");
    assert!(highest[0] > 100.0 && highest[1] < 1.1, "{highest:?}");
}

/// [dinev2018, App. C]: two springs of rest length sqrt 2 from (0, +-1) to a mass on the x axis,
/// E = k (sqrt(x^2 + 1) - sqrt 2)^2. Its steepest point, and the point beta beyond which backward Euler cannot gain energy.
#[test]
fn constants_of_the_buckling_pair() {
    let root = 2.0_f64.sqrt();
    let energy = |x: f64| ((x * x + 1.0).sqrt() - root).powi(2);
    let slope = |x: f64| 2.0 * ((x * x + 1.0).sqrt() - root) * x / (x * x + 1.0).sqrt();
    // The largest slope on [-1, 0] by golden section, the intersection of E with l(x) = E(0) + (x + 1) E'(x_max).
    let (mut a, mut b) = (-1.0_f64, 0.0_f64);
    for _ in 0..80 {
        let (p, q) = (a + 0.382 * (b - a), a + 0.618 * (b - a));
        if slope(p) > slope(q) { b = q } else { a = p }
    }
    assert!((a + 0.50982).abs() < 1e-5, "{a}");
    let (mut low, mut high) = (1.0_f64, 5.0_f64);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if energy(middle) < energy(0.0) + (middle + 1.0) * slope(a) { low = middle } else { high = middle }
    }
    assert!((low - 2.2094774).abs() < 1e-6, "{low}");
    // The printed "E_test(0) = 0" is E'_test(0) = 0: the energy itself is not zero there.
    assert_eq!(slope(0.0), 0.0);
    assert!(energy(0.0) > 0.17);
}

/// From x_0 with v_0 = -x_0 / h backward Euler lands on x = 0 and gains E(0) - E(x_0); only if m > 2 h^2 k (sqrt 2 - 1) is
/// that the minimum of the incremental potential, and a lighter mass goes elsewhere.
#[test]
fn backward_euler_can_gain_energy_on_the_buckling_pair() {
    let (k, h) = (100.0, 0.1);
    let threshold = 2.0 * h * h * k * (2.0_f64.sqrt() - 1.0);
    for (x0, gain) in [(0.3, 0.0345), (0.7, 0.134), (1.2, 0.150)] {
        for (m, to_zero) in [(1.5 * threshold, true), (0.1 * threshold, false)] {
            let rest = vec![x0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0];
            let body = Body { rest, point_masses: vec![m; 3], ..Body::default() };
            let springs =
                Springs { edges: vec![[0, 1], [0, 2]], stiffness: k, cubic: 0.0, lengths: vec![2.0_f64.sqrt(); 2] };
            let body = body.with(springs).hold(std::sync::Arc::new(motion::Still), |p| p.y != 0.0);
            let (mut world, mut s) = body.build();
            s.v.copy_from_slice(&[-x0 / h, 0.0, 0.0]);
            let before = world.energy(&s).total();
            make("backward-euler", "tolerance = 1e-12").step(&mut world, &mut s, h).expect("Newton converges");
            if to_zero {
                assert!(s.x[0].abs() < 1e-9, "x0 = {x0}: {}", s.x[0]);
                let gained = (world.energy(&s).total() - before) / k;
                assert!((gained - gain).abs() < 6e-4, "x0 = {x0}: {gained}");
            } else {
                assert!(s.x[0].abs() > 0.1, "x0 = {x0}: the light mass found the maximum {}", s.x[0]);
            }
        }
    }
}
