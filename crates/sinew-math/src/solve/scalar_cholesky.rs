//! A factor of a [`ScalarMatrix`], computed once and used for thousands of solves with three right-hand sides.
//!
//! The order, the symbolic analysis and the numbers are those of [`Cholesky`](super::Cholesky) on the graph of vertices,
//! one unknown each; the solves are our own (see `panels.rs`). They read a copy of L in single precision where that is good
//! enough: iterations that correct themselves by a full residual lose nothing by it, and half the memory is half the
//! time. Good enough means that x - L^-T L^-1 A x shrinks at least a hundredfold, measured by a power iteration from
//! rigid and random vectors; otherwise (conditions above some 1e6) the copy is in double precision.

use std::sync::Arc;

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltError, LltRegularization};
use faer::prelude::Reborrow;
use faer::sparse::linalg::cholesky::supernodal;
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};

use super::cholesky::{all_finite, allocate, analyse};
use super::panels::{Cut, Panels, Real};
use super::{DEFAULT_MEMORY_LIMIT_GIGABYTES, Ordering, SolveError};
use crate::operator::LinearOperator;
use crate::parallel::norm;
use crate::sparse::{Pattern, ScalarMatrix};

/// In which precision the factor is kept for solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// Single where a test of the factor allows it.
    #[default]
    Auto,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// Order and symbolic factor of one pattern, shared by all factors of it.
pub struct ScalarAnalysis {
    ordering: Ordering,
    pairs: usize,
    symbolic: supernodal::SymbolicSupernodalCholesky<usize>,
    lower: SymbolicSparseColMat<usize>,
    /// Which value of the matrix each entry of `lower` is.
    source: Vec<u32>,
    cut: Cut,
}

impl std::fmt::Debug for ScalarAnalysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (values, top) = self.cut.values();
        f.debug_struct("ScalarAnalysis")
            .field("flops", &self.flops())
            .field("values", &values)
            .field("top", &top)
            .finish()
    }
}

impl ScalarAnalysis {
    /// Orders and analyses.
    pub fn new(pattern: &Pattern) -> Result<Self, SolveError> {
        let too_large = |values: f64| SolveError::TooLarge { gigabytes: 20.0 * values / 1e9 };
        let ordering = Ordering::best(pattern)?;
        // The counts of an ordering are those of 3x3 blocks.
        if 20.0 * ordering.nonzeros / 9.0 > 1e9 * DEFAULT_MEMORY_LIMIT_GIGABYTES {
            return Err(too_large(ordering.nonzeros / 9.0));
        }
        let (lower, source) = permuted_lower(pattern, &ordering);
        let symbolic = analyse(lower.rb())?;
        let cut = Cut::new(&symbolic, &ordering);
        Ok(Self { ordering, pairs: pattern.blocks(), symbolic, lower, source, cut })
    }

    /// Flops of one numeric factorization.
    pub fn flops(&self) -> f64 {
        self.ordering.flops / 27.0
    }

    /// Values of the factor, the padding of merged supernodes included.
    pub fn factor_nonzeros(&self) -> usize {
        self.cut.values().0
    }

    /// Flops of one solve with three right-hand sides.
    pub fn solve_flops(&self) -> f64 {
        12.0 * self.factor_nonzeros() as f64
    }

    /// Number of vertices.
    pub fn nodes(&self) -> usize {
        self.ordering.order.len()
    }
}

enum Kept {
    None,
    Single(Panels<f32>),
    Double(Panels<f64>),
}

/// See the module's head.
pub struct ScalarCholesky {
    analysis: Arc<ScalarAnalysis>,
    precision: Precision,
    lower_values: Vec<f64>,
    factor_values: Vec<f64>,
    memory: Option<MemBuffer>,
    kept: Kept,
    /// The panels hold `scale` L.
    scale: f64,
}

impl std::fmt::Debug for ScalarCholesky {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScalarCholesky").field("analysis", &self.analysis).field("precision", &self.kept_in()).finish()
    }
}

