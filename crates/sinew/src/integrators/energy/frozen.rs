//! Steps at frozen time, of which the schemes are made: the midpoint rule and three kinds of Euler.
//!
//! What is scripted stands still at the time in the middle of the step (see [`books`](super::books)), so each of them is
//! a step of an autonomous system.

use super::options::{StabilizedOptions, StepSolver};
use crate::integrators::Work;
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::implicit::velocity::Accelerations;
use crate::integrators::local_global::{LocalGlobal, LocalGlobalOptions};
use crate::integrators::options::NewtonOptions;
use crate::mechanics::{MechanicalSystem, State, StepError};

/// The solvers, and where the step starts.
pub struct Frozen {
    solver: Solver,
    accelerations: Accelerations,
    stage: Stage,
    acceleration: Vec<f64>,
    scratch: State,
    /// The start of the step at the time in its middle.
    pub start: State,
}

enum Solver {
    /// To convergence; one for the midpoint rule, one for backward Euler, so that each finds its factor again.
    Newton { midpoint: Box<Newton>, backward: Box<Newton> },
    /// A fixed number of iterations for the midpoint rule, and one for backward Euler.
    LocalGlobal { solver: Box<LocalGlobal>, iterations: usize },
}

impl Frozen {
    /// Nothing is allocated before the first step.
    pub fn new(options: &StabilizedOptions) -> Self {
        let iterations = options.iterations;
        match options.solver {
            StepSolver::Newton => Self::by_newton(options.newton(), options.backward()),
            StepSolver::LocalGlobal => {
                let solver =
                    Box::new(LocalGlobal::new(&LocalGlobalOptions { iterations, ..LocalGlobalOptions::default() }));
                Self::with(Solver::LocalGlobal { solver, iterations }, options.max_iterations)
            }
        }
    }

    /// With Newton's method, one set of options for the midpoint rule and one for backward Euler.
    pub fn by_newton(midpoint: NewtonOptions, backward: NewtonOptions) -> Self {
        let iterations = midpoint.max_iterations;
        let [midpoint, backward] = [midpoint, backward].map(|options| Box::new(Newton::new(options)));
        Self::with(Solver::Newton { midpoint, backward }, iterations)
    }

    fn with(solver: Solver, max_iterations: usize) -> Self {
        Self {
            solver,
            accelerations: Accelerations::new(max_iterations),
            stage: Stage::default(),
            acceleration: Vec::new(),
            scratch: State::default(),
            start: State::default(),
        }
    }

    /// M^-1 f at the start, after a forward or symplectic Euler step.
    pub fn acceleration(&self) -> &[f64] {
        &self.acceleration
    }

    /// The midpoint rule: its end, and its middle. False if its equations are not solved: local/global iterations are cut
    /// short, and Newton's method may stall; where it got, always downhill in the incremental potential, has to do then.
    /// An iteration that runs away leaves free flight.
    pub fn midpoint(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        (end, middle): (&mut State, &mut State),
        work: &mut Work,
    ) -> Result<bool, StepError> {
        let Self { solver, stage, start, .. } = self;
        let (half, x, v) = (0.5 * h, &start.x, &start.v);
        stage.set(start.t, half * half, 1.0 / half, x.len(), |i| (x[i] + half * v[i], v[i]));
        let (increment, state, outcome) = match solver {
            Solver::Newton { midpoint, .. } => {
                let outcome = outcome(midpoint.solve(system, stage, x, work), work)?;
                (midpoint.increment(), midpoint.state(), outcome)
            }
            Solver::LocalGlobal { solver, iterations } => {
                let outcome = outcome(solver.solve(system, stage, &stage.target, *iterations, work), work)?;
                (solver.increment(), solver.state(), outcome.min(Outcome::Close))
            }
        };
        end.copy_from(start);
        for (i, u) in increment.iter().enumerate() {
            end.x[i] += h * v[i] + 2.0 * u;
            end.v[i] += 4.0 * u / h;
        }
        middle.copy_from(state);
        if outcome == Outcome::Lost {
            // Free flight, under the forces at the start.
            middle.copy_from(start);
            end.copy_from(start);
            end.x.iter_mut().zip(v).for_each(|(x, v)| *x += h * v);
        }
        Ok(outcome == Outcome::Solved)
    }

    /// Backward Euler from a guess of the positions, or what the iteration has reached on the way to it; the start if it
    /// ran away.
    pub fn backward(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        guess: &[f64],
        end: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Self { solver, stage, start, .. } = self;
        let (x, v) = (&start.x, &start.v);
        stage.set(start.t, h * h, 1.0 / h, x.len(), |i| (x[i] + h * v[i], v[i]));
        let (state, outcome) = match solver {
            Solver::Newton { backward, .. } => {
                let outcome = outcome(backward.solve(system, stage, guess, work), work)?;
                (backward.state(), outcome)
            }
            Solver::LocalGlobal { solver, .. } => {
                let outcome = outcome(solver.solve(system, stage, guess, 1, work), work)?;
                (solver.state(), outcome)
            }
        };
        end.copy_from(if outcome == Outcome::Lost { start } else { state });
        Ok(())
    }

    /// Forward Euler.
    pub fn forward(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        end: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.accelerate(system, work)?;
        end.copy_from(&self.start);
        for (i, a) in self.acceleration.iter().enumerate() {
            end.x[i] += h * self.start.v[i];
            end.v[i] += h * a;
        }
        Ok(())
    }

    /// Symplectic Euler: its end, and the mean of its ends.
    pub fn symplectic(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        (end, middle): (&mut State, &mut State),
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.accelerate(system, work)?;
        let start = &self.start;
        end.copy_from(start);
        middle.copy_from(start);
        for (i, a) in self.acceleration.iter().enumerate() {
            end.v[i] += h * a;
            end.x[i] += h * end.v[i];
            middle.x[i] = 0.5 * (start.x[i] + end.x[i]);
            middle.v[i] = 0.5 * (start.v[i] + end.v[i]);
        }
        Ok(())
    }

    fn accelerate(&mut self, system: &dyn MechanicalSystem, work: &mut Work) -> Result<(), StepError> {
        let Self { accelerations, acceleration, start, scratch, .. } = self;
        acceleration.resize(start.x.len(), 0.0);
        scratch.copy_from(start);
        accelerations.solve(system, scratch, (&start.v, 0.0), 0.0, acceleration, work)
    }
}

/// What became of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// The numbers are no longer finite.
    Lost,
    /// Not solved, but on the way.
    Close,
    /// To the solver's own satisfaction.
    Solved,
}

/// What became of a solve; one that was not done counts as a fallback.
pub(super) fn outcome(result: Result<(), StepError>, work: &mut Work) -> Result<Outcome, StepError> {
    work.fallbacks += u64::from(result.is_err());
    match result {
        Ok(()) => Ok(Outcome::Solved),
        Err(StepError::NewtonStalled { .. }) => Ok(Outcome::Close),
        Err(StepError::NonFinite { .. }) => Ok(Outcome::Lost),
        Err(e) => Err(e),
    }
}
