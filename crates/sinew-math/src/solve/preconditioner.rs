//! Cheap approximate inverses for conjugate gradients.
//!
//! Block Jacobi: z_i = A_ii^-1 r_i, one 3x3 inverse per vertex. Costs next to nothing and takes out differences of mass
//! and stiffness between vertices.

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
            let block = a.diagonal(node).as_chunks::<9>().0[0];
            let l = inverse_factor(&block).ok_or(SolveError::NotPositiveDefinite { node })?;
            // A^-1 = L^-T L^-1
            for r in 0..3 {
                for c in 0..3 {
                    inverse[3 * r + c] = l[r] * l[c] + l[3 + r] * l[3 + c] + l[6 + r] * l[6 + c];
                }
            }
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

/// L^-1, row-major, of A = L L^T; `None` if A is not positive definite. Reads the lower triangle.
pub(super) fn inverse_factor(a: &[f64; 9]) -> Option<[f64; 9]> {
    let positive = |pivot: f64| (pivot > 0.0).then(|| 1.0 / pivot.sqrt());
    let d0 = positive(a[0])?;
    let (l10, l20) = (a[3] * d0, a[6] * d0);
    let d1 = positive(a[4] - l10 * l10)?;
    let l21 = (a[7] - l20 * l10) * d1;
    let d2 = positive(a[8] - l20 * l20 - l21 * l21)?;
    let m10 = -l10 * d0 * d1;
    Some([d0, 0.0, 0.0, m10, d1, 0.0, -(l20 * d0 + l21 * m10) * d2, -l21 * d1 * d2, d2])
}

#[cfg(test)]
mod tests {
    use nalgebra::Matrix3;

    use super::*;

    #[test]
    fn the_inverse_factor_undoes_the_block() {
        let g = Matrix3::new(1.0, 0.3, -2.0, 0.1, 4.0, 1.0, -0.7, 0.2, 3.0);
        let a = g * g.transpose();
        let m = Matrix3::from_row_slice(&inverse_factor(a.as_slice().try_into().unwrap()).unwrap());
        assert!((m * a * m.transpose() - Matrix3::identity()).norm() < 1e-14);
        for bad in [a - Matrix3::identity() * a.trace(), Matrix3::from_diagonal_element(f64::NAN), Matrix3::zeros()] {
            assert!(inverse_factor(bad.as_slice().try_into().unwrap()).is_none());
        }
    }
}
