//! Damping: Rayleigh, strain rate, air drag, and damping that leaves rigid motion alone.

mod constant;
mod rigid_preserving;
mod strain_rate_tets;

pub use constant::{drag, rayleigh};
pub use rigid_preserving::{rigid_preserving, rigid_preserving_impulse};
pub use strain_rate_tets::{StrainRateTets, strain_rate_tets};

use super::catalog::Kind;

/// All kinds of damping, in the order in which they are listed.
pub const CATALOG: &[Kind] = &[
    Kind { name: "rayleigh", summary: "alpha M + beta K at rest, constant; for small motion" },
    Kind { name: "strain-rate", summary: "viscosity against stretching, none against rigid motion; tets and springs" },
    Kind { name: "drag", summary: "every motion dies away at one rate, as in a thick fluid" },
    Kind { name: "rigid-preserving", summary: "all but the best-fit rigid motion of a body dies away at one rate" },
];
