//! Matrices of a vertex graph, of 3x3 blocks or of scalars: a fixed pattern, scatter maps from elements, and products.

mod block_matrix;
mod general_matrix;
mod pattern;
mod product;
mod projected;
mod scalar_matrix;
mod scatter;
mod window;

pub use block_matrix::BlockMatrix;
pub use general_matrix::GeneralMatrix;
pub use pattern::Pattern;
pub use projected::Freedom;
pub use scalar_matrix::ScalarMatrix;
pub use scatter::{BlockScatter, GeneralScatter, NOT_FREE, VertexGather};
pub use window::Window;
