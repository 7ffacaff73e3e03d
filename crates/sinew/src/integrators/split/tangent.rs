//! What `siere` and `siere2` share: K (and D) at the start of a step, the factorized A = M + d D + k K, the lowest
//! modes and their flow.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, dot};
use sinew_math::sparse::BlockMatrix;

use super::modal::ModalFlow;
use super::modes::TrackedModes;
use crate::integrators::Work;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::integrators::options::{Checked, Solver, fraction};
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

/// Options of both schemes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TangentOptions {
    /// Number of modes that move exponentially, 1 to 60. A cluster of equal eigenvalues is taken whole (up to three
    /// modes more) or left out.
    pub modes: usize,
    /// Share of a mode that may leak into the rest in a step before the modes are computed anew.
    pub mode_tolerance: f64,
    /// Make each element's stiffness positive semidefinite, in the modes and in the matrix alike.
    pub projected: bool,
    /// How many times a step that fails may be cut in half.
    pub halvings: u32,
    /// Linear solver; `auto` takes a factor unless it does not fit into memory.
    pub solver: Solver,
    /// Relative residual at which conjugate gradients stop.
    pub solver_tolerance: f64,
}

impl Default for TangentOptions {
    fn default() -> Self {
        Self {
            modes: 5,
            mode_tolerance: 1e-2,
            projected: true,
            halvings: 0,
            solver: Solver::Auto,
            solver_tolerance: 1e-8,
        }
    }
}

impl Checked for TangentOptions {
    fn check(&self) -> Result<(), String> {
        if !(1..=60).contains(&self.modes) {
            return Err(format!("`modes` is {}, but it must lie between 1 and 60; 5 is a good value", self.modes));
        }
        fraction("mode_tolerance", self.mode_tolerance)?;
        fraction("solver_tolerance", self.solver_tolerance)?;
        if self.halvings > 30 {
            return Err(format!("`halvings` is {}, more than the 30 that make sense; use a smaller dt", self.halvings));
        }
        Ok(())
    }
}

/// The tangent with its modes; everything it allocates it keeps.
pub struct ModalTangent {
    options: TangentOptions,
    /// A with its solver.
    pub matrix: StepMatrix,
    /// U and Lambda.
    pub modes: TrackedModes,
    /// phi functions of the modes.
    pub flow: ModalFlow,
    stiffness: Option<BlockMatrix>,
    damping: Option<BlockMatrix>,
    damped: bool,
    image: Vec<f64>,
    small: Vec<f64>,
    /// After a renewal: Z = A^-1 M U and the factor of (M U)^T Z.
    columns: Vec<f64>,
    gram: Option<Cholesky<f64, Dyn>>,
    modal: Vec<f64>,
}

impl ModalTangent {
    /// Nothing is allocated before the first step.
    pub fn new(options: TangentOptions) -> Self {
        // So many solves follow that a factor is worth its price wherever it fits.
        let solver = if options.solver == Solver::Auto { Solver::Cholesky } else { options.solver };
        Self {
            options,
            matrix: StepMatrix::new(solver.settings(options.solver_tolerance)),
            modes: TrackedModes::new(options.modes, options.mode_tolerance),
            flow: ModalFlow::default(),
            stiffness: None,
            damping: None,
            damped: false,
            image: Vec::new(),
            small: Vec::new(),
            columns: Vec::new(),
            gram: None,
            modal: Vec::new(),
        }
    }

    /// K as assembled.
    pub fn stiffness(&self) -> &BlockMatrix {
        self.stiffness.as_ref().expect("prepared before use")
    }

    /// D as assembled, if there is any.
    pub fn damping(&self) -> Option<&BlockMatrix> {
        self.damping.as_ref().filter(|_| self.damped)
    }

    /// Assembles K and D at s, factorizes A = M + d D + k K and follows the modes.
    pub fn prepare(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        (d, k): (f64, f64),
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.gram = None;
        let result = match self.assemble(system, s, (d, k), work) {
            Err(StepError::FactorTooLarge { .. }) if self.options.solver == Solver::Auto => {
                self.matrix = StepMatrix::new(Solver::Cg.settings(self.options.solver_tolerance));
                self.assemble(system, s, (d, k), work)
            }
            other => other,
        };
        self.matrix.charge(work);
        result
    }

    fn assemble(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        (d, k): (f64, f64),
        work: &mut Work,
    ) -> Result<(), StepError> {
        let pattern = system.pattern();
        let fresh = |b: &Option<BlockMatrix>| !b.as_ref().is_some_and(|b| std::sync::Arc::ptr_eq(b.pattern(), pattern));
        if fresh(&self.stiffness) {
            self.stiffness = Some(BlockMatrix::new(pattern.clone()));
            self.damping = None;
        }
        self.damped = system.damped();
        if self.damped && fresh(&self.damping) {
            self.damping = Some(BlockMatrix::new(pattern.clone()));
        }
        let Self { options, matrix, modes, flow, stiffness, damping, damped, image, small, .. } = self;
        let stiffness = stiffness.as_mut().expect("it was just made");
        let only = |damping, stiffness| Weights { mass: 0.0, damping, stiffness };
        system.tangent(s, only(0.0, 1.0), options.projected, stiffness);
        let damping = damping.as_mut().filter(|_| *damped);
        let damping = damping.map(|d| {
            system.tangent(s, only(1.0, 0.0), options.projected, d);
            &*d
        });

        // A with its factor, then the modes; at most twice, if they cannot be followed with this factor.
        let mass = system.mass();
        let mut compute = !modes.known(s.x.len());
        loop {
            if compute {
                modes.compute(mass, stiffness, k, matrix)?;
            }
            matrix.combine((1.0, mass), k, stiffness)?;
            if let Some(damping) = damping {
                matrix.add(d, damping);
            }
            matrix.factorize().map_err(step_error)?;
            if modes.follow(mass, stiffness, k, matrix, &mut work.products)? || compute {
                break;
            }
            compute = true;
        }

        // S = U^T D U
        small.clear();
        if let Some(damping) = damping {
            let (n, count) = (s.x.len(), modes.len());
            image.resize(n, 0.0);
            small.resize(count * count, 0.0);
            for j in 0..count {
                damping.apply(&modes.vectors()[j * n..(j + 1) * n], image);
                for i in 0..=j {
                    let entry = dot(&modes.vectors()[i * n..(i + 1) * n], image);
                    (small[i * count + j], small[j * count + i]) = (entry, entry);
                }
            }
            work.products += count as u64;
        }
        flow.set(modes.values(), small);
        Ok(())
    }

