//! Every material of the catalog, at rest, turned, stretched, squeezed, flat and inside out.

use nalgebra::{DMatrix, SymmetricEigen};
use sinew::mechanics::check::{self, discrepancy};
use sinew::mechanics::{Mat3, Vec3};
use sinew::models::solids::materials::CATALOG;

use crate::common::*;

#[test]
fn forces_and_tangents_are_derivatives() {
    let mesh = cube();
    let mut random = Random(3);
    for entry in CATALOG {
        let term = term(entry, &mesh);
        for (name, x, anywhere) in states(&mesh.0) {
            if entry.name == "neo-hookean" && !anywhere {
                continue;
            }
            let dx = random.vector(x.len());
            let s = sample(x);
            // Where the force vanishes there is nothing to compare it with.
            if force(&*term, &s.x).iter().any(|f| f.abs() > 1e-6 * STIFFNESS) {
                let error = check::force_against_energy(&*term, &s, &dx, 1e-5);
                assert!(error < 1e-8, "{} {name}: force {error:.1e}", entry.name);
            }
            let error = check::stiffness_against_force(&*term, &s, &dx, 1e-6);
            assert!(error < 1e-7, "{} {name}: stiffness {error:.1e}", entry.name);
        }
    }
}

#[test]
fn the_assembled_tangent_is_the_product() {
    let mesh = cube();
    let mut random = Random(4);
    for entry in CATALOG {
        let term = term(entry, &mesh);
        for (name, x, _) in states(&mesh.0) {
            let dx = random.vector(x.len());
            let mut product = vec![0.0; x.len()];
            term.add_stiffness_product(&sample(x.clone()).at(), &dx, &mut product);
            let assembled = tangent(entry, &mesh, &x, false) * nalgebra::DVector::from_column_slice(&dx);
            let error = discrepancy(&product, assembled.as_slice(), 0.0);
            assert!(error < 1e-12, "{} {name}: {error:.1e}", entry.name);
        }
    }
}

#[test]
fn projected_tangents_are_positive_and_true_where_that_is_positive() {
    let mesh = corner_tet();
    let mut random = Random(6);
    let (mut kept, mut changed) = ([0; 6], [0; 6]);
    for (m, entry) in CATALOG.iter().enumerate() {
        let named = states(&mesh.0).into_iter().map(|(_, x, _)| x);
        let mut random_states: Vec<Vec<f64>> = Vec::new();
        for k in 0..100 {
            let f = Mat3::identity() + random.matrix() * (0.02 * k as f64);
            random_states.push(mapped(&mesh.0, &(random.rotation() * f)));
        }
        for x in named.chain(random_states) {
            let (truth, projected) = (tangent(entry, &mesh, &x, false), tangent(entry, &mesh, &x, true));
            let scale = truth.norm();
            let lowest = |a: &DMatrix<f64>| SymmetricEigen::new(a.clone()).eigenvalues.min();
            assert!(scale.is_finite() && lowest(&projected) > -1e-12 * scale, "{}", entry.name);
            // It differs by what it lifts.
            assert!(lowest(&(&projected - &truth)) > -1e-12 * scale, "{}", entry.name);
            if lowest(&truth) > -1e-13 * scale {
                assert!((&projected - &truth).norm() < 1e-12 * scale, "{}", entry.name);
                kept[m] += 1;
            } else {
                changed[m] += 1;
            }
        }
    }
    // Both cases were met; the linear tangent is always positive.
    assert!(kept.iter().all(|n| *n > 5), "{kept:?}");
    assert!(changed[0] == 0 && changed[1..].iter().all(|n| *n > 5), "{changed:?}");
}

#[test]
fn rigid_motion_costs_nothing() {
    let mesh = cube();
    let mut random = Random(7);
    for entry in CATALOG.iter().filter(|e| e.name != "linear") {
        let term = term(entry, &mesh);
        for _ in 0..10 {
            let shift = Vec3::new(random.next(), random.next(), random.next());
            let x: Vec<f64> = mapped(&mesh.0, &random.rotation())
                .chunks(3)
                .flat_map(|p| [p[0] + shift.x, p[1] + shift.y, p[2] + shift.z])
                .collect();
            let f = force(&*term, &x);
            // Rounding of coordinates near 1 acts like a strain of 1e-16 or so; its energy is its square.
            assert!(f.iter().all(|f| f.abs() < 1e-14 * STIFFNESS), "{} {f:?}", entry.name);
            assert!(energy(&*term, &x).abs() < 1e-28 * STIFFNESS, "{} {:e}", entry.name, energy(&*term, &x));
        }
    }
}

#[test]
fn a_turned_body_feels_turned_forces() {
    let mesh = cube();
    let mut random = Random(8);
    for entry in CATALOG.iter().filter(|e| e.name != "linear") {
        let term = term(entry, &mesh);
        for (name, x, _) in states(&mesh.0) {
            let turn = random.rotation();
            let (a, b) = (mapped(&force(&*term, &x), &turn), force(&*term, &mapped(&x, &turn)));
            let error = discrepancy(&a, &b, 1e-2 * STIFFNESS);
            assert!(error < 1e-12, "{} {name}: {error:.1e}", entry.name);
        }
    }
}

