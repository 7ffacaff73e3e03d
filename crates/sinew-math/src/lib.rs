//! Numbers only, no mechanics: sparse block matrices, solvers, small dense kernels.
//!
//! Conventions, stated once: vectors of a mechanical system are flat slices of length 3 n, vertex by vertex
//! (`x0 y0 z0 x1 y1 z1 ..`); a block of `c` vectors is column-major (`c` slices one after the other); every
//! parallel sum is formed in an order that does not depend on the number of threads.

pub mod eigen;
pub mod functions;
pub mod near;
pub mod operator;
pub mod parallel;
pub mod small;
pub mod solve;
pub mod sparse;
pub mod stop;
