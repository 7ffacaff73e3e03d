//! The nonsymmetric block matrix: its products and sums against dense references, and their bits with several threads.

#[path = "../benches/beam/mod.rs"]
mod beam;
mod common;

use std::sync::Arc;

use beam::Beam;
use common::{Random, dense, dense_general, random_general, random_spd, same_bits, with_threads};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{GeneralMatrix, GeneralScatter, NOT_FREE, Pattern};

proptest! {
    #[test]
    fn products_agree_with_the_dense_matrix(
        (nodes, pairs) in (1usize..20).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n as u32, 0..n as u32), 0..3 * n))),
        seed in any::<u64>(),
        columns in 1usize..20,
    ) {
        let a = random_general(&random_spd(nodes, &pairs, 0.5, seed), 0.3, seed);
        let n = a.dim();
        let x = Random(seed ^ 1).vector(n * columns);
        let mut y = vec![f64::NAN; n * columns];
        a.apply_block(&x, &mut y, columns);
        for c in 0..columns {
            let x = &x[c * n..(c + 1) * n];
            let exact = dense_general(&a) * DVector::from_column_slice(x);
            // Rounding is relative to the sums of sizes, which a random vector may cancel.
            let size = dense_general(&a).abs() * DVector::from_column_slice(x).abs();
            let mut single = vec![f64::NAN; n];
            a.apply(x, &mut single);
            prop_assert!((DVector::from_column_slice(&single) - &exact).norm() <= 1e-14 * size.norm());
            prop_assert!(same_bits(&single, &y[c * n..(c + 1) * n]), "a vector has other bits in a block of {columns}");
        }
    }

    #[test]
    fn a_symmetric_matrix_is_added_to_both_triangles(
        pairs in prop::collection::vec((0u32..9, 0u32..9), 0..30), seed in any::<u64>(), c in -2.0..2.0,
    ) {
        let spd = random_spd(9, &pairs, 0.5, seed);
        let mut a = random_general(&spd, 0.3, seed);
        let before = dense_general(&a);
        a.add_symmetric(c, &spd);
        let expected = before + dense(&spd) * c;
        prop_assert!((dense_general(&a) - &expected).norm() <= 1e-15 * expected.norm());
        for i in 0..9 {
            let exact = expected.fixed_view::<3, 3>(3 * i, 3 * i).transpose();
            prop_assert_eq!(a.diagonal(i).len(), 9);
            prop_assert!(a.diagonal(i).iter().zip(exact.iter()).all(|(a, e)| (a - e).abs() <= 1e-15 * expected.norm()));
            let slot = a.pattern().row(i).start;
            prop_assert!(a.lower()[9 * slot..9 * slot + 9].iter().all(|v| *v == 0.0));
        }
        a.set_zero();
        prop_assert!(a.upper().iter().chain(a.lower()).all(|v| *v == 0.0));
    }
}

#[test]
fn elements_are_added_where_they_belong() {
    // two triangles over four vertices, one of them held, numbered against the stencil's order
    let (stencils, free) = ([0, 1, 2, 3, 0, 1], [2, 0, NOT_FREE, 1]);
    let pattern = Arc::new(Pattern::new(3, [(2, 0), (0, 1), (1, 2)]));
    let scatter = GeneralScatter::new(&pattern, &free, &stencils, 3);
    let blocks = Random(3).vector(2 * 9 * 9);
    let mut a = GeneralMatrix::new(pattern);
    scatter.add(&blocks, &mut a);
    let mut expected = DMatrix::zeros(9, 9);
    for (stencil, blocks) in stencils.chunks(3).zip(blocks.chunks(81)) {
        for (k, block) in blocks.chunks(9).enumerate() {
            let (i, j) = (free[stencil[k / 3] as usize], free[stencil[k % 3] as usize]);
            if i != NOT_FREE && j != NOT_FREE {
                let mut to = expected.fixed_view_mut::<3, 3>(3 * i as usize, 3 * j as usize);
                to += DMatrix::from_row_slice(3, 3, block);
            }
        }
    }
    assert!((dense_general(&a) - expected).amax() < 1e-15);
}

#[test]
fn products_and_assembly_have_the_same_bits_for_any_number_of_threads() {
    let beam = Beam::new(20, 12, 12);
    let stencils: Vec<u32> = beam.tets.iter().flatten().copied().collect();
    let scatter = GeneralScatter::new(&beam.pattern, &beam.free, &stencils, 4);
    let blocks = Random(7).vector(16 * 9 * beam.tets.len());
    let x = Random(5).vector(11 * 3 * beam.pattern.nodes());
    let run = |threads| {
        with_threads(threads, || {
            let mut a = GeneralMatrix::new(beam.pattern.clone());
            a.add_symmetric(1.0, &beam.system(1e6, 0.01));
            scatter.add(&blocks, &mut a);
            let mut y = vec![0.0; x.len()];
            a.apply_block(&x, &mut y, 11);
            (a.upper().to_vec(), a.lower().to_vec(), y)
        })
    };
    let one = run(1);
    for threads in [2, 3] {
        let many = run(threads);
        assert!(same_bits(&one.0, &many.0) && same_bits(&one.1, &many.1) && same_bits(&one.2, &many.2), "{threads}");
    }
}
