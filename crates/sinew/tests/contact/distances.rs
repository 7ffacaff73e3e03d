//! Distances of vertex and triangle, edge and edge: against brute force, and their derivatives against differences.

use sinew::contact::distance::{Pair, crossing};
use sinew::mechanics::Vec3;

use crate::support::Random;

const PAIRS: [Pair; 2] = [Pair::VertexTriangle, Pair::Edges];

/// The least distance over a grid of n x n points of both things.
fn on_a_grid(pair: Pair, x: &[Vec3; 4], n: usize) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..=n {
        for j in 0..=n {
            let (s, t) = (i as f64 / n as f64, j as f64 / n as f64);
            let r = match pair {
                Pair::VertexTriangle if i + j > n => continue,
                Pair::VertexTriangle => x[0] - x[1] * (1.0 - s - t) - x[2] * s - x[3] * t,
                Pair::Edges => x[0] * (1.0 - s) + x[1] * s - x[2] * (1.0 - t) - x[3] * t,
            };
            least = least.min(r.norm());
        }
    }
    least
}

#[test]
fn distances_agree_with_a_grid_of_points() {
    let mut random = Random(1);
    for pair in PAIRS {
        for case in 0..300 {
            let mut x = random.four();
            match case % 5 {
                // Flat triangles, parallel edges, things without length.
                1 => x[3] = x[1] + (x[2] - x[1]) * random.next(),
                2 => (x[2], x[3]) = (x[0] + Vec3::x() * 0.1, x[1] + Vec3::x() * 0.1),
                3 => x[3] = x[2],
                _ => {}
            }
            if case % 25 == 3 {
                (x[1], x[2]) = (x[3], x[3]);
            }
            let near = pair.nearest(&x);
            let (d, grid) = (near.between.norm(), on_a_grid(pair, &x, 60));
            // A point of the grid is never farther than half a cell (3.5 long at most) from the nearest one on each thing.
            assert!(d <= grid + 1e-12 && grid < d + 2.0 * 3.5 / 60.0, "{pair:?} {case}: {d} {grid}");
            let (sum, size) = near.weights.iter().fold((0.0, 0.0f64), |(a, b), w| (a + w, b.max(w.abs())));
            assert!(f64::abs(sum) < 1e-14 && size < 1.0 + 1e-14);
            let r: Vec3 = (0..4).map(|i| x[i] * near.weights[i]).sum();
            assert!((r - near.between).norm() < 1e-14);
        }
    }
}

#[test]
fn gradients_and_hessians_agree_with_differences() {
    let mut random = Random(2);
    let step = 1e-5;
    for pair in PAIRS {
        let (mut regions, mut worst) = ([0; 3], 0.0f64);
        for _ in 0..400 {
            let (x, dx) = (random.four(), random.four());
            let moved = |c: f64| -> [Vec3; 4] { std::array::from_fn(|i| x[i] + dx[i] * c) };
            let gradient = |x: &[Vec3; 4]| {
                let near = pair.nearest(x);
                near.weights.map(|w| near.between * w)
            };
            let near = pair.nearest(&x);
            let touched = near.weights.iter().filter(|w| **w != 0.0).count();
            regions[touched - 2] += 1;
            let half = |x: &[Vec3; 4]| 0.5 * pair.distance(x).powi(2);
            let slope = (half(&moved(step)) - half(&moved(-step))) / (2.0 * step);
            let work: f64 = gradient(&x).iter().zip(&dx).map(|(g, d)| g.dot(d)).sum();
            assert!((slope - work).abs() < 1e-8, "{pair:?} {slope} {work}");
            // The Hessian jumps between regions: both ends must lie in the same one.
            let same = |x: &[Vec3; 4]| {
                let other = pair.nearest(x).weights;
                (0..4).all(|i| (other[i] == 0.0) == (near.weights[i] == 0.0))
            };
            if !(same(&moved(step)) && same(&moved(-step))) {
                continue;
            }
            let (h, a, b) = (near.hessian(&x), gradient(&moved(-step)), gradient(&moved(step)));
            let size: f64 = h.iter().flatten().map(|block| block.norm()).sum();
            for i in 0..4 {
                let product: Vec3 = (0..4).map(|j| h[i][j] * dx[j]).sum();
                // Truncation is of the order of the third derivative, which grows as the angle of the edges shrinks.
                let error = (product - (b[i] - a[i]) / (2.0 * step)).norm() / (1.0 + size);
                worst = worst.max(error);
                assert!(error < 1e-5, "{pair:?} {error:e}");
            }
        }
        assert!(regions.iter().all(|n| *n > 10), "{pair:?}: {regions:?}");
        println!("{pair:?}: regions {regions:?}, worst Hessian {worst:.1e}");
    }
}

#[test]
fn the_crossing_of_edges_has_the_right_derivatives() {
    let mut random = Random(3);
    let step = 1e-5;
    for _ in 0..50 {
        let (x, dx) = (random.four(), random.four());
        let at = |c: f64| crossing(&std::array::from_fn(|i| x[i] + dx[i] * c), 0.7);
        let ((_, g, h), (before, from, _), (after, to, _)) = (at(0.0), at(-step), at(step));
        let work: f64 = g.iter().zip(&dx).map(|(g, d)| g.dot(d)).sum();
        assert!((work - (after - before) / (2.0 * step)).abs() < 1e-7);
        for i in 0..4 {
            let product: Vec3 = (0..4).map(|j| h[i][j] * dx[j]).sum();
            assert!((product - (to[i] - from[i]) / (2.0 * step)).norm() < 1e-7);
        }
    }
}

#[test]
fn far_from_the_origin_distances_keep_their_digits() {
    let shift = Vec3::new(1e6, -2e6, 3e6);
    let x = [Vec3::new(0.25, 0.25, 1e-3), Vec3::zeros(), Vec3::x(), Vec3::y()].map(|p| p + shift);
    // The places themselves have an ulp of 4e-10.
    assert!((Pair::VertexTriangle.distance(&x) - 1e-3).abs() < 1e-9);
}
