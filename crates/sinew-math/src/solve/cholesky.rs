//! Sparse Cholesky factorization A = L L^T of a matrix as a whole: order and symbolic analysis once per pattern, numbers as often as needed.
//!
//! The supernodal left-looking factor of faer on our own ordering of the vertex graph (see [`super::Ordering`]). After
//! the first factorization and the first solve of a given number of columns nothing is allocated. Everything runs on
//! the calling thread, so the result has the same bits for any number of threads. (faer's parallel factorization gave
//! the same bits with 1 to 8 threads in trials, its parallel solve of a single right-hand side did not.)
//!
//! Use it for stiff systems, for many right-hand sides, and whenever the matrix stays the same for several solves.
//! Prefer conjugate gradients for large soft systems, where a few dozen products are cheaper than one factor.

use std::sync::Arc;

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization};
use faer::prelude::Reborrow;
use faer::sparse::linalg::SymbolicSupernodalParams;
use faer::sparse::linalg::cholesky::{simplicial, supernodal};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par};

use super::{Ordering, SolveError, ordering};
use crate::sparse::{BlockMatrix, Pattern};
use crate::stop;

/// Order and symbolic factor of one pattern, shared by all factors of it.
struct Analysis {
    ordering: Ordering,
    symbolic: supernodal::SymbolicSupernodalCholesky<usize>,
    lower: SymbolicSparseColMat<usize>,
    /// Which value of the block matrix each entry of `lower` is.
    source: Vec<u32>,
}

/// The numbers of a factor, and room to compute them.
struct Numbers {
    lower: Vec<f64>,
    factor: Vec<f64>,
    memory: MemBuffer,
}

/// A factor of symmetric positive definite matrices of one pattern.
pub(super) struct Whole {
    analysis: Arc<Analysis>,
    /// Absent before the first factorization, and after one that was left behind.
    numbers: Option<Numbers>,
    solve_memory: Option<MemBuffer>,
    solve_columns: usize,
    permuted: Vec<f64>,
}

impl std::fmt::Debug for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Whole").field("flops", &self.flops()).field("factor_nonzeros", &self.factor_nonzeros()).finish()
    }
}

/// Flops up to which a factorization takes no time worth stopping.
const QUICK: f64 = 2e9;

impl Analysis {
    /// That of the pattern, found once.
    fn of(pattern: &Pattern, gigabytes: f64) -> Result<Arc<Self>, SolveError> {
        if let Some(known) = pattern.notes().get().and_then(|known| known.clone().downcast::<Self>().ok()) {
            known.fits(gigabytes)?;
            return Ok(known);
        }
        let found = if pattern.nodes() > ordering::QUICK {
            let pattern = pattern.clone();
            stop::or_leave(move || Self::new(&pattern, gigabytes)).ok_or(SolveError::Interrupted)??
        } else {
            Self::new(pattern, gigabytes)?
        };
        let found = Arc::new(found);
        // Somebody else may have been faster, with the same result.
        let _ = pattern.notes().set(found.clone());
        Ok(found)
    }

    fn new(pattern: &Pattern, gigabytes: f64) -> Result<Self, SolveError> {
        let needed = 9.0 * pattern.blocks() as f64 * 20.0;
        let ordering = Ordering::best(pattern)?;
        let needed = needed + 8.0 * ordering.nonzeros;
        // The scatter map numbers values by 32 bits.
        if needed / 1e9 > gigabytes || u32::try_from(9 * pattern.blocks()).is_err() {
            return Err(SolveError::TooLarge { gigabytes: needed / 1e9 });
        }
        let (lower, source) = permuted_lower(pattern, &ordering);
        let symbolic = analyse(lower.rb())?;
        let found = Self { ordering, symbolic, lower, source };
        found.fits(gigabytes)?;
        Ok(found)
    }

    fn fits(&self, limit: f64) -> Result<(), SolveError> {
        let gigabytes = 8e-9 * self.symbolic.len_val() as f64;
        if gigabytes > limit { Err(SolveError::TooLarge { gigabytes }) } else { Ok(()) }
    }

    fn factorize(&self, numbers: &mut Numbers) -> Result<(), SolveError> {
        let result = supernodal::factorize_supernodal_numeric_llt(
            &mut numbers.factor,
            SparseColMatRef::new(self.lower.rb(), &numbers.lower),
            LltRegularization::default(),
            &self.symbolic,
            Par::Seq,
            MemStack::new(&mut numbers.memory),
            Default::default(),
        );
        match result {
            Ok(_) => Ok(()),
            Err(LltError::NonPositivePivot { index }) => {
                Err(SolveError::NotPositiveDefinite { node: self.ordering.order[index / 3] as usize })
            }
        }
    }
}

