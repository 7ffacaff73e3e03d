//! Relations that the projection must keep, and what happens without each of the choices it rests on.

use crate::cases::{Case, DampingKind, DenseOperator, Plan, Random, Spectrum};
use faer::Mat;
use sinew_math::functions::{
    Damping, Function, MassMatrix, Options, PhiTerm, Pole, Problem, Request, ShiftInvert, Symmetry, stumpff,
};
use sinew_math::operator::LinearOperator;

fn stiff_case(rough: bool) -> Case {
    let plan = Plan {
        n: 90,
        spectrum: Spectrum::Definite,
        damping: DampingKind::None,
        consistent: false,
        stiffness: 500.0,
        rough,
        stale: false,
        request: 0,
        tolerance: 1e-12,
        skew: false,
    };
    Case::new(plan, &mut Random(21))
}

/// Kinetic + elastic - load.
fn energy(case: &Case, x: &[f64], v: &[f64], load: &[f64]) -> f64 {
    let n = x.len();
    let (mut kx, mut mv) = (vec![0.0; n], vec![0.0; n]);
    case.stiffness.apply(x, &mut kx);
    DenseOperator(case.mass.clone()).apply(v, &mut mv);
    (0..n).map(|i| 0.5 * (x[i] * kx[i] + v[i] * mv[i]) - load[i] * x[i]).sum()
}

/// dx = h c_1 v + h^2 c_2 a, dv = (c_0 - 1) v + h c_1 a with a = M^-1 (load - K x); largest energy error, relative.
fn drift(case: &Case, dimension: usize, joint: bool, steps: usize) -> f64 {
    let n = case.plan.n;
    let h = case.h;
    let problem = case.problem();
    let mut pole = case.pole();
    let mut engine = ShiftInvert::new();
    let options = Options { max_dimension: dimension, accept_limit: true, check: false, ..Options::default() };
    let load: Vec<f64> = case.diagonal.iter().map(|m| 9.81 * m).collect();
    let (mut x, mut v) = (vec![0.0; n], case.vectors[0].clone());
    let start = energy(case, &x, &v, &load);
    let mut worst: f64 = 0.0;
    for _ in 0..steps {
        let mut kx = vec![0.0; n];
        case.stiffness.apply(&x, &mut kx);
        let a: Vec<f64> = (0..n).map(|i| (load[i] - kx[i]) / case.diagonal[i]).collect();
        let mut out = vec![0.0; 2 * n];
        let mut solve = |position: Option<&[f64]>, velocity: Option<&[f64]>, out: &mut [f64]| {
            let mut q = Request::new(1e-12);
            let p = position.map(|p| q.vector(p));
            let w = velocity.map(|w| q.vector(w));
            q.phi(h, [0.0; 2], &[PhiTerm { weight: h, k: 1, position: p, velocity: w }]);
            engine.evaluate(&problem, &mut pole, &q, &options, out).expect("limits are accepted");
        };
        if joint {
            solve(Some(&v), Some(&a), &mut out);
        } else {
            let mut other = vec![0.0; 2 * n];
            solve(Some(&v), None, &mut out);
            solve(None, Some(&a), &mut other);
            out.iter_mut().zip(&other).for_each(|(o, b)| *o += b);
        }
        (0..n).for_each(|i| x[i] += out[i]);
        (0..n).for_each(|i| v[i] += out[n + i]);
        worst = worst.max((energy(case, &x, &v, &load) - start).abs() / start);
    }
    worst
}

#[test]
fn energy_of_a_linear_run_is_kept_at_any_truncation() {
    let case = stiff_case(true);
    for dimension in [4, 8, 14] {
        let drift = drift(&case, dimension, true, 1000);
        println!("joint projection, dimension {dimension}: energy error {drift:.1e} after 1000 steps");
        assert!(drift < 1e-8, "dimension {dimension}: {drift:e}");
    }
}

#[test]
fn two_separate_projections_lose_the_energy() {
    let case = stiff_case(true);
    let separate = drift(&case, 8, false, 100);
    println!("separate projections, dimension 8: energy error {separate:.1e} after 100 steps");
    assert!(separate > 1e-4, "{separate:e}");
}

