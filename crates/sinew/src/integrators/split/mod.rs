//! Schemes that split the force: a constant linear part and the rest, or the lowest modes and their complement.

pub mod complement;
pub mod modal;
pub mod modes;
pub mod siere;
pub mod siere2;
pub mod tangent;
pub mod v_imex;
