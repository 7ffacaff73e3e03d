//! The nonlinear exponential time integrator: the two-step scheme with the tangent of each step.
//!
//! x_{n+1} - 2 x_n + x_{n-1} = h^2 sinc^2(h Om_n / 2) M^-1 f(x_n),  Om_n^2 = M^-1 K(x_n),
//!
//! velocities by the central difference. No rest positions, equilibria exact, symmetric, order 2; one tangent and one
//! function of one vector a step. Not symplectic, because K depends on x. The stiff part is treated exactly only along
//! the tangent, so springs that turn limit the step to h omega_max < pi: more accurate than `eti` there, not a licence
//! for large steps; take `implicit-midpoint` for those.
//!
//! [michels2014, Alg. 2] needs a K(x) with K(x) (x - x_0) = grad V and never says which; with the tangent taken literally it
//! does not converge. Two consistent readings of it are here for comparison: `reading = "secant"` takes the secant stiffness
//! of springs, k (1 - l/|d|) + .., which vanishes at rest length, so that nothing stiff is treated exactly and the step is
//! limited like Verlet's, h omega_max < 2; `reading = "filtered"` keeps tangent and displacements from rest and sends the
//! remainder f + K (x - x_0) through a filter pair, which feeds a net of springs from h omega_max about 1 on. `argument_filter` evaluates the tangent at
//! the filtered positions, and `krylov_length = 15` fixes the Krylov space as in the paper, which is wrong beyond
//! h omega_max of about 15. [michels2014]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::sparse::BlockMatrix;

use super::filtered::{Filter, Split, acceleration, gautschi};
use super::spectral::{SMALL, Spectral, primal, term};
use super::two_step::{Scheme, TwoStep};
use crate::integrators::exponential::FunctionOptions;
use crate::integrators::options::{Checked, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

const NAME: &str = "neti";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "Gautschi's two-step scheme with the tangent of each step; for h omega_max < pi where stiff parts turn",
    source: "michels2014",
    order: 2,
    build: |table| Ok(new(parse(NAME, table)?)),
    schema: schema::<NetiOptions>,
};

/// Which stiffness, applied to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The tangent on the whole force.
    #[default]
    Tangent,
    /// The secant stiffness of springs on the whole force.
    Secant,
    /// The tangent on displacements from rest, the remainder filtered.
    Filtered,
}

/// Options of the scheme.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NetiOptions {
    /// How the variable stiffness is understood.
    pub reading: Reading,
    /// Filter pair of `reading = "filtered"`. Not given: the one of the paper, `garcia-archilla`.
    pub filter: Option<Filter>,
    /// Take the stiffness at the positions filtered by phi; with `reading = "filtered"` only.
    pub argument_filter: bool,
    /// Lanczos steps in every function, whatever the error; the paper has 15. Not given: by `tolerance`.
    pub krylov_length: Option<usize>,
    /// How functions of the matrix are evaluated, `tolerance` being 1e-6 if not given.
    #[serde(flatten)]
    pub functions: FunctionOptions,
}

impl Checked for NetiOptions {
    fn check(&self) -> Result<(), String> {
        if self.argument_filter && self.reading != Reading::Filtered {
            return Err(
                "`argument_filter` needs positions filtered by phi; use it with `reading = \"filtered\"`".into()
            );
        }
        if self.filter.is_some() && self.reading != Reading::Filtered {
            return Err("`filter` plays a part with `reading = \"filtered\"` only; leave one of them out".into());
        }
        match self.krylov_length {
            Some(0) => return Err("`krylov_length` is 0, but a space needs a vector; the paper has 15".into()),
            Some(_) if self.functions != FunctionOptions::default() => {
                return Err(
                    "`krylov_length` fixes the engine, its dimension and its error; leave `engine`, `krylov_max` and \
                     `tolerance` out"
                        .into(),
                );
            }
            _ => {}
        }
        self.functions.check()
    }
}

/// With options that were checked.
pub fn new(options: NetiOptions) -> Box<dyn Integrator> {
    let NetiOptions { reading, filter, argument_filter, krylov_length, functions } = options;
    Box::new(TwoStep::new(Box::new(Neti {
        reading,
        filter: filter.unwrap_or(Filter::GarciaArchilla),
        argument_filter,
        spectral: krylov_length.map_or_else(|| Spectral::new(&functions, false), Spectral::fixed_length),
        split: Split::default(),
        tangent: None,
        load: Vec::new(),
        at: State::default(),
    })))
}

struct Neti {
    reading: Reading,
    filter: Filter,
    argument_filter: bool,
    spectral: Spectral,
    split: Split,
    tangent: Option<BlockMatrix>,
    /// Zero: the paper has no constant load.
    load: Vec<f64>,
    at: State,
}

impl Neti {
    /// Takes the functions of the stiffness at s.
    fn take(&mut self, system: &dyn MechanicalSystem, s: &State, h: f64) -> Result<(), StepError> {
        let fits = |k: &BlockMatrix| std::sync::Arc::ptr_eq(k.pattern(), system.pattern());
        let mut tangent =
            self.tangent.take().filter(fits).unwrap_or_else(|| BlockMatrix::new(system.pattern().clone()));
        match self.reading {
            Reading::Secant => {
                if !system.secant(s, &mut tangent) {
                    return Err(StepError::Unsupported {
                        integrator: NAME,
                        needs: "a secant stiffness, which springs alone have",
                        remedy: "use `reading = \"tangent\"`",
                    });
                }
            }
            _ => system.tangent(s, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }, false, &mut tangent),
        }
        let taken = self.spectral.set(system, &tangent, h);
        self.tangent = Some(tangent);
        taken
    }
}

impl Scheme for Neti {
    fn name(&self) -> &'static str {
        NAME
    }

    fn place(&mut self, system: &dyn MechanicalSystem, s: &State, h: f64, work: &mut Work) -> Result<(), StepError> {
        self.load.resize(s.x.len(), 0.0);
        self.take(system, s, h)?;
        if self.argument_filter {
            let rest = system.linear_split().ok_or(NO_REST)?.rest();
            let mut at = std::mem::take(&mut self.at);
            at.copy_from(s);
            at.x.iter_mut().zip(rest).for_each(|(x, r)| *x -= r);
            at.v.copy_from_slice(&at.x);
            let sum = [term(1.0, self.filter.pair().phi, primal(&at.v))];
            self.spectral.apply(system, h, SMALL, &sum, &mut at.x, work)?;
            at.x.iter_mut().zip(rest).for_each(|(x, r)| *x += r);
            let taken = self.take(system, &at, h);
            self.at = at;
            taken?;
        }
        Ok(())
    }

    fn spectral(&mut self) -> &mut Spectral {
        &mut self.spectral
    }

    fn acceleration(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        force: &[f64],
        h: f64,
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Self { reading, filter, spectral, split, load, .. } = self;
        if *reading != Reading::Filtered {
            return acceleration(spectral, system, gautschi, force, h, out, work);
        }
        let rest = system.linear_split().ok_or(NO_REST)?.rest();
        split.acceleration(spectral, system, (s, force), (rest, load), *filter, h, out, work)
    }

    fn own_velocities(&self) -> bool {
        false
    }

    fn follows_tangent(&self) -> bool {
        self.reading != Reading::Filtered
    }

    fn save(&self, history: &mut History) {
        self.spectral.save(history);
    }

    fn restore(&mut self, history: &History) {
        self.spectral.restore(history);
    }
}

const NO_REST: StepError = StepError::Unsupported {
    integrator: NAME,
    needs: "rest positions for `reading = \"filtered\"`",
    remedy: "use `reading = \"tangent\"`",
};
