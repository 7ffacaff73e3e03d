//! Cholesky factors of a matrix that falls apart: pieces that no block joins are factorized by themselves, in parallel.
//!
//! A piece is a run of consecutive vertices without a block that leaves it: the strands of a head of hair, many small
//! bodies. Pieces of the same pattern share one order and one symbolic analysis, so that 60 000 hairs cost as much to
//! analyse as five. Pieces are grouped into fixed batches, each with its own working memory; a piece is factorized and
//! solved by one thread and touches nothing else, so the number of threads changes no bit.
//!
//! Not for one large body: there is one piece then, and the factor of the whole is the same.

use std::collections::HashMap;
use std::ops::Range;

use faer::MatMut;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization};
use faer::prelude::Reborrow;
use faer::sparse::linalg::cholesky::supernodal;
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, Par};
use rayon::prelude::*;

use super::cholesky::{all_finite, allocate, analyse, permuted_lower};
use super::{Ordering, SolveError};
use crate::sparse::Pattern;

/// Fewer pieces than this are left together.
const FEWEST: usize = 8;
/// Vertices of a batch, about: enough work for a task, few enough that threads share evenly and that vectors over it need not be shared.
const BATCH: usize = 1024;

/// What pieces of one pattern share.
struct Kind {
    ordering: Ordering,
    symbolic: supernodal::SymbolicSupernodalCholesky<usize>,
    lower: SymbolicSparseColMat<usize>,
    /// Which value of the piece each entry of `lower` is.
    source: Vec<u32>,
}

/// One piece.
struct Piece {
    kind: usize,
    /// Its first vertex and its first block.
    node: usize,
    block: usize,
    /// Where its factor starts in the batch.
    values: usize,
}

/// Pieces that one task works on.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    /// Values of all factors.
    len: usize,
    values: Vec<f64>,
    lower_values: Vec<f64>,
    memory: Option<MemBuffer>,
    solve_memory: Option<MemBuffer>,
    solve_columns: usize,
    /// The solutions of all pieces, one after the other.
    solved: Vec<f64>,
}

/// See the module's head.
pub(super) struct Pieces {
    nodes: usize,
    kinds: Vec<Kind>,
    batches: Vec<Batch>,
}

impl std::fmt::Debug for Pieces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pieces").field("count", &self.count()).field("flops", &self.flops()).finish()
    }
}

impl Pieces {
    /// `None` if the matrix does not fall apart.
    pub(super) fn new(pattern: &Pattern, gigabytes: f64) -> Result<Option<Self>, SolveError> {
        let starts = starts(pattern);
        if starts.len() < FEWEST {
            return Ok(None);
        }
        let n = pattern.nodes();
        let (mut kinds, mut known) = (Vec::new(), HashMap::new());
        let mut batches = vec![Batch::default()];
        let (mut needed, mut batch_nodes) = (0.0, 0);
        for (k, start) in starts.iter().copied().enumerate() {
            let end = starts.get(k + 1).copied().unwrap_or(n);
            let pairs: Vec<(u32, u32)> = (start..end)
                .flat_map(|i| pattern.columns()[pattern.row(i)].iter().map(move |j| (i, *j)))
                .map(|(i, j)| ((i - start) as u32, j - start as u32))
                .collect();
            let kind = match known.get(&pairs) {
                Some(kind) => *kind,
                None => {
                    kinds.push(Kind::new(&Pattern::new(end - start, pairs.iter().copied()))?);
                    known.insert(pairs, kinds.len() - 1);
                    kinds.len() - 1
                }
            };
            if batch_nodes >= BATCH {
                batches.push(Batch::default());
                batch_nodes = 0;
            }
            batch_nodes += end - start;
            let batch = batches.last_mut().expect("there is one from the start");
            batch.pieces.push(Piece { kind, node: start, block: pattern.row(start).start, values: batch.len });
            batch.len += kinds[kind].symbolic.len_val();
            needed += 8e-9 * kinds[kind].symbolic.len_val() as f64;
        }
        if needed > gigabytes {
            return Err(SolveError::TooLarge { gigabytes: needed });
        }
        Ok(Some(Self { nodes: n, kinds, batches }))
    }

    /// Number of unknowns.
    pub(super) fn dim(&self) -> usize {
        3 * self.nodes
    }

    /// Flops of one factorization.
    pub(super) fn flops(&self) -> f64 {
        self.batches.iter().flat_map(|b| &b.pieces).map(|p| self.kinds[p.kind].ordering.flops).sum()
    }

