//! Small symmetric matrices of A x A blocks, one per element and all on the stack: product, projection, eigenvalue bound.
//!
//! Only the upper block triangle of an argument is read.

use super::{Mat3, Vec3};

/// A matrix of A x A blocks of 3x3.
pub type Blocks<const A: usize> = [[Mat3; A]; A];

/// All blocks zero.
pub fn zero_blocks<const A: usize>() -> Blocks<A> {
    [[Mat3::zeros(); A]; A]
}

/// Product with a symmetric matrix.
pub fn symmetric_product<const A: usize>(k: &Blocks<A>, dx: &[Vec3; A]) -> [Vec3; A] {
    let mut out = [Vec3::zeros(); A];
    for a in 0..A {
        out[a] += k[a][a] * dx[a];
        for b in a + 1..A {
            out[a] += k[a][b] * dx[b];
            out[b] += k[a][b].tr_mul(&dx[a]);
        }
    }
    out
}

/// Writes c K as the assembly wants it: the upper triangle, block row by block row, nine row-major values each.
pub fn write_upper<const A: usize>(k: &Blocks<A>, c: f64, to: &mut [f64]) {
    let mut to = to.chunks_exact_mut(9);
    for a in 0..A {
        for block in &k[a][a..] {
            let to = to.next().expect("one chunk per block");
            for r in 0..3 {
                for s in 0..3 {
                    to[3 * r + s] = c * block[(r, s)];
                }
            }
        }
    }
}

/// Adds c K to what [`write_upper`] wrote.
pub fn add_upper<const A: usize>(k: &Blocks<A>, c: f64, to: &mut [f64]) {
    let mut to = to.chunks_exact_mut(9);
    for a in 0..A {
        for block in &k[a][a..] {
            let to = to.next().expect("one chunk per block");
            for r in 0..3 {
                for s in 0..3 {
                    to[3 * r + s] += c * block[(r, s)];
                }
            }
        }
    }
}

/// Writes c K with all its blocks, block row by block row, nine row-major values each.
pub fn write_all<const A: usize>(k: &Blocks<A>, c: f64, to: &mut [f64]) {
    for (block, to) in k.iter().flatten().zip(to.chunks_exact_mut(9)) {
        for r in 0..3 {
            for s in 0..3 {
                to[3 * r + s] = c * block[(r, s)];
            }
        }
    }
}

/// All rows in full: row 3a + r has A groups of three entries.
type Rows<const A: usize> = [[[[f64; 3]; A]; 3]; A];

fn full<const A: usize>(k: &Blocks<A>) -> Rows<A> {
    let entry = |a: usize, r: usize, b: usize, c: usize| if a <= b { k[a][b][(r, c)] } else { k[b][a][(c, r)] };
    std::array::from_fn(|a| {
        std::array::from_fn(|r| std::array::from_fn(|b| std::array::from_fn(|c| entry(a, r, b, c))))
    })
}

/// The nearest positive semidefinite matrix: negative eigenvalues set to zero, by Jacobi's rotations.
pub fn project<const A: usize>(k: &Blocks<A>) -> Blocks<A> {
    let mut m = full(k);
    let mut vectors =
        full(&std::array::from_fn(|a| std::array::from_fn(|b| if a == b { Mat3::identity() } else { Mat3::zeros() })));
    diagonalize(m.as_flattened_mut(), vectors.as_flattened_mut());
    let (rows, vectors) = (m.as_flattened(), vectors.as_flattened());
    let eigenvalue = |i: usize| rows[i].as_flattened()[i];
    if (0..3 * A).all(|i| eigenvalue(i) >= 0.0) {
        return *k;
    }
    let mut out = zero_blocks();
    for i in 0..3 * A {
        let (l, q) = (eigenvalue(i), &vectors[i]);
        if l > 0.0 {
            for a in 0..A {
                for b in a..A {
                    out[a][b] += Vec3::from(q[a]) * Vec3::from(q[b]).transpose() * l;
                }
            }
        }
    }
    for a in 0..A {
        for b in 0..a {
            out[a][b] = out[b][a].transpose();
        }
    }
    out
}

