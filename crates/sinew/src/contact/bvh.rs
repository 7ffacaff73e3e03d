//! A binary tree of boxes over many small things, so that only neighbours are looked at.
//!
//! Built once, top down: a node is cut across the axis along which its centres spread most, where the surface area heuristic
//! over 16 bins [wald2007] is lowest. Cuts fall on multiples of a leaf's size, so the number of nodes depends on the number of things
//! alone and every subtree has its place before it is built: both halves are built at once, and nodes lie in depth-first
//! order. When things move, `refit` renews the boxes and leaves the tree as it is; minima and maxima are exact, so the
//! bits do not depend on the number of threads. A tree that was built for one shape grows slow, never wrong, for another.

use crate::mechanics::Vec3;

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Lowest corner.
    pub low: Vec3,
    /// Highest corner.
    pub high: Vec3,
}

impl Bounds {
    /// Holds nothing.
    pub fn empty() -> Self {
        Self { low: Vec3::repeat(f64::INFINITY), high: Vec3::repeat(f64::NEG_INFINITY) }
    }

    /// The smallest box around some points.
    pub fn around(points: &[Vec3]) -> Self {
        points.iter().fold(Self::empty(), |b, p| Self { low: b.low.inf(p), high: b.high.sup(p) })
    }

    /// The smallest box around two.
    pub fn with(&self, other: &Bounds) -> Self {
        Self { low: self.low.inf(&other.low), high: self.high.sup(&other.high) }
    }

    /// Larger by `margin` on every side.
    pub fn grown(&self, margin: f64) -> Self {
        Self { low: self.low.add_scalar(-margin), high: self.high.add_scalar(margin) }
    }

    /// Whether they touch.
    pub fn overlaps(&self, other: &Bounds) -> bool {
        (0..3).all(|c| self.low[c] <= other.high[c] && other.low[c] <= self.high[c])
    }

    /// Squared distance of a point; 0 inside.
    pub fn squared_distance(&self, x: &Vec3) -> f64 {
        (0..3).map(|c| (self.low[c] - x[c]).max(x[c] - self.high[c]).max(0.0).powi(2)).sum()
    }

    /// Half the surface, to compare boxes by.
    fn area(&self) -> f64 {
        let size = self.high - self.low;
        if size.min() < 0.0 { 0.0 } else { size.x * size.y + size.y * size.z + size.z * size.x }
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: Bounds,
    /// Where the second child lies; 0 for a leaf. The first child follows its parent.
    second: u32,
    /// Where the things of a leaf start in `order`.
    first: u32,
}

/// See the module's head.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The things, leaf by leaf.
    order: Vec<u32>,
}

/// Things in a leaf.
const LEAF: usize = 4;
const BINS: usize = 16;
/// Below this depth nodes are cut in the middle, so that no tree is deeper than [`STACK`].
const DEEP: usize = 32;
const STACK: usize = 64;
/// Things of a subtree that is worth a task of its own.
const TASK: usize = 2048;

fn leaves(things: usize) -> usize {
    things.div_ceil(LEAF)
}

impl Tree {
    /// A tree over things with these boxes.
    pub fn new(boxes: &[Bounds]) -> Self {
        if boxes.is_empty() {
            return Self::default();
        }
        assert!(boxes.len() < u32::MAX as usize / 2, "more things than can be numbered");
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let blank = Node { bounds: Bounds::empty(), second: 0, first: 0 };
        let mut nodes = vec![blank; 2 * leaves(boxes.len()) - 1];
        build(boxes, &mut nodes, 0, &mut order, 0, 0);
        Self { nodes, order }
    }

    /// Number of things.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Number of boxes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The box around everything.
    pub fn bounds(&self) -> Bounds {
        self.nodes.first().map_or_else(Bounds::empty, |n| n.bounds)
    }

    /// Renews all boxes from those of the things.
    pub fn refit(&mut self, bounds: &(impl Fn(usize) -> Bounds + Sync)) {
        if !self.nodes.is_empty() {
            refit(&mut self.nodes, 0, &self.order, bounds);
        }
    }

    /// Calls `visit(thing)` for all things whose leaf touches the box: some of them may not touch it themselves.
    pub fn near(&self, query: &Bounds, mut visit: impl FnMut(u32)) {
        let mut stack = [0u32; STACK];
        let mut waiting = usize::from(!self.nodes.is_empty());
        while waiting > 0 {
            waiting -= 1;
            let at = stack[waiting] as usize;
            let node = &self.nodes[at];
            if !node.bounds.overlaps(query) {
                continue;
            }
            if node.second == 0 {
                self.leaf(node).iter().for_each(|thing| visit(*thing));
            } else {
                stack[waiting] = node.second;
                stack[waiting + 1] = at as u32 + 1;
                waiting += 2;
            }
        }
    }