    /// Values that the factors store.
    pub(super) fn factor_nonzeros(&self) -> usize {
        self.batches.iter().map(|batch| batch.len).sum()
    }

    /// Pieces, and different patterns among them.
    pub(super) fn count(&self) -> (usize, usize) {
        (self.batches.iter().map(|batch| batch.pieces.len()).sum(), self.kinds.len())
    }

    /// Groups of pieces that one task works on.
    pub(super) fn batches(&self) -> usize {
        self.batches.len()
    }

    /// Computes all factors from the values of the block matrix.
    pub(super) fn factorize(&mut self, values: &[f64]) -> Result<(), SolveError> {
        let kinds = &self.kinds;
        let results = self.batches.par_iter_mut().map(|batch| batch.factorize(kinds, values));
        results.find_first(Result::is_err).unwrap_or(Ok(()))
    }

    /// X = A^-1 B for `columns` right-hand sides stored one after the other.
    pub(super) fn solve_many(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let (all, kinds) = (0..self.nodes, &self.kinds);
        let results = self.batches.par_iter_mut().map(|batch| batch.solve(kinds, b, &all, columns));
        results.find_first(Result::is_err).unwrap_or(Ok(()))?;
        self.batches.iter().for_each(|batch| batch.store(kinds, x, &all, columns));
        Ok(())
    }

    /// The batches, each a factor of its own.
    pub(super) fn parts(&mut self, ready: bool) -> impl IndexedParallelIterator<Item = FactorPart<'_>> {
        let kinds = &self.kinds;
        self.batches.par_iter_mut().map(move |batch| FactorPart { kinds, batch, ready })
    }
}

/// The factor of a run of vertices that nothing joins to the others.
pub struct FactorPart<'a> {
    kinds: &'a [Kind],
    batch: &'a mut Batch,
    ready: bool,
}

impl FactorPart<'_> {
    /// Its vertices.
    pub fn vertices(&self) -> Range<usize> {
        self.batch.vertices(self.kinds)
    }

    /// X = A^-1 B on these vertices alone, for `columns` right-hand sides stored one after the other.
    pub fn solve_many(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let own = self.vertices();
        assert!(self.ready, "solve needs a successful factorize first");
        assert!(b.len() == 3 * own.len() * columns && x.len() == b.len(), "right-hand sides of the wrong length");
        self.batch.solve(self.kinds, b, &own, columns)?;
        self.batch.store(self.kinds, x, &own, columns);
        Ok(())
    }

    /// Values that it stores.
    pub fn factor_nonzeros(&self) -> usize {
        self.batch.len
    }
}

impl Kind {
    fn new(pattern: &Pattern) -> Result<Self, SolveError> {
        let ordering = Ordering::best(pattern)?;
        let (lower, source) = permuted_lower(pattern, &ordering);
        let symbolic = analyse(lower.rb())?;
        Ok(Self { ordering, symbolic, lower, source })
    }
}

impl Batch {
    /// The largest memory that any piece asks for.
    fn most(&self, kinds: &[Kind], of: impl Fn(&Kind) -> StackReq) -> StackReq {
        // Equal neighbours ask for the same.
        let mut last = usize::MAX;
        self.pieces.iter().fold(StackReq::EMPTY, |most, piece| {
            let known = std::mem::replace(&mut last, piece.kind) == piece.kind;
            if known { most } else { most.or(of(&kinds[piece.kind])) }
        })
    }

    fn factorize(&mut self, kinds: &[Kind], values: &[f64]) -> Result<(), SolveError> {
        if self.memory.is_none() {
            self.values = vec![0.0; self.len];
            let longest = self.pieces.iter().map(|piece| kinds[piece.kind].source.len()).max();
            self.lower_values = vec![0.0; longest.unwrap_or(0)];
            self.memory = Some(allocate(self.most(kinds, |kind| {
                let symbolic = &kind.symbolic;
                supernodal::factorize_supernodal_numeric_llt_scratch::<usize, f64>(
                    symbolic,
                    Par::Seq,
                    Default::default(),
                )
            }))?);
        }
        let memory = self.memory.as_mut().expect("allocated above");
        for piece in &self.pieces {
            let kind = &kinds[piece.kind];
            let lower = &mut self.lower_values[..kind.source.len()];
            let from = &values[9 * piece.block..];
            for (value, source) in lower.iter_mut().zip(&kind.source) {
                *value = from[*source as usize];
            }
            if !all_finite(lower) {
                return Err(SolveError::NonFinite);
            }
            let result = supernodal::factorize_supernodal_numeric_llt(
                &mut self.values[piece.values..piece.values + kind.symbolic.len_val()],
                SparseColMatRef::new(kind.lower.rb(), lower),
                LltRegularization::default(),
                &kind.symbolic,
                Par::Seq,
                MemStack::new(memory),
                Default::default(),
            );
            if let Err(LltError::NonPositivePivot { index }) = result {
                let node = piece.node + kind.ordering.order[index / 3] as usize;
                return Err(SolveError::NotPositiveDefinite { node });
            }
        }
        Ok(())
    }

