//! phi_0 = exp, phi_{k+1}(z) = (phi_k(z) - 1/k!) / z for a real number z.
//!
//! phi_k(z) = sum_j z^j / (j + k)!. The recurrence cancels for |z| < k + 1, where the series takes over.
//! [luan2020 (18)-(19), with 1/(k-1)! restored in the integral]

use super::stumpff::INVERSE_FACTORIAL;

/// phi_k(z) for k = 0..=9, any finite z. Overflows to infinity for z above about 709, as exp does.
///
/// # Panics
/// For k > 9.
pub fn phi(k: u32, z: f64) -> f64 {
    assert!(k <= 9, "phi functions are provided for k = 0..=9, not {k}");
    match k {
        0 => z.exp(),
        1 if z == 0.0 => 1.0,
        1 => z.exp_m1() / z,
        _ if z.abs() <= (k + 1) as f64 => series(k, z),
        _ => (phi(k - 1, z) - INVERSE_FACTORIAL[k as usize - 1]) / z,
    }
}

/// The power series; for |z| <= k + 1.
fn series(k: u32, z: f64) -> f64 {
    let mut term = INVERSE_FACTORIAL[k as usize];
    let mut sum = term;
    let mut j = k as f64;
    while term.abs() > 1e-18 * sum.abs() {
        j += 1.0;
        term *= z / j;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::reference::{PHI, check};

    #[test]
    fn reference_values_of_both_signs_and_all_sizes() {
        for (k, z, expected) in PHI {
            // phi_k' = phi_k - k phi_{k+1}
            let derivative = phi(*k, *z) - *k as f64 * phi(k + 1, *z);
            check("phi", *k, *z, phi(*k, *z), *expected, z * derivative);
        }
    }

    #[test]
    fn zero_overflow_and_far_decay() {
        for k in 0..=6 {
            assert_eq!(phi(k, 0.0), INVERSE_FACTORIAL[k as usize]);
            assert_eq!(phi(k, 1e6), f64::INFINITY);
            assert!(phi(k, -1e300) >= 0.0 && phi(k, -1e300) < 1e-290);
        }
    }
}
