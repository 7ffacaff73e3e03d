//! Integrators beside each other: several step sizes on one scene, or all of them on a set of scenes.
//!
//! [`compare`] measures how the error of one scene falls with the step and what that costs; [`set`] measures what each
//! integrator makes of many scenes at the step that each scene asks for.

mod precision;
mod precision_tables;
pub mod set;

use std::fmt::Write as _;

pub use precision::{CompareError, Comparison, Measured, Plan, Reference, Row, Watch, compare};
pub use precision_tables::COLUMNS;

fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}
