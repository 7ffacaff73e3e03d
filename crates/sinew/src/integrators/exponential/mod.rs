//! Exponential schemes: the linear part of the motion exactly, by functions of the stiffness matrix.

pub mod gautschi;
pub mod linearization;
pub mod rosenbrock;

pub use linearization::{Engine, FunctionOptions, Linearization};
