//! Functions of large matrices applied to vectors, for second-order systems M x'' + D x' + K x = f.
//!
//! Scalar functions first: [`stumpff()`] c_k(s), [`phi()`] phi_k(z), [`damped_phi()`] for Rayleigh damping, and the
//! [`filters`] of the trigonometric schemes. All matrix arguments are s = t^2 A with A = M^-1 K; an even function of
//! t sqrt(A) is a function of s, so no square root of a matrix is ever formed.

mod adaptive_krylov;
mod auto;
mod basis;
mod chebyshev;
pub mod damped;
mod dense;
mod error;
pub mod filters;
mod lanczos;
mod options;
pub mod phi;
mod pole;
mod problem;
mod projected;
mod report;
mod request;
mod shift_invert;
mod small;
mod spectrum;
pub mod stumpff;

#[cfg(test)]
mod reference;

pub use adaptive_krylov::adaptive_krylov;
pub use auto::Auto;
pub use chebyshev::{chebyshev, chebyshev_degree};
pub use damped::damped_phi;
pub use dense::dense;
pub use error::FunctionError;
pub use lanczos::lanczos;
pub use options::Options;
pub use phi::phi;
pub use pole::CholeskyPole;
pub use problem::{Damping, MassMatrix, Pole, Problem};
pub use report::{Path, Report};
pub use request::{Function, Half, Kind, Output, PhiTerm, Request, Term};
pub use shift_invert::ShiftInvert;
pub use spectrum::{Bounds, spectral_bounds};
pub use stumpff::{sinc, stumpff};

/// Shared with the eigensolver.
pub(crate) mod internal {
    pub(crate) use super::basis::Basis;
    pub(crate) use super::problem::rough_vector;
    pub(crate) use super::small::{product, symmetric_eigen};
}
