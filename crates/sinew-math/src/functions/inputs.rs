//! The input vectors of a request as the polynomial engines need them: M^-1 f for forces, with norms, unused ones left out.

use super::FunctionError;
use super::problem::Problem;
use super::request::{Kind, Request};
use super::spectrum::inverse_mass;
use crate::parallel::sum_indexed;

/// Input vectors in use; keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// (alpha, beta) of the damping.
    pub rayleigh: (f64, f64),
    /// Number in the request and mass norm of every vector.
    pub list: Vec<(usize, f64)>,
    /// The vectors, one after the other.
    pub values: Vec<f64>,
}

impl Inputs {
    /// Collects them, or tells why `engine` cannot treat the problem.
    pub fn collect(
        &mut self,
        engine: &'static str,
        problem: &Problem<'_>,
        request: &Request<'_>,
    ) -> Result<(), FunctionError> {
        let mass = inverse_mass(engine, &problem.mass)?;
        let unsupported = |reason| Err(FunctionError::Unsupported { engine, reason });
        if !problem.is_symmetric() {
            return unsupported("needs a symmetric stiffness: use shift-and-invert or the adaptive Krylov engine");
        }
        let Some(rayleigh) = problem.damping.rayleigh() else {
            return unsupported(
                "needs functions of M^-1 K alone: use shift-and-invert or the adaptive Krylov engine with damping that \
                 is not of Rayleigh type",
            );
        };
        self.rayleigh = rayleigh;
        self.list.clear();
        self.values.clear();
        for (j, (kind, b)) in request.vectors.iter().enumerate() {
            if request.terms().all(|t| t.vector != j) {
                continue;
            }
            let start = self.values.len();
            match kind {
                Kind::Primal => self.values.extend_from_slice(b),
                Kind::Dual => self.values.extend(b.iter().zip(mass).map(|(b, m)| b / m)),
            }
            let norm = mass_norm(mass, &self.values[start..]);
            if norm > 0.0 {
                self.list.push((j, norm));
            } else {
                self.values.truncate(start);
            }
        }
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }
}

/// sqrt(x.M x), the same bits for any number of threads.
pub(crate) fn mass_norm(mass: &[f64], x: &[f64]) -> f64 {
    const CHUNK: usize = 4096;
    let part = |i: usize| {
        let range = i * CHUNK..((i + 1) * CHUNK).min(x.len());
        // Eight sums side by side, so that an addition need not wait for the last one.
        let mut sums = [0.0; 8];
        for (m, x) in mass[range.clone()].chunks(8).zip(x[range].chunks(8)) {
            for ((sum, m), x) in sums.iter_mut().zip(m).zip(x) {
                *sum += m * x * x;
            }
        }
        sums.iter().sum::<f64>()
    };
    sum_indexed(x.len().div_ceil(CHUNK), part).sqrt()
}
