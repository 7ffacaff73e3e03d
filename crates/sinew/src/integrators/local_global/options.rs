//! Options of the schemes with a local/global solver.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::integrators::options::Checked;

/// Options of the schemes with a local/global solver.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LocalGlobalOptions {
    /// Iterations of a step, always as many: 10 look right in most scenes, stiff ones need more.
    pub iterations: usize,
}

impl Default for LocalGlobalOptions {
    fn default() -> Self {
        Self { iterations: 10 }
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
