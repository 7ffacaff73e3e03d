//! What a Krylov method needs of a matrix: its size and its product with vectors.

use std::ops::Range;

use crate::sparse::Window;

/// A square linear map.
pub trait LinearOperator: Sync {
    /// Number of rows.
    fn dim(&self) -> usize;

    /// y = A x
    fn apply(&self, x: &[f64], y: &mut [f64]);

    /// Y = A X for `columns` vectors stored one after the other.
    fn apply_block(&self, x: &[f64], y: &mut [f64], columns: usize) {
        let n = self.dim();
        for c in 0..columns {
            self.apply(&x[c * n..(c + 1) * n], &mut y[c * n..(c + 1) * n]);
        }
    }

    /// The diagonal block of a run of vertices (three unknowns each), where the matrix is stored and no block leaves the run.
    fn window(&self, vertices: Range<usize>) -> Option<Window<'_>> {
        let _ = vertices;
        None
    }
}