/// Cyclic Jacobi: the rows of `q` become eigenvectors, the diagonal of `m` the eigenvalues. [golub2013, sec. 8.5]
fn diagonalize<const A: usize>(m: &mut [[[f64; 3]; A]], q: &mut [[[f64; 3]; A]]) {
    let n = m.len();
    let at = |m: &[[[f64; 3]; A]], r: usize, c: usize| m[r].as_flattened()[c];
    let scale = m.as_flattened().as_flattened().iter().map(|x| x * x).sum::<f64>();
    // Quadratic convergence: five to eight sweeps for any matrix of this size.
    for _ in 0..30 {
        let off: f64 = (0..n).flat_map(|r| (r + 1..n).map(move |c| (r, c))).map(|(r, c)| at(m, r, c).powi(2)).sum();
        // Also stops on NaN.
        if !(off > 1e-32 * scale) {
            return;
        }
        for p in 0..n {
            for r in p + 1..n {
                let pr = at(m, p, r);
                if pr == 0.0 {
                    continue;
                }
                let theta = (at(m, r, r) - at(m, p, p)) / (2.0 * pr);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                turn_rows(m, p, r, c, s);
                for row in m.iter_mut() {
                    let row = row.as_flattened_mut();
                    (row[p], row[r]) = (c * row[p] - s * row[r], s * row[p] + c * row[r]);
                }
                turn_rows(q, p, r, c, s);
            }
        }
    }
}

fn turn_rows<const A: usize>(m: &mut [[[f64; 3]; A]], p: usize, r: usize, c: f64, s: f64) {
    let (upper, lower) = m.split_at_mut(r);
    for (a, b) in upper[p].as_flattened_mut().iter_mut().zip(lower[0].as_flattened_mut()) {
        (*a, *b) = (c * *a - s * *b, s * *a + c * *b);
    }
}

/// One scalar per pair of an element's vertices, acting on x, y and z alike.
pub type Scalars<const A: usize> = [[f64; A]; A];

/// W = c T with T_ab = tr K_ab and c the smallest number for which W x I exceeds the positive semidefinite K. For
/// K = w w^T x H that is w w^T times the largest eigenvalue of H, as for springs.
pub fn dominating<const A: usize>(k: &Blocks<A>) -> Scalars<A> {
    let entry = |a: usize, b: usize| k[a.min(b)][a.max(b)].trace();
    let traces = nalgebra::DMatrix::from_fn(A, A, entry);
    let eigen = traces.clone().symmetric_eigen();
    let highest = eigen.eigenvalues.max();
    if !(highest > 0.0 && highest.is_finite()) {
        return [[0.0; A]; A];
    }
    // T^(-1/2) on the range of T, which holds that of K.
    let root = eigen.eigenvalues.map(|l| if l > 1e-12 * highest { 1.0 / l.sqrt() } else { 0.0 });
    let scaling = &eigen.eigenvectors * nalgebra::DMatrix::from_diagonal(&root) * eigen.eigenvectors.transpose();
    let rows = full(k);
    let dense = nalgebra::DMatrix::from_fn(3 * A, 3 * A, |r, c| rows.as_flattened()[r].as_flattened()[c]);
    let wide = scaling.kronecker(&nalgebra::DMatrix::identity(3, 3));
    let c = (&wide * dense * &wide).symmetric_eigenvalues().max();
    std::array::from_fn(|a| std::array::from_fn(|b| c * traces[(a, b)]))
}

/// An upper bound on every |eigenvalue|: (tr K^16)^(1/16), at most (3 A)^(1/16) times too large (17 % for a tet).
pub fn eigenvalue_bound<const A: usize>(k: &Blocks<A>) -> f64 {
    let norm_squared = |k: &Blocks<A>| {
        (0..A)
            .flat_map(|a| (a..A).map(move |b| (a, b)))
            .map(|(a, b)| if a == b { 1.0 } else { 2.0 } * k[a][b].norm_squared())
            .sum::<f64>()
    };
    let size = norm_squared(k).sqrt();
    if !(size > 0.0 && size.is_finite()) {
        return size;
    }
    let mut power = *k;
    power.iter_mut().flatten().for_each(|block| *block /= size);
    for _ in 0..3 {
        power = square(&power);
    }
    // |K^8|_F^2 = tr K^16; rounding must not turn the bound round.
    size * norm_squared(&power).powf(1.0 / 16.0) * (1.0 + 1e-12)
}

