//! Mean forces: exact work, no net force, no net torque about the middle, and tangents against differences.

use super::*;
use sinew::models::springs;

/// Bodies with every law, with two states far apart: displaced by up to a third of an element, and turned.
fn cases() -> Vec<(String, World, State, State)> {
    let mut cases = Vec::new();
    let mut add = |name: &str, body: Body, amplitude: f64, inverted: bool| {
        let (world, start) = body.build();
        let (mut a, mut b) = (start.clone(), start.clone());
        let turn = nalgebra::Rotation3::from_euler_angles(0.3, -0.4, 0.5);
        for i in 0..start.x.len() / 3 {
            let p = Vec3::from_column_slice(&start.x[3 * i..3 * i + 3]);
            let noise = |k: f64| Vec3::from_fn(|c, _| (k * (3 * i + c) as f64 + 0.3).sin()) * amplitude;
            a.x[3 * i..3 * i + 3].copy_from_slice((p + noise(1.7)).as_slice());
            b.x[3 * i..3 * i + 3].copy_from_slice((turn * p + noise(2.9)).as_slice());
        }
        if inverted {
            b.x[0] += 1.5;
        }
        b.t = a.t + 0.1;
        cases.push((name.to_owned(), world, a, b));
    };
    for material in ["corotated", "stvk", "neo-hookean", "stable-neo-hookean", "arap", "linear"] {
        for amplitude in [1e-6, 0.05] {
            let name = format!("{material} {amplitude:e}");
            add(&name, Body::block(material, 1e5, 0.35, [1.0, 0.8, 0.6], [2, 1, 1]), amplitude, false);
        }
    }
    for material in ["corotated", "stvk", "stable-neo-hookean", "arap"] {
        let name = format!("{material} inside out");
        add(&name, Body::block(material, 1e5, 0.35, [1.0, 0.8, 0.6], [2, 1, 1]), 0.05, true);
    }
    for (name, cubic) in [("springs", 0.0), ("cubic springs", 3.0)] {
        // The library's springs in place of the test's own, which have no closed form.
        let mut net = Body::net(4, 1e4, 0.0);
        let mut springs = springs::Springs::relaxed(&net.rest, net.edges.clone(), 1e4).unwrap();
        springs.cubic.fill(cubic);
        net.terms = vec![springs::springs("net", net.vertices(), springs).unwrap()];
        add(name, net, 0.1, false);
    }
    let mut net = Body::net(4, 1e4, 0.0);
    net.terms.clear();
    add("dashpots", net.dashpots(VISCOSITY), 0.1, false);
    cases
}

const VISCOSITY: f64 = 300.0;

/// eta (r_1 - r_0)^2/h of all dashpots along the edges of the net.
fn taken(a: &State, b: &State) -> f64 {
    let length = |x: &[f64], [i, j]: [u32; 2]| {
        let [p, q] = [i, j].map(|v| Vec3::from_column_slice(&x[3 * v as usize..3 * v as usize + 3]));
        (q - p).norm()
    };
    let net = Body::net(4, 1e4, 0.0);
    let squares = net.edges.iter().map(|e| (length(&b.x, *e) - length(&a.x, *e)).powi(2));
    VISCOSITY * squares.sum::<f64>() / (b.t - a.t)
}

fn torque(x: &[f64], f: &[f64]) -> Vec3 {
    x.chunks(3).zip(f.chunks(3)).map(|(x, f)| Vec3::from_column_slice(x).cross(&Vec3::from_column_slice(f))).sum()
}

#[test]
fn mean_forces_do_the_work_of_the_potential_and_have_no_torque() {
    for (name, world, a, b) in cases() {
        let mut f = vec![0.0; a.x.len()];
        world.mean_force(&a, &b, &mut f);
        let work: f64 = f.iter().zip(a.x.iter().zip(&b.x)).map(|(f, (a, b))| f * (b - a)).sum();
        let (before, mut after) = (world.energy(&a).potential(), world.energy(&b).potential());
        if name == "dashpots" {
            after += taken(&a, &b);
        }
        let size = length(&f);
        // Rounding of the coordinates is 1e-16 of a body of size 1.
        let rounding = 1e-13 * (before.abs() + after.abs()) + 1e-14 * size;
        assert!((work + after - before).abs() <= rounding, "{name}: work {work:e}, change {:e}", after - before);
        let net: Vec3 = f.chunks(3).map(Vec3::from_column_slice).sum();
        assert!(net.norm() <= 1e-13 * size, "{name}: net force {:e} of {size:e}", net.norm());
        let middle: Vec<f64> = a.x.iter().zip(&b.x).map(|(a, b)| 0.5 * (a + b)).collect();
        let turn = torque(&middle, &f).norm() / size;
        // What is no function of C = F^T F keeps no angular momentum: the materials' own promise.
        let exempt = name.starts_with("linear") || name.ends_with("inside out") && !name.starts_with("stvk");
        assert!(turn <= 1e-13 || exempt, "{name}: torque {turn:e}");
        assert_eq!(world.inside_out(&a, &b) > 0, exempt && !name.starts_with("linear"), "{name}");
    }
}

