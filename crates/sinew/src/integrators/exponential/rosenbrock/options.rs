//! Options of the exponential Rosenbrock schemes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fallback::Fallback;
use crate::integrators::exponential::FunctionOptions;
use crate::integrators::options::{Checked, fraction};

/// Where the system is linearized.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Linearize {
    /// At the start of every step, with damping: the stated order.
    #[default]
    Step,
    /// At rest, once for the run, without damping: one factor for all steps, order 2 with weights of its own, stable only
    /// while all that is not in the stiffness at rest (rotation, damping) is slow.
    Rest,
}

/// Options of the exponential Rosenbrock schemes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RosenbrockOptions {
    /// Where the system is linearized.
    pub linearize: Linearize,
    /// Cut every step into substeps by the estimated error.
    pub adaptive: bool,
    /// With `adaptive`: largest estimated error of a substep relative to the motion (velocities to the largest speed so
    /// far, displacements to that speed times the substep, in the mass norm).
    pub error_tolerance: f64,
    /// Largest correction of the linearized motion, relative to it; beyond, the step is refused.
    pub limit: f64,
    /// The scheme that takes a step which is refused.
    pub fallback: Fallback,
    /// Options of the matrix functions.
    #[serde(flatten)]
    pub functions: FunctionOptions,
}

impl Default for RosenbrockOptions {
    fn default() -> Self {
        Self {
            linearize: Linearize::Step,
            adaptive: false,
            error_tolerance: 1e-3,
            limit: 0.5,
            fallback: Fallback::None,
            functions: FunctionOptions::default(),
        }
    }
}

impl Checked for RosenbrockOptions {
    fn check(&self) -> Result<(), String> {
        fraction("error_tolerance", self.error_tolerance)?;
        if self.limit.is_nan() || self.limit <= 0.0 {
            return Err(format!("`limit` is {}, but it must be positive; 0.5 is a good value", self.limit));
        }
        self.functions.check()
    }
}