/// K^2 of a symmetric matrix, upper triangle.
fn square<const A: usize>(k: &Blocks<A>) -> Blocks<A> {
    let mut out = zero_blocks();
    for a in 0..A {
        for b in a..A {
            for c in 0..A {
                let left = if a <= c { k[a][c] } else { k[c][a].transpose() };
                out[a][b] += left * if c <= b { k[c][b] } else { k[b][c].transpose() };
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, SymmetricEigen};

    fn dense<const A: usize>(k: &Blocks<A>) -> DMatrix<f64> {
        let rows = full(k);
        DMatrix::from_fn(3 * A, 3 * A, |r, c| rows.as_flattened()[r].as_flattened()[c])
    }

    /// Symmetric with entries of mixed size; rank-deficient for every third seed.
    fn example<const A: usize>(seed: usize) -> Blocks<A> {
        let n = 3 * A;
        let noise = |i: usize| ((i * 7919 + seed * 104729) % 2003) as f64 / 1001.0 - 1.0;
        let b = DMatrix::from_fn(n, if seed.is_multiple_of(3) { n / 2 } else { n }, |r, c| noise(r * n + c + 1));
        let d = DMatrix::from_diagonal(&nalgebra::DVector::from_fn(b.ncols(), |i, _| 10f64.powf(3.0 * noise(i)) - 0.3));
        let m = &b * d * b.transpose();
        std::array::from_fn(|a| std::array::from_fn(|c| Mat3::from_fn(|i, j| m[(3 * a + i, 3 * c + j)])))
    }

    fn check<const A: usize>() {
        for seed in 1..40 {
            let k: Blocks<A> = example(seed);
            let eigen = SymmetricEigen::new(dense(&k));
            let scale = eigen.eigenvalues.amax();
            let q = &eigen.eigenvectors;
            let expected = q * DMatrix::from_diagonal(&eigen.eigenvalues.map(|l| l.max(0.0))) * q.transpose();
            let error = (dense(&project(&k)) - expected).amax();
            assert!(error < 1e-12 * scale, "{error:e} {scale:e}");
            let ratio = eigenvalue_bound(&k) / scale;
            assert!(ratio >= 1.0 && ratio < (3.0 * A as f64).powf(1.0 / 16.0) * 1.001, "{ratio}");
        }
    }

    #[test]
    fn projection_and_bound_agree_with_dense_eigenvalues() {
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
    }

    #[test]
    fn a_positive_matrix_is_left_as_it_is() {
        let k: Blocks<2> = [[Mat3::identity() * 3.0, Mat3::identity()], [Mat3::identity(), Mat3::identity() * 2.0]];
        assert_eq!(project(&k), k);
    }

    #[test]
    fn extremes_do_not_spoil_the_bound() {
        for size in [1e-100, 1e100] {
            let k: Blocks<1> = [[Mat3::from_diagonal(&Vec3::new(1.0, 0.5, -0.2)) * size]];
            assert!((eigenvalue_bound(&k) / size - 1.0).abs() < 1e-3);
        }
        assert_eq!(eigenvalue_bound(&zero_blocks::<4>()), 0.0);
        assert!(eigenvalue_bound(&[[Mat3::repeat(f64::NAN)]]).is_nan());
    }

    #[test]
    fn the_dominating_scalars_are_the_smallest_of_their_shape() {
        fn check<const A: usize>() {
            for seed in 1..20 {
                let k = project(&example::<A>(seed));
                let w = dominating(&k);
                let wide = DMatrix::from_fn(A, A, |a, b| w[a][b]).kronecker(&DMatrix::identity(3, 3));
                let scale = dense(&k).amax();
                if scale == 0.0 {
                    assert_eq!(w, [[0.0; A]; A]);
                    continue;
                }
                let smallest = (&wide - dense(&k)).symmetric_eigenvalues().min();
                assert!(smallest > -1e-9 * scale, "{smallest:e}");
                let smallest = (&wide * 0.999 - dense(&k)).symmetric_eigenvalues().min();
                assert!(smallest < -1e-9 * scale, "{smallest:e}");
            }
        }
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
        assert_eq!(dominating(&zero_blocks::<3>()), [[0.0; 3]; 3]);
    }
}
