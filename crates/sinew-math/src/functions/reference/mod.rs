//! Reference values for the tests of the scalar functions, from 400-digit arithmetic (`make.py`).

#[allow(clippy::approx_constant)]
mod table;

pub(crate) use table::{DAMPED, PHI, STUMPFF};

/// One rounding of an argument.
pub(crate) const EPS_TEST: f64 = f64::EPSILON;

/// Relative error below 1e-12, plus what one rounding of the argument does: `response` = argument x derivative.
pub(crate) fn check(name: &str, k: u32, argument: f64, found: f64, expected: f64, response: f64) {
    let bound = 1e-12 * expected.abs() + 2.0 * EPS_TEST * response.abs();
    assert!(
        (found - expected).abs() <= bound,
        "{name}_{k}({argument:e}) = {found:e}, not {expected:e}: error {:e}",
        (found - expected).abs()
    );
}
