//! Who crosses whom on straight ways, and impulses that brake it. [bridson2002, sec. 7.4]
//!
//! Squares go from x to x + h u. Where two segments [cross](super::plane) on the way, at the points p and q of them, p - q has the distance D at first
//! along the normal n across both, and they may approach at no more than (D - g)/h with g a tenth of the thickness, or not at all if they are
//! nearer: they arrive on their own sides. [Impulses](super::rounds) that only brake make no energy and keep the momentum. Pairs are looked at again
//! with the new ways, a few times.
//!
//! Hair that moves together must not make all hairs neighbours. So it is watched from a frame that moves with the affine map
//! u_bar + A (x - x_bar) that fits the ways best: in it squares go by delta = h (u - u_bar - A (x - x_bar)), up to kappa =
//! 1/(1 - h |A|), and a pair that meets is at first nearer than the sum of kappa (gap/2 + |delta|). Of those, only pairs count whose
//! own relative way is long enough.

use rayon::prelude::*;
use sinew_math::parallel::sum_indexed;

use super::near::{Search, Segments};
use super::plane::crossing;
use super::rounds::{Bodies, Rounds, Touch};
use super::strands::Strands;
use crate::contact::continuous::reach;
use crate::contact::distance::Pair;
use crate::mechanics::{Mat3, Vec3};

/// g, as a share of the thickness.
const GAP: f64 = 0.1;
/// Looks at all pairs, and rounds of impulses after each.
const LOOKS: usize = 12;
const ROUNDS: usize = 2;
/// What goes farther than this many lengths of a segment in a step is lost, and is watched no farther.
const FAR: f64 = 8.0;
/// Pairs that one task looks at.
const CHUNK: usize = 1024;
/// Squares whose sums one task forms: fixed, because it decides the rounding.
const SUM: usize = 4096;

/// What the search keeps between steps.
#[derive(Default)]
pub struct Ways {
    search: Search,
    /// Where squares go within the step.
    way: Vec<Vec3>,
    /// Velocities at the look before.
    seen: Vec<Vec3>,
    radius: Vec<f64>,
    sums: Vec<(Mat3, Mat3)>,
    found: Vec<Vec<Touch>>,
    touches: Vec<Touch>,
}

/// Fibres on their way.
struct Moving<'a> {
    strands: &'a Strands,
    middle: &'a [Vec3],
    way: &'a [Vec3],
    radius: &'a [f64],
    gap: f64,
}

impl Segments for Moving<'_> {
    fn len(&self) -> usize {
        self.strands.segments.len()
    }

    fn ends(&self, e: usize) -> [Vec3; 2] {
        self.strands.ends(e, self.middle)
    }

    fn radius(&self, e: usize) -> f64 {
        self.radius[e]
    }

    fn thread(&self, e: usize) -> u32 {
        self.strands.fibre[e]
    }

    fn reach(&self, e: usize, other: usize) -> f64 {
        let way = self.strands.corners([e as u32, other as u32], self.way);
        (self.gap + reach(Pair::Edges, &way)).min(self.radius[e] + self.radius[other])
    }
}

