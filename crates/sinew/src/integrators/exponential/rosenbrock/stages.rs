//! One step of an exponential Rosenbrock scheme in second-order form: n unknowns, symmetric operators, no square roots.
//!
//! 1. K, D, a = M^-1 f and f_t = M^-1 df/dt at the start; one search space of {v, a, f_t} for all stages and the end:
//!    (dx, dv)(c) = c h phi_1(c h J) (v, a) + (c h)^2 phi_2(c h J) (0, f_t).
//! 2. The remainder at every node, as a force and element by element, so that nothing cancels:
//!    r_i = f(U_i) - f(u) + K dx_i + D dv_i - c_i h df/dt.
//! 3. One search space of the weighted sums of remainders: h sum_k phi_k(h J) (0, M^-1 sum_i w_ki r_i).
//!
//! The phi_2 term is the time direction of the Jacobian: without it loads that change in time and scripted vertices
//! cost all orders above 1.

use sinew_math::functions::{PhiTerm, Request};
use sinew_math::parallel::{axpy, dot};

use super::tableau::Tableau;
use crate::integrators::Work;
use crate::integrators::exponential::Linearization;
use crate::mechanics::{Mass, MechanicalSystem, State, StepError};

/// What J is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frozen {
    /// The Jacobian at the start of the step.
    Step,
    /// The stiffness at rest, undamped.
    Rest,
}

/// Sizes of the parts of a step, all in the mass norm.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sizes {
    /// Speed before and after, the larger one.
    pub speed: f64,
    /// Change of position and of velocity by the linear part.
    pub linear: [f64; 2],
    /// What the remainders add.
    pub correction: [f64; 2],
    /// What the last row adds: the error of the embedded scheme.
    pub error: [f64; 2],
    /// Length of the step.
    pub h: f64,
}

impl Sizes {
    /// A part relative to the motion: its velocities to the speed, its displacements to speed times h.
    pub fn relative(&self, part: [f64; 2], speed: f64) -> f64 {
        let scale = speed.max(self.linear[0] / self.h);
        if scale > 0.0 { (part[1] / scale).max(part[0] / (self.h * scale)) } else { 0.0 }
    }
}