#[test]
fn at_the_same_place_the_mean_force_is_the_force() {
    for (name, world, mut a, _) in cases() {
        // What stays has no velocity.
        a.v.fill(0.0);
        let mut b = a.clone();
        b.t += 0.1;
        let (mut mean, mut plain) = (vec![0.0; a.x.len()], vec![0.0; a.x.len()]);
        world.mean_force(&a, &b, &mut mean);
        world.force(&a, &mut plain);
        assert!(distance(&mean, &plain) <= 1e-11 * length(&plain) + 1e-9, "{name}");
    }
}

#[test]
fn exact_tangents_are_derivatives() {
    use sinew_math::operator::LinearOperator;
    use sinew_math::sparse::GeneralMatrix;
    for (name, world, a, b) in cases() {
        let n = a.x.len();
        let mut stresses = vec![0.0; DiscreteGradient::stress_values(&world)];
        world.mean_stresses(&a, &b, None, &mut stresses);
        let mut matrix = GeneralMatrix::new(world.pattern().clone());
        DiscreteGradient::add_mean_tangent(&world, &a, &b, 1.0, &stresses, &mut matrix);
        let d: Vec<f64> = (0..n).map(|i| (0.7 * i as f64 + 0.2).cos()).collect();
        let at = |e: f64| {
            let mut b = b.clone();
            b.x.iter_mut().zip(&d).for_each(|(x, d)| *x += e * d);
            let mut f = vec![0.0; n];
            world.mean_force(&a, &b, &mut f);
            f
        };
        // Fourth-order differences: truncation 1e-12, rounding 1e-16 / 1e-3.
        let e = 1e-3;
        let (f1, f2, g1, g2) = (at(e), at(2.0 * e), at(-e), at(-2.0 * e));
        let expected: Vec<f64> = (0..n).map(|i| -(8.0 * (f1[i] - g1[i]) - (f2[i] - g2[i])) / (12.0 * e)).collect();
        let mut product = vec![0.0; n];
        matrix.apply(&d, &mut product);
        let error = distance(&product, &expected) / length(&expected);
        assert!(error <= 1e-7, "{name}: {error:e}");

        // The stresses foreseen by a small displacement are those found there.
        let small: Vec<f64> = d.iter().map(|d| 1e-6 * d).collect();
        let mut foreseen = stresses.clone();
        world.mean_stresses(&a, &b, Some(&small), &mut foreseen);
        let mut moved = b.clone();
        moved.x.iter_mut().zip(&small).for_each(|(x, d)| *x += d);
        let mut found = stresses.clone();
        world.mean_stresses(&a, &moved, None, &mut found);
        let change = distance(&found, &stresses);
        assert!(
            distance(&foreseen, &found) <= 1e-4 * change,
            "{name}: {:e} of {change:e}",
            distance(&foreseen, &found)
        );
    }
}

#[test]
fn symmetric_stand_ins_are_positive_and_near() {
    use sinew_math::sparse::BlockMatrix;
    for (name, world, a, b) in cases() {
        let n = a.x.len();
        let mut stresses = vec![0.0; DiscreteGradient::stress_values(&world)];
        world.mean_stresses(&a, &b, None, &mut stresses);
        let mut matrix = BlockMatrix::new(world.pattern().clone());
        DiscreteGradient::add_symmetric_mean_tangent(&world, &a, &b, 1.0, &stresses, &mut matrix);
        let dense = nalgebra::DMatrix::from_row_slice(n, n, &matrix.to_dense());
        let values = dense.symmetric_eigenvalues();
        assert!(values.min() >= -1e-11 * values.max(), "{name}: {:e} of {:e}", values.min(), values.max());
    }
}
