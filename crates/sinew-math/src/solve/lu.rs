//! Sparse factorization A = L U of a nonsymmetric matrix on a symmetric pattern: order and fronts once per pattern,
//! numbers as often as needed.
//!
//! The multifrontal method on the order and the supernodes of [`Cholesky`](super::Cholesky). In each front (see
//! `fronts.rs`), with the unknowns of the supernode first,
//!
//! P A_11 = L_11 U_11,   L_21 = A_21 U_11^-1,   U_12 = L_11^-1 P A_12,   A_22 - L_21 U_12 goes to the parent.
//!
//! Rows are exchanged within a supernode only, so nothing ever leaves the pattern: twice the flops of a Cholesky factor
//! and 1.1 to 2 times its time, where faer's factor with free exchanges took 5 to 7 times as long as ours (beams of 3.5 k
//! and 11 k unknowns). It is safe for matrices whose symmetric part is positive definite, or nearly so. A pivot that is
//! rounding beside the diagonal block of its vertex is an error: A is singular, thus not positive definite, or not fit
//! for this order. After the first factorization nothing is allocated. Everything runs on the calling thread: same bits
//! for any number of threads.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_unit_lower_triangular_in_place};
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, MatMut, Par};

use super::cholesky::{all_finite, allocate, analyse, permuted_lower};
use super::fronts::{Front, Fronts, Run};
use super::{DEFAULT_MEMORY_LIMIT_GIGABYTES, Ordering, SolveError};
use crate::parallel::{dot_chunk, wide};
use crate::sparse::{GeneralMatrix, Pattern};

/// Pivots below this part of the largest entry of their vertex's diagonal block are rounding.
const SMALL_PIVOT: f64 = 64.0 * f64::EPSILON;

/// A factor of matrices of one pattern.
pub struct Lu {
    ordering: Ordering,
    blocks: usize,
    fronts: Fronts,
    values: Vec<f64>,
    stack: Vec<f64>,
    /// The order of the rows within each supernode, and its inverse as scratch.
    pivots: Vec<usize>,
    inverse: Vec<usize>,
    memory: Option<MemBuffer>,
    /// Permuted unknowns, and those of one front with the rows below.
    x: Vec<f64>,
    local: Vec<f64>,
    ready: bool,
}

impl std::fmt::Debug for Lu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lu").field("flops", &self.flops()).field("factor_nonzeros", &self.factor_nonzeros()).finish()
    }
}

impl Lu {
    /// Orders and analyses; numbers are not allocated yet. Refuses above [`DEFAULT_MEMORY_LIMIT_GIGABYTES`].
    pub fn new(pattern: &Pattern) -> Result<Self, SolveError> {
        Self::with_memory_limit(pattern, DEFAULT_MEMORY_LIMIT_GIGABYTES)
    }

    /// Orders and analyses; refuses if the factor would need more memory than this.
    pub fn with_memory_limit(pattern: &Pattern, gigabytes: f64) -> Result<Self, SolveError> {
        let too_large = |values: f64| SolveError::TooLarge { gigabytes: 8.0 * values / 1e9 };
        let ordering = Ordering::best(pattern)?;
        if 16.0 * ordering.nonzeros / 1e9 > gigabytes || u32::try_from(2 * pattern.blocks()).is_err() {
            return Err(too_large(2.0 * ordering.nonzeros));
        }
        let symbolic = analyse(permuted_lower(pattern, &ordering).0.rb())?;
        let fronts = Fronts::new(pattern, &ordering, &symbolic);
        let needed = (fronts.values + fronts.stack) as f64;
        // Places within a panel are numbered by 32 bits.
        if 8.0 * needed / 1e9 > gigabytes || fronts.fronts.iter().any(|f| u32::try_from(f.panels()).is_err()) {
            return Err(too_large(needed));
        }
        Ok(Self {
            ordering,
            blocks: pattern.blocks(),
            fronts,
            values: Vec::new(),
            stack: Vec::new(),
            pivots: Vec::new(),
            inverse: Vec::new(),
            memory: None,
            x: Vec::new(),
            local: Vec::new(),
            ready: false,
        })
    }

    /// Number of unknowns.
    pub fn dim(&self) -> usize {
        3 * self.ordering.order.len()
    }

    /// Flops of one numeric factorization.
    pub fn flops(&self) -> f64 {
        2.0 * self.ordering.flops
    }

    /// Values both factors store, the padding of merged supernodes included.
    pub fn factor_nonzeros(&self) -> usize {
        self.fronts.values
    }

