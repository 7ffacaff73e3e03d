//! From elements to the whole: where each element's vectors and blocks are added.
//!
//! Elements are evaluated in parallel into a buffer, then every target (a vertex, a matrix block) sums its own
//! contributions in ascending element order. No two threads write one place and the sum has one order, so the
//! result has the same bits for any number of threads. A single thread walks the elements instead of the targets,
//! which reads the large buffer in one stream; each target still gets its contributions in the same order.

use rayon::prelude::*;

use super::{BlockMatrix, GeneralMatrix, Pattern, ScalarMatrix};

/// Marks a vertex that is held and has no unknowns.
pub const NOT_FREE: u32 = u32::MAX;

/// Targets of one task.
const TARGETS: usize = 256;

/// Compressed lists: the sources of each target.
#[derive(Debug, Clone, Default)]
struct Lists {
    starts: Vec<usize>,
    sources: Vec<u32>,
}

impl Lists {
    /// `pairs` are (target, source); sources keep their order within a target.
    fn new(targets: usize, pairs: &[(usize, u32)]) -> Self {
        let mut starts = vec![0; targets + 1];
        for (t, _) in pairs {
            starts[t + 1] += 1;
        }
        for t in 0..targets {
            starts[t + 1] += starts[t];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; pairs.len()];
        for (t, s) in pairs {
            sources[next[*t]] = *s;
            next[*t] += 1;
        }
        Self { starts, sources }
    }

    fn of(&self, target: usize) -> &[u32] {
        &self.sources[self.starts[target]..self.starts[target + 1]]
    }
}

/// Adds element vectors (`arity` x 3 values an element) into a vector over all vertices.
#[derive(Debug, Clone, Default)]
pub struct VertexGather {
    lists: Lists,
    /// The target of each source.
    targets: Vec<u32>,
}

impl VertexGather {
    /// `stencils` holds `arity` vertices per element, one element after the other.
    pub fn new(vertices: usize, stencils: &[u32]) -> Self {
        let pairs: Vec<_> = stencils.iter().enumerate().map(|(s, v)| (*v as usize, s as u32)).collect();
        Self { lists: Lists::new(vertices, &pairs), targets: stencils.to_vec() }
    }

    /// out += sum of element vectors
    pub fn add(&self, element_vectors: &[f64], out: &mut [f64]) {
        let vectors = element_vectors.as_chunks::<3>().0;
        let out = out.as_chunks_mut::<3>().0;
        assert_eq!(vectors.len(), self.targets.len(), "one vector per vertex of each element");
        if rayon::current_num_threads() == 1 {
            for (from, target) in vectors.iter().zip(&self.targets) {
                add(from, &mut out[*target as usize]);
            }
        } else {
            out.par_chunks_mut(TARGETS).enumerate().for_each(|(chunk, out)| {
                for (k, out) in out.iter_mut().enumerate() {
                    for s in self.lists.of(chunk * TARGETS + k) {
                        add(&vectors[*s as usize], out);
                    }
                }
            });
        }
    }
}

/// Marks a source or target whose block is stored the other way round.
const TRANSPOSED: u32 = 1 << 31;

/// Where each 3x3 block of each element goes.
#[derive(Debug, Clone, Default)]
struct BlockMap {
    lists: Lists,
    /// The slot of each element block, or [`NOT_FREE`].
    targets: Vec<u32>,
}

impl BlockMap {
    /// `targets` are the slots of the element blocks one after the other, marked where transposed.
    fn new(slots: usize, targets: Vec<u32>) -> Self {
        assert!(slots < TRANSPOSED as usize - 1, "more matrix blocks than can be numbered");
        assert!(targets.len() < TRANSPOSED as usize, "more element blocks than can be numbered");
        let pairs: Vec<_> = (targets.iter().enumerate())
            .filter(|(_, target)| **target != NOT_FREE)
            .map(|(block, target)| ((target & !TRANSPOSED) as usize, block as u32 | target & TRANSPOSED))
            .collect();
        Self { lists: Lists::new(slots, &pairs), targets }
    }

