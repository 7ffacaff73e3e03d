//! The iteration: u <- u - A^-1 r(u) with the constant matrix A = M/s + c E + L of a stage.
//!
//! A [`Stage`] asks for the displacement u from a target y such that r(u) = M u / s - f(t, y + u, w + c u) = 0. Here L
//! and E are the scalars that stand for stiffness and damping (see
//! [`metric`](crate::mechanics::MechanicalSystem::metric)), so A is a matrix of n x n scalars for 3 n unknowns, factorized once
//! per s and c. An iteration is one force over all elements (the local step) and one solve with three right-hand
//! sides (the global step); contact adds to A in `factor.rs`.
//!
//! For springs and as-rigid-as-possible solids f = J p(x) - L x with p the projections of the elements onto their rest
//! shapes, so the next positions are (M/s + L)^-1 (M y/s + J p): the iteration is that of projective dynamics, and it
//! decreases the incremental potential Phi = u^T M u / (2 s) + V every time [bouaziz2014, sec. 3], [dinev2018, sec. 4.2].
//! For other laws it is a quasi-Newton method with the full gradient, which decreases the potential as long as 2 A
//! exceeds its Hessian [liu2017].
//!
//! There is no line search and no test for convergence: the price of a step is fixed. Accelerated iterates are taken
//! only where Phi has not grown, the last one only if it is no worse than the plain one; forces without a potential
//! enter Phi as they were at the iterate before.

use std::sync::Arc;

use sinew_math::parallel::dot;
use sinew_math::solve::ScalarAnalysis;
use sinew_math::sparse::{Pattern, ScalarMatrix};

use super::LocalGlobalOptions;
use super::acceleration::Accelerator;
use super::factor::Factor;
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
    accelerator: Accelerator,
    increment: Vec<f64>,
    residual: Vec<f64>,
    inertia: Vec<f64>,
    step: Vec<f64>,
    /// The plain next iterate, and an accelerated one.
    plain: Vec<f64>,
    proposal: Vec<f64>,
    /// Forces without a potential at the last iterate, and that iterate.
    driven: Vec<f64>,
    origin: Vec<f64>,
    state: State,
}

/// What belongs to one sparsity.
struct Kept {
    pattern: Arc<Pattern>,
    analysis: Arc<ScalarAnalysis>,
    /// With s and c of each; the one used last comes last.
    factors: Vec<([f64; 2], Factor)>,
}

