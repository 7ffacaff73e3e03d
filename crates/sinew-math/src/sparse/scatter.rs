//! From elements to the whole: where each element's vectors and blocks are added.
//!
//! Elements are evaluated in parallel into a buffer, then every target (a vertex, a matrix block) sums its own
//! contributions in ascending element order. No two threads write one place and the sum has one order, so the
//! result has the same bits for any number of threads.

use super::{BlockMatrix, Pattern};
use crate::parallel::for_each_chunk;

/// Marks a vertex that is held and has no unknowns.
pub const NOT_FREE: u32 = u32::MAX;

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
}

impl VertexGather {
    /// `stencils` holds `arity` vertices per element, one element after the other.
    pub fn new(vertices: usize, stencils: &[u32]) -> Self {
        let pairs: Vec<_> = stencils.iter().enumerate().map(|(s, v)| (*v as usize, s as u32)).collect();
        Self { lists: Lists::new(vertices, &pairs) }
    }

    /// out += sum of element vectors
    pub fn add(&self, element_vectors: &[f64], out: &mut [f64]) {
        const VERTICES: usize = 256;
        for_each_chunk(out, 3 * VERTICES, |chunk, out| {
            for (k, out) in out.chunks_mut(3).enumerate() {
                for s in self.lists.of(chunk * VERTICES + k) {
                    let from = &element_vectors[3 * *s as usize..3 * *s as usize + 3];
                    for c in 0..3 {
                        out[c] += from[c];
                    }
                }
            }
        });
    }
}

/// Adds element blocks into a [`BlockMatrix`]. An element of arity A hands over its upper triangle, row by row:
/// A (A + 1) / 2 blocks of nine row-major values.
#[derive(Debug, Clone, Default)]
pub struct BlockScatter {
    lists: Lists,
}

const TRANSPOSED: u32 = 1 << 31;

impl BlockScatter {
    /// `free[v]` is the row of vertex v in the matrix, or [`NOT_FREE`]. The pattern must hold every coupling.
    pub fn new(pattern: &Pattern, free: &[u32], stencils: &[u32], arity: usize) -> Self {
        let mut pairs = Vec::new();
        let mut block = 0u32;
        for stencil in stencils.chunks_exact(arity) {
            for a in 0..arity {
                for b in a..arity {
                    let (i, j) = (free[stencil[a] as usize], free[stencil[b] as usize]);
                    if i != NOT_FREE && j != NOT_FREE {
                        let slot = pattern.slot(i.min(j), i.max(j)).expect("the pattern was built from these elements");
                        pairs.push((slot, if i > j { block | TRANSPOSED } else { block }));
                    }
                    block += 1;
                }
            }
        }
        assert!(block < TRANSPOSED, "more element blocks than can be numbered");
        Self { lists: Lists::new(pattern.blocks(), &pairs) }
    }

    /// A += sum of element blocks
    pub fn add(&self, element_blocks: &[f64], matrix: &mut BlockMatrix) {
        const BLOCKS: usize = 256;
        for_each_chunk(matrix.values_mut(), 9 * BLOCKS, |chunk, values| {
            for (k, out) in values.chunks_mut(9).enumerate() {
                for s in self.lists.of(chunk * BLOCKS + k) {
                    let from = 9 * (*s & !TRANSPOSED) as usize;
                    let from = &element_blocks[from..from + 9];
                    if s & TRANSPOSED == 0 {
                        for c in 0..9 {
                            out[c] += from[c];
                        }
                    } else {
                        for r in 0..3 {
                            for c in 0..3 {
                                out[3 * r + c] += from[3 * c + r];
                            }
                        }
                    }
                }
            }
        });
    }
}