/// Contraction that a factor in single precision must reach.
const CONTRACTION: f64 = 1e-2;

impl ScalarCholesky {
    /// No numbers yet.
    pub fn new(analysis: Arc<ScalarAnalysis>, precision: Precision) -> Self {
        Self {
            analysis,
            precision,
            lower_values: Vec::new(),
            factor_values: Vec::new(),
            memory: None,
            kept: Kept::None,
            scale: 1.0,
        }
    }

    /// Order and symbolic factor.
    pub fn analysis(&self) -> &Arc<ScalarAnalysis> {
        &self.analysis
    }

    /// The precision in use, once there is a factor.
    pub fn kept_in(&self) -> Option<Precision> {
        match self.kept {
            Kept::None => None,
            Kept::Single(_) => Some(Precision::Single),
            Kept::Double(_) => Some(Precision::Double),
        }
    }

    /// Computes L for the values of `a`, which must have the pattern of the analysis. The first factor decides on the
    /// precision.
    pub fn factorize(&mut self, a: &ScalarMatrix) -> Result<(), SolveError> {
        let analysis = self.analysis.clone();
        let ScalarAnalysis { ordering, pairs, symbolic, lower, source, cut } = &*analysis;
        assert_eq!(a.values().len(), *pairs, "the matrix has another pattern than the factor");
        if !all_finite(a.values()) {
            return Err(SolveError::NonFinite);
        }
        let params = Default::default();
        let memory = match &mut self.memory {
            Some(memory) => memory,
            memory => {
                self.lower_values = vec![0.0; source.len()];
                self.factor_values = vec![0.0; symbolic.len_val()];
                let req =
                    supernodal::factorize_supernodal_numeric_llt_scratch::<usize, f64>(symbolic, Par::Seq, params);
                memory.insert(allocate(req)?)
            }
        };
        for (value, source) in self.lower_values.iter_mut().zip(source) {
            *value = a.values()[*source as usize];
        }
        supernodal::factorize_supernodal_numeric_llt(
            &mut self.factor_values,
            SparseColMatRef::new(lower.rb(), &self.lower_values),
            LltRegularization::default(),
            symbolic,
            Par::Seq,
            MemStack::new(memory),
            params,
        )
        .map_err(|LltError::NonPositivePivot { index }| SolveError::NotPositiveDefinite {
            node: ordering.order[index] as usize,
        })?;

        // A power of two that brings the largest pivot near one.
        let largest = (0..analysis.nodes()).fold(0.0, |m: f64, i| m.max(a.diagonal(i)));
        self.scale = power_of_two(largest.sqrt());
        match &mut self.kept {
            Kept::Double(panels) => panels.load(cut, symbolic, &self.factor_values, self.scale),
            Kept::Single(panels) => panels.load(cut, symbolic, &self.factor_values, self.scale),
            Kept::None => {
                if self.precision != Precision::Double {
                    self.kept = Kept::Single(self.panels());
                }
                if self.precision == Precision::Double
                    || self.precision == Precision::Auto && self.contraction(a)? > CONTRACTION
                {
                    self.kept = Kept::Double(self.panels());
                }
            }
        }
        Ok(())
    }

    /// From now on in double precision; the numbers stay.
    pub fn use_double(&mut self) {
        self.precision = Precision::Double;
        if let Kept::Single(_) = self.kept {
            self.kept = Kept::Double(self.panels());
        }
    }

    fn panels<T: Real>(&self) -> Panels<T> {
        let ScalarAnalysis { symbolic, cut, .. } = &*self.analysis;
        let mut panels = Panels::new(cut);
        panels.load(cut, symbolic, &self.factor_values, self.scale);
        panels
    }

