//! Accelerations at known positions: M a = f(t, x, w + c a).
//!
//! Without damping, or with c = 0, that is a division by the mass (one solve with M if it is consistent). With damping
//! the velocity is part of the unknown: Newton with M + c D, whose systems are so close to M that conjugate gradients
//! need a few products. Used where a scheme is explicit in positions (`newmark` with beta = 0, `v-imex`) and for the
//! first acceleration of `newmark`.

use sinew_math::parallel::max_abs;
use sinew_math::solve::{Method, SolverOptions};

use crate::integrators::Work;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

/// The solver with what it keeps between steps.
pub struct Accelerations {
    matrix: StepMatrix,
    max_iterations: usize,
    force: Vec<f64>,
    change: Vec<f64>,
}

impl Accelerations {
    /// Gives up after `max_iterations`.
    pub fn new(max_iterations: usize) -> Self {
        let settings = SolverOptions { method: Method::Cg, tolerance: 1e-12, ..SolverOptions::default() };
        Self { matrix: StepMatrix::new(settings), max_iterations, force: Vec::new(), change: Vec::new() }
    }

    /// Finds a to within `limit` (m/s^2) and sets s.v = w + c a; `s.t` and `s.x` are given, `a` is the first guess.
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &mut State,
        (w, c): (&[f64], f64),
        limit: f64,
        a: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        let result = self.iterate(system, s, (w, c), limit, a, work);
        self.matrix.charge(work);
        result
    }

    fn iterate(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &mut State,
        (w, c): (&[f64], f64),
        limit: f64,
        a: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        let n = system.dofs();
        self.force.resize(n, 0.0);
        self.change.resize(n, 0.0);
        let place = |s: &mut State, a: &[f64]| (0..n).for_each(|i| s.v[i] = w[i] + c * a[i]);
        let known = c == 0.0 || !system.damped();
        if let (true, Some(mass)) = (known, system.mass().lumped()) {
            system.force(s, &mut self.force);
            mass.solve(&self.force, a);
            place(s, a);
            return Ok(());
        }
        let weights = Weights { mass: 1.0, damping: if known { 0.0 } else { c }, stiffness: 0.0 };
        let mut last = f64::INFINITY;
        let mut stale = true;
        for _ in 0..self.max_iterations {
            place(s, a);
            system.force(s, &mut self.force);
            system.mass().apply(a, &mut self.change);
            self.force.iter_mut().zip(&self.change).for_each(|(f, ma)| *f -= ma);
            if stale {
                self.matrix.assemble(system, s, weights, false)?;
                self.matrix.factorize().map_err(step_error)?;
            }
            self.change.fill(0.0);
            self.matrix.solve(&self.force, &mut self.change).map_err(step_error)?;
            work.newton_iterations += u64::from(!known);
            let size = max_abs(&self.change);
            a.iter_mut().zip(&self.change).for_each(|(a, d)| *a += d);
            let theta = size / last;
            let left = if theta < 0.5 { size * theta / (1.0 - theta) } else { size };
            // Rounding of the accelerations themselves is the floor.
            if known || left <= limit.max(8.0 * f64::EPSILON * max_abs(a)) {
                place(s, a);
                return Ok(());
            }
            (last, stale) = (size, theta > 0.1);
        }
        Err(StepError::NewtonStalled { iterations: self.max_iterations, residual: max_abs(&self.force) })
    }
}
