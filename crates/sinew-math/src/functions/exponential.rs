//! exp and phi_k of small dense matrices, in memory that is kept.
//!
//! exp by scaling and squaring: exp(A) = (T_16(A / 2^j))^(2^j) with the Taylor polynomial T_16 evaluated by
//! Paterson and Stockmeyer in seven products; |A / 2^j| <= 1/2 makes its remainder smaller than rounding. phi_1 .. phi_k
//! come out of one exponential of the matrix bordered by a nilpotent block: exp \[\[A, b e_1^T\], \[0, N\]\] holds
//! phi_1(A) b, .., phi_k(A) b in its upper right part (N: ones above the diagonal).

use faer::{Mat, MatRef};

use super::small::SmallMatrix;

/// exp(A)
#[derive(Debug, Default)]
pub(crate) struct Exponential {
    /// A, A^2, A^3, A^4, scaled.
    powers: [SmallMatrix; 4],
    sum: SmallMatrix,
    next: SmallMatrix,
}

impl Exponential {
    pub fn compute(&mut self, a: MatRef<'_, f64>) -> &SmallMatrix {
        let n = a.nrows();
        let norm = (0..n).map(|j| (0..n).map(|i| a[(i, j)].abs()).sum::<f64>()).fold(0.0, f64::max);
        let squarings = if norm > 0.5 { (norm / 0.5).log2().ceil().min(1000.0) as i32 } else { 0 };
        let scale = 0.5f64.powi(squarings);
        let Self { powers: [a1, a2, a3, a4], sum, next } = self;
        a1.fill(n, n, |i, j| scale * a[(i, j)]);
        a2.set_product(a1.as_ref(), a1.as_ref());
        a3.set_product(a2.as_ref(), a1.as_ref());
        a4.set_product(a2.as_ref(), a2.as_ref());
        let mut c = [1.0; 17];
        for k in 1..17 {
            c[k] = c[k - 1] / k as f64;
        }
        // ((c16 A^4 + q_3) A^4 + q_2) A^4 + .., q_j = c_4j I + c_4j+1 A + c_4j+2 A^2 + c_4j+3 A^3
        sum.fill(n, n, |i, j| if i == j { c[16] } else { 0.0 });
        for q in (0..4).rev() {
            let c = &c[4 * q..];
            next.set_product(sum.as_ref(), a4.as_ref());
            sum.fill(n, n, |i, j| {
                let identity = if i == j { c[0] } else { 0.0 };
                next[(i, j)] + identity + c[1] * a1[(i, j)] + c[2] * a2[(i, j)] + c[3] * a3[(i, j)]
            });
        }
        for _ in 0..squarings {
            next.set_product(sum.as_ref(), sum.as_ref());
            std::mem::swap(sum, next);
        }
        sum
    }
}

/// exp(A) for a single use.
pub(crate) fn exponential(a: MatRef<'_, f64>) -> Mat<f64> {
    Exponential::default().compute(a).as_ref().to_owned()
}

/// phi_0(A) B, .., phi_k(A) B for all columns of B.
#[derive(Debug, Default)]
pub(crate) struct PhiColumns {
    exponential: Exponential,
    bordered: SmallMatrix,
    zeroth: SmallMatrix,
    /// Size of every column of B.
    sizes: Vec<f64>,
    /// Rows of A, and the largest k.
    shape: (usize, usize),
}

impl PhiColumns {
    pub fn compute(&mut self, a: MatRef<'_, f64>, b: MatRef<'_, f64>, k: usize) {
        let (n, columns) = (a.nrows(), b.ncols());
        self.shape = (n, k);
        // Columns of size one: neither the choice of the scaling nor the rounding sees the units of b.
        self.sizes.clear();
        self.sizes.extend(
            (0..columns)
                .map(|c| (0..n).map(|i| b[(i, c)].abs()).fold(0.0, f64::max))
                .map(|m| if m > 0.0 { m } else { 1.0 }),
        );
        let sizes = &self.sizes;
        self.bordered.fill(n + columns * k, n + columns * k, |i, j| {
            if i < n && j < n {
                a[(i, j)]
            } else if i < n {
                let (c, level) = ((j - n) / k, (j - n) % k);
                if level == 0 { b[(i, c)] / sizes[c] } else { 0.0 }
            } else {
                f64::from(j == i + 1 && (j - n) % k != 0)
            }
        });
        let e = self.exponential.compute(self.bordered.as_ref());
        self.zeroth.set_product(e.as_ref().submatrix(0, 0, n, n), b);
    }

    /// Entry i of phi_k(A) b_c.
    pub fn get(&self, k: usize, i: usize, c: usize) -> f64 {
        let (n, highest) = self.shape;
        match k {
            0 => self.zeroth[(i, c)],
            _ => self.sizes[c] * self.exponential.sum[(i, n + c * highest + k - 1)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::{damped_phi, phi};

    #[test]
    fn exponential_and_phi_of_two_by_two_matrices() {
        let mut found = PhiColumns::default();
        // (s, d): from soft to stiff, undamped to overdamped; rounding grows with the norm of the matrix.
        for (s, d) in [(0.0, 0.0), (0.3, 0.1), (30.0, 0.0), (400.0, 3.0), (1e4, 0.5), (9.0, 6.0), (4.0, 100.0)] {
            let a = Mat::from_fn(2, 2, |i, j| [[0.0, 1.0], [-s, -d]][i][j]);
            found.compute(a.as_ref(), Mat::<f64>::identity(2, 2).as_ref(), 6);
            for k in 0..=6u32 {
                let expected = damped_phi(k, s, d);
                for i in 0..4 {
                    let (f, e) = (found.get(k as usize, i / 2, i % 2), expected[i / 2][i % 2]);
                    let bound = 1e-13 * (1.0 + s.abs()) * (1.0 + d);
                    assert!((f - e).abs() <= bound, "phi_{k}(s = {s}, d = {d}): {f} not {e}");
                }
            }
        }
    }

    #[test]
    fn phi_of_numbers_and_of_badly_scaled_vectors() {
        let mut found = PhiColumns::default();
        for z in [-200.0, -3.0, 0.0, 2.0, 20.0] {
            let a = Mat::from_fn(1, 1, |_, _| z);
            let b = Mat::from_fn(1, 2, |_, j| [1e9, -1e-9][j]);
            found.compute(a.as_ref(), b.as_ref(), 4);
            for k in 0..=4 {
                for c in 0..2 {
                    let expected = phi(k as u32, z) * b[(0, c)];
                    let error = (found.get(k, 0, c) - expected).abs();
                    assert!(error <= 1e-13 * (1.0 + z.abs()) * expected.abs().max(b[(0, c)].abs() * 1e-3), "{k} {z}");
                }
            }
        }
    }
}
