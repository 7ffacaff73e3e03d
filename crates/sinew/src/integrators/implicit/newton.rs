//! Newton's method for one implicit stage, globalised by a line search on the incremental potential.
//!
//! A [`Stage`] asks for the displacement u from a target y such that, at time t, with x = y + u and v = w + c u,
//!
//! r(u) = M u / s - f(t, x, v) - f_0 = 0,
//!
//! with a constant push f_0 where a scheme has one. Each iteration solves (M/s + c D + K) d = -r. Where the true matrix
//! is not positive definite it is projected element by element or shifted by a multiple of M, and
//! [`search`](super::search) shortens the step until the incremental potential decreases. A factor is used again as
//! long as it converges fast enough to finish within four more solves, which cost less than a new one (conjugate
//! gradients always take the current matrix). Solving for u instead of x keeps u / s, the acceleration, free of
//! cancellation for small steps.
//!
//! Convergence: with theta the ratio of the last two full steps, theta / (1 - theta) |d| estimates the error left after
//! the step d (|d| itself after the first one); it must fall below `tolerance` times the mean distance of coupled
//! vertices. Every solve makes at least one step, so equilibria are reached far below the tolerance. A residual that the
//! rounding of the coordinates explains, |r_i| <= 4 eps (tr K_ii max |x| + |M u|_i / s), cannot be improved and is
//! accepted; once the steps stop contracting, so is one of 256 eps max_j tr K_jj max |x|, or a step below 1e-11 of that
//! distance.
//! [deuflhard2004] (contraction as monitor), [nocedal2006] (line search)

use sinew_math::parallel::{axpy, dot, max_abs};
use sinew_math::solve::SolveError;

use super::mixed::Mixed;
use super::search::Search;
use crate::integrators::Work;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::integrators::options::{Driver, Indefinite, NewtonOptions};
use crate::mechanics::{Energy, MechanicalSystem, State, StepError, Weights};

/// What an implicit scheme asks Newton to solve: M (x - y) / s = f(t, x, v) + f_0, v = w + c (x - y).
#[derive(Debug, Clone, Default)]
pub struct Stage {
    /// Time t at which forces are evaluated.
    pub time: f64,
    /// y: where the vertices would go without forces.
    pub target: Vec<f64>,
    /// w: the velocity that belongs to the target.
    pub velocity: Vec<f64>,
    /// s in s^2: displacement per acceleration.
    pub scale: f64,
    /// c in 1/s: velocity per displacement.
    pub slope: f64,
    /// f_0 in N: a constant force on top of f; empty if there is none.
    pub push: Vec<f64>,
}

impl Stage {
    /// Sets target and velocity entry by entry; no push.
    pub fn set(&mut self, time: f64, scale: f64, slope: f64, n: usize, entry: impl Fn(usize) -> (f64, f64)) {
        (self.time, self.scale, self.slope) = (time, scale, slope);
        self.push.clear();
        self.target.resize(n, 0.0);
        self.velocity.resize(n, 0.0);
        for i in 0..n {
            (self.target[i], self.velocity[i]) = entry(i);
        }
    }

    /// The state at displacement u + alpha d.
    pub(super) fn place(&self, u: &[f64], alpha: f64, d: &[f64], s: &mut State) {
        s.t = self.time;
        for i in 0..u.len() {
            let u = u[i] + alpha * d[i];
            s.x[i] = self.target[i] + u;
            s.v[i] = self.velocity[i] + self.slope * u;
        }
    }
}

impl Stage {
    /// The state at displacement u.
    pub(in crate::integrators) fn at(&self, u: &[f64], s: &mut State) {
        s.t = self.time;
        for (((x, v), u), (y, w)) in s.x.iter_mut().zip(&mut s.v).zip(u).zip(self.target.iter().zip(&self.velocity)) {
            *x = y + u;
            *v = w + self.slope * u;
        }
    }
}

/// The driver with everything it keeps between steps.
pub struct Newton {
    pub(super) options: NewtonOptions,
    pub(super) matrix: StepMatrix,
    search: Search,
    pub(super) increment: Vec<f64>,
    inertia: Vec<f64>,
    pub(super) residual: Vec<f64>,
    pub(super) step: Vec<f64>,
    zero: Vec<f64>,
    pub(super) state: State,
    pub(super) mixed: Mixed,
}

/// Which tangent the next factorization tries.
struct Remedy {
    /// Iterations for which the true tangent is not tried again.
    wait: usize,
    /// The wait after the next failure.
    next_wait: usize,
    /// Multiple of M/s that made the last shifted matrix positive definite.
    shift: f64,
    /// The current factor belongs to the true tangent.
    tangent: bool,
}

impl Newton {
    /// Nothing is allocated before the first step.
    pub fn new(options: NewtonOptions) -> Self {
        let matrix = StepMatrix::new(options.solver.settings(options.solver_tolerance));
        Self {
            options,
            matrix,
            search: Search::default(),
            increment: Vec::new(),
            inertia: Vec::new(),
            residual: Vec::new(),
            step: Vec::new(),
            zero: Vec::new(),
            state: State::default(),
            mixed: Mixed::default(),
        }
    }

