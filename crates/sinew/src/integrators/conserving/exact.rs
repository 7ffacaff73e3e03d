//! The exact, slightly unsymmetric matrix of the mixed Newton iteration, and solves with it.
//!
//!   A = 2/h^2 M + 1/2 geo(Lambda) + B_m^T Dbar B_1
//!
//! by GMRES around the factor of its symmetric stand-in, or around a sparse LU factor of A itself; then GMRES has nothing left to
//! do but for the change of low rank that a fit makes.

use std::cell::RefCell;
use std::sync::Arc;

use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Gmres, GmresOptions, GmresReport, Lu};
use sinew_math::sparse::GeneralMatrix;

use super::inertia::Inertia;
use crate::integrators::Work;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::mechanics::{DiscreteGradient, MechanicalSystem, State, StepError};

/// Looser solves cost iterations of Newton where springs are stiff.
const GMRES: GmresOptions = GmresOptions { tolerance: 1e-7, restart: 30, max_iterations: 30 };

/// See the module's head; made when it is first needed.
pub struct Exact {
    by_lu: bool,
    matrix: Option<GeneralMatrix>,
    lu: Option<Lu>,
    gmres: Gmres,
}

impl Exact {
    /// Nothing is allocated yet.
    pub fn new(by_lu: bool) -> Self {
        Self { by_lu, matrix: None, lu: None, gmres: Gmres::default() }
    }

    /// A between `from` and `end`, with the stresses in between; scale = 2/h^2.
    pub fn assemble(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        from: &State,
        end: &State,
        stresses: &[f64],
        scale: f64,
    ) {
        let a = match &mut self.matrix {
            Some(a) if Arc::ptr_eq(a.pattern(), system.pattern()) => a,
            a => {
                // A factor of another sparsity is of no use.
                self.lu = None;
                a.insert(GeneralMatrix::new(system.pattern().clone()))
            }
        };
        a.set_zero();
        system.mass().add_to_general(scale, a);
        gradient.add_mean_tangent(from, end, 1.0, stresses, a);
    }

    fn matrix(&self) -> &GeneralMatrix {
        self.matrix.as_ref().expect("assembled before")
    }

    /// The block of a vertex with itself.
    pub fn diagonal(&self, vertex: usize) -> &[f64] {
        self.matrix().diagonal(vertex)
    }

    /// y = A x
    pub fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.matrix().apply(x, y);
    }

    /// A factor of A.
    pub fn factorize(&mut self, work: &mut Work) -> Result<(), StepError> {
        let a = self.matrix.as_ref().expect("assembled before");
        let lu = match &mut self.lu {
            Some(lu) if lu.dim() == a.dim() => lu,
            lu => lu.insert(Lu::new(a.pattern()).map_err(step_error)?),
        };
        lu.factorize(a).map_err(step_error)?;
        work.factorizations += 1;
        Ok(())
    }

    /// x = A^-1 b with the inertia's change in A, around the factor of A, solves with the symmetric matrix, or `rough` ones.
    #[allow(clippy::too_many_arguments)]
    pub fn solve(
        &mut self,
        symmetric: &mut StepMatrix,
        inertia: &mut dyn Inertia,
        scale: f64,
        rough: bool,
        b: &[f64],
        x: &mut [f64],
        work: &mut Work,
    ) -> Result<GmresReport, StepError> {
        let Self { by_lu, matrix, lu, gmres, .. } = self;
        let a = matrix.as_ref().expect("assembled before");
        let inertia = RefCell::new(inertia);
        x.fill(0.0);
        let report = gmres
            .solve(
                &mut |x, y| {
                    a.apply(x, y);
                    inertia.borrow().add_change(scale, x, y);
                },
                &mut |x, y| {
                    if let Some(lu) = lu.as_mut().filter(|_| *by_lu) {
                        return lu.solve(x, y);
                    }
                    if rough {
                        return symmetric.precondition(x, y);
                    }
                    y.fill(0.0);
                    symmetric.solve(x, y)?;
                    inertia.borrow_mut().correct(y);
                    Ok(())
                },
                b,
                x,
                &GMRES,
            )
            .map_err(step_error)?;
        work.products += report.products as u64;
        match by_lu {
            true => work.solves += report.iterations as u64,
            false => work.krylov_dimension = work.krylov_dimension.max(report.iterations as u64),
        }
        Ok(report)
    }
}
