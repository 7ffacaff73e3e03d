//! In which order the vertices are eliminated: the fill of a sparse Cholesky factor depends on it alone.
//!
//! The graph of *vertices* is ordered, not that of the 3 n unknowns: it has nine times fewer edges and keeps the three
//! unknowns of a vertex together. Nested dissection and approximate minimum fill are both tried, and the one with fewer
//! factor flops is kept: a count, never the clock. On blocks of tets of 1 k to 82 k elements minimum fill won every
//! time (32 x 8 x 8 cells: 0.16 GFlop against 0.34, and 0.26 by minimum degree of the unknowns; 20 x 20 x 20: 7.0
//! against 9.3), but dissection has the better growth. The result is post-ordered, so that columns of one supernode are
//! neighbours [george1973], [amestoy1999], [liu1990].

use feral_amf::{AmfOptions, amf_order_opts};
use feral_metis::{CscPattern, metis_order};

use super::SolveError;
use crate::sparse::Pattern;
use crate::stop;

/// Elimination order of the vertices and what the factor will cost.
#[derive(Debug, Clone)]
pub struct Ordering {
    /// `order[k]` is the vertex eliminated at place k.
    pub order: Vec<u32>,
    /// `place[v]` is the place of vertex v.
    pub place: Vec<u32>,
    /// Multiply-adds of the numeric factorization, counted as two flops each.
    pub flops: f64,
    /// Non-zeros of the scalar factor L without supernode padding.
    pub nonzeros: f64,
    /// Which method won.
    pub name: &'static str,
}

/// Full symmetric adjacency without the diagonal, neighbours ascending.
pub(super) struct Graph {
    starts: Vec<i32>,
    neighbours: Vec<i32>,
}

