//! Exponential schemes: the linear part of the motion exactly, by functions of the stiffness matrix.

mod damped;
pub mod function_options;
pub mod gautschi;
mod kept_factor;
pub mod linearization;
pub mod rosenbrock;

pub use function_options::{Engine, FunctionOptions};
pub use linearization::Linearization;
