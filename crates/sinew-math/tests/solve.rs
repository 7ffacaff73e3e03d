//! Solvers against dense references on random block matrices.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, LinearSolver, Method, SolveError, SolverOptions};
use sinew_math::sparse::{BlockMatrix, Pattern};

/// A small deterministic random stream in [-1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64 / (1u64 << 53) as f64) * 2.0 - 1.0
    }
    fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// Sum over couplings of a positive semidefinite 6x6 block, plus `mass` on the diagonal: like assembled springs.
fn random_spd(nodes: usize, pairs: &[(u32, u32)], mass: f64, seed: u64) -> BlockMatrix {
    let mut random = Random(seed);
    let pattern = Arc::new(Pattern::new(nodes, pairs.iter().copied()));
    let mut a = BlockMatrix::new(pattern.clone());
    let mut add = |i: u32, j: u32, block: &dyn Fn(usize, usize) -> f64| {
        let slot = pattern.slot(i.min(j), i.max(j)).unwrap();
        for r in 0..3 {
            for c in 0..3 {
                a.block_mut(slot)[3 * r + c] += if i <= j { block(r, c) } else { block(c, r) };
            }
        }
    };
    for &(i, j) in pairs {
        let g: Vec<f64> = random.vector(36);
        let h = |r: usize, c: usize| (0..6).map(|k| g[6 * r + k] * g[6 * c + k]).sum::<f64>();
        add(i, i, &|r, c| h(r, c));
        add(j, j, &|r, c| h(3 + r, 3 + c));
        if i == j {
            add(i, j, &|r, c| h(r, 3 + c) + h(3 + r, c));
        } else {
            add(i, j, &|r, c| h(r, 3 + c));
        }
    }
    for i in 0..nodes as u32 {
        add(i, i, &|r, c| if r == c { mass } else { 0.0 });
    }
    a
}

fn dense(a: &BlockMatrix) -> DMatrix<f64> {
    DMatrix::from_row_slice(a.dim(), a.dim(), &a.to_dense())
}

fn graph() -> impl Strategy<Value = (usize, Vec<(u32, u32)>)> {
    (1usize..25).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n as u32, 0..n as u32), 0..3 * n)))
}

fn solver(a: &BlockMatrix, method: Method) -> LinearSolver {
    LinearSolver::new(a.pattern(), SolverOptions { method, tolerance: 1e-12, ..Default::default() }).unwrap()
}

proptest! {
    #[test]
    fn every_method_agrees_with_a_dense_solve((nodes, pairs) in graph(), seed in any::<u64>()) {
        let a = random_spd(nodes, &pairs, 0.5, seed);
        let b = Random(seed ^ 1).vector(a.dim());
        let exact = dense(&a).cholesky().unwrap().solve(&DVector::from_column_slice(&b));
        for method in [Method::Auto, Method::Cholesky, Method::Cg] {
            let mut solver = solver(&a, method);
            let mut x = vec![0.0; a.dim()];
            solver.update(&a).unwrap();
            solver.solve(&a, &b, &mut x).unwrap();
            let error = (DVector::from_column_slice(&x) - &exact).norm() / exact.norm();
            // mass 0.5 and random stiffness give condition numbers of at most a few hundred
            prop_assert!(error < 1e-9, "{method:?}: {error:e}");
        }
    }

    #[test]
    fn many_columns_equal_single_ones((nodes, pairs) in graph(), seed in any::<u64>(), columns in 1usize..9) {
        let a = random_spd(nodes, &pairs, 0.5, seed);
        let n = a.dim();
        let b = Random(seed ^ 2).vector(n * columns);
        for method in [Method::Cholesky, Method::Cg] {
            let mut solver = solver(&a, method);
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
