//! Every engine of `sinew_math::functions` against the dense oracle, over random problems of all kinds.

mod apart;
mod banded;
#[path = "../../examples/stiffness_sweep/beam.rs"]
mod beam;
mod beams;
mod cases;
mod iterations;
mod refusals;
mod relations;
mod residual;
mod threads;

use cases::{Case, DampingKind, Plan, Random, judge};
use sinew_math::functions::{
    Auto, Damping, FunctionError, Options, Path, Problem, Rates, Report, Request, ShiftInvert, Symmetry, Taylor,
    adaptive_krylov, chebyshev, dense, lanczos, spectral_bounds,
};

/// Runs an engine over `count` random cases that `adapt` may restrict; refusals must be `NotConverged`.
fn sweep(
    name: &str,
    seed: u64,
    count: usize,
    adapt: impl Fn(&mut Plan),
    mut engine: impl FnMut(&Case, &Request<'_>, &mut [f64]) -> Result<Report, FunctionError>,
) -> usize {
    let mut r = Random(seed);
    let (mut ratios, mut refused, mut partial) = (Vec::new(), 0, 0);
    for _ in 0..count {
        let mut plan = Plan::random(&mut r);
        adapt(&mut plan);
        let case = Case::new(plan, &mut r);
        let request = case.request();
        let expected = case.oracle(&request);
        let mut out = vec![0.0; expected.len()];
        match engine(&case, &request, &mut out) {
            Ok(report) => {
                assert!(report.converged && report.estimate <= request.tolerance.max(1e-12), "{report:?}");
                partial += usize::from(report.path != Path::ShiftInvert || report.dimension < plan.n);
                let ratio = case.error(&request, &out, &expected) / plan.tolerance;
                ratios.push((ratio, format!("m = {} of {}, {plan:?}", report.dimension, plan.n)));
            }
            Err(FunctionError::NotConverged { .. }) => refused += 1,
            Err(e) => panic!("{plan:?}: {e}"),
        }
    }
    println!("{name}: {partial} cases stopped before the space was complete");
    judge(name, ratios, refused);
    refused
}

#[test]
fn shift_and_invert_meets_its_tolerance() {
    let mut engine = ShiftInvert::new();
    let refused = sweep(
        "shift-and-invert",
        7,
        400,
        |_| {},
        |case, request, out| engine.evaluate(&case.problem(), &mut case.pole(), request, &Options::default(), out),
    );
    assert_eq!(refused, 0);
}

#[test]
fn shift_and_invert_meets_its_tolerance_without_symmetry() {
    let mut engine = ShiftInvert::new();
    let refused = sweep(
        "shift-and-invert, not symmetric",
        29,
        150,
        |plan| plan.skew = true,
        |case, request, out| engine.evaluate(&case.problem(), &mut case.pole(), request, &Options::default(), out),
    );
    assert_eq!(refused, 0);
}

/// Polynomial engines need a diagonal mass and damping that is a function of K.
fn polynomial(plan: &mut Plan) {
    plan.consistent = false;
    plan.stale = false;
    if plan.damping == DampingKind::General {
        plan.damping = DampingKind::Rayleigh;
    }
}

#[test]
fn chebyshev_meets_its_tolerance() {
    let refused = sweep("chebyshev", 11, 200, polynomial, |case, request, out| {
        chebyshev(&case.problem(), request, None, &Options::default(), out)
    });
    assert_eq!(refused, 0);
}

#[test]
fn lanczos_meets_its_tolerance() {
    let soft = |plan: &mut Plan| {
        polynomial(plan);
        plan.stiffness = plan.stiffness.min(200.0);
    };
    let refused = sweep("lanczos", 13, 200, soft, |case, request, out| {
        let options = Options { max_dimension: 400, ..Options::default() };
        lanczos(&case.problem(), request, &options, out)
    });
    assert!(refused <= 4, "{refused} refused");
}

/// Meets the tolerance or says that it does not.
#[test]
fn adaptive_krylov_meets_its_tolerance_or_refuses() {
    let phi_only = |plan: &mut Plan| {
        plan.consistent = false;
        plan.stale = false;
        plan.stiffness = plan.stiffness.min(200.0);
        if plan.request == 3 {
            plan.request = 1;
        }
    };
    sweep("adaptive Krylov", 17, 200, phi_only, |case, request, out| {
        adaptive_krylov(&case.problem(), request, &Options::default(), out)
    });
    let skew = |plan: &mut Plan| {
        phi_only(plan);
        plan.skew = true;
    };
    sweep("adaptive Krylov, not symmetric", 31, 100, skew, |case, request, out| {
        adaptive_krylov(&case.problem(), request, &Options::default(), out)
    });
}

/// The series of Taylor: any damping, with and without symmetry, while h omega_max is moderate.
#[test]
fn taylor_meets_its_tolerance() {
    for skew in [false, true] {
        let soft = |plan: &mut Plan| {
            plan.consistent = false;
            plan.stale = false;
            plan.skew = skew;
            plan.stiffness = plan.stiffness.min(5.0);
            if plan.request == 3 {
                plan.request = 1;
            }
        };
        let mut engine = Taylor::new();
        sweep("taylor", 37, 200, soft, |case, request, out| {
            engine.evaluate(&case.problem(), request, rates(&case.problem()), &Options::default(), out)
        });
    }
}

fn rates(problem: &Problem<'_>) -> Rates {
    let largest = |problem: &Problem<'_>| {
        let bounds = spectral_bounds(problem, 12).expect("a diagonal mass");
        bounds.highest.max(-bounds.lowest)
    };
    let damping = match problem.damping {
        Damping::None => 0.0,
        Damping::Rayleigh { alpha, beta } => alpha + beta * largest(problem),
        Damping::Operator(d) => largest(&Problem { stiffness: d, damping: Damping::None, ..*problem }),
    };
    Rates { frequency: largest(problem).sqrt(), damping }
}

