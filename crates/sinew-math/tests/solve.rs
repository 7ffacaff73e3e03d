//! Solvers against dense references on random block matrices.

#[path = "../benches/beam/mod.rs"]
mod beam;
mod common;

use std::sync::Arc;

use beam::Beam;
use common::{Random, dense, random_spd, same_bits, with_threads};
use nalgebra::DVector;
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, LinearSolver, Method, Preconditioner, SolveError, SolveWork, SolverOptions};
use sinew_math::sparse::{BlockMatrix, Pattern};

fn graph() -> impl Strategy<Value = (usize, Vec<(u32, u32)>)> {
    (1usize..25).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n as u32, 0..n as u32), 0..3 * n)))
}

fn solver(a: &BlockMatrix, method: Method) -> LinearSolver {
    LinearSolver::new(a.pattern(), SolverOptions { method, tolerance: 1e-12, ..Default::default() }).unwrap()
}

/// Every way to solve.
fn ways() -> [SolverOptions; 5] {
    let with =
        |method, preconditioner| SolverOptions { method, preconditioner, tolerance: 1e-12, ..Default::default() };
    [
        with(Method::Auto, Preconditioner::BlockJacobi),
        with(Method::Auto, Preconditioner::Incomplete),
        with(Method::Cholesky, Preconditioner::BlockJacobi),
        with(Method::Cg, Preconditioner::BlockJacobi),
        with(Method::Cg, Preconditioner::Incomplete),
    ]
}

proptest! {
    #[test]
    fn every_method_agrees_with_a_dense_solve((nodes, pairs) in graph(), seed in any::<u64>()) {
        let a = random_spd(nodes, &pairs, 0.5, seed);
        let b = Random(seed ^ 1).vector(a.dim());
        let exact = dense(&a).cholesky().unwrap().solve(&DVector::from_column_slice(&b));
        for options in ways() {
            let mut solver = LinearSolver::new(a.pattern(), options).unwrap();
            let mut x = vec![0.0; a.dim()];
            solver.update(&a).unwrap();
            solver.solve(&a, &b, &mut x).unwrap();
            let error = (DVector::from_column_slice(&x) - &exact).norm() / exact.norm();
            // mass 0.5 and random stiffness give condition numbers of at most a few hundred
            prop_assert!(error < 1e-9, "{options:?}: {error:e}");
        }
    }

    #[test]
    fn many_columns_equal_single_ones((nodes, pairs) in graph(), seed in any::<u64>(), columns in 1usize..9) {
        let a = random_spd(nodes, &pairs, 0.5, seed);
        let n = a.dim();
        let b = Random(seed ^ 2).vector(n * columns);
        for options in ways() {
            let mut solver = LinearSolver::new(a.pattern(), options).unwrap();
            solver.update(&a).unwrap();
            let (mut many, mut single) = (vec![0.0; n * columns], vec![0.0; n * columns]);
            solver.solve_many(&a, &b, &mut many, columns).unwrap();
            for c in 0..columns {
                solver.solve(&a, &b[c * n..(c + 1) * n], &mut single[c * n..(c + 1) * n]).unwrap();
            }
            let scale = single.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            prop_assert!(many.iter().zip(&single).all(|(a, b)| (a - b).abs() <= 1e-10 * scale));
        }
    }

    #[test]
    fn an_indefinite_matrix_is_refused((nodes, pairs) in graph(), seed in any::<u64>(), at in any::<prop::sample::Index>()) {
        let mut a = random_spd(nodes, &pairs, 0.5, seed);
        let node = at.index(nodes);
        let slot = a.pattern().row(node).start;
        let trace = (0..3).map(|c| a.diagonal(node)[4 * c]).sum::<f64>();
        a.block_mut(slot)[4] -= 2.0 * trace;
        let mut factor = Cholesky::new(a.pattern()).unwrap();
        let is_refused = matches!(factor.factorize(&a), Err(SolveError::NotPositiveDefinite { .. }));
        prop_assert!(is_refused);
        let mut cg = solver(&a, Method::Cg);
        // The diagonal block itself is indefinite, so the preconditioner can name the vertex.
        prop_assert_eq!(cg.update(&a), Err(SolveError::NotPositiveDefinite { node }));
    }
}

