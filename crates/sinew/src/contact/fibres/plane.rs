//! When two segments on straight paths cross: first their four ends lie in one plane. [provot1997], [bridson2002, sec. 6]
//!
//! With r, u, w the connection of their first ends and their directions, the volume (r, u, w)(t) is a cubic in t. Its
//! coefficients in Bernstein's form are mixed volumes of both ends of the step and bound it: where all have one sign it has no root. Otherwise
//! the interval is halved, the earlier half first. Segments that lie in one plane cross if their lines do so inside both.
//! Parallel ones do not.

use crate::mechanics::Vec3;

/// Smallest interval of time, as a share of the step.
const FINE: f64 = 1e-9;
/// Intervals looked at, at most: segments that stay in one plane have roots everywhere, and do not pass.
const MOST: usize = 300;
/// Sine squared of the angle below which directions are parallel.
const PARALLEL: f64 = 1e-16;

/// Where on both segments they cross first, and the unit vector across both then.
pub fn crossing(from: &[Vec3; 4], to: &[Vec3; 4]) -> Option<([f64; 2], Vec3)> {
    let sides = |x: &[Vec3; 4]| [x[2] - x[0], x[1] - x[0], x[3] - x[2]];
    let ([r, u, w], [s, v, q]) = (sides(from), sides(to));
    let volume = |a: &Vec3, b: &Vec3, c: &Vec3| a.dot(&b.cross(c));
    let bounds = [
        volume(&r, &u, &w),
        (volume(&s, &u, &w) + volume(&r, &v, &w) + volume(&r, &u, &q)) / 3.0,
        (volume(&r, &v, &q) + volume(&s, &u, &q) + volume(&s, &v, &w)) / 3.0,
        volume(&s, &v, &q),
    ];
    let mut left = MOST;
    first(&bounds, [0.0, 1.0], &mut left, &mut |t| {
        let [r, u, w] = sides(&std::array::from_fn(|i| from[i] + (to[i] - from[i]) * t));
        let across = u.cross(&w);
        let area = across.norm_squared();
        let along = [r.cross(&w).dot(&across) / area, r.cross(&u).dot(&across) / area];
        let crosses = area > PARALLEL * u.norm_squared() * w.norm_squared();
        (crosses && along.iter().all(|s| (0.0..=1.0).contains(s))).then(|| (along, across / area.sqrt()))
    })
}

/// The first root that is accepted, of a cubic with these coefficients over an interval.
fn first<T>(
    bounds: &[f64; 4],
    [begin, end]: [f64; 2],
    left: &mut usize,
    accept: &mut impl FnMut(f64) -> Option<T>,
) -> Option<T> {
    if *left == 0 || bounds.iter().all(|b| *b > 0.0) || bounds.iter().all(|b| *b < 0.0) {
        return None;
    }
    *left -= 1;
    let middle = 0.5 * (begin + end);
    if end - begin < FINE {
        return accept(middle);
    }
    // De Casteljau's halves.
    let mean = |a: f64, b: f64| 0.5 * (a + b);
    let [a, b, c, d] = *bounds;
    let (ab, bc, cd) = (mean(a, b), mean(b, c), mean(c, d));
    let (abc, bcd) = (mean(ab, bc), mean(bc, cd));
    let half = mean(abc, bcd);
    first(&[a, ab, abc, half], [begin, middle], left, accept)
        .or_else(|| first(&[half, bcd, cd, d], [middle, end], left, accept))
}
