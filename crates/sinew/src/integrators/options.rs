//! Options of the integrators: one plain struct per family, checked by name before anything is built.

use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sinew_math::solve::{Method, SolverOptions};

use crate::catalog::suggestion;

/// Options that do not fit the integrator.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OptionsError {
    /// No integrator has this name.
    #[error("unknown integrator `{name}`; {hint}")]
    UnknownIntegrator {
        /// The name asked for.
        name: String,
        /// The name that was probably meant, or all names.
        hint: String,
    },
    /// The integrator has no such option.
    #[error("integrator {integrator} has no option `{key}`; {hint}")]
    UnknownOption {
        /// Name of the integrator.
        integrator: &'static str,
        /// The key found.
        key: String,
        /// The key that was probably meant, or all keys.
        hint: String,
    },
    /// A value does not fit.
    #[error("integrator {integrator}: {message}")]
    BadValue {
        /// Name of the integrator.
        integrator: &'static str,
        /// What is wrong and how to mend it.
        message: String,
    },
}

/// Options that can be checked beyond their types.
pub trait Checked {
    /// One sentence about the first value that makes no sense.
    fn check(&self) -> Result<(), String>;
}

/// No options at all.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NoOptions {}

impl Checked for NoOptions {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// How linear systems are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// By estimated cost: a factor for small or stiff systems, conjugate gradients for large soft ones.
    #[default]
    Auto,
    /// Sparse Cholesky factorization.
    Cholesky,
    /// Preconditioned conjugate gradients.
    Cg,
}

impl Solver {
    /// The solver's own settings for matrices whose factor serves many solves: `auto` takes it wherever it fits.
    pub fn lasting(self, tolerance: f64) -> SolverOptions {
        let settings = self.settings(tolerance);
        match self {
            Solver::Auto => SolverOptions { method: Method::Factor, ..settings },
            _ => settings,
        }
    }

    /// The solver's own settings.
    pub fn settings(self, tolerance: f64) -> SolverOptions {
        let method = match self {
            Solver::Auto => Method::Auto,
            Solver::Cholesky => Method::Cholesky,
            Solver::Cg => Method::Cg,
        };
        SolverOptions { method, tolerance, ..SolverOptions::default() }
    }
}

/// What to do when the true step matrix is not positive definite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Indefinite {
    /// Make each element's stiffness positive semidefinite.
    #[default]
    Project,
    /// Add a growing multiple of the mass matrix.
    Shift,
}

/// How a nonlinear stage is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Driver {
    /// Newton's method on positions with a line search on the incremental potential: always descends.
    #[default]
    LineSearch,
    /// Newton's method with the elements' stresses as unknowns of their own: a few iterations at any stiffness, no proof of
    /// descent.
    Mixed,
}

/// Options of schemes that solve a nonlinear system in every step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewtonOptions {
    /// Largest error of a vertex left by Newton's method in a step, as a fraction of the mean distance of coupled
    /// vertices (a strain, dimensionless). Residuals that rounding of the coordinates alone explains are accepted too.
    pub tolerance: f64,
    /// Newton iterations after which a step counts as stalled.
    pub max_iterations: usize,
    /// How the nonlinear equations are solved.
    pub driver: Driver,
    /// Always use the projected tangent, not only when the true one is indefinite.
    pub projected: bool,
    /// Remedy for an indefinite tangent.
    pub indefinite: Indefinite,
    /// How many times a step that fails may be cut in half.
    pub halvings: u32,
    /// Linear solver.
    pub solver: Solver,
    /// Relative residual at which conjugate gradients stop.
    pub solver_tolerance: f64,
}

impl Default for NewtonOptions {
    fn default() -> Self {
        Self {
            tolerance: 1e-8,
            max_iterations: 100,
            driver: Driver::LineSearch,
            projected: false,
            indefinite: Indefinite::Project,
            halvings: 0,
            solver: Solver::Auto,
            solver_tolerance: 1e-8,
        }
    }
}

impl Checked for NewtonOptions {
    fn check(&self) -> Result<(), String> {
        fraction("tolerance", self.tolerance)?;
        fraction("solver_tolerance", self.solver_tolerance)?;
        if self.max_iterations == 0 {
            return Err("`max_iterations` is 0, but a step needs at least one iteration; use 1 or more".into());
        }
        if self.halvings > 30 {
            return Err(format!("`halvings` is {}, more than the 30 that make sense; use a smaller dt", self.halvings));
        }
        Ok(())
    }
}

/// Refuses a tolerance outside (0, 1).
pub fn fraction(key: &str, value: f64) -> Result<(), String> {
    if value > 0.0 && value < 1.0 {
        Ok(())
    } else {
        Err(format!("`{key}` is {value}, but it must lie between 0 and 1; 1e-8 is a good value"))
    }
}

/// Reads and checks the options of an integrator; an unknown key is answered with the nearest valid one.
pub fn parse<T: DeserializeOwned + JsonSchema + Checked>(
    integrator: &'static str,
    table: &toml::Table,
) -> Result<T, OptionsError> {
    let known = keys::<T>();
    if let Some(key) = table.keys().find(|key| !known.contains(*key)) {
        let hint = suggestion(key, known.iter().map(String::as_str));
        return Err(OptionsError::UnknownOption { integrator, key: key.clone(), hint });
    }
    let bad = |message: String| OptionsError::BadValue { integrator, message };
    let options: T = serde_path_to_error::deserialize(toml::Value::Table(table.clone()))
        .map_err(|e| bad(format!("option `{}`: {}", e.path(), e.inner().to_string().trim().replace('\n', " "))))?;
    options.check().map_err(bad)?;
    Ok(options)
}

/// JSON Schema of the options, closed to unknown keys.
pub fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = T::json_schema(generator);
    schema.remove("unevaluatedProperties");
    schema.insert("additionalProperties".into(), false.into());
    schema
}

fn keys<T: JsonSchema>() -> BTreeSet<String> {
    let schema = T::json_schema(&mut SchemaGenerator::default());
    let properties = schema.get("properties").and_then(|p| p.as_object());
    properties.map(|p| p.keys().cloned().collect()).unwrap_or_default()
}
