//! Cholesky factors of symmetric positive definite matrices of one pattern: as a whole (`cholesky.rs`), or, where the
//! matrix falls apart into many, piece by piece (`pieces.rs`).

use rayon::prelude::*;

use super::SolveError;
use super::cholesky::Whole;
use super::pieces::{FactorPart, Pieces};
use crate::sparse::{BlockMatrix, Pattern};

/// Where the factor refuses unless told otherwise.
pub const DEFAULT_MEMORY_LIMIT_GIGABYTES: f64 = 16.0;

/// A factor of symmetric positive definite matrices of one pattern.
#[derive(Debug)]
pub struct Cholesky {
    parts: Parts,
    blocks: usize,
    ready: bool,
}

#[derive(Debug)]
enum Parts {
    Whole(Box<Whole>),
    Pieces(Pieces),
}

impl Cholesky {
    /// Orders and analyses; numbers are not allocated yet. Refuses above [`DEFAULT_MEMORY_LIMIT_GIGABYTES`].
    pub fn new(pattern: &Pattern) -> Result<Self, SolveError> {
        Self::with_memory_limit(pattern, DEFAULT_MEMORY_LIMIT_GIGABYTES)
    }

    /// Orders and analyses; refuses if the factor would need more memory than this.
    pub fn with_memory_limit(pattern: &Pattern, gigabytes: f64) -> Result<Self, SolveError> {
        let parts = match Pieces::new(pattern, gigabytes)? {
            Some(pieces) => Parts::Pieces(pieces),
            None => Parts::Whole(Box::new(Whole::with_memory_limit(pattern, gigabytes)?)),
        };
        Ok(Self { parts, blocks: pattern.blocks(), ready: false })
    }

    /// Number of unknowns.
    pub fn dim(&self) -> usize {
        match &self.parts {
            Parts::Whole(whole) => whole.dim(),
            Parts::Pieces(pieces) => pieces.dim(),
        }
    }

    /// Flops of one numeric factorization.
    pub fn flops(&self) -> f64 {
        match &self.parts {
            Parts::Whole(whole) => whole.flops(),
            Parts::Pieces(pieces) => pieces.flops(),
        }
    }

    /// Values the factor stores, the padding of merged supernodes included.
    pub fn factor_nonzeros(&self) -> usize {
        match &self.parts {
            Parts::Whole(whole) => whole.factor_nonzeros(),
            Parts::Pieces(pieces) => pieces.factor_nonzeros(),
        }
    }

    /// Pieces that are factorized by themselves, and symbolic analyses that they share.
    pub fn pieces(&self) -> (usize, usize) {
        match &self.parts {
            Parts::Whole(_) => (1, 1),
            Parts::Pieces(pieces) => pieces.count(),
        }
    }

    /// Runs of vertices that nothing joins, each with its own factor (made or not), where there are several: to work on them side by side.
    /// The runs do not depend on the number of threads.
    pub fn parts(&mut self) -> Option<impl IndexedParallelIterator<Item = FactorPart<'_>>> {
        match &mut self.parts {
            Parts::Pieces(pieces) if pieces.batches() > 1 => Some(pieces.parts(self.ready)),
            _ => None,
        }
    }

    /// Is there a factor to solve with?
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    /// Computes L for the values of `a`, which must have the pattern given at set-up.
    pub fn factorize(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        assert_eq!(a.pattern().blocks(), self.blocks, "the matrix has another pattern than the factor");
        assert_eq!(3 * a.pattern().nodes(), self.dim(), "the matrix has another pattern than the factor");
        self.ready = false;
        match &mut self.parts {
            Parts::Whole(whole) => whole.factorize(a)?,
            Parts::Pieces(pieces) => pieces.factorize(a.values())?,
        }
        self.ready = true;
        Ok(())
    }

    /// x = A^-1 b
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        self.solve_many(b, x, 1)
    }

    /// X = A^-1 B for `columns` right-hand sides stored one after the other.
    pub fn solve_many(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let n = self.dim();
        assert!(self.ready, "solve needs a successful factorize first");
        assert_eq!(b.len(), n * columns, "right-hand sides of the wrong length");
        assert_eq!(x.len(), n * columns, "solutions of the wrong length");
        if n == 0 || columns == 0 {
            return Ok(());
        }
        match &mut self.parts {
            Parts::Whole(whole) => whole.solve_many(b, x, columns),
            Parts::Pieces(pieces) => pieces.solve_many(b, x, columns),
        }
    }
}
