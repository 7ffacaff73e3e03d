//! Solves with a factor plus a few rank-one terms, (A + U C U^T) x = b, without a new factorization [woodbury1950]:
//!
//! x = y - Z (I + C G)^-1 C U^T y,   A y = b,   A Z = U,   G = U^T Z
//!
//! for C symmetric r x r, singular or not. One set-up costs r solves (taken together), each solve afterwards one more
//! solve and 2 n r multiply-adds. Made for contact, where a handful of vertices gain a stiff direction in a step; when
//! r grows to tens of columns or stays for many steps, put the terms into the matrix and factorize it instead.
//! Loses about as many digits as the added stiffness exceeds that of A.

use super::{Cholesky, SolveError};

/// Columns with few entries each, for U.
#[derive(Debug, Clone, Default)]
pub struct SparseColumns {
    starts: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

impl SparseColumns {
    /// Removes all columns, keeps the memory.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.entries.clear();
    }

    /// Adds a column given by (unknown, value).
    pub fn push(&mut self, entries: impl IntoIterator<Item = (u32, f64)>) {
        self.starts.push(self.entries.len());
        self.entries.extend(entries);
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// No column at all?
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    fn column(&self, c: usize) -> &[(u32, f64)] {
        &self.entries[self.starts[c]..self.starts.get(c + 1).copied().unwrap_or(self.entries.len())]
    }

    /// u_c . x
    fn dot(&self, c: usize, x: &[f64]) -> f64 {
        self.column(c).iter().map(|(i, u)| u * x[*i as usize]).sum()
    }
}

/// The update of one factor by up to a given number of columns; everything it allocates it keeps.
#[derive(Debug, Clone)]
pub struct LowRank {
    limit: usize,
    u: SparseColumns,
    c: Vec<f64>,
    dense: Vec<f64>,
    z: Vec<f64>,
    /// Row-major LU of I + C G with its row exchanges.
    lu: Vec<f64>,
    pivots: Vec<usize>,
    small: [Vec<f64>; 2],
    solves: usize,
}

impl LowRank {
    /// Takes at most `limit` columns.
    pub fn new(limit: usize) -> Self {
        let (u, c, dense, z, lu, pivots, small) = Default::default();
        Self { limit, u, c, dense, z, lu, pivots, small, solves: 0 }
    }

    /// Prepares solves with A + U C U^T for the A that `factor` holds, C row-major. Returns `false`, and changes
    /// nothing, if there are more columns than the limit. A sum that is singular names the vertex of the column at fault.
    pub fn update(&mut self, factor: &mut Cholesky, u: &SparseColumns, c: &[f64]) -> Result<bool, SolveError> {
        let (n, r) = (factor.dim(), u.len());
        assert_eq!(c.len(), r * r, "C needs a row and a column per column of U");
        if r > self.limit {
            return Ok(false);
        }
        self.u.clone_from(u);
        self.c.clear();
        self.c.extend_from_slice(c);
        self.dense.clear();
        self.dense.resize(n * r, 0.0);
        self.z.resize(n * r, 0.0);
        for k in 0..r {
            for (i, value) in u.column(k) {
                self.dense[k * n + *i as usize] += value;
            }
        }
        factor.solve_many(&self.dense, &mut self.z, r)?;
        self.solves += r;
        // I + C G
        self.lu.clear();
        self.lu.resize(r * r, 0.0);
        for j in 0..r {
            self.lu[j * r + j] = 1.0;
            for k in 0..r {
                let g = u.dot(k, &self.z[j * n..(j + 1) * n]);
                for i in 0..r {
                    self.lu[i * r + j] += c[i * r + k] * g;
                }
            }
        }
        decompose(&mut self.lu, &mut self.pivots, r).map_err(|column| match u.column(column).first() {
            Some((i, _)) => SolveError::NotPositiveDefinite { node: *i as usize / 3 },
            None => SolveError::NonFinite,
        })?;
        Ok(true)
    }

    /// x = (A + U C U^T)^-1 b
    pub fn solve(&mut self, factor: &mut Cholesky, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        let (n, r) = (factor.dim(), self.u.len());
        factor.solve(b, x)?;
        self.solves += 1;
        let [t, w] = &mut self.small;
        t.clear();
        t.extend((0..r).map(|k| self.u.dot(k, x)));
        w.clear();
        w.extend((0..r).map(|i| (0..r).map(|k| self.c[i * r + k] * t[k]).sum::<f64>()));
        substitute(&self.lu, &self.pivots, w);
        for (z, w) in self.z.chunks_exact(n.max(1)).zip(&*w) {
            for (x, z) in x.iter_mut().zip(z) {
                *x -= w * z;
            }
        }
        Ok(())
    }

    /// Right-hand sides solved by the factor since the last call.
    pub fn take_solves(&mut self) -> usize {
        std::mem::take(&mut self.solves)
    }
}

/// P M = L U in place, rows exchanged for the largest pivot; the column without one is the error.
fn decompose(m: &mut [f64], pivots: &mut Vec<usize>, n: usize) -> Result<(), usize> {
    pivots.clear();
    // the identity is one of the two summands
    let size = m.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
    for k in 0..n {
        let best = (k..n).max_by(|a, b| m[a * n + k].abs().total_cmp(&m[b * n + k].abs())).expect("k < n");
        pivots.push(best);
        for c in 0..n {
            m.swap(k * n + c, best * n + c);
        }
        let pivot = m[k * n + k];
        if pivot.is_nan() || pivot.abs() <= 1e-15 * size {
            return Err(k);
        }
        for r in k + 1..n {
            let factor = m[r * n + k] / pivot;
            m[r * n + k] = factor;
            for c in k + 1..n {
                m[r * n + c] -= factor * m[k * n + c];
            }
        }
    }
    Ok(())
}

fn substitute(lu: &[f64], pivots: &[usize], x: &mut [f64]) {
    let n = x.len();
    for (k, pivot) in pivots.iter().enumerate() {
        x.swap(k, *pivot);
    }
    for r in 0..n {
        x[r] -= (0..r).map(|c| lu[r * n + c] * x[c]).sum::<f64>();
    }
    for r in (0..n).rev() {
        x[r] = (x[r] - (r + 1..n).map(|c| lu[r * n + c] * x[c]).sum::<f64>()) / lu[r * n + r];
    }
}
