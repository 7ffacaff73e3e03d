//! All pairs of segments of different threads whose distance is less than the sum of their radii.
//!
//! A segment of hair is three hundred times as long as thick, and a box around it overlaps hundreds of others. So space is cut
//! into blocks, shorter than a segment, and each block into cells, more of them the more segments come near. Within a
//! block segments are laid one after the other through the cells that they come near, and meet there those laid before.
//! A pair is measured once in a block, and it belongs to the one block that holds the point at which the radii divide its
//! shortest connection: that point is near both, so both come to that block. Found pairs are sorted, so that neither
//! blocks nor threads decide their order. 2.5 M pairs among 480 000 segments of hair take about 12 measurements each.

use rayon::prelude::*;

use crate::contact::distance::Pair;
use crate::mechanics::Vec3;

/// Segments, in the order of their numbers.
pub trait Segments: Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// Both ends.
    fn ends(&self, e: usize) -> [Vec3; 2];
    /// How far it reaches around itself.
    fn radius(&self, e: usize) -> f64;
    /// What it is part of: segments of one thread are no pair.
    fn thread(&self, e: usize) -> u32;
    /// How near a pair has to be, at most the sum of the radii.
    fn reach(&self, e: usize, other: usize) -> f64 {
        self.radius(e) + self.radius(other)
    }
}

/// The search, with what it keeps between two.
#[derive(Default)]
pub struct Search {
    /// Blocks and the segments near them: block in the upper, segment in the lower half.
    near: Vec<u64>,
    parts: Vec<Vec<u64>>,
    tasks: Vec<Task>,
    pairs: Vec<[u32; 2]>,
}

/// Segments that one task assigns to blocks.
const PART: usize = 4096;
/// Tasks that blocks are dealt to, whatever the number of threads.
const TASKS: usize = 128;
/// Side of a block over the mean length of the segments, and at least over their mean radius.
const BLOCK: f64 = 0.3;
const WIDE: f64 = 4.0;
/// Cells along a block: this share of the root of the number of segments, which makes laying as dear as measuring, and at most.
const CELLS: f64 = 0.5;
const MOST: f64 = 32.0;
/// Blocks that the radius of a segment spans, at most.
const FAR: f64 = 8.0;
/// Blocks along an axis, so that 32 bits number them.
const BLOCKS: f64 = 1600.0;
/// Nobody.
const NONE: u32 = u32::MAX;
/// Share of a cell by which rounding cannot misplace a point.
const SLACK: f64 = 1e-6;

/// Cubes of one size that fill a box.
#[derive(Clone, Copy)]
struct Grid {
    origin: Vec3,
    size: f64,
    counts: [u32; 3],
}

impl Grid {
    /// Calls `visit(cell)` for all cells that the segment comes near, perhaps for some more.
    fn cover(&self, [a, b]: [Vec3; 2], radius: f64, mut visit: impl FnMut(u32)) {
        let r = radius / self.size + SLACK;
        let (a, b) = ((a - self.origin) / self.size, (b - self.origin) / self.size);
        let way = b - a;
        let [nx, ny, _] = self.counts;
        let strides = [1, nx, nx * ny];
        let range = |axis: usize, p: f64, q: f64| {
            // Casts cut off and saturate: what lies outside gives an empty range.
            (p.min(q) - r) as u32..((p.max(q) + r + 1.0) as u32).min(self.counts[axis])
        };
        // Slab by slab along the axis on which it is longest, a piece of it lies in a small box.
        let along = way.iamax();
        let (one, two) = ((along + 1) % 3, (along + 2) % 3);
        let inverse = if way[along] == 0.0 { 0.0 } else { 1.0 / way[along] };
        for slab in range(along, a[along], b[along]) {
            let (enter, leave) = (f64::from(slab) - r - a[along], f64::from(slab + 1) + r - a[along]);
            let [s, t] =
                if inverse == 0.0 { [0.0, 1.0] } else { [enter * inverse, leave * inverse].map(|s| s.clamp(0.0, 1.0)) };
            for i in range(one, a[one] + s * way[one], a[one] + t * way[one]) {
                let row = slab * strides[along] + i * strides[one];
                for j in range(two, a[two] + s * way[two], a[two] + t * way[two]) {
                    visit(row + j * strides[two]);
                }
            }
        }
    }

    /// The cell of a point.
    fn cell(&self, p: Vec3) -> u32 {
        let p = (p - self.origin) / self.size;
        let [x, y, z] = std::array::from_fn(|c| (p[c] as u32).min(self.counts[c] - 1));
        x + self.counts[0] * (y + self.counts[1] * z)
    }

