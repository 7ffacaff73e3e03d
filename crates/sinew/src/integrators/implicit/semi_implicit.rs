//! Linearly implicit Euler after Baraff and Witkin: backward Euler with one linearisation a step.
//!
//! (M + h D + h^2 K) dv = h (f - h K v),  v_{n+1} = v_n + dv,  x_{n+1} = x_n + h v_{n+1},
//!
//! f, K and D at (t_{n+1}, x_n, v_n): loads and scripted vertices are taken at the end of the step. K is projected
//! element by element unless `projected = false`; the same K stands on both sides. One factorization and one solve:
//! the usual price of a frame. Damps as strongly as backward Euler and can overshoot where stiffness changes within the
//! step. [baraff1998]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, for_each_part};

use super::halving::{Halving, Substep};
use crate::integrators::linear::{StepMatrix, step_error};
use crate::integrators::options::{Checked, Solver, fraction, parse, schema};
use crate::integrators::{Entry, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError, Weights};

const NAME: &str = "semi-implicit";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "linearly implicit Euler (Baraff-Witkin): one solve a step, strongly damping",
    source: "baraff1998",
    order: 1,
    build: |table| Ok(Box::new(SemiImplicit::new(parse(NAME, table)?))),
    schema: schema::<SemiImplicitOptions>,
};

/// Options of the linearly implicit scheme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SemiImplicitOptions {
    /// Make each element's stiffness positive semidefinite, so that the step matrix always has a factor.
    pub projected: bool,
    /// How many times a step that fails may be cut in half.
    pub halvings: u32,
    /// Linear solver.
    pub solver: Solver,
    /// Relative residual at which conjugate gradients stop.
    pub solver_tolerance: f64,
}

impl Default for SemiImplicitOptions {
    fn default() -> Self {
        Self { projected: true, halvings: 0, solver: Solver::Auto, solver_tolerance: 1e-8 }
    }
}

impl Checked for SemiImplicitOptions {
    fn check(&self) -> Result<(), String> {
        fraction("solver_tolerance", self.solver_tolerance)?;
        if self.halvings > 30 {
            return Err(format!("`halvings` is {}, more than the 30 that make sense; use a smaller dt", self.halvings));
        }
        Ok(())
    }
}

/// See the module's head.
pub struct SemiImplicit {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    projected: bool,
    matrix: StepMatrix,
    right: Vec<f64>,
    product: Vec<f64>,
    change: Vec<f64>,
    at: State,
}

impl SemiImplicit {
    /// With options that were checked.
    pub fn new(options: SemiImplicitOptions) -> Self {
        Self {
            halving: Halving::new(options.halvings),
            scheme: Scheme {
                projected: options.projected,
                matrix: StepMatrix::new(options.solver.settings(options.solver_tolerance)),
                right: Vec::new(),
                product: Vec::new(),
                change: Vec::new(),
                at: State::default(),
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
        let Self { projected, matrix, right, product, change, at } = self;
        let n = from.x.len();
        for buffer in [&mut *right, &mut *product, &mut *change] {
            buffer.resize(n, 0.0);
        }
        at.copy_from(from);
        at.t = from.t + h;
        system.force(at, right);
        for_each_part(right, |_, f| f.iter_mut().for_each(|f| *f *= h));

        // h^2 K v = (A - M - h D) v with K and D as they are assembled: a term may stand in for its true D or K.
        // Where none does, the product needs no matrix.
        if system.damped() && system.tangent_is_exact() {
            system.damping_product(at, &from.v, product);
            axpy(h, product, right);
            work.products += 1;
        } else if system.damped() {
            matrix.assemble(system, at, Weights { mass: 0.0, damping: h, stiffness: 0.0 }, *projected)?;
            matrix.matrix().apply(&from.v, product);
            axpy(1.0, product, right);
            work.products += 1;
        }
        matrix.assemble(system, at, Weights { mass: 1.0, damping: h, stiffness: h * h }, *projected)?;
        matrix.matrix().apply(&from.v, product);
        axpy(-1.0, product, right);
        work.products += 1;
        system.mass().apply(&from.v, product);
        axpy(1.0, product, right);

        let solved = matrix.factorize().and_then(|_| matrix.solve_from_translation(right, change, product));
        matrix.charge(work);
        work.newton_iterations += 1;
        solved.map_err(step_error)?;
        let State { x, v, .. } = to;
        for_each_part(v, |first, v| {
            v.iter_mut().zip(first..).for_each(|(v, i)| *v = from.v[i] + change[i]);
        });
        for_each_part(x, |first, x| {
            x.iter_mut().zip(first..).for_each(|(x, i)| *x = from.x[i] + h * v[i]);
        });
        Ok(())
    }
}

impl Integrator for SemiImplicit {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        1
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.scheme, world, s, h)
    }
}
