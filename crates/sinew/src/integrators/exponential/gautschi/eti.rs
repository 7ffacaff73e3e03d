//! The exponential time integrator: trigonometric two-step scheme with the constant stiffness at rest.
//!
//! x_{n+1} - 2 x_n + x_{n-1} = h^2 F_n,  F = psi_G M^-1 (l - K_0 (x - x_r)) + psi g(x_r + phi (x - x_r)),  psi_G = sinc^2(h Om/2),
//!
//! Om^2 = M^-1 K_0, M g the rest of the force, l the constant load (gravity and prestress at rest) [michels2014, eq. 10, in
//! displacements]. With the default filter (psi_G, 1) this is x_{n+1} - 2 x_n + x_{n-1} = h^2 psi_G M^-1 f(x_n). Exact on
//! linear problems under constant loads at any step and with any filter; symmetric; symplectic if psi = sinc phi. One force
//! and one function of one vector a step, two with velocities; small systems use their modes, computed once.
//!
//! Use it where the stiff part stays linear: trusses, small displacements, stiff bars in a soft frame. Not where stiff
//! springs turn: they are in g, O(|K|), and the step must then resolve them like an explicit scheme (h omega_max < pi).
//! The other pairs send that g through stronger filters and are 100 times less accurate there. With a nonlinear body an
//! equilibrium under load stays one for the default filter; for the other pairs it must be the reference, see `reference`.
//! `form = "one-step"` is the same scheme with kicks psi_1 = psi / sinc, velocities in the recursion and no history; the
//! two pairs with psi = sinc^2(z/2) have poles there. [michels2014], [hairer2006]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::filtered::{Filter, Split};
use super::one_step::OneStep;
use super::spectral::Spectral;
use super::two_step::{Scheme, TwoStep};
use crate::integrators::exponential::FunctionOptions;
use crate::integrators::options::{Checked, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepError};

pub(super) const NAME: &str = "eti";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "constant stiffness at rest exactly, the rest filtered (Gautschi); exact on linear problems at any step",
    source: "michels2014",
    order: 2,
    build: |table| Ok(new(parse(NAME, table)?)),
    schema: schema::<EtiOptions>,
};

/// How the scheme is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Positions alone, velocities aside: every filter.
    #[default]
    TwoStep,
    /// Positions and velocities: filters whose psi / sinc has no poles.
    OneStep,
}

/// Where displacements are counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// The rest shape, with the constant load there.
    #[default]
    Rest,
    /// Where the motion starts, with the force there: a body that hangs in equilibrium stays, whatever the filter.
    Start,
}

/// Options of the scheme.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EtiOptions {
    /// Filter pair (psi, phi).
    pub filter: Filter,
    /// Two-step, or one-step for filters without poles.
    pub form: Form,
    /// Where displacements are counted from; plays no part with the filter `gautschi`.
    pub reference: Reference,
    /// How functions of the matrix are evaluated, `tolerance` being 1e-6 if not given; `auto` takes modes for up to 600
    /// unknowns, and up to 2400 where 200 steps pay for them.
    #[serde(flatten)]
    pub functions: FunctionOptions,
}

impl Checked for EtiOptions {
    fn check(&self) -> Result<(), String> {
        if self.form == Form::OneStep && self.filter.kick().is_none() {
            return Err(format!(
                "psi / sinc of the filter `{}` has poles at h omega = pi, 3 pi, .., so it has no one-step form; use \
                 `form = \"two-step\"` or another filter, e.g. `deuflhard`",
                self.filter.pair().name
            ));
        }
        self.functions.check()
    }
}

/// With options that were checked.
pub fn new(options: EtiOptions) -> Box<dyn Integrator> {
    let EtiOptions { filter, form, reference, functions } = options;
    let scheme = Eti {
        filter,
        from: reference,
        spectral: Spectral::new(&functions, true),
        split: Split::default(),
        reference: Vec::new(),
        load: Vec::new(),
    };
    match form {
        Form::TwoStep => Box::new(TwoStep::new(Box::new(scheme))),
        Form::OneStep => Box::new(OneStep::new(scheme)),
    }
}

/// See the module's head.
pub(super) struct Eti {
    pub filter: Filter,
    from: Reference,
    pub spectral: Spectral,
    pub split: Split,
    /// x_r
    pub reference: Vec<f64>,
    /// l
    pub load: Vec<f64>,
}

impl Scheme for Eti {
    fn name(&self) -> &'static str {
        NAME
    }

    fn start(&mut self, system: &dyn MechanicalSystem, s: &State) -> Result<(), StepError> {
        match self.from {
            Reference::Rest => {
                let split = system.linear_split().ok_or(NO_SPLIT)?;
                self.reference.clear();
                self.reference.extend_from_slice(split.rest());
                self.load.clear();
                self.load.extend_from_slice(split.load());
            }
            Reference::Start => {
                let mut still = s.clone();
                still.v.fill(0.0);
                self.reference.clone_from(&s.x);
                self.load.resize(s.x.len(), 0.0);
                system.force(&still, &mut self.load);
            }
        }
        Ok(())
    }

    fn place(&mut self, system: &dyn MechanicalSystem, _s: &State, h: f64, _work: &mut Work) -> Result<(), StepError> {
        self.spectral.set(system, system.linear_split().ok_or(NO_SPLIT)?.stiffness(), h)
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
        let Self { filter, spectral, split, reference, load, .. } = self;
        split.acceleration(spectral, system, (s, force), (reference, load), *filter, h, out, work)
    }

    fn own_velocities(&self) -> bool {
        true
    }

    fn save(&self, history: &mut History) {
        history.0.insert("reference".into(), self.reference.clone());
        history.0.insert("load".into(), self.load.clone());
        self.spectral.save(history);
    }

    fn restore(&mut self, history: &History) {
        for (to, key) in [(&mut self.reference, "reference"), (&mut self.load, "load")] {
            to.clear();
            to.extend(history.0.get(key).into_iter().flatten());
        }
        self.spectral.restore(history);
    }
}

const NO_SPLIT: StepError = StepError::Unsupported {
    integrator: NAME,
    needs: "a constant linear part",
    remedy: "use `neti`, which takes the tangent of each step",
};
