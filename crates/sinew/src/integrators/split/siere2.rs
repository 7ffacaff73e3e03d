//! The second-order relative of `siere`: the s lowest modes exponentially, their complement by TR-BDF2, one factor a step.
//!
//! Every part advances twice, to t + g h with g = 2 - sqrt 2 and to t + h. The modes follow their exact linear flow,
//! h phi_1(h J_G) (p, q) + h^2 phi_2(h J_G) (0, df/dt). The complement, with c = g h / 2 in both stages and thus one
//! matrix M + c D + c^2 K, takes the trapezoidal rule and then BDF2:
//!
//! x_g = x_n + c (v_n + v_g),  v_g = v_n + c M^-1 (f_n + f_g)
//! x_{n+1} = x_n + b (x_g - x_n) + c v_{n+1},  v_{n+1} = v_n + b (v_g - v_n) + c M^-1 f_{n+1},  b = 1 / (g (2 - g))
//!
//! Both stages see the modes where they will be and are solved with the true force (`complement.rs`), so neither
//! projected stiffness nor approximate modes cost an order; where one matrix a step does not converge, a stage may take
//! three more. What the flow of the modes did not know of their force, r = U^T (f - f_n - tau df/dt) + Lambda a +
//! U^T D U a' at both stages, is interpolated as A tau/h + B (tau/h)^2 and pushes the modes by h phi_2 A + 2 h phi_3 B:
//! the correction of exprb42, with a linear part for what is missing in the Jacobian. The rest of the force,
//! M-orthogonal to the modes, acts on the complement.
//!
//! A step is handed to the SDIRK scheme of order 2 for all unknowns, by Newton's method with a line search that never
//! leaves the domain of the energy, if a stage does not converge, an element would be inside out, or a tenth of the energy
//! would come out of nothing. Counted as `fallbacks`.
//!
//! TR-BDF2 was chosen by measurement (numbers in docs/integrators/siere2.md). Generalized-alpha is as lively but leaves
//! most of infinitely fast motion standing in a step and needs a history; BDF2 damps more. A quiet step makes one
//! factorization, four to eight solves and as many force evaluations, `siere` one of each.
//! [chen2020], [bank1985] (TR-BDF2), [luan2020] (exprb42), [alexander1977] (SDIRK)

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::complement::{Base, Control, StageSolver};
use super::modal::Push;
use super::tangent::{ModalTangent, TangentOptions};
use crate::integrators::implicit::bdf2::sdirk;
use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::implicit::newton::{Newton, Stage};
use crate::integrators::implicit::tr_bdf2::{GAIN, SHARE};
use crate::integrators::options::{Checked, NewtonOptions, fraction, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{Energy, MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "siere2";
/// Largest gain of energy in a step, as a fraction of kinetic plus elastic energy.
const LARGEST_GAIN: f64 = 0.1;
/// New matrices that a stage may take.
const RENEWALS: usize = 3;

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "lowest modes exponentially, the rest by an implicit scheme of order 2: lively and accurate",
    source: "chen2020",
    order: 2,
    build: |table| Ok(Box::new(Siere2::new(parse(NAME, table)?))),
    schema: schema::<Siere2Options>,
};

/// Options of the hybrid scheme of second order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Siere2Options {
    /// Largest error of a vertex left by the corrections of a stage, as a fraction of the mean distance of coupled
    /// vertices (dimensionless).
    pub tolerance: f64,
    /// Corrections after which a stage counts as not converged.
    pub max_iterations: usize,
    /// Modes, projection and solver.
    #[serde(flatten)]
    pub tangent: TangentOptions,
}

impl Default for Siere2Options {
    fn default() -> Self {
        Self { tolerance: 1e-6, max_iterations: 20, tangent: TangentOptions::default() }
    }
}

impl Checked for Siere2Options {
    fn check(&self) -> Result<(), String> {
        self.tangent.check()?;
        fraction("tolerance", self.tolerance)?;
        if self.max_iterations == 0 {
            return Err("`max_iterations` is 0, but a stage needs at least one correction; use 1 or more".into());
        }
        Ok(())
    }
}

/// See the module's head.
pub struct Siere2 {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    tolerance: f64,
    corrections: usize,
    tangent: ModalTangent,
    solver: StageSolver,
    stage: Stage,
    force: Vec<f64>,
    rate: Vec<f64>,
    /// Q v_n
    velocity: Vec<f64>,
    /// What the complement gained up to the first stage.
    gain: State,
    /// The state at the first stage whose force is known, and that force.
    middle: State,
    middle_force: Vec<f64>,
    scratch: [Vec<f64>; 2],
    modal: Modal,
    /// For the steps that are handed to the implicit scheme.
    newton: Newton,
}

