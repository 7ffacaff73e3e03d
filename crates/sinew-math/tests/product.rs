//! Products and sums of the block matrix against dense references, and their bits with several threads.

#[path = "../benches/beam/mod.rs"]
mod beam;
mod common;

use beam::Beam;
use common::{Random, dense, random_spd, same_bits, with_threads};
use nalgebra::DVector;
use proptest::prelude::*;
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, BlockScatter, NOT_FREE, Pattern, VertexGather};

proptest! {
    #[test]
    fn products_agree_with_the_dense_matrix(
        (nodes, pairs) in (1usize..20).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n as u32, 0..n as u32), 0..3 * n))),
        seed in any::<u64>(),
        columns in 1usize..20,
    ) {
        let a = random_spd(nodes, &pairs, 0.5, seed);
        let n = a.dim();
        let x = Random(seed ^ 1).vector(n * columns);
        let mut y = vec![f64::NAN; n * columns];
        a.apply_block(&x, &mut y, columns);
        for c in 0..columns {
            let exact = dense(&a) * DVector::from_column_slice(&x[c * n..(c + 1) * n]);
            let mut single = vec![f64::NAN; n];
            a.apply(&x[c * n..(c + 1) * n], &mut single);
            prop_assert!((DVector::from_column_slice(&single) - &exact).norm() <= 1e-13 * exact.norm());
            prop_assert!(same_bits(&single, &y[c * n..(c + 1) * n]), "a vector has other bits in a block of {columns}");
        }
    }
}

#[test]
fn products_have_the_same_bits_for_any_number_of_threads() {
    let beam = Beam::new(20, 12, 12);
    let a = beam.system(1e6, 0.01);
    let n = a.dim();
    let x = Random(5).vector(11 * n);
    let product = |threads| {
        with_threads(threads, || {
            let mut y = vec![0.0; 11 * n];
            a.apply_block(&x, &mut y, 11);
            y
        })
    };
    let one = product(1);
    assert!(same_bits(&one, &product(2)) && same_bits(&one, &product(3)));
}

#[test]
fn assembly_has_the_same_bits_for_any_number_of_threads() {
    let beam = Beam::new(16, 8, 8);
    let blocks = Random(7).vector(beam.element_blocks.len());
    let stencils: Vec<u32> = beam.tets.iter().flatten().copied().collect();
    let vertices = 17 * 9 * 9;
    let gather = VertexGather::new(vertices, &stencils);
    let vectors = Random(8).vector(3 * stencils.len());
    let assemble = |threads| {
        with_threads(threads, || {
            let mut a = beam.system(1e6, 0.01);
            beam.scatter.add(&blocks, &mut a);
            let mut f = Random(9).vector(3 * vertices);
            gather.add(&vectors, &mut f);
            (a.values().to_vec(), f)
        })
    };
    let one = assemble(1);
    for threads in [2, 3] {
        let many = assemble(threads);
        assert!(same_bits(&one.0, &many.0) && same_bits(&one.1, &many.1), "{threads} threads");
    }
}

#[test]
fn elements_are_added_where_they_belong() {
    // two triangles over four vertices, one of them held, numbered against the stencil's order
    let (stencils, free) = ([0, 1, 2, 3, 2, 1], [2, 0, NOT_FREE, 1]);
    let pattern = std::sync::Arc::new(Pattern::new(3, [(2, 0), (0, 1)]));
    let scatter = BlockScatter::new(&pattern, &free, &stencils, 3);
    let blocks = Random(3).vector(2 * 6 * 9);
    let mut a = BlockMatrix::new(pattern);
    scatter.add(&blocks, &mut a);
    let mut expected = vec![0.0; 81];
    for (e, stencil) in stencils.chunks(3).enumerate() {
        let mut block = 6 * e;
        for p in 0..3 {
            for q in p..3 {
                let (i, j) = (free[stencil[p] as usize], free[stencil[q] as usize]);
                if i != NOT_FREE && j != NOT_FREE {
                    for r in 0..3 {
                        for c in 0..3 {
                            let value = blocks[9 * block + 3 * r + c];
                            expected[(3 * i as usize + r) * 9 + 3 * j as usize + c] += value;
                            if p != q {
                                expected[(3 * j as usize + c) * 9 + 3 * i as usize + r] += value;
                            }
                        }
                    }
                }
                block += 1;
            }
        }
    }
    // Only the stored triangle of a diagonal block is mirrored by `to_dense`, so compare through the upper half.
    let found = a.to_dense();
    for i in 0..3 {
        for j in i + 1..3 {
            for k in 0..9 {
                let at = (3 * i + k / 3) * 9 + 3 * j + k % 3;
                assert_eq!(found[at], expected[at]);
            }
        }
    }
    let vectors = Random(4).vector(18);
    let mut f = vec![1.0; 12];
    VertexGather::new(4, &stencils).add(&vectors, &mut f);
    for v in 0..4 {
        for c in 0..3 {
            let sum: f64 = stencils.iter().enumerate().filter(|(_, s)| **s == v).map(|(k, _)| vectors[3 * k + c]).sum();
            assert!((f[3 * v as usize + c] - 1.0 - sum).abs() < 1e-15);
        }
    }
}
