//! Symmetric matrices of a vertex graph, of 3x3 blocks or of scalars: a fixed pattern, a scatter map from elements, and products.

mod block_matrix;
mod pattern;
mod product;
mod scalar_matrix;
mod scatter;

pub use block_matrix::BlockMatrix;
pub use pattern::Pattern;
pub use scalar_matrix::ScalarMatrix;
pub use scatter::{BlockScatter, NOT_FREE, VertexGather};
