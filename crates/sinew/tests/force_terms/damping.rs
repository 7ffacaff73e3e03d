//! Damping: takes energy, leaves alone what it must leave alone, and the misprint that does not.

use sinew::mechanics::check::{Sample, discrepancy};
use sinew::mechanics::{Mass, Role, Vec3};
use sinew::models::damping;
use sinew::models::springs::{self, Springs};
use sinew_math::parallel::dot;

use crate::support::*;
use crate::zoo::{TETS, VERTICES, masses, rest, states, zoo};

#[test]
fn damping_against_still_things_never_gives_energy() {
    for case in zoo().into_iter().filter(|c| c.term.role() == Role::Damping) {
        for s in &case.states {
            let work = dot(&force(case.term.as_ref(), s), &s.v);
            assert!(work - case.term.energy_rate(&s.at()) <= 0.0, "{}", case.name);
        }
    }
}

#[test]
fn rayleigh_is_alpha_m_plus_beta_k_at_rest() {
    let (rest, mass) = (rest(), masses());
    let relaxed = Springs::relaxed(&rest, springs::tet_edges(&TETS), 60.0).unwrap();
    let mut elastic = [
        springs::springs("net", VERTICES, relaxed).unwrap(),
        springs::altitude("altitudes", &rest, &TETS, 90.0).unwrap(),
    ];
    let term = damping::rayleigh("rayleigh", 0.7, 0.05, &mass, &mut elastic, &rest).unwrap();
    let at_rest = Sample { t: 0.0, v: vec![0.0; rest.len()], x: rest };
    for s in states() {
        let mut expected = vec![0.0; s.v.len()];
        mass.apply(&s.v, &mut expected);
        expected.iter_mut().for_each(|f| *f *= -0.7);
        for part in &elastic {
            let k = stiffness_product(part.as_ref(), &at_rest, &s.v);
            expected.iter_mut().zip(k).for_each(|(f, k)| *f -= 0.05 * k);
        }
        let off = discrepancy(&force(term.as_ref(), &s), &expected, 0.0);
        assert!(off < 1e-14, "{off:e}");
    }
}

#[test]
fn drag_is_proportional_to_consistent_mass_as_well() {
    let tets: Vec<_> = TETS.iter().map(|t| (*t, 0.6)).collect();
    let pairs = springs::tet_edges(&TETS).into_iter().map(|[a, b]| (a, b));
    let pattern = std::sync::Arc::new(sinew_math::sparse::Pattern::new(VERTICES, pairs));
    let everyone: Vec<u32> = (0..VERTICES as u32).collect();
    let mass = Mass::consistent(pattern, &everyone, &[0.1; VERTICES], &tets);
    let term = damping::drag("drag", 2.0, &mass).unwrap();
    let s = &states()[2];
    let mut expected = vec![0.0; s.v.len()];
    mass.apply(&s.v, &mut expected);
    expected.iter_mut().for_each(|f| *f *= -2.0);
    assert!(discrepancy(&force(term.as_ref(), s), &expected, 0.0) < 1e-14);
}

fn rigid_motion(x: &[f64]) -> Vec<f64> {
    let (velocity, spin) = (Vec3::new(0.3, -1.0, 2.0), Vec3::new(1.0, 2.0, -0.7));
    (0..x.len() / 3).flat_map(|i| <[f64; 3]>::from(velocity + spin.cross(&point(x, i)))).collect()
}

#[test]
fn rigid_motion_is_not_damped() {
    for name in ["spring dashpots", "rigid-preserving damping"] {
        let case = zoo().into_iter().find(|c| c.name == name).expect("it is in the zoo");
        for mut s in case.states.clone() {
            let usual = dot(&force(case.term.as_ref(), &s), &s.v).abs();
            s.v = rigid_motion(&s.x);
            let f = force(case.term.as_ref(), &s);
            assert!(f.iter().all(|f| f.abs() < 1e-12 * usual.max(1.0)), "{name}: {f:?}");
        }
    }
    // Constant Rayleigh damping is different: it brakes turning bodies.
    let case = zoo().into_iter().find(|c| c.name == "rayleigh").expect("it is in the zoo");
    let mut s = case.states[0].clone();
    s.v = rigid_motion(&s.x);
    assert!(dot(&force(case.term.as_ref(), &s), &s.v) < -1.0);
}

#[test]
fn rigid_preserving_damping_works_for_points_and_lines() {
    for count in [1, 2, 5] {
        let mass = Mass::from_masses((0..count).map(|i| 1.0 + i as f64).collect());
        let term = damping::rigid_preserving("rope", 3.0, &mass).unwrap();
        let x: Vec<f64> = (0..count).flat_map(|i| [0.3 * i as f64, 0.1 - 0.2 * i as f64, 0.4 * i as f64]).collect();
        let s = Sample { t: 0.0, v: rigid_motion(&x), x: x.clone() };
        assert!(force(term.as_ref(), &s).iter().all(|f| f.abs() < 1e-13), "{count} vertices");
        let s = Sample { t: 0.0, v: Random(3).vector(3 * count), x };
        let f = force(term.as_ref(), &s);
        assert!(f.iter().all(|f| f.is_finite()));
        if count > 1 {
            let (linear, angular) = net(&s.x, &f);
            assert!(linear < 1e-13 && angular < 1e-13);
        }
    }
}

/// Printed eq. 32 of Dinev et al. 2018, dv_i = v_i - v_cm + w x r_i, against the corrected sign in brackets.
#[test]
fn the_printed_sign_of_rigid_preserving_damping_changes_angular_momentum() {
    let masses = masses().vertex_masses();
    let s = &states()[2];
    let total: f64 = masses.iter().sum();
    let mean = |a: &[f64]| (0..VERTICES).map(|i| point(a, i) * masses[i]).sum::<Vec3>() / total;
    let (center, velocity) = (mean(&s.x), mean(&s.v));
    let mut inertia = sinew::mechanics::Mat3::zeros();
    let mut momentum = Vec3::zeros();
    for (i, m) in masses.iter().enumerate() {
        let r = point(&s.x, i) - center;
        inertia += (r.cross_matrix().transpose() * r.cross_matrix()) * *m;
        momentum += r.cross(&point(&s.v, i)) * *m;
    }
    let spin = inertia.try_inverse().expect("eight vertices in space") * momentum;
    // Change of angular momentum by v <- v - k dv, relative to the momentum, k = 1.
    let lost = |sign: f64| {
        let change: Vec3 = (0..VERTICES)
            .map(|i| {
                let r = point(&s.x, i) - center;
                r.cross(&(point(&s.v, i) - velocity + spin.cross(&r) * sign)) * masses[i]
            })
            .sum();
        change.norm() / momentum.norm()
    };
    assert!(lost(-1.0) < 1e-14, "corrected: {:e}", lost(-1.0));
    assert!((lost(1.0) - 2.0).abs() < 1e-12, "printed: {:e}", lost(1.0));
}
