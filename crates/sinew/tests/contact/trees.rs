//! The tree of boxes against brute force.

use sinew::contact::bvh::{Bounds, Tree};
use sinew::mechanics::Vec3;

use crate::support::Random;

fn boxes(random: &mut Random, n: usize, size: f64) -> Vec<Bounds> {
    let mut one = || {
        let corner = random.vector();
        Bounds::around(&[corner, corner + random.vector() * size])
    };
    (0..n).map(|_| one()).collect()
}

/// Random boxes, boxes on a line, boxes all in one place.
fn crowds() -> Vec<Vec<Bounds>> {
    let mut random = Random(5);
    let mut crowds: Vec<_> = [1, 3, 4, 5, 9, 64, 1000].map(|n| boxes(&mut random, n, 0.2)).into();
    let at = |x: f64| Bounds::around(&[Vec3::x() * x, Vec3::new(x + 1.0, 0.5, 0.0)]);
    crowds.push((0..300).map(|i| at(2f64.powi(i % 60))).collect());
    crowds.push(vec![at(1.0); 200]);
    crowds
}

fn found(tree: &Tree, boxes: &[Bounds], query: &Bounds) -> Vec<u32> {
    let mut all = Vec::new();
    tree.near(query, |i| all.push(i));
    all.retain(|i| boxes[*i as usize].overlaps(query));
    all.sort_unstable();
    all
}

fn brute(boxes: &[Bounds], query: &Bounds) -> Vec<u32> {
    (0..boxes.len() as u32).filter(|i| boxes[*i as usize].overlaps(query)).collect()
}

#[test]
fn neighbours_are_those_of_brute_force_before_and_after_motion() {
    let mut random = Random(17);
    for mut crowd in crowds() {
        let mut tree = Tree::new(&crowd);
        assert_eq!((tree.len(), tree.nodes()), (crowd.len(), 2 * crowd.len().div_ceil(4) - 1));
        for round in 0..2 {
            for query in boxes(&mut random, 50, 0.5).iter().chain(&crowd) {
                assert_eq!(found(&tree, &crowd, query), brute(&crowd, query), "round {round}");
            }
            for b in &mut crowd {
                let shift = random.vector();
                *b = Bounds { low: b.low + shift, high: b.high + shift };
            }
            tree.refit(&|i| crowd[i]);
        }
    }
}

#[test]
fn the_nearest_thing_is_that_of_brute_force() {
    let mut random = Random(23);
    for crowd in crowds() {
        let tree = Tree::new(&crowd);
        for _ in 0..100 {
            let x = random.vector() * 2.0;
            let squared = |i: u32| crowd[i as usize].squared_distance(&x);
            let all = 0..crowd.len() as u32;
            let best = all.min_by(|a, b| squared(*a).total_cmp(&squared(*b)).then(a.cmp(b))).expect("not empty");
            assert_eq!(tree.nearest(&x, f64::INFINITY, squared), Some((best, squared(best))));
            let limit = 0.5 * squared(best);
            assert_eq!(tree.nearest(&x, limit, squared).is_some(), squared(best) <= limit);
        }
    }
    assert_eq!(Tree::new(&[]).nearest(&Vec3::zeros(), f64::INFINITY, |_| 0.0), None);
}

#[test]
fn the_same_tree_for_any_number_of_threads() {
    let mut random = Random(3);
    let (still, moved) = (boxes(&mut random, 20_000, 0.05), boxes(&mut random, 20_000, 0.05));
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
        pool.install(|| {
            let mut tree = Tree::new(&still);
            tree.refit(&|i| moved[i]);
            let mut order = Vec::new();
            tree.near(&tree.bounds(), |i| order.push(i));
            order
        })
    };
    assert!(with(1) == with(3));
}

#[test]
fn few_boxes_are_opened() {
    // A query that finds a handful of 20 000 should not look at more than a hundred.
    let mut random = Random(9);
    let tree = Tree::new(&boxes(&mut random, 20_000, 0.02));
    let mut seen = 0;
    for query in boxes(&mut random, 100, 0.02) {
        tree.near(&query, |_| seen += 1);
    }
    assert!(seen < 100 * 100, "{seen}");
}
