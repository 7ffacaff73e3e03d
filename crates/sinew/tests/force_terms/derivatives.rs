//! Force against energy, tangents against force, rates against time, over the zoo.

use sinew::mechanics::check::{self, Sample, discrepancy};
use sinew::models::springs;
use sinew_math::parallel::norm;

use crate::support::*;
use crate::zoo::{TETS, VERTICES, rest, zoo};

/// Central differences with this step leave about 1e-10 of rounding and 1e-12 of curvature.
const STEP: f64 = 1e-6;
/// The largest value measured over the zoo is 5e-9.
const BOUND: f64 = 1e-7;

fn quiet(values: &[f64]) -> bool {
    values.iter().all(|x| *x == 0.0)
}

#[test]
fn force_stiffness_and_damping_are_derivatives() {
    let mut random = Random(17);
    let mut largest = 0.0f64;
    for case in zoo() {
        for (k, s) in case.states.iter().enumerate() {
            let (dx, dv) = (random.vector(s.x.len()), random.vector(s.x.len()));
            let term = case.term.as_ref();
            let mut seen = |what: &str, value: f64| {
                largest = largest.max(value);
                assert!(value < BOUND, "{} state {k}: {what} is off by {value:e}", case.name);
            };
            if quiet(&force(term, s)) {
                continue;
            }
            if term.role().has_potential() {
                seen("force", check::force_against_energy(term, s, &dx, STEP));
            }
            seen("stiffness", check::stiffness_against_force(term, s, &dx, STEP));
            seen("damping", check::damping_against_force(term, s, &dv, STEP));
            assert_eq!(term.damped(), !quiet(&damping_product(term, s, &dv)), "{}", case.name);
        }
    }
    println!("largest discrepancy {largest:e}");
}

#[test]
fn stiffness_at_rest_is_a_derivative() {
    let rest = rest();
    let relaxed = springs::Springs::relaxed(&rest, springs::tet_edges(&TETS), 60.0).unwrap();
    let terms = [
        springs::springs("net", VERTICES, relaxed).unwrap(),
        springs::altitude("altitudes", &rest, &TETS, 80.0).unwrap(),
    ];
    let s = Sample { t: 0.0, v: vec![0.0; rest.len()], x: rest };
    for term in terms {
        let off = check::stiffness_against_force(term.as_ref(), &s, &Random(43).vector(s.x.len()), STEP);
        assert!(off < 1e-9, "{}: {off:e}", term.name());
    }
}

#[test]
fn rates_are_derivatives_in_time() {
    let mut largest = 0.0f64;
    for case in zoo() {
        for (k, s) in case.states.iter().enumerate() {
            let term = case.term.as_ref();
            let f = force(term, s);
            if !term.time_dependent() {
                assert_eq!(f, force(term, &s.later(0.3)), "{}", case.name);
                continue;
            }
            if quiet(&f) {
                continue;
            }
            let off = check::rate_against_force(term, s, STEP);
            largest = largest.max(off);
            assert!(off < BOUND, "{} state {k}: force rate is off by {off:e}", case.name);
            if term.role().has_potential() {
                let (before, after) = (term.energy(&s.later(-STEP).at()), term.energy(&s.later(STEP).at()));
                let slope = (after - before) / (2.0 * STEP);
                let off = (slope - term.energy_rate(&s.at())).abs() / norm(&f);
                largest = largest.max(off);
                assert!(off < BOUND, "{} state {k}: energy rate is off by {off:e}", case.name);
            }
        }
    }
    println!("largest discrepancy {largest:e}");
}

