//! Impulses between pairs of segments, all pairs of a round at once.
//!
//! A pair whose nearest points separate more slowly than asked for gets the impulse along n that mends it,
//!
//!   J = m (u - n . sum w_i u_i),   1/m = sum w_i^2 / M_i,   Delta u_i = w_i J n / M_i,   |J_t| <= mu J against sliding,
//!
//! with M_i the mass of a square. All pairs see the same velocities, and a pair's impulse is divided by the most pairs that any of its squares is
//! part of: then no energy is made and the order does not matter. Sums run over the pairs of a segment in their order.

use rayon::prelude::*;
use sinew_math::parallel::sum_indexed;

use super::strands::Strands;
use crate::mechanics::Vec3;

/// Two segments that are, or will be, too near.
#[derive(Debug, Clone, Copy)]
pub struct Touch {
    /// The segments, the lower number first.
    pub pair: [u32; 2],
    /// Where on each of them the nearest points are.
    pub along: [f64; 2],
    /// From the second to the first.
    pub normal: Vec3,
    /// How much is missing (m), or the speed at which they may approach, below 0 (m/s).
    pub value: f64,
}

impl Touch {
    fn weights(&self) -> [f64; 4] {
        let [s, t] = self.along;
        [1.0 - s, s, t - 1.0, -t]
    }
}

/// Velocities of the squares, and what resists a change.
#[derive(Default)]
pub struct Bodies {
    /// Velocities of the middles.
    pub velocity: Vec<Vec3>,
    /// 1/M; 0 for what is held.
    pub inverse_mass: Vec<f64>,
}

/// What rounds need; kept between steps.
#[derive(Default)]
pub struct Rounds {
    /// Where the touches of a segment begin whose lower number it is.
    first: Vec<u32>,
    /// Touches by their higher number, and where those of a segment begin.
    order: Vec<u64>,
    second: Vec<u32>,
    impulses: Vec<Vec3>,
    /// Pairs that act on a segment, the most that act on one of its squares, and what they do to its squares.
    counts: Vec<u32>,
    crowds: Vec<u32>,
    sums: Vec<[Vec3; 2]>,
}

/// Where the run of each of `n` numbers begins in an ascending list.
fn begins(n: usize, ascending: impl Iterator<Item = u32>, begins: &mut Vec<u32>) {
    begins.clear();
    let mut length = 0;
    for number in ascending {
        begins.resize(begins.len().max(number as usize + 1), length);
        length += 1;
    }
    begins.resize(n + 1, length);
}

impl Rounds {
    /// For rounds with these touches, which are sorted by their pairs.
    pub fn arrange(&mut self, strands: &Strands, touches: &[Touch]) {
        let n = strands.segments.len();
        begins(n, touches.iter().map(|touch| touch.pair[0]), &mut self.first);
        let keys = touches.par_iter().enumerate().map(|(k, touch)| u64::from(touch.pair[1]) << 32 | k as u64);
        keys.collect_into_vec(&mut self.order);
        self.order.par_sort_unstable();
        begins(n, self.order.iter().map(|key| (key >> 32) as u32), &mut self.second);
    }

    /// One round of impulses towards separation at `speed(touch)`. Returns the work of held squares.
    pub fn round(
        &mut self,
        strands: &Strands,
        bodies: &mut Bodies,
        touches: &[Touch],
        friction: f64,
        speed: impl Fn(&Touch) -> f64 + Sync,
    ) -> f64 {
        let Self { first, order, second, impulses, counts, crowds, sums } = self;
        let Bodies { velocity, inverse_mass } = bodies;
        let (moving, masses) = (&*velocity, &*inverse_mass);
        let whole = touches.par_iter().map(|touch| impulse(strands, moving, masses, touch, friction, speed(touch)));
        whole.collect_into_vec(impulses);
        // The touches of a segment, and on which side of them it is.
        let of = |e: usize| {
            let ours = (first[e]..first[e + 1]).map(|k| (k as usize, 0));
            let theirs = order[second[e] as usize..second[e + 1] as usize].iter();
            ours.chain(theirs.map(|key| (*key as u32 as usize, 1)))
        };
        let n = strands.segments.len();
        let acting = |e: usize| of(e).filter(|(k, _)| impulses[*k] != Vec3::zeros()).count() as u32;
        (0..n).into_par_iter().map(acting).collect_into_vec(counts);
        let counts = &*counts;
        let crowd = |e: usize| {
            let joined = |square: u32| strands.joins(square).map(|e| counts[e]).sum::<u32>();
            strands.segments[e].map(joined).into_iter().fold(1, u32::max)
        };
        (0..n).into_par_iter().map(crowd).collect_into_vec(crowds);
        let most = |touch: &Touch| touch.pair.map(|e| crowds[e as usize]).into_iter().fold(1, u32::max);
        let total = |e: usize| {
            let mut sum = [Vec3::zeros(); 2];
            for (k, side) in of(e).filter(|(k, _)| impulses[*k] != Vec3::zeros()) {
                let (share, weights) = (impulses[k] / f64::from(most(&touches[k])), touches[k].weights());
                (0..2).for_each(|end| sum[end] += share * weights[2 * side + end]);
            }
            sum
        };
        (0..n).into_par_iter().map(total).collect_into_vec(sums);
        let sums = &*sums;
        let pushed = |square: usize| {
            let [before, after] = strands.neighbours(square);
            before.map_or(Vec3::zeros(), |e| sums[e][1]) + after.map_or(Vec3::zeros(), |e| sums[e][0])
        };
        let injected = sum_indexed(moving.len(), |s| match masses[s] == 0.0 {
            true => pushed(s).dot(&moving[s]),
            false => 0.0,
        });
        velocity.par_iter_mut().enumerate().for_each(|(s, v)| *v += pushed(s) * masses[s]);
        injected
    }
}

impl Bodies {
    /// Kinetic energy of the middles that are free.
    pub fn kinetic(&self) -> f64 {
        sum_indexed(self.velocity.len(), |s| match self.inverse_mass[s] {
            0.0 => 0.0,
            inverse => 0.5 * self.velocity[s].norm_squared() / inverse,
        })
    }
}

/// The whole impulse of a pair; none if it separates fast enough or is held.
fn impulse(
    strands: &Strands,
    velocity: &[Vec3],
    inverse_mass: &[f64],
    touch: &Touch,
    friction: f64,
    speed: f64,
) -> Vec3 {
    let [[a, b], [c, d]] = touch.pair.map(|e| strands.segments[e as usize]);
    let (squares, weights, normal) = ([a, b, c, d].map(|s| s as usize), touch.weights(), touch.normal);
    let u: Vec3 = (0..4).map(|i| velocity[squares[i]] * weights[i]).sum();
    let give: f64 = (0..4).map(|i| weights[i].powi(2) * inverse_mass[squares[i]]).sum();
    let along = u.dot(&normal);
    if along >= speed || give == 0.0 {
        return Vec3::zeros();
    }
    let (push, across) = ((speed - along) / give, u - normal * along);
    let slide = across.norm();
    // Friction stops sliding, or takes mu times the push.
    let grip = if slide > 0.0 { (friction * push).min(slide / give) / slide } else { 0.0 };
    normal * push - across * grip
}
