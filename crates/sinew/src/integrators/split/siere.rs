//! Semi-implicit and exponential Rosenbrock-Euler, added: the s lowest modes move exactly, the rest as in
//! `semi-implicit`.
//!
//! With K U = M U Lambda, the modal values p = U^T M v, q = U^T f, g = U^T df/dt and the complements v_H = v - U p,
//! f_H = f - M U q, the two parts do not meet in the linearised step:
//!
//! (dx_G, dv_G) = h phi_1(h J_G) (p, q) + h^2 phi_2(h J_G) (0, g),  J_G = \[\[0, I\], \[-Lambda, -U^T D U\]\]
//! (M + h D + h^2 K) dv_H = h (f_H + h df_H/dt - h K v_H),  dx_H = h (v_H + dv_H)
//!
//! so one ordinary solve does, where [chen2020 (10)] corrects the matrix by low rank (`route = "low-rank"`: the same up
//! to rounding for D = 0 or Rayleigh damping, s more solves). K, and with it the modes, is projected element by element
//! unless `projected = false`; without that both this scheme and `semi-implicit` fail where elements are strongly
//! compressed or twisted. Visible motion in the low modes lives longer than with `semi-implicit` at a little more than
//! its price, at any stiffness; what the complement holds is damped as strongly. For accuracy take `siere2`.
//! `complement = "newton"` is the form before [chen2020 (5)]: backward Euler on the complement.
//! [chen2020], damping and misprints mended.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::operator::LinearOperator;

use super::complement::{Base, Control, StageSolver};
use super::modal::Push;
use super::tangent::{ModalTangent, TangentOptions};
use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::implicit::newton::Stage;
use crate::integrators::linear::step_error;
use crate::integrators::options::{Checked, fraction, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "siere";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "lowest modes exponentially, the rest semi-implicitly: livelier at the price of one solve",
    source: "chen2020",
    order: 1,
    build: |table| Ok(Box::new(Siere::new(parse(NAME, table)?))),
    schema: schema::<SiereOptions>,
};

/// How the two parts are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Route {
    /// Each part by itself: one solve.
    #[default]
    Decoupled,
    /// One system, the ordinary matrix corrected by low rank: one solve more per mode.
    LowRank,
}

/// What moves the complement of the modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Complement {
    /// One linearisation.
    #[default]
    SemiImplicit,
    /// Backward Euler by Newton's method, with the matrix of the start of the step as long as that converges. Takes the
    /// decoupled route.
    Newton,
}

/// Options of the hybrid scheme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SiereOptions {
    /// How the two parts are put together.
    pub route: Route,
    /// What moves the complement of the modes.
    pub complement: Complement,
    /// Largest error of a vertex left by the iterations of `complement = "newton"`, as a fraction of the mean distance
    /// of coupled vertices (dimensionless).
    pub tolerance: f64,
    /// Iterations of `complement = "newton"` after which a step counts as stalled.
    pub max_iterations: usize,
    /// Modes, projection and solver.
    #[serde(flatten)]
    pub tangent: TangentOptions,
}

impl Default for SiereOptions {
    fn default() -> Self {
        Self {
            route: Route::Decoupled,
            complement: Complement::SemiImplicit,
            tolerance: 1e-8,
            max_iterations: 50,
            tangent: TangentOptions::default(),
        }
    }
}

impl Checked for SiereOptions {
    fn check(&self) -> Result<(), String> {
        self.tangent.check()?;
        fraction("tolerance", self.tolerance)?;
        if self.max_iterations == 0 {
            return Err("`max_iterations` is 0, but a step needs at least one iteration; use 1 or more".into());
        }
        if self.complement == Complement::Newton && self.route == Route::LowRank {
            return Err(
                "`route = \"low-rank\"` is for one linearisation; leave it out with `complement = \"newton\"`".into()
            );
        }
        Ok(())
    }
}

/// See the module's head.
pub struct Siere {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    route: Route,
    /// Tolerance and iterations, if the complement is iterated.
    newton: Option<(f64, usize)>,
    stage: Stage,
    solver: StageSolver,
    tangent: ModalTangent,
    force: Vec<f64>,
    rate: Vec<f64>,
    right: Vec<f64>,
    product: Vec<f64>,
    change: Vec<f64>,
    /// v_H
    velocity: Vec<f64>,
    columns: Vec<f64>,
    /// p, q, g and the modal increments.
    modal: [Vec<f64>; 5],
}