    fn vertices(&self, kinds: &[Kind]) -> Range<usize> {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => first.node..last.node + kinds[last.kind].ordering.order.len(),
            _ => 0..0,
        }
    }

    /// Copies the solutions into vectors over the vertices `of`.
    fn store(&self, kinds: &[Kind], x: &mut [f64], of: &Range<usize>, columns: usize) {
        let (n, mut solved) = (3 * of.len(), self.solved.as_slice());
        for piece in &self.pieces {
            let m = 3 * kinds[piece.kind].ordering.order.len();
            for c in 0..columns {
                let from;
                (from, solved) = solved.split_at(m);
                x[c * n + 3 * (piece.node - of.start)..][..m].copy_from_slice(from);
            }
        }
    }

    /// Solves for right-hand sides over the vertices `of`.
    fn solve(&mut self, kinds: &[Kind], b: &[f64], of: &Range<usize>, columns: usize) -> Result<(), SolveError> {
        let n = 3 * of.len();
        if columns > self.solve_columns {
            let most = self.most(kinds, |kind| kind.symbolic.solve_in_place_scratch::<f64>(columns, Par::Seq));
            self.solve_memory = Some(allocate(most)?);
            self.solve_columns = columns;
            let unknowns: usize = self.pieces.iter().map(|piece| 3 * kinds[piece.kind].ordering.order.len()).sum();
            // Behind the solutions there is room for one piece in the order of elimination.
            let longest = self.pieces.iter().map(|piece| 3 * kinds[piece.kind].ordering.order.len()).max();
            self.solved.resize((unknowns + longest.unwrap_or(0)) * columns, 0.0);
        }
        let memory = self.solve_memory.as_mut().expect("allocated above");
        let unknowns: usize = self.pieces.iter().map(|piece| 3 * kinds[piece.kind].ordering.order.len()).sum();
        let (mut solved, room) = self.solved.split_at_mut(unknowns * columns);
        for piece in &self.pieces {
            let kind = &kinds[piece.kind];
            let order = &kind.ordering.order;
            let m = 3 * order.len();
            let permuted = &mut room[..m * columns];
            for (c, permuted) in permuted.chunks_exact_mut(m).enumerate() {
                let b = &b[c * n + 3 * (piece.node - of.start)..][..m];
                for (to, v) in permuted.chunks_exact_mut(3).zip(order) {
                    to.copy_from_slice(&b[3 * *v as usize..][..3]);
                }
            }
            let values = &self.values[piece.values..piece.values + kind.symbolic.len_val()];
            supernodal::SupernodalLltRef::new(&kind.symbolic, values).solve_in_place_with_conj(
                Conj::No,
                MatMut::from_column_major_slice_mut(permuted, m, columns),
                Par::Seq,
                MemStack::new(memory),
            );
            let permuted = &room[..m * columns];
            if !all_finite(permuted) {
                return Err(SolveError::NonFinite);
            }
            let to;
            (to, solved) = solved.split_at_mut(m * columns);
            for (permuted, to) in permuted.chunks_exact(m).zip(to.chunks_exact_mut(m)) {
                for (from, v) in permuted.chunks_exact(3).zip(order) {
                    to[3 * *v as usize..][..3].copy_from_slice(from);
                }
            }
        }
        Ok(())
    }
}

/// First vertices of the pieces.
fn starts(pattern: &Pattern) -> Vec<usize> {
    let (mut starts, mut reached) = (Vec::new(), 0);
    for i in 0..pattern.nodes() {
        if i == 0 || reached < i {
            starts.push(i);
        }
        let last = pattern.columns()[pattern.row(i)].last().map_or(i, |j| *j as usize);
        reached = reached.max(last);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_runs_that_nothing_leaves() {
        let pattern = Pattern::new(7, [(0, 2), (1, 2), (3, 4), (5, 6)]);
        assert_eq!(starts(&pattern), [0, 3, 5]);
        assert_eq!(starts(&Pattern::new(4, [(0, 3)])), [0]);
        assert_eq!(starts(&Pattern::new(3, [])), [0, 1, 2]);
    }
}
