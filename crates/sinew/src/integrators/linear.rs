//! The matrix of a step with its solver, kept from step to step as long as the sparsity stays the same.

use std::sync::Arc;

use sinew_math::operator::LinearOperator;
use sinew_math::parallel::dot;
use sinew_math::solve::{LARGE, LinearSolver, SolveError, SolverOptions};
use sinew_math::sparse::{BlockMatrix, Pattern};

use super::Work;
use crate::mechanics::{Mass, MechanicalSystem, State, StepError, Weights};

/// A symmetric matrix on the system's pattern and the solver for it.
pub struct StepMatrix {
    settings: SolverOptions,
    kept: Option<Kept>,
}

struct Kept {
    pattern: Arc<Pattern>,
    matrix: BlockMatrix,
    solver: LinearSolver,
    /// Work not yet charged.
    spent: Work,
    /// The solver holds a factor of the present matrix.
    factored: bool,
}

impl Kept {
    fn account(&mut self) -> u64 {
        let done = self.solver.take_work();
        self.factored |= done.factorizations > 0;
        self.spent += Work {
            factorizations: done.factorizations as u64,
            solves: done.solves as u64,
            products: done.products as u64,
            cg_iterations: done.cg_iterations as u64,
            ..Work::default()
        };
        done.solves as u64
    }
}

impl StepMatrix {
    /// Nothing is allocated before the first use.
    pub fn new(settings: SolverOptions) -> Self {
        Self { settings, kept: None }
    }

    /// Whether what is kept belongs to the sparsity of this matrix.
    pub fn fits(&self, b: &BlockMatrix) -> bool {
        self.kept.as_ref().is_some_and(|k| Arc::ptr_eq(&k.pattern, b.pattern()))
    }

    /// Tells how well conditioned the matrices of a new pattern will be, which decides on how large ones are solved; asked
    /// for those alone.
    pub fn expect(&mut self, pattern: &Arc<Pattern>, condition: impl FnOnce() -> f64) {
        let known = self.kept.as_ref().is_some_and(|k| Arc::ptr_eq(&k.pattern, pattern));
        if !known && pattern.nodes() >= LARGE {
            self.settings.condition = condition();
        }
    }

    fn kept(&mut self, pattern: &Arc<Pattern>) -> Result<&mut Kept, StepError> {
        if !self.kept.as_ref().is_some_and(|k| Arc::ptr_eq(&k.pattern, pattern)) {
            let solver = LinearSolver::new(pattern, self.settings).map_err(step_error)?;
            let matrix = BlockMatrix::new(pattern.clone());
            let (spent, factored) = (Work::default(), false);
            self.kept = Some(Kept { pattern: pattern.clone(), matrix, solver, spent, factored });
        }
        Ok(self.kept.as_mut().expect("it was just made"))
    }

    fn ready(&mut self) -> &mut Kept {
        self.kept.as_mut().expect("a matrix is assembled before it is used")
    }

    /// Assembles the weighted tangent at a state.
    pub fn assemble(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        weights: Weights,
        projected: bool,
    ) -> Result<(), StepError> {
        system.tangent(s, weights, projected, &mut self.kept(system.pattern())?.matrix);
        Ok(())
    }

    /// Writes the matrix on a pattern.
    pub fn write(&mut self, pattern: &Arc<Pattern>, write: impl FnOnce(&mut BlockMatrix)) -> Result<(), StepError> {
        write(&mut self.kept(pattern)?.matrix);
        Ok(())
    }

    /// A = mass M + c B
    pub fn combine(&mut self, mass: (f64, &Mass), c: f64, b: &BlockMatrix) -> Result<(), StepError> {
        let matrix = &mut self.kept(b.pattern())?.matrix;
        matrix.scale_add(0.0, c, b);
        mass.1.add_to(mass.0, matrix);
        Ok(())
    }

