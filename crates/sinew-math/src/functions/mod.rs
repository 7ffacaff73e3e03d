//! Functions of large matrices applied to vectors, for second-order systems M x'' + D x' + K x = f.
//!
//! Scalar functions first: [`stumpff()`] c_k(s), [`phi()`] phi_k(z), [`damped_phi()`] for Rayleigh damping, and the
//! [`filters`] of the trigonometric schemes. All matrix arguments are s = t^2 A with A = M^-1 K; an even function of
//! t sqrt(A) is a function of s, so no square root of a matrix is ever formed.

pub mod damped;
pub mod filters;
pub mod phi;
pub mod stumpff;

#[cfg(test)]
mod reference;

pub use damped::damped_phi;
pub use phi::phi;
pub use stumpff::{sinc, stumpff};