    /// The thing nearest to a point by `squared(thing)`, which must not be less than the squared distance to its box, and
    /// its squared distance; of several the one with the lowest number. None if nothing is nearer than sqrt(`limit`).
    pub fn nearest(&self, x: &Vec3, limit: f64, mut squared: impl FnMut(u32) -> f64) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        let mut bound = limit;
        let mut stack = [(0u32, 0.0); STACK];
        let mut waiting = usize::from(!self.nodes.is_empty());
        while waiting > 0 {
            waiting -= 1;
            let (at, distance) = stack[waiting];
            if distance > bound {
                continue;
            }
            let node = &self.nodes[at as usize];
            if node.second == 0 {
                for thing in self.leaf(node) {
                    let d = squared(*thing);
                    let lower = best.is_none_or(|(known, least)| d < least || d == least && *thing < known);
                    if d <= bound && lower {
                        (best, bound) = (Some((*thing, d)), d);
                    }
                }
            } else {
                let [a, b] = [at + 1, node.second].map(|k| (k, self.nodes[k as usize].bounds.squared_distance(x)));
                // The nearer one is looked at first.
                let (near, far) = if a.1 <= b.1 { (a, b) } else { (b, a) };
                (stack[waiting], stack[waiting + 1]) = (far, near);
                waiting += 2;
            }
        }
        best
    }

    fn leaf(&self, node: &Node) -> &[u32] {
        let first = node.first as usize;
        &self.order[first..(first + LEAF).min(self.order.len())]
    }
}

/// Builds the subtree of `order` in `nodes`, whose first one is number `at` of the tree.
fn build(boxes: &[Bounds], nodes: &mut [Node], at: usize, order: &mut [u32], first: usize, depth: usize) {
    let around = order.iter().fold(Bounds::empty(), |b, i| b.with(&boxes[*i as usize]));
    nodes[0] = Node { bounds: around, second: 0, first: first as u32 };
    if order.len() <= LEAF {
        return;
    }
    let half = cut(boxes, order, depth);
    // The first leaves are full, so that leaves start at multiples of their size.
    let second = 2 * leaves(half);
    nodes[0].second = (at + second) as u32;
    let (ours, theirs) = nodes[1..].split_at_mut(second - 1);
    let large = order.len() > TASK;
    let (left, right) = order.split_at_mut(half);
    let mut a = || build(boxes, ours, at + 1, left, first, depth + 1);
    let mut b = || build(boxes, theirs, at + second, right, first + half, depth + 1);
    if large {
        rayon::join(a, b);
    } else {
        a();
        b();
    }
}

/// Sorts `order` into two halves and returns the size of the first, a multiple of [`LEAF`].
fn cut(boxes: &[Bounds], order: &mut [u32], depth: usize) -> usize {
    let center = |i: u32| boxes[i as usize].low + boxes[i as usize].high;
    let spread = order.iter().fold(Bounds::empty(), |b, i| b.with(&Bounds::around(&[center(*i)])));
    let size = spread.high - spread.low;
    let axis = size.imax();
    let middle = leaves(order.len()) / 2 * LEAF;
    let mut half = middle;
    if depth < DEEP && size[axis] > 0.0 && size[axis].is_finite() {
        let bin = |i: u32| {
            let along = (center(i)[axis] - spread.low[axis]) / size[axis];
            ((along * BINS as f64) as usize).min(BINS - 1)
        };
        let mut bins = [(Bounds::empty(), 0usize); BINS];
        for i in order.iter() {
            let (around, count) = &mut bins[bin(*i)];
            (*around, *count) = (around.with(&boxes[*i as usize]), *count + 1);
        }
        // Price of what lies right of each cut, then of both sides.
        let mut right = [0.0; BINS];
        let (mut around, mut count) = (Bounds::empty(), 0);
        for k in (1..BINS).rev() {
            (around, count) = (around.with(&bins[k].0), count + bins[k].1);
            right[k] = around.area() * count as f64;
        }
        let mut least = f64::INFINITY;
        (around, count) = (Bounds::empty(), 0);
        for k in 1..BINS {
            (around, count) = (around.with(&bins[k - 1].0), count + bins[k - 1].1);
            let price = around.area() * count as f64 + right[k];
            if price < least {
                (least, half) = (price, count);
            }
        }
        half = ((half + LEAF / 2) / LEAF * LEAF).clamp(LEAF, (leaves(order.len()) - 1) * LEAF);
    }
    // Ties are broken by number, so that the halves do not depend on the order before.
    order.select_nth_unstable_by(half, |a, b| center(*a)[axis].total_cmp(&center(*b)[axis]).then(a.cmp(b)));
    half
}

/// Renews the boxes of a subtree whose first node is number `at` of the tree.
fn refit(nodes: &mut [Node], at: usize, order: &[u32], bounds: &(impl Fn(usize) -> Bounds + Sync)) -> Bounds {
    let Node { second, first, .. } = nodes[0];
    let around = if second == 0 {
        let first = first as usize;
        let things = &order[first..(first + LEAF).min(order.len())];
        things.iter().fold(Bounds::empty(), |b, i| b.with(&bounds(*i as usize)))
    } else {
        let half = second as usize - at;
        let large = nodes.len() > TASK / LEAF;
        let (ours, theirs) = nodes[1..].split_at_mut(half - 1);
        let (a, b) = if large {
            rayon::join(|| refit(ours, at + 1, order, bounds), || refit(theirs, at + half, order, bounds))
        } else {
            (refit(ours, at + 1, order, bounds), refit(theirs, at + half, order, bounds))
        };
        a.with(&b)
    };
    nodes[0].bounds = around;
    around
}