/// A damped system whose steps are short beside all periods needs no factor; a stiff one does.
#[test]
fn auto_sums_the_series_of_taylor_where_the_damped_system_is_soft() {
    let mut r = Random(41);
    for (stiffness, path) in [(1.0, Path::Taylor), (1e3, Path::ShiftInvert)] {
        let mut plan = Plan::random(&mut r);
        plan.consistent = false;
        plan.stale = false;
        plan.damping = DampingKind::General;
        plan.request = 1;
        plan.tolerance = 1e-8;
        plan.stiffness = stiffness;
        let case = Case::new(plan, &mut r);
        let request = case.request();
        let mut out = vec![0.0; case.oracle(&request).len()];
        let mut engine = Auto::new();
        let options = Options::default();
        let report = engine.evaluate(&case.problem(), &mut case.pole(), &request, None, &options, &mut out);
        let report = report.expect("converges");
        assert_eq!((report.path, report.factorizations > 0), (path, path == Path::ShiftInvert), "{report:?}");
        assert!(case.error(&request, &out, &case.oracle(&request)) <= 10.0 * plan.tolerance);
    }
}

#[test]
fn auto_meets_its_tolerance() {
    let mut engine = Auto::new();
    let refused = sweep(
        "auto",
        19,
        200,
        |_| {},
        |case, request, out| {
            engine.evaluate(&case.problem(), &mut case.pole(), request, None, &Options::default(), out)
        },
    );
    assert_eq!(refused, 0);
}

/// Gyroscopic forces in D and a follower load in K, by the three engines that take them; the reference is a fine RK4
/// run, so that the dense oracle itself is tested.
#[test]
fn matrices_that_are_not_symmetric() {
    use cases::{DenseOperator, DensePole};
    use sinew_math::functions::{MassMatrix, PhiTerm};
    use sinew_math::operator::LinearOperator;
    let n = 12;
    let mut r = Random(23);
    let symmetric = faer::Mat::from_fn(n, n, |i, j| match i.abs_diff(j) {
        0 => 2.5,
        1 => -1.0,
        _ => 0.0,
    });
    let mut k = symmetric.clone();
    k[(0, n - 1)] = 0.4;
    let mut d = faer::Mat::from_fn(n, n, |i, j| if i == j { 0.1 } else { 0.0 });
    for i in 0..n - 1 {
        d[(i, i + 1)] = 0.7;
        d[(i + 1, i)] = -0.7;
    }
    let (k, d) = (DenseOperator(k), DenseOperator(d));
    let masses: Vec<f64> = (0..n).map(|_| r.between(0.5, 2.0)).collect();
    let problem = Problem {
        mass: MassMatrix::Diagonal(&masses),
        stiffness: &k,
        damping: Damping::Operator(&d),
        symmetry: Symmetry::Symmetric,
        product_flops: 1.0,
    };
    assert!(matches!(problem.check(), Err(FunctionError::NotSymmetric { .. })));
    let problem = Problem { symmetry: Symmetry::General, ..problem };
    let start: Vec<f64> = (0..2 * n).map(|_| r.between(-1.0, 1.0)).collect();
    let mut q = Request::new(1e-8);
    let (x, v) = (q.vector(&start[..n]), q.vector(&start[n..]));
    let t = 3.0;
    q.phi(t, [0.0; 2], &[PhiTerm { weight: 1.0, k: 0, position: Some(x), velocity: Some(v) }]);
    let options = Options::default();
    let mut out = vec![0.0; 2 * n];
    assert!(matches!(lanczos(&problem, &q, &options, &mut out), Err(FunctionError::Unsupported { .. })));
    assert!(matches!(chebyshev(&problem, &q, None, &options, &mut out), Err(FunctionError::Unsupported { .. })));
    let mut found = Vec::new();
    let mut keep = |name: &'static str, report: Result<Report, FunctionError>, out: &[f64]| {
        assert!(report.expect("converges").converged);
        found.push((name, out.to_vec()));
    };
    keep("adaptive Krylov", adaptive_krylov(&problem, &q, &options, &mut out), &out);
    keep("dense", dense(&problem, &q, &mut out), &out);
    let mass = faer::Mat::from_fn(n, n, |i, j| if i == j { masses[i] } else { 0.0 });
    let mut pole = DensePole::new(mass, symmetric);
    keep("shift-and-invert", ShiftInvert::new().evaluate(&problem, &mut pole, &q, &options, &mut out), &out);
    keep("auto", Auto::new().evaluate(&problem, &mut pole, &q, None, &options, &mut out), &out);
    let rate = |u: &[f64]| {
        let (mut kx, mut dv) = (vec![0.0; n], vec![0.0; n]);
        k.apply(&u[..n], &mut kx);
        d.apply(&u[n..], &mut dv);
        let acceleration = (0..n).map(|i| -(kx[i] + dv[i]) / masses[i]);
        u[n..].iter().copied().chain(acceleration).collect::<Vec<f64>>()
    };
    let (mut u, steps) = (start.clone(), 3000);
    let h = t / steps as f64;
    let plus = |u: &[f64], c: f64, k: &[f64]| u.iter().zip(k).map(|(u, k)| u + c * k).collect::<Vec<f64>>();
    for _ in 0..steps {
        let k1 = rate(&u);
        let k2 = rate(&plus(&u, 0.5 * h, &k1));
        let k3 = rate(&plus(&u, 0.5 * h, &k2));
        let k4 = rate(&plus(&u, h, &k3));
        for i in 0..2 * n {
            u[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    for (name, found) in found {
        let error = u.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(error < 2e-8, "{name}: {error:e}");
    }
}
