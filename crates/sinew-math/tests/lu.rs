//! The nonsymmetric factor against dense solves, and what it refuses.

#[path = "../benches/beam/mod.rs"]
mod beam;
mod common;

use std::sync::Arc;

use beam::Beam;
use common::{Random, dense_general, random_spd, same_bits, skewed, with_threads};
use nalgebra::DVector;
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::parallel::norm;
use sinew_math::solve::{Cholesky, Lu, SolveError};
use sinew_math::sparse::{GeneralMatrix, Pattern};

/// |b - A x| relative to |A| |x|, the measure of a stable solve.
fn backward_error(a: &GeneralMatrix, b: &[f64], x: &[f64]) -> f64 {
    let mut r = vec![0.0; b.len()];
    a.apply(x, &mut r);
    r.iter_mut().zip(b).for_each(|(r, b)| *r -= b);
    let size = a.upper().iter().chain(a.lower()).map(|v| v * v).sum::<f64>().sqrt();
    norm(&r) / (size * norm(x))
}

proptest! {
    #[test]
    fn solutions_agree_with_the_dense_ones(
        (nodes, pairs) in (1usize..40).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n as u32, 0..n as u32), 0..3 * n))),
        seed in any::<u64>(),
        skew in 0.01..0.3,
    ) {
        let spd = random_spd(nodes, &pairs, 0.5, seed);
        let mut factor = Lu::new(spd.pattern()).unwrap();
        // twice, so that the second one meets the leftovers of the first
        for round in 0..2 {
            let a = skewed(&spd, skew, seed + round);
            factor.factorize(&a).unwrap();
            let b = Random(seed ^ 2).vector(a.dim());
            let mut x = vec![f64::NAN; a.dim()];
            factor.solve(&b, &mut x).unwrap();
            prop_assert!(backward_error(&a, &b, &x) < 1e-15 * a.dim() as f64);
            // The mass bounds the symmetric part from below: |A^-1| <= 2.
            let size = dense_general(&a).norm();
            let exact = dense_general(&a).lu().solve(&DVector::from_column_slice(&b)).unwrap();
            let error = (DVector::from_vec(x) - &exact).norm();
            prop_assert!(error <= 1e-15 * a.dim() as f64 * 4.0 * size * exact.norm(), "{error:e}");
        }
    }
}

#[test]
fn soft_and_stiff_beams_are_solved_to_rounding_for_any_skew_part() {
    let beam = Beam::new(12, 4, 4);
    let mut factor = Lu::new(&beam.pattern).unwrap();
    let b = Random(4).vector(factor.dim());
    let mut x = vec![0.0; b.len()];
    for young in [1e4, 1e7, 1e11] {
        for skew in [0.0, 0.01, 0.1, 0.3] {
            let a = beam.skewed(young, 0.033, skew);
            factor.factorize(&a).unwrap();
            factor.solve(&b, &mut x).unwrap();
            let error = backward_error(&a, &b, &x);
            assert!(error < 1e-15, "E {young:.0e}, skew {skew}: {error:e}");
        }
    }
}

#[test]
fn a_symmetric_matrix_has_the_solution_of_its_cholesky_factor() {
    let beam = Beam::new(16, 6, 6);
    let spd = beam.system(1e6, 0.01);
    let mut a = GeneralMatrix::new(beam.pattern.clone());
    a.add_symmetric(1.0, &spd);
    let (mut lu, mut cholesky) = (Lu::new(&beam.pattern).unwrap(), Cholesky::new(&beam.pattern).unwrap());
    lu.factorize(&a).unwrap();
    cholesky.factorize(&spd).unwrap();
    assert_eq!(lu.flops(), 2.0 * cholesky.flops());
    // Both factors, with the diagonal blocks once.
    assert!(lu.factor_nonzeros() <= 2 * cholesky.factor_nonzeros());
    let b = Random(4).vector(a.dim());
    let (mut x, mut y) = (vec![0.0; b.len()], vec![0.0; b.len()]);
    lu.solve(&b, &mut x).unwrap();
    cholesky.solve(&b, &mut y).unwrap();
    let error = x.iter().zip(&y).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
    // condition some 1e3
    assert!(error < 1e-12 * norm(&y), "{error:e}");
}

