//! Schemes that solve for the end of the step: stable at frame-sized steps, one or a few factorizations each.
//!
//! An implicit scheme is only a [`Stage`](newton::Stage): a target, a scale and a velocity map. [`newton`] solves it,
//! [`halving`] cuts steps that fail.

pub mod backward_euler;
pub mod bdf2;
mod budget;
pub mod generalized_alpha;
pub mod halving;
pub mod implicit_midpoint;
mod mixed;
pub mod newmark;
pub mod newton;
mod search;
pub mod semi_implicit;
pub mod tr_bdf2;
pub mod velocity;
