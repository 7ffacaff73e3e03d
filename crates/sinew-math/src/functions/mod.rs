//! Functions of large matrices applied to vectors, for second-order systems M x'' + D x' + K x = f.
//!
//! # Conventions, stated once
//!
//! A = M^-1 K, B = M^-1 D, J = \[\[0, I\], \[-A, -B\]\] on pairs (position, velocity). K and D symmetric (indefinite and
//! singular allowed) unless a problem says [`Symmetry::General`], M symmetric positive definite. phi_0 = exp, phi_{k+1}(z) = (phi_k(z) - 1/k!) / z. All even
//! functions of t sqrt(A) are given as functions of s = t^2 A, so no square root of a matrix is ever formed:
//!
//! | function | formula |
//! |---|---|
//! | [`stumpff()`] | c_k(s) = sum_j (-s)^j / (2j + k)!; c_0 = cos sqrt(s), c_1 = sinc sqrt(s) |
//! | phi_k(tJ) without damping | \[\[c_k, t c_{k+1}\], \[-t A c_{k+1}, c_k\]\] at s = t^2 A |
//! | [`damped_phi()`] | phi_k of \[\[0, 1\], \[-s, -d\]\], s = t^2 lambda, d = t (alpha + beta lambda) |
//! | [`filters`] | psi, phi of the trigonometric two-step schemes |
//!
//! Errors are relative to max(|output|, floor) in the mass norm, output by output; tolerances mean that.
//!
//! # Engines
//!
//! A [`Request`] says which functions at which times of which vectors, a [`Problem`] holds the matrices, and an engine
//! gives the vectors and a [`Report`] of what it cost:
//!
//! | engine | for | cost |
//! |---|---|---|
//! | [`ShiftInvert`] | stiff systems, smooth or damped data, any K, D and M | one factor, 4 to 40 solves at any stiffness |
//! | [`chebyshev()`] | rough undamped data, matrix-free | h omega_max / 2 products per vector, known beforehand |
//! | [`lanczos()`] | small h omega_max, smooth data | 3 to 20 products per vector |
//! | [`adaptive_krylov()`] | no factor to be had, any K and D; comparison with the literature | 1 to 6 h omega_max products |
//! | [`Taylor`] | damped systems with h omega_max up to some 10, any K and D | 10 to 40 products with each |
//! | [`dense()`] | up to some hundred unknowns; oracle | n^3 |
//! | [`Auto`] | everything else | at most 2.2 times the better engine, plus one factor |
//!
//! `sinew bench functions` measures them all on a beam of tetrahedra: counts, times, estimates and true errors.
//!
//! # Example
//!
//! One step of a damped oscillator pair, h phi_1(hJ) \[v; a\]:
//!
//! ```
//! use sinew_math::functions::*;
//! use sinew_math::operator::LinearOperator;
//!
//! struct TwoSprings;
//! impl LinearOperator for TwoSprings {
//!     fn dim(&self) -> usize { 2 }
//!     fn apply(&self, x: &[f64], y: &mut [f64]) {
//!         y[0] = 2.0 * x[0] - x[1];
//!         y[1] = x[1] - x[0];
//!     }
//! }
//!
//! let problem = Problem {
//!     mass: MassMatrix::Diagonal(&[1.0, 1.0]),
//!     stiffness: &TwoSprings,
//!     damping: Damping::Rayleigh { alpha: 0.1, beta: 0.0 },
//!     symmetry: Symmetry::Symmetric,
//!     product_flops: 8.0,
//! };
//! let (v, a) = ([0.0, 1.0], [0.0, 0.0]);
//! let mut request = Request::new(1e-9);
//! let (v, a) = (request.vector(&v), request.vector(&a));
//! let h = 0.5;
//! request.phi(h, [0.0; 2], &[PhiTerm { weight: h, k: 1, position: Some(v), velocity: Some(a) }]);
//! let mut increments = [0.0; 4];
//! let report = dense(&problem, &request, &mut increments)?;
//! assert!(report.converged);
//! // v + dv after half a second, by a power series in h: 1 - h^2/2 + .. of the second mass
//! assert!((increments[1] - 0.4803).abs() < 1e-3);
//! # Ok::<(), FunctionError>(())
//! ```

mod adaptive_krylov;
mod apart;
mod auto;
mod basis;
mod chebyshev;
pub mod damped;
mod dense;
mod energy_space;
mod error;
mod estimator;
mod expansion;
mod exponential;
pub mod filters;
mod groups;
mod inputs;
mod lanczos;
mod options;
mod pairs;
pub mod phi;
mod pole;
mod problem;
mod projected;
mod projection;
mod report;
mod request;
mod residual;
mod series;
mod shift_invert;
mod small;
mod spectrum;
pub mod stumpff;
mod taylor;

#[cfg(test)]
mod reference;

pub use adaptive_krylov::adaptive_krylov;
pub use auto::{Auto, Learnt};
pub use chebyshev::{Chebyshev, chebyshev, chebyshev_degree};
pub use damped::damped_phi;
pub use dense::dense;
pub use error::FunctionError;
pub use lanczos::{Lanczos, lanczos};
pub use options::Options;
pub use phi::phi;
pub use pole::CholeskyPole;
pub use problem::{Damping, MassMatrix, Pole, Problem, Symmetry};
pub use report::{Path, Report};
pub use request::{Function, Half, Kind, Output, PhiTerm, Request, Term};
pub use shift_invert::ShiftInvert;
pub use spectrum::{Bounds, spectral_bounds};
pub use stumpff::{sinc, stumpff};
pub use taylor::{Rates, Taylor, taylor_terms};

/// Shared with the eigensolver.
pub(crate) mod internal {
    pub(crate) use super::basis::Basis;
    pub(crate) use super::dense::to_dense;
    pub(crate) use super::problem::rough_vector;
    pub(crate) use super::small::{product, symmetric_eigen};
}
