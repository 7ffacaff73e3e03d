//! Options of the schemes that track energy.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::integrators::options::{Checked, Driver, Indefinite, NewtonOptions, Solver};

/// How the implicit equations of a step are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepSolver {
    /// Newton's method, to convergence.
    #[default]
    Newton,
    /// A fixed number of cheap iterations with a constant matrix.
    LocalGlobal,
}

/// Where a step starts from before it is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Symplectic, keeps momentum; a good guess at any step.
    #[default]
    ImplicitMidpoint,
    /// Explicit; explodes at large steps, so that the correction takes nearly all. For comparison.
    SymplecticEuler,
}

/// How the energy of a step is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// By a blend with backward or forward Euler.
    #[default]
    Blend,
    /// By shrinking or growing the velocities of the vibration, in closed form; positions stay those of the midpoint rule.
    Velocity,
}

/// What takes energy out of a step that has too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Partner {
    /// A backward Euler step over h, with a solve of its own.
    #[default]
    BackwardEuler,
    /// The middle of the midpoint rule, which is a backward Euler step over h/2, moved rigidly to the end of the step. Costs no
    /// solve; for `momentum = "keep"`.
    Middle,
}

/// What a blend does to the momenta.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MomentumRule {
    /// Place, orientation and momenta of every connected piece are those of the midpoint rule.
    #[default]
    Keep,
    /// It changes them, as Euler steps do.
    Paper,
}

/// Options of `stabilized`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StabilizedOptions {
    /// Energy error that is tolerated, as a fraction of kinetic plus elastic energy (the largest of the last hundred steps
    /// or so); 0 for as little as rounding allows.
    pub tolerance: f64,
    /// How the implicit equations of a step are solved.
    pub solver: StepSolver,
    /// Local/global iterations of the midpoint rule, always as many; backward Euler gets one.
    pub iterations: usize,
    /// Where a step starts from before it is corrected.
    pub start: Start,
    /// How the energy of a step is corrected.
    pub correction: Correction,
    /// What takes energy out of a step that has too much.
    pub partner: Partner,
    /// What a blend does to the momenta.
    pub momentum: MomentumRule,
    /// Whether the energy stored in contact penalties counts as energy. Left out, pressed penalties look like a loss.
    pub contact_energy: bool,
    /// Largest error of a vertex left by Newton's method in a step, as a fraction of the mean distance of coupled
    /// vertices. Residuals that rounding of the coordinates alone explains are accepted too.
    pub newton_tolerance: f64,
    /// Newton iterations after which a solve counts as stalled.
    pub max_iterations: usize,
    /// Always use the projected tangent, not only when the true one is indefinite.
    pub projected: bool,
    /// Remedy for an indefinite tangent.
    pub indefinite: Indefinite,
    /// How many times a step that fails may be cut in half.
    pub halvings: u32,
    /// Linear solver of Newton's method.
    pub linear_solver: Solver,
    /// Relative residual at which conjugate gradients stop.
    pub solver_tolerance: f64,
}

impl Default for StabilizedOptions {
    fn default() -> Self {
        let newton = NewtonOptions::default();
        Self {
            tolerance: 0.01,
            solver: StepSolver::Newton,
            iterations: 10,
            start: Start::ImplicitMidpoint,
            correction: Correction::Blend,
            partner: Partner::BackwardEuler,
            momentum: MomentumRule::Keep,
            contact_energy: true,
            // Angular momentum is kept only as well as the equations are solved, so to rounding.
            newton_tolerance: 1e-15,
            max_iterations: newton.max_iterations,
            projected: newton.projected,
            indefinite: newton.indefinite,
            halvings: newton.halvings,
            linear_solver: newton.solver,
            solver_tolerance: newton.solver_tolerance,
        }
    }
}

impl StabilizedOptions {
    /// For the solve of the midpoint.
    pub fn newton(&self) -> NewtonOptions {
        NewtonOptions {
            driver: Driver::LineSearch,
            tolerance: self.newton_tolerance,
            max_iterations: self.max_iterations,
            projected: self.projected,
            indefinite: self.indefinite,
            halvings: self.halvings,
            solver: self.linear_solver,
            solver_tolerance: self.solver_tolerance,
        }
    }

    /// For the backward Euler step to blend with: of it only a little is taken, so eight digits will do.
    pub fn backward(&self) -> NewtonOptions {
        NewtonOptions { tolerance: self.newton_tolerance.max(1e-8), ..self.newton() }
    }
}

impl Checked for StabilizedOptions {
    fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.tolerance) {
            return Err(format!(
                "`tolerance` is {}, but it is a fraction of the energy between 0 and 1; 0.01 is a good value",
                self.tolerance
            ));
        }
        if self.partner == Partner::Middle && self.momentum == MomentumRule::Paper {
            return Err(
                "`partner = \"middle\"` is half a step behind unless `momentum = \"keep\"` moves it to the end; \
                        use \"backward-euler\""
                    .into(),
            );
        }
        if self.iterations == 0 {
            return Err("`iterations` is 0, but a step needs at least one; 10 is a good value".into());
        }
        self.newton().check().map_err(|e| e.replace("`tolerance`", "`newton_tolerance`"))
    }
}

/// Options of `energy-budgeting` and `energy-multiplier`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TrackedOptions {
    /// Energy error that is tolerated, as a fraction of kinetic plus elastic energy.
    pub energy_tolerance: f64,
    /// Options of the Newton solver.
    #[serde(flatten)]
    pub newton: NewtonOptions,
}

impl Default for TrackedOptions {
    fn default() -> Self {
        Self { energy_tolerance: 1e-6, newton: NewtonOptions::default() }
    }
}

impl Checked for TrackedOptions {
    fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.energy_tolerance) {
            return Err(format!(
                "`energy_tolerance` is {}, but it is a fraction of the energy between 0 and 1; 1e-6 is a good value",
                self.energy_tolerance
            ));
        }
        self.newton.check()
    }
}
