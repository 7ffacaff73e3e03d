//! GMRES against dense solves, and what it says when it cannot do it.

#[path = "../benches/beam/mod.rs"]
mod beam;
mod common;

use beam::Beam;
use common::{Random, dense_general, random_spd, same_bits, skewed, with_threads};
use nalgebra::DVector;
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, dot};
use sinew_math::solve::{Cholesky, Gmres, GmresOptions, SolveError};

fn identity(v: &[f64], z: &mut [f64]) -> Result<(), SolveError> {
    z.copy_from_slice(v);
    Ok(())
}

proptest! {
    #[test]
    fn solutions_agree_with_the_dense_ones(
        (nodes, pairs) in (1usize..12).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n as u32, 0..n as u32), 0..3 * n))),
        seed in any::<u64>(),
        skew in 0.01..0.3,
        restart in 5usize..50,
    ) {
        let spd = random_spd(nodes, &pairs, 0.5, seed);
        let a = skewed(&spd, skew, seed);
        let mut factor = Cholesky::new(spd.pattern()).unwrap();
        factor.factorize(&spd).unwrap();
        let b = Random(seed ^ 2).vector(a.dim());
        let mut x = Random(seed ^ 3).vector(a.dim());
        let options = GmresOptions { tolerance: 1e-11, restart, max_iterations: 1000 };
        let report = Gmres::default()
            .solve(&mut |x, y| a.apply(x, y), &mut |v, z| factor.solve(v, z), &b, &mut x, &options)
            .unwrap();
        let (a, b) = (dense_general(&a), DVector::from_vec(b));
        let residual = (&b - &a * DVector::from_vec(x.clone())).norm() / b.norm();
        prop_assert!(report.converged && report.residual <= 1e-11, "{report:?}");
        prop_assert!((residual - report.residual).abs() < 1e-12, "{residual:e} is not {:e}", report.residual);
        // The mass bounds the symmetric part from below: |A^-1| <= 2.
        let exact = a.lu().solve(&b).unwrap();
        prop_assert!((DVector::from_vec(x) - exact).norm() <= 4e-11 * b.norm());
    }
}

#[test]
fn a_full_basis_solves_without_a_preconditioner() {
    let a = skewed(&random_spd(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)], 0.5, 11), 0.3, 11);
    let b = Random(12).vector(18);
    let mut x = vec![0.0; 18];
    let options = GmresOptions { tolerance: 1e-11, restart: 18, max_iterations: 18 };
    let report = Gmres::default().solve(&mut |x, y| a.apply(x, y), &mut identity, &b, &mut x, &options).unwrap();
    assert!(report.converged && report.iterations <= 18, "{report:?}");
    // one product an iteration and one for the true residual
    assert_eq!(report.products, report.iterations + 1);
}

#[test]
fn the_factor_of_the_symmetric_part_leaves_few_iterations_at_any_stiffness() {
    let beam = Beam::new(8, 4, 4);
    for young in [1e5, 1e7, 1e9] {
        let spd = beam.system(young, 0.01);
        let a = beam.skewed(young, 0.01, 0.1);
        let mut factor = Cholesky::new(spd.pattern()).unwrap();
        factor.factorize(&spd).unwrap();
        // A low-rank part c u u^T of the size of the mass, which the preconditioner does not know: one more direction.
        let mut u = Random(5).vector(a.dim());
        let c = beam.masses[0] / dot(&u, &u);
        u.iter_mut().for_each(|u| *u *= c.sqrt());
        let mut product = |x: &[f64], y: &mut [f64]| {
            a.apply(x, y);
            axpy(dot(&u, x), &u, y);
        };
        let b = Random(6).vector(a.dim());
        let mut x = vec![0.0; a.dim()];
        let options = GmresOptions { tolerance: 1e-6, ..Default::default() };
        let report =
            Gmres::default().solve(&mut product, &mut |v, z| factor.solve(v, z), &b, &mut x, &options).unwrap();
        // The spectrum 1 +- 0.1 i gives a digit and a quarter an iteration: 5, one for the low rank, and 3 for a residual
        // that is not measured in the norm of the energy.
        assert!(report.converged && report.iterations <= 9, "E {young:.0e}: {report:?}");
    }
}

#[test]
fn nothing_to_solve_and_a_good_guess_cost_nothing() {
    let a = skewed(&random_spd(2, &[(0, 1)], 0.5, 1), 0.2, 1);
    let mut gmres = Gmres::default();
    let mut x = vec![3.0; 6];
    let options = GmresOptions::default();
    let report = gmres.solve(&mut |x, y| a.apply(x, y), &mut identity, &[0.0; 6], &mut x, &options).unwrap();
    assert!(report.converged && report.iterations == 0 && x.iter().all(|x| *x == 0.0));
    let guess = Random(2).vector(6);
    let mut b = vec![0.0; 6];
    a.apply(&guess, &mut b);
    x.copy_from_slice(&guess);
    let report = gmres.solve(&mut |x, y| a.apply(x, y), &mut identity, &b, &mut x, &options).unwrap();
    assert!(report.converged && (report.iterations, report.products) == (0, 1) && same_bits(&x, &guess));
    assert!(gmres.solve(&mut |_, _| (), &mut identity, &[], &mut [], &options).unwrap().converged);
}

