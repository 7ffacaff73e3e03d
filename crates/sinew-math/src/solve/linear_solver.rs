//! One door to the solvers: a factor, conjugate gradients, or the cheaper of the two (see `automatic.rs` for the rule).

use std::sync::Arc;

use super::automatic::{Choice, Prices};
use super::cholesky::all_finite;
use super::{
    BlockJacobi, CgReport, Cholesky, ConjugateGradients, DEFAULT_MEMORY_LIMIT_GIGABYTES, IncompleteCholesky,
    Precondition, SolveError,
};
use crate::operator::LinearOperator;
use crate::sparse::{BlockMatrix, Pattern};

/// How A x = b is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// The cheaper of the two by counted cost.
    #[default]
    Auto,
    /// A sparse Cholesky factor if it fits into memory, conjugate gradients if not: for factors that serve many solves.
    Factor,
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
    /// Block Cholesky factor without fill: about half the iterations, each for twice the price.
    Incomplete,
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

/// The preconditioner in use.
#[derive(Debug)]
enum Approximate {
    Jacobi(BlockJacobi),
    Incomplete(IncompleteCholesky),
}

/// Solves A x = b for matrices of one pattern; everything it allocates it keeps.
///
/// A matrix that is not positive definite may be found out by [`update`](Self::update) (a pivot of the factor, a
/// diagonal block) or only by [`solve`](Self::solve) (a direction of negative curvature).
#[derive(Debug)]
pub struct LinearSolver {
    options: SolverOptions,
    /// Absent for pure conjugate gradients, and for automatic choice when the factor would not fit.
    factor: Option<Cholesky>,
    choice: Option<Choice>,
    /// Does the factor belong to the present matrix?
    factorized: bool,
    approximate: Approximate,
    cg: ConjugateGradients,
    work: SolveWork,
}

impl LinearSolver {
    /// Analyses the pattern as far as the method needs it.
    pub fn new(pattern: &Arc<Pattern>, options: SolverOptions) -> Result<Self, SolveError> {
        let factor = match options.method {
            Method::Cg => None,
            Method::Cholesky => Some(Cholesky::with_memory_limit(pattern, options.memory_limit_gigabytes)?),
            Method::Auto | Method::Factor => match Cholesky::with_memory_limit(pattern, options.memory_limit_gigabytes) {
                Err(SolveError::TooLarge { .. }) => None,
                other => Some(other?),
            },
        };
        let choice = match (options.method, &factor) {
            (Method::Auto, Some(factor)) => {
                let (flops, values) = (factor.flops(), factor.factor_nonzeros());
                Some(Choice::new(Prices::new(flops, values, pattern.blocks(), options.preconditioner)))
            }
            _ => None,
        };
        let approximate = match options.preconditioner {
            Preconditioner::BlockJacobi => Approximate::Jacobi(BlockJacobi::default()),
            Preconditioner::Incomplete => Approximate::Incomplete(IncompleteCholesky::new(pattern)),
        };
        let (cg, work) = (ConjugateGradients::default(), SolveWork::default());
        Ok(Self { options, factor, choice, factorized: false, approximate, cg, work })
    }

    /// The matrix has new values: factorizes or renews the preconditioner.
    pub fn update(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        self.factorized = false;
        let factorize = self.factor.is_some() && self.choice.as_mut().is_none_or(Choice::begin);
        if factorize {
            return self.factorize(a);
        }
        if !all_finite(a.values()) {
            return Err(SolveError::NonFinite);
        }
        match &mut self.approximate {
            Approximate::Jacobi(m) => m.update(a),
            Approximate::Incomplete(m) => m.update(a),
        }
    }

    /// x = A^-1 b; x on entry is where conjugate gradients start (zeros are fine).
    pub fn solve(&mut self, a: &BlockMatrix, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        self.solve_many(a, b, x, 1)
    }

    /// X = A^-1 B for `columns` right-hand sides stored one after the other.
    pub fn solve_many(&mut self, a: &BlockMatrix, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let n = a.dim();
        assert!(b.len() == n * columns && x.len() == n * columns, "vectors and matrix differ in size");
        for c in 0..columns {
            if self.factorized || !self.iterate(a, &b[c * n..(c + 1) * n], &mut x[c * n..(c + 1) * n])? {
                // The factor takes all remaining columns at once.
                if !self.factorized {
                    self.factorize(a)?;
                }
                let factor = self.factor.as_mut().expect("only a solver with a factor gives up iterating");
                self.work.solves += columns - c;
                return factor.solve_many(&b[c * n..], &mut x[c * n..], columns - c);
            }
        }
        Ok(())
    }

    /// Work since the last call; the counters start again at zero.
    pub fn take_work(&mut self) -> SolveWork {
        std::mem::take(&mut self.work)
    }

    fn factorize(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        self.work.factorizations += 1;
        self.factor.as_mut().expect("called with a factor at hand").factorize(a)?;
        self.factorized = true;
        Ok(())
    }

    /// Conjugate gradients for one right-hand side; `false` if the factor had better take over.
    fn iterate(&mut self, a: &BlockMatrix, b: &[f64], x: &mut [f64]) -> Result<bool, SolveError> {
        let allowed = self.choice.as_ref().map_or(self.options.max_iterations, Choice::allowed_iterations);
        let m: &dyn Precondition = match &self.approximate {
            Approximate::Jacobi(m) => m,
            Approximate::Incomplete(m) => m,
        };
        let result = self.cg.solve(a, m, b, x, self.options.tolerance, allowed);
        let CgReport { iterations, products, residual, converged } = *self.cg.report();
        self.work.products += products;
        self.work.cg_iterations += iterations;
        match (result, &mut self.choice) {
            // The factor is the judge of what iterations could not settle.
            (Ok(_) | Err(SolveError::NotPositiveDefinite { .. }), Some(choice)) => {
                choice.spent(iterations + !converged as usize, 1);
                Ok(converged)
            }
            (Ok(_), None) if !converged => Err(SolveError::Stalled { iterations, residual }),
            (result, _) => result.map(|_| true),
        }
    }
}
