//! Implicit midpoint rule: the force in the middle of the step.
//!
//! x_m = (x_n + x_{n+1}) / 2, v_m = (v_n + v_{n+1}) / 2,  x_{n+1} = x_n + h v_m,  M (v_{n+1} - v_n) = h f(t_n + h/2, x_m, v_m)
//!
//! As a stage: y = x_n + h/2 v_n, s = h^2/4, v_m = v_n + 2 u / h; then v_{n+1} = v_n + 4 u / h and
//! x_{n+1} = x_n + h v_n + 2 u. Symplectic, keeps linear and angular momentum and all quadratic energies; undamped, so
//! stiff nonlinear scenes at large steps may ring or blow up. [hairer2006]

use super::halving::{Halving, Substep};
use super::newton::{Newton, Stage};
use crate::integrators::options::{NewtonOptions, parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "implicit-midpoint";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "symplectic, keeps momentum and quadratic energies; no damping at all",
    source: "hairer2006",
    order: 2,
    build: |table| {
        let mut options: NewtonOptions = parse(NAME, table)?;
        if !table.contains_key("tolerance") {
            options.tolerance = TOLERANCE;
        }
        Ok(Box::new(ImplicitMidpoint::new(options)))
    },
    schema: |generator| {
        let mut schema = schema::<NewtonOptions>(generator);
        if let Some(tolerance) = schema.pointer_mut("/properties/tolerance/default") {
            *tolerance = TOLERANCE.into();
        }
        schema
    },
};

/// Default tolerance: angular momentum is kept only as well as the equations are solved, so to rounding. The few more
/// iterations use the factor that is there.
const TOLERANCE: f64 = 1e-15;

/// See the module's head.
pub struct ImplicitMidpoint {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    newton: Newton,
    stage: Stage,
}

impl ImplicitMidpoint {
    /// With options that were checked.
    pub fn new(options: NewtonOptions) -> Self {
        Self {
            halving: Halving::new(options.halvings),
            scheme: Scheme { newton: Newton::new(options), stage: Stage::default() },
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
        let Self { newton, stage } = self;
        let half = 0.5 * h;
        stage.set(from.t + half, half * half, 1.0 / half, from.x.len(), |i| (from.x[i] + half * from.v[i], from.v[i]));
        newton.solve(system, stage, &from.x, work)?;
        for (i, u) in newton.increment().iter().enumerate() {
            to.x[i] = from.x[i] + h * from.v[i] + 2.0 * u;
            to.v[i] = from.v[i] + 4.0 * u / h;
        }
        Ok(())
    }
}

impl Integrator for ImplicitMidpoint {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.scheme, world, s, h)
    }
}
