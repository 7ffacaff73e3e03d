//! Solves with a supernodal factor L for three right-hand sides at once: the global step of local/global solvers.
//!
//! L is read once on the way down and once on the way up, so a solve is as fast as memory delivers it; each value serves
//! all three right-hand sides (four lanes, one idle). A supernode of w columns is stored by rows, its triangle first
//! with reciprocal diagonal, so that both ways run through memory in one stream.
//!
//! The elimination tree is cut into [parts](Part) of independent subtrees and a top that joins them. Parts run in
//! parallel on vectors of their own; what they owe the top is added in the order of the parts, which depends on the
//! pattern alone. So the bits are the same for any number of threads.

use faer::sparse::linalg::cholesky::supernodal::SymbolicSupernodalCholesky;
use rayon::prelude::*;

use super::Ordering;
use crate::parallel::wide;

/// Right-hand sides side by side: three and an idle one.
type Lanes<T> = [T; 4];

/// Subtrees are cut until none holds more than this fraction of all values.
const PARTS: usize = 16;
/// Below this many values a solve is over before another thread wakes up.
const PARALLEL_VALUES: usize = 60_000;

/// Numbers in which a factor may be kept.
pub(super) trait Real: Copy + Send + Sync + 'static {
    const ZERO: Self;
    fn from_f64(x: f64) -> Self;
    fn to_f64(self) -> f64;
    fn mul_add(self, a: Self, b: Self) -> Self;
    fn negative(self) -> Self;
    fn times(self, a: Self) -> Self;
    fn plus(self, a: Self) -> Self;
}

macro_rules! real {
    ($t:ty) => {
        impl Real for $t {
            const ZERO: Self = 0.0;
            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $t
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                <$t>::mul_add(self, a, b)
            }
            #[inline(always)]
            fn negative(self) -> Self {
                -self
            }
            #[inline(always)]
            fn times(self, a: Self) -> Self {
                self * a
            }
            #[inline(always)]
            fn plus(self, a: Self) -> Self {
                self + a
            }
        }
    };
}
real!(f32);
real!(f64);

/// A supernode: `width` consecutive unknowns of its part and the rows below them.
#[derive(Debug, Clone)]
struct Node {
    /// Its number in the whole factor.
    supernode: usize,
    start: usize,
    width: usize,
    /// Where its rows are in `Part::rows`.
    rows: std::ops::Range<usize>,
    /// Where its values start.
    values: usize,
}

/// Some subtrees of the elimination tree, or the top.
#[derive(Debug, Clone, Default)]
struct Part {
    nodes: Vec<Node>,
    /// Rows below the supernodes, numbered within the part: own unknowns first, then the boundary.
    rows: Vec<u32>,
    /// The vertex of each own unknown.
    vertices: Vec<u32>,
    /// Unknowns of the top that the part touches, as numbered there.
    boundary: Vec<u32>,
    values: usize,
}

/// How the factor of one pattern is cut up.
#[derive(Debug)]
pub(super) struct Cut {
    parts: Vec<Part>,
    top: Part,
}

