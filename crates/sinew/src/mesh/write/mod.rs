//! Writers of mesh files.

pub mod vtu;
