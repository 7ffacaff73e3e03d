//! One door to the solvers: a factor, conjugate gradients, or the cheaper of the two (see `automatic.rs` for the rule).

use std::sync::Arc;

use super::automatic::{Choice, LARGE, Prices, few_iterations};
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
    /// A bound on the condition number of the matrix, infinite if nothing is known: large matrices with a small one are iterated, and
    /// not even analysed before that has become dear.
    pub condition: f64,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            tolerance: 1e-8,
            max_iterations: 10_000,
            preconditioner: Preconditioner::default(),
            memory_limit_gigabytes: DEFAULT_MEMORY_LIMIT_GIGABYTES,
            condition: f64::INFINITY,
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

impl Approximate {
    fn as_dyn(&self) -> &dyn Precondition {
        match self {
            Approximate::Jacobi(m) => m,
            Approximate::Incomplete(m) => m,
        }
    }
}

/// Solves A x = b for matrices of one pattern; everything it allocates it keeps.
///
/// A matrix that is not positive definite may be found out by [`update`](Self::update) (a pivot of the factor, a
/// diagonal block) or only by [`solve`](Self::solve) (a direction of negative curvature).
#[derive(Debug)]
pub struct LinearSolver {
    options: SolverOptions,
    /// Absent for pure conjugate gradients, for automatic choice when the factor would not fit, and before the analysis.
    factor: Option<Cholesky>,
    /// What is still to be analysed, once iterations have cost as much.
    unknown: Option<Arc<Pattern>>,
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
        let put_off = matches!(options.method, Method::Auto | Method::Factor)
            && pattern.nodes() >= LARGE
            && few_iterations(options.condition, options.tolerance);
        let factor = match options.method {
            Method::Cg => None,
            Method::Cholesky => Some(Cholesky::with_memory_limit(pattern, options.memory_limit_gigabytes)?),
            Method::Auto | Method::Factor if put_off => None,
            Method::Auto | Method::Factor => analyse(pattern, &options)?,
        };
        let lasting = options.method == Method::Factor;
        let choice = match (options.method, &factor) {
            (Method::Auto, Some(factor)) => Some(Choice::new(prices(factor, pattern, &options), lasting)),
            _ if put_off => Some(Choice::new(Prices::unknown(pattern.blocks(), options.preconditioner), lasting)),
            _ => None,
        };
        let unknown = put_off.then(|| pattern.clone());
        let approximate = match options.preconditioner {
            Preconditioner::BlockJacobi => Approximate::Jacobi(BlockJacobi::default()),
            Preconditioner::Incomplete => Approximate::Incomplete(IncompleteCholesky::new(pattern)),
        };
        let (cg, work) = (ConjugateGradients::default(), SolveWork::default());
        Ok(Self { options, factor, unknown, choice, factorized: false, approximate, cg, work })
    }

    /// The matrix has new values: factorizes or renews the preconditioner.
    pub fn update(&mut self, a: &BlockMatrix) -> Result<(), SolveError> {
        self.factorized = false;
        let factorize = self.choice.as_mut().map_or(self.factor.is_some(), Choice::begin);
        if factorize && self.factor.is_some() {
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
        let mut c = 0;
        while c < columns {
            if self.factorized {
                // The factor takes all remaining columns at once.
                let factor = self.factor.as_mut().expect("it was factorized");
                self.work.solves += columns - c;
                return factor.solve_many(&b[c * n..], &mut x[c * n..], columns - c);
            }
            if self.iterate(a, &b[c * n..(c + 1) * n], &mut x[c * n..(c + 1) * n])? {
                c += 1;
            } else if let Some(pattern) = self.unknown.take() {
                self.learn(&pattern)?;
            } else {
                self.factorize(a)?;
            }
        }
        Ok(())
    }

    /// Analyses a pattern that was put off; it may turn out that to go on iterating is better, or that nothing else is left.
    fn learn(&mut self, pattern: &Arc<Pattern>) -> Result<(), SolveError> {
        self.factor = match analyse(pattern, &self.options) {
            Err(interrupted) => {
                self.unknown = Some(pattern.clone());
                return Err(interrupted);
            }
            Ok(factor) => factor,
        };
        match (&self.factor, &mut self.choice) {
            (Some(factor), Some(choice)) => choice.learn(prices(factor, pattern, &self.options)),
            _ => self.choice = None,
        }
        Ok(())
    }

    /// z = M^-1 r, an approximate solve: by the factor if there is one, else by the preconditioner of conjugate gradients.
    pub fn precondition(&mut self, r: &[f64], z: &mut [f64]) -> Result<(), SolveError> {
        if self.factorized {
            self.work.solves += 1;
            return self.factor.as_mut().expect("it was factorized").solve(r, z);
        }
        self.approximate.as_dyn().apply(r, z);
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
        let result = self.cg.solve(a, self.approximate.as_dyn(), b, x, self.options.tolerance, allowed);
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

/// The factor without numbers, unless it is too large.
fn analyse(pattern: &Arc<Pattern>, options: &SolverOptions) -> Result<Option<Cholesky>, SolveError> {
    match Cholesky::with_memory_limit(pattern, options.memory_limit_gigabytes) {
        Err(SolveError::TooLarge { .. }) => Ok(None),
        other => other.map(Some),
    }
}

fn prices(factor: &Cholesky, pattern: &Pattern, options: &SolverOptions) -> Prices {
    Prices::new(factor.flops(), factor.factor_nonzeros(), pattern.blocks(), options.preconditioner)
}
