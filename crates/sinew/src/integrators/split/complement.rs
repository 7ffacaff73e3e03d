//! One implicit stage on the complement of the modes, with the factor that the step has anyway.
//!
//! The stage asks for u in the complement (U^T M u = 0) such that, at time t, with x = y + u and v = w + c u,
//!
//! Q^T (M u / s - f(t, x, v) - f_0) = 0,  Q^T f = f - M U U^T f,
//!
//! where y and w carry the modes along. The first iterate takes the force from its linearisation at a known state, as a
//! semi-implicit step does; then the true force corrects it, with the same matrix A = M + c s D + s K. Corrections must
//! shrink by half each time. Where one does not, A is renewed at the present iterate and the correction becomes a step
//! of Newton's method within the complement, no longer than the whole motion; when no renewal is left it is not made, and
//! what was reached before stays, which is never less than the semi-implicit step. Hard parts that turn on soft ones
//! need the renewal: their strain is corrected at once, by any matrix, but a frozen one sends a share (stiffness ratio times
//! angle) of it into the soft directions, where corrections stand still at a residual larger than the loads.

use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, max_abs};

use super::tangent::ModalTangent;
use crate::integrators::Work;
use crate::integrators::implicit::newton::Stage;
use crate::mechanics::{MechanicalSystem, State, StepError};

/// A matrix whose steps shrink by less than this is renewed.
const SLOW: f64 = 0.5;

/// A state with its force, and df/dt: what the first iterate is linearised about.
#[derive(Clone, Copy)]
pub struct Base<'a> {
    /// The state.
    pub state: &'a State,
    /// f at the state.
    pub force: &'a [f64],
    /// df/dt at fixed x and v.
    pub rate: &'a [f64],
}

/// When a stage is good enough, and how much it may take.
#[derive(Debug, Clone, Copy)]
pub struct Control {
    /// Largest error left, in metres.
    pub limit: f64,
    /// Most force evaluations.
    pub corrections: usize,
    /// Most new matrices.
    pub renewals: usize,
}

/// The solver with what it keeps between steps.
#[derive(Debug, Clone, Default)]
pub struct StageSolver {
    increment: Vec<f64>,
    state: State,
    /// The last state whose force is known, and that force.
    evaluated: State,
    force: Vec<f64>,
    right: Vec<f64>,
    product: Vec<f64>,
    difference: Vec<f64>,
    modal: Vec<f64>,
    converged: bool,
}

impl StageSolver {
    /// u of the last stage.
    pub fn increment(&self) -> &[f64] {
        &self.increment
    }

    /// x and v of the last stage.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The last state at which the force was evaluated, with that force.
    pub fn evaluated(&self) -> (&State, &[f64]) {
        (&self.evaluated, &self.force)
    }

    /// Whether the error left by the last stage is below the limit.
    pub fn converged(&self) -> bool {
        self.converged
    }

    /// Largest residual force of the last correction in newtons.
    pub fn residual(&self) -> f64 {
        max_abs(&self.right)
    }

    /// Solves the stage.
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        tangent: &mut ModalTangent,
        stage: &Stage,
        base: Base<'_>,
        control: Control,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Control { limit, corrections, renewals: most } = control;
        let n = stage.target.len();
        for buffer in [&mut self.increment, &mut self.force, &mut self.right, &mut self.product, &mut self.difference] {
            buffer.resize(n, 0.0);
        }
        for s in [&mut self.state, &mut self.evaluated] {
            s.x.resize(n, 0.0);
            s.v.resize(n, 0.0);
        }

        // f + (t - t_0) df/dt - K (y - x_0) - D (w - v_0)
        let ahead = stage.time - base.state.t;
        for i in 0..n {
            self.right[i] = base.force[i] + ahead * base.rate[i];
            self.difference[i] = stage.target[i] - base.state.x[i];
        }
        tangent.stiffness().apply(&self.difference, &mut self.product);
        axpy(-1.0, &self.product, &mut self.right);
        work.products += 1;
        if let Some(damping) = tangent.damping() {
            for i in 0..n {
                self.difference[i] = stage.velocity[i] - base.state.v[i];
            }
            damping.apply(&self.difference, &mut self.product);
            axpy(-1.0, &self.product, &mut self.right);
            work.products += 1;
        }
        if !stage.push.is_empty() {
            axpy(1.0, &stage.push, &mut self.right);
        }
        self.direction(tangent, stage.scale, work)?;
        self.increment.copy_from_slice(&self.product);
        self.place(stage);
        work.newton_iterations += 1;

        // The true force corrects.
        self.converged = false;
        let motion = (0..n).map(|i| (self.state.x[i] - base.state.x[i]).abs()).fold(0.0, f64::max);
        let mut last = motion;
        // Steps made with the present matrix: their ratio tells how fast it converges.
        let (mut made, mut renewals) = (0, 0);
        for _ in 0..corrections {
            self.evaluated.copy_from(&self.state);
            system.force(&self.evaluated, &mut self.force);
            system.mass().apply(&self.increment, &mut self.difference);
            for i in 0..n {
                self.right[i] = self.force[i] - self.difference[i] / stage.scale;
            }
            if !stage.push.is_empty() {
                axpy(1.0, &stage.push, &mut self.right);
            }
            if self.right.iter().any(|r| !r.is_finite()) {
                return Ok(());
            }
            self.direction(tangent, stage.scale, work)?;
            work.newton_iterations += 1;
            let mut size = max_abs(&self.product);
            let slow = |size: f64| size > SLOW * last && size > limit;
            if slow(size) && renewals < most {
                tangent.renew(system, &self.evaluated, (stage.slope * stage.scale, stage.scale), work)?;
                self.direction(tangent, stage.scale, work)?;
                (made, renewals) = (0, renewals + 1);
                size = max_abs(&self.product);
            }
            // Newton's own step may be longer than the last one, but not than the whole motion.
            let part = if made == 0 { (motion.max(limit) / size).min(1.0) } else { 1.0 };
            if size.is_nan() || made > 0 && slow(size) {
                return Ok(());
            }
            axpy(part, &self.product, &mut self.increment);
            self.place(stage);
            let theta = size / last.max(f64::MIN_POSITIVE);
            made += (part == 1.0) as usize;
            if size <= limit || made > 1 && size * theta <= limit * (1.0 - theta) {
                self.converged = true;
                break;
            }
            last = size;
        }
        Ok(())
    }

    /// right = Q^T right, product = s A^-1 right within the complement.
    fn direction(&mut self, tangent: &mut ModalTangent, scale: f64, work: &mut Work) -> Result<(), StepError> {
        let Self { right, product, difference, modal, .. } = self;
        tangent.modes.project(right, modal);
        tangent.modes.add_mass(-1.0, modal, right);
        tangent.solve_complement(right, product, difference, work)?;
        product.iter_mut().for_each(|p| *p *= scale);
        Ok(())
    }

    fn place(&mut self, stage: &Stage) {
        self.state.t = stage.time;
        for (i, u) in self.increment.iter().enumerate() {
            self.state.x[i] = stage.target[i] + u;
            self.state.v[i] = stage.velocity[i] + stage.slope * u;
        }
    }
}
