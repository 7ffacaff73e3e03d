//! The constant matrix against its definition, formed densely from positions alone.

use std::sync::Arc;

use nalgebra::{DMatrix, Matrix3, Matrix4};
use sinew::mechanics::*;
use sinew::models::forces::{Attachment, attachments};
use sinew::models::springs;
use sinew_math::sparse::ScalarMatrix;

use crate::problems::*;

const STIFFNESS: Weights = Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 };
const DAMPING: Weights = Weights { mass: 0.0, damping: 1.0, stiffness: 0.0 };

pub fn dense(world: &World, weights: Weights) -> DMatrix<f64> {
    let mut a = ScalarMatrix::new(world.pattern().clone());
    world.metric(weights, &mut a).expect("every force has one");
    let n = world.pattern().nodes();
    DMatrix::from_row_slice(n, n, &a.to_dense())
}

/// sum over tets of w vol G^T G with G the 3 x 4 gradients, from the inverse of the matrix of corners.
pub fn laplacian(rest: &[f64], tets: &[[u32; 4]], w: f64) -> DMatrix<f64> {
    let n = rest.len() / 3;
    let mut l = DMatrix::zeros(n, n);
    for tet in tets {
        // Rows (1, x, y, z) of the corners; column a of the inverse holds the coefficients of shape function a.
        let corners = Matrix4::from_fn(|a, c| if c == 0 { 1.0 } else { rest[3 * tet[a] as usize + c - 1] });
        let volume = corners.determinant().abs() / 6.0;
        let shape = corners.try_inverse().expect("the tets are sound");
        for a in 0..4 {
            for b in 0..4 {
                let dot: f64 = (1..4).map(|c| shape[(c, a)] * shape[(c, b)]).sum();
                l[(tet[a] as usize, tet[b] as usize)] += w * volume * dot;
            }
        }
    }
    l
}

fn close(a: &DMatrix<f64>, b: &DMatrix<f64>) {
    let error = (a - b).amax() / b.amax();
    assert!(error < 1e-13, "{error:e}");
}

#[test]
fn springs_weigh_k() {
    let edges = vec![[0, 1], [1, 2], [2, 0], [0, 3]];
    let rest: Vec<f64> = (0..12).map(|i| (1.3 * i as f64).sin()).collect();
    let mut network = springs::Springs::relaxed(&rest, edges.clone(), 3.0).unwrap();
    network.stiffness = vec![3.0, 5.0, 7.0, 11.0];
    network.cubic = vec![2.0; 4];
    let pull = Attachment {
        vertex: 2,
        point: [0.0; 3],
        motion: Arc::new(motion::Still),
        stiffness: 13.0,
        rest_length: 0.5,
        damping: 2.0,
    };
    let mut expected = DMatrix::zeros(4, 4);
    for (edge, k) in edges.iter().zip(&network.stiffness) {
        let [a, b] = edge.map(|v| v as usize);
        for (i, j, w) in [(a, a, *k), (b, b, *k), (a, b, -k), (b, a, -k)] {
            expected[(i, j)] += w;
        }
    }
    expected[(2, 2)] += 13.0;
    let terms = vec![springs::springs("net", 4, network).unwrap(), attachments("pull", 4, &[pull]).unwrap()];
    let parts = Parts {
        rest,
        point_masses: vec![1.0; 4],
        tet_masses: vec![],
        consistent: false,
        held: vec![],
        terms,
        impulses: vec![],
        barriers: Vec::new(),
    };
    close(&dense(&World::new(parts).unwrap(), STIFFNESS), &expected);
}

#[test]
fn tets_weigh_by_their_material_and_held_vertices_drop_out() {
    for material in ["arap", "corotated", "linear", "stvk", "neo-hookean", "stable-neo-hookean"] {
        let (young, poisson) = (1e4, 0.3);
        let body = Body::block(material, young, poisson, [0.6, 0.2, 0.3], [3, 1, 2]);
        let (rest, tets) = (body.rest.clone(), body.tets.clone());
        let mu = young / (2.0 * (1.0 + poisson));
        let lambda = 2.0 * mu * poisson / (1.0 - 2.0 * poisson);
        let share = match material {
            "arap" => 0.0,
            "corotated" | "linear" => 1.5,
            _ => 3.0,
        };
        let w = 2.0 * mu + share * lambda;
        let whole = laplacian(&rest, &tets, w);
        let (world, _) = body.clamp().build();
        let rows: Vec<usize> = world.free_vertices().iter().map(|v| *v as usize).collect();
        let free = DMatrix::from_fn(rows.len(), rows.len(), |i, j| whole[(rows[i], rows[j])]);
        let error = (dense(&world, STIFFNESS) - &free).amax() / free.amax();
        assert!(error < 1e-12, "{material}: {error:e}");
    }
}