    /// A += weight M
    pub fn add_mass(&mut self, weight: f64, mass: &Mass) {
        mass.add_to(weight, &mut self.ready().matrix);
    }

    /// A += c B, on the same pattern.
    pub fn add(&mut self, c: f64, b: &BlockMatrix) {
        self.ready().matrix.scale_add(1.0, c, b);
    }

    /// The matrix.
    pub fn matrix(&self) -> &BlockMatrix {
        &self.kept.as_ref().expect("a matrix is assembled before it is used").matrix
    }

    /// Factorizes the assembled matrix, or renews the preconditioner.
    pub fn factorize(&mut self) -> Result<(), SolveError> {
        let kept = self.ready();
        kept.factored = false;
        let result = kept.solver.update(&kept.matrix);
        kept.account();
        kept.factored &= result.is_ok();
        result
    }

    /// Whether another solve with the same matrix costs no more than a pass through its factor.
    pub fn factored(&self) -> bool {
        self.kept.as_ref().is_some_and(|k| k.factored)
    }

    /// A x = b; x is the start of an iterative solve.
    pub fn solve(&mut self, b: &[f64], x: &mut [f64]) -> Result<(), SolveError> {
        let kept = self.ready();
        let result = kept.solver.solve(&kept.matrix, b, x);
        // A run of conjugate gradients is a solve, too.
        let by_factor = kept.account();
        kept.spent.solves += 1 - by_factor.min(1);
        result
    }

    /// z about A^-1 r: by the factor if there is one, else by what conjugate gradients are preconditioned with.
    pub fn precondition(&mut self, r: &[f64], z: &mut [f64]) -> Result<(), SolveError> {
        let kept = self.ready();
        let result = kept.solver.precondition(r, z);
        kept.account();
        result
    }

    /// A X = B for `columns` right-hand sides stored one after the other; X is the start of an iterative solve.
    pub fn solve_many(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let kept = self.ready();
        let result = kept.solver.solve_many(&kept.matrix, b, x, columns);
        let by_factor = kept.account();
        kept.spent.solves += (columns as u64).saturating_sub(by_factor);
        result
    }

    /// A x = b for a system whose right-hand side is mostly one translation of everything, as in free fall. An iterative
    /// solve starts from the best of those (x_c = e_c . b / e_c . A e_c along each axis), so that a body that only falls
    /// is solved to rounding whatever the solver's tolerance.
    pub fn solve_from_translation(&mut self, b: &[f64], x: &mut [f64], scratch: &mut [f64]) -> Result<(), SolveError> {
        if self.factored() {
            return self.solve(b, x);
        }
        let mut best = [0.0; 3];
        for (c, best) in best.iter_mut().enumerate() {
            x.iter_mut().enumerate().for_each(|(i, x)| *x = if i % 3 == c { 1.0 } else { 0.0 });
            self.matrix().apply(x, scratch);
            let along = dot(x, scratch);
            *best = if along > 0.0 { dot(x, b) / along } else { 0.0 };
        }
        x.iter_mut().enumerate().for_each(|(i, x)| *x = best[i % 3]);
        self.ready().spent.products += 3;
        self.solve(b, x)
    }

    /// Adds what was done since the last call to the step's account.
    pub fn charge(&mut self, work: &mut Work) {
        if let Some(kept) = &mut self.kept {
            *work += std::mem::take(&mut kept.spent);
        }
    }
}

/// The step error that a failed linear solve amounts to.
pub fn step_error(e: SolveError) -> StepError {
    match e {
        SolveError::NotPositiveDefinite { node } => StepError::NotPositiveDefinite { row: node },
        SolveError::Stalled { iterations, residual } => StepError::LinearSolveStalled { iterations, residual },
        SolveError::TooLarge { gigabytes } => StepError::FactorTooLarge { gigabytes },
        SolveError::NonFinite => StepError::NonFinite { free_vertex: 0 },
        SolveError::Interrupted => StepError::Interrupted,
    }
}
