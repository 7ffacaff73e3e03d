//! Springs: momentum, objectivity, rest, linear forms, bad input, threads.

use sinew::mechanics::Gauge;
use sinew::mechanics::check::{Sample, discrepancy};
use sinew::models::ModelError;
use sinew::models::springs::{self, Springs};

use crate::support::*;
use crate::zoo::{TETS, VERTICES, network, rest, states, zoo};

#[test]
fn internal_forces_keep_linear_and_angular_momentum() {
    let mut tried = 0;
    for case in zoo().into_iter().filter(|c| c.internal) {
        for s in &case.states {
            let f = force(case.term.as_ref(), s);
            if f.iter().all(|x| x.abs() < 1e-12) {
                continue;
            }
            let (linear, angular) = net(&s.x, &f);
            assert!(linear < 1e-12 && angular < 1e-12, "{}: {linear:e} {angular:e}", case.name);
            tried += 1;
        }
    }
    assert!(tried > 40);
}

#[test]
fn turned_bodies_feel_turned_forces() {
    let r = Random(29).rotation();
    for case in zoo().into_iter().filter(|c| c.internal) {
        for s in &case.states {
            let turned_state = Sample { t: s.t, x: turned(&s.x, &r), v: turned(&s.v, &r) };
            let f = turned(&force(case.term.as_ref(), s), &r);
            let off = discrepancy(&f, &force(case.term.as_ref(), &turned_state), 1e-3);
            assert!(off < 1e-11, "{}: {off:e}", case.name);
        }
    }
}

#[test]
fn relaxed_springs_and_altitudes_are_at_rest_and_rigid_motion_costs_nothing() {
    let rest = rest();
    let relaxed = Springs::relaxed(&rest, springs::tet_edges(&TETS), 1e5).unwrap();
    let terms = [
        springs::springs("net", VERTICES, relaxed).unwrap(),
        springs::altitude("altitudes", &rest, &TETS, 1e5).unwrap(),
    ];
    for term in terms {
        let x: Vec<f64> = turned(&rest, &Random(31).rotation()).iter().map(|x| x + 3.0).collect();
        let s = Sample { t: 0.0, v: vec![0.0; x.len()], x };
        assert!(term.energy(&s.at()) < 1e-20);
        assert!(force(term.as_ref(), &s).iter().all(|f| f.abs() < 1e-8));
    }
}

#[test]
fn altitude_springs_resist_collapse() {
    // The apex of a tet pushed onto the opposite face: its altitude spring stores k l^2/2.
    let rest = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0 / 3.0, 1.0 / 3.0, 0.8];
    let term = springs::altitude("altitude", &rest, &[[3, 0, 1, 2]], 50.0).unwrap();
    let mut x = rest.to_vec();
    x[11] = 0.0;
    let v = vec![0.0; 12];
    let mut energies = Vec::new();
    let at = sinew::mechanics::Configuration { t: 0.0, x: &x, v: &v };
    term.element_gauges(&at, Gauge::EnergyDensity, &mut energies);
    assert_eq!(energies.len(), 4);
    assert!((energies[0] - 0.5 * 50.0 * 0.64).abs() < 1e-12);
    let s = Sample { t: 0.0, x, v };
    assert!(force(term.as_ref(), &s).iter().all(|f| f.is_finite()));
}

#[test]
fn the_linearized_network_has_the_hessian_at_rest_everywhere() {
    let rest = rest();
    let mut full = springs::springs("net", VERTICES, network(3, 0.9, 2.0)).unwrap();
    let mut linear = springs::linearized("net", &rest, network(3, 0.9, 2.0)).unwrap();
    let at_rest = Sample { t: 0.0, v: vec![0.0; rest.len()], x: rest };
    for projected in [false, true] {
        let hessian = dense(full.as_mut(), &at_rest, 1.0, 0.0, projected);
        for s in states() {
            assert_eq!(dense(linear.as_mut(), &s, 1.0, 0.0, projected), hessian);
        }
    }
    // Value and slope agree at rest, prestress included.
    assert_eq!(full.energy(&at_rest.at()), linear.energy(&at_rest.at()));
    assert_eq!(force(full.as_ref(), &at_rest), force(linear.as_ref(), &at_rest));
}

#[test]
fn springs_without_length_are_their_own_linearization() {
    let full = springs::springs("net", VERTICES, network(3, 0.0, 0.0)).unwrap();
    let linear = springs::linearized("net", &rest(), network(3, 0.0, 0.0)).unwrap();
    for s in states() {
        assert!(discrepancy(&force(full.as_ref(), &s), &force(linear.as_ref(), &s), 0.0) < 1e-13);
        assert!((full.energy(&s.at()) - linear.energy(&s.at())).abs() < 1e-12 * full.energy(&s.at()));
    }
}