    /// The lowest corner of a cell.
    fn corner(&self, cell: u32) -> Vec3 {
        let [nx, ny, _] = self.counts;
        let steps = [cell % nx, cell / nx % ny, cell / nx / ny];
        self.origin + Vec3::from(steps.map(f64::from)) * self.size
    }

    /// Blocks for all segments.
    fn blocks(segments: &impl Segments) -> Self {
        let n = segments.len();
        let (mut sums, mut widest) = ((0.0, 0.0), 0.0f64);
        let (mut low, mut high) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        for e in 0..n {
            let ([a, b], r) = (segments.ends(e), segments.radius(e));
            (sums, widest) = ((sums.0 + (b - a).norm(), sums.1 + r), widest.max(r));
            low = low.inf(&a.inf(&b).add_scalar(-r));
            high = high.sup(&a.sup(&b).add_scalar(r));
        }
        let mut size = (BLOCK * sums.0).max(WIDE * sums.1).max(f64::MIN_POSITIVE) / n as f64;
        // Far flung fibres get larger blocks, and so does one that reaches far.
        size = size.max((high - low).max() / BLOCKS * (1.0 + SLACK)).max(widest / FAR);
        let counts = (high - low) / size;
        Self { origin: low, size, counts: std::array::from_fn(|c| counts[c] as u32 + 1) }
    }
}

/// What one task keeps.
#[derive(Default)]
struct Task {
    /// Segments of a block: ends, radius, number and thread.
    local: Vec<Local>,
    /// The last of `laid` in each cell.
    last: Vec<u32>,
    /// Segments in cells, and which one was laid there before.
    laid: Vec<[u32; 2]>,
    /// With whom a segment was measured last.
    measured: Vec<u32>,
    found: Vec<[u32; 2]>,
}

struct Local {
    ends: [Vec3; 2],
    radius: f64,
    number: u32,
    thread: u32,
}

impl Task {
    /// Pairs of the segments near one block.
    fn block(&mut self, segments: &impl Segments, blocks: &Grid, block: u32, members: impl Iterator<Item = u32>) {
        let Self { local, last, laid, measured, found } = self;
        local.clear();
        let mut thickness = 0.0;
        local.extend(members.map(|number| {
            let e = number as usize;
            thickness += segments.radius(e);
            Local { ends: segments.ends(e), radius: segments.radius(e), number, thread: segments.thread(e) }
        }));
        if local.len() < 2 {
            return;
        }
        thickness *= 2.0 / local.len() as f64;
        // Cells that are thinner than the segments are of no use.
        let count = (CELLS * (local.len() as f64).sqrt()).min(blocks.size / thickness).clamp(1.0, MOST) as u32;
        let cells = Grid { origin: blocks.corner(block), size: blocks.size / f64::from(count), counts: [count; 3] };
        last.clear();
        last.resize(count.pow(3) as usize, NONE);
        laid.clear();
        measured.clear();
        measured.resize(local.len(), NONE);
        for (i, this) in local.iter().enumerate() {
            cells.cover(this.ends, this.radius, |cell| {
                let mut at = last[cell as usize];
                last[cell as usize] = laid.len() as u32;
                laid.push([i as u32, at]);
                while at != NONE {
                    let [other, before] = laid[at as usize];
                    at = before;
                    if measured[other as usize] != i as u32 {
                        measured[other as usize] = i as u32;
                        let other = &local[other as usize];
                        if other.thread != this.thread && meet(segments, other, this, blocks) == Some(block) {
                            found.push([other.number, this.number]);
                        }
                    }
                }
            });
        }
    }
}

/// The block to which a pair belongs, if it is near enough.
fn meet(segments: &impl Segments, one: &Local, two: &Local, blocks: &Grid) -> Option<u32> {
    let ([a, b], [c, d]) = (one.ends, two.ends);
    // Segments are no nearer than the lines through them, which are told apart at a tenth of the price.
    let across = (b - a).cross(&(d - c));
    let (volume, area) = ((c - a).dot(&across).powi(2), across.norm_squared());
    let sum = one.radius + two.radius;
    if volume > sum.powi(2) * area {
        return None;
    }
    let reach = segments.reach(one.number as usize, two.number as usize).powi(2);
    if volume > reach * area {
        return None;
    }
    let near = Pair::Edges.nearest(&[a, b, c, d]);
    if near.between.norm_squared() >= reach {
        return None;
    }
    let on = a * near.weights[0] + b * near.weights[1];
    Some(blocks.cell(on - near.between * (one.radius / sum)))
}