impl Graph {
    /// `None` if the graph has more edges than the ordering libraries can number.
    pub(super) fn new(pattern: &Pattern) -> Option<Self> {
        let n = pattern.nodes();
        let edges = pattern.blocks() - n;
        i32::try_from(2 * edges.max(n)).ok()?;
        let mut starts = vec![0; n + 1];
        for i in 0..n {
            for &j in &pattern.columns()[pattern.row(i)][1..] {
                starts[i + 1] += 1;
                starts[j as usize + 1] += 1;
            }
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next: Vec<i32> = starts[..n].to_vec();
        let mut neighbours = vec![0; 2 * edges];
        let mut push = |i: usize, j: usize| {
            neighbours[next[i] as usize] = j as i32;
            next[i] += 1;
        };
        // When row i is reached, every smaller neighbour of i has been pushed already: the lists come out ascending.
        for i in 0..n {
            for &j in &pattern.columns()[pattern.row(i)][1..] {
                push(i, j as usize);
                push(j as usize, i);
            }
        }
        Some(Self { starts, neighbours })
    }

    pub(super) fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn of(&self, i: usize) -> &[i32] {
        &self.neighbours[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// Vertices up to which an order takes no time worth stopping.
pub(super) const QUICK: usize = 4000;

impl Ordering {
    /// The better of the two methods; the natural order if both refuse the graph. Refuses one that is too large to number.
    pub fn best(pattern: &Pattern) -> Result<Self, SolveError> {
        let all = match Graph::new(pattern) {
            Some(graph) if graph.nodes() > QUICK => {
                stop::or_leave(move || Self::of(&graph)).ok_or(SolveError::Interrupted)?
            }
            graph => graph.and_then(|graph| Self::of(&graph)),
        };
        let best = all.and_then(|all| all.into_iter().reduce(|a, b| if b.flops < a.flops { b } else { a }));
        best.ok_or(SolveError::TooLarge { gigabytes: 20.0 * 9.0 * pattern.blocks() as f64 / 1e9 })
    }

    /// Every candidate, for comparison.
    pub fn all(pattern: &Pattern) -> Option<Vec<Self>> {
        Self::of(&Graph::new(pattern)?)
    }

    fn of(graph: &Graph) -> Option<Vec<Self>> {
        let csc = CscPattern::new(graph.nodes(), &graph.starts, &graph.neighbours)?;
        let mut found = Vec::new();
        if graph.nodes() > 0 {
            let dissection = metis_order(&csc);
            let fill = amf_order_opts(&csc, &AmfOptions::default()).map(|(order, _)| order);
            for (name, order) in [("nested dissection", dissection), ("approximate minimum fill", fill)] {
                found.extend(order.ok().and_then(|o| is_permutation(&o).then(|| Self::analyse(graph, &o, name))));
            }
        }
        if found.is_empty() {
            let natural: Vec<i32> = (0..graph.nodes() as i32).collect();
            found.push(Self::analyse(graph, &natural, "natural"));
        }
        Some(found)
    }

    /// Post-orders the elimination tree and counts the factor.
    fn analyse(graph: &Graph, order: &[i32], name: &'static str) -> Self {
        let n = order.len();
        let (parents, counts) = elimination_tree(graph, order);
        let (mut flops, mut nonzeros) = (0.0, 0.0);
        for &count in &counts {
            // The three scalar columns of a vertex with `count` blocks have 3 count - {0, 1, 2} entries.
            for rows in [3.0 * count, 3.0 * count - 1.0, 3.0 * count - 2.0] {
                flops += rows * rows;
                nonzeros += rows;
            }
        }
        let order: Vec<u32> = postorder(&parents).into_iter().map(|k| order[k as usize] as u32).collect();
        let mut place = vec![0; n];
        for (k, v) in order.iter().enumerate() {
            place[*v as usize] = k as u32;
        }
        Self { order, place, flops, nonzeros, name }
    }
}

fn is_permutation(order: &[i32]) -> bool {
    let mut seen = vec![false; order.len()];
    order.iter().all(|v| seen.get_mut(*v as usize).is_some_and(|s| !std::mem::replace(s, true)))
}

const NONE: u32 = u32::MAX;

/// Parent of every place and number of blocks in its column of the factor: row k of L is the union of the tree paths
/// from the neighbours of k up to k.
fn elimination_tree(graph: &Graph, order: &[i32]) -> (Vec<u32>, Vec<f64>) {
    let n = order.len();
    let mut place = vec![0u32; n];
    for (k, v) in order.iter().enumerate() {
        place[*v as usize] = k as u32;
    }
    let (mut parents, mut visited, mut counts) = (vec![NONE; n], vec![NONE; n], vec![1.0; n]);
    for k in 0..n as u32 {
        visited[k as usize] = k;
        for v in graph.of(order[k as usize] as usize) {
            let mut i = place[*v as usize];
            while i < k && visited[i as usize] != k {
                visited[i as usize] = k;
                counts[i as usize] += 1.0;
                if parents[i as usize] == NONE {
                    parents[i as usize] = k;
                }
                i = parents[i as usize];
            }
        }
    }
    (parents, counts)
}

/// Children before parents, each subtree in one piece, ties by ascending place.
fn postorder(parents: &[u32]) -> Vec<u32> {
    let n = parents.len();
    let (mut first, mut next, mut roots) = (vec![NONE; n], vec![NONE; n], Vec::new());
    for k in (0..n).rev() {
        match parents[k] {
            NONE => roots.push(k as u32),
            p => next[k] = std::mem::replace(&mut first[p as usize], k as u32),
        }
    }
    let (mut order, mut stack) = (Vec::with_capacity(n), Vec::new());
    for root in roots.into_iter().rev() {
        stack.push(root);
        while let Some(&top) = stack.last() {
            match std::mem::replace(&mut first[top as usize], NONE) {
                NONE => {
                    order.push(top);
                    stack.pop();
                }
                child => {
                    // The next sibling is visited when we come back.
                    first[top as usize] = next[child as usize];
                    stack.push(child);
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice(nx: u32, ny: u32) -> Pattern {
        let at = |x, y| y * nx + x;
        let mut pairs = Vec::new();
        for y in 0..ny {
            for x in 0..nx {
                if x + 1 < nx {
                    pairs.push((at(x, y), at(x + 1, y)));
                }
                if y + 1 < ny {
                    pairs.push((at(x, y), at(x, y + 1)));
                }
            }
        }
        Pattern::new((nx * ny) as usize, pairs)
    }

    /// Symbolic elimination on sets: the definition of fill.
    fn fill_by_definition(pattern: &Pattern, order: &[u32]) -> (f64, f64) {
        let graph = Graph::new(pattern).unwrap();
        let n = pattern.nodes();
        let mut rows: Vec<std::collections::BTreeSet<usize>> =
            (0..n).map(|i| graph.of(i).iter().map(|j| *j as usize).collect()).collect();
        let (mut flops, mut nonzeros) = (0.0, 0.0);
        for &v in order {
            let later: Vec<usize> = rows[v as usize].iter().copied().collect();
            for c in 0..3 {
                let count = (3 * (later.len() + 1) - c) as f64;
                flops += count * count;
                nonzeros += count;
            }
            for &a in &later {
                rows[a].remove(&(v as usize));
                for &b in &later {
                    if a != b {
                        rows[a].insert(b);
                    }
                }
            }
        }
        (flops, nonzeros)
    }

    #[test]
    fn counts_agree_with_elimination_on_sets() {
        for pattern in [lattice(13, 9), lattice(40, 1), Pattern::new(5, [(0, 3)]), Pattern::new(1, [])] {
            for o in Ordering::all(&pattern).unwrap() {
                let mut sorted = o.order.clone();
                sorted.sort_unstable();
                assert!(sorted.iter().enumerate().all(|(i, v)| i as u32 == *v), "{} is no permutation", o.name);
                assert!(o.order.iter().enumerate().all(|(k, v)| o.place[*v as usize] == k as u32));
                assert_eq!((o.flops, o.nonzeros), fill_by_definition(&pattern, &o.order), "{}", o.name);
            }
        }
    }

    #[test]
    fn an_empty_graph_has_an_empty_order() {
        assert!(Ordering::best(&Pattern::new(0, [])).unwrap().order.is_empty());
    }
}
