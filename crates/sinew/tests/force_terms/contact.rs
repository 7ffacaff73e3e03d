//! Distances of obstacles, and the penalty law at touch, in depth, and in awkward places.

use sinew::contact::{CATALOG, Obstacle, Penalty, penalty};
use sinew::mechanics::Vec3;
use sinew::mechanics::check::Sample;

use crate::support::*;
use crate::zoo::{carried, obstacles};

#[test]
fn distances_have_unit_gradients_and_convex_hessians() {
    let mut random = Random(41);
    for (name, obstacle) in obstacles() {
        let (mut inside, mut curved) = (0, 0);
        for _ in 0..400 {
            let x = Vec3::new(random.next(), random.next(), random.next()) + Vec3::repeat(0.4);
            let near = obstacle.nearness(0.0, x).distance;
            assert!((near.normal.norm() - 1.0).abs() < 1e-14, "{name}");
            assert!((near.hessian * near.normal).norm() < 1e-12 * (1.0 + near.hessian.norm()), "{name}");
            assert!(near.hessian.symmetric_eigenvalues().min() > -1e-12 * (1.0 + near.hessian.norm()), "{name}");
            // Along the normal the distance grows one to one; the nearest surface point has distance zero.
            let out = obstacle.nearness(0.0, x + near.normal * 0.3).distance;
            assert!((out.value - near.value - 0.3).abs() < 1e-12, "{name}");
            let foot = obstacle.nearness(0.0, x - near.normal * near.value).distance;
            assert!(foot.value.abs() < 1e-12, "{name}: {:e}", foot.value);
            inside += usize::from(near.value < 0.0);
            curved += usize::from(near.hessian.norm() > 0.0);
        }
        assert!(inside > 20 && inside < 380, "{name}: {inside} inside");
        assert_eq!(curved > 0, name != "plane", "{name}");
    }
}

#[test]
fn known_distances() {
    let cases = [
        (Obstacle::plane([0.0, 0.0, 1.0], [0.0, 0.0, 5.0]).unwrap(), [3.0, 4.0, 3.0], 2.0),
        (Obstacle::sphere([1.0, 0.0, 0.0], 2.0).unwrap(), [1.0, 3.0, 4.0], 3.0),
        (Obstacle::cuboid([0.0; 3], [2.0, 2.0, 2.0], 0.0).unwrap(), [4.0, 5.0, 0.3], 5.0),
        (Obstacle::cuboid([0.0; 3], [2.0, 2.0, 2.0], 0.0).unwrap(), [0.7, 0.0, 0.2], -0.3),
        (Obstacle::cuboid([0.0; 3], [2.0, 2.0, 2.0], 0.5).unwrap(), [3.5, 4.5, 0.0], 4.5),
        (Obstacle::capsule([0.0; 3], [0.0, 0.0, 2.0], 0.5).unwrap(), [3.0, 4.0, 1.0], 4.5),
        (Obstacle::capsule([0.0; 3], [0.0, 0.0, 2.0], 0.5).unwrap(), [0.0, 3.0, 6.0], 4.5),
    ];
    for (k, (obstacle, x, expected)) in cases.iter().enumerate() {
        let value = obstacle.nearness(0.0, Vec3::from(*x)).distance.value;
        // The rounded corner (3.5, 4.5) is at sqrt(3^2 + 4^2) - 0.5 from the inner box of half size 0.5.
        assert!((value - expected).abs() < 1e-14, "case {k}: {value}");
    }
}

#[test]
fn awkward_places_give_finite_forces() {
    let places = [
        (Obstacle::sphere([0.0; 3], 1.0).unwrap(), [0.0; 3]),
        (Obstacle::cuboid([0.0; 3], [2.0; 3], 0.0).unwrap(), [0.0; 3]),
        (Obstacle::cuboid([0.0; 3], [2.0; 3], 0.0).unwrap(), [1.0; 3]),
        (Obstacle::cuboid([0.0; 3], [2.0; 3], 1.0).unwrap(), [0.0; 3]),
        (Obstacle::capsule([0.0; 3], [0.0, 0.0, 2.0], 0.5).unwrap(), [0.0, 0.0, 1.0]),
        (Obstacle::capsule([0.0; 3], [0.0; 3], 0.5).unwrap(), [0.0; 3]),
    ];
    for (obstacle, x) in places {
        let settings = Penalty { stiffness: 10.0, offset: 0.2, ramp: 0.0 };
        let mut term = penalty("contact", 1, &[0], obstacle, settings).unwrap();
        let s = Sample { t: 0.0, x: x.to_vec(), v: vec![0.0; 3] };
        let f = point(&force(term.as_ref(), &s), 0);
        let depth = (2.0 * term.energy(&s.at()) / 10.0).sqrt();
        assert!(depth > 0.0 && (f.norm() - 10.0 * depth).abs() < 1e-12);
        assert!(dense(term.as_mut(), &s, 1.0, 0.0, false).iter().all(|k| k.is_finite()));
    }
}

#[test]
fn a_vertex_outside_feels_nothing() {
    let settings = Penalty { stiffness: 10.0, offset: 0.1, ramp: 0.1 };
    let obstacle = Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).unwrap().moved_by(carried());
    let mut term = penalty("contact", 1, &[0], obstacle, settings).unwrap();
    let s = Sample { t: 0.3, x: vec![0.0, 0.0, 5.0], v: vec![1.0; 3] };
    assert_eq!(term.energy(&s.at()), 0.0);
    assert_eq!(term.energy_rate(&s.at()), 0.0);
    assert_eq!(force(term.as_ref(), &s), [0.0; 3]);
    assert_eq!(dense(term.as_mut(), &s, 1.0, 0.0, false).norm(), 0.0);
}

#[test]
fn the_ramp_is_twice_continuously_differentiable() {
    let law = Penalty { stiffness: 7.0, offset: 0.0, ramp: 0.3 };
    for depth in [0.0, 0.3] {
        let (a, b) = (law.law(depth - 1e-9), law.law(depth + 1e-9));
        for (a, b) in [(a.0, b.0), (a.1, b.1), (a.2, b.2)] {
            assert!((a - b).abs() < 1e-7);
        }
    }
    let plain = Penalty { ramp: 0.0, ..law };
    assert_eq!(plain.law(0.2), (0.5 * 7.0 * 0.2 * 0.2, 7.0 * 0.2, 7.0));
}

#[test]
fn bad_obstacles_are_refused() {
    assert!(Obstacle::plane([0.0; 3], [0.0; 3]).is_err());
    assert!(Obstacle::sphere([0.0; 3], -1.0).is_err());
    assert!(Obstacle::cuboid([0.0; 3], [1.0, 0.0, 1.0], 0.0).is_err());
    assert!(Obstacle::cuboid([0.0; 3], [1.0, 1.0, 1.0], 0.6).is_err());
    assert!(Obstacle::capsule([0.0; 3], [f64::NAN, 0.0, 0.0], 1.0).is_err());
    let plane = Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let settings = Penalty { stiffness: f64::INFINITY, offset: 0.0, ramp: 0.0 };
    assert!(penalty("contact", 3, &[0], plane.clone(), settings).is_err());
    assert!(penalty("contact", 3, &[3], plane, Penalty { stiffness: 1.0, ..settings }).is_err());
}

#[test]
fn the_catalog_names_all_obstacles() {
    let tried: Vec<_> = obstacles().into_iter().map(|(name, _)| name).filter(|n| !n.contains(' ')).collect();
    assert_eq!(tried, CATALOG.iter().map(|k| k.name).collect::<Vec<_>>());
}