    /// Is there a factor to solve with?
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    /// Computes L and U for the values of `a`, which must have the pattern given at set-up.
    pub fn factorize(&mut self, a: &GeneralMatrix) -> Result<(), SolveError> {
        assert_eq!(a.pattern().blocks(), self.blocks, "the matrix has another pattern than the factor");
        assert_eq!(3 * a.pattern().nodes(), self.dim(), "the matrix has another pattern than the factor");
        self.ready = false;
        if !all_finite(a.values()) {
            return Err(SolveError::NonFinite);
        }
        self.prepare()?;
        let memory = self.memory.as_mut().expect("allocated just now");
        let all = &self.fronts;
        let blocks = a.values().as_chunks::<9>().0;
        let mut top = 0;
        for front in &all.fronts {
            SolveError::unless_stopped()?;
            let (below, panel) = (front.rows.len(), front.column_panel());
            let (columns, rows) = self.values[front.values..][..front.panels()].split_at_mut(panel);
            load(all, front, blocks, columns, rows);

            // The updates of the children give way to that of their parent.
            let children = &all.children[front.children.clone()];
            let base = top - children.iter().map(|c| all.fronts[*c as usize].update()).sum::<usize>();
            let (updates, rest) = self.stack.split_at_mut(top);
            let (mut updates, update) = (&updates[base..], &mut rest[..front.update()]);
            if !children.is_empty() {
                update.fill(0.0);
            }
            for child in children {
                let child = &all.fronts[*child as usize];
                let theirs;
                (theirs, updates) = updates.split_at(child.update());
                wide(
                    #[inline(always)]
                    || add_update(all, child, theirs, front, columns, rows, update),
                );
            }

            let pivots = &mut self.pivots[front.start..front.start + front.width];
            let mut panel = MatMut::from_column_major_slice_mut(columns, front.width + below, front.width);
            let (mut diagonal, mut l) = panel.rb_mut().split_at_row_mut(front.width);
            let inverse = &mut self.inverse[..front.width];
            let exchanges =
                lu_in_place(diagonal.rb_mut(), pivots, inverse, Par::Seq, MemStack::new(memory), Default::default())
                    .0
                    .transposition_count;
            for k in 0..front.width {
                let vertex = self.ordering.order[(front.start + k) / 3] as usize;
                let size = a.diagonal(vertex).iter().fold(0.0, |m: f64, v| m.max(v.abs()));
                let fit = diagonal[(k, k)].abs() > SMALL_PIVOT * size;
                if !fit {
                    return Err(SolveError::NotPositiveDefinite { node: vertex });
                }
            }
            if below > 0 {
                if exchanges > 0 {
                    exchange(pivots, rows, below);
                }
                let mut u = MatMut::from_column_major_slice_mut(rows, below, front.width).transpose_mut();
                solve_unit_lower_triangular_in_place(diagonal.rb(), u.rb_mut(), Par::Seq);
                solve_lower_triangular_in_place(diagonal.rb().transpose(), l.rb_mut().transpose_mut(), Par::Seq);
                let to = MatMut::from_column_major_slice_mut(update, below, below);
                let add = if children.is_empty() { Accum::Replace } else { Accum::Add };
                matmul(to, add, l.rb(), u.rb(), -1.0, Par::Seq);
            }
            if base < top {
                self.stack.copy_within(top..top + front.update(), base);
            }
            top = base + front.update();
        }
        self.ready = true;
        Ok(())
    }

    /// x = A^-1 b
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        assert!(self.ready, "solve needs a successful factorize first");
        assert!(b.len() == self.dim() && x.len() == self.dim(), "vectors and matrix differ in size");
        let order = &self.ordering.order;
        for (to, v) in self.x.as_chunks_mut::<3>().0.iter_mut().zip(order) {
            *to = b.as_chunks::<3>().0[*v as usize];
        }
        let Self { fronts, values, pivots, x: y, local, .. } = self;
        wide(
            #[inline(always)]
            || {
                forward(fronts, values, pivots, y, local);
                backward(fronts, values, y, local);
            },
        );
        if !all_finite(y) {
            return Err(SolveError::NonFinite);
        }
        for (from, v) in y.as_chunks::<3>().0.iter().zip(order) {
            x.as_chunks_mut::<3>().0[*v as usize] = *from;
        }
        Ok(())
    }

    /// Everything that numbers need, once.
    fn prepare(&mut self) -> Result<(), SolveError> {
        if self.memory.is_none() {
            let most = |of: &dyn Fn(&Front) -> usize| self.fronts.fronts.iter().map(of).max().unwrap_or(0);
            let (width, local) = (most(&|f| f.width), most(&|f| f.width + f.rows.len()));
            let n = self.dim();
            self.memory =
                Some(allocate(lu_in_place_scratch::<usize, f64>(width, width, Par::Seq, Default::default()))?);
            self.values = vec![0.0; self.fronts.values];
            self.stack = vec![0.0; self.fronts.stack];
            self.pivots = vec![0; n];
            self.inverse = vec![0; width];
            self.x = vec![0.0; n];
            self.local = vec![0.0; local];
        }
        Ok(())
    }
}

/// Puts the blocks of the matrix into the panels.
fn load(all: &Fronts, front: &Front, blocks: &[[f64; 9]], columns: &mut [f64], rows: &mut [f64]) {
    columns.fill(0.0);
    rows.fill(0.0);
    let (below, height) = (front.rows.len(), front.width + front.rows.len());
    for source in &all.sources[front.sources.clone()] {
        let (block, to) = (&blocks[source.block as usize], source.to as usize);
        for k in 0..3 {
            if source.in_row_panel {
                rows[to + k * below..][..3].copy_from_slice(&block[3 * k..3 * k + 3]);
            } else {
                columns[to + k * height..][..3].copy_from_slice(&[block[k], block[3 + k], block[6 + k]]);
            }
        }
    }
}