/// Modal velocities, forces, rates, increments and remainders.
#[derive(Default)]
struct Modal {
    p: Vec<f64>,
    q: Vec<f64>,
    g: Vec<f64>,
    dx: Vec<f64>,
    dv: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    scratch: Vec<f64>,
}

impl Siere2 {
    /// With options that were checked.
    pub fn new(options: Siere2Options) -> Self {
        Self {
            halving: Halving::new(options.tangent.halvings),
            scheme: Scheme {
                tolerance: options.tolerance,
                corrections: options.max_iterations,
                tangent: ModalTangent::new(options.tangent),
                solver: StageSolver::default(),
                stage: Stage::default(),
                force: Vec::new(),
                rate: Vec::new(),
                velocity: Vec::new(),
                gain: State::default(),
                middle: State::default(),
                middle_force: Vec::new(),
                scratch: Default::default(),
                modal: Modal::default(),
                newton: Newton::new(NewtonOptions {
                    solver: options.tangent.solver,
                    solver_tolerance: options.tangent.solver_tolerance,
                    ..NewtonOptions::default()
                }),
            },
        }
    }
}

/// U^T (f - f_n - tau df/dt) + Lambda U^T M (x - x_n) + U^T D U U^T M (v - v_n) at the last evaluated state: all of the
/// modal force that the flow does not know.
fn remainder(
    tangent: &ModalTangent,
    solver: &StageSolver,
    from: &State,
    (force, rate): (&[f64], &[f64]),
    [r, d]: &mut [Vec<f64>; 2],
    (out, scratch): (&mut Vec<f64>, &mut Vec<f64>),
) {
    let (at, f) = solver.evaluated();
    let tau = at.t - from.t;
    for i in 0..f.len() {
        r[i] = f[i] - force[i] - tau * rate[i];
        d[i] = at.x[i] - from.x[i];
    }
    tangent.modes.project(r, out);
    tangent.modes.project_velocity(d, scratch);
    for (out, (a, lambda)) in out.iter_mut().zip(scratch.iter().zip(tangent.modes.values())) {
        *out += lambda * a;
    }
    if tangent.damping().is_some() {
        for i in 0..f.len() {
            d[i] = at.v[i] - from.v[i];
        }
        tangent.modes.project_velocity(d, scratch);
        for (i, out) in out.iter_mut().enumerate() {
            *out += scratch.iter().enumerate().map(|(j, b)| tangent.flow.damping(i, j) * b).sum::<f64>();
        }
    }
}

/// Whether the step ended in a state of finite energy and, where nothing drives the system, made no energy to speak of.
fn sound(system: &dyn MechanicalSystem, from: &State, to: &State) -> bool {
    let (before, after) = (system.energy(from), system.energy(to));
    let size = |e: &Energy| e.kinetic + e.elastic.abs() + e.contact.abs();
    let gain = after.total() - before.total();
    gain.is_finite() && (system.time_dependent() || gain <= LARGEST_GAIN * size(&before).max(size(&after)))
}

impl Scheme {
    /// Target and velocity of a stage at t + ahead: the complement as given, the modes by their linear flow.
    fn aim(
        &mut self,
        from: &State,
        ahead: f64,
        c: f64,
        complement: impl Fn(usize) -> (f64, f64),
    ) -> Result<(), StepError> {
        let Self { tangent, stage, modal, .. } = self;
        let Modal { p, q, g, dx, dv, .. } = modal;
        let pushes = [
            Push { weight: ahead, k: 1, position: Some(p), velocity: q },
            Push { weight: ahead * ahead, k: 2, position: None, velocity: g },
        ];
        tangent.flow.apply(ahead, &pushes, dx, dv)?;
        stage.set(from.t + ahead, c * c, 1.0 / c, from.x.len(), |i| {
            let (d, w) = complement(i);
            (from.x[i] + d, from.v[i] + w)
        });
        tangent.modes.add(1.0, dx, &mut stage.target);
        tangent.modes.add(1.0, dv, &mut stage.velocity);
        Ok(())
    }
}

