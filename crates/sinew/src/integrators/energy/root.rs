//! The root of a function on [0, 1] whose ends have opposite signs, by parabolas that keep a bracket.
//!
//! Energy along a blend is nearly a parabola, so the first guess, from both ends and one curvature, is mostly good
//! enough; the next ones take the parabola through the bracket and the point dropped last. A guess that does not shrink
//! the bracket by half is followed by a bisection. Nothing is assumed about monotonicity: a bracket has a root in it.
//! [brent1973]

/// Evaluations at most.
pub const LIMIT: usize = 24;

/// Finds `alpha` with |e(alpha)| <= `allowed`, or the best of [`LIMIT`] tries. `ends` are e(0) and e(1), of opposite sign;
/// infinite ends count as their sign. `curvature` c is that of e_0 + (e_1 - e_0) s + c s (s - 1), a guess.
pub fn root(ends: [f64; 2], curvature: f64, allowed: f64, mut e: impl FnMut(f64) -> f64) -> f64 {
    let (mut low, mut high) = ((0.0, ends[0]), (1.0, ends[1]));
    let mut best = if ends[0].abs() <= ends[1].abs() { low } else { high };
    let mut curvature = curvature;
    let mut bisect = false;
    for _ in 0..LIMIT {
        let width = high.0 - low.0;
        let guess = if bisect { 0.5 } else { parabola(low.1, high.1, curvature) };
        // Close to an end, but not on it.
        let alpha = low.0 + width * guess.clamp(1e-3, 1.0 - 1e-3);
        let value = e(alpha);
        if value.abs() < best.1.abs() {
            best = (alpha, value);
        }
        if value.abs() <= allowed || width < f64::EPSILON {
            break;
        }
        let dropped = if too_much(value) == too_much(ends[0]) {
            std::mem::replace(&mut low, (alpha, value))
        } else {
            std::mem::replace(&mut high, (alpha, value))
        };
        bisect = high.0 - low.0 > 0.5 * width && !bisect;
        let s = (dropped.0 - low.0) / (high.0 - low.0);
        curvature = (dropped.1 - low.1 - (high.1 - low.1) * s) / (s * (s - 1.0));
    }
    best.0
}

/// Positive, or no number at all.
fn too_much(e: f64) -> bool {
    e.is_nan() || e > 0.0
}

/// The root in [0, 1] of e0 + (e1 - e0) s + c s (s - 1), or the middle where numbers are not finite.
fn parabola(e0: f64, e1: f64, c: f64) -> f64 {
    if !(e0.is_finite() && e1.is_finite()) {
        return 0.5;
    }
    let rise = e1 - e0;
    let secant = -e0 / rise;
    let b = rise - c;
    let discriminant = b * b - 4.0 * c * e0;
    if !discriminant.is_finite() || discriminant < 0.0 {
        return secant;
    }
    let q = -0.5 * (b + discriminant.sqrt().copysign(b));
    [e0 / q, q / c].into_iter().find(|s| (0.0..=1.0).contains(s)).unwrap_or(secant)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roots of smooth, kinked and steep functions, ends that are infinite included; evaluations are counted.
    #[test]
    fn finds_roots_quickly() {
        let mut worst = 0;
        for (f, c) in [
            (Box::new(|a: f64| 1.0 - 3.0 * a + 0.5 * a * a) as Box<dyn Fn(f64) -> f64>, 0.5),
            (Box::new(|a: f64| 1.0 - 3.0 * a + 0.5 * a * a), 0.0),
            (Box::new(|a: f64| -1.0 + 1e6 * a.powi(4) + 3.0 * a), 0.0),
            (Box::new(|a: f64| if a < 0.2 { 1.0 } else { 0.1 - a }), 0.0),
            (Box::new(|a: f64| if a > 0.7 { f64::INFINITY } else { a - 0.1 }), 0.0),
            (Box::new(|a: f64| 1.0 - a * 1e9), 0.0),
            // Up and down before it reaches zero: not monotone.
            (Box::new(|a: f64| 1.0 + 2.0 * a - 8.0 * a * a + 3.0 * a.powi(3)), 0.0),
        ] {
            let mut count = 0;
            let alpha = root([f(0.0), f(1.0)], c, 1e-9, |a| {
                count += 1;
                f(a)
            });
            worst = worst.max(count);
            assert!(f(alpha).abs() <= 1e-9 || count == LIMIT, "{alpha}: {}", f(alpha));
            assert!(f(alpha).abs() < 0.11, "{alpha}: {}", f(alpha));
        }
        println!("at most {worst} evaluations");
        let mut count = 0;
        let exact = |a: f64| 1.0 - 3.0 * a + 0.5 * a * a;
        root([exact(0.0), exact(1.0)], 0.5, 1e-12, |a| {
            count += 1;
            exact(a)
        });
        assert_eq!(count, 1, "a parabola is hit at once");
    }
}
