//! Bad input is a typed error that says what to do.

use crate::cases::{Case, DampingKind, DenseOperator, DensePole, Plan, Random, Spectrum};
use faer::Mat;
use sinew_math::functions::{
    Damping, Function, FunctionError, MassMatrix, Options, Request, ShiftInvert, Symmetry, chebyshev, lanczos,
};

fn case() -> Case {
    let plan = Plan {
        n: 40,
        spectrum: Spectrum::Definite,
        damping: DampingKind::None,
        consistent: false,
        stiffness: 100.0,
        rough: true,
        stale: false,
        request: 0,
        tolerance: 1e-6,
        skew: false,
    };
    Case::new(plan, &mut Random(2))
}

fn run(case: &Case, pole: &mut DensePole, q: &Request<'_>, options: &Options) -> Result<(), FunctionError> {
    let mut out = vec![0.0; case.plan.n * q.outputs.len()];
    ShiftInvert::new().evaluate(&case.problem(), pole, q, options, &mut out).map(|_| ())
}

#[test]
fn values_that_are_not_finite() {
    let case = case();
    let mut bad = case.vectors[0].clone();
    bad[3] = f64::NAN;
    let mut q = Request::new(1e-6);
    let b = q.vector(&bad);
    q.even(0.0, &[(1.0, Function::Stumpff(1), case.h, b)]);
    let error = run(&case, &mut case.pole(), &q, &Options::default()).unwrap_err();
    assert_eq!(error, FunctionError::NonFinite { what: "an input vector" });
    let mut case = case;
    case.stiffness.0[(1, 2)] = f64::INFINITY;
    let q = case.request();
    for check in [true, false] {
        let error = run(&case, &mut case.pole(), &q, &Options { check, ..Options::default() }).unwrap_err();
        // The pole may notice first.
        assert!(matches!(error, FunctionError::NonFinite { .. } | FunctionError::FactorBreakdown { .. }), "{error:?}");
    }
    let q = case.request();
    let mut out = vec![0.0; case.plan.n * q.outputs.len()];
    let options = Options { check: false, ..Options::default() };
    assert!(matches!(chebyshev(&case.problem(), &q, None, &options, &mut out), Err(FunctionError::NonFinite { .. })));
    assert!(matches!(lanczos(&case.problem(), &q, &options, &mut out), Err(FunctionError::NonFinite { .. })));
}

#[test]
fn a_stiffness_or_damping_that_is_not_symmetric() {
    let mut case = case();
    case.stiffness.0[(1, 2)] *= 1.0 + 1e-3;
    let q = case.request();
    let error = run(&case, &mut case.pole(), &q, &Options::default()).unwrap_err();
    assert!(matches!(error, FunctionError::NotSymmetric { what: "the stiffness", .. }), "{error}");
    assert!(error.to_string().contains("symmetric part"));
    let case = self::case();
    let mut skew = DenseOperator(Mat::identity(case.plan.n, case.plan.n));
    skew.0[(0, 1)] = 0.5;
    let mut problem = case.problem();
    problem.damping = Damping::Operator(&skew);
    assert!(matches!(problem.check(), Err(FunctionError::NotSymmetric { what: "the damping", .. })));
}

#[test]
fn tolerances_times_masses_and_sizes() {
    let case = case();
    let mut q = case.request();
    for tolerance in [0.0, -1.0, 1e-15, f64::NAN] {
        q.tolerance = tolerance;
        let error = run(&case, &mut case.pole(), &q, &Options::default()).unwrap_err();
        assert!(matches!(error, FunctionError::ToleranceBelowRounding { .. }), "{error}");
    }
    let mut q = Request::new(1e-6);
    let b = q.vector(&case.vectors[0]);
    q.even(0.0, &[(1.0, Function::Stumpff(1), -1.0, b)]);
    assert!(matches!(run(&case, &mut case.pole(), &q, &Options::default()), Err(FunctionError::BadRequest(_))));
    let short = [1.0; 3];
    let mut q = Request::new(1e-6);
    let b = q.vector(&short);
    q.even(0.0, &[(1.0, Function::Stumpff(1), 1.0, b)]);
    assert!(matches!(run(&case, &mut case.pole(), &q, &Options::default()), Err(FunctionError::BadRequest(_))));
    let mut problem = case.problem();
    let mut masses = case.diagonal.clone();
    masses[7] = 0.0;
    problem.mass = MassMatrix::Diagonal(&masses);
    assert_eq!(problem.check(), Err(FunctionError::BadMass { unknown: 7, value: 0.0 }));
}