#[test]
fn rows_are_exchanged_within_a_supernode() {
    // A saddle in one vertex: the first pivot is zero without an exchange.
    let pattern = Arc::new(Pattern::new(2, [(0, 1)]));
    let mut a = GeneralMatrix::new(pattern.clone());
    a.upper_mut()[..9].copy_from_slice(&[0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    a.upper_mut()[18..].copy_from_slice(&[0.0, 0.0, 3.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
    a.upper_mut()[9..18].copy_from_slice(&[0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.7, 0.8, -0.9]);
    let mut factor = Lu::new(&pattern).unwrap();
    factor.factorize(&a).unwrap();
    let b = [1.0, -2.0, 3.0, 4.0, -5.0, 6.0];
    let mut x = [0.0; 6];
    factor.solve(&b, &mut x).unwrap();
    let exact = dense_general(&a).lu().solve(&DVector::from_column_slice(&b)).unwrap();
    assert!((DVector::from_column_slice(&x) - exact).norm() < 1e-13);
}

#[test]
fn singular_matrices_and_numbers_that_are_not_finite_are_refused() {
    let spd = random_spd(5, &[(0, 1), (1, 2), (2, 3), (3, 4)], 0.5, 7);
    let mut factor = Lu::new(spd.pattern()).unwrap();
    let good = skewed(&spd, 0.1, 7);
    for bad in [f64::NAN, f64::INFINITY] {
        let mut a = good.clone();
        a.lower_mut()[9] = bad;
        assert_eq!(factor.factorize(&a), Err(SolveError::NonFinite));
        assert!(!factor.is_ready());
    }
    // Vertex 3 is tied to nothing and has no mass along z.
    let mut a = good.clone();
    let pattern = a.pattern().clone();
    for (i, j) in [(2, 3), (3, 3), (3, 4)] {
        let slot = pattern.slot(i, j).unwrap();
        a.lower_mut()[9 * slot..9 * slot + 9].fill(0.0);
        a.upper_mut()[9 * slot..9 * slot + 9].fill(0.0);
    }
    let slot = pattern.slot(3, 3).unwrap();
    a.upper_mut()[9 * slot..9 * slot + 9].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(factor.factorize(&a), Err(SolveError::NotPositiveDefinite { node: 3 }));
    // A free body without mass: no pivot is zero, the last ones are rounding.
    let mut a = GeneralMatrix::new(pattern.clone());
    for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
        for c in 0..3 {
            let k = 0.3 + 0.1 * (i + c) as f64;
            let slots = [(i, i), (i, j), (j, j)].map(|(i, j)| pattern.slot(i as u32, j as u32).unwrap());
            for (slot, k) in slots.into_iter().zip([k, -k, k]) {
                a.upper_mut()[9 * slot + 4 * c] += k;
            }
            a.lower_mut()[9 * slots[1] + 4 * c] -= k;
        }
    }
    assert!(matches!(factor.factorize(&a), Err(SolveError::NotPositiveDefinite { .. })));
    // and none of that is remembered
    factor.factorize(&good).unwrap();
    let (b, mut x) = (Random(1).vector(15), vec![0.0; 15]);
    factor.solve(&b, &mut x).unwrap();
    assert!(backward_error(&good, &b, &x) < 1e-15);
    assert_eq!(factor.solve(&[f64::NAN; 15], &mut x), Err(SolveError::NonFinite));
    assert!(matches!(Lu::with_memory_limit(&pattern, 1e-9), Err(SolveError::TooLarge { .. })));
}

#[test]
fn nothing_is_a_matrix_too() {
    let pattern = Arc::new(Pattern::new(0, []));
    let mut factor = Lu::new(&pattern).unwrap();
    factor.factorize(&GeneralMatrix::new(pattern)).unwrap();
    factor.solve(&[], &mut []).unwrap();
}

#[test]
fn the_bits_are_the_same_for_any_number_of_threads() {
    let beam = Beam::new(20, 8, 8);
    let a = beam.skewed(1e7, 0.01, 0.1);
    let b = Random(6).vector(a.dim());
    let solve = |threads| {
        with_threads(threads, || {
            let mut factor = Lu::new(&beam.pattern).unwrap();
            factor.factorize(&a).unwrap();
            let mut x = vec![0.0; b.len()];
            factor.solve(&b, &mut x).unwrap();
            x
        })
    };
    assert!(same_bits(&solve(1), &solve(3)));
}