    /// Largest of |x - A~^-1 A x| / |x| met by a power iteration.
    fn contraction(&mut self, a: &ScalarMatrix) -> Result<f64, SolveError> {
        let n = 3 * self.analysis.nodes();
        // A translation, a smooth wave and noise, one along each axis.
        let mut x: Vec<f64> = (0..n)
            .map(|i| match (i % 3, i / 3) {
                (0, _) => 1.0,
                (1, v) => (v as f64 * 9.0 / n as f64).sin(),
                (_, v) => ((v * 7919 + 13) % 1009) as f64 / 504.5 - 1.0,
            })
            .collect();
        let (mut b, mut y) = (vec![0.0; n], vec![0.0; n]);
        let mut worst: f64 = 0.0;
        for _ in 0..4 {
            let size = norm(&x);
            if size.is_nan() || size <= 1e-30 {
                break;
            }
            x.iter_mut().for_each(|x| *x /= size);
            a.apply(&x, &mut b);
            match self.solve(&b, &mut y) {
                Err(SolveError::NonFinite) => return Ok(f64::INFINITY),
                other => other?,
            }
            x.iter_mut().zip(&y).for_each(|(x, y)| *x -= y);
            worst = worst.max(norm(&x));
        }
        Ok(worst)
    }

    /// X = A^-1 B for three right-hand sides, interleaved: `b[3 i + c]` belongs to vertex i and right-hand side c.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        let n = self.analysis.nodes();
        assert!(b.len() == 3 * n && x.len() == 3 * n, "three values per vertex");
        if !all_finite(b) {
            return Err(SolveError::NonFinite);
        }
        let largest = largest(b);
        if largest == 0.0 {
            x.fill(0.0);
            return Ok(());
        }
        // Numbers near one leave the narrow range of single precision unused.
        let down = power_of_two(largest);
        let scale = (down, self.scale * self.scale / down);
        let cut = &self.analysis.cut;
        let (b, to) = (b.as_chunks::<3>().0, x.as_chunks_mut::<3>().0);
        match &mut self.kept {
            Kept::Single(panels) => panels.solve(cut, b, scale, to),
            Kept::Double(panels) => panels.solve(cut, b, scale, to),
            Kept::None => panic!("solve needs a successful factorize first"),
        }
        if all_finite(x) { Ok(()) } else { Err(SolveError::NonFinite) }
    }
}

/// Largest size of finite numbers, eight at a time.
fn largest(values: &[f64]) -> f64 {
    let mut most = [0.0; 8];
    let (eights, rest) = values.as_chunks::<8>();
    for values in eights {
        for k in 0..8 {
            let size = values[k].abs();
            most[k] = if size > most[k] { size } else { most[k] };
        }
    }
    most.iter().chain(rest).fold(0.0, |m, x| m.max(x.abs()))
}

/// 2^-e for x in [2^e, 2^(e + 1)), kept within the normal range.
fn power_of_two(x: f64) -> f64 {
    let exponent = ((x.to_bits() >> 52) as i64 - 1023).clamp(-1000, 1000);
    f64::from_bits(((1023 - exponent) as u64) << 52)
}

/// Columns of the permuted lower triangle, and the value of the matrix that each entry is.
fn permuted_lower(pattern: &Pattern, ordering: &Ordering) -> (SymbolicSparseColMat<usize>, Vec<u32>) {
    let n = pattern.nodes();
    let mut columns: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
    for i in 0..n {
        for slot in pattern.row(i) {
            let (p, q) = (ordering.place[i], ordering.place[pattern.columns()[slot] as usize]);
            columns[p.min(q) as usize].push((p.max(q), slot as u32));
        }
    }
    let (mut col_ptr, mut rows, mut source) = (vec![0], Vec::new(), Vec::new());
    for column in &mut columns {
        column.sort_unstable();
        rows.extend(column.iter().map(|(row, _)| *row as usize));
        source.extend(column.iter().map(|(_, slot)| *slot));
        col_ptr.push(rows.len());
    }
    (SymbolicSparseColMat::new_checked(n, n, col_ptr, None, rows), source)
}
