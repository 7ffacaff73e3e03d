//! Stiffness warping per tet and per vertex: derivatives, rigid motion, and what nodal warping breaks.

use nalgebra::SymmetricEigen;
use sinew::mechanics::check::{self, Sample, discrepancy};
use sinew::mechanics::{ForceTerm, Mat3, MechanicalSystem, State, Vec3};
use sinew::models::solids::materials::CATALOG;
use sinew::models::solids::{Lame, warped};

use crate::common::*;

fn lame() -> Lame {
    Lame::from_young(YOUNG, POISSON).unwrap()
}

fn element() -> Box<dyn ForceTerm> {
    let (rest, tets) = cube();
    warped::element("element", lame(), &rest, &tets).unwrap()
}

fn nodal() -> Box<dyn ForceTerm> {
    let (rest, tets) = cube();
    warped::nodal("nodal", lame(), &rest, &tets).unwrap()
}

/// States in which the rotations are unique.
fn bent() -> Vec<(&'static str, Sample)> {
    let mut random = Random(29);
    let all = states(&cube().0).into_iter().filter(|(_, _, anywhere)| *anywhere);
    all.map(|(name, x, _)| (name, Sample { t: 0.0, v: random.vector(x.len()), x })).collect()
}

#[test]
fn element_warping_is_the_corotated_law() {
    let mesh = cube();
    let corotated = term(CATALOG.iter().find(|e| e.name == "corotated").unwrap(), &mesh);
    for (name, x, _) in states(&mesh.0) {
        let (a, b) = (force(&*element(), &x), force(&*corotated, &x));
        assert!(discrepancy(&a, &b, 1e-2 * STIFFNESS) < 1e-13, "{name}");
    }
}

#[test]
fn element_warping_has_a_potential_and_true_products() {
    let mut random = Random(31);
    for (name, s) in bent() {
        let dx = random.vector(24);
        if force(&*element(), &s.x).iter().any(|f| f.abs() > 1e-6 * STIFFNESS) {
            let error = check::force_against_energy(&*element(), &s, &dx, 1e-5);
            assert!(error < 1e-8, "{name} {error:e}");
        }
        let error = check::stiffness_against_force(&*element(), &s, &dx, 1e-6);
        assert!(error < 1e-7, "{name} {error:e}");
    }
}

#[test]
fn warped_tangents_are_the_linear_one_turned() {
    let (rest, _) = cube();
    let linear = tangent(&CATALOG[0], &cube(), &rest, false);
    let turn = Random(37).rotation();
    let turned = {
        let blocks = nalgebra::DMatrix::from_fn(24, 24, |r, c| if r / 3 == c / 3 { turn[(r % 3, c % 3)] } else { 0.0 });
        &blocks * &linear * blocks.transpose()
    };
    for term in [element as fn() -> _, nodal] {
        let world = world(&rest, term());
        let s = sample(mapped(&rest, &turn));
        let error = (dense(&world, &s, 1.0, 0.0, true) - &turned).norm() / linear.norm();
        assert!(error < 1e-13, "{error:e}");
        for (name, s) in bent() {
            let k = dense(&world, &s, 1.0, 0.0, true);
            assert!(SymmetricEigen::new(k.clone()).eigenvalues.min() > -1e-12 * k.norm(), "{name}");
        }
    }
}

#[test]
fn rigid_motion_costs_nothing() {
    let (rest, _) = cube();
    let mut random = Random(41);
    for term in [element(), nodal()] {
        for _ in 0..5 {
            let far = 3.0 * random.next();
            let x: Vec<f64> = mapped(&rest, &random.rotation()).iter().map(|x| x + far).collect();
            // Coordinates of size 4 carry rounding errors of 4e-16.
            assert!(force(&*term, &x).iter().all(|f| f.abs() < 1e-13 * STIFFNESS), "{}", term.name());
            assert!(energy(&*term, &x) < 1e-26 * STIFFNESS);
        }
    }
}

#[test]
fn nodal_warping_does_not_depend_on_the_origin() {
    for (name, s) in bent() {
        let moved: Vec<f64> = s.x.iter().enumerate().map(|(i, x)| x + [8.0, -4.0, 16.0][i % 3]).collect();
        let error = discrepancy(&force(&*nodal(), &s.x), &force(&*nodal(), &moved), 1e-2 * STIFFNESS);
        assert!(error < 1e-12, "{name} {error:e}");
    }
}

