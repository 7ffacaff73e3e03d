//! Coefficients against the stiff order conditions, and the same steps in the variables of the papers.

use super::*;

/// phi_k(Z) by its power series.
fn phi(k: u32, z: &DMatrix<f64>) -> DMatrix<f64> {
    let n = z.nrows();
    let mut term = DMatrix::identity(n, n) / (1..=k).map(f64::from).product::<f64>();
    let mut sum = term.clone();
    for j in 1..120 {
        term = &term * z / f64::from(j + k);
        sum += &term;
    }
    sum
}

/// b_i(Z) of a node.
fn weight(tableau: &Tableau, i: usize, z: &DMatrix<f64>) -> DMatrix<f64> {
    tableau.rows.iter().map(|row| phi(row.phi, z) * row.weights[i]).sum()
}

/// [luan2020, table 1]: sum b_i c_i^2 = 2 phi_3, sum b_i c_i^3 = 6 phi_4. exprb42 satisfies the second at zero alone.
#[test]
fn coefficients_satisfy_the_stiff_order_conditions() {
    let random = DMatrix::from_fn(5, 5, |i, j| ((7 * i + 13 * j) as f64 * 0.77).sin());
    for method in [&exprb42::METHOD, &pexprb43::METHOD, &epirk4s3::METHOD] {
        let tableau = &method.step;
        let defect = |z: &DMatrix<f64>, power: i32, k: u32, factor: f64| {
            let sum: DMatrix<f64> =
                tableau.nodes.iter().enumerate().map(|(i, c)| weight(tableau, i, z) * c.powi(power)).sum();
            (sum - phi(k, z) * factor).norm() / phi(k, z).norm()
        };
        for z in [DMatrix::zeros(5, 5), random.clone(), &random * 3.0] {
            let (first, second) = (defect(&z, 2, 3, 2.0), defect(&z, 3, 4, 6.0));
            println!("{}: {first:.1e} {second:.1e}", method.name);
            assert!(first < 1e-12, "{}: {first:e}", method.name);
            let exempt = method.name == "exprb42" && z.norm() > 0.0;
            assert!(if exempt { second > 1e-2 } else { second < 1e-10 }, "{}: {second:e}", method.name);
        }
        // Frozen at rest: sum b_i c_i = phi_2.
        let rest = &method.rest;
        let sum: DMatrix<f64> = rest.nodes.iter().enumerate().map(|(i, c)| weight(rest, i, &random) * *c).sum();
        assert!((sum - phi(2, &random)).norm() < 1e-12, "{} at rest", method.name);
    }
}

fn dense_k(world: &World, s: &State) -> DMatrix<f64> {
    let n = world.dofs();
    let mut k = DMatrix::zeros(n, n);
    for j in 0..n {
        let (mut e, mut out) = (vec![0.0; n], vec![0.0; n]);
        e[j] = 1.0;
        world.stiffness_product(s, &e, &mut out);
        k.column_mut(j).copy_from_slice(&out);
    }
    k
}

/// One step in the variables (Omega y, v) of [luan2020] and [michels2017], y = sqrt(M) x, all matrices dense. `extra` adds h
/// sum_i b_i (F(u) - J u), the mistake of b_1 = phi_1 in [michels2017, eq. 23].
pub fn oracle(world: &World, s: &State, h: f64, tableau: &Tableau, extra: bool) -> State {
    let n = world.dofs();
    let root =
        DVector::from_iterator(n, world.mass().lumped().expect("lumped").masses().iter().flat_map(|m| [m.sqrt(); 3]));
    let k = dense_k(world, s);
    let a = DMatrix::from_fn(n, n, |i, j| 0.5 * (k[(i, j)] + k[(j, i)]) / (root[i] * root[j]));
    let eigen = a.symmetric_eigen();
    assert!(eigen.eigenvalues.min() > 0.0, "Omega has an inverse");
    let omega = &eigen.eigenvectors
        * DMatrix::from_diagonal(&eigen.eigenvalues.map(f64::sqrt))
        * eigen.eigenvectors.transpose();
    let inverse = omega.clone().try_inverse().expect("positive definite");
    let mut jacobian = DMatrix::zeros(2 * n, 2 * n);
    jacobian.view_mut((0, n), (n, n)).copy_from(&omega);
    jacobian.view_mut((n, 0), (n, n)).copy_from(&-&omega);
    let pack = |s: &State| {
        let y = &omega * DVector::from_fn(n, |i, _| root[i] * s.x[i]);
        let v = DVector::from_fn(n, |i, _| root[i] * s.v[i]);
        DVector::from_iterator(2 * n, y.iter().chain(v.iter()).copied())
    };
    let unpack = |u: &DVector<f64>| {
        let y = &inverse * u.rows(0, n);
        let x = (0..n).map(|i| y[i] / root[i]).collect();
        State { t: s.t + h, x, v: (0..n).map(|i| u[n + i] / root[i]).collect() }
    };
    let right = |u: &DVector<f64>| {
        let state = unpack(u);
        let mut f = vec![0.0; n];
        world.force(&state, &mut f);
        let y = &omega * u.rows(n, n);
        DVector::from_iterator(2 * n, y.iter().copied().chain((0..n).map(|i| f[i] / root[i])))
    };
    let u = pack(s);
    let start = right(&u);
    let z = &jacobian * h;
    let mut end = &u + phi(1, &z) * &start * h;
    for (i, c) in tableau.nodes.iter().enumerate() {
        let stage = &u + phi(1, &(&z * *c)) * &start * (c * h);
        let remainder = right(&stage) - &start - &jacobian * (&stage - &u);
        let b = weight(tableau, i, &z);
        end += &b * remainder * h;
        if extra {
            end += b * (&start - &jacobian * &u) * h;
        }
    }
    unpack(&end)
}

pub fn stretched_net() -> (World, State) {
    let net = Body { shift: 0.02, ..Body::net(3, 50.0, 2.0) };
    let mut body = net.hold(Arc::new(motion::Still), |p| p.x < 0.1 || p.y < 0.1);
    // Under tension everywhere, so that K is positive definite.
    let point = |v: u32| Vec3::from_column_slice(&body.rest[3 * v as usize..3 * v as usize + 3]);
    let lengths = body.edges.iter().map(|[a, b]| 0.5 * (point(*a) - point(*b)).norm()).collect();
    let springs = Springs { edges: body.edges.clone(), stiffness: 50.0, cubic: 2.0, lengths };
    body.terms[0] = Box::new(Elements::new("springs", body.vertices(), springs));
    body.build()
}

#[test]
fn the_same_step_as_in_the_variables_of_the_papers() {
    let (mut world, start) = stretched_net();
    for method in METHODS {
        for h in [0.02, 0.2] {
            let expected = oracle(&world, &start, h, &method.step, false);
            let mut s = start.clone();
            let mut scheme = make(method.name, "engine = \"dense\"\nlimit = 1e9");
            match scheme.step(&mut world, &mut s, h) {
                Ok(_) => {}
                // The last scheme is beyond its limit at the long step, and says so.
                Err(e) => {
                    assert!(h > 0.1 && matches!(e, StepError::EnergyFromNothing { .. }), "{}: {e}", method.name);
                    continue;
                }
            }
            let off = [distance(&s.x, &expected.x) / length(&s.x), distance(&s.v, &expected.v) / length(&s.v)];
            println!("{} h = {h}: {off:?}", method.name);
            assert!(off.iter().all(|e| *e < 1e-10), "{} h = {h}: {off:?}", method.name);
        }
    }
}