impl Numbers {
    fn new(analysis: &Analysis) -> Result<Self, SolveError> {
        let symbolic = &analysis.symbolic;
        let req =
            supernodal::factorize_supernodal_numeric_llt_scratch::<usize, f64>(symbolic, Par::Seq, Default::default());
        let memory = allocate(req)?;
        Ok(Self { lower: vec![0.0; analysis.source.len()], factor: vec![0.0; symbolic.len_val()], memory })
    }
}

impl Whole {
    /// Orders and analyses; refuses if the factor would need more memory than this.
    pub(super) fn with_memory_limit(pattern: &Pattern, gigabytes: f64) -> Result<Self, SolveError> {
        let analysis = Analysis::of(pattern, gigabytes)?;
        Ok(Self { analysis, numbers: None, solve_memory: None, solve_columns: 0, permuted: Vec::new() })
    }

    /// Number of unknowns.
    pub(super) fn dim(&self) -> usize {
        3 * self.analysis.ordering.order.len()
    }

    /// Flops of one numeric factorization.
    pub(super) fn flops(&self) -> f64 {
        self.analysis.ordering.flops
    }

    /// Values the factor stores, the padding of merged supernodes included.
    pub(super) fn factor_nonzeros(&self) -> usize {
        self.analysis.symbolic.len_val()
    }

    /// Computes L for the values of `a`, which must have the pattern given at set-up.
    pub(super) fn factorize(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        if !all_finite(a.values()) {
            return Err(SolveError::NonFinite);
        }
        let analysis = self.analysis.clone();
        let mut numbers = match self.numbers.take() {
            Some(numbers) => numbers,
            None => Numbers::new(&analysis)?,
        };
        for (value, source) in numbers.lower.iter_mut().zip(&analysis.source) {
            *value = a.values()[*source as usize];
        }
        let (numbers, result) = if self.flops() > QUICK {
            let work = move || {
                let result = analysis.factorize(&mut numbers);
                (numbers, result)
            };
            stop::or_leave(work).ok_or(SolveError::Interrupted)?
        } else {
            let result = analysis.factorize(&mut numbers);
            (numbers, result)
        };
        self.numbers = Some(numbers);
        result
    }

    /// X = A^-1 B for `columns` right-hand sides stored one after the other.
    pub(super) fn solve_many(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let n = self.dim();
        if columns > self.solve_columns {
            let req = self.analysis.symbolic.solve_in_place_scratch::<f64>(columns, Par::Seq);
            self.solve_memory = Some(allocate(req)?);
            self.solve_columns = columns;
            self.permuted.resize(n * columns, 0.0);
        }
        let memory = self.solve_memory.as_mut().expect("allocated for at least this many columns above");
        let permuted = &mut self.permuted[..n * columns];
        for (permuted, b) in permuted.chunks_exact_mut(n).zip(b.chunks_exact(n)) {
            for (to, v) in permuted.chunks_exact_mut(3).zip(&self.analysis.ordering.order) {
                to.copy_from_slice(&b[3 * *v as usize..3 * *v as usize + 3]);
            }
        }
        let numbers = self.numbers.as_ref().expect("solves come after a factorization");
        supernodal::SupernodalLltRef::new(&self.analysis.symbolic, &numbers.factor).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(permuted, n, columns),
            Par::Seq,
            MemStack::new(memory),
        );
        if !all_finite(permuted) {
            return Err(SolveError::NonFinite);
        }
        for (permuted, x) in permuted.chunks_exact(n).zip(x.chunks_exact_mut(n)) {
            for (from, v) in permuted.chunks_exact(3).zip(&self.analysis.ordering.order) {
                x[3 * *v as usize..3 * *v as usize + 3].copy_from_slice(from);
            }
        }
        Ok(())
    }
}

/// No infinity and no NaN: 0 x is zero exactly for finite x, and one bad value spoils the sum.
pub(super) fn all_finite(values: &[f64]) -> bool {
    values.chunks(64).all(|chunk| chunk.iter().map(|x| 0.0 * x).sum::<f64>() == 0.0)
}

