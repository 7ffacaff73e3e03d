//! Small dense matrices that keep their memory: products and symmetric eigenvalues, all on the calling thread.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::evd;
use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};

use super::FunctionError;

/// A matrix stored column by column; changing its shape allocates only beyond the largest shape so far.
#[derive(Debug, Default, Clone)]
pub(crate) struct SmallMatrix {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl SmallMatrix {
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn column(&self, j: usize) -> &[f64] {
        &self.values[j * self.rows..(j + 1) * self.rows]
    }

    /// Another shape, all entries zero.
    pub fn clear(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.values.clear();
        self.values.resize(rows * columns, 0.0);
    }

    /// Another shape with the entries f(i, j).
    pub fn fill(&mut self, rows: usize, columns: usize, f: impl Fn(usize, usize) -> f64) {
        (self.rows, self.columns) = (rows, columns);
        self.values.clear();
        self.values.extend((0..columns).flat_map(|j| (0..rows).map(move |i| (i, j))).map(|(i, j)| f(i, j)));
    }

    pub fn copy_from(&mut self, a: &SmallMatrix) {
        (self.rows, self.columns) = (a.rows, a.columns);
        self.values.clone_from(&a.values);
    }

    /// a b
    pub fn set_product(&mut self, a: MatRef<'_, f64>, b: MatRef<'_, f64>) {
        self.clear(a.nrows(), b.ncols());
        matmul(self.as_mut(), Accum::Replace, a, b, 1.0, Par::Seq);
    }

    pub fn as_ref(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.values, self.rows, self.columns)
    }

    pub fn as_mut(&mut self) -> MatMut<'_, f64> {
        MatMut::from_column_major_slice_mut(&mut self.values, self.rows, self.columns)
    }

    pub fn is_finite(&self) -> bool {
        self.values.iter().all(|x| x.is_finite())
    }
}

impl std::ops::Index<(usize, usize)> for SmallMatrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.values[j * self.rows + i]
    }
}

impl std::ops::IndexMut<(usize, usize)> for SmallMatrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.values[j * self.rows + i]
    }
}

/// Eigenvalues in ascending order and orthonormal eigenvectors of symmetric matrices.
pub(crate) struct Eigen {
    pub values: Vec<f64>,
    pub vectors: SmallMatrix,
    scaled: SmallMatrix,
    memory: MemBuffer,
    /// Size that the memory suffices for.
    room: usize,
}

impl Default for Eigen {
    fn default() -> Self {
        let memory = MemBuffer::new(StackReq::EMPTY);
        Self { values: Vec::new(), vectors: Default::default(), scaled: Default::default(), memory, room: 0 }
    }
}

impl std::fmt::Debug for Eigen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Eigen").field("values", &self.values).finish_non_exhaustive()
    }
}

impl Eigen {
    /// Of an n x n matrix given by its entries; the lower triangle is read.
    pub fn compute(&mut self, n: usize, a: impl Fn(usize, usize) -> f64) -> Result<(), FunctionError> {
        let failed = FunctionError::SmallEigenproblem { size: n };
        // Entries of size one: the divide-and-conquer algorithm was seen to lose nine digits on entries of 1e12.
        let largest = (0..n).map(|j| (j..n).map(|i| a(i, j).abs()).fold(0.0, f64::max)).fold(0.0, f64::max);
        let scale = if largest > 0.0 && largest.is_finite() { largest.log2().floor().exp2() } else { 1.0 };
        self.scaled.fill(n, n, |i, j| a(i.max(j), i.min(j)) / scale);
        self.values.clear();
        self.values.resize(n, 0.0);
        self.vectors.clear(n, n);
        if n > self.room {
            // A growing space asks for every size in turn: room for the next ones, too.
            self.room = n.next_multiple_of(32);
            let room = self.room;
            let need = |n| {
                evd::self_adjoint_evd_scratch::<f64>(n, evd::ComputeEigenvectors::Yes, Par::Seq, Default::default())
            };
            // More for a larger matrix, but block sizes may jump: all sizes up to it.
            self.memory = MemBuffer::new((1..=room).map(need).fold(StackReq::EMPTY, StackReq::or));
        }
        evd::self_adjoint_evd(
            self.scaled.as_ref(),
            DiagMut::from_slice_mut(&mut self.values),
            Some(self.vectors.as_mut()),
            Par::Seq,
            MemStack::new(&mut self.memory),
            Default::default(),
        )
        .map_err(|_| failed.clone())?;
        self.values.iter_mut().for_each(|x| *x *= scale);
        if self.values.iter().any(|x| !x.is_finite()) { Err(failed) } else { Ok(()) }
    }
}

/// a b
pub(crate) fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut c = Mat::zeros(a.nrows(), b.ncols());
    matmul(&mut c, Accum::Replace, a, b, 1.0, Par::Seq);
    c
}

/// [`Eigen`] for a single use.
pub(crate) fn symmetric_eigen(a: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>), FunctionError> {
    let mut eigen = Eigen::default();
    eigen.compute(a.nrows(), |i, j| a[(i, j)])?;
    Ok((eigen.values, eigen.vectors.as_ref().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_do_not_depend_on_the_units() {
        // Three chains of 60 masses held at one end, interleaved: every eigenvalue is triple.
        for scale in [1e-12, 1.0, 1e12, 1e150] {
            let a = Mat::from_fn(180, 180, |i, j| match i.abs_diff(j) {
                0 if i < 177 => 2.0 * scale,
                0 => scale,
                3 => -scale,
                _ => 0.0,
            });
            let (values, _) = symmetric_eigen(a.as_ref()).expect("converges");
            for (k, value) in values.iter().enumerate() {
                let exact = 4.0 * (std::f64::consts::PI * (2 * (k / 3) + 1) as f64 / 242.0).sin().powi(2);
                assert!((value / scale - exact).abs() < 1e-13, "scale {scale:e}, value {k}: {value:e}");
            }
        }
    }

    #[test]
    fn memory_is_kept_from_size_to_size() {
        let mut eigen = Eigen::default();
        for n in [3, 40, 7, 33, 1] {
            eigen.compute(n, |i, j| if i == j { i as f64 } else { 0.0 }).expect("diagonal");
            // The algorithm rounds: 15 came out as 15 - 2e-15.
            for (i, value) in eigen.values.iter().enumerate() {
                assert!((value - i as f64).abs() <= 1e-13 * n as f64, "size {n}, value {i}: {value}");
            }
            assert_eq!((eigen.vectors.rows(), eigen.vectors.columns()), (n, n));
        }
    }
}