#[test]
fn the_factor_names_the_bad_vertex_of_an_island() {
    // Islands: the pivot of one cannot be spoilt by another.
    let mut a = random_spd(9, &[(0, 1), (1, 2), (3, 4), (5, 6), (7, 8)], 0.5, 3);
    let slot = a.pattern().row(4).start;
    a.block_mut(slot)[0] = -1.0;
    match Cholesky::new(a.pattern()).unwrap().factorize(&a) {
        Err(SolveError::NotPositiveDefinite { node }) => assert!(node == 3 || node == 4, "named {node}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_diverged_matrix_is_reported() {
    for bad in [f64::NAN, f64::INFINITY] {
        let mut a = random_spd(4, &[(0, 1), (2, 3)], 0.5, 3);
        let slot = a.pattern().row(2).start;
        a.block_mut(slot)[4] = bad;
        for method in [Method::Cholesky, Method::Cg] {
            assert_eq!(solver(&a, method).update(&a), Err(SolveError::NonFinite), "{method:?}");
        }
    }
    let a = random_spd(4, &[(0, 1), (2, 3)], 0.5, 3);
    for method in [Method::Cholesky, Method::Cg] {
        let mut s = solver(&a, method);
        s.update(&a).unwrap();
        let mut x = vec![0.0; 12];
        assert_eq!(s.solve(&a, &[f64::NAN; 12], &mut x), Err(SolveError::NonFinite), "{method:?}");
    }
}

#[test]
fn a_factor_that_does_not_fit_is_refused_before_it_is_allocated() {
    let pairs: Vec<_> = (0..40u32).flat_map(|i| (i..40).map(move |j| (i, j))).collect();
    let pattern = Arc::new(Pattern::new(40, pairs));
    let options = SolverOptions { method: Method::Cholesky, memory_limit_gigabytes: 1e-5, ..Default::default() };
    match LinearSolver::new(&pattern, options) {
        // 120 x 121 / 2 values are 58 kB
        Err(SolveError::TooLarge { gigabytes }) => assert!(gigabytes > 5e-5, "{gigabytes}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_unknowns_no_work() {
    let a = random_spd(0, &[], 1.0, 1);
    for method in [Method::Cholesky, Method::Cg] {
        let mut s = solver(&a, method);
        s.update(&a).unwrap();
        s.solve(&a, &[], &mut []).unwrap();
    }
}

#[test]
fn work_is_counted() {
    let a = random_spd(10, &[(0, 1), (1, 2), (5, 9)], 0.5, 3);
    let mut s = solver(&a, Method::Cholesky);
    s.update(&a).unwrap();
    let mut x = vec![0.0; 90];
    s.solve_many(&a, &Random(4).vector(90), &mut x, 3).unwrap();
    let work = s.take_work();
    assert_eq!((work.factorizations, work.solves, work.products, work.cg_iterations), (1, 3, 0, 0));
    assert_eq!(s.take_work().solves, 0);
}

/// Solves a step of the beam and returns the solution and the work.
fn beam_step(beam: &Beam, young: f64, options: SolverOptions, steps: usize) -> (Vec<f64>, SolveWork) {
    let a = beam.system(young, 0.01);
    let b: Vec<f64> = beam.masses.iter().flat_map(|m| [0.0, 0.0, -9.81 * m]).collect();
    let mut solver = LinearSolver::new(&beam.pattern, options).unwrap();
    let mut x = vec![0.0; b.len()];
    for _ in 0..steps {
        x.fill(0.0);
        solver.update(&a).unwrap();
        solver.solve(&a, &b, &mut x).unwrap();
    }
    let mut r = vec![0.0; b.len()];
    a.apply(&x, &mut r);
    let norm = |v: &mut dyn Iterator<Item = f64>| v.map(|x| x * x).sum::<f64>().sqrt();
    let residual = norm(&mut r.iter().zip(&b).map(|(r, b)| r - b)) / norm(&mut b.iter().copied());
    assert!(residual <= options.tolerance, "{options:?}: residual {residual:e}");
    (x, solver.take_work())
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let beam = Beam::new(20, 12, 12);
    assert!(beam.pattern.blocks() > 20_000, "too small for the parallel products");
    for options in ways() {
        let options = SolverOptions { tolerance: 1e-8, ..options };
        let one = with_threads(1, || beam_step(&beam, 1e6, options, 1));
        for threads in [2, 3] {
            let many = with_threads(threads, || beam_step(&beam, 1e6, options, 1));
            assert!(same_bits(&one.0, &many.0), "{options:?} with {threads} threads");
            assert_eq!(one.1, many.1);
        }
    }
}

#[test]
fn the_automatic_choice_iterates_on_soft_beams_and_factorizes_stiff_ones() {
    let beam = Beam::new(32, 8, 8);
    let options = SolverOptions { tolerance: 1e-6, ..Default::default() };
    let soft = beam_step(&beam, 1e4, options, 10).1;
    assert_eq!((soft.factorizations, soft.solves), (0, 0), "{soft:?}");
    let stiff = beam_step(&beam, 1e10, options, 10).1;
    assert_eq!((stiff.factorizations, stiff.solves), (10, 10), "{stiff:?}");
    // two trials: in the first episode and in the tenth
    let once = beam_step(&beam, 1e10, options, 1).1;
    assert_eq!(stiff.cg_iterations, 2 * once.cg_iterations, "{stiff:?}");
}

#[test]
fn negative_curvature_is_found_by_every_method() {
    // Positive diagonal blocks, but the pair moves apart downhill: only the whole matrix shows it.
    let mut a = random_spd(2, &[(0, 1)], 0.0, 1);
    for (slot, value) in [(0, 1.0), (1, -2.0), (2, 1.0)] {
        let block = a.block_mut(slot);
        block.fill(0.0);
        (0..3).for_each(|c| block[4 * c] = value);
    }
    let b = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    for options in ways() {
        let mut s = LinearSolver::new(a.pattern(), options).unwrap();
        let result = s.update(&a).and_then(|()| s.solve(&a, &b, &mut [0.0; 6]));
        assert!(matches!(result, Err(SolveError::NotPositiveDefinite { node: 0 | 1 })), "{options:?}: {result:?}");
    }
}

#[test]
fn a_stalled_iteration_says_how_far_it_came() {
    let beam = Beam::new(8, 2, 2);
    let a = beam.system(1e9, 0.01);
    let options = SolverOptions { method: Method::Cg, max_iterations: 5, ..Default::default() };
    let mut s = LinearSolver::new(&beam.pattern, options).unwrap();
    s.update(&a).unwrap();
    match s.solve(&a, &vec![1.0; a.dim()], &mut vec![0.0; a.dim()]) {
        Err(SolveError::Stalled { iterations: 5, residual }) => assert!(residual > 1e-8),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_warm_start_is_used() {
    let beam = Beam::new(8, 2, 2);
    let a = beam.system(1e6, 0.01);
    let b = vec![1.0; a.dim()];
    let mut s = solver(&a, Method::Cg);
    let mut x = vec![0.0; a.dim()];
    s.update(&a).unwrap();
    s.solve(&a, &b, &mut x).unwrap();
    assert!(s.take_work().cg_iterations > 10);
    s.solve(&a, &b, &mut x).unwrap();
    assert_eq!(s.take_work(), SolveWork { products: 1, ..Default::default() });
}

#[test]
fn a_tolerance_below_rounding_is_met_as_well_as_it_can_be() {
    let beam = Beam::new(8, 2, 2);
    let a = beam.system(1e9, 0.01);
    let options = SolverOptions { method: Method::Cg, tolerance: 1e-17, ..Default::default() };
    let mut s = LinearSolver::new(&beam.pattern, options).unwrap();
    s.update(&a).unwrap();
    let b = vec![1.0; a.dim()];
    let (mut x, mut r) = (vec![0.0; a.dim()], vec![0.0; a.dim()]);
    s.solve(&a, &b, &mut x).unwrap();
    a.apply(&x, &mut r);
    let residual = r.iter().zip(&b).map(|(r, b)| (r - b).powi(2)).sum::<f64>().sqrt() / (a.dim() as f64).sqrt();
    assert!(residual < 1e-11, "{residual:e}");
}
