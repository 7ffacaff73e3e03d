//! Random block matrices and thread pools for the tests.
#![allow(dead_code)] // each test file uses its share

use std::sync::Arc;

use nalgebra::DMatrix;
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, GeneralMatrix, Pattern};

/// A small deterministic random stream in [-1, 1).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64 / (1u64 << 53) as f64) * 2.0 - 1.0
    }
    pub fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// Sum over couplings of a positive semidefinite 6x6 block, plus `mass` on the diagonal: like assembled springs.
pub fn random_spd(nodes: usize, pairs: &[(u32, u32)], mass: f64, seed: u64) -> BlockMatrix {
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

pub fn dense(a: &BlockMatrix) -> DMatrix<f64> {
    DMatrix::from_row_slice(a.dim(), a.dim(), &a.to_dense())
}

/// Runs `work` with the given number of threads.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built").install(work)
}

/// Equal to the last bit.
pub fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

/// `a` plus couplings that differ between the two triangles, up to `skew` times the size of A.
pub fn random_general(a: &BlockMatrix, skew: f64, seed: u64) -> GeneralMatrix {
    let pattern = a.pattern().clone();
    let mut random = Random(seed ^ 0x5eed);
    let mut general = GeneralMatrix::new(pattern.clone());
    general.add_symmetric(1.0, a);
    let size = skew * a.values().iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    for i in 0..pattern.nodes() {
        for slot in pattern.row(i) {
            let (upper, lower) = general.triangles_mut();
            for k in 0..9 {
                upper[9 * slot + k] += size * random.next();
                if slot != pattern.row(i).start {
                    lower[9 * slot + k] += size * random.next();
                }
            }
        }
    }
    general
}

pub fn dense_general(a: &GeneralMatrix) -> DMatrix<f64> {
    DMatrix::from_row_slice(a.dim(), a.dim(), &a.to_dense())
}

/// `a` plus a skew part of `skew` times its size, block by block: the symmetric part is that of `a`.
pub fn skewed(a: &BlockMatrix, skew: f64, seed: u64) -> GeneralMatrix {
    let pattern = a.pattern().clone();
    let mut random = Random(seed ^ 0x5eed);
    let mut general = GeneralMatrix::new(pattern.clone());
    general.add_symmetric(1.0, a);
    let (upper, lower) = general.triangles_mut();
    for i in 0..pattern.nodes() {
        for slot in pattern.row(i) {
            let block = 9 * slot..9 * slot + 9;
            let size = skew * a.values()[block.clone()].iter().fold(0.0, |m: f64, v| m.max(v.abs()));
            let s = random.vector(9);
            for (r, c) in (0..9).map(|k| (k / 3, k % 3)) {
                if slot == pattern.row(i).start {
                    upper[block.start + 3 * r + c] += size * (s[3 * r + c] - s[3 * c + r]) / 2.0;
                } else {
                    upper[block.start + 3 * r + c] += size * s[3 * r + c];
                    lower[block.start + 3 * c + r] -= size * s[3 * r + c];
                }
            }
        }
    }
    general
}
