//! The shifted matrix M + shift K (+ sqrt(shift) D) on a block pattern, factored by Cholesky.
//!
//! The symbolic analysis is made on the structural pattern, zeros included, once. A factor stays in use until
//! [`CholeskyPole::refresh`] is called: changing the stiffness alone leaves the old factor in place, which is what a
//! time integrator wants over tens of steps.

use std::sync::Arc;

use super::FunctionError;
use super::problem::Pole;
use crate::solve::{Cholesky, SolveError};
use crate::sparse::{BlockMatrix, Pattern};

/// A [`Pole`] for block matrices.
#[derive(Debug)]
pub struct CholeskyPole {
    cholesky: Cholesky,
    mass: BlockMatrix,
    stiffness: BlockMatrix,
    projected: Option<BlockMatrix>,
    damping: Option<BlockMatrix>,
    shifted: BlockMatrix,
    shift: Option<f64>,
    use_projected: bool,
}

impl CholeskyPole {
    /// Analyses the pattern; `mass` and `stiffness` live on it.
    pub fn new(mass: BlockMatrix, stiffness: BlockMatrix) -> Result<Self, SolveError> {
        let pattern: Arc<Pattern> = mass.pattern().clone();
        assert_eq!(pattern, *stiffness.pattern(), "mass and stiffness must share one pattern");
        Ok(Self {
            cholesky: Cholesky::new(&pattern)?,
            shifted: BlockMatrix::new(pattern),
            mass,
            stiffness,
            projected: None,
            damping: None,
            shift: None,
            use_projected: false,
        })
    }

    /// The stiffness of the next factorization.
    pub fn stiffness_mut(&mut self) -> &mut BlockMatrix {
        &mut self.stiffness
    }

    /// A positive semidefinite stiffness to fall back on (projected element by element).
    pub fn set_projected(&mut self, stiffness: BlockMatrix) {
        self.projected = Some(stiffness);
    }

    /// Adds sqrt(shift) D to the shifted matrix: worth it for strong damping that is not of Rayleigh type.
    pub fn set_damping(&mut self, damping: BlockMatrix) {
        self.damping = Some(damping);
    }

    /// Drops the factor, so that the next evaluation makes a new one from the present stiffness.
    pub fn refresh(&mut self) {
        self.shift = None;
        self.use_projected = false;
    }
}

impl Pole for CholeskyPole {
    fn shift(&self) -> Option<f64> {
        self.shift
    }

    fn factorize(&mut self, shift: f64) -> Result<(), SolveError> {
        self.shift = None;
        let stiffness = match (&self.projected, self.use_projected) {
            (Some(projected), true) => projected,
            _ => &self.stiffness,
        };
        self.shifted.values_mut().copy_from_slice(self.mass.values());
        self.shifted.scale_add(1.0, shift, stiffness);
        if let Some(damping) = &self.damping {
            self.shifted.scale_add(1.0, shift.sqrt(), damping);
        }
        self.cholesky.factorize(&self.shifted)?;
        self.shift = Some(shift);
        Ok(())
    }

    fn use_projected(&mut self) -> bool {
        self.use_projected = self.projected.is_some();
        self.use_projected
    }

    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        self.cholesky.solve_many(b, x, columns)
    }

    fn cholesky(&mut self) -> Option<&mut Cholesky> {
        Some(&mut self.cholesky)
    }

    fn factor_flops(&self) -> f64 {
        self.cholesky.flops()
    }

    fn solve_flops(&self) -> f64 {
        4.0 * self.cholesky.factor_nonzeros() as f64
    }
}

/// Makes sure there is a factor with a suitable shift; returns the number of factorizations.
///
/// Between a hundredth and five times the wanted shift the convergence is flat, so a present factor is kept there.
/// An indefinite K_p may make P indefinite: smaller shifts help, and then the projected stiffness.
pub(crate) fn prepare_pole(pole: &mut dyn Pole, wanted: f64) -> Result<u64, FunctionError> {
    if pole.shift().is_some_and(|s| (0.01..=5.0).contains(&(s / wanted))) {
        return Ok(0);
    }
    let mut factorizations = 0;
    let mut last = None;
    for projected in [false, true] {
        if projected && !pole.use_projected() {
            break;
        }
        for quarter in 0..4 {
            let shift = wanted * 0.25f64.powi(quarter);
            factorizations += 1;
            match pole.factorize(shift) {
                Ok(()) => return Ok(factorizations),
                Err(cause @ SolveError::NotPositiveDefinite { .. }) => last = Some((shift, cause)),
                Err(cause) => return Err(FunctionError::FactorBreakdown { shift, cause }),
            }
        }
    }
    let (shift, cause) = last.expect("the loop ran at least once");
    Err(FunctionError::FactorBreakdown { shift, cause })
}