pub(super) fn allocate(req: StackReq) -> Result<MemBuffer, SolveError> {
    let gigabytes = req.size_bytes() as f64 / 1e9;
    MemBuffer::try_new(req).map_err(|_| SolveError::TooLarge { gigabytes })
}

/// The permuted matrix as faer wants it (columns of the lower triangle), and where each value comes from.
pub(super) fn permuted_lower(pattern: &Pattern, ordering: &Ordering) -> (SymbolicSparseColMat<usize>, Vec<u32>) {
    let n = pattern.nodes();
    // Per place: the later places it is coupled with, the slot, and whether the stored block is the transposed one.
    let mut blocks: Vec<Vec<(u32, u32, bool)>> = vec![Vec::new(); n];
    for i in 0..n {
        for slot in pattern.row(i) {
            let (p, q) = (ordering.place[i], ordering.place[pattern.columns()[slot] as usize]);
            // Stored is A_ij; the lower triangle wants row max(p, q), so row j if j is eliminated later.
            blocks[p.min(q) as usize].push((p.max(q), slot as u32, q > p));
        }
    }
    let (mut col_ptr, mut rows, mut source) = (vec![0], Vec::new(), Vec::new());
    for (k, blocks) in blocks.iter_mut().enumerate() {
        blocks.sort_unstable();
        for c in 0..3 {
            for &(row, slot, transposed) in blocks.iter() {
                let diagonal = row as usize == k;
                for r in if diagonal { c..3 } else { 0..3 } {
                    rows.push(3 * row as usize + r);
                    source.push(9 * slot + if transposed { 3 * c + r } else { 3 * r + c } as u32);
                }
            }
            col_ptr.push(rows.len());
        }
    }
    (SymbolicSparseColMat::new_checked(3 * n, 3 * n, col_ptr, None, rows), source)
}

pub(super) fn analyse(
    lower: SymbolicSparseColMatRef<'_, usize>,
) -> Result<supernodal::SymbolicSupernodalCholesky<usize>, SolveError> {
    let n = lower.nrows();
    let nonzeros = lower.row_idx().len();
    let too_large = |_| SolveError::TooLarge { gigabytes: 8.0 * nonzeros as f64 / 1e9 };
    let upper = lower.transpose().to_col_major().map_err(too_large)?;
    let mut memory = allocate(StackReq::any_of(&[
        simplicial::prefactorize_symbolic_cholesky_scratch::<usize>(n, nonzeros),
        supernodal::factorize_supernodal_symbolic_cholesky_scratch::<usize>(n),
    ]))?;
    let stack = MemStack::new(&mut memory);
    let (mut tree, mut counts) = (vec![0isize; n], vec![0usize; n]);
    let tree = simplicial::prefactorize_symbolic_cholesky(&mut tree, &mut counts, upper.rb(), stack);
    supernodal::factorize_supernodal_symbolic_cholesky(
        upper.rb(),
        tree,
        &counts,
        stack,
        SymbolicSupernodalParams::default(),
    )
    .map_err(too_large)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_first_time_nothing_moves() {
        let nodes = 200;
        let pattern = Arc::new(Pattern::new(nodes, (0..nodes as u32 - 7).flat_map(|i| [(i, i + 1), (i, i + 7)])));
        let mut a = BlockMatrix::new(pattern.clone());
        for i in 0..nodes {
            for slot in pattern.row(i) {
                let value = if slot == pattern.row(i).start { 5.0 } else { -1.0 };
                (0..3).for_each(|c| a.block_mut(slot)[4 * c] = value);
            }
        }
        let mut factor = Whole::with_memory_limit(&pattern, 1.0).unwrap();
        let mut round = |scale: f64, columns: usize| {
            a.values_mut().iter_mut().for_each(|v| *v *= scale);
            factor.factorize(&a).unwrap();
            let (b, mut x) = (vec![1.0; 3 * nodes * columns], vec![0.0; 3 * nodes * columns]);
            factor.solve_many(&b, &mut x, columns).unwrap();
            let memory = |m: &MemBuffer| (m.as_ptr(), m.len());
            let numbers = factor.numbers.as_ref().unwrap();
            (
                [&numbers.lower, &numbers.factor, &factor.permuted].map(|v| (v.as_ptr(), v.capacity())),
                memory(&numbers.memory),
                factor.solve_memory.as_ref().map(memory),
            )
        };
        let first = round(1.0, 5);
        assert_eq!(first, round(2.0, 5));
        assert_eq!(first, round(0.3, 1));
        assert_eq!(first, round(0.3, 4));
    }
}
