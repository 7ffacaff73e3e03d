//! Options of schemes that use functions of matrices: which engine, how far, how exactly.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::integrators::options::{Checked, fraction};

/// How functions of matrices are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// By counted cost: polynomials for soft systems, shift-and-invert for stiff ones.
    #[default]
    Auto,
    /// Rational Krylov space with one factor.
    ShiftInvert,
    /// Chebyshev series: no factor, a cost known beforehand; lumped mass, no damping.
    Chebyshev,
    /// Polynomial Krylov space: no factor; lumped mass, no damping.
    Lanczos,
    /// Polynomial Krylov space with substeps; lumped mass.
    AdaptiveKrylov,
    /// All eigenvalues: for up to some hundred unknowns, exact to rounding.
    Dense,
}

/// Options of schemes that use functions of matrices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct FunctionOptions {
    /// How functions of matrices are evaluated.
    pub engine: Engine,
    /// Largest dimension of a Krylov space. Without `tolerance` the result at this dimension is taken as it is: it still
    /// conserves the energy of linear motion. With `tolerance` it is an error.
    pub krylov_max: Option<usize>,
    /// Relative error of the matrix functions, between 1e-13 and 1. Not given: a tenth of the step's own error.
    pub tolerance: Option<f64>,
}

impl Default for FunctionOptions {
    fn default() -> Self {
        Self { engine: Engine::Auto, krylov_max: None, tolerance: None }
    }
}

impl Checked for FunctionOptions {
    fn check(&self) -> Result<(), String> {
        if let Some(tolerance) = self.tolerance {
            fraction("tolerance", tolerance)?;
            if tolerance < 1e-13 {
                return Err(format!(
                    "`tolerance` is {tolerance:e}, below rounding; 1e-12 is the smallest that makes sense"
                ));
            }
        }
        match self.krylov_max {
            Some(m @ ..8) => Err(format!("`krylov_max` is {m}, too small for any accuracy; use 8 or more")),
            _ => Ok(()),
        }
    }
}
