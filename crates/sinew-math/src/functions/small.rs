//! Small dense matrices: products, symmetric eigenvalues and exponentials, all on the calling thread.
//!
//! exp by scaling and squaring: exp(A) = (T_16(A / 2^j))^(2^j) with the Taylor polynomial T_16 evaluated by
//! Paterson and Stockmeyer in six products; |A / 2^j| <= 1/2 makes its remainder smaller than rounding. phi_1 .. phi_k
//! come out of one exponential of the matrix bordered by a nilpotent block: exp \[\[A, b e_1^T\], \[0, N\]\] holds
//! phi_1(A) b, .., phi_k(A) b in its upper right part (N: ones above the diagonal).

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd;
use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par};

use super::FunctionError;

/// a b
pub(crate) fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut c = Mat::zeros(a.nrows(), b.ncols());
    matmul(&mut c, Accum::Replace, a, b, 1.0, Par::Seq);
    c
}

/// Eigenvalues in ascending order and orthonormal eigenvectors of a symmetric matrix (its lower triangle is read).
pub(crate) fn symmetric_eigen(a: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>), FunctionError> {
    let n = a.nrows();
    let failed = FunctionError::SmallEigenproblem { size: n };
    // Entries of size one: the divide-and-conquer algorithm was seen to lose nine digits on entries of 1e12.
    let largest = (0..n).map(|j| (0..n).map(|i| a[(i, j)].abs()).fold(0.0, f64::max)).fold(0.0, f64::max);
    let scale = if largest > 0.0 && largest.is_finite() { largest.log2().floor().exp2() } else { 1.0 };
    let a = Mat::from_fn(n, n, |i, j| a[(i, j)] / scale);
    let mut values = faer::diag::Diag::<f64>::zeros(n);
    let mut vectors = Mat::zeros(n, n);
    let req = evd::self_adjoint_evd_scratch::<f64>(n, evd::ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(req);
    evd::self_adjoint_evd(
        a.as_ref(),
        values.as_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| failed.clone())?;
    let values: Vec<f64> = values.column_vector().iter().map(|x| scale * x).collect();
    if values.iter().any(|x| !x.is_finite()) { Err(failed) } else { Ok((values, vectors)) }
}

/// exp(A)
pub(crate) fn exponential(a: MatRef<'_, f64>) -> Mat<f64> {
    let n = a.nrows();
    let norm = (0..n).map(|j| (0..n).map(|i| a[(i, j)].abs()).sum::<f64>()).fold(0.0, f64::max);
    let squarings = if norm > 0.5 { (norm / 0.5).log2().ceil().min(1000.0) as i32 } else { 0 };
    let scale = 0.5f64.powi(squarings);
    let a1 = Mat::from_fn(n, n, |i, j| scale * a[(i, j)]);
    let a2 = product(a1.as_ref(), a1.as_ref());
    let a3 = product(a2.as_ref(), a1.as_ref());
    let a4 = product(a2.as_ref(), a2.as_ref());
    let mut coefficients = [1.0; 17];
    for k in 1..17 {
        coefficients[k] = coefficients[k - 1] / k as f64;
    }
    // ((c16 A^4 + q_3) A^4 + q_2) A^4 + .., q_j = c_4j I + c_4j+1 A + c_4j+2 A^2 + c_4j+3 A^3
    let mut sum = Mat::from_fn(n, n, |i, j| if i == j { coefficients[16] } else { 0.0 });
    for q in (0..4).rev() {
        let c = &coefficients[4 * q..];
        let high = product(sum.as_ref(), a4.as_ref());
        sum = Mat::from_fn(n, n, |i, j| {
            let identity = if i == j { c[0] } else { 0.0 };
            high[(i, j)] + identity + c[1] * a1[(i, j)] + c[2] * a2[(i, j)] + c[3] * a3[(i, j)]
        });
    }
    for _ in 0..squarings {
        sum = product(sum.as_ref(), sum.as_ref());
    }
    sum
}

/// phi_0(A) B, .., phi_k(A) B for all columns of B.
pub(crate) fn phi_columns(a: MatRef<'_, f64>, b: MatRef<'_, f64>, k: usize) -> Vec<Mat<f64>> {
    let (n, columns) = (a.nrows(), b.ncols());
    // Columns of size one: neither the choice of the scaling nor the rounding sees the units of b.
    let sizes: Vec<f64> = (0..columns)
        .map(|c| (0..n).map(|i| b[(i, c)].abs()).fold(0.0, f64::max))
        .map(|m| if m > 0.0 { m } else { 1.0 })
        .collect();
    let bordered = Mat::from_fn(n + columns * k, n + columns * k, |i, j| {
        if i < n && j < n {
            a[(i, j)]
        } else if i < n {
            let (c, level) = ((j - n) / k, (j - n) % k);
            if level == 0 { b[(i, c)] / sizes[c] } else { 0.0 }
        } else {
            f64::from(j == i + 1 && (j - n) % k != 0)
        }
    });
    let e = exponential(bordered.as_ref());
    let mut result = vec![product(e.submatrix(0, 0, n, n), b)];
    for level in 0..k {
        result.push(Mat::from_fn(n, columns, |i, c| sizes[c] * e[(i, n + c * k + level)]));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::{damped_phi, phi};

    #[test]
    fn exponential_and_phi_of_two_by_two_matrices() {
        // (s, d): from soft to stiff, undamped to overdamped; rounding grows with the norm of the matrix.
        for (s, d) in [(0.0, 0.0), (0.3, 0.1), (30.0, 0.0), (400.0, 3.0), (1e4, 0.5), (9.0, 6.0), (4.0, 100.0)] {
            let a = Mat::from_fn(2, 2, |i, j| [[0.0, 1.0], [-s, -d]][i][j]);
            let found = phi_columns(a.as_ref(), Mat::<f64>::identity(2, 2).as_ref(), 6);
            for k in 0..=6u32 {
                let expected = damped_phi(k, s, d);
                for i in 0..4 {
                    let (f, e) = (found[k as usize][(i / 2, i % 2)], expected[i / 2][i % 2]);
                    let bound = 1e-13 * (1.0 + s.abs()) * (1.0 + d);
                    assert!((f - e).abs() <= bound, "phi_{k}(s = {s}, d = {d}): {f} not {e}");
                }
            }
        }
    }

    #[test]
    fn eigenvalues_do_not_depend_on_the_units() {
        // Three chains of 60 masses held at one end, interleaved: every eigenvalue is triple.
        for scale in [1e-12, 1.0, 1e12, 1e150] {
            let a = Mat::from_fn(180, 180, |i, j| match i.abs_diff(j) {
                0 if i < 177 => 2.0 * scale,
                0 => scale,
                3 => -scale,
                _ => 0.0,
            });
            let (values, _) = symmetric_eigen(a.as_ref()).expect("converges");
            for (k, value) in values.iter().enumerate() {
                let exact = 4.0 * (std::f64::consts::PI * (2 * (k / 3) + 1) as f64 / 242.0).sin().powi(2);
                assert!((value / scale - exact).abs() < 1e-13, "scale {scale:e}, value {k}: {value:e}");
            }
        }
    }

    #[test]
    fn phi_of_numbers_and_of_badly_scaled_vectors() {
        for z in [-200.0, -3.0, 0.0, 2.0, 20.0] {
            let a = Mat::from_fn(1, 1, |_, _| z);
            let b = Mat::from_fn(1, 2, |_, j| [1e9, -1e-9][j]);
            let found = phi_columns(a.as_ref(), b.as_ref(), 4);
            for (k, found) in found.iter().enumerate() {
                for c in 0..2 {
                    let expected = phi(k as u32, z) * b[(0, c)];
                    let error = (found[(0, c)] - expected).abs();
                    assert!(error <= 1e-13 * (1.0 + z.abs()) * expected.abs().max(b[(0, c)].abs() * 1e-3), "{k} {z}");
                }
            }
        }
    }
}