impl Siere {
    /// With options that were checked.
    pub fn new(options: SiereOptions) -> Self {
        let newton = options.complement == Complement::Newton;
        Self {
            halving: Halving::new(options.tangent.halvings),
            scheme: Scheme {
                route: options.route,
                newton: newton.then_some((options.tolerance, options.max_iterations)),
                stage: Stage::default(),
                solver: StageSolver::default(),
                tangent: ModalTangent::new(options.tangent),
                force: Vec::new(),
                rate: Vec::new(),
                right: Vec::new(),
                product: Vec::new(),
                change: Vec::new(),
                velocity: Vec::new(),
                columns: Vec::new(),
                modal: Default::default(),
            },
        }
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
        let Self {
            route,
            newton,
            stage,
            solver,
            tangent,
            force,
            rate,
            right,
            product,
            change,
            velocity,
            columns,
            modal,
        } = self;
        let n = from.x.len();
        for buffer in [&mut *force, &mut *rate, &mut *right, &mut *product, &mut *change, &mut *velocity] {
            buffer.resize(n, 0.0);
        }
        tangent.prepare(system, from, (h, h * h), work)?;
        system.force(from, force);
        match system.time_dependent() {
            true => system.force_rate(from, rate),
            false => rate.fill(0.0),
        }

        // Modes: exact for the linearised motion.
        let [p, q, g, dx, dv] = modal;
        let modes = &tangent.modes;
        modes.project_velocity(&from.v, p);
        modes.project(force, q);
        modes.project(rate, g);
        let pushes = [
            Push { weight: h, k: 1, position: Some(p), velocity: q },
            Push { weight: h * h, k: 2, position: None, velocity: g },
        ];
        tangent.flow.apply(h, &pushes, dx, dv)?;

        // Complement: h (f_H + h df_H/dt) - h^2 K v_H on the right.
        velocity.copy_from_slice(&from.v);
        modes.add(-1.0, p, velocity);
        if let Some((tolerance, iterations)) = *newton {
            stage.set(from.t + h, h * h, 1.0 / h, n, |i| (from.x[i] + h * velocity[i], from.v[i]));
            modes.add(1.0, dx, &mut stage.target);
            modes.add(1.0, dv, &mut stage.velocity);
            let base = Base { state: from, force, rate };
            let limit = tolerance * system.element_size();
            let control = Control { limit, corrections: iterations, renewals: iterations };
            solver.solve(system, tangent, stage, base, control, work)?;
            if !solver.converged() {
                return Err(StepError::NewtonStalled { iterations, residual: solver.residual() });
            }
            to.x.copy_from_slice(&solver.state().x);
            to.v.copy_from_slice(&solver.state().v);
            return Ok(());
        }
        tangent.stiffness().apply(velocity, product);
        work.products += 1;
        for i in 0..n {
            right[i] = h * (force[i] + h * rate[i] - h * product[i]);
        }
        modes.add_mass(-h, q, right);
        modes.add_mass(-h * h, g, right);

        match route {
            Route::Decoupled => {
                let solved = tangent.matrix.solve_from_translation(right, change, product);
                tangent.matrix.charge(work);
                solved.map_err(step_error)?;
                for i in 0..n {
                    to.x[i] = from.x[i] + h * (velocity[i] + change[i]);
                    to.v[i] = from.v[i] + change[i];
                }
                modes.add(1.0, dx, &mut to.x);
                modes.add(1.0, dv, &mut to.v);
            }
            Route::LowRank => {
                modes.add_mass(1.0, dv, right);
                let solved = tangent.matrix.solve_from_translation(right, change, product);
                tangent.matrix.charge(work);
                solved.map_err(step_error)?;
                tangent.correct(h, change, columns, work)?;
                // dx = h v_H + U dx_G + h Q dv
                let modes = &tangent.modes;
                modes.project_velocity(change, q);
                for i in 0..n {
                    to.x[i] = from.x[i] + h * (velocity[i] + change[i]);
                    to.v[i] = from.v[i] + change[i];
                }
                modes.add(1.0, dx, &mut to.x);
                modes.add(-h, q, &mut to.x);
            }
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.tangent.modes.forget();
    }
}

impl Integrator for Siere {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        1
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
