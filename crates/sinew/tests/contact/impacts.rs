//! Times of impact on straight paths: never too late, and not much too early.

use sinew::contact::continuous::time_of_impact;
use sinew::contact::distance::Pair;
use sinew::mechanics::Vec3;

use crate::support::Random;

fn at(from: &[Vec3; 4], to: &[Vec3; 4], t: f64) -> [Vec3; 4] {
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * t)
}

#[test]
fn random_paths_are_stopped_before_they_cross_and_not_long_before() {
    let mut random = Random(11);
    let gap = 1e-3f64;
    for pair in [Pair::VertexTriangle, Pair::Edges] {
        let mut hits = 0;
        for _ in 0..2000 {
            let (from, to) = (random.four(), random.four());
            let start = pair.distance(&from);
            // The first sample that is closer than the gap, which is less for a pair that starts closer.
            let (n, least) = (4000, gap.min(0.9 * start));
            let close = (0..=n).find(|k| pair.distance(&at(&from, &to, *k as f64 / n as f64)) < least);
            match time_of_impact(pair, &from, &to, gap) {
                None => assert!(close.is_none(), "{pair:?} missed"),
                Some(t) => {
                    hits += 1;
                    let left = pair.distance(&at(&from, &to, t));
                    assert!(left > least && left < gap + 0.11 * start.max(gap), "{left} {start}");
                    if let Some(k) = close {
                        assert!(t <= k as f64 / n as f64 + 1e-12, "{pair:?} {t} {k}");
                    }
                    // Nothing before the time returned is closer than the gap.
                    for k in 0..200 {
                        assert!(pair.distance(&at(&from, &to, t * k as f64 / 200.0)) > least - 1e-9);
                    }
                }
            }
        }
        println!("{pair:?}: {hits} of 2000 hit");
        assert!(hits > 200);
    }
}

#[test]
fn known_times() {
    // A vertex falls through the middle of a triangle at two thirds of the step.
    let triangle = [Vec3::new(-1.0, -1.0, 0.0), Vec3::new(2.0, -1.0, 0.0), Vec3::new(-1.0, 2.0, 0.0)];
    let with = |z: f64| [Vec3::z() * z, triangle[0], triangle[1], triangle[2]];
    let t = time_of_impact(Pair::VertexTriangle, &with(2.0), &with(-1.0), 0.0).expect("it falls through");
    // It stops with a tenth of the first distance left: 0.2 of 3 metres before the triangle, at most.
    assert!(t < 2.0 / 3.0 && t > 2.0 / 3.0 - 0.2 / 3.0 - 1e-12, "{t}");
    assert_eq!(time_of_impact(Pair::VertexTriangle, &with(2.0), &with(0.5), 0.0), None);
    // All moving together never meet, however fast.
    let shifted = with(2.0).map(|p| p + Vec3::repeat(1e3));
    assert_eq!(time_of_impact(Pair::VertexTriangle, &with(2.0), &shifted, 0.1), None);
    // Standing still too close is no impact; what nearly touches and moves on has one nearly at once.
    assert_eq!(time_of_impact(Pair::VertexTriangle, &with(0.05), &with(0.05), 0.1), None);
    let t = time_of_impact(Pair::VertexTriangle, &with(1e-9), &with(-1.0), 0.1).expect("it falls through");
    assert!(t < 1e-9, "{t:e}");
}