impl Scheme {
    /// The scheme's own step; false if a stage does not converge or the end is not sound.
    fn advance(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<bool, StepError> {
        let n = from.x.len();
        let c = 0.5 * SHARE * h;
        let limit = self.tolerance * system.element_size();
        let control = Control { limit, corrections: self.corrections, renewals: RENEWALS };
        self.tangent.prepare(system, from, (c, c * c), work)?;
        for buffer in [&mut self.force, &mut self.rate, &mut self.velocity, &mut self.middle_force] {
            buffer.resize(n, 0.0);
        }
        let buffers = [&mut self.gain.x, &mut self.gain.v];
        for buffer in buffers.into_iter().chain(&mut self.scratch) {
            buffer.resize(n, 0.0);
        }
        system.force(from, &mut self.force);
        match system.time_dependent() {
            true => system.force_rate(from, &mut self.rate),
            false => self.rate.fill(0.0),
        }
        let modes = &self.tangent.modes;
        modes.project_velocity(&from.v, &mut self.modal.p);
        modes.project(&self.force, &mut self.modal.q);
        modes.project(&self.rate, &mut self.modal.g);
        self.velocity.copy_from_slice(&from.v);
        modes.add(-1.0, &self.modal.p, &mut self.velocity);

        // Trapezoidal rule to t + g h; f_n acts on top of the force at the stage.
        let velocity = std::mem::take(&mut self.velocity);
        let aimed = self.aim(from, SHARE * h, c, |i| (2.0 * c * velocity[i], 0.0));
        self.velocity = velocity;
        aimed?;
        let Self { tangent, solver, stage, force, rate, .. } = self;
        stage.push.clone_from(force);
        let base = Base { state: from, force, rate };
        solver.solve(system, tangent, stage, base, control, work)?;
        if !solver.converged() {
            return Ok(false);
        }
        for (i, u) in solver.increment().iter().enumerate() {
            self.gain.x[i] = 2.0 * c * self.velocity[i] + u;
            self.gain.v[i] = u / c;
        }
        let Modal { first, scratch, .. } = &mut self.modal;
        remainder(tangent, solver, from, (force, rate), &mut self.scratch, (first, scratch));
        let (at, f) = solver.evaluated();
        self.middle.copy_from(at);
        self.middle_force.copy_from_slice(f);

        // BDF2 to t + h, linearised at the first stage.
        let (velocity, gain) = (std::mem::take(&mut self.velocity), std::mem::take(&mut self.gain));
        let complement = |i: usize| (GAIN * gain.x[i] + c * (velocity[i] + GAIN * gain.v[i]), GAIN * gain.v[i]);
        let aimed = self.aim(from, h, c, complement);
        (self.velocity, self.gain) = (velocity, gain);
        aimed?;
        let Self { tangent, solver, stage, force, rate, middle, middle_force, modal, .. } = self;
        let base = Base { state: middle, force: middle_force, rate };
        solver.solve(system, tangent, stage, base, control, work)?;
        if !solver.converged() {
            return Ok(false);
        }
        to.x.copy_from_slice(&solver.state().x);
        to.v.copy_from_slice(&solver.state().v);

        // The remainders push the modes: r = A tau/h + B (tau/h)^2 through both stages.
        let Modal { dx, dv, first, second, scratch, .. } = modal;
        remainder(tangent, solver, from, (force, rate), &mut self.scratch, (second, scratch));
        for (a, b) in first.iter_mut().zip(second.iter_mut()) {
            let square = (*b - *a / SHARE) / (1.0 - SHARE);
            (*a, *b) = (*b - square, square);
        }
        let pushes = [
            Push { weight: h, k: 2, position: None, velocity: first },
            Push { weight: 2.0 * h, k: 3, position: None, velocity: second },
        ];
        tangent.flow.apply(h, &pushes, dx, dv)?;
        tangent.modes.add(1.0, dx, &mut to.x);
        tangent.modes.add(1.0, dv, &mut to.v);
        Ok(sound(system, from, to))
    }
}

impl Substep for Scheme {
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        match self.advance(system, from, h, to, work) {
            Ok(true) => return Ok(()),
            Err(e @ (StepError::Interrupted | StepError::Unsupported { .. } | StepError::FactorTooLarge { .. })) => {
                return Err(e);
            }
            Ok(false) | Err(_) => (),
        }
        work.fallbacks += 1;
        sdirk(&mut self.newton, &mut self.stage, system, from, h, work)?;
        to.copy_from(self.newton.state());
        Ok(())
    }

    fn forget(&mut self) {
        self.tangent.modes.forget();
    }
}

impl Integrator for Siere2 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn takes_grips(&self) -> bool {
        false
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.scheme, world, s, h)
    }

    fn state_changed(&mut self, _s: &State) {
        self.scheme.forget();
    }

    fn save(&self) -> History {
        let mut arrays = BTreeMap::new();
        self.scheme.tangent.modes.save(&mut arrays);
        History(arrays)
    }

    fn restore(&mut self, history: &History) {
        self.scheme.tangent.modes.restore(&history.0);
    }
}
