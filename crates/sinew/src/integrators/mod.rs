//! Schemes that step any [`MechanicalSystem`](crate::mechanics::MechanicalSystem): one file each.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::catalog::suggestion;
use crate::mechanics::{Flow, State, StepContext, StepError};

pub mod auto;
pub mod conserving;
pub mod energy;
pub mod explicit;
pub mod exponential;
pub mod implicit;
pub mod linear;
pub mod local_global;
pub mod options;
pub mod split;

pub use options::OptionsError;

/// A time-stepping scheme. Everything it allocates it keeps for the next step.
pub trait Integrator: Send {
    /// Its name in scene files.
    fn name(&self) -> &'static str;

    /// Order of the error in positions for smooth motion; the convergence tests measure it.
    fn order(&self) -> u32;

    /// Advances s by h. Writes s only on success.
    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError>;

    /// Somebody else moved the state, or h will change: drop or shift history.
    fn state_changed(&mut self, s: &State) {
        let _ = s;
    }

    /// Contact moved or slowed some vertices at the end of the step just made; the state is this scheme's in all else.
    fn state_touched(&mut self, s: &State) {
        self.state_changed(s);
    }

    /// The step just made is taken back, to be made again or not at all: nothing that was counted of it stands. `s` is the state before it.
    fn step_undone(&mut self, s: &State) {
        self.state_changed(s);
    }

    /// Whether it steps systems in which obstacles have hold of vertices ([`MechanicalSystem::gripped`]). Not if it keeps a matrix or
    /// modes in which these still move; then they are put back at the end of each step.
    ///
    /// [`MechanicalSystem::gripped`]: crate::mechanics::MechanicalSystem::gripped
    fn takes_grips(&self) -> bool {
        true
    }

    /// What damping took and drivers gave during the last step, where the scheme keeps exact books; a simulation uses it
    /// instead of Simpson's rule.
    fn energy_flow(&self) -> Option<Flow> {
        None
    }

    /// What a summary should say of the choices it made, a sentence each.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is needed to go on from here as if never stopped.
    fn save(&self) -> History {
        History::default()
    }

    /// Takes up a saved history.
    fn restore(&mut self, history: &History) {
        let _ = history;
    }
}

/// Named arrays: multistep states, carried accelerations, controller values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History(pub BTreeMap<String, Vec<f64>>);

/// Linear-algebra work of a step (evaluations of forces and energies are counted by the world).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// Numeric factorizations.
    pub factorizations: u64,
    /// Solves with a factor (one per right-hand side), or conjugate-gradient runs.
    pub solves: u64,
    /// Products with assembled matrices.
    pub products: u64,
    /// Newton iterations.
    pub newton_iterations: u64,
    /// Conjugate-gradient iterations.
    pub cg_iterations: u64,
    /// Substeps after halving; 1 for an ordinary step.
    pub substeps: u64,
    /// Substeps that were tried and given up by a scheme with variable steps.
    pub rejected: u64,
    /// Times that a step was made again, because an obstacle took hold of something or let go of it.
    pub repeats: u64,
    /// Steps that were handed to another scheme.
    pub fallbacks: u64,
    /// Elements inside out at an end of the step, where a scheme on strains had to do without them.
    pub inside_out: u64,
    /// Largest Krylov dimension used; 0 for schemes without one.
    pub krylov_dimension: u64,
}

impl Work {
    /// Of a step that was taken back only the cost stands.
    pub fn of_undone_step(self) -> Self {
        Self { substeps: 0, fallbacks: 0, inside_out: 0, repeats: 1, ..self }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, b: Self) {
        self.factorizations += b.factorizations;
        self.solves += b.solves;
        self.products += b.products;
        self.newton_iterations += b.newton_iterations;
        self.cg_iterations += b.cg_iterations;
        self.substeps += b.substeps;
        self.rejected += b.rejected;
        self.repeats += b.repeats;
        self.fallbacks += b.fallbacks;
        self.inside_out += b.inside_out;
        self.krylov_dimension = self.krylov_dimension.max(b.krylov_dimension);
    }
}

/// What `sinew list integrators` shows and the scene builder calls.
pub struct Entry {
    /// Name in scene files.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Key into docs/papers.bib.
    pub source: &'static str,
    /// Order for smooth motion.
    pub order: u32,
    /// Builds it from its options (the `[integrator]` table without `name`).
    pub build: fn(&toml::Table) -> Result<Box<dyn Integrator>, OptionsError>,
    /// JSON Schema of the options.
    pub schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

/// All integrators, in the order in which they are listed.
pub const CATALOG: &[Entry] = &[
    explicit::forward_euler::ENTRY,
    explicit::symplectic_euler::ENTRY,
    explicit::rk4::ENTRY,
    implicit::semi_implicit::ENTRY,
    implicit::backward_euler::ENTRY,
    implicit::bdf2::ENTRY,
    implicit::tr_bdf2::ENTRY,
    implicit::implicit_midpoint::ENTRY,
    implicit::newmark::ENTRY,
    conserving::energy_momentum::ENTRY,
    conserving::fitted_energy_momentum::ENTRY,
    auto::ENTRY,
    implicit::generalized_alpha::ENTRY,
    energy::stabilized::ENTRY,
    energy::energy_budgeting::ENTRY,
    energy::energy_multiplier::ENTRY,
    local_global::projective_dynamics::ENTRY,
    split::v_imex::ENTRY,
    split::siere::ENTRY,
    split::siere2::ENTRY,
    exponential::gautschi::eti::ENTRY,
    exponential::gautschi::ceti::ENTRY,
    exponential::gautschi::neti::ENTRY,
    exponential::rosenbrock::ere::ENTRY,
    exponential::rosenbrock::exprb42::ENTRY,
    exponential::rosenbrock::pexprb43::ENTRY,
    exponential::rosenbrock::epirk4s3::ENTRY,
];

/// Builds an integrator from its name and its options; an unknown name is answered with the nearest one.
pub fn build(name: &str, options: &toml::Table) -> Result<Box<dyn Integrator>, OptionsError> {
    match CATALOG.iter().find(|entry| entry.name == name) {
        Some(entry) => (entry.build)(options),
        None => {
            let hint = suggestion(name, CATALOG.iter().map(|entry| entry.name));
            Err(OptionsError::UnknownIntegrator { name: name.into(), hint })
        }
    }
}
