//! One door to the solvers: a factor, conjugate gradients, or the cheaper of the two.

use std::sync::Arc;

use super::cholesky::all_finite;
use super::preconditioner::BlockJacobi;
use super::{Cholesky, ConjugateGradients, DEFAULT_MEMORY_LIMIT_GIGABYTES, SolveError};
use crate::operator::LinearOperator;
use crate::sparse::{BlockMatrix, Pattern};

/// How A x = b is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// The cheaper of the two by counted cost.
    #[default]
    Auto,
    /// A sparse Cholesky factor.
    Cholesky,
    /// Preconditioned conjugate gradients.
    Cg,
}

/// Approximate inverse used by conjugate gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preconditioner {
    /// Inverse of the 3x3 diagonal blocks.
    #[default]
    BlockJacobi,
}

/// Settings of a [`LinearSolver`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverOptions {
    /// Factor, iteration, or the cheaper one.
    pub method: Method,
    /// Conjugate gradients stop at |b - A x| <= tolerance |b|.
    pub tolerance: f64,
    /// Iterations after which conjugate gradients give up.
    pub max_iterations: usize,
    /// Approximate inverse of conjugate gradients.
    pub preconditioner: Preconditioner,
    /// The factor is refused if it needs more memory than this.
    pub memory_limit_gigabytes: f64,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            tolerance: 1e-8,
            max_iterations: 10_000,
            preconditioner: Preconditioner::default(),
            memory_limit_gigabytes: DEFAULT_MEMORY_LIMIT_GIGABYTES,
        }
    }
}

/// What solving has cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SolveWork {
    /// Numeric factorizations.
    pub factorizations: usize,
    /// Right-hand sides solved by the factor.
    pub solves: usize,
    /// Products with the matrix.
    pub products: usize,
    /// Iterations of conjugate gradients.
    pub cg_iterations: usize,
}

/// Solves A x = b for matrices of one pattern; everything it allocates it keeps.
#[derive(Debug)]
pub struct LinearSolver {
    options: SolverOptions,
    factor: Option<Cholesky>,
    cg: ConjugateGradients,
    jacobi: BlockJacobi,
    work: SolveWork,
}

impl LinearSolver {
    /// Analyses the pattern as far as the method needs it.
    pub fn new(pattern: &Arc<Pattern>, options: SolverOptions) -> Result<Self, SolveError> {
        let factor = match options.method {
            Method::Cg => None,
            Method::Auto | Method::Cholesky => {
                Some(Cholesky::with_memory_limit(pattern, options.memory_limit_gigabytes)?)
            }
        };
        Ok(Self { options, factor, cg: Default::default(), jacobi: Default::default(), work: SolveWork::default() })
    }

    /// The matrix has new values: factorizes or renews the preconditioner.
    pub fn update(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        match &mut self.factor {
            Some(factor) => {
                self.work.factorizations += 1;
                factor.factorize(a)
            }
            None if !all_finite(a.values()) => Err(SolveError::NonFinite),
            None => self.jacobi.update(a),
        }
    }

    /// x = A^-1 b; x on entry is where conjugate gradients start (zeros are fine).
    pub fn solve(&mut self, a: &BlockMatrix, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        self.solve_many(a, b, x, 1)
    }

    /// X = A^-1 B for `columns` right-hand sides stored one after the other.
    pub fn solve_many(&mut self, a: &BlockMatrix, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        if let Some(factor) = &mut self.factor {
            self.work.solves += columns;
            return factor.solve_many(b, x, columns);
        }
        let n = a.dim();
        for c in 0..columns {
            let range = c * n..(c + 1) * n;
            let (b, x) = (&b[range.clone()], &mut x[range]);
            let report = self.cg.solve(a, &self.jacobi, b, x, self.options.tolerance, self.options.max_iterations)?;
            self.work.products += report.products;
            self.work.cg_iterations += report.iterations;
            if !report.converged {
                return Err(SolveError::Stalled { iterations: report.iterations, residual: report.residual });
            }
        }
        Ok(())
    }

    /// Work since the last call; the counters start again at zero.
    pub fn take_work(&mut self) -> SolveWork {
        std::mem::take(&mut self.work)
    }
}