#[test]
fn a_factorization_that_breaks_down_and_its_two_ways_out() {
    let mut case = case();
    let n = case.plan.n;
    // One direction compressed far beyond 1 / (gamma h^2): every shift the engine tries leaves P indefinite.
    let strength = 2e4 / (case.h * case.h);
    case.stiffness.0[(0, 0)] -= strength * case.diagonal[0];
    let mut q = Request::new(1e-6);
    let b = q.vector(&case.vectors[0]);
    q.even(0.0, &[(1.0, Function::Even(|s| 1.0 / (1.0 + s * s)), case.h, b)]);
    let mut pole = DensePole::new(case.mass.clone(), case.stiffness.0.clone());
    let error = run(&case, &mut pole, &q, &Options::default()).unwrap_err();
    assert!(matches!(error, FunctionError::FactorBreakdown { .. }), "{error}");
    assert_eq!(pole.factorizations, 4, "three smaller shifts are tried");
    // A positive semidefinite stand-in shapes the space, the functions are still those of the true stiffness.
    let mut pole = DensePole::new(case.mass.clone(), case.stiffness.0.clone());
    let mut projected = case.stiffness.0.clone();
    projected[(0, 0)] += strength * case.diagonal[0];
    pole.projected = Some(projected);
    let mut out = vec![0.0; n];
    let report = ShiftInvert::new()
        .evaluate(&case.problem(), &mut pole, &q, &Options::default(), &mut out)
        .expect("the projected pole works");
    assert!(report.converged && case.error(&q, &out, &case.oracle(&q)) < 2e-6);
    // A mildly indefinite tangent only needs a smaller shift.
    let mut case = self::case();
    let mild = 40.0 / (case.h * case.h);
    case.stiffness.0[(0, 0)] -= (mild + case.stiffness.0[(0, 0)] / case.diagonal[0]) * case.diagonal[0];
    let mut pole = DensePole::new(case.mass.clone(), case.stiffness.0.clone());
    let q = case.request();
    let mut out = vec![0.0; n * q.outputs.len()];
    ShiftInvert::new()
        .evaluate(&case.problem(), &mut pole, &q, &Options::default(), &mut out)
        .expect("a smaller shift works");
    assert!(pole.factorizations > 1 && case.error(&q, &out, &case.oracle(&q)) < 2e-6);
}

#[test]
fn limits_are_errors_unless_accepted() {
    let case = case();
    let q = case.request();
    let tight = Options { max_dimension: 6, max_products: 20, ..Options::default() };
    let mut out = vec![0.0; case.plan.n * q.outputs.len()];
    let error = run(&case, &mut case.pole(), &q, &tight).unwrap_err();
    assert!(matches!(error, FunctionError::NotConverged { dimension: 6, .. }), "{error}");
    assert!(matches!(lanczos(&case.problem(), &q, &tight, &mut out), Err(FunctionError::NotConverged { .. })));
    assert!(matches!(chebyshev(&case.problem(), &q, None, &tight, &mut out), Err(FunctionError::NotConverged { .. })));
    let accept = Options { accept_limit: true, ..tight };
    assert!(run(&case, &mut case.pole(), &q, &accept).is_ok());
}

#[test]
fn engines_that_cannot_treat_the_problem_say_which_can() {
    let case = case();
    let q = case.request();
    let mut out = vec![0.0; case.plan.n * q.outputs.len()];
    let mut problem = case.problem();
    problem.mass = MassMatrix::Operator(&case.consistent_mass);
    let error = chebyshev(&problem, &q, None, &Options::default(), &mut out).unwrap_err();
    assert!(error.to_string().contains("shift-and-invert"), "{error}");
    let mut problem = case.problem();
    problem.symmetry = Symmetry::General;
    let mut even = Request::new(1e-6);
    let b = even.vector(&case.vectors[0]);
    even.even(0.0, &[(1.0, Function::Even(|s| 1.0 / (1.0 + s * s)), case.h, b)]);
    let error =
        ShiftInvert::new().evaluate(&problem, &mut case.pole(), &even, &Options::default(), &mut out[..case.plan.n]);
    assert!(matches!(error, Err(FunctionError::Unsupported { .. })), "{error:?}");
    let mut problem = case.problem();
    problem.damping = Damping::Operator(&case.general);
    let error = lanczos(&problem, &q, &Options::default(), &mut out).unwrap_err();
    assert!(matches!(error, FunctionError::Unsupported { .. }), "{error}");
}

#[test]
fn zero_vectors_and_zero_times_are_not_special_for_the_caller() {
    let case = case();
    let zero = vec![0.0; case.plan.n];
    let mut q = Request::new(1e-6);
    let (b, z) = (q.vector(&case.vectors[0]), q.vector(&zero));
    q.even(0.0, &[(2.0, Function::Stumpff(2), 0.0, b)]);
    q.even(0.0, &[(1.0, Function::Stumpff(0), 0.0, z)]);
    let mut out = vec![1.0; 2 * case.plan.n];
    ShiftInvert::new().evaluate(&case.problem(), &mut case.pole(), &q, &Options::default(), &mut out).expect("trivial");
    assert_eq!(&out[..case.plan.n], &case.vectors[0][..], "2 c_2(0) = 1");
    assert!(out[case.plan.n..].iter().all(|x| *x == 0.0));
    let mut q = Request::new(1e-6);
    let z = q.vector(&zero);
    q.even(0.0, &[(1.0, Function::Stumpff(0), case.h, z)]);
    let mut out = vec![1.0; case.plan.n];
    ShiftInvert::new().evaluate(&case.problem(), &mut case.pole(), &q, &Options::default(), &mut out).expect("zero");
    assert!(out.iter().all(|x| *x == 0.0));
}