/// Adds the update of a child to the front of its parent.
#[inline(always)]
fn add_update(
    all: &Fronts,
    child: &Front,
    theirs: &[f64],
    front: &Front,
    columns: &mut [f64],
    rows: &mut [f64],
    update: &mut [f64],
) {
    let (width, below, stride) = (front.width, front.rows.len(), child.rows.len());
    let runs = &all.runs[child.runs.clone()];
    let (own, rest) = runs.split_at(runs.partition_point(|run| (run.to as usize) < width));
    for column_run in runs {
        for k in 0..column_run.count as usize {
            let to = column_run.to as usize + k;
            let from = &theirs[(column_run.from as usize + k) * stride..][..stride];
            if to < width {
                add_runs(runs, from, &mut columns[to * (width + below)..][..width + below], 0);
            } else {
                add_runs(rest, from, &mut update[(to - width) * below..][..below], width);
                // The row panel is transposed.
                for run in own {
                    for k in 0..run.count as usize {
                        rows[(run.to as usize + k) * below + to - width] += from[run.from as usize + k];
                    }
                }
            }
        }
    }
}

/// Adds a column of an update, run by run, to a column whose first row has the given place.
#[inline(always)]
fn add_runs(runs: &[Run], from: &[f64], to: &mut [f64], first: usize) {
    for run in runs {
        let (from, to) = (&from[run.from as usize..], &mut to[run.to as usize - first..]);
        for (to, from) in to[..run.count as usize].iter_mut().zip(from) {
            *to += from;
        }
    }
}

/// Brings the columns of U^T, which are the rows of U, into the order of the pivots.
fn exchange(pivots: &[usize], rows: &mut [f64], below: usize) {
    for k in 0..pivots.len() {
        // A column that had to make room is where its successor came from.
        let mut at = pivots[k];
        while at < k {
            at = pivots[at];
        }
        if at != k {
            let (left, right) = rows.split_at_mut(at * below);
            left[k * below..(k + 1) * below].swap_with_slice(&mut right[..below]);
        }
    }
}

/// y = L^-1 y, front by front.
#[inline(always)]
fn forward(all: &Fronts, values: &[f64], pivots: &[usize], y: &mut [f64], local: &mut [f64]) {
    for front in &all.fronts {
        let (w, height) = (front.width, front.width + front.rows.len());
        let panel = &values[front.values..][..front.column_panel()];
        let local = &mut local[..height];
        let own = &mut y[front.start..front.start + w];
        for (to, p) in local.iter_mut().zip(&pivots[front.start..front.start + w]) {
            *to = own[*p];
        }
        local[w..].fill(0.0);
        let mut k = 0;
        // Four columns at a time: first their own triangle, then all rows below it.
        while k + 4 <= w {
            let l: [&[f64]; 4] = std::array::from_fn(|c| &panel[(k + c) * height..][..height]);
            for c in 0..3 {
                for r in c + 1..4 {
                    local[k + r] -= l[c][k + r] * local[k + c];
                }
            }
            let x: [f64; 4] = std::array::from_fn(|c| -local[k + c]);
            let [l0, l1, l2, l3] = l.map(|l| &l[k + 4..]);
            for ((((to, l0), l1), l2), l3) in local[k + 4..].iter_mut().zip(l0).zip(l1).zip(l2).zip(l3) {
                *to = l3.mul_add(x[3], l2.mul_add(x[2], l1.mul_add(x[1], l0.mul_add(x[0], *to))));
            }
            k += 4;
        }
        for k in k..w {
            let x = -local[k];
            for (to, l) in local[k + 1..].iter_mut().zip(&panel[k * height + k + 1..]) {
                *to = l.mul_add(x, *to);
            }
        }
        own.copy_from_slice(&local[..w]);
        for (from, row) in local[w..].iter().zip(&all.rows[front.rows.clone()]) {
            y[*row as usize] += from;
        }
    }
}

/// y = U^-1 y, front by front.
#[inline(always)]
fn backward(all: &Fronts, values: &[f64], y: &mut [f64], local: &mut [f64]) {
    for front in all.fronts.iter().rev() {
        let (w, below) = (front.width, front.rows.len());
        let (panel, rows) = values[front.values..][..front.panels()].split_at(front.column_panel());
        let local = &mut local[..below];
        for (to, row) in local.iter_mut().zip(&all.rows[front.rows.clone()]) {
            *to = y[*row as usize];
        }
        let own = &mut y[front.start..front.start + w];
        for k in 0..w {
            own[k] -= dot_chunk(&rows[k * below..(k + 1) * below], local);
        }
        for k in (0..w).rev() {
            let u = &panel[k * (w + below)..][..k + 1];
            own[k] /= u[k];
            let x = -own[k];
            for (to, u) in own[..k].iter_mut().zip(u) {
                *to = u.mul_add(x, *to);
            }
        }
    }
}