#[test]
fn collapsed_springs_give_finite_numbers() {
    let mut term = springs::springs("net", VERTICES, network(3, 0.9, 2.0)).unwrap();
    let edges = springs::tet_edges(&TETS);
    let n = edges.len();
    let dashpots = springs::strain_rate("dashpots", VERTICES, edges, vec![1.0; n]).unwrap();
    let s = Sample { t: 0.0, x: vec![0.3; 3 * VERTICES], v: Random(1).vector(3 * VERTICES) };
    assert!(term.energy(&s.at()).is_finite());
    assert!(force(term.as_ref(), &s).iter().all(|f| *f == 0.0));
    assert!(force(dashpots.as_ref(), &s).iter().all(|f| *f == 0.0));
    assert!(lowest(&dense(term.as_mut(), &s, 1.0, 0.0, true)) > -1e-14);
}

#[test]
fn bad_springs_are_named() {
    let good = network(3, 1.0, 0.0);
    let refuse = |change: &dyn Fn(&mut Springs)| {
        let mut bad = good.clone();
        change(&mut bad);
        springs::springs("net", VERTICES, bad).err().expect("bad springs are refused")
    };
    assert!(matches!(
        refuse(&|s| s.edges[4] = [1, 99]),
        ModelError::VertexOutOfRange { index: 4, vertex: 99, vertices: VERTICES, .. }
    ));
    assert!(matches!(refuse(&|s| s.edges[2] = [3, 3]), ModelError::RepeatedVertex { index: 2, vertex: 3, .. }));
    assert!(matches!(refuse(&|s| s.stiffness[1] = -1.0), ModelError::BadElementValue { index: 1, .. }));
    assert!(matches!(refuse(&|s| s.rest_length[0] = f64::NAN), ModelError::BadElementValue { index: 0, .. }));
    assert!(matches!(refuse(&|s| s.cubic[3] = f64::INFINITY), ModelError::BadElementValue { index: 3, .. }));
    assert!(matches!(refuse(&|s| s.cubic.truncate(2)), ModelError::LengthMismatch { found: 2, .. }));
    let flat = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert!(springs::altitude("a", &flat, &[[0, 1, 2, 3]], 1.0).is_err());
    let message = refuse(&|s| s.edges[4] = [1, 99]).to_string();
    assert_eq!(message, "spring 4 names vertex 99, but there are 8 vertices (numbered from 0); correct the index");
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let side = 70u32;
    let mut random = Random(37);
    let rest: Vec<f64> = (0..side * side).flat_map(|i| [f64::from(i % side), f64::from(i / side), 0.0]).collect();
    let sheet = springs::sheet_edges(side, side, 0);
    let mut net = Springs::relaxed(&rest, sheet.structural, 100.0).unwrap();
    net.append(Springs::relaxed(&rest, sheet.shear, 20.0).unwrap());
    net.append(Springs::relaxed(&rest, sheet.bending, 3.0).unwrap());
    let term = springs::springs("sheet", rest.len() / 3, net).unwrap();
    let s = Sample { t: 0.0, v: rest.clone(), x: rest.iter().map(|x| x + 0.2 * random.next()).collect() };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
        pool.install(|| (term.energy(&s.at()).to_bits(), force(term.as_ref(), &s)))
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn a_spring_tells_its_tension() {
    let spring = Springs { edges: vec![[0, 1]], stiffness: vec![200.0], rest_length: vec![0.5], cubic: vec![3.0] };
    let term = springs::springs("spring", 2, spring).unwrap();
    let v = [0.0; 6];
    for length in [0.8, 0.3] {
        let x = [1.0, 2.0, 3.0, 1.0, 2.0, 3.0 + length];
        let at = sinew::mechanics::Configuration { t: 0.0, x: &x, v: &v };
        let e: f64 = length - 0.5;
        // T = dV/dl with V = k e^2/2 + k c e^4/4.
        for (gauge, expected) in [
            (Gauge::Stress, 200.0 * e * (1.0 + 3.0 * e * e)),
            (Gauge::Strain, e / 0.5),
            (Gauge::EnergyDensity, 200.0 * e * e * (0.5 + 0.75 * e * e)),
        ] {
            let mut found = Vec::new();
            term.element_gauges(&at, gauge, &mut found);
            assert!((found[0] - expected).abs() < 1e-12 * 200.0, "{gauge:?}: {found:?} {expected}");
        }
    }
    // What is tied to space has an energy, but no strain of the body.
    let tie = sinew::models::forces::Attachment {
        vertex: 0,
        point: [0.0; 3],
        motion: std::sync::Arc::new(sinew::mechanics::motion::Still),
        stiffness: 1.0,
        rest_length: 0.0,
        damping: 0.0,
    };
    let term = sinew::models::forces::attachments("tie", 2, &[tie]).unwrap();
    let mut found = Vec::new();
    term.element_gauges(&sinew::mechanics::Configuration { t: 0.0, x: &[1.0; 6], v: &v }, Gauge::Stress, &mut found);
    assert!(found.is_empty());
}