#[test]
fn the_euclidean_inner_product_is_wrong_for_unequal_masses() {
    // M^-1 K handed over as if it were symmetric: the probe refuses it.
    let case = stiff_case(false);
    let n = case.plan.n;
    let a = DenseOperator(Mat::from_fn(n, n, |i, j| case.stiffness.0[(i, j)] / case.diagonal[i]));
    let ones = vec![1.0; n];
    let problem = Problem {
        mass: MassMatrix::Diagonal(&ones),
        stiffness: &a,
        damping: Damping::None,
        symmetry: Symmetry::Symmetric,
        product_flops: 1.0,
    };
    assert!(matches!(problem.check(), Err(sinew_math::functions::FunctionError::NotSymmetric { .. })));
    // Forced through, its projection (which reads one triangle) is off by far more than the tolerance.
    let mut q = Request::new(1e-6);
    let b = q.vector(&case.vectors[0]);
    q.even(0.0, &[(1.0, Function::Stumpff(2), case.h, b)]);
    let diagonal = Mat::from_fn(n, n, |i, j| if i == j { a.0[(i, i)] } else { 0.0 });
    let mut pole = crate::cases::DensePole::new(Mat::identity(n, n), diagonal);
    // Even the complete space does not help.
    let options = Options { check: false, accept_limit: true, max_dimension: n, ..Options::default() };
    let mut wrong = vec![0.0; n];
    ShiftInvert::new().evaluate(&problem, &mut pole, &q, &options, &mut wrong).expect("limits are accepted");
    let expected = case.oracle(&q);
    let mut right = vec![0.0; n];
    ShiftInvert::new().evaluate(&case.problem(), &mut case.pole(), &q, &options, &mut right).expect("converges");
    let (wrong, right) = (case.error(&q, &wrong, &expected), case.error(&q, &right, &expected));
    println!("Euclidean {wrong:.1e}, mass inner product {right:.1e}");
    assert!(wrong > 1e3 * right.max(1e-9), "Euclidean {wrong:e}, mass {right:e}");
}

/// K with an entry that vanishes at rest: a factor analysed without it ignores it for ever after.
#[test]
fn a_pattern_without_the_numerically_zero_entries_makes_a_wrong_factor() {
    let case = stiff_case(false);
    let n = case.plan.n;
    // The pole loses every coupling that is "zero at rest": here all further than ten places apart.
    let mut dropped = case.pole();
    dropped.stiffness = Mat::from_fn(n, n, |i, j| if i.abs_diff(j) > 10 { 0.0 } else { case.stiffness.0[(i, j)] });
    for i in 0..n {
        // keep it definite
        dropped.stiffness[(i, i)] +=
            (0..n).filter(|j| i.abs_diff(*j) <= 10).map(|j| dropped.stiffness[(i, j)].abs()).sum::<f64>();
    }
    let mut q = Request::new(1e-10);
    let b = q.vector(&case.vectors[0]);
    q.even(0.0, &[(1.0, Function::Stumpff(2), case.h, b)]);
    let expected = case.oracle(&q);
    let options = Options { max_dimension: 16, accept_limit: true, ..Options::default() };
    let error = |pole: &mut crate::cases::DensePole| {
        let mut out = vec![0.0; n];
        ShiftInvert::new().evaluate(&case.problem(), pole, &q, &options, &mut out).expect("limits are accepted");
        case.error(&q, &out, &expected)
    };
    let (full, lossy) = (error(&mut case.pole()), error(&mut dropped));
    println!("16 vectors: error {full:.1e} with the structural pattern, {lossy:.1e} without its zeros");
    assert!(lossy > 10.0 * full, "{lossy:e} against {full:e}");
    assert!(dropped.shift().is_some());
}

#[test]
fn one_space_serves_all_times_and_functions() {
    let case = stiff_case(false);
    let mut q = Request::new(1e-9);
    let (v, a) = (q.vector(&case.vectors[0]), q.vector(&case.vectors[1]));
    for c in [0.125, 1.0 / 9.0, 0.5, 0.75, 1.0] {
        q.phi(c * case.h, [0.0; 2], &[PhiTerm { weight: 1.0, k: 1, position: Some(v), velocity: Some(a) }]);
    }
    q.even(0.0, &[(1.0, Function::Even(|s| stumpff(1, s).powi(2)), case.h, a)]);
    let mut out = vec![0.0; q.outputs.len() * case.plan.n];
    let mut pole = case.pole();
    let report =
        ShiftInvert::new().evaluate(&case.problem(), &mut pole, &q, &Options::default(), &mut out).expect("converges");
    assert_eq!(pole.factorizations, 1);
    assert!(case.error(&q, &out, &case.oracle(&q)) < 2e-9);
    assert!(report.dimension <= case.plan.n);
}