    fn add(&self, element_blocks: &[f64], values: &mut [f64]) {
        let blocks = element_blocks.as_chunks::<9>().0;
        let values = values.as_chunks_mut::<9>().0;
        assert_eq!(blocks.len(), self.targets.len(), "the blocks of every element");
        if rayon::current_num_threads() == 1 {
            for (from, target) in blocks.iter().zip(&self.targets) {
                if *target != NOT_FREE {
                    add_block(from, *target, &mut values[(target & !TRANSPOSED) as usize]);
                }
            }
        } else {
            values.par_chunks_mut(TARGETS).enumerate().for_each(|(chunk, values)| {
                for (k, out) in values.iter_mut().enumerate() {
                    for s in self.lists.of(chunk * TARGETS + k) {
                        add_block(&blocks[(s & !TRANSPOSED) as usize], *s, out);
                    }
                }
            });
        }
    }
}

/// The slot of block (i, j) or (j, i), whichever is above the diagonal; [`NOT_FREE`] if one of them is held.
fn slot_above(pattern: &Pattern, i: u32, j: u32) -> u32 {
    if i == NOT_FREE || j == NOT_FREE {
        return NOT_FREE;
    }
    pattern.slot(i.min(j), i.max(j)).expect("the pattern was built from these elements") as u32
}

/// Adds element blocks into a [`BlockMatrix`]. An element of arity A hands over its upper triangle, row by row:
/// A (A + 1) / 2 blocks of nine row-major values.
#[derive(Debug, Clone, Default)]
pub struct BlockScatter {
    map: BlockMap,
}

impl BlockScatter {
    /// `free[v]` is the row of vertex v in the matrix, or [`NOT_FREE`]. The pattern must hold every coupling.
    pub fn new(pattern: &Pattern, free: &[u32], stencils: &[u32], arity: usize) -> Self {
        let mut targets = Vec::new();
        for stencil in stencils.chunks_exact(arity) {
            for a in 0..arity {
                for b in a..arity {
                    let (i, j) = (free[stencil[a] as usize], free[stencil[b] as usize]);
                    targets.push(match slot_above(pattern, i, j) {
                        NOT_FREE => NOT_FREE,
                        slot => slot | if i > j { TRANSPOSED } else { 0 },
                    });
                }
            }
        }
        Self { map: BlockMap::new(pattern.blocks(), targets) }
    }

    /// A += sum of element blocks
    pub fn add(&self, element_blocks: &[f64], matrix: &mut BlockMatrix) {
        self.map.add(element_blocks, matrix.values_mut());
    }
}

/// Adds element blocks into a [`GeneralMatrix`]. An element of arity A hands over all its A^2 blocks, row by row, of nine
/// row-major values each.
#[derive(Debug, Clone, Default)]
pub struct GeneralScatter {
    map: BlockMap,
}

impl GeneralScatter {
    /// `free[v]` is the row of vertex v in the matrix, or [`NOT_FREE`]. The pattern must hold every coupling.
    pub fn new(pattern: &Pattern, free: &[u32], stencils: &[u32], arity: usize) -> Self {
        let mut targets = Vec::new();
        for stencil in stencils.chunks_exact(arity) {
            for a in stencil {
                for b in stencil {
                    let (i, j) = (free[*a as usize], free[*b as usize]);
                    // The slots of the lower triangle follow those of the upper one.
                    targets.push(match slot_above(pattern, i, j) {
                        NOT_FREE => NOT_FREE,
                        slot => slot + if i > j { pattern.blocks() as u32 } else { 0 },
                    });
                }
            }
        }
        Self { map: BlockMap::new(2 * pattern.blocks(), targets) }
    }

    /// A += sum of element blocks
    pub fn add(&self, element_blocks: &[f64], matrix: &mut GeneralMatrix) {
        self.map.add(element_blocks, matrix.values_mut());
    }
}

impl BlockScatter {
    /// A += sum of element matrices of scalars, A (A + 1) / 2 values an element. On the calling thread alone.
    pub fn add_scalars(&self, element_values: &[f64], matrix: &mut ScalarMatrix) {
        assert_eq!(element_values.len(), self.map.targets.len(), "the upper triangle of each element");
        let values = matrix.values_mut();
        for (from, target) in element_values.iter().zip(&self.map.targets) {
            if *target != NOT_FREE {
                values[(target & !TRANSPOSED) as usize] += from;
            }
        }
    }
}

#[inline(always)]
fn add<const N: usize>(from: &[f64; N], out: &mut [f64; N]) {
    for c in 0..N {
        out[c] += from[c];
    }
}

#[inline(always)]
fn add_block(from: &[f64; 9], mark: u32, out: &mut [f64; 9]) {
    if mark & TRANSPOSED == 0 {
        add(from, out);
    } else {
        let [a, b, c, d, e, f, g, h, i] = *from;
        add(&[a, d, g, b, e, h, c, f, i], out);
    }
}
