//! The last resort for a step that no halving saves, or that is too dear to be cut: a descent that never fails.
//!
//! *Unsolved*: backward Euler, as far as it gets. Each iteration of the line search lowers |x - x_0 - h v_0|^2_M/(2 h^2) + V(x), so where it ends,
//! converged or not, the energy is no higher than a rigid translation by h v_0 would make it, and finite if it was so before.
//!
//! *Too dear*: the scheme itself with the force at the end in place of the mean force,
//!
//!   x_1 - x_0 = h (v_0 + v_1)/2,   M (v_1 - v_0) = h f(x_1),     the minimum of |x - x_0 - h v_0|^2_M/h^2 + V(x).
//!
//! Its kinetic energy changes by f(x_1) . (x_1 - x_0), which is V_0 - V_1 for loads that do not change (free fall is exact) and less than
//! that where V is convex: it damps, and half as fast as backward Euler, sqrt(1/(1 + z^2/2)) a step. Only so many iterations of the
//! descent are made; what it then leaves, or buckling gives, may be energy out of nothing. Then the velocity is w + c (v_1 - w), w = (x_1 - x_0)/h
//! that of backward Euler, with the largest c in [0, 1] that gives no more energy than there was.

use sinew_math::parallel::dot;

use crate::integrators::Work;
use crate::integrators::implicit::halving::Plight;
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::options::{NewtonOptions, Solver};
use crate::mechanics::{Flow, MechanicalSystem, State, StepError};

/// Iterations of a descent: the most, and the least that are of any use.
const MOST: usize = 60;
const LEAST: usize = 20;

/// Buffers and solver, made when they are first needed.
pub struct Rescue {
    options: NewtonOptions,
    newton: Option<Newton>,
    stage: Stage,
    /// Steps that were unsolved, and too dear: so far, and when the step began.
    made: [u64; 2],
    before: [u64; 2],
}

impl Rescue {
    /// Nothing is allocated before it is needed.
    pub fn new(solver: Solver) -> Self {
        let options = NewtonOptions { tolerance: 1e-6, solver, ..NewtonOptions::default() };
        Self { options, newton: None, stage: Stage::default(), made: [0; 2], before: [0; 2] }
    }

    /// A step begins.
    pub fn begin(&mut self) {
        self.before = self.made;
    }

    /// The step is taken back.
    pub fn undo(&mut self) {
        self.made = self.before;
    }

    /// A step of size h; counted as a fallback. What scripts, obstacles and damping did is booked with the force at the end. A third of the
    /// `limit` of a step may go into it.
    #[allow(clippy::too_many_arguments)]
    pub fn step(
        &mut self,
        plight: Plight,
        limit: u64,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        flow: &mut Flow,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let iterations = usize::try_from(limit / 3).unwrap_or(MOST).clamp(LEAST, MOST);
        let options = NewtonOptions { max_iterations: iterations, ..self.options.clone() };
        let newton = self.newton.get_or_insert_with(|| Newton::new(options));
        let stage = &mut self.stage;
        let share = if plight == Plight::TooDear { 0.5 } else { 1.0 };
        stage.set(from.t + h, share * h * h, 1.0 / (share * h), from.x.len(), |i| {
            (from.x[i] + h * from.v[i], from.v[i])
        });
        work.fallbacks += 1;
        self.made[usize::from(plight == Plight::TooDear)] += 1;
        match newton.solve(system, stage, &from.x, work) {
            Ok(()) | Err(StepError::NewtonStalled { .. }) => (),
            Err(e) => return Err(e),
        }
        to.copy_from(newton.state());
        to.t = from.t + h;
        if let Some(gradient) = system.discrete_gradient() {
            // M (v_1 - v_0)/h - f(x_1): the stage is made anew for every step, so there is room.
            let Stage { target: missing, velocity: other, .. } = &mut self.stage;
            other.iter_mut().zip(to.v.iter().zip(&from.v)).for_each(|(d, (v1, v0))| *d = (v1 - v0) / h);
            system.mass().apply(other, missing);
            system.force(to, other);
            missing.iter_mut().zip(&*other).for_each(|(r, f)| *r -= f);
            *flow = gradient.end_flow(from, to, missing);
        }
        if plight == Plight::TooDear {
            let due = system.energy(from).total() + flow.injected - flow.dissipated;
            self.cap(system, from, h, due, to);
        }
        Ok(())
    }

    /// Blends the velocities at the end of a step of size h with (x_1 - x_0)/h until the energy is no more than `due`.
    fn cap(&mut self, system: &dyn MechanicalSystem, from: &State, h: f64, due: f64, to: &mut State) {
        let excess = system.energy(to).total() - due;
        if excess <= 0.0 {
            return;
        }
        // Room for w and M (v_1 - w).
        let Stage { target: mean, velocity: product, .. } = &mut self.stage;
        for (i, w) in mean.iter_mut().enumerate() {
            *w = (to.x[i] - from.x[i]) / h;
            to.v[i] -= *w;
        }
        system.mass().apply(&to.v, product);
        // The kinetic energy changes by a (c^2 - 1) + b (c - 1).
        let (a, b) = (0.5 * dot(&to.v, product), dot(mean, product));
        // a c^2 + b c = a + b - excess
        let wanted = a + b - excess;
        let root = (b * b + 4.0 * a * wanted).max(0.0).sqrt();
        let c = if a > 0.0 { ((root - b) / (2.0 * a)).clamp(0.0, 1.0) } else { 0.0 };
        to.v.iter_mut().zip(&*mean).for_each(|(v, w)| *v = w + c * *v);
    }

    /// What a summary should say of it.
    pub fn remarks(&self, remarks: &mut Vec<String>) {
        let [unsolved, dear] = self.made;
        if unsolved > 0 {
            remarks.push(format!("{unsolved} steps could not be solved, and were made by backward Euler, which damps"));
        }
        if dear > 0 {
            remarks.push(format!(
                "{dear} steps were too dear to be cut into solvable ones (`budget`), and took the force at their end, which damps"
            ));
        }
    }
}