#[test]
fn damping_and_mass_come_in_with_their_weights() {
    let block = || Body::block("arap", 1e4, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]);
    let body = block();
    let (rest, tets, masses) = (body.rest.clone(), body.tets.clone(), body.lumped());
    let mass = DMatrix::from_diagonal(&nalgebra::DVector::from_vec(masses));
    let mu = 1e4 / 2.6;
    close(&dense(&block().damped("drag").build().0, DAMPING), &(&mass * 3.0));
    let rayleigh = &mass * 1.5 + laplacian(&rest, &tets, 2.0 * mu) * 0.002;
    close(&dense(&block().damped("rayleigh").build().0, DAMPING), &rayleigh);
    close(&dense(&block().damped("strain-rate").build().0, DAMPING), &laplacian(&rest, &tets, 2.0 * 5.0 + 1.5 * 3.0));
    // Left to the residual, as in every scheme.
    assert_eq!(dense(&block().damped("rigid-preserving").build().0, DAMPING).amax(), 0.0);
    let weights = Weights { mass: 7.0, damping: 2.0, stiffness: 0.5 };
    let sum = &mass * 7.0 + rayleigh * 2.0 + laplacian(&rest, &tets, 2.0 * mu) * 0.5;
    close(&dense(&block().damped("rayleigh").build().0, weights), &sum);
}

/// Laws that say nothing get the scalars that just exceed their stiffness at rest.
#[test]
fn laws_without_a_word_of_their_own_get_dominating_scalars() {
    let (world, s) = Body::net(3, 50.0, 0.0).build();
    let metric = dense(&world, STIFFNESS);
    let mut tangent = sinew_math::sparse::BlockMatrix::new(world.pattern().clone());
    world.tangent(&s, STIFFNESS, true, &mut tangent);
    let n = world.dofs();
    let tangent = DMatrix::from_row_slice(n, n, &tangent.to_dense());
    let difference = metric.kronecker(&Matrix3::identity()) - &tangent;
    assert!(difference.symmetric_eigenvalues().min() > -1e-9 * tangent.amax());
}

/// A force of another kind.
struct Alien;

impl ForceTerm for Alien {
    fn name(&self) -> &str {
        "tentacles"
    }
    fn role(&self) -> Role {
        Role::Elastic
    }
    fn elements(&self) -> usize {
        0
    }
    fn couplings(&self, _visit: &mut dyn FnMut(u32, u32)) {}
    fn bind(&mut self, _free: &[u32], _pattern: &sinew_math::sparse::Pattern) {}
    fn add_force(&self, _at: &Configuration, _f: &mut [f64]) {}
    fn add_force_difference(&self, _a: &Configuration, _b: &Configuration, _out: &mut [f64]) {}
    fn add_stiffness_product(&self, _at: &Configuration, _dx: &[f64], _out: &mut [f64]) {}
    fn add_tangent(&self, _: &Configuration, _: f64, _: f64, _: bool, _: &mut sinew_math::sparse::BlockMatrix) {}
}

#[test]
fn a_force_without_a_constant_stiffness_is_refused_by_name() {
    let mut body = Body::net(3, 50.0, 0.0);
    body.terms.push(Box::new(Alien));
    let (mut world, mut s) = body.build();
    let before = s.clone();
    let error = crate::running::make("projective-dynamics", "").step(&mut world, &mut s, 0.01).unwrap_err();
    let sentence = error.to_string();
    assert!(sentence.contains("`tentacles`") && sentence.contains("`backward-euler`"), "{sentence}");
    assert_eq!(s, before);
}