#[test]
fn small_strains_have_young_and_poisson() {
    let mesh = corner_tet();
    let e = 1e-7;
    for entry in CATALOG {
        // ARAP has Poisson's ratio 0 and Young's modulus 2 mu.
        let (young, poisson) = match entry.name {
            "arap" => (YOUNG / (1.0 + POISSON), 0.0),
            _ => (YOUNG, POISSON),
        };
        let term = term(entry, &mesh);
        let lateral = 1.0 - poisson * e;
        let x = mapped(&mesh.0, &Mat3::from_diagonal(&Vec3::new(1.0 + e, lateral, lateral)));
        let f = force(&*term, &x);
        // The face opposite vertex a has area 1/2, and a third of its traction acts on each vertex: f_a = -P e_a/6.
        let (along, across) = (-6.0 * f[3] / e, -6.0 * f[7] / e);
        assert!((along / young - 1.0).abs() < 1e-6, "{}: {along}", entry.name);
        assert!((across / young).abs() < 1e-6, "{}: {across}", entry.name);
        let stored = energy(&*term, &x) / (young * e * e / 12.0);
        assert!((stored - 1.0).abs() < 1e-6, "{}: energy {stored}", entry.name);
    }
}

#[test]
fn tangents_at_rest_are_those_of_linear_elasticity() {
    let mesh = cube();
    let linear = tangent(&CATALOG[0], &mesh, &mesh.0, false);
    for entry in CATALOG.iter().filter(|e| e.name != "arap") {
        let k = tangent(entry, &mesh, &mesh.0, false);
        assert!((&k - &linear).norm() < 1e-13 * linear.norm(), "{}", entry.name);
    }
}

#[test]
fn force_differences_of_close_states_keep_their_digits() {
    let mesh = cube();
    let mut random = Random(9);
    for entry in CATALOG {
        let term = term(entry, &mesh);
        for (name, x, anywhere) in states(&mesh.0) {
            if entry.name == "neo-hookean" && !anywhere {
                continue;
            }
            let a = sample(x);
            let b = a.moved(1e-9, &random.vector(a.x.len()));
            // The displacement as stored, so that only the method's own error is seen.
            let dx: Vec<f64> = a.x.iter().zip(&b.x).map(|(a, b)| a - b).collect();
            let (mut expected, mut difference) = (vec![0.0; dx.len()], vec![0.0; dx.len()]);
            term.add_stiffness_product(&a.at(), &dx, &mut expected);
            term.add_force_difference(&a.at(), &b.at(), &mut difference);
            // What remains is curvature, 1e-9 times the ratio of second to first derivative.
            let error = discrepancy(&difference, &expected, 0.0);
            assert!(error < 2e-8, "{} {name}: {error:.1e}", entry.name);
            // Far states agree with the plain difference.
            let far = a.moved(0.05, &random.vector(a.x.len()));
            let error = check::force_difference(&*term, &a, &far);
            assert!(error < 1e-12, "{} {name}: far {error:.1e}", entry.name);
            let near = a.moved(2e-4, &random.vector(a.x.len()));
            let error = check::force_difference(&*term, &a, &near);
            assert!(error < 1e-10, "{} {name}: near {error:.1e}", entry.name);
        }
    }
}

#[test]
fn a_collapsed_neo_hookean_tet_has_infinite_energy_and_a_force_that_opens_it() {
    let mesh = corner_tet();
    let entry = CATALOG.iter().find(|e| e.name == "neo-hookean").unwrap();
    let term = term(entry, &mesh);
    for z in [0.0, -1e-3, -0.5] {
        let x = mapped(&mesh.0, &Mat3::from_diagonal(&Vec3::new(1.0, 0.9, z)));
        assert_eq!(energy(&*term, &x), f64::INFINITY);
        let f = force(&*term, &x);
        assert!(f.iter().all(|f| f.is_finite()));
        // The fourth vertex is pushed up, out of the inversion.
        assert!(f[11] > 0.0, "{z}: {f:?}");
        assert!(tangent(entry, &mesh, &x, true).iter().all(|k| k.is_finite()));
    }
    let x = mapped(&mesh.0, &Mat3::zeros());
    assert!(force(&*term, &x).iter().all(|f| f.is_finite()));
}

#[test]
fn points_and_lines_give_finite_numbers() {
    let mesh = corner_tet();
    for entry in CATALOG {
        let term = term(entry, &mesh);
        for f in [Mat3::zeros(), Mat3::from_diagonal(&Vec3::new(1.0, 0.0, 0.0)), Mat3::from_diagonal_element(-1.0)] {
            let x = mapped(&mesh.0, &f);
            assert!(force(&*term, &x).iter().all(|f| f.is_finite()), "{}", entry.name);
            for projected in [true, false] {
                let k = tangent(entry, &mesh, &x, projected);
                assert!(k.iter().all(|k| k.is_finite()), "{} {f}", entry.name);
            }
        }
    }
}