impl LocalGlobal {
    /// Nothing is allocated before the first step.
    pub fn new(options: &LocalGlobalOptions) -> Self {
        Self {
            options: options.clone(),
            kept: None,
            accelerator: Accelerator::new(options.acceleration),
            increment: Vec::new(),
            residual: Vec::new(),
            inertia: Vec::new(),
            step: Vec::new(),
            plain: Vec::new(),
            proposal: Vec::new(),
            driven: Vec::new(),
            origin: Vec::new(),
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

    /// Makes exactly `iterations` iterations on the stage, which has no push, from the positions `guess`.
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        stage: &Stage,
        guess: &[f64],
        iterations: usize,
        work: &mut Work,
    ) -> Result<(), StepError> {
        debug_assert!(stage.push.is_empty(), "no scheme with a push is solved here");
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
        let accelerate = self.accelerator.active();
        if accelerate {
            for buffer in [&mut self.plain, &mut self.proposal, &mut self.driven, &mut self.origin] {
                buffer.resize(n, 0.0);
            }
            self.accelerator.restart();
        }
        prepare(&mut self.kept, system, stage, work)?.begin(iterations);
        // Phi of the last iterate that was accepted, and whether the present one is a proposal.
        let (mut reference, mut proposed) = (f64::INFINITY, false);
        for _ in 0..iterations {
            if system.interrupted() {
                return Err(StepError::Interrupted);
            }
            if accelerate {
                reference = self.judge(system, stage, reference, proposed);
            }
            self.direction(system, stage, work)?;
            proposed = false;
            if accelerate {
                for ((plain, u), d) in self.plain.iter_mut().zip(&self.increment).zip(&self.step) {
                    *plain = u + d;
                }
                proposed = self.accelerator.propose(&self.increment, &self.step, &mut self.proposal);
                std::mem::swap(&mut self.increment, if proposed { &mut self.proposal } else { &mut self.plain });
            } else {
                for (u, d) in self.increment.iter_mut().zip(&self.step) {
                    *u += d;
                }
            }
            stage.at(&self.increment, &mut self.state);
        }
        if accelerate {
            self.finish(system, stage, proposed);
        }
        Ok(())
    }

    /// d = A^-1 (f - M u / s)
    fn direction(&mut self, system: &dyn MechanicalSystem, stage: &Stage, work: &mut Work) -> Result<(), StepError> {
        let Self { kept, increment, residual, inertia, step, state, .. } = self;
        system.force(state, residual);
        system.mass().apply(increment, inertia);
        let rate = 1.0 / stage.scale;
        for (r, mu) in residual.iter_mut().zip(&*inertia) {
            *r -= rate * mu;
        }
        let (_, factor) = kept.as_mut().and_then(|k| k.factors.last_mut()).expect("prepared before");
        factor.solve(system, state, residual, step, work).map_err(step_error)
    }

    /// Accepts the present iterate, or goes back to the plain one it was proposed for; the Phi to compare with next.
    fn judge(&mut self, system: &dyn MechanicalSystem, stage: &Stage, reference: f64, proposed: bool) -> f64 {
        let potential = self.potential(system, stage);
        // Also false for NaN.
        let accepted = !proposed || potential - self.work_of_driven() <= reference;
        let next = if accepted {
            potential
        } else {
            self.accelerator.restart();
            std::mem::swap(&mut self.increment, &mut self.plain);
            stage.at(&self.increment, &mut self.state);
            reference + self.work_of_driven()
        };
        if !system.nonconservative_force(&self.state, &mut self.driven) {
            self.driven.fill(0.0);
        }
        self.origin.copy_from_slice(&self.increment);
        next
    }

    /// The better of the last iterate and the plain one.
    fn finish(&mut self, system: &dyn MechanicalSystem, stage: &Stage, proposed: bool) {
        let potential = |this: &mut Self| this.potential(system, stage) - this.work_of_driven();
        // Both are always evaluated: the price of a step is fixed.
        let present = potential(self);
        std::mem::swap(&mut self.increment, &mut self.plain);
        stage.at(&self.increment, &mut self.state);
        let plain = potential(self);
        if !proposed || present <= plain {
            std::mem::swap(&mut self.increment, &mut self.plain);
            stage.at(&self.increment, &mut self.state);
        }
    }

    /// Phi
    fn potential(&mut self, system: &dyn MechanicalSystem, stage: &Stage) -> f64 {
        system.mass().apply(&self.increment, &mut self.inertia);
        dot(&self.increment, &self.inertia) / (2.0 * stage.scale) + system.energy(&self.state).potential()
    }

    /// f_nc . (u - u_last)
    fn work_of_driven(&self) -> f64 {
        dot(&self.driven, &self.increment) - dot(&self.driven, &self.origin)
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
        *kept = Some(Kept { pattern: pattern.clone(), analysis, factors: Vec::with_capacity(FACTORS) });
    }
    let Kept { analysis, factors, .. } = kept.as_mut().expect("it was just made");
    let key = [stage.scale, stage.slope];
    match factors.iter().position(|(k, _)| *k == key) {
        Some(found) => factors[found..].rotate_left(1),
        None => {
            let weights = Weights { mass: 1.0 / stage.scale, damping: stage.slope, stiffness: 1.0 };
            let mut matrix = ScalarMatrix::new(pattern.clone());
            system.metric(weights, &mut matrix).map_err(|term| StepError::NoMetric { term })?;
            if factors.len() == FACTORS {
                factors.remove(0);
            }
            work.factorizations += 1;
            factors.push((key, Factor::new(analysis, matrix).map_err(step_error)?));
        }
    }
    Ok(&mut factors.last_mut().expect("it is there or was just pushed").1)
}
