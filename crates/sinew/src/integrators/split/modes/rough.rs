//! Lowest modes where there is no factor: a start among smooth fields, and sweeps W = P^-1 R with the solver's preconditioner P in
//! its place. They come down slowly, but Rayleigh's quotients bound the modes from above, so a few rounds can tell that a step
//! resolves them. Not for modes that are to be fitted: what is left of a residual is not looked at. [knyazev2001]

use sinew_math::operator::LinearOperator;
use sinew_math::solve::SolveError;
use sinew_math::sparse::BlockMatrix;

use super::{BLOCKS, GUARDS, TrackedModes};
use crate::integrators::linear::{StepMatrix, step_error};
use crate::mechanics::{Mass, StepError};

/// Sweeps of one look.
const SWEEPS: usize = 6;

impl TrackedModes {
    /// Starts from the lowest that Rayleigh and Ritz find among `fields` vectors, which `write` writes one by one and out of which
    /// `remove` takes something.
    pub fn start_among(
        &mut self,
        (mass, stiffness): (&Mass, &BlockMatrix),
        fields: usize,
        products: &mut u64,
        write: &mut dyn FnMut(usize, &mut [f64]),
        remove: &mut dyn FnMut(&mut [f64]),
    ) -> Result<(), StepError> {
        let n = stiffness.dim();
        self.resize(n, (self.wanted + GUARDS).min(n));
        self.calibration = 1.0;
        let mut columns = 0;
        for first in (0..fields).step_by(self.count) {
            if let Err(stopped) = SolveError::unless_stopped() {
                self.forget();
                return Err(step_error(stopped));
            }
            for (k, to) in self.scratch.chunks_exact_mut(n).enumerate() {
                to.fill(0.0);
                if first + k < fields {
                    write(first + k, to);
                    remove(to);
                }
            }
            columns = self.widen(columns, mass);
        }
        stiffness.apply_block(&self.vectors[..n * columns], &mut self.stiffness_vectors[..n * columns], columns);
        *products += columns as u64;
        self.rotate(columns);
        self.count = self.count.min(columns);
        Ok(())
    }

    /// Improves the modes where there is no factor, by sweeps with the solver's preconditioner in its place, until all in use are
    /// within `enough` of zero: whether they came there.
    pub fn lower(
        &mut self,
        (mass, stiffness): (&Mass, &BlockMatrix),
        matrix: &mut StepMatrix,
        enough: f64,
        products: &mut u64,
        remove: &mut dyn FnMut(&mut [f64]),
    ) -> Result<bool, StepError> {
        let (n, mut columns) = (self.n, self.count);
        let mut fresh = 0;
        for sweep in 0..=SWEEPS {
            self.turn(mass, stiffness, fresh..columns, products)?;
            let values = self.values();
            if !values.is_empty() && values.iter().all(|lambda| lambda.abs() <= enough) {
                return Ok(true);
            }
            if sweep == SWEEPS {
                break;
            }
            self.residuals(matrix.matrix(), mass);
            for (r, w) in self.residuals.chunks_exact(n).zip(self.scratch.chunks_exact_mut(n)).take(self.count) {
                matrix.precondition(r, w).map_err(step_error)?;
                remove(w);
            }
            self.sweeps += 1;
            fresh = columns.min((BLOCKS - 1) * self.count);
            columns = self.widen(fresh, mass);
        }
        Ok(false)
    }
}
