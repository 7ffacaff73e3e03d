//! Options of the schemes that keep energy and momenta.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::integrators::options::{Checked, Solver, fraction};

/// Which matrix an iteration solves with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Iteration {
    /// The symmetric one as long as it contracts, the exact one by GMRES where it does not.
    #[default]
    Auto,
    /// The symmetric positive definite stand-in: Cholesky or conjugate gradients, linear convergence.
    Symmetric,
    /// The exact, slightly unsymmetric one by GMRES, with the factor of the symmetric one before it.
    Gmres,
    /// The exact one by a sparse LU factorization in every iteration.
    Lu,
}

/// Options of the mixed Newton iteration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MeanNewtonOptions {
    /// Error left in a step (dimensionless): in positions relative to the length of the step in the mass norm, in energy relative
    /// to the kinetic energy. Energy and momenta are kept as well as the equations are solved.
    pub tolerance: f64,
    /// Iterations after which a step is cut in half.
    pub max_iterations: usize,
    /// Which matrix an iteration solves with.
    pub iteration: Iteration,
    /// How many times a step that fails may be cut in half before a step of backward Euler takes its place.
    pub halvings: u32,
    /// Price of a step, in millions of iterations times unknowns, beyond which it is not cut but left to a scheme that damps;
    /// 60 iterations are always allowed. 0 for none.
    pub budget: f64,
    /// Linear solver of the symmetric matrix.
    pub solver: Solver,
    /// Relative residual at which conjugate gradients stop.
    pub solver_tolerance: f64,
}

impl Default for MeanNewtonOptions {
    fn default() -> Self {
        Self {
            tolerance: 1e-8,
            max_iterations: 30,
            iteration: Iteration::Auto,
            halvings: 6,
            budget: 6.0,
            solver: Solver::Auto,
            solver_tolerance: 1e-9,
        }
    }
}

impl MeanNewtonOptions {
    /// Whether the budget pays for all iterations of all substeps that a step of so many unknowns may be cut into.
    pub fn affords_all(&self, unknowns: usize) -> bool {
        limit(self.budget, unknowns) >= (self.max_iterations as u64) << self.halvings
    }
}

impl Checked for MeanNewtonOptions {
    fn check(&self) -> Result<(), String> {
        fraction("tolerance", self.tolerance)?;
        fraction("solver_tolerance", self.solver_tolerance)?;
        if self.max_iterations == 0 {
            return Err("`max_iterations` is 0, but a step needs at least one iteration; use 1 or more".into());
        }
        if self.halvings > 30 {
            return Err(format!("`halvings` is {}, more than the 30 that make sense; use a smaller dt", self.halvings));
        }
        if !(self.budget >= 0.0) {
            return Err(format!(
                "`budget` is {}, but a price is positive, or 0 for none; 6 is a good value",
                self.budget
            ));
        }
        Ok(())
    }
}

/// Iterations of a step that are always allowed.
const ALWAYS: u64 = 60;

/// Iterations that a step of so many unknowns may take with this budget.
pub fn limit(budget: f64, unknowns: usize) -> u64 {
    match budget == 0.0 {
        true => u64::MAX,
        false => ((1e6 * budget / unknowns.max(1) as f64) as u64).max(ALWAYS),
    }
}
