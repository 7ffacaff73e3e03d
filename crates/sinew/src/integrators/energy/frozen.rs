//! Steps at frozen time, of which the schemes are made: the midpoint rule and three kinds of Euler.
//!
//! What is scripted stands still at the time in the middle of the step (see [`books`](super::books)), so each of them is
//! a step of an autonomous system.

use super::options::StabilizedOptions;
use crate::integrators::Work;
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::implicit::velocity::Accelerations;
use crate::mechanics::{MechanicalSystem, State, StepError};

/// The solvers, and where the step starts.
pub struct Frozen {
    midpoint: Newton,
    backward: Newton,
    accelerations: Accelerations,
    stage: Stage,
    acceleration: Vec<f64>,
    scratch: State,
    /// The start of the step at the time in its middle.
    pub start: State,
}

impl Frozen {
    /// Nothing is allocated before the first step.
    pub fn new(options: &StabilizedOptions) -> Self {
        Self {
            midpoint: Newton::new(options.newton()),
            backward: Newton::new(options.partner()),
            accelerations: Accelerations::new(options.max_iterations),
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

    /// The midpoint rule: its end, and its middle. False if Newton's method has stalled on the way to it; where it got,
    /// always downhill in the incremental potential, has to do then.
    pub fn midpoint(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        (end, middle): (&mut State, &mut State),
        work: &mut Work,
    ) -> Result<bool, StepError> {
        let Self { midpoint, stage, start, .. } = self;
        let (half, x, v) = (0.5 * h, &start.x, &start.v);
        stage.set(start.t, half * half, 1.0 / half, x.len(), |i| (x[i] + half * v[i], v[i]));
        let solved = settled(midpoint.solve(system, stage, x, work), work)?;
        end.copy_from(start);
        for (i, u) in midpoint.increment().iter().enumerate() {
            end.x[i] += h * v[i] + 2.0 * u;
            end.v[i] += 4.0 * u / h;
        }
        middle.copy_from(midpoint.state());
        Ok(solved)
    }

    /// Backward Euler from a guess of the positions, or what Newton's method has reached on the way to it.
    pub fn backward(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        guess: &[f64],
        end: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Self { backward, stage, start, .. } = self;
        let (x, v) = (&start.x, &start.v);
        stage.set(start.t, h * h, 1.0 / h, x.len(), |i| (x[i] + h * v[i], v[i]));
        settled(backward.solve(system, stage, guess, work), work)?;
        end.copy_from(backward.state());
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

/// Whether a solve was done; one that stalled counts as a fallback.
fn settled(result: Result<(), StepError>, work: &mut Work) -> Result<bool, StepError> {
    match result {
        Err(StepError::NewtonStalled { .. }) => {
            work.fallbacks += 1;
            Ok(false)
        }
        other => other.map(|_| true),
    }
}
