//! Options of the schemes with a local/global solver.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::acceleration::Acceleration;
use crate::integrators::options::Checked;

/// Options of the schemes with a local/global solver.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LocalGlobalOptions {
    /// Iterations of a step, always as many: 10 look right in most scenes, stiff ones need more.
    pub iterations: usize,
    /// How iterates are combined; each accelerated iteration costs an energy besides the force.
    pub acceleration: Acceleration,
}

impl Default for LocalGlobalOptions {
    fn default() -> Self {
        Self { iterations: 10, acceleration: Acceleration::None }
    }
}

impl Checked for LocalGlobalOptions {
    fn check(&self) -> Result<(), String> {
        if self.iterations == 0 {
            return Err("`iterations` is 0, but a step needs at least one; 10 is a good value".into());
        }
        Ok(())
    }
}
