//! The rotations of four polar decompositions side by side, as vector instructions want them.
//!
//! Same mathematics as [`polar`](super::polar): l = tr S by Newton's method on its quartic and R = dl/dF, for elements
//! that are neither inverted nor nearly flat; the rest go to [`polar`](super::polar) one by one. A third of the time per
//! matrix. [lin2022]

use nalgebra::Matrix3;

use super::polar;

/// Matrices side by side.
pub const LANES: usize = 4;

/// One number of each.
pub type Lane = [f64; LANES];

/// [`LANES`] matrices: row, column, lane.
pub type LaneMatrix = [[Lane; 3]; 3];

#[inline(always)]
fn each(f: impl Fn(usize) -> f64) -> Lane {
    std::array::from_fn(f)
}

/// R of F = R S, also for inverted F. For use inside [`wide`](crate::parallel::wide).
#[inline(always)]
pub fn rotations(f: &LaneMatrix) -> LaneMatrix {
    let mut squares = [0.0; LANES];
    for entry in f.as_flattened() {
        squares = each(|k| entry[k].mul_add(entry[k], squares[k]));
    }
    let shrink = each(|k| (3.0 / squares[k]).sqrt());
    let x = f.map(|row| row.map(|entry| each(|k| entry[k] * shrink[k])));
    // Columns of det(X) X^-T are products of the other two columns of X.
    let minor = |r: usize, c: usize| {
        let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
        each(|k| x[r1][c1][k] * x[r2][c2][k] - x[r2][c1][k] * x[r1][c2][k])
    };
    let cofactor: LaneMatrix = std::array::from_fn(|r| std::array::from_fn(|c| minor(r, c)));
    let det =
        each(|k| x[0][0][k] * cofactor[0][0][k] + x[1][0][k] * cofactor[1][0][k] + x[2][0][k] * cofactor[2][0][k]);
    let product =
        |a: usize, b: usize| each(|k| x[0][a][k] * x[0][b][k] + x[1][a][k] * x[1][b][k] + x[2][a][k] * x[2][b][k]);
    let (c00, c11, c22) = (product(0, 0), product(1, 1), product(2, 2));
    let (c01, c02, c12) = (product(0, 1), product(0, 2), product(1, 2));
    let constant = each(|k| {
        2.0 * (c00[k] * c00[k] + c11[k] * c11[k] + c22[k] * c22[k])
            + 4.0 * (c01[k] * c01[k] + c02[k] * c02[k] + c12[k] * c12[k])
            - 9.0
    });

    // Comparisons are false for NaN, zero and overflow.
    let mut regular: [bool; LANES] = std::array::from_fn(|k| det[k] > 0.1 && squares[k] > 1e-200 && squares[k] < 1e200);
    let mut l = [3.0; LANES];
    let mut change = [1.0; LANES];
    for _ in 0..20 {
        change = each(|k| {
            let square = l[k] * l[k];
            let value = ((square - 6.0) * l[k] - 8.0 * det[k]) * l[k] + constant[k];
            value / (4.0 * ((square - 3.0) * l[k] - 2.0 * det[k]))
        });
        l = each(|k| l[k] - change[k]);
        // Quadratic convergence: what is left after a change of 1e-8 is rounding.
        if (0..LANES).all(|k| change[k].abs() < 1e-8 || !regular[k]) {
            break;
        }
    }
    for k in 0..LANES {
        regular[k] &= change[k].abs() < 1e-8;
    }
    let scale = each(|k| 1.0 / ((l[k] * l[k] - 3.0) * l[k] - 2.0 * det[k]));
    let c = [[c00, c01, c02], [c01, c11, c12], [c02, c12, c22]];
    let mut rotation: LaneMatrix = std::array::from_fn(|r| {
        std::array::from_fn(|s| {
            each(|k| {
                let xc = x[r][0][k] * c[0][s][k] + x[r][1][k] * c[1][s][k] + x[r][2][k] * c[2][s][k];
                (x[r][s][k] * (l[k] * l[k] + 3.0) + cofactor[r][s][k] * (2.0 * l[k]) - 2.0 * xc) * scale[k]
            })
        })
    });
    for k in 0..LANES {
        if !regular[k] {
            let (r, _) = polar(&Matrix3::from_fn(|r, c| f[r][c][k]));
            for i in 0..3 {
                for j in 0..3 {
                    rotation[i][j][k] = r[(i, j)];
                }
            }
        }
    }
    rotation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::wide;

    #[test]
    fn agrees_with_the_decomposition_of_single_matrices() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        for round in 0..3000 {
            let size = 10f64.powi(round % 17 - 8);
            let single: [Matrix3<f64>; LANES] = std::array::from_fn(|k| {
                let noise = Matrix3::from_fn(|_, _| random());
                match (round as usize + k) % 5 {
                    0 => noise * size,
                    1 => Matrix3::identity() + noise * 0.3,
                    2 => (Matrix3::identity() + noise * 1e-9) * size,
                    3 => Matrix3::from_diagonal(&nalgebra::Vector3::new(1.0, 0.3, -0.8)) + noise * 0.1,
                    _ => noise * Matrix3::from_diagonal(&nalgebra::Vector3::new(1.0, 1e-7, 2.0)),
                }
            });
            let f: LaneMatrix = std::array::from_fn(|r| std::array::from_fn(|c| each(|k| single[k][(r, c)])));
            let found = wide(
                #[inline(always)]
                || rotations(&f),
            );
            for k in 0..LANES {
                let expected = polar(&single[k]).0;
                let found = Matrix3::from_fn(|r, c| found[r][c][k]);
                // The quartic amplifies rounding by up to 1/det near its limit.
                assert!((found - expected).amax() < 2e-14, "{:e} {}", (found - expected).amax(), single[k]);
            }
        }
        let strange = [0.0, f64::NAN, f64::INFINITY, 1e-180];
        let f: LaneMatrix =
            std::array::from_fn(|r| std::array::from_fn(|c| if r == c { strange } else { [0.0; LANES] }));
        let found = rotations(&f);
        for k in 0..LANES {
            let expected = polar(&Matrix3::from_fn(|r, c| f[r][c][k])).0;
            assert_eq!(Matrix3::from_fn(|r, c| found[r][c][k]), expected, "{}", strange[k]);
        }
    }
}