impl Cut {
    pub(super) fn new(symbolic: &SymbolicSupernodalCholesky<usize>, ordering: &Ordering) -> Self {
        let count = symbolic.n_supernodes();
        let (begin, end) = (symbolic.supernode_begin(), symbolic.supernode_end());
        let mut owner = vec![0; symbolic.nrows()];
        for s in 0..count {
            owner[begin[s]..end[s]].fill(s);
        }
        let parent = |s: usize| symbolic.supernode(s).pattern().first().map(|row| owner[*row]);
        let size = |s: usize| {
            let (w, below) = (end[s] - begin[s], symbolic.supernode(s).pattern().len());
            w * (w + 1) / 2 + w * below
        };
        // Values of each subtree; children come before their parents.
        let mut subtree: Vec<usize> = (0..count).map(size).collect();
        for s in 0..count {
            if let Some(p) = parent(s) {
                subtree[p] += subtree[s];
            }
        }
        let total: usize = (0..count).filter(|s| parent(*s).is_none()).map(|s| subtree[s]).sum();
        let limit = if total < PARALLEL_VALUES { 0 } else { total / PARTS };
        // From the roots down: too large is top, the rest belongs to the subtree of the highest that fits.
        const TOP: usize = usize::MAX;
        let mut part = vec![TOP; count];
        let mut weights: Vec<usize> = Vec::new();
        let mut roots: Vec<usize> = vec![TOP; count];
        for s in (0..count).rev() {
            roots[s] = match parent(s) {
                Some(p) if roots[p] != TOP => roots[p],
                _ if subtree[s] <= limit => s,
                _ => TOP,
            };
        }
        // Small neighbours share a part.
        for s in 0..count {
            if roots[s] == s {
                match weights.last_mut() {
                    Some(weight) if *weight + subtree[s] <= limit => *weight += subtree[s],
                    _ => weights.push(subtree[s]),
                }
                part[s] = weights.len() - 1;
            }
        }
        for s in 0..count {
            if roots[s] != TOP {
                part[s] = part[roots[s]];
            }
        }

        let mut parts = vec![Part::default(); weights.len()];
        let mut top = Part::default();
        // Place of each unknown within its part.
        let mut place = vec![0u32; symbolic.nrows()];
        for s in 0..count {
            let to = if part[s] == TOP { &mut top } else { &mut parts[part[s]] };
            for column in begin[s]..end[s] {
                place[column] = to.vertices.len() as u32;
                to.vertices.push(ordering.order[column]);
            }
        }
        // Unknowns of the top that a part has met so far, with their number on its boundary.
        let mut met: Vec<(usize, u32)> = vec![(TOP, 0); top.vertices.len()];
        for s in 0..count {
            let to = if part[s] == TOP { &mut top } else { &mut parts[part[s]] };
            let first = to.rows.len();
            for row in symbolic.supernode(s).pattern() {
                let local = if part[owner[*row]] == part[s] {
                    place[*row]
                } else {
                    let (by, number) = &mut met[place[*row] as usize];
                    if *by != part[s] {
                        (*by, *number) = (part[s], to.boundary.len() as u32);
                        to.boundary.push(place[*row]);
                    }
                    to.vertices.len() as u32 + *number
                };
                to.rows.push(local);
            }
            let start = place[begin[s]] as usize;
            let (rows, values) = (first..to.rows.len(), to.values);
            to.nodes.push(Node { supernode: s, start, width: end[s] - begin[s], rows, values });
            to.values += size(s);
        }
        Self { parts, top }
    }

    /// Values of the factor, and how many of them belong to the top.
    pub(super) fn values(&self) -> (usize, usize) {
        (self.top.values + self.parts.iter().map(|p| p.values).sum::<usize>(), self.top.values)
    }
}

/// The numbers of a part and its share of the vectors.
#[derive(Debug, Clone)]
struct Numbers<T> {
    values: Vec<T>,
    x: Vec<Lanes<T>>,
}

/// A factor in working order.
#[derive(Debug, Clone)]
pub(super) struct Panels<T> {
    parts: Vec<Numbers<T>>,
    top: Numbers<T>,
}

impl<T: Real> Panels<T> {
    pub(super) fn new(cut: &Cut) -> Self {
        let numbers = |part: &Part| Numbers {
            values: vec![T::ZERO; part.values],
            x: vec![[T::ZERO; 4]; part.vertices.len() + part.boundary.len()],
        };
        Self { parts: cut.parts.iter().map(numbers).collect(), top: numbers(&cut.top) }
    }

    /// Takes over `scale` L from column-major supernodes.
    pub(super) fn load(&mut self, cut: &Cut, symbolic: &SymbolicSupernodalCholesky<usize>, factor: &[f64], scale: f64) {
        let all = self.parts.iter_mut().zip(&cut.parts).chain([(&mut self.top, &cut.top)]);
        for (numbers, part) in all {
            for node in &part.nodes {
                let w = node.width;
                let stride = w + node.rows.len();
                let from = &factor[symbolic.col_ptr_for_val()[node.supernode]..][..stride * w];
                let mut to = numbers.values[node.values..].iter_mut();
                let mut put = |value: f64| *to.next().expect("each node has its share of values") = T::from_f64(value);
                for r in 0..stride {
                    for c in 0..w.min(r + 1) {
                        let value = scale * from[c * stride + r];
                        put(if c == r { 1.0 / value } else { value });
                    }
                }
            }
        }
    }

