//! Lumped and consistent mass, and the frequency bound that rests on them.

use nalgebra::{DMatrix, SymmetricEigen};
use sinew::mechanics::{Held, Mass, MechanicalSystem, Parts, Vec3, Weights, World};
use sinew::models::solids::materials::CATALOG;
use sinew::models::solids::tet_volume;

use crate::common::*;

#[test]
fn consistent_mass_has_the_lumped_row_sums_and_is_positive_definite() {
    let (rest, tets) = cube();
    let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
    let density = 1000.0;
    let masses: Vec<([u32; 4], f64)> = tets.iter().map(|t| (*t, density * tet_volume(&t.map(point)))).collect();
    let total: f64 = masses.iter().map(|(_, m)| m).sum();
    let build = |consistent| {
        let parts = Parts {
            rest: rest.clone(),
            point_masses: vec![0.5; 8],
            tet_masses: masses.clone(),
            consistent,
            ..Parts::default()
        };
        World::new(parts).unwrap()
    };
    let (lumped, consistent) = (build(false), build(true));
    let sums = consistent.mass().vertex_masses();
    for (a, b) in sums.iter().zip(lumped.mass().vertex_masses()) {
        assert!((a - b).abs() < 1e-12 * total);
    }
    assert!((sums.iter().sum::<f64>() - (total + 4.0)).abs() < 1e-12 * total);
    assert!(matches!(consistent.mass(), Mass::Consistent(_)));
    let mut m = sinew_math::sparse::BlockMatrix::new(consistent.pattern().clone());
    consistent.mass().add_to(1.0, &mut m);
    let eigenvalues = SymmetricEigen::new(DMatrix::from_row_slice(24, 24, &m.to_dense())).eigenvalues;
    // At least a fifth of the lumped mass, as the frequency bound assumes.
    let lightest = sums.iter().cloned().fold(f64::INFINITY, f64::min);
    assert!(eigenvalues.min() > 0.2 * lightest, "{} {lightest}", eigenvalues.min());
    // A rigid translation has the kinetic energy of the whole mass.
    let v = vec![1.0; 24];
    assert!((consistent.mass().norm_squared(&v) - 3.0 * (total + 4.0)).abs() < 1e-11 * total);
}

#[test]
fn the_frequency_bound_is_one_and_not_far_off() {
    let mesh = cube();
    let point = |v: u32| Vec3::from_column_slice(&mesh.0[3 * v as usize..3 * v as usize + 3]);
    let masses: Vec<([u32; 4], f64)> = mesh.1.iter().map(|t| (*t, 1000.0 * tet_volume(&t.map(point)))).collect();
    let mut worst = [0.0f64; 2];
    for entry in CATALOG {
        for consistent in [false, true] {
            for held in [vec![], vec![0, 3, 5]] {
                let held: Vec<Held> = held
                    .into_iter()
                    .map(|vertex| Held { vertex, motion: std::sync::Arc::new(sinew::mechanics::motion::Still) })
                    .collect();
                let parts = Parts {
                    rest: mesh.0.clone(),
                    point_masses: vec![0.0; 8],
                    tet_masses: masses.clone(),
                    consistent,
                    held,
                    terms: vec![term(entry, &mesh)],
                    ..Parts::default()
                };
                let world = World::new(parts).unwrap();
                let n = world.dofs();
                for (_, x, anywhere) in states(&mesh.0) {
                    if !anywhere {
                        continue;
                    }
                    let s = world.restrict(0.0, &x, &[0.0; 24]);
                    let assembled = |mass: f64, stiffness: f64| {
                        let mut a = sinew_math::sparse::BlockMatrix::new(world.pattern().clone());
                        world.tangent(&s, Weights { mass, damping: 0.0, stiffness }, false, &mut a);
                        DMatrix::from_row_slice(n, n, &a.to_dense())
                    };
                    let root = assembled(1.0, 0.0).cholesky().unwrap().l().try_inverse().unwrap();
                    let scaled = &root * assembled(0.0, 1.0) * root.transpose();
                    let highest = SymmetricEigen::new(scaled).eigenvalues.max().sqrt();
                    let ratio = world.frequency_bound(&s) / highest;
                    assert!(ratio >= 1.0, "{} {consistent}: {ratio}", entry.name);
                    let w = &mut worst[consistent as usize];
                    *w = w.max(ratio);
                }
            }
        }
    }
    assert!(worst[0] < 2.5 && worst[1] < 2.5 * 5f64.sqrt(), "{worst:?}");
}