    /// Assembles K, D and A = M + d D + k K at another state, for the complement of the same modes; they do not decouple
    /// there. K is the true one where it has a factor.
    pub fn renew(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        (d, k): (f64, f64),
        work: &mut Work,
    ) -> Result<(), StepError> {
        let factored = match self.options.solver {
            Solver::Cg => Err(StepError::NotPositiveDefinite { row: 0 }),
            _ => self.renew_matrix(system, s, (d, k), false),
        };
        let factored = match factored {
            Err(StepError::NotPositiveDefinite { .. }) => self.renew_matrix(system, s, (d, k), true),
            other => other,
        };
        self.matrix.charge(work);
        factored?;

        let (n, count) = (s.x.len(), self.modes.len());
        self.columns.clear();
        self.columns.resize(n * count, 0.0);
        let solved = self.matrix.solve_many(self.modes.mass_vectors(), &mut self.columns, count);
        self.matrix.charge(work);
        solved.map_err(step_error)?;
        let column = |j: usize| j * n..(j + 1) * n;
        let gram =
            DMatrix::from_fn(count, count, |i, j| dot(&self.modes.mass_vectors()[column(i)], &self.columns[column(j)]));
        self.gram = Some(gram.cholesky().ok_or(StepError::NotPositiveDefinite { row: 0 })?);
        Ok(())
    }

    fn renew_matrix(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        (d, k): (f64, f64),
        projected: bool,
    ) -> Result<(), StepError> {
        let only = |damping, stiffness| Weights { mass: 0.0, damping, stiffness };
        let stiffness = self.stiffness.as_mut().expect("prepared before it is renewed");
        system.tangent(s, only(0.0, 1.0), projected, stiffness);
        self.matrix.combine((1.0, system.mass()), k, stiffness)?;
        if let Some(damping) = self.damping.as_mut().filter(|_| self.damped) {
            system.tangent(s, only(1.0, 0.0), projected, damping);
            self.matrix.add(d, damping);
        }
        self.matrix.factorize().map_err(step_error)
    }

    /// A x = right within the complement: U^T M x = 0, A x = right + M U mu, for a right-hand side without modes.
    pub fn solve_complement(
        &mut self,
        right: &[f64],
        x: &mut [f64],
        scratch: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Self { matrix, modes, columns, gram, modal, .. } = self;
        let solved = matrix.solve_from_translation(right, x, scratch);
        matrix.charge(work);
        solved.map_err(step_error)?;
        modes.project_velocity(x, modal);
        match gram {
            // The modes are those of A: only rounding is left to take out.
            None => modes.add(-1.0, modal, x),
            Some(gram) => {
                let weights = gram.solve(&DVector::from_column_slice(modal));
                for (w, z) in weights.iter().zip(columns.chunks_exact(right.len())) {
                    axpy(-w, z, x);
                }
            }
        }
        Ok(())
    }

    /// From y = A^-1 b to (A - M U C (M U)^T)^-1 b with C = c U^T D U + c^2 Lambda: y + Z (I - C G)^-1 C (M U)^T y, where
    /// A Z = M U and G = (M U)^T Z. [woodbury1950]
    pub fn correct(&mut self, c: f64, y: &mut [f64], z: &mut Vec<f64>, work: &mut Work) -> Result<(), StepError> {
        let (n, s) = (y.len(), self.modes.len());
        z.clear();
        z.resize(n * s, 0.0);
        let solved = self.matrix.solve_many(self.modes.mass_vectors(), z, s);
        self.matrix.charge(work);
        solved.map_err(step_error)?;
        let column = |j: usize| j * n..(j + 1) * n;
        let small = DMatrix::from_fn(s, s, |i, j| {
            c * self.flow.damping(i, j) + if i == j { c * c * self.modes.values()[i] } else { 0.0 }
        });
        let gram = DMatrix::from_fn(s, s, |i, j| dot(&self.modes.mass_vectors()[column(i)], &z[column(j)]));
        let right = &small * DVector::from_fn(s, |i, _| dot(&self.modes.mass_vectors()[column(i)], y));
        let weights = (DMatrix::identity(s, s) - small * gram)
            .lu()
            .solve(&right)
            .ok_or(StepError::NotPositiveDefinite { row: 0 })?;
        for j in 0..s {
            axpy(weights[j], &z[column(j)], y);
        }
        Ok(())
    }
}