impl Search {
    /// All pairs, the lower number first, in ascending order.
    pub fn pairs(&mut self, segments: &impl Segments) -> &[[u32; 2]] {
        let Self { near, parts, tasks, pairs } = self;
        pairs.clear();
        let n = segments.len();
        if n < 2 {
            return pairs;
        }
        let blocks = Grid::blocks(segments);
        parts.resize_with(n.div_ceil(PART), Vec::new);
        parts.par_iter_mut().enumerate().for_each(|(k, part)| {
            part.clear();
            for e in k * PART..((k + 1) * PART).min(n) {
                blocks
                    .cover(segments.ends(e), segments.radius(e), |block| part.push(u64::from(block) << 32 | e as u64));
            }
        });
        near.clear();
        parts.iter().for_each(|part| near.extend_from_slice(part));
        near.par_sort_unstable();
        tasks.resize_with(TASKS, Task::default);
        let near = &*near;
        tasks.par_iter_mut().enumerate().for_each(|(k, task)| {
            task.found.clear();
            // From the first block that begins in this share.
            let begin = |k: usize| {
                let at = k * near.len() / TASKS;
                at + near[at..].partition_point(|key| at > 0 && key >> 32 == near[at - 1] >> 32)
            };
            near[begin(k)..begin(k + 1)].chunk_by(|a, b| a >> 32 == b >> 32).for_each(|members| {
                let block = (members[0] >> 32) as u32;
                task.block(segments, &blocks, block, members.iter().map(|key| *key as u32));
            });
        });
        tasks.iter().for_each(|task| pairs.extend_from_slice(&task.found));
        pairs.par_sort_unstable();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sticks {
        ends: Vec<[Vec3; 2]>,
        radius: Vec<f64>,
    }

    impl Segments for Sticks {
        fn len(&self) -> usize {
            self.ends.len()
        }

        fn ends(&self, e: usize) -> [Vec3; 2] {
            self.ends[e]
        }

        fn radius(&self, e: usize) -> f64 {
            self.radius[e]
        }

        fn thread(&self, e: usize) -> u32 {
            e as u32 / 5
        }
    }

    /// Uniform in (-1, 1).
    fn draw(seed: &mut u64) -> f64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Strands of five sticks, crooked and of all lengths; every seventh lies along an axis and on round numbers, some have no
    /// length, some are laid twice.
    fn strands(count: usize, radius: impl Fn(f64) -> f64) -> Sticks {
        let mut seed = 3;
        let mut vector = || Vec3::new(draw(&mut seed), draw(&mut seed), draw(&mut seed));
        let mut sticks = Sticks { ends: Vec::new(), radius: Vec::new() };
        for k in 0..count {
            let mut from = vector();
            let toward = vector() * 0.2;
            for _ in 0..5 {
                let mut to = from + toward * vector().x.abs() + vector() * 0.03;
                match k % 7 {
                    0 => {
                        from = from.map(|c| (8.0 * c).round() / 8.0);
                        to = from + Vec3::x() * 0.25;
                    }
                    1 => to = from,
                    2 if !sticks.ends.is_empty() => [from, to] = sticks.ends[sticks.ends.len() / 2],
                    _ => {}
                }
                sticks.ends.push([from, to]);
                sticks.radius.push(radius(vector().x));
                from = to;
            }
        }
        sticks
    }

    fn all_pairs(sticks: &Sticks) -> Vec<[u32; 2]> {
        let n = sticks.len() as u32;
        let near = |[e, o]: &[u32; 2]| {
            let ([e, o], [[a, b], [c, d]]) = ([*e as usize, *o as usize], [*e, *o].map(|e| sticks.ends[e as usize]));
            let reach = sticks.radius[e] + sticks.radius[o];
            sticks.thread(e) != sticks.thread(o) && Pair::Edges.distance(&[a, b, c, d]) < reach
        };
        (0..n).flat_map(|e| (e + 1..n).map(move |o| [e, o])).filter(near).collect()
    }

    #[test]
    fn the_pairs_are_those_of_a_look_at_all() {
        let mut search = Search::default();
        for (radius, least) in [(1e-3, 100), (0.02, 500), (0.3, 10_000)] {
            for sticks in [strands(200, |_| radius), strands(300, |random| radius * random.powi(8))] {
                let all = all_pairs(&sticks);
                assert!(all.len() > least / 10, "{}", all.len());
                assert!(search.pairs(&sticks) == all, "radius {radius}: {} pairs", all.len());
            }
        }
        // One flies far away: blocks are few, pairs the same.
        let mut sticks = strands(100, |_| 0.02);
        sticks.ends[17] = [Vec3::repeat(1e9), Vec3::repeat(2e9)];
        assert!(search.pairs(&sticks) == all_pairs(&sticks));
        assert!(search.pairs(&strands(0, |_| 1.0)).is_empty());
    }
}