    /// X = scale (L L^T)^-1 B, three interleaved right-hand sides, vertex by vertex.
    pub(super) fn solve(&mut self, cut: &Cut, b: &[[f64; 3]], scale: (f64, f64), x: &mut [[f64; 3]]) {
        let (down, up) = scale;
        let several = cut.parts.len() > 1 && rayon::current_num_threads() > 1;
        let begin = |(numbers, part): (&mut Numbers<T>, &Part)| {
            for (x, v) in numbers.x.iter_mut().zip(&part.vertices) {
                let b = b[*v as usize];
                *x = [T::from_f64(down * b[0]), T::from_f64(down * b[1]), T::from_f64(down * b[2]), T::ZERO];
            }
            numbers.x[part.vertices.len()..].fill([T::ZERO; 4]);
            wide(
                #[inline(always)]
                || forward(part, &numbers.values, &mut numbers.x),
            );
        };
        if several {
            self.parts.par_iter_mut().zip(&cut.parts).for_each(begin);
        } else {
            self.parts.iter_mut().zip(&cut.parts).for_each(begin);
        }

        // The top takes what the parts owe it, in their order.
        let (numbers, part) = (&mut self.top, &cut.top);
        for (x, v) in numbers.x.iter_mut().zip(&part.vertices) {
            let b = b[*v as usize];
            *x = [T::from_f64(down * b[0]), T::from_f64(down * b[1]), T::from_f64(down * b[2]), T::ZERO];
        }
        for (owed, part) in self.parts.iter().zip(&cut.parts) {
            for (owed, to) in owed.x[part.vertices.len()..].iter().zip(&part.boundary) {
                numbers.x[*to as usize] = add(numbers.x[*to as usize], *owed);
            }
        }
        wide(
            #[inline(always)]
            || {
                forward(part, &numbers.values, &mut numbers.x);
                backward(part, &numbers.values, &mut numbers.x);
            },
        );

        let top = &self.top.x;
        let finish = |(numbers, part): (&mut Numbers<T>, &Part)| {
            for (x, from) in numbers.x[part.vertices.len()..].iter_mut().zip(&part.boundary) {
                *x = top[*from as usize];
            }
            wide(
                #[inline(always)]
                || backward(part, &numbers.values, &mut numbers.x),
            );
        };
        if several {
            self.parts.par_iter_mut().zip(&cut.parts).for_each(finish);
        } else {
            self.parts.iter_mut().zip(&cut.parts).for_each(finish);
        }
        let all = self.parts.iter().zip(&cut.parts).chain([(&self.top, &cut.top)]);
        for (numbers, part) in all {
            for (from, v) in numbers.x.iter().zip(&part.vertices) {
                x[*v as usize] = [up * from[0].to_f64(), up * from[1].to_f64(), up * from[2].to_f64()];
            }
        }
    }
}

/// x = L^-1 x on the own unknowns; the rows below lose their share.
#[inline(always)]
fn forward<T: Real>(part: &Part, values: &[T], x: &mut [Lanes<T>]) {
    for node in &part.nodes {
        let (w, start) = (node.width, node.start);
        let mut values = &values[node.values..];
        for r in 0..w {
            let row;
            (row, values) = values.split_at(r + 1);
            let sum = dot(&row[..r], &x[start..start + r]);
            let own = &mut x[start + r];
            take(own, sum);
            for c in 0..4 {
                own[c] = own[c].times(row[r]);
            }
        }
        let (fours, rest) = part.rows[node.rows.clone()].as_chunks::<4>();
        for rows in fours {
            let panel;
            (panel, values) = values.split_at(4 * w);
            let sums = dots(panel, &x[start..start + w]);
            for k in 0..4 {
                take(&mut x[rows[k] as usize], sums[k]);
            }
        }
        for to in rest {
            let row;
            (row, values) = values.split_at(w);
            let sum = dot(row, &x[start..start + w]);
            take(&mut x[*to as usize], sum);
        }
    }
}