/// The formula as printed, -R K (R^T x - x0) with global positions, feels where the origin is.
#[test]
fn the_printed_nodal_form_depends_on_the_origin() {
    let (rest, tets) = cube();
    let k = tangent(&CATALOG[0], &cube(), &rest, false);
    let term = warped::NodalWarping::new("nodal", lame(), &rest, &tets).unwrap();
    let (_, s) = bent().into_iter().find(|(name, _)| *name == "turned and random").unwrap();
    let printed = |shift: f64| {
        let x: Vec<f64> = s.x.iter().map(|x| x + shift).collect();
        let turns = term.rotations(&x);
        let rotate = |x: &[f64], f: &dyn Fn(&Mat3) -> Mat3| -> Vec<f64> {
            x.chunks(3).zip(&turns).flat_map(|(p, r)| (f(r) * Vec3::from_column_slice(p)).data.0[0]).collect()
        };
        let u: Vec<f64> = rotate(&x, &|r| r.transpose()).iter().zip(&rest).map(|(a, b)| a - b).collect();
        let ku = &k * nalgebra::DVector::from_vec(u);
        rotate(ku.as_slice(), &|r| -*r)
    };
    // Near the origin it is close to ours; a metre away it is another force.
    assert!(discrepancy(&printed(0.0), &printed(1.0), 0.0) > 0.1);
}

#[test]
fn nodal_products_are_derivatives_and_differences_keep_their_digits() {
    let mut random = Random(43);
    for (name, s) in bent() {
        let error = check::stiffness_against_force(&*nodal(), &s, &random.vector(24), 1e-6);
        assert!(error < 1e-7, "{name} {error:e}");
        let b = s.moved(1e-9, &random.vector(24));
        let dx: Vec<f64> = s.x.iter().zip(&b.x).map(|(a, b)| a - b).collect();
        let (mut expected, mut difference) = (vec![0.0; 24], vec![0.0; 24]);
        nodal().add_stiffness_product(&s.at(), &dx, &mut expected);
        nodal().add_force_difference(&s.at(), &b.at(), &mut difference);
        assert!(discrepancy(&difference, &expected, 0.0) < 2e-8, "{name}");
        assert!(check::force_difference(&*nodal(), &s, &s.moved(0.05, &random.vector(24))) < 1e-12, "{name}");
    }
}

#[test]
fn the_defect_is_what_the_energy_does_not_explain() {
    let mut random = Random(47);
    for (name, s) in bent() {
        let dx = random.vector(24);
        let eps = 1e-5;
        let slope = (energy(&*nodal(), &s.moved(eps, &dx).x) - energy(&*nodal(), &s.moved(-eps, &dx).x)) / (2.0 * eps);
        let f = force(&*nodal(), &s.x);
        let mut defect = vec![0.0; 24];
        nodal().add_defect(&s.at(), &mut defect);
        let work = |f: &[f64]| f.iter().zip(&dx).map(|(f, d)| f * d).sum::<f64>();
        let error = (work(&f) + slope - work(&defect)).abs();
        assert!(error < 1e-8 * STIFFNESS, "{name} {error:e}");
    }
}

#[test]
fn the_ledger_of_nodal_warping_is_closed() {
    let (rest, _) = cube();
    let world = world(&rest, nodal());
    for (name, s) in bent() {
        let state = State { t: 0.0, x: s.x.clone(), v: s.v.clone() };
        let (mut f, mut rest_of_f) = (vec![0.0; 24], vec![0.0; 24]);
        world.force(&state, &mut f);
        assert!(world.nonconservative_force(&state, &mut rest_of_f) && world.is_open());
        // d(total)/dt of the exact motion with unit masses, by a short explicit step each way.
        let eps = 1e-6;
        let total = |h: f64| {
            let x = s.x.iter().zip(&s.v).map(|(x, v)| x + h * v).collect();
            let v = s.v.iter().zip(&f).map(|(v, f)| v + h * f).collect();
            world.energy(&State { t: 0.0, x, v }).total()
        };
        let rate = (total(eps) - total(-eps)) / (2.0 * eps);
        let injected = world.powers(&state, None).injected;
        assert!((rate - injected).abs() < 1e-6 * STIFFNESS, "{name} {rate} {injected}");
    }
}

/// Errata of the paper: nodal warping is no gradient field and violates Newton's third law.
#[test]
fn nodal_warping_pushes_itself_and_element_warping_does_not() {
    let (_, s) = bent().into_iter().find(|(name, _)| *name == "turned and random").unwrap();
    let net = |term: &dyn ForceTerm| {
        let f = force(term, &s.x);
        let sum: Vec3 = f.chunks(3).map(Vec3::from_column_slice).sum();
        sum.norm() / f.iter().map(|f| f * f).sum::<f64>().sqrt()
    };
    assert!(net(&*element()) < 1e-14);
    assert!(net(&*nodal()) > 1e-3, "{}", net(&*nodal()));
}
