//! Matrices that fall apart: each piece by itself gives what the whole gives, with shared analyses and any threads.

use std::sync::Arc;

use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, SolveError};
use sinew_math::sparse::{BlockMatrix, Pattern};

/// Chains of the given numbers of vertices, one after the other, each vertex joined to the next two.
fn chains(lengths: &[usize]) -> BlockMatrix {
    let (mut pairs, mut first) = (Vec::new(), 0);
    for length in lengths {
        for i in first..first + length {
            pairs.extend((i + 1..(i + 3).min(first + length)).map(|j| (i as u32, j as u32)));
        }
        first += length;
    }
    let pattern = Arc::new(Pattern::new(first, pairs));
    let mut a = BlockMatrix::new(pattern.clone());
    for i in 0..first {
        for slot in pattern.row(i) {
            let j = pattern.columns()[slot] as usize;
            let block = a.block_mut(slot);
            for k in 0..9 {
                let (r, c) = (k / 3, k % 3);
                // Symmetric diagonal blocks that outweigh their rows; no two pieces alike.
                let wobble = (0.1 + 0.01 * (i % 17) as f64) * (r + c + 1) as f64 / 5.0;
                block[k] = if i == j { wobble + if r == c { 9.0 } else { 0.0 } } else { -wobble };
            }
        }
    }
    a
}

/// 6 to 10 vertices again and again, like hairs.
fn hairs(count: usize) -> Vec<usize> {
    (0..count).map(|i| 6 + i % 5).collect()
}

#[test]
fn pieces_share_analyses_and_solve_what_the_whole_solves() {
    let a = chains(&hairs(1000));
    let mut factor = Cholesky::new(a.pattern()).unwrap();
    assert_eq!(factor.pieces(), (1000, 5));
    factor.factorize(&a).unwrap();
    let n = a.dim();
    for columns in [1, 3, 2] {
        let b: Vec<f64> = (0..n * columns).map(|i| ((i * 7919) % 1000) as f64 / 500.0 - 1.0).collect();
        let mut x = vec![0.0; n * columns];
        factor.solve_many(&b, &mut x, columns).unwrap();
        for c in 0..columns {
            let mut product = vec![0.0; n];
            a.apply(&x[c * n..(c + 1) * n], &mut product);
            let off = product.iter().zip(&b[c * n..]).map(|(p, b)| (p - b).abs()).fold(0.0, f64::max);
            // Diagonal dominance: a condition of about ten.
            assert!(off < 1e-14, "{columns} columns: {off:e}");
        }
    }
}

#[test]
fn few_pieces_stay_together() {
    assert_eq!(Cholesky::new(chains(&[6, 7, 8]).pattern()).unwrap().pieces(), (1, 1));
    assert_eq!(Cholesky::new(chains(&[6; 8]).pattern()).unwrap().pieces(), (8, 1));
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let a = chains(&hairs(2000));
    let b: Vec<f64> = (0..a.dim()).map(|i| (i as f64).sin()).collect();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut factor = Cholesky::new(a.pattern()).unwrap();
            factor.factorize(&a).unwrap();
            let mut x = vec![0.0; b.len()];
            factor.solve(&b, &mut x).unwrap();
            x.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        })
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn what_is_wrong_with_a_piece_is_told_with_its_vertex() {
    let mut a = chains(&hairs(1000));
    let mut factor = Cholesky::new(a.pattern()).unwrap();
    let pattern = a.pattern().clone();
    // The first of two bad vertices is named, whatever thread meets its piece first.
    for bad in [7000, 4321] {
        a.block_mut(pattern.row(bad).start)[0] = -1.0;
    }
    assert_eq!(factor.factorize(&a), Err(SolveError::NotPositiveDefinite { node: 4321 }));
    assert!(!factor.is_ready());
    a.block_mut(pattern.row(11).start)[4] = f64::NAN;
    assert_eq!(factor.factorize(&a), Err(SolveError::NonFinite));
    assert!(matches!(Cholesky::with_memory_limit(&pattern, 1e-4), Err(SolveError::TooLarge { .. })));
}
