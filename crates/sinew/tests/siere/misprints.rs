//! The printed low-rank update, and modes of another stiffness than the matrix.

use super::*;

/// Equation (10) of the paper with dense matrices; `factor` stands in front of the low-rank terms (h is right, 1 was
/// printed), and the modes may come from another stiffness than the matrix.
fn equation_ten(world: &World, s: &State, h: f64, factor: f64, of_modes: bool, of_matrix: bool) -> DVector<f64> {
    let n = s.x.len();
    let matrix = dense(world, s, of_matrix);
    let (values, all) = dense(world, s, of_modes).modes();
    let count = 5;
    let u = all.columns(0, count).into_owned();
    let mu = DMatrix::from_fn(n, count, |i, j| matrix.mass[i] * u[(i, j)]);
    let inverse = DMatrix::from_fn(n, n, |i, j| matrix.stiffness[(i, j)] / matrix.mass[i]);
    let (v, mut f) = (DVector::from_column_slice(&s.v), DVector::zeros(n));
    world.force(s, f.as_mut_slice());
    let (p, q) = (mu.transpose() * &v, u.transpose() * &f);
    // J_G by its two rank-s blocks
    let position = &u * mu.transpose();
    let lambda = DMatrix::from_diagonal(&DVector::from_fn(count, |i, _| values[i]));
    let velocity = &u * lambda * mu.transpose();
    let mut system = DMatrix::identity(2 * n, 2 * n);
    for i in 0..n {
        for j in 0..n {
            system[(i, n + j)] = factor * position[(i, j)] - if i == j { h } else { 0.0 };
            system[(n + i, j)] = h * inverse[(i, j)] - factor * velocity[(i, j)];
        }
    }
    let (vh, fh) = (&v - &u * &p, &f - &mu * &q);
    let mut right = DVector::zeros(2 * n);
    for i in 0..n {
        right[i] = h * vh[i];
        right[n + i] = h * fh[i] / matrix.mass[i];
    }
    for j in 0..count {
        let z = h * h * values[j];
        let (c1, c2) = (functions::stumpff(1, z), functions::stumpff(2, z));
        let (dx, dv) = (h * (c1 * p[j] + h * c2 * q[j]), h * (c1 * q[j] - values[j] * h * c2 * p[j]));
        for i in 0..n {
            right[i] += dx * u[(i, j)];
            right[n + i] += dv * u[(i, j)];
        }
    }
    system.lu().solve(&right).expect("regular")
}

/// The printed low-rank update lacks the factor h, and modes of another stiffness than the matrix spoil the decoupling.
#[test]
fn misprints_and_mixed_projections_fail() {
    let (mut world, start) =
        Body { shift: 0.02, ..Body::block("neo-hookean", 1e5, 0.45, [0.4, 0.2, 0.2], [2, 1, 1]).clamp() }.build();
    let h = 0.01;
    let n = start.x.len();
    let own = |world: &mut World, projected: bool| {
        let mut s = start.clone();
        make("siere", &format!("{EXACT}projected = {projected}")).step(world, &mut s, h).expect("a step");
        DVector::from_fn(2 * n, |i, _| if i < n { s.x[i] - start.x[i] } else { s.v[i - n] - start.v[i - n] })
    };
    let off = |a: &DVector<f64>, b: &DVector<f64>| (a - b).rows(n, n).norm() / b.rows(n, n).norm();
    let ours = own(&mut world, true);
    let [right, printed] = [h, 1.0].map(|factor| off(&equation_ten(&world, &start, h, factor, true, true), &ours));
    println!("with h {right:.1e}, printed {printed:.1e}");
    assert!(right < 1e-11 && printed > 1e-2, "with h {right:.1e}, printed {printed:.1e}");

    // Modes of the plain K, matrix of the projected one: the decoupled form is no longer equation (10).
    let mixed = off(&equation_ten(&world, &start, h, h, false, true), &ours);
    let plain = off(&equation_ten(&world, &start, h, h, false, false), &own(&mut world, false));
    println!("mixed {mixed:.1e}, plain {plain:.1e}");
    assert!(plain < 1e-11 && mixed > 1e-2, "mixed {mixed:.1e}, plain {plain:.1e}");
}
