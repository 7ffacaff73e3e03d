//! Formulas of [michels2014] as they are printed must fail, and the mended ones hold. (V-IMEX is among the classical ones.)

use nalgebra::{DMatrix, DVector};

use crate::common::problems::*;
use crate::common::running::*;
use crate::dense::*;
use sinew::mechanics::*;
use sinew::models::solids::Lame;
use sinew::models::solids::warped::NodalWarping;

fn start_of(s: &State) -> (DVector<f64>, DVector<f64>) {
    (DVector::from_vec(s.x.clone()), DVector::from_vec(s.v.clone()))
}

/// Eq. (16), Algs. 2 and 3: M^-1 psi(h Om) in place of psi(h Om) M^-1. For uneven masses only the latter is symmetric.
#[test]
fn the_filter_stands_left_of_the_inverse_masses() {
    let (world, _) = Body::net(3, 50.0, 0.0).build();
    let dense = Dense::at_rest(&world);
    let psi = dense.of(1.0 / dense.highest(), |z| sinc(z).powi(2));
    let inverse = DMatrix::from_diagonal(&dense.masses.map(|m| 1.0 / m));
    let defect = |b: DMatrix<f64>| (&b - b.transpose()).norm() / b.norm();
    let (printed, mended) = (defect(&inverse * &psi), defect(&psi * &inverse));
    println!("printed {printed:.1e}, mended {mended:.1e}");
    assert!(printed > 1e-2 && mended < 1e-13, "{printed:.1e}, {mended:.1e}");
}

/// Sec. 4.3: the velocity of damping by the backward difference is of order 1, by the central one of order 2.
#[test]
fn damping_by_the_backward_difference_has_order_one() {
    let build = || {
        let net = Body::net(3, 50.0, 0.0);
        net.with(Drag { vertices: points(9), coefficient: 0.8, quadratic: false }).build()
    };
    let (mut world, start) = build();
    let duration = 0.5;
    let reference = run(make("rk4", "").as_mut(), &mut world, &start, duration, 2000).0;
    let dense = Dense::at_rest(&world);
    let (x0, v0) = start_of(&start);
    let still = DVector::zeros(x0.len());
    let drag = dense.masses.map(|m| 0.8 / m);
    let error = |backward: bool, steps: usize| {
        let h = duration / steps as f64;
        let psi = dense.of(h, |z| sinc(0.5 * z).powi(2));
        let pull = |x: &DVector<f64>| &psi * force(&world, 0.0, x, &still).component_div(&dense.masses);
        let d = &psi * DMatrix::from_diagonal(&drag);
        let mean = dense.of(h, sinc) * &v0;
        let kick = pull(&x0) - &d * &mean;
        let (mut before, mut now) = (x0.clone(), &x0 + &mean * h + kick * (0.5 * h * h));
        let implicit = (DMatrix::identity(x0.len(), x0.len()) + &d * (0.5 * h)).lu();
        for _ in 1..steps {
            let next = if backward {
                &now * 2.0 - &before + (pull(&now) - &d * (&now - &before) / h) * (h * h)
            } else {
                let right = &now * 2.0 - &before + pull(&now) * (h * h) + &d * &before * (0.5 * h);
                implicit.solve(&right).expect("regular")
            };
            before = std::mem::replace(&mut now, next);
        }
        distance(now.as_slice(), &reference.x)
    };
    let [printed, mended] = [true, false].map(|backward| (error(backward, 100) / error(backward, 200)).log2());
    println!("backward {printed:.3}, central {mended:.3}");
    assert!((printed - 1.0).abs() < 0.15 && (mended - 2.0).abs() < 0.15, "{printed:.3}, {mended:.3}");
    // The integrator is the central recursion.
    let mended = error(false, 200);
    let own = distance(&run(make("eti", "").as_mut(), &mut world, &start, duration, 200).0.x, &reference.x);
    assert!((own / mended - 1.0).abs() < 1e-3, "{own:.3e} against {mended:.3e}");
}

/// Eqs. (11)-(12): absolute positions, with K x_0 filtered. A body at rest falls together unless the filter is Gautschi's.
#[test]
fn absolute_positions_let_a_body_at_rest_collapse() {
    let (world, start) =
        Body { speed: 0.0, ..Body::block("linear", 1e6, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).clamp() }.build();
    let dense = Dense::at_rest(&world);
    let (x0, _) = start_of(&start);
    let k = stiffness(&world);
    let h = 4.0 / dense.highest();
    let pull = (&k * &x0).component_div(&dense.masses);
    let drift = |psi: fn(f64) -> f64| {
        let (cosine, psi) = (dense.of(h, f64::cos), dense.of(h, psi));
        let (mut before, mut now) = (x0.clone(), x0.clone());
        for _ in 0..20 {
            let next = &cosine * &now * 2.0 - &before + &psi * &pull * (h * h);
            before = std::mem::replace(&mut now, next);
        }
        (now - &x0).norm() / x0.norm()
    };
    let (printed, gautschi) = (drift(|z| sinc(z).powi(2)), drift(|z| sinc(0.5 * z).powi(2)));
    let mut world = world;
    let mut own = |filter: &str| {
        let options = format!("filter = \"{filter}\"");
        let end = run(make("eti", &options).as_mut(), &mut world, &start, 20.0 * h, 20).0;
        distance(&end.x, &start.x) / length(&start.x)
    };
    let own = own("garcia-archilla");
    println!("(sinc^2, sinc) in absolute positions {printed:.1e}, Gautschi {gautschi:.1e}, in displacements {own:.1e}");
    assert!(printed > 0.1 && gautschi < 1e-10 && own < 1e-12, "{printed:.1e}, {gautschi:.1e}, {own:.1e}");
}