#[test]
fn a_preconditioner_that_fails_is_passed_on() {
    let a = skewed(&random_spd(2, &[(0, 1)], 0.5, 1), 0.2, 1);
    let mut x = Random(3).vector(6);
    let before = x.clone();
    let mut calls = 0;
    let mut broken = |v: &[f64], z: &mut [f64]| {
        calls += 1;
        if calls == 3 { Err(SolveError::NotPositiveDefinite { node: 1 }) } else { identity(v, z) }
    };
    let mut gmres = Gmres::default();
    let options = GmresOptions::default();
    let result = gmres.solve(&mut |x, y| a.apply(x, y), &mut broken, &[1.0; 6], &mut x, &options);
    assert_eq!(result, Err(SolveError::NotPositiveDefinite { node: 1 }));
    assert!(same_bits(&x, &before) && gmres.report().iterations == 2);
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let a = skewed(&random_spd(2, &[(0, 1)], 0.5, 1), 0.2, 1);
    let options = GmresOptions::default();
    for bad in [f64::NAN, f64::INFINITY] {
        let mut gmres = Gmres::default();
        let mut one = |b: &[f64], x: &mut [f64], spoil: f64| {
            gmres.solve(
                &mut |x, y| {
                    a.apply(x, y);
                    y[4] += spoil;
                },
                &mut identity,
                b,
                x,
                &options,
            )
        };
        assert_eq!(one(&[1.0, bad, 1.0, 1.0, 1.0, 1.0], &mut [0.0; 6], 0.0), Err(SolveError::NonFinite));
        assert_eq!(one(&[1.0; 6], &mut [bad; 6], 0.0), Err(SolveError::NonFinite));
        assert_eq!(one(&[1.0; 6], &mut [0.0; 6], bad), Err(SolveError::NonFinite));
    }
}

#[test]
fn stagnation_is_reported() {
    // The cyclic shift: every Krylov vector is orthogonal to the residual until the basis is full.
    let mut shift = |x: &[f64], y: &mut [f64]| (0..20).for_each(|i| y[(i + 1) % 20] = x[i]);
    let mut b = vec![0.0; 20];
    b[0] = 1.0;
    let mut gmres = Gmres::default();
    let mut x = vec![0.0; 20];
    let options = GmresOptions { tolerance: 1e-10, restart: 10, max_iterations: 1_000_000 };
    let report = gmres.solve(&mut shift, &mut identity, &b, &mut x, &options).unwrap();
    assert!(!report.converged && report.iterations == 10 && (report.residual - 1.0).abs() < 1e-14, "{report:?}");
    let full = GmresOptions { restart: 20, ..options };
    let report = gmres.solve(&mut shift, &mut identity, &b, &mut x, &full).unwrap();
    assert!(report.converged && report.iterations == 20, "{report:?}");
    let short = GmresOptions { restart: 20, max_iterations: 7, ..options };
    x.fill(0.0);
    let report = gmres.solve(&mut shift, &mut identity, &b, &mut x, &short).unwrap();
    assert!(!report.converged && report.iterations == 7, "{report:?}");
}

#[test]
fn a_singular_matrix_is_solved_as_far_as_it_goes() {
    // diag(1, 2, 0) and a right-hand side with a share in the kernel
    let mut a = |x: &[f64], y: &mut [f64]| y.copy_from_slice(&[x[0], 2.0 * x[1], 0.0]);
    let mut x = [0.0; 3];
    let options = GmresOptions::default();
    let report = Gmres::default().solve(&mut a, &mut identity, &[1.0, 1.0, 1.0], &mut x, &options).unwrap();
    assert!(!report.converged && (report.residual - 1.0 / 3f64.sqrt()).abs() < 1e-14, "{report:?} {x:?}");
    let report = Gmres::default().solve(&mut |_, y| y.fill(0.0), &mut identity, &[1.0; 3], &mut x, &options).unwrap();
    assert!(!report.converged && report.iterations == 1, "{report:?}");
}

#[test]
fn a_tolerance_below_rounding_ends_as_well() {
    let spd = Beam::new(8, 2, 2).system(1e9, 0.01);
    let a = skewed(&spd, 0.1, 3);
    let mut factor = Cholesky::new(spd.pattern()).unwrap();
    factor.factorize(&spd).unwrap();
    let b = Random(6).vector(a.dim());
    let mut x = vec![0.0; a.dim()];
    let options = GmresOptions { tolerance: 1e-30, restart: 20, max_iterations: 100_000 };
    let report = Gmres::default()
        .solve(&mut |x, y| a.apply(x, y), &mut |v, z| factor.solve(v, z), &b, &mut x, &options)
        .unwrap();
    // Each cycle takes a tenth at least: from 1 to 1e-17 in at most 372 of them, in truth a handful.
    assert!(!report.converged && report.residual < 1e-9 && report.iterations < 20 * 372, "{report:?}");
}

#[test]
fn the_bits_are_the_same_for_any_number_of_threads() {
    let beam = Beam::new(20, 12, 12);
    let spd = beam.system(1e6, 0.01);
    let a = skewed(&spd, 0.1, 3);
    let b = Random(6).vector(a.dim());
    assert!(a.dim() > 4096, "several chunks of a dot product");
    let solve = |threads| {
        with_threads(threads, || {
            let mut factor = Cholesky::new(spd.pattern()).unwrap();
            factor.factorize(&spd).unwrap();
            let mut x = vec![0.0; a.dim()];
            let options = GmresOptions { restart: 4, ..Default::default() };
            Gmres::default()
                .solve(&mut |x, y| a.apply(x, y), &mut |v, z| factor.solve(v, z), &b, &mut x, &options)
                .unwrap();
            x
        })
    };
    let one = solve(1);
    assert!(same_bits(&one, &solve(2)) && same_bits(&one, &solve(3)));
}
