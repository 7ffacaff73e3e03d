//! Smooth fields: what the lowest modes look like before any is known.
//!
//!   v(x) = d(x) p(x, y, z) e_c,   p any monomial up to degree 2, or a cube
//!
//! with positions scaled to the box around everything and d the distance, along the edges of the pattern, from the vertices that
//! something outside holds (1 where nothing is held): those at which a translation of everything meets a force. The Rayleigh
//! quotients of a few fields of such a space are seldom far above the lowest frequencies, and never below them. So they can
//! tell that a step resolves those, for the price of as many products as there are fields.

use sinew_math::operator::LinearOperator;
use sinew_math::sparse::BlockMatrix;

/// Number of fields.
pub const FIELDS: usize = 3 * 13;
/// Share of a diagonal block that a row must be off by before something counts as held: springs of a row add up to rounding.
const HELD: f64 = 1e-6;

/// Distances and positions, from which the fields are made one by one.
pub struct SmoothFields {
    place: Vec<[f64; 3]>,
    distance: Vec<f64>,
}

impl SmoothFields {
    /// At positions x, with the stiffness there.
    pub fn new(x: &[f64], stiffness: &BlockMatrix) -> Self {
        let points = x.as_chunks::<3>().0;
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in points {
            for c in 0..3 {
                (low[c], high[c]) = (low[c].min(p[c]), high[c].max(p[c]));
            }
        }
        let half = (0..3).map(|c| 0.5 * (high[c] - low[c])).fold(f64::MIN_POSITIVE, f64::max);
        let place = points.iter().map(|p| std::array::from_fn(|c| (p[c] - 0.5 * (low[c] + high[c])) / half)).collect();
        Self { place, distance: distances(stiffness) }
    }

    /// Writes field k < [`FIELDS`], low powers first.
    pub fn write(&self, k: usize, out: &mut [f64]) {
        let [i, j, l] = POWERS[k / 3];
        let vertices = self.place.iter().zip(&self.distance);
        for (out, ([x, y, z], d)) in out.as_chunks_mut::<3>().0.iter_mut().zip(vertices) {
            *out = [0.0; 3];
            out[k % 3] = d * x.powi(i) * y.powi(j) * z.powi(l);
        }
    }
}

/// Of x, y and z.
const POWERS: [[i32; 3]; FIELDS / 3] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
    [1, 1, 0],
    [0, 1, 1],
    [1, 0, 1],
    [3, 0, 0],
    [0, 3, 0],
    [0, 0, 3],
];

/// Edges to the nearest vertex that is held, as a share of the longest such way; 1 where none is within reach.
fn distances(stiffness: &BlockMatrix) -> Vec<f64> {
    let pattern = stiffness.pattern();
    let (n, unknown) = (pattern.nodes(), u32::MAX);
    let mut steps = vec![unknown; n];
    let (mut one, mut image) = (vec![0.0; 3 * n], vec![0.0; 3 * n]);
    for c in 0..3 {
        one.iter_mut().enumerate().for_each(|(i, one)| *one = f64::from(u8::from(i % 3 == c)));
        stiffness.apply(&one, &mut image);
        for (i, image) in image.as_chunks::<3>().0.iter().enumerate() {
            let size = stiffness.diagonal(i).iter().fold(0.0, |m: f64, k| m.max(k.abs()));
            if image.iter().any(|f| f.abs() > HELD * size) {
                steps[i] = 1;
            }
        }
    }
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); n];
    for i in 0..n {
        for j in &pattern.columns()[pattern.row(i)][1..] {
            neighbours[i].push(*j);
            neighbours[*j as usize].push(i as u32);
        }
    }
    let mut front: Vec<u32> = (0..n as u32).filter(|i| steps[*i as usize] == 1).collect();
    let mut longest = 1;
    while !front.is_empty() {
        let mut next = Vec::new();
        for i in front {
            for j in &neighbours[i as usize] {
                if steps[*j as usize] == unknown {
                    steps[*j as usize] = steps[i as usize] + 1;
                    longest = longest.max(steps[*j as usize]);
                    next.push(*j);
                }
            }
        }
        front = next;
    }
    steps.into_iter().map(|s| if s == unknown { 1.0 } else { f64::from(s) / f64::from(longest) }).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sinew_math::sparse::Pattern;

    use super::*;

    /// A chain of springs along x, tied to a wall before its first vertex with stiffness `wall`.
    fn chain(n: usize, wall: f64) -> (Vec<f64>, BlockMatrix) {
        let pattern = Arc::new(Pattern::new(n, (0..n as u32 - 1).map(|i| (i, i + 1))));
        let mut k = BlockMatrix::new(pattern.clone());
        for i in 0..n {
            let inner = f64::from(u8::from(i > 0)) + f64::from(u8::from(i + 1 < n));
            for slot in pattern.row(i) {
                let value = if pattern.columns()[slot] as usize == i { inner } else { -1.0 };
                (0..3).for_each(|c| k.block_mut(slot)[4 * c] = value);
            }
        }
        let first = pattern.row(0).start;
        (0..3).for_each(|c| k.block_mut(first)[4 * c] += wall);
        ((0..3 * n).map(|i| if i % 3 == 0 { (i / 3) as f64 } else { 0.0 }).collect(), k)
    }

    #[test]
    fn distances_count_from_what_is_held() {
        let (_, k) = chain(4, 1.0);
        assert_eq!(distances(&k), [0.25, 0.5, 0.75, 1.0]);
        assert_eq!(distances(&chain(4, 0.0).1), [1.0; 4]);
    }

    #[test]
    fn quotients_come_near_the_lowest_frequency_of_a_chain() {
        // Clamped at one end: lambda_1 = 4 sin^2(pi / (2 (2 n + 1))).
        let n = 50;
        let (x, k) = chain(n, 1.0);
        let exact = 4.0 * (std::f64::consts::PI / (2.0 * (2 * n + 1) as f64)).sin().powi(2);
        let fields = SmoothFields::new(&x, &k);
        let (mut v, mut kv) = (vec![0.0; 3 * n], vec![0.0; 3 * n]);
        fields.write(0, &mut v);
        k.apply(&v, &mut kv);
        let quotient = v.iter().zip(&kv).map(|(a, b)| a * b).sum::<f64>() / v.iter().map(|a| a * a).sum::<f64>();
        // A straight line instead of a quarter of a sine: 3 against pi^2/4.
        assert!(quotient >= exact && quotient < 1.3 * exact, "{quotient} and {exact}");
    }
}