    /// Its options.
    pub fn options(&self) -> &NewtonOptions {
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

    /// Solves the stage. `from` are the positions at the start of the step, the second guess beside the target.
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        stage: &Stage,
        from: &[f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        let result = match system.discrete_gradient() {
            Some(gradient) if self.options.driver == Driver::Mixed => {
                self.iterate_mixed(system, gradient, stage, from, &mut work.newton_iterations)
            }
            _ => self.iterate(system, stage, from, work),
        };
        self.matrix.charge(work);
        result
    }

    fn iterate(
        &mut self,
        system: &dyn MechanicalSystem,
        stage: &Stage,
        from: &[f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        let limit = self.options.tolerance * system.element_size();
        let mut energy = Some(self.start(system, stage, from));
        // A start outside the domain of the energy (inverted elements) may end inside it, and must.
        let outside = energy.is_some_and(|e| !e.potential().is_finite());
        let mut remedy = Remedy { wait: usize::from(outside), next_wait: 1, shift: 0.0, tangent: false };
        // Size of the last step if it was a full one, and whether the factor may be used again.
        let mut last = None;
        let mut iterations = 0;
        while iterations < self.options.max_iterations {
            iterations += 1;
            work.newton_iterations += 1;
            self.evaluate(system, stage)?;

            // The old factor, if it converges fast; a new one otherwise.
            let ratio = |size: f64| last.map_or(f64::INFINITY, |last: f64| size / last);
            let mut kept = false;
            if last.is_some() && self.matrix.factored() && self.direction().is_ok() {
                let (size, theta) = (max_abs(&self.step), ratio(max_abs(&self.step)));
                kept = theta < 1.0 && size * theta.powi(4) <= limit || self.at_rounding(system, stage, theta);
            }
            if !kept {
                self.renew(system, stage, &mut remedy)?;
            }

            let size = max_abs(&self.step);
            let theta = ratio(size);
            let left = if theta < 0.5 { size * theta / (1.0 - theta) } else { size };
            if left <= limit || self.at_rounding(system, stage, theta) {
                axpy(1.0, &self.step, &mut self.increment);
                stage.place(&self.increment, 0.0, &self.zero, &mut self.state);
                if outside && !system.energy(&self.state).potential().is_finite() {
                    break;
                }
                return Ok(());
            }

            // A kept factor that contracts tenfold needs no other proof of progress.
            let alpha = if kept && theta < 0.1 {
                axpy(1.0, &self.step, &mut self.increment);
                stage.place(&self.increment, 0.0, &self.zero, &mut self.state);
                energy = None;
                1.0
            } else {
                let stiffest = self.stiffest(system, stage);
                let vectors = (&mut self.increment[..], &self.inertia[..], &self.residual[..], &self.step[..]);
                self.search.run(system, stage, vectors, stiffest, &mut self.state, &mut energy)
            };
            if alpha == 0.0 {
                // No decrease along this direction: a stale or unprojected tangent may be to blame, a fresh safe one not.
                if !kept && !remedy.tangent {
                    break;
                }
                if !kept {
                    remedy.fail();
                }
            }
            last = (alpha == 1.0).then_some(size);
        }
        Err(StepError::NewtonStalled { iterations: work.newton_iterations as usize, residual: max_abs(&self.residual) })
    }

    /// Starts at the target or at the old positions, whichever has the lower incremental potential.
    fn start(&mut self, system: &dyn MechanicalSystem, stage: &Stage, from: &[f64]) -> Energy {
        self.fit(system.dofs());

        self.increment.fill(0.0);
        stage.place(&self.increment, 0.0, &self.zero, &mut self.state);
        let at_target = system.energy(&self.state);
        for (u, (x, y)) in self.increment.iter_mut().zip(from.iter().zip(&stage.target)) {
            *u = x - y;
        }
        system.mass().apply(&self.increment, &mut self.inertia);
        let mut inertia = dot(&self.increment, &self.inertia) / (2.0 * stage.scale);
        if !stage.push.is_empty() {
            inertia -= dot(&self.increment, &stage.push);
        }
        stage.place(&self.increment, 0.0, &self.zero, &mut self.state);
        let at_rest = system.energy(&self.state);

        let (moved, still) = (at_target.potential(), at_rest.potential() + inertia);
        if moved.is_finite() && (moved <= still || !still.is_finite()) {
            self.increment.fill(0.0);
            stage.place(&self.increment, 0.0, &self.zero, &mut self.state);
            at_target
        } else {
            at_rest
        }
    }

    /// Gives the buffers their length.
    pub(super) fn fit(&mut self, n: usize) {
        for buffer in [&mut self.increment, &mut self.inertia, &mut self.residual, &mut self.step, &mut self.zero] {
            buffer.resize(n, 0.0);
        }
        self.state.x.resize(n, 0.0);
        self.state.v.resize(n, 0.0);
        self.search.fit(n);
    }

    /// r = M u / s - f - f_0
    pub(super) fn evaluate(&mut self, system: &dyn MechanicalSystem, stage: &Stage) -> Result<(), StepError> {
        if system.interrupted() {
            return Err(StepError::Interrupted);
        }
        system.mass().apply(&self.increment, &mut self.inertia);
        system.force(&self.state, &mut self.residual);
        for (r, mu) in self.residual.iter_mut().zip(&self.inertia) {
            *r = mu / stage.scale - *r;
        }
        if !stage.push.is_empty() {
            axpy(-1.0, &stage.push, &mut self.residual);
        }
        match self.residual.iter().position(|r| !r.is_finite()) {
            Some(i) => Err(StepError::NonFinite { free_vertex: i / 3 }),
            None => Ok(()),
        }
    }

    /// d = -A^-1 r with the present factor.
    pub(super) fn direction(&mut self) -> Result<(), SolveError> {
        self.step.fill(0.0);
        self.matrix.solve(&self.residual, &mut self.step)?;
        self.step.iter_mut().for_each(|d| *d = -*d);
        Ok(())
    }

    /// Assembles and factorizes at the current state, true tangent first, and finds the direction.
    fn renew(&mut self, system: &dyn MechanicalSystem, stage: &Stage, remedy: &mut Remedy) -> Result<(), StepError> {
        let weights = Weights { mass: 1.0 / stage.scale, damping: stage.slope, stiffness: 1.0 };
        remedy.tangent = false;
        if !self.options.projected && remedy.wait == 0 {
            self.matrix.assemble(system, &self.state, weights, false)?;
            match self.matrix.factorize().and_then(|_| self.direction()) {
                Ok(()) => {
                    remedy.tangent = true;
                    return Ok(());
                }
                Err(SolveError::NotPositiveDefinite { .. }) => remedy.fail(),
                Err(e) => return Err(step_error(e)),
            }
        } else {
            remedy.wait = remedy.wait.saturating_sub(1);
        }
        if self.options.projected || self.options.indefinite == Indefinite::Project {
            self.matrix.assemble(system, &self.state, weights, true)?;
            return self.matrix.factorize().and_then(|_| self.direction()).map_err(step_error);
        }
        // M/s times 1/4, 1, 4, ... on top of the true tangent; later iterations start from what was needed before.
        self.matrix.assemble(system, &self.state, weights, false)?;
        let mut shift = (remedy.shift / 4.0).max(0.25);
        let mut added = 0.0;
        loop {
            self.matrix.add_mass((shift - added) / stage.scale, system.mass());
            added = shift;
            match self.matrix.factorize().and_then(|_| self.direction()) {
                Ok(()) => {
                    remedy.shift = shift;
                    return Ok(());
                }
                Err(SolveError::NotPositiveDefinite { .. }) if shift < 1e30 => shift *= 4.0,
                Err(e) => return Err(step_error(e)),
            }
        }
    }

    /// Whether each vertex' residual is no larger than what rounding of the coordinates does to the force.
    pub(super) fn at_rounding(&self, system: &dyn MechanicalSystem, stage: &Stage, theta: f64) -> bool {
        let reach = f64::EPSILON * max_abs(&self.state.x);
        if (0.5..f64::INFINITY).contains(&theta) {
            return max_abs(&self.residual) <= 256.0 * reach * self.stiffest(system, stage)
                || max_abs(&self.step) <= 1e-11 * system.element_size();
        }
        self.residual.chunks_exact(3).zip(self.inertia.chunks_exact(3)).enumerate().all(|(i, (r, mu))| {
            let noise = reach * self.stiffness(system, stage, i) + f64::EPSILON * max_abs(mu) / stage.scale;
            max_abs(r) <= 4.0 * noise
        })
    }

    /// tr K_ii of a free vertex (c D_ii included), from the matrix that was assembled last.
    fn stiffness(&self, system: &dyn MechanicalSystem, stage: &Stage, i: usize) -> f64 {
        let a = self.matrix.matrix().diagonal(i);
        let inertial = system.mass().lumped().map_or(0.0, |m| 3.0 * m.masses()[i] / stage.scale);
        (a[0] + a[4] + a[8] - inertial).max(0.0)
    }

    /// max_i tr K_ii
    fn stiffest(&self, system: &dyn MechanicalSystem, stage: &Stage) -> f64 {
        (0..self.residual.len() / 3).map(|i| self.stiffness(system, stage, i)).fold(0.0, f64::max)
    }
}

impl Remedy {
    /// The true tangent did not serve: leave it alone for a while, longer each time.
    fn fail(&mut self) {
        self.wait = self.next_wait;
        self.next_wait *= 2;
    }
}