/// Sec. 4.4: rotations from step to step instead of from rest. A turned body then feels forces, and nothing converges.
#[test]
fn incremental_rotations_do_not_converge() {
    let body = Body::block("linear", 1e4, 0.3, [0.4, 0.2, 0.2], [2, 1, 1]);
    let (rest, tets) = (body.rest.clone(), body.tets.clone());
    let lame = Lame::from_young(1e4, 0.3).expect("sound");
    let rotations = |from: &[f64], to: &[f64]| {
        let frames = NodalWarping::new("frames", lame, from, &tets).expect("sound").rotations(to);
        let mut r = DMatrix::zeros(rest.len(), rest.len());
        frames.iter().enumerate().for_each(|(i, f)| r.fixed_view_mut::<3, 3>(3 * i, 3 * i).copy_from(f));
        r
    };
    let (world, _) = body.build();
    let (dense, k) = (Dense::at_rest(&world), stiffness(&world));
    let x0 = DVector::from_vec(rest.clone());
    // A free block that spins at 6 rad/s about z through the origin.
    let spin = |v: &[f64]| [-6.0 * v[1], 6.0 * v[0], 0.0];
    let v0 = DVector::from_vec(rest.chunks(3).flat_map(spin).collect());
    let duration = 0.1;
    let end = |steps: usize, incremental: bool| {
        let h = duration / steps as f64;
        let psi = dense.of(h, |z| sinc(0.5 * z).powi(2));
        let (mut before, mut now) = (x0.clone(), &x0 + &v0 * h);
        for _ in 1..steps {
            let from = if incremental { &before } else { &x0 };
            let r = rotations(from.as_slice(), now.as_slice());
            let u = r.transpose() * &now - &x0;
            let next = &now * 2.0 - &before - &r * (&psi * (&k * u).component_div(&dense.masses)) * (h * h);
            before = std::mem::replace(&mut now, next);
        }
        now
    };
    // Truth: the form with rotations from rest at a small step.
    let truth = end(1600, false);
    let moved = (&truth - &x0).norm();
    let errors = |incremental| [100, 200, 400].map(|n| (end(n, incremental) - &truth).norm() / moved);
    let (printed, mended) = (errors(true), errors(false));
    println!("incremental {printed:?}, from rest {mended:?}");
    assert!(printed.iter().all(|e| *e > 0.05), "{printed:?}");
    assert!(mended[2] < 0.6 * mended[1] && mended[2] < 1e-2, "{mended:?}");
}

/// Alg. 2 taken literally: the tangent at x_n on x - x_0, without the remainder of the springs. It does not converge.
#[test]
fn the_tangent_alone_on_displacements_does_not_converge() {
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let duration = 0.5;
    let reference = run(make("rk4", "").as_mut(), &mut world, &start, duration, 1000).0;
    let rest = DVector::from_vec(world.linear_split().expect("a world has one").rest().to_vec());
    let (x0, v0) = start_of(&start);
    let moved = distance(&reference.x, &start.x);
    let error = |steps: usize| {
        let h = duration / steps as f64;
        let mut s = start.clone();
        let (mut before, mut now) = (x0.clone(), &x0 + &v0 * h);
        for _ in 1..steps {
            s.x.copy_from_slice(now.as_slice());
            let cosine = Dense::new(&world, &tangent(&world, &s)).of(h, f64::cos);
            let next = &rest * 2.0 + cosine * (&now - &rest) * 2.0 - &before;
            before = std::mem::replace(&mut now, next);
        }
        distance(now.as_slice(), &reference.x) / moved
    };
    let printed = [50, 100, 200].map(error);
    let own = [50, 100, 200]
        .map(|n| distance(&run(make("neti", "").as_mut(), &mut world, &start, duration, n).0.x, &reference.x) / moved);
    println!("literal {printed:?}, tangent on the force {own:?}");
    assert!(printed.iter().all(|e| *e > 0.02) && printed[2] > 0.7 * printed[1], "{printed:?}");
    assert!(own[2] < 1e-4, "{own:?}");
}
