//! The scheme that takes a step which is beyond the limit of the exponential ones.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::integrators::{Integrator, OptionsError, build};

/// A stable implicit scheme, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// Such a step is an error.
    #[default]
    None,
    /// Keeps energy where steps are resolved; on very stiff bodies that turn it gains energy itself.
    ImplicitMidpoint,
    /// Second order and damping.
    Bdf2,
    /// First order and strongly damping; hardly ever fails.
    BackwardEuler,
    /// One linear solve, strongly damping.
    SemiImplicit,
}

impl Fallback {
    /// Name of the integrator.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Fallback::None => None,
            Fallback::ImplicitMidpoint => Some("implicit-midpoint"),
            Fallback::Bdf2 => Some("bdf2"),
            Fallback::BackwardEuler => Some("backward-euler"),
            Fallback::SemiImplicit => Some("semi-implicit"),
        }
    }

    /// The integrator with its default options; steps that fail may be halved.
    pub fn integrator(self) -> Result<Option<Box<dyn Integrator>>, OptionsError> {
        let table = toml::toml! { halvings = 6 };
        self.name().map(|name| build(name, &table)).transpose()
    }
}
