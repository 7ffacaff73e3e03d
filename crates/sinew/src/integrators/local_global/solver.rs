//! The iteration: u <- u - A^-1 r(u) with the constant matrix A = M/s + c E + L of a stage.
//!
//! A [`Stage`] asks for the displacement u from a target y such that r(u) = M u / s - f(t, y + u, w + c u) = 0. Here L
//! and E are the scalars that stand for stiffness and damping (see
//! [`metric`](crate::mechanics::MechanicalSystem::metric)), so A is a matrix of n x n scalars for 3 n unknowns, factorized once
//! per s and c. An iteration is one force over all elements (the local step) and one solve with three right-hand
//! sides (the global step).
//!
//! For springs and as-rigid-as-possible solids f = J p(x) - L x with p the projections of the elements onto their rest
//! shapes, so the next positions are (M/s + L)^-1 (M y/s + J p): the iteration is that of projective dynamics, and it decreases the incremental potential u^T M u / (2 s) + V every time [bouaziz2014, sec. 3],
//! [dinev2018, sec. 4.2]. For other laws it is a quasi-Newton method with the full gradient, which decreases the
//! potential as long as 2 A exceeds its Hessian [liu2017].
//!
//! There is no line search and no test for convergence: the price of a step is fixed.

use std::sync::Arc;

use sinew_math::solve::{Precision, ScalarAnalysis, ScalarCholesky};
use sinew_math::sparse::{Pattern, ScalarMatrix};

use super::LocalGlobalOptions;
use crate::integrators::Work;
use crate::integrators::implicit::newton::Stage;
use crate::integrators::linear::step_error;
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

/// Factors kept at the same time: those of implicit midpoint and backward Euler of one step size.
const FACTORS: usize = 2;

/// The solver with everything it keeps between steps.
pub struct LocalGlobal {
    options: LocalGlobalOptions,
    kept: Option<Kept>,
    increment: Vec<f64>,
    residual: Vec<f64>,
    inertia: Vec<f64>,
    step: Vec<f64>,
    state: State,
}

/// What belongs to one sparsity.
struct Kept {
    pattern: Arc<Pattern>,
    analysis: Arc<ScalarAnalysis>,
    matrix: ScalarMatrix,
    /// The one used last comes last.
    factors: Vec<Factor>,
}

struct Factor {
    scale: f64,
    slope: f64,
    cholesky: ScalarCholesky,
}

impl LocalGlobal {
    /// Nothing is allocated before the first step.
    pub fn new(options: &LocalGlobalOptions) -> Self {
        Self {
            options: options.clone(),
            kept: None,
            increment: Vec::new(),
            residual: Vec::new(),
            inertia: Vec::new(),
            step: Vec::new(),
            state: State::default(),
        }
    }

    /// Its options.
    pub fn options(&self) -> &LocalGlobalOptions {
        &self.options
    }

    /// u of the last solve.
    pub fn increment(&self) -> &[f64] {
        &self.increment
    }

    /// Positions and velocities of the last solve.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Makes exactly `iterations` iterations on the stage, from the positions `guess`.
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        stage: &Stage,
        guess: &[f64],
        iterations: usize,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let n = system.dofs();
        for buffer in [&mut self.increment, &mut self.residual, &mut self.inertia, &mut self.step] {
            buffer.resize(n, 0.0);
        }
        self.state.x.resize(n, 0.0);
        self.state.v.resize(n, 0.0);
        for (u, (x, y)) in self.increment.iter_mut().zip(guess.iter().zip(&stage.target)) {
            *u = x - y;
        }
        stage.at(&self.increment, &mut self.state);
        let Self { kept, increment, residual, inertia, step, state, .. } = self;
        let factor = prepare(kept, system, stage, work)?;
        for _ in 0..iterations {
            // -r = f - M u / s
            system.force(state, residual);
            system.mass().apply(increment, inertia);
            for (r, mu) in residual.iter_mut().zip(&*inertia) {
                *r -= mu / stage.scale;
            }
            factor.cholesky.solve(residual, step).map_err(step_error)?;
            work.solves += 3;
            for (u, d) in increment.iter_mut().zip(&*step) {
                *u += d;
            }
            stage.at(increment, state);
        }
        Ok(())
    }
}

/// The factor of a stage's matrix, from an earlier step if there is one.
fn prepare<'a>(
    kept: &'a mut Option<Kept>,
    system: &dyn MechanicalSystem,
    stage: &Stage,
    work: &mut Work,
) -> Result<&'a mut Factor, StepError> {
    let pattern = system.pattern();
    if !kept.as_ref().is_some_and(|k| Arc::ptr_eq(&k.pattern, pattern)) {
        let analysis = Arc::new(ScalarAnalysis::new(pattern).map_err(step_error)?);
        let matrix = ScalarMatrix::new(pattern.clone());
        *kept = Some(Kept { pattern: pattern.clone(), analysis, matrix, factors: Vec::with_capacity(FACTORS) });
    }
    let Kept { analysis, matrix, factors, .. } = kept.as_mut().expect("it was just made");
    match factors.iter().position(|f| f.scale == stage.scale && f.slope == stage.slope) {
        Some(found) => factors[found..].rotate_left(1),
        None => {
            let weights = Weights { mass: 1.0 / stage.scale, damping: stage.slope, stiffness: 1.0 };
            system.metric(weights, matrix).map_err(|term| StepError::NoMetric { term })?;
            if factors.len() == FACTORS {
                factors.remove(0);
            }
            let mut cholesky = ScalarCholesky::new(analysis.clone(), Precision::Auto);
            work.factorizations += 1;
            cholesky.factorize(matrix).map_err(step_error)?;
            factors.push(Factor { scale: stage.scale, slope: stage.slope, cholesky });
        }
    }
    Ok(factors.last_mut().expect("it is there or was just pushed"))
}
