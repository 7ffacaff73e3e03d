//! The symmetric 3x3-block matrix of a vertex graph: a fixed pattern, a scatter map from elements, and products.

mod block_matrix;
mod pattern;
mod product;
mod scatter;

pub use block_matrix::BlockMatrix;
pub use pattern::Pattern;
pub use scatter::{BlockScatter, NOT_FREE, VertexGather};
