//! For springs and as-rigid-as-possible solids the iteration is projective dynamics, word by word.

use nalgebra::{DMatrix, Matrix3, SVD, Vector3};
use sinew::mechanics::*;
use sinew::models::springs;

use crate::metric::{dense, laplacian};
use crate::problems::*;
use crate::{iterate, stage};

fn point(x: &[f64], v: u32) -> Vector3<f64> {
    Vector3::from_column_slice(&x[3 * v as usize..3 * v as usize + 3])
}

/// x = (M/h^2 + L)^-1 (M y/h^2 + J p), with `rhs(x)` = J p, all vertices free.
fn literal(
    world: &World,
    l: &DMatrix<f64>,
    target: &[f64],
    h: f64,
    iterations: usize,
    rhs: impl Fn(&[f64]) -> DMatrix<f64>,
) -> Vec<f64> {
    let n = target.len() / 3;
    let masses = world.mass().lumped().expect("lumped by default").masses();
    let mass = DMatrix::from_fn(n, n, |i, j| if i == j { masses[i] / (h * h) } else { 0.0 });
    let lu = (&mass + l).lu();
    let y = DMatrix::from_row_slice(n, 3, target);
    let mut x = target.to_vec();
    for _ in 0..iterations {
        let next = lu.solve(&(&mass * &y + rhs(&x))).expect("positive definite");
        x = next.transpose().as_slice().to_vec();
    }
    x
}

#[test]
fn springs_project_to_their_rest_length() {
    let n = 5;
    let rest: Vec<f64> = (0..3 * n).map(|i| (1.9 * i as f64).sin()).collect();
    let edges = vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2], [1, 3], [1, 4]];
    let mut network = springs::Springs::relaxed(&rest, edges, 400.0).unwrap();
    network.rest_length.iter_mut().for_each(|l| *l *= 0.8);
    network.stiffness[3] = 3000.0;
    let (links, stiffness, lengths) = (network.edges.clone(), network.stiffness.clone(), network.rest_length.clone());
    let terms = vec![springs::springs("net", n, network).unwrap()];
    let parts = Parts {
        rest: rest.clone(),
        point_masses: vec![0.3; n],
        tet_masses: vec![],
        consistent: false,
        held: vec![],
        terms,
        impulses: vec![],
        barriers: Vec::new(),
    };
    let world = World::new(parts).unwrap();
    let velocity: Vec<f64> = (0..3 * n).map(|i| 3.0 * (0.7 * i as f64).cos()).collect();
    let s = world.restrict(0.0, &rest, &velocity);
    let (h, mut l) = (0.03, DMatrix::zeros(n, n));
    for (edge, k) in links.iter().zip(&stiffness) {
        let [a, b] = edge.map(|v| v as usize);
        for (i, j, w) in [(a, a, *k), (b, b, *k), (a, b, -k), (b, a, -k)] {
            l[(i, j)] += w;
        }
    }
    let projections = |x: &[f64]| {
        let mut jp = DMatrix::zeros(n, 3);
        for ((edge, k), length) in links.iter().zip(&stiffness).zip(&lengths) {
            let p = (point(x, edge[1]) - point(x, edge[0])).normalize() * *length;
            for c in 0..3 {
                jp[(edge[0] as usize, c)] -= k * p[c];
                jp[(edge[1] as usize, c)] += k * p[c];
            }
        }
        jp
    };
    let stage = stage(&s, h);
    for iterations in [1, 2, 7] {
        let expected = literal(&world, &l, &stage.target, h, iterations, projections);
        let error = crate::running::distance(&iterate(&world, &stage, iterations), &expected);
        // The factor is in single precision, so an iteration is right to seven digits of its step (0.3 m here).
        assert!(error < 1e-6, "{iterations}: {error:e}");
    }
}

#[test]
fn tets_project_to_rotations() {
    let body = Body { speed: 4.0, shift: 0.06, ..Body::block("arap", 1e4, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]) };
    let (rest, tets) = (body.rest.clone(), body.tets.clone());
    let (world, s) = body.build();
    let w = 1e4 / 1.3;
    let l = laplacian(&rest, &tets, w);
    assert!((dense(&world, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }) - &l).amax() < 1e-12 * l.amax());
    let edges = |x: &[f64], t: &[u32; 4]| Matrix3::from_columns(&[1, 2, 3].map(|a| point(x, t[a]) - point(x, t[0])));
    let mut inverted = 0;
    let projections = |x: &[f64], inverted: &mut usize| {
        let mut jp = DMatrix::zeros(rest.len() / 3, 3);
        for tet in &tets {
            let dm = edges(&rest, tet);
            let (inverse, volume) = (dm.try_inverse().expect("sound"), dm.determinant().abs() / 6.0);
            let f = edges(x, tet) * inverse;
            let SVD { u, v_t, singular_values, .. } = f.svd(true, true);
            let (mut u, v_t) = (u.expect("asked for"), v_t.expect("asked for"));
            if f.determinant() < 0.0 {
                // The nearest rotation: the smallest singular value turns its sign.
                *inverted += 1;
                let smallest = singular_values.imin();
                u.column_mut(smallest).neg_mut();
            }
            let rotation = u * v_t * (inverse.transpose() * (w * volume));
            for a in 1..4 {
                for c in 0..3 {
                    jp[(tet[a] as usize, c)] += rotation[(c, a - 1)];
                    jp[(tet[0] as usize, c)] -= rotation[(c, a - 1)];
                }
            }
        }
        jp
    };
    let stage = stage(&s, 0.03);
    for iterations in [1, 2, 7] {
        let cell = std::cell::RefCell::new(&mut inverted);
        let expected = literal(&world, &l, &stage.target, 0.03, iterations, |x| projections(x, &mut cell.borrow_mut()));
        let error = crate::running::distance(&iterate(&world, &stage, iterations), &expected);
        assert!(error < 1e-6, "{iterations}: {error:e}");
    }
    assert!(inverted > 0, "the start is wild enough to turn tets inside out");
}
