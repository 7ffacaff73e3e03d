//! Solves with a low-rank update against the dense sum.

mod common;

use common::{Random, dense, random_spd};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, LowRank, SolveError, SparseColumns};

proptest! {
    #[test]
    fn agrees_with_a_dense_solve(nodes in 2usize..15, r in 0usize..7, seed in any::<u64>(), stiffness in -2.0..4.0f64) {
        let mut random = Random(seed);
        let pairs: Vec<(u32, u32)> = (1..nodes as u32).map(|i| (i - 1, i)).collect();
        let a = random_spd(nodes, &pairs, 0.5, seed);
        let n = a.dim();
        let mut factor = Cholesky::new(a.pattern()).unwrap();
        factor.factorize(&a).unwrap();
        let mut u = SparseColumns::default();
        let mut u_dense = DMatrix::zeros(n, r);
        for c in 0..r {
            let entries: Vec<(u32, f64)> =
                (0..3).map(|_| (((random.next() + 1.0) / 2.0 * n as f64) as u32, random.next())).collect();
            entries.iter().for_each(|(i, x)| u_dense[(*i as usize, c)] += x);
            u.push(entries);
        }
        // positive semidefinite and singular if r > 1: the first diagonal entry is zero
        let c = DMatrix::from_fn(r, r, |i, j| if i == j && i > 0 { 10f64.powf(stiffness) * i as f64 } else { 0.0 });
        let sum = dense(&a) + &u_dense * &c * u_dense.transpose();
        let b = random.vector(n);
        let exact = sum.cholesky().unwrap().solve(&DVector::from_column_slice(&b));
        let mut low_rank = LowRank::new(6);
        prop_assert!(low_rank.update(&mut factor, &u, c.transpose().as_slice()).unwrap());
        let mut x = vec![0.0; n];
        low_rank.solve(&mut factor, &b, &mut x).unwrap();
        let error = (DVector::from_column_slice(&x) - &exact).norm() / exact.norm();
        // up to 1e5 times the stiffness of A costs five digits
        prop_assert!(error < 1e-9, "{error:e}");
        prop_assert_eq!(low_rank.take_solves(), r + 1);
    }
}

#[test]
fn too_many_columns_are_declined_and_a_singular_sum_is_refused() {
    let a = random_spd(4, &[(0, 1), (1, 2), (2, 3)], 0.5, 3);
    let mut factor = Cholesky::new(a.pattern()).unwrap();
    factor.factorize(&a).unwrap();
    let mut u = SparseColumns::default();
    u.push([(7, 1.0)]);
    let mut low_rank = LowRank::new(1);
    // Take away exactly the stiffness that unknown 7 has: A^-1 at (7, 7) is its inverse.
    let (mut e, mut x) = (vec![0.0; 12], vec![0.0; 12]);
    e[7] = 1.0;
    factor.solve(&e, &mut x).unwrap();
    assert_eq!(low_rank.update(&mut factor, &u, &[-1.0 / x[7]]), Err(SolveError::NotPositiveDefinite { node: 2 }));
    u.push([(1, 1.0)]);
    assert_eq!(low_rank.update(&mut factor, &u, &[1.0, 0.0, 0.0, 1.0]), Ok(false));
}
