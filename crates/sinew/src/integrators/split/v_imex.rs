//! Variational implicit-explicit scheme: the stiffness at rest implicitly, everything else explicitly.
//!
//! (M + h^2/4 K_0)(x_{n+1} - 2 x_n + x_{n-1}) = h^2 f(x_n), the two-step form of [michels2014, App. C] without its misprinted
//! M^-2. Here in position-momentum form, which starts itself and yields velocities:
//!
//! (M + h^2/4 K_0) d = h M v_n + h^2/2 (f_n + h/2 df/dt),  x_{n+1} = x_n + d,  v_{n+1} = v_n + h/2 M^-1 (f_n + f_{n+1})
//!
//! K_0 is the elastic stiffness at rest, so one factor serves as long as h stays; f is the whole force, so the rest
//! positions drop out. df/dt moves the scripted vertices along, as the average of both ends of the step would. Equals
//! implicit midpoint on linear problems; use it for small displacements with stiff linear parts. Bodies that turn are
//! outside its stable range once h omega_max > 2, because the rotated stiffness is then treated explicitly.
//! [michels2014], [stern2009]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::implicit::velocity::Accelerations;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::integrators::options::{Checked, Solver, fraction, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "v-imex";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "constant stiffness at rest implicit, the rest explicit; one factor for the whole run",
    source: "michels2014",
    order: 2,
    build: |table| Ok(Box::new(VImex::new(parse(NAME, table)?))),
    schema: schema::<VImexOptions>,
};

/// Options of the implicit-explicit scheme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VImexOptions {
    /// Largest error of a vertex left by the iteration for damped velocities, as a fraction of the mean distance of
    /// coupled vertices (dimensionless). Without damping nothing is iterated.
    pub tolerance: f64,
    /// Iterations for damped velocities after which a step counts as stalled.
    pub max_iterations: usize,
    /// Linear solver.
    pub solver: Solver,
    /// Relative residual at which conjugate gradients stop.
    pub solver_tolerance: f64,
}

impl Default for VImexOptions {
    fn default() -> Self {
        Self { tolerance: 1e-8, max_iterations: 50, solver: Solver::Auto, solver_tolerance: 1e-8 }
    }
}

impl Checked for VImexOptions {
    fn check(&self) -> Result<(), String> {
        fraction("tolerance", self.tolerance)?;
        fraction("solver_tolerance", self.solver_tolerance)?;
        if self.max_iterations == 0 {
            return Err(
                "`max_iterations` is 0, but damped velocities need at least one iteration; use 1 or more".into()
            );
        }
        Ok(())
    }
}

/// See the module's head.
pub struct VImex {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    tolerance: f64,
    matrix: StepMatrix,
    /// The step for which the matrix was factorized; 0 if it was not.
    factorized_for: f64,
    accelerations: Accelerations,
    right: Vec<f64>,
    rate: Vec<f64>,
    displacement: Vec<f64>,
    velocity: Vec<f64>,
    /// M^-1 f_n, valid once a step was made.
    acceleration: Vec<f64>,
    started: bool,
    /// M^-1 f_{n+1} of the last attempt.
    next: Vec<f64>,
}

impl VImex {
    /// With options that were checked.
    pub fn new(options: VImexOptions) -> Self {
        Self {
            halving: Halving::new(0),
            scheme: Scheme {
                tolerance: options.tolerance,
                matrix: StepMatrix::new(options.solver.settings(options.solver_tolerance)),
                factorized_for: 0.0,
                accelerations: Accelerations::new(options.max_iterations),
                right: Vec::new(),
                rate: Vec::new(),
                displacement: Vec::new(),
                velocity: Vec::new(),
                acceleration: Vec::new(),
                started: false,
                next: Vec::new(),
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
        let n = from.x.len();
        let Self { matrix, accelerations, right, rate, displacement, velocity, acceleration, next, .. } = self;
        let limit = self.tolerance * system.element_size() / (h * h);
        for buffer in [&mut *right, &mut *rate, &mut *displacement, &mut *velocity, &mut *next] {
            buffer.resize(n, 0.0);
        }
        if !self.started || acceleration.len() != n {
            acceleration.resize(n, 0.0);
            acceleration.fill(0.0);
            to.copy_from(from);
            accelerations.solve(system, to, (&from.v, 0.0), limit, acceleration, work)?;
        }

        // The factor of M + h^2/4 K_0 is kept while h stays.
        let split = system.linear_split().ok_or(StepError::Unsupported {
            integrator: NAME,
            needs: "a constant linear part",
            remedy: "use `implicit-midpoint`",
        })?;
        if !matrix.fits(split.stiffness()) || self.factorized_for != h {
            matrix.combine((1.0, system.mass()), 0.25 * h * h, split.stiffness())?;
            self.factorized_for = 0.0;
            matrix.factorize().map_err(step_error)?;
            self.factorized_for = h;
        }

        // Positions: M (h v + h^2/2 a) + h^3/4 df/dt on the right.
        system.force_rate(from, rate);
        for i in 0..n {
            next[i] = h * from.v[i] + 0.5 * h * h * acceleration[i];
        }
        system.mass().apply(next, right);
        for i in 0..n {
            right[i] += 0.25 * h * h * h * rate[i];
        }
        let solved = matrix.solve_from_translation(right, displacement, rate);
        matrix.charge(work);
        solved.map_err(step_error)?;

        // Velocities: the average of both forces.
        for i in 0..n {
            to.x[i] = from.x[i] + displacement[i];
            velocity[i] = from.v[i] + 0.5 * h * acceleration[i];
        }
        to.t = from.t + h;
        next.copy_from_slice(acceleration);
        accelerations.solve(system, to, (velocity, 0.5 * h), limit, next, work)
    }

    fn accept(&mut self, _from: &State, _to: &State, _h: f64) {
        std::mem::swap(&mut self.acceleration, &mut self.next);
        self.started = true;
    }

    fn forget(&mut self) {
        self.started = false;
    }
}

impl Integrator for VImex {
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
        // Somebody may have changed more than the state, so the factor goes too.
        self.scheme.forget();
        self.scheme.factorized_for = 0.0;
    }

    fn save(&self) -> History {
        if !self.scheme.started {
            return History::default();
        }
        History(BTreeMap::from([("acceleration".into(), self.scheme.acceleration.clone())]))
    }

    fn restore(&mut self, history: &History) {
        self.scheme.forget();
        if let Some(a) = history.0.get("acceleration") {
            self.scheme.acceleration.clone_from(a);
            self.scheme.started = true;
        }
    }
}
