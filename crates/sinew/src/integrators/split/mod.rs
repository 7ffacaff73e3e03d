//! Schemes that split the force into a constant linear part and the rest.

pub mod v_imex;
