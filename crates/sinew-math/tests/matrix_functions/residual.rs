//! The reported residual against the one computed from dense matrices, M v' + D v + K x - g M q, where v' comes from
//! the engine itself in the same space: d/dt t^k phi_k(tJ) = t^(k-1) phi_{k-1}(tJ).

use crate::cases::{Case, DampingKind, DenseOperator, Plan, Random, Spectrum};
use sinew_math::functions::{Damping, Options, PhiTerm, Problem, Report, Request, ShiftInvert, adaptive_krylov};
use sinew_math::operator::LinearOperator;

/// As forces or as vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Input {
    Vectors,
    Force,
}

/// t^k phi_k(tJ) [p; q] for all `orders` from the same space, truncated at `dimension`.
fn truncated(case: &Case, input: Input, orders: &[u32], dimension: usize) -> (Report, Vec<f64>) {
    let t = case.h;
    let mut request = Request::new(1e-13);
    let p = request.vector(&case.vectors[0]);
    let q = if input == Input::Force { request.force(&case.forces) } else { request.vector(&case.vectors[1]) };
    for &k in orders {
        let term = PhiTerm { weight: t.powi(k as i32), k, position: Some(p), velocity: Some(q) };
        request.phi(t, [0.0; 2], &[term]);
    }
    let options = Options { max_dimension: dimension, accept_limit: true, residual: true, ..Options::default() };
    let mut out = vec![0.0; 2 * orders.len() * case.plan.n];
    let report = ShiftInvert::new()
        .evaluate(&case.problem(), &mut case.pole(), &request, &options, &mut out)
        .expect("limits are accepted");
    (report, out)
}

fn product(a: &faer::Mat<f64>, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    DenseOperator(a.clone()).apply(x, &mut y);
    y
}

/// D v
fn damping(case: &Case, v: &[f64]) -> Vec<f64> {
    match case.plan.damping {
        DampingKind::General => product(&case.general.0, v),
        _ => {
            let (alpha, beta) = case.rayleigh;
            let (m, k) = (product(&case.mass, v), product(&case.stiffness.0, v));
            m.iter().zip(&k).map(|(m, k)| alpha * m + beta * k).collect()
        }
    }
}

#[test]
fn the_residual_is_that_of_the_equation_of_motion() {
    let mut r = Random(41);
    let mut worst: f64 = 0.0;
    let (mut smallest, mut largest) = (f64::INFINITY, 0.0_f64);
    for index in 0..60 {
        let plan = Plan {
            n: 80,
            spectrum: [Spectrum::Definite, Spectrum::Indefinite, Spectrum::Singular][index % 3],
            damping: [DampingKind::None, DampingKind::Rayleigh, DampingKind::General][index / 3 % 3],
            consistent: false,
            stale: index % 2 == 1,
            skew: index % 5 == 4,
            ..Plan::random(&mut r)
        };
        let case = Case::new(plan, &mut r);
        let (n, t) = (plan.n, case.h);
        for (input, k) in [(Input::Vectors, 1), (Input::Vectors, 2), (Input::Force, 1), (Input::Force, 3)] {
            for dimension in [6, 12, 24] {
                let what = format!("{input:?}, k = {k}, dimension {dimension}, {plan:?}");
                let (report, _) = truncated(&case, input, &[k], dimension);
                assert!(report.dimension <= dimension);
                // The derivative comes from the same space: it depends on the inputs alone.
                let (again, out) = truncated(&case, input, &[k, k - 1], dimension);
                assert_eq!(report.dimension, again.dimension, "{what}");
                let (x, v, rate) = (&out[..n], &out[n..2 * n], &out[3 * n..]);
                let (kx, dv, inertia) = (product(&case.stiffness.0, x), damping(&case, v), product(&case.mass, rate));
                let g = t.powi(k as i32 - 1) / (1..k).product::<u32>() as f64;
                let load = product(&case.mass, &case.vectors[1]);
                let dual =
                    |f: &dyn Fn(usize) -> f64| (0..n).map(|i| f(i).powi(2) / case.diagonal[i]).sum::<f64>().sqrt();
                let residual = t * t * dual(&|i| inertia[i] + dv[i] + kx[i] - g * load[i]);
                let size = case.mass_norm(x) + t * t * dual(&|i| kx[i] + dv[i]);
                // Rounding: the terms that are added here and cancel.
                let terms =
                    t * t * (dual(&|i| inertia[i]) + dual(&|i| kx[i]) + dual(&|i| dv[i]) + g * dual(&|i| load[i]));
                let found = report.residual.expect("a diagonal mass");
                let difference = (found - residual / size).abs();
                let bound = 1e-9 * residual / size + 1e-11 * terms / size;
                worst = worst.max(difference / bound);
                assert!(difference <= bound, "{what}: {found:e}, directly {:e}, bound {bound:e}", residual / size);
                smallest = smallest.min(found);
                largest = largest.max(found);
            }
        }
    }
    println!("residuals from {smallest:.1e} to {largest:.1e}; difference over bound at most {worst:.2}");
}

/// It falls to rounding as the space becomes complete, and engines without a space have none.
#[test]
fn a_complete_space_leaves_no_residual() {
    let mut r = Random(43);
    let plan = Plan {
        n: 40,
        spectrum: Spectrum::Definite,
        damping: DampingKind::Rayleigh,
        consistent: false,
        stale: true,
        stiffness: 30.0,
        ..Plan::random(&mut r)
    };
    let case = Case::new(plan, &mut r);
    let residual = |dimension| truncated(&case, Input::Vectors, &[1], dimension).0.residual.expect("diagonal mass");
    let (few, all) = (residual(8), residual(40));
    println!("residual {few:.1e} with 8 vectors, {all:.1e} with all 40");
    assert!(few > 1e-6 && all < 1e-12, "{few:e}, {all:e}");

    let request = case.request();
    let mut out = vec![0.0; plan.n * request.outputs.len()];
    let options = Options { residual: true, ..Options::default() };
    let report = adaptive_krylov(&Problem { damping: Damping::None, ..case.problem() }, &request, &options, &mut out);
    assert_eq!(report.expect("converges").residual, None);
}
