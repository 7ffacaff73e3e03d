//! What an evaluation cost and how good it is.

/// Which way was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// All eigenvalues.
    Dense,
    /// Block shift-and-invert Krylov space with joint Galerkin projection.
    ShiftInvert,
    /// Chebyshev series.
    Chebyshev,
    /// Polynomial Krylov space of A, short recurrence.
    Lanczos,
    /// Polynomial Krylov space of J with substeps.
    AdaptiveKrylov,
    /// Taylor series in J.
    Taylor,
}

/// Counted, never timed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// Which engine gave the result.
    pub path: Path,
    /// Dimension of the search space (degree of the series).
    pub dimension: usize,
    /// Blocks in the search space; steps of the recurrence.
    pub iterations: usize,
    /// Solves, one per right-hand side.
    pub solves: u64,
    /// Products with K (and with D), one per vector.
    pub products: u64,
    /// Factorizations.
    pub factorizations: u64,
    /// Flops of products, solves, factorizations and of the vector work.
    pub flops: f64,
    /// Estimated relative error, the largest over all outputs.
    pub estimate: f64,
    /// How far the result is from obeying the equation of motion, t^2 |M v' + D v + K x - ..| over |x| + t^2 |K x + D v|,
    /// the largest over all outputs. Of shift-and-invert with [`super::Options::residual`] and a diagonal mass.
    pub residual: Option<f64>,
    /// Was the tolerance met, as far as the estimate goes?
    pub converged: bool,
}

impl Report {
    pub(crate) fn new(path: Path) -> Self {
        Self {
            path,
            dimension: 0,
            iterations: 0,
            solves: 0,
            products: 0,
            factorizations: 0,
            flops: 0.0,
            estimate: f64::INFINITY,
            residual: None,
            converged: false,
        }
    }

    /// Adds the work of an engine that was given up.
    pub(crate) fn add_work(&mut self, b: &Report) {
        self.solves += b.solves;
        self.products += b.products;
        self.factorizations += b.factorizations;
        self.flops += b.flops;
    }
}