#[test]
fn assembled_tangents_are_the_products_or_stated_stand_ins() {
    let mut random = Random(19);
    for mut case in zoo() {
        for s in &case.states {
            let dx = random.vector(s.x.len());
            let column = nalgebra::DVector::from_column_slice(&dx);
            let k = dense(case.term.as_mut(), s, 1.0, 0.0, false) * &column;
            let d = dense(case.term.as_mut(), s, 0.0, 1.0, false) * &column;
            let both = dense(case.term.as_mut(), s, 2.0, 3.0, false) * &column;
            assert!((&k * 2.0 + &d * 3.0 - both).norm() <= 1e-12 * (k.norm() + d.norm()), "{}", case.name);
            let exact = case.exact_stiffness && case.exact_damping;
            assert_eq!(case.term.tangent_is_exact(), exact, "{}: what it says of its tangent", case.name);
            if case.exact_stiffness {
                let off = discrepancy(k.as_slice(), &stiffness_product(case.term.as_ref(), s, &dx), 0.0);
                assert!(off < 1e-12, "{}: assembled stiffness off by {off:e}", case.name);
            } else if k.norm() > 0.0 {
                // A stand-in that is not zero is the symmetric part of the truth.
                let n = s.x.len();
                let mut truth = nalgebra::DMatrix::zeros(n, n);
                for c in 0..n {
                    let mut unit = vec![0.0; n];
                    unit[c] = 1.0;
                    truth.set_column(c, &nalgebra::DVector::from_vec(stiffness_product(case.term.as_ref(), s, &unit)));
                }
                let symmetric = (&truth + truth.transpose()) * 0.5 * &column;
                let off = discrepancy(k.as_slice(), symmetric.as_slice(), 0.0);
                assert!(off < 1e-12, "{}: stand-in off by {off:e}", case.name);
            }
            if case.exact_damping {
                let off = discrepancy(d.as_slice(), &damping_product(case.term.as_ref(), s, &dx), 0.0);
                assert!(off < 1e-12, "{}: assembled damping off by {off:e}", case.name);
            }
        }
    }
}

#[test]
fn projected_tangents_are_semidefinite_and_change_nothing_that_already_is() {
    let (mut changed, mut kept) = (0, 0);
    for mut case in zoo() {
        for s in &case.states {
            let plain = dense(case.term.as_mut(), s, 1.0, 0.0, false);
            let projected = dense(case.term.as_mut(), s, 1.0, 0.0, true);
            let low = lowest(&projected);
            assert!(low > -1e-14, "{}: lowest eigenvalue {low:e}", case.name);
            let damping = dense(case.term.as_mut(), s, 0.0, 1.0, false);
            assert!(lowest(&damping) > -1e-14, "{}", case.name);
            // The projection only adds: K+ - K is semidefinite.
            let added = &projected - &plain;
            assert!(lowest(&added) * added.norm() >= -1e-13 * projected.norm(), "{}", case.name);
            if (&projected - &plain).norm() > 1e-12 * plain.norm() { changed += 1 } else { kept += 1 }
        }
    }
    assert!(changed > 20 && kept > 20, "both kinds are tried: {changed} changed, {kept} kept");
}

#[test]
fn force_differences_do_not_cancel() {
    let mut random = Random(23);
    for case in zoo() {
        for pair in case.states.windows(2) {
            let off = check::force_difference(case.term.as_ref(), &pair[0], &pair[1]);
            assert!(off < 1e-11, "{}: difference of far states off by {off:e}", case.name);
        }
        // At a distance of 1e-10 a plain difference keeps about six digits; K dx + D dv is right to ten.
        let stiff = ["springs", "altitude", "attachments", "dashpots", "rayleigh", "drag"];
        if !stiff.iter().any(|s| case.name.contains(s)) {
            continue;
        }
        for a in &case.states {
            let (dx, dv) = (random.vector(a.x.len()), random.vector(a.x.len()));
            let b = a.moved(1e-10, &dx).pushed(1e-10, &dv);
            let change = |a: &[f64], b: &[f64]| b.iter().zip(a).map(|(b, a)| b - a).collect::<Vec<_>>();
            let k = stiffness_product(case.term.as_ref(), a, &change(&a.x, &b.x));
            let d = damping_product(case.term.as_ref(), a, &change(&a.v, &b.v));
            let expected: Vec<f64> = k.iter().zip(&d).map(|(k, d)| -k - d).collect();
            let mut out = vec![0.0; expected.len()];
            case.term.add_force_difference(&a.at(), &b.at(), &mut out);
            let off = discrepancy(&out, &expected, 0.0);
            assert!(off < 1e-8, "{}: difference of close states off by {off:e}", case.name);
        }
    }
}
