//! Stiffness warping: linear elasticity seen from frames that turn with the body, one per tet or one per vertex.
//!
//! f = -R K (R^T x - x0), with R the rotations from the rest shape to the current one; both are force models that any
//! integrator can use. The rotations are always rest -> current: incremental ones, as printed in [michels2014,
//! sec. 4.4], make a turned body feel forces. Prefer [`element()`]; [`nodal()`] is there for the schemes built on it.

mod element;
mod nodal;

pub use element::{Warped, element};
pub use nodal::{NodalWarping, nodal};
