//! Strain-rate damping: derivatives, positive dissipation, and nothing for rigid motion.

use nalgebra::SymmetricEigen;
use sinew::mechanics::check::{self, Sample};
use sinew::mechanics::{Configuration, ForceTerm, Vec3};
use sinew::models::damping::strain_rate_tets;
use sinew::models::solids::Lame;
use sinew::models::solids::materials::CATALOG;

use crate::common::*;

fn damping() -> Box<dyn ForceTerm> {
    let (rest, tets) = cube();
    strain_rate_tets("viscous", Lame::from_young(YOUNG, POISSON).unwrap(), &rest, &tets).unwrap()
}

fn moving() -> Vec<(&'static str, Sample)> {
    let mut random = Random(53);
    let all = states(&cube().0).into_iter();
    all.map(|(name, x, _)| (name, Sample { t: 0.0, v: random.vector(x.len()), x })).collect()
}

#[test]
fn products_are_derivatives_and_differences_are_differences() {
    let mut random = Random(59);
    for (name, s) in moving() {
        let d = random.vector(24);
        assert!(check::damping_against_force(&*damping(), &s, &d, 1e-3) < 1e-10, "{name}");
        assert!(check::stiffness_against_force(&*damping(), &s, &d, 1e-5) < 1e-9, "{name}");
        let b = s.moved(0.1, &d).pushed(0.3, &random.vector(24));
        assert!(check::force_difference(&*damping(), &s, &b) < 1e-12, "{name}");
    }
}

#[test]
fn the_matrix_is_positive_and_takes_energy_out() {
    let world = world(&cube().0, damping());
    for (name, s) in moving() {
        let d = dense(&world, &s, 0.0, 1.0, false);
        assert!(SymmetricEigen::new(d.clone()).eigenvalues.min() > -1e-12 * d.norm(), "{name}");
        let mut f = vec![0.0; 24];
        damping().add_force(&s.at(), &mut f);
        // The force is linear in velocity: f = -D v.
        let expected = -(d * nalgebra::DVector::from_column_slice(&s.v));
        assert!(check::discrepancy(&f, expected.as_slice(), 0.0) < 1e-12, "{name}");
        assert!(f.iter().zip(&s.v).map(|(f, v)| f * v).sum::<f64>() < 0.0, "{name}");
        // The assembled K is the symmetric part of the true one; the positive one is none.
        let k = dense(&world, &s, 1.0, 0.0, false);
        let dx = Random(61).vector(24);
        let mut product = vec![0.0; 24];
        damping().add_stiffness_product(&s.at(), &dx, &mut product);
        let quadratic: f64 = product.iter().zip(&dx).map(|(p, d)| p * d).sum();
        let dx = nalgebra::DVector::from_column_slice(&dx);
        assert!((dx.dot(&(&k * &dx)) - quadratic).abs() < 1e-12 * k.norm() * dx.norm_squared(), "{name}");
        assert_eq!(dense(&world, &s, 1.0, 0.0, true).norm(), 0.0);
    }
}

#[test]
fn near_rest_it_is_the_linear_stiffness() {
    let (rest, _) = cube();
    let world = world(&rest, damping());
    let k = tangent(&CATALOG[0], &cube(), &rest, false);
    let d = dense(&world, &sample(rest.clone()), 0.0, 1.0, false);
    assert!((d - &k).norm() < 1e-13 * k.norm());
}

#[test]
fn rigid_motion_is_not_damped() {
    for (name, s) in moving() {
        let (spin, drift) = (Vec3::new(3.0, -2.0, 5.0), Vec3::new(1.0, 2.0, 3.0));
        let velocity = |p: &[f64]| (spin.cross(&Vec3::from_column_slice(p)) + drift).data.0[0];
        let v: Vec<f64> = s.x.chunks(3).flat_map(velocity).collect();
        let mut f = vec![0.0; 24];
        damping().add_force(&Configuration { t: 0.0, x: &s.x, v: &v }, &mut f);
        let largest = f.iter().fold(0.0, |m: f64, f| m.max(f.abs()));
        // Against the force of a strain rate of the same size.
        assert!(largest < 1e-14 * spin.norm() * STIFFNESS, "{name} {largest:e}");
    }
}

#[test]
fn viscosities_that_give_energy_are_refused() {
    let (rest, tets) = cube();
    for (mu, lambda) in [(-1.0, 0.0), (1.0, -0.7), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
        let error = strain_rate_tets("viscous", Lame { mu, lambda }, &rest, &tets).err().unwrap();
        assert!(error.to_string().contains("mu >= 0"), "{error}");
    }
}
