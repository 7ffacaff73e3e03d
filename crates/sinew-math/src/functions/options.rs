//! Settings shared by all engines.

use super::{FunctionError, Problem, Request};

/// How to compute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The pole: P = M + gamma h^2 K with the longest time h of the request. Flat between 0.01 and 0.25.
    pub gamma: f64,
    /// Largest dimension of the search space, all input vectors together.
    pub max_dimension: usize,
    /// Largest number of products with K of the engines without a factor.
    pub max_products: u64,
    /// At the limit: take what there is (it still conserves energy) instead of an error.
    pub accept_limit: bool,
    /// Probe the symmetry of the operators first: two products each. Switch off once a problem is known to be good.
    pub check: bool,
    /// Report the second-order residual, too: one more product per pair of outputs. Shift-and-invert only.
    pub residual: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            gamma: 0.05,
            max_dimension: 240,
            max_products: 100_000,
            accept_limit: false,
            check: true,
            residual: false,
        }
    }
}

impl Options {
    /// Refuses a bad problem or request.
    pub(crate) fn prepare(
        &self,
        problem: &Problem<'_>,
        request: &Request<'_>,
        out: &[f64],
    ) -> Result<(), FunctionError> {
        if self.check {
            problem.check()?;
        }
        request.check(problem.dim())?;
        if out.len() != problem.dim() * request.outputs.len() {
            return Err(FunctionError::BadRequest("the result needs one vector per output"));
        }
        if !(self.gamma > 0.0 && self.gamma.is_finite()) {
            return Err(FunctionError::BadRequest("gamma must be positive"));
        }
        Ok(())
    }
}
