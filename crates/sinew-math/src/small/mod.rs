//! Dense kernels for 3x3 matrices, evaluated once per element and step.

mod polar;
mod polar_lanes;
mod svd;

pub use polar::polar;
pub use polar_lanes::{LANES, Lane, LaneMatrix, contract, multiply, rotations};
pub use svd::{Svd3, svd};

/// Power of two that brings the largest entry near one (multiplying by it is exact), or `None` for a matrix that is
/// zero or not finite.
fn exact_scale(f: &nalgebra::Matrix3<f64>) -> Option<f64> {
    let largest = f.iter().fold(0.0, |m: f64, x| if x.abs() > m || x.is_nan() { x.abs() } else { m });
    // 2^-e with e the binary exponent; kept away from the ends of the range, where 2^-e is no normal number.
    let exponent = ((largest.to_bits() >> 52) as i64 - 1023).clamp(-1000, 1000);
    (largest > 0.0 && largest.is_finite()).then(|| f64::from_bits(((1023 - exponent) as u64) << 52))
}
