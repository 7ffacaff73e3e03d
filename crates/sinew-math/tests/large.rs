//! Large matrices: work that is stopped under way, and analyses that are put off.

#[path = "../benches/beam/mod.rs"]
mod beam;
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use beam::Beam;
use common::same_bits;
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, LARGE, LinearSolver, Method, SolveError, SolverOptions};
use sinew_math::stop;

/// Does work whose flag is raised after so long.
fn stopped_after<R>(time: Duration, work: impl FnOnce() -> R) -> R {
    let flag = Arc::new(AtomicBool::new(false));
    let raise = flag.clone();
    std::thread::spawn(move || {
        std::thread::sleep(time);
        raise.store(true, Relaxed);
    });
    stop::within(&flag, work)
}

#[test]
fn a_factorization_is_stopped_and_done_again() {
    // 560 ms and more, see `automatic.rs`.
    let beam = Beam::new(64, 16, 16);
    let a = beam.system(1e6, 0.01);
    let b = vec![1.0; a.dim()];
    let mut factor = Cholesky::new(&beam.pattern).unwrap();
    let clock = Instant::now();
    factor.factorize(&a).unwrap();
    let whole = clock.elapsed();
    let mut first = vec![0.0; a.dim()];
    factor.solve(&b, &mut first).unwrap();
    let result = stopped_after(whole / 10, || factor.factorize(&a));
    assert_eq!(result, Err(SolveError::Interrupted));
    assert!(!factor.is_ready());
    let mut again = vec![0.0; a.dim()];
    factor.factorize(&a).unwrap();
    factor.solve(&b, &mut again).unwrap();
    assert!(same_bits(&first, &again));
}

#[test]
fn an_analysis_is_stopped_and_done_again() {
    let beam = Beam::new(48, 16, 16);
    let clock = Instant::now();
    Cholesky::new(&Beam::new(48, 16, 16).pattern).unwrap();
    let whole = clock.elapsed();
    let result = stopped_after(whole / 10, || Cholesky::new(&beam.pattern).map(drop));
    assert_eq!(result, Err(SolveError::Interrupted));
    // Nothing half-done is left, and what is found once is known from then on: this one ends before anybody could look.
    Cholesky::new(&beam.pattern).unwrap();
    let result = stopped_after(whole / 10, || Cholesky::new(&beam.pattern).map(drop));
    assert_eq!(result, Ok(()));
}

#[test]
fn iterations_are_stopped() {
    let beam = Beam::new(16, 4, 4);
    let a = beam.system(1e9, 0.01);
    let options = SolverOptions { method: Method::Cg, ..Default::default() };
    let mut solver = LinearSolver::new(&beam.pattern, options).unwrap();
    solver.update(&a).unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    let mut x = vec![0.0; a.dim()];
    let result = stop::within(&flag, || solver.solve(&a, &vec![1.0; a.dim()], &mut x));
    assert_eq!(result, Err(SolveError::Interrupted));
}

#[test]
fn a_large_matrix_is_not_analysed_while_few_iterations_do() {
    let beam = Beam::new(40, 24, 24);
    assert!(beam.pattern.nodes() >= LARGE);
    let b = vec![1.0; 3 * beam.pattern.nodes()];
    let mut x = vec![0.0; b.len()];
    for method in [Method::Auto, Method::Factor] {
        let options = SolverOptions { method, condition: 30.0, ..Default::default() };
        let mut solver = LinearSolver::new(&beam.pattern, options).unwrap();
        // A step of 0.2 ms is short beside all periods of so soft a beam.
        let a = beam.system(1e5, 2e-4);
        solver.update(&a).unwrap();
        solver.solve(&a, &b, &mut x).unwrap();
        let work = solver.take_work();
        assert!(work.factorizations == 0 && work.cg_iterations < 60, "{work:?}");
        if method == Method::Auto {
            continue;
        }
        // One that is not what was expected is factorized in the end, when iterations have paid for it.
        let stiff = beam.system(1e12, 1.0);
        x.fill(0.0);
        solver.update(&stiff).unwrap();
        solver.solve(&stiff, &b, &mut x).unwrap();
        let work = solver.take_work();
        assert!(work.factorizations == 1 && work.solves == 1 && work.cg_iterations > 300, "{work:?}");
    }
}