/// Buffers of a step.
#[derive(Debug, Default)]
pub struct Stages {
    force: Vec<f64>,
    acceleration: Vec<f64>,
    /// df/dt as a force, and as an acceleration.
    rate: Vec<f64>,
    jerk: Vec<f64>,
    /// (dx, dv) at every node and at the end, one after the other.
    linear: Vec<f64>,
    stages: Vec<Stage>,
    /// Weighted sums of remainders, one per row.
    sums: Vec<f64>,
    corrections: Vec<f64>,
    scratch: Vec<f64>,
    /// Memory of the two requests of a step.
    requests: [Request<'static>; 2],
    terms: Vec<PhiTerm>,
}

#[derive(Debug, Default)]
struct Stage {
    state: State,
    remainder: Vec<f64>,
    product: Vec<f64>,
}

impl Stages {
    /// Computes the state h after `from`, with functions to the relative error `tolerance`.
    #[allow(clippy::too_many_arguments)] // the parts of a step, each of its own kind
    pub fn step(
        &mut self,
        tableau: &Tableau,
        frozen: Frozen,
        linearization: &mut Linearization,
        system: &dyn MechanicalSystem,
        (from, h): (&State, f64),
        tolerance: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<Sizes, StepError> {
        let n = system.dofs();
        let Self { force, acceleration, rate, jerk, linear, stages, sums, corrections, scratch, requests, terms } =
            self;
        for buffer in [&mut *force, &mut *acceleration, &mut *rate, &mut *jerk, &mut *scratch] {
            buffer.resize(n, 0.0);
        }
        match (frozen, system.linear_split()) {
            (Frozen::Rest, Some(split)) => linearization.constant(system, split.stiffness())?,
            (Frozen::Rest, None) => {
                return Err(StepError::Unsupported {
                    integrator: "linearize = \"rest\"",
                    needs: "a constant linear part",
                    remedy: "use `linearize = \"step\"`",
                });
            }
            (Frozen::Step, _) => linearization.at(system, from)?,
        }
        let norm = |v: &[f64]| system.mass().norm_squared(v).max(0.0).sqrt();

        // The linear part at every node and at the end.
        system.force(from, force);
        let driven = system.time_dependent();
        if driven {
            system.force_rate(from, rate);
        }
        let speed = norm(&from.v);
        let mut request = std::mem::take(&mut requests[0]).reset(tolerance);
        let v = request.vector(&from.v);
        let a = add_force(&mut request, system.mass(), force, acceleration);
        let j = driven.then(|| add_force(&mut request, system.mass(), rate, jerk));
        // The end last; a node at 1 is the end itself.
        let inner = tableau.nodes.iter().filter(|c| **c != 1.0).count();
        for c in tableau.nodes.iter().filter(|c| **c != 1.0).chain(&[1.0]) {
            let t = c * h;
            let start = PhiTerm { weight: t, k: 1, position: Some(v), velocity: Some(a) };
            let time = PhiTerm { weight: t * t, k: 2, position: None, velocity: j };
            let both = [start, time];
            request.phi(t, [t * speed, speed], if driven { &both } else { &both[..1] });
        }
        linear.resize(2 * n * (inner + 1), 0.0);
        let report = linearization.evaluate(system, &request, linear, work);
        requests[0] = request.reset(tolerance);
        let report = report?;
        // Where the linear part had to be cut off, corrections beyond a hundredth of what it misses are wasted.
        let (tolerance, graceful) = match report.converged {
            true => (tolerance, 8),
            false => (tolerance.max((0.01 * report.estimate).min(1e-3)), 4),
        };
        let end = &linear[2 * n * inner..];
        let mut sizes = Sizes { linear: [norm(&end[..n]), norm(&end[n..])], speed, h, ..Sizes::default() };

        to.t = from.t + h;
        for i in 0..n {
            to.x[i] = from.x[i] + end[i];
            to.v[i] = from.v[i] + end[n + i];
        }
        sizes.speed = sizes.speed.max(norm(&to.v));
        if tableau.nodes.is_empty() {
            return Ok(sizes);
        }

        // Remainders: the stages do not need each other.
        stages.resize_with(tableau.nodes.len(), Stage::default);
        let mut place = 0;
        let starts = tableau.nodes.iter().map(|c| {
            let start = if *c == 1.0 { 2 * n * inner } else { 2 * n * place };
            place += usize::from(*c != 1.0);
            (*c, start)
        });
        let shared = &*linearization;
        let evaluate = |stage: &mut Stage, (c, start): (f64, usize)| {
            let rate = driven.then_some(&**rate);
            stage.evaluate(shared, system, from, c * h, &linear[start..start + 2 * n], rate);
        };
        match stages.as_mut_slice() {
            [one, two] => {
                let mut starts = starts;
                let (s, t) = (starts.next().expect("two nodes"), starts.next().expect("two nodes"));
                rayon::join(|| evaluate(one, s), || evaluate(two, t));
            }
            all => all.iter_mut().zip(starts).for_each(|(stage, start)| evaluate(stage, start)),
        }
        work.products += stages.len() as u64;

        // One space for the weighted sums of remainders.
        let rows = tableau.rows.len();
        sums.resize(rows * n, 0.0);
        for (row, sum) in tableau.rows.iter().zip(sums.chunks_exact_mut(n)) {
            sum.fill(0.0);
            row.weights.iter().zip(&*stages).for_each(|(w, stage)| axpy(*w, &stage.remainder, sum));
            if let Some(lumped) = system.mass().lumped() {
                scratch.copy_from_slice(sum);
                lumped.solve(scratch, sum);
            }
        }
        let floors = [sizes.linear[0].max(h * sizes.speed), sizes.speed];
        let mut request = std::mem::take(&mut requests[1]).reset(tolerance);
        terms.clear();
        for (row, sum) in tableau.rows.iter().zip(sums.chunks_exact(n)) {
            let vector = match system.mass() {
                Mass::Lumped(_) => request.vector(sum),
                Mass::Consistent(_) => request.force(sum),
            };
            terms.push(PhiTerm { weight: h, k: row.phi, position: None, velocity: Some(vector) });
        }
        request.phi(h, floors, terms);
        if rows > 1 {
            request.phi(h, floors, &terms[rows - 1..]);
        }
        corrections.resize(n * request.outputs.len(), 0.0);
        let graceful = (graceful * rows).max(4);
        let report = linearization.evaluate_within(system, &request, graceful, corrections, work);
        requests[1] = request.reset(tolerance);
        report?;

        let (all, last) = corrections.split_at(2 * n);
        axpy(1.0, &all[..n], &mut to.x);
        axpy(1.0, &all[n..], &mut to.v);
        sizes.correction = [norm(&all[..n]), norm(&all[n..])];
        sizes.error = if rows > 1 { [norm(&last[..n]), norm(&last[n..])] } else { sizes.correction };
        Ok(sizes)
    }
}

impl Stages {
    /// Frequency of what moved in the last step: sqrt(dx.K dx / dx.M dx) in rad/s, zero if nothing did.
    pub fn frequency(&mut self, linearization: &Linearization, system: &dyn MechanicalSystem) -> f64 {
        let n = system.dofs();
        let dx = &self.linear[self.linear.len() - 2 * n..][..n];
        linearization.stiffness_product(system, dx, &mut self.scratch);
        let (stiffness, mass) = (dot(dx, &self.scratch), system.mass().norm_squared(dx));
        if stiffness > 0.0 && mass > 0.0 { (stiffness / mass).sqrt() } else { 0.0 }
    }
}

/// Adds M^-1 f: as a vector if M has an inverse, as a force otherwise.
fn add_force<'a>(request: &mut Request<'a>, mass: &Mass, f: &'a [f64], a: &'a mut [f64]) -> usize {
    match mass.lumped() {
        Some(lumped) => {
            lumped.solve(f, a);
            request.vector(a)
        }
        None => request.force(f),
    }
}

impl Stage {
    /// r = f(U) - f(u) + K dx + D dv - t df/dt at U = u + (dx, dv), t after the start.
    fn evaluate(
        &mut self,
        linearization: &Linearization,
        system: &dyn MechanicalSystem,
        from: &State,
        t: f64,
        increments: &[f64],
        rate: Option<&[f64]>,
    ) {
        let n = from.x.len();
        let Self { state, remainder, product } = self;
        remainder.resize(n, 0.0);
        product.resize(n, 0.0);
        state.copy_from(from);
        state.t += t;
        let (dx, dv) = increments.split_at(n);
        axpy(1.0, dx, &mut state.x);
        axpy(1.0, dv, &mut state.v);
        system.force_difference(from, state, remainder);
        linearization.stiffness_product(system, dx, product);
        axpy(1.0, product, remainder);
        if linearization.damping_product(system, dv, product) {
            axpy(1.0, product, remainder);
        }
        if let Some(rate) = rate {
            axpy(-t, rate, remainder);
        }
    }
}
