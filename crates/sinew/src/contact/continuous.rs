//! When two things on straight paths come closer than a gap: additive continuous collision detection [li2021].
//!
//! No pair approaches faster than the sum l of its two largest displacements, those less the mean of all: so from a distance
//! d it is safe to go on by (d - gap)/l of the step. Distances alone are needed, no roots of cubics, and rounding makes the
//! answer earlier, never later. A pair that is closer than the gap at the start may come closer by a tenth of its distance.

use super::distance::Pair;
use crate::mechanics::Vec3;

/// Share of the first distance over the gap that is left at the time returned.
const LEFT: f64 = 0.1;
/// More rounds than this (grazing paths) end with the time reached so far, which is safe.
const ROUNDS: usize = 1000;

/// How much closer a pair can come by these displacements: at most the sum of its two largest ones, less the mean of all.
pub fn reach(pair: Pair, way: &[Vec3; 4]) -> f64 {
    let mean = way.iter().sum::<Vec3>() / 4.0;
    let size = way.map(|w| (w - mean).norm());
    match pair {
        Pair::VertexTriangle => size[0] + size[1].max(size[2]).max(size[3]),
        Pair::Edges => size[0].max(size[1]) + size[2].max(size[3]),
    }
}

/// The share of the step after which the pair would come closer than `gap`, or None if it never does. Until then its
/// distance stays positive.
pub fn time_of_impact(pair: Pair, from: &[Vec3; 4], to: &[Vec3; 4], gap: f64) -> Option<f64> {
    let mut way: [Vec3; 4] = std::array::from_fn(|i| to[i] - from[i]);
    let mean = way.iter().sum::<Vec3>() / 4.0;
    way.iter_mut().for_each(|w| *w -= mean);
    let speed = reach(pair, &way);
    let start = pair.distance(from);
    // What is too close already must at least not touch.
    let gap = gap.min((1.0 - LEFT) * start);
    // Nothing moves, or not far enough.
    if start - gap > speed || speed == 0.0 {
        return None;
    }
    let enough = LEFT * (start - gap);
    let (mut t, mut distance) = (0.0, start);
    for _ in 0..ROUNDS {
        let ahead = t + (1.0 - LEFT) * (distance - gap) / speed;
        if ahead > 1.0 {
            return None;
        }
        let next = pair.distance(&std::array::from_fn(|i| from[i] + way[i] * ahead));
        if next - gap < enough || ahead == t {
            // Rounding may have eaten what was left.
            return Some(if next > gap { ahead } else { t });
        }
        (t, distance) = (ahead, next);
    }
    Some(t)
}
