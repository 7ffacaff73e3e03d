//! Files and pictures that a run leaves behind.

mod axis;
pub mod csv;
pub mod npz;
pub mod picture;
pub mod svg;
