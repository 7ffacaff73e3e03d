//! Stumpff functions c_k(s) = sum_j (-s)^j / (2j + k)!, the even halves of the phi functions.
//!
//! c_0 = cos sqrt(s), c_1 = sin sqrt(s) / sqrt(s), c_k = (1/(k-2)! - c_{k-2}) / s; for s < 0 cosh and sinh take
//! over. With J = \[\[0, I\], \[-A, 0\]\] and s = h^2 A: phi_k(hJ) = c_k(s) + hJ c_{k+1}(s), so a second-order
//! system never needs a square root of A nor a matrix of twice its size. [luan2020 (18)-(19) for phi]
//!
//! Accuracy: relative error below 1e-12 plus what one rounding of s does, |s c_k'(s)| eps; that second part is a
//! property of the argument (cos of 1e6 has lost six digits before any code runs), not of the method.

/// 1 / k!
pub(crate) const INVERSE_FACTORIAL: [f64; 16] = [
    1.0,
    1.0,
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5040.0,
    1.0 / 40320.0,
    1.0 / 362880.0,
    1.0 / 3628800.0,
    1.0 / 39916800.0,
    1.0 / 479001600.0,
    1.0 / 6227020800.0,
    1.0 / 87178291200.0,
    1.0 / 1307674368000.0,
];

/// c_k(s) for k = 0..=9, any finite s. Overflows to infinity for s below about -5e5, as cosh does.
///
/// # Panics
/// For k > 9.
pub fn stumpff(k: u32, s: f64) -> f64 {
    assert!(k <= 9, "Stumpff functions are provided for k = 0..=9, not {k}");
    // Below this the terms of the series fall from the start, above it 1/(k-2)! and c_{k-2} are well apart.
    let switch = ((k + 1) * (k + 2)) as f64;
    if s.abs() <= switch {
        return series(k, s);
    }
    match k {
        0 if s > 0.0 => s.sqrt().cos(),
        0 => (-s).sqrt().cosh(),
        1 if s > 0.0 => s.sqrt().sin() / s.sqrt(),
        1 => (-s).sqrt().sinh() / (-s).sqrt(),
        // (1 - cos z) / z^2 = (sin(z/2) / (z/2))^2 / 2: no cancellation at the zeros z = 2 pi j.
        2 if s > 0.0 => {
            let half = stumpff(1, 0.25 * s);
            0.5 * half * half
        }
        _ => (INVERSE_FACTORIAL[k as usize - 2] - stumpff(k - 2, s)) / s,
    }
}

/// The power series; for |s| <= (k+1)(k+2).
fn series(k: u32, s: f64) -> f64 {
    let mut term = INVERSE_FACTORIAL[k as usize];
    let mut sum = term;
    let mut j = k as f64;
    while term.abs() > 1e-18 * sum.abs() {
        term *= -s / ((j + 1.0) * (j + 2.0));
        sum += term;
        j += 2.0;
    }
    sum
}

/// sinc z = sin z / z
pub fn sinc(z: f64) -> f64 {
    if z.abs() < 1.0 { stumpff(1, z * z) } else { z.sin() / z }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::reference::{STUMPFF, check};

    #[test]
    fn reference_values_of_both_signs_and_all_sizes() {
        for (k, s, expected) in STUMPFF {
            let derivative = 0.5 * (*k as f64 * stumpff(k + 2, *s) - stumpff(k + 1, *s));
            check("c", *k, *s, stumpff(*k, *s), *expected, s * derivative);
        }
    }

    #[test]
    fn zero_and_the_signed_neighbourhood_of_zero() {
        for k in 0..=7 {
            assert_eq!(stumpff(k, 0.0), INVERSE_FACTORIAL[k as usize]);
            assert_eq!(stumpff(k, 1e-300), stumpff(k, -1e-300));
        }
        assert_eq!(sinc(0.0), 1.0);
    }

    #[test]
    fn huge_arguments_stay_bounded_and_deep_compression_overflows_without_nan() {
        for k in 0..=7 {
            for s in [1e12, 1e100, 1e300, f64::MAX] {
                let c = stumpff(k, s);
                assert!(c.is_finite() && c.abs() <= INVERSE_FACTORIAL[k as usize], "c_{k}({s}) = {c}");
            }
            assert_eq!(stumpff(k, -1e12), f64::INFINITY);
        }
    }
}