/// x = L^-T x on the own unknowns, the rows below being known.
#[inline(always)]
fn backward<T: Real>(part: &Part, values: &[T], x: &mut [Lanes<T>]) {
    for node in part.nodes.iter().rev() {
        let (w, start) = (node.width, node.start);
        let triangle = w * (w + 1) / 2;
        let values = &values[node.values..];
        let rows = &part.rows[node.rows.clone()];
        let panel = &values[triangle..triangle + w * rows.len()];
        let fours = rows.len() / 4;
        for (rows, panel) in rows[..4 * fours].as_chunks::<4>().0.iter().zip(panel.chunks_exact(4 * w)) {
            let mut below = [[T::ZERO; 4]; 4];
            for k in 0..4 {
                below[k] = negative(x[rows[k] as usize]);
            }
            let (l0, rest) = panel.split_at(w);
            let (l1, rest) = rest.split_at(w);
            let (l2, l3) = rest.split_at(w);
            for ((((x, l0), l1), l2), l3) in x[start..start + w].iter_mut().zip(l0).zip(l1).zip(l2).zip(l3) {
                let mut sum = *x;
                for c in 0..4 {
                    sum[c] = l0.mul_add(below[0][c], sum[c]);
                    sum[c] = l1.mul_add(below[1][c], sum[c]);
                    sum[c] = l2.mul_add(below[2][c], sum[c]);
                    sum[c] = l3.mul_add(below[3][c], sum[c]);
                }
                *x = sum;
            }
        }
        for (r, row) in rows[4 * fours..].iter().zip(panel[4 * fours * w..].chunks_exact(w)) {
            let below = negative(x[*r as usize]);
            spread(row, below, &mut x[start..start + w]);
        }
        for r in (0..w).rev() {
            let row = &values[r * (r + 1) / 2..][..r + 1];
            let own = &mut x[start + r];
            for c in 0..4 {
                own[c] = own[c].times(row[r]);
            }
            let below = negative(*own);
            spread(&row[..r], below, &mut x[start..start + r]);
        }
    }
}

/// sum_j l_j x_j in four sums side by side.
#[inline(always)]
fn dot<T: Real>(l: &[T], x: &[Lanes<T>]) -> Lanes<T> {
    let mut sums = [[T::ZERO; 4]; 4];
    let ((l, l_rest), (x, x_rest)) = (l.as_chunks::<4>(), x.as_chunks::<4>());
    for (l, x) in l.iter().zip(x) {
        for k in 0..4 {
            for c in 0..4 {
                sums[k][c] = l[k].mul_add(x[k][c], sums[k][c]);
            }
        }
    }
    for (k, (l, x)) in l_rest.iter().zip(x_rest).enumerate() {
        for c in 0..4 {
            sums[k][c] = l.mul_add(x[c], sums[k][c]);
        }
    }
    add(add(sums[0], sums[1]), add(sums[2], sums[3]))
}

/// sum_j l_j x_j of four rows.
#[inline(always)]
fn dots<T: Real>(l: &[T], x: &[Lanes<T>]) -> [Lanes<T>; 4] {
    let (l0, l) = l.split_at(x.len());
    let (l1, l) = l.split_at(x.len());
    let (l2, l3) = l.split_at(x.len());
    let mut sums = [[T::ZERO; 4]; 4];
    for ((((x, l0), l1), l2), l3) in x.iter().zip(l0).zip(l1).zip(l2).zip(l3) {
        for c in 0..4 {
            sums[0][c] = l0.mul_add(x[c], sums[0][c]);
            sums[1][c] = l1.mul_add(x[c], sums[1][c]);
            sums[2][c] = l2.mul_add(x[c], sums[2][c]);
            sums[3][c] = l3.mul_add(x[c], sums[3][c]);
        }
    }
    sums
}

/// x -= y
#[inline(always)]
fn take<T: Real>(x: &mut Lanes<T>, y: Lanes<T>) {
    for c in 0..4 {
        x[c] = x[c].plus(y[c].negative());
    }
}

/// x_j += l_j y
#[inline(always)]
fn spread<T: Real>(l: &[T], y: Lanes<T>, x: &mut [Lanes<T>]) {
    for (x, l) in x.iter_mut().zip(l) {
        for c in 0..4 {
            x[c] = l.mul_add(y[c], x[c]);
        }
    }
}

// Plain loops: closures would stay calls, and calls are not compiled for wide vectors.
#[inline(always)]
fn negative<T: Real>(mut a: Lanes<T>) -> Lanes<T> {
    for c in 0..4 {
        a[c] = a[c].negative();
    }
    a
}

#[inline(always)]
fn add<T: Real>(mut a: Lanes<T>, b: Lanes<T>) -> Lanes<T> {
    for c in 0..4 {
        a[c] = a[c].plus(b[c]);
    }
    a
}