impl Ways {
    /// Brakes what would pass on the ways h u. Returns the work of held squares.
    pub fn brake(
        &mut self,
        strands: &Strands,
        middle: &[Vec3],
        bodies: &mut Bodies,
        thickness: f64,
        h: f64,
        rounds: &mut Rounds,
    ) -> f64 {
        let gap = GAP * thickness;
        self.watch(strands, middle, &bodies.velocity, gap, h);
        let Self { search, way, seen, radius, found, touches, .. } = self;
        let pairs = search.pairs(&Moving { strands, middle, way, radius, gap });
        let mut injected = 0.0;
        found.resize_with(pairs.len().div_ceil(CHUNK).max(found.len()), Vec::new);
        for look in 0..LOOKS {
            let (velocity, before) = (&bodies.velocity, &*seen);
            // What did not pass and moves as before does not pass.
            let again =
                |pair: &[u32; 2]| look == 0 || strands.corners(*pair, velocity) != strands.corners(*pair, before);
            found.par_iter_mut().zip(pairs.par_chunks(CHUNK)).for_each(|(found, pairs)| {
                found.clear();
                let pairs = pairs.iter().filter(|pair| again(pair));
                found.extend(pairs.filter_map(|pair| passing(strands, middle, velocity, *pair, gap, h)));
            });
            seen.clone_from(velocity);
            touches.clear();
            found.iter().take(pairs.len().div_ceil(CHUNK)).for_each(|found| touches.extend_from_slice(found));
            if touches.is_empty() {
                break;
            }
            rounds.arrange(strands, touches);
            for _ in 0..ROUNDS {
                injected += rounds.round(strands, bodies, touches, 0.0, |touch| touch.value);
            }
        }
        injected
    }

    /// How far segments go in the frame that moves with all.
    fn watch(&mut self, strands: &Strands, middle: &[Vec3], velocity: &[Vec3], gap: f64, h: f64) {
        let Self { way, radius, sums, .. } = self;
        velocity.par_iter().map(|v| v * h).collect_into_vec(way);
        let way = &*way;
        let n = middle.len() as f64;
        let center = middle.iter().sum::<Vec3>() / n;
        let mean = way.iter().sum::<Vec3>() / n;
        // A = (sum (v - v_bar) y^T) (sum y y^T)^-1 with y = x - x_bar.
        let chunks = middle.par_chunks(SUM).zip(way.par_chunks(SUM)).map(|(middle, way)| {
            middle.iter().zip(way).fold((Mat3::zeros(), Mat3::zeros()), |(one, two), (x, w)| {
                let y = x - center;
                (one + (w - mean) * y.transpose(), two + y * y.transpose())
            })
        });
        chunks.collect_into_vec(sums);
        let (one, two) = sums.iter().fold((Mat3::zeros(), Mat3::zeros()), |(a, b), (c, d)| (a + c, b + d));
        // Flat sets of fibres leave A open, and a frame that turns far is of no use: then it moves without turning.
        let fit = two.try_inverse().map_or(Mat3::zeros(), |inverse| one * inverse);
        let fit = if fit.norm() < 0.5 { fit } else { Mat3::zeros() };
        let longer = 1.0 / (1.0 - fit.norm());
        let own = |s: u32| (way[s as usize] - mean - fit * (middle[s as usize] - center)).norm();
        let lengths = sum_indexed(strands.segments.len(), |e| {
            let [a, b] = strands.ends(e, middle);
            (b - a).norm()
        });
        let most = gap + FAR * lengths / strands.segments.len() as f64;
        let around = strands.segments.par_iter();
        let around = around.map(|[a, b]| (longer * (0.5 * gap + own(*a).max(own(*b)))).min(most));
        around.collect_into_vec(radius);
    }
}

/// Where a pair passes, and how fast it may approach.
fn passing(strands: &Strands, middle: &[Vec3], velocity: &[Vec3], pair: [u32; 2], gap: f64, h: f64) -> Option<Touch> {
    let (from, speed) = (strands.corners(pair, middle), strands.corners(pair, velocity));
    let to = std::array::from_fn(|i| from[i] + speed[i] * h);
    let (along, across) = crossing(&from, &to)?;
    let weights = [1.0 - along[0], along[0], along[1] - 1.0, -along[1]];
    let now: Vec3 = (0..4).map(|i| from[i] * weights[i]).sum();
    let distance = now.dot(&across);
    let normal = if distance < 0.0 { -across } else { across };
    // From far away they arrive at the gap, from nearer they stay as near as they were.
    let left = gap.min(distance.abs());
    (left > 0.0).then_some(Touch { pair, along, normal, value: (left - distance.abs()) / h })
}
