//! Cheap approximate inverses for conjugate gradients.
//!
//! Block Jacobi: z_i = A_ii^-1 r_i, one 3x3 inverse per vertex. Costs next to nothing and takes out differences of mass
//! and stiffness between vertices.

use nalgebra::Matrix3;

use super::SolveError;
use crate::parallel::wide;
use crate::sparse::BlockMatrix;

/// z = M^-1 r for a symmetric positive definite M close to A.
pub trait Precondition: Sync {
    /// z = M^-1 r
    fn apply(&self, r: &[f64], z: &mut [f64]);
}

/// Inverse of the diagonal blocks.
#[derive(Debug, Clone, Default)]
pub struct BlockJacobi {
    inverse: Vec<[f64; 9]>,
}

impl BlockJacobi {
    /// Renews the inverses; a diagonal block that is not positive definite names its vertex.
    pub fn update(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        let nodes = a.pattern().nodes();
        self.inverse.resize(nodes, [0.0; 9]);
        for (node, inverse) in self.inverse.iter_mut().enumerate() {
            let block = Matrix3::from_row_slice(a.diagonal(node));
            let chol = block.cholesky().ok_or(SolveError::NotPositiveDefinite { node })?;
            // The inverse is symmetric, so its column-major storage is its row-major storage.
            inverse.copy_from_slice(chol.inverse().as_slice());
        }
        Ok(())
    }
}

impl Precondition for BlockJacobi {
    fn apply(&self, r: &[f64], z: &mut [f64]) {
        let vertices = r.as_chunks::<3>().0.iter().zip(z.as_chunks_mut::<3>().0);
        wide(
            #[inline(always)]
            || {
                for (m, (r, z)) in self.inverse.iter().zip(vertices) {
                    *z = std::array::from_fn(
                        #[inline(always)]
                        |c| m[3 * c] * r[0] + m[3 * c + 1] * r[1] + m[3 * c + 2] * r[2],
                    );
                }
            },
        );
    }
}
