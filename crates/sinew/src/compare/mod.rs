//! Integrators beside each other: several step sizes on one scene.
//!
//! [`compare`] measures how the error falls with the step and what that costs.

mod precision;
mod precision_tables;

use std::fmt::Write as _;

pub use precision::{CompareError, Comparison, Measured, Plan, Reference, Row, Watch, compare};
pub use precision_tables::COLUMNS;

fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}
