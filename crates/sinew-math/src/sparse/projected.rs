//! A <- P A P + c (1 - P) for a P that is the identity but for a symmetric 3x3 projector at some vertices: rows and columns of what
//! is held there, in all directions or in one, go, and c stands on the diagonal in their place.

use super::{BlockMatrix, GeneralMatrix, Pattern};

/// A vertex that is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Freedom {
    /// Which.
    pub vertex: u32,
    /// The projector on what it may do, row by row.
    pub projector: [f64; 9],
}

/// b <- p b
fn from_left(p: &[f64; 9], b: &mut [f64]) {
    let old: [f64; 9] = std::array::from_fn(|k| b[k]);
    for (k, b) in b.iter_mut().enumerate() {
        let (r, c) = (k / 3, k % 3);
        *b = p[3 * r] * old[c] + p[3 * r + 1] * old[3 + c] + p[3 * r + 2] * old[6 + c];
    }
}

/// b <- b p
fn from_right(p: &[f64; 9], b: &mut [f64]) {
    let old: [f64; 9] = std::array::from_fn(|k| b[k]);
    for (k, b) in b.iter_mut().enumerate() {
        let (r, c) = (k / 3, k % 3);
        *b = old[3 * r] * p[c] + old[3 * r + 1] * p[3 + c] + old[3 * r + 2] * p[6 + c];
    }
}

/// The blocks A_ij with i <= j: those of row i from the left, those of column i from the right.
fn project_upper(pattern: &Pattern, upper: &mut [f64], freedoms: &[Freedom], rest: &[f64]) {
    for (Freedom { vertex, projector: p }, c) in freedoms.iter().zip(rest) {
        let i = *vertex as usize;
        let row = pattern.row(i);
        let diagonal = 9 * row.start;
        from_right(p, &mut upper[diagonal..][..9]);
        row.for_each(|slot| from_left(p, &mut upper[9 * slot..][..9]));
        pattern.above(i).iter().for_each(|above| from_right(p, &mut upper[9 * above.slot as usize..][..9]));
        for (k, p) in p.iter().enumerate() {
            upper[diagonal + k] += c * (f64::from(k % 4 == 0) - p);
        }
    }
}

impl BlockMatrix {
    /// A <- P A P + c (1 - P), with a c for each vertex.
    pub fn project(&mut self, freedoms: &[Freedom], c: &[f64]) {
        let pattern = self.pattern().clone();
        project_upper(&pattern, self.values_mut(), freedoms, c);
    }
}

impl GeneralMatrix {
    /// A <- P A P + c (1 - P), with a c for each vertex.
    pub fn project(&mut self, freedoms: &[Freedom], c: &[f64]) {
        let pattern = self.pattern().clone();
        let (upper, lower) = self.triangles_mut();
        project_upper(&pattern, upper, freedoms, c);
        // Slot (i, j) holds A_ji.
        for Freedom { vertex, projector: p } in freedoms {
            let i = *vertex as usize;
            let row = pattern.row(i);
            (row.start + 1..row.end).for_each(|slot| from_right(p, &mut lower[9 * slot..][..9]));
            pattern.above(i).iter().for_each(|above| from_left(p, &mut lower[9 * above.slot as usize..][..9]));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// P A P + c (1 - P), entry by entry.
    fn dense(a: &[f64], freedoms: &[Freedom], c: f64) -> Vec<f64> {
        let n = a.len().isqrt();
        let entry = |i: usize, j: usize| match freedoms.iter().find(|f| f.vertex as usize == i / 3) {
            Some(f) if i / 3 == j / 3 => f.projector[3 * (i % 3) + j % 3],
            _ => f64::from(i == j),
        };
        let one = |i: usize, j: usize| f64::from(i == j);
        let mut out: Vec<f64> = (0..n * n).map(|k| c * (one(k / n, k % n) - entry(k / n, k % n))).collect();
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            for (k, l) in (0..n).flat_map(|k| (0..n).map(move |l| (k, l))) {
                out[n * i + j] += entry(i, k) * a[n * k + l] * entry(l, j);
            }
        }
        out
    }

    fn near(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn what_is_held_goes_from_rows_and_columns_alike() {
        let pattern = Arc::new(Pattern::new(4, [(0, 1), (1, 2), (0, 2), (2, 3)]));
        // Across n = (1, 2, 2)/3, and not at all.
        let n = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
        let across = std::array::from_fn(|k| f64::from(k % 4 == 0) - n[k / 3] * n[k % 3]);
        let freedoms = [Freedom { vertex: 2, projector: across }, Freedom { vertex: 1, projector: [0.0; 9] }];

        let mut symmetric = BlockMatrix::new(pattern.clone());
        symmetric.values_mut().iter_mut().enumerate().for_each(|(k, a)| *a = (1.7 * k as f64).sin());
        for i in 0..4 {
            let slot = pattern.row(i).start;
            let block = symmetric.block_mut(slot);
            (block[3], block[6], block[7]) = (block[1], block[2], block[5]);
        }
        let expected = dense(&symmetric.to_dense(), &freedoms, 7.0);
        symmetric.project(&freedoms, &[7.0; 2]);
        assert!(near(&symmetric.to_dense(), &expected));

        let mut general = GeneralMatrix::new(pattern.clone());
        let (upper, lower) = general.triangles_mut();
        upper.iter_mut().enumerate().for_each(|(k, a)| *a = (2.3 * k as f64).cos());
        for slot in (0..4).flat_map(|i| pattern.row(i).skip(1)) {
            lower[9 * slot..][..9].iter_mut().enumerate().for_each(|(k, a)| *a = (slot + k) as f64);
        }
        let expected = dense(&general.to_dense(), &freedoms, 7.0);
        general.project(&freedoms, &[7.0; 2]);
        assert!(near(&general.to_dense(), &expected));
    }
}
