//! The system linearized at a state, M u'' + D u' + K u = .., with the engine that applies functions of its matrices.
//!
//! K and D are those of the true tangent: assembled, or matrix-free where the assembled matrix is only a symmetric
//! stand-in (see [`MechanicalSystem::tangent_is_exact`]). The factor of the shifted matrix P = M + gamma h^2 K + sqrt(gamma) h D
//! only shapes the search space, so it is kept while it serves: each evaluation compares its solves with those of the
//! first one after the factorization, and when the surplus has added up to the price of a factorization, a new one is
//! made at the next state. If P has no factor even for smaller shifts, the stiffness in it is projected element by
//! element. All of this is counted work, so it is the same on every machine; [`Linearization::save`] tells the state of
//! the kept factor, from which it is rebuilt.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::functions::{
    Auto, Chebyshev, Damping, FunctionError, Lanczos, Learnt, MassMatrix, Options, Path, Pole, Problem, Report,
    Request, ShiftInvert, Symmetry, adaptive_krylov, dense,
};
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, SolveError};
use sinew_math::sparse::{BlockMatrix, Pattern};

use crate::integrators::linear::step_error;
use crate::integrators::options::{Checked, fraction};
use crate::integrators::{History, Work};
use crate::mechanics::{Mass, MechanicalSystem, State, StepError, Weights};

/// How functions of matrices are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// By counted cost: polynomials for soft systems, shift-and-invert for stiff ones.
    #[default]
    Auto,
    /// Rational Krylov space with one factor.
    ShiftInvert,
    /// Chebyshev series: no factor, a cost known beforehand; lumped mass, no damping.
    Chebyshev,
    /// Polynomial Krylov space: no factor; lumped mass, no damping.
    Lanczos,
    /// Polynomial Krylov space with substeps; lumped mass.
    AdaptiveKrylov,
    /// All eigenvalues: for up to some hundred unknowns, exact to rounding.
    Dense,
}

/// Options of schemes that use functions of matrices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct FunctionOptions {
    /// How functions of matrices are evaluated.
    pub engine: Engine,
    /// Largest dimension of a Krylov space. Without `tolerance` the result at this dimension is taken as it is: it still
    /// conserves the energy of linear motion. With `tolerance` it is an error.
    pub krylov_max: Option<usize>,
    /// Relative error of the matrix functions, between 1e-13 and 1. Not given: a tenth of the step's own error.
    pub tolerance: Option<f64>,
}

/// Unknowns up to which damped systems and those with a consistent mass are treated densely.
const SMALL: usize = 60;

/// Dimensions at which a Krylov space is taken as it is, if no tolerance is given: of polynomials, of shift-and-invert
/// without damping and with damping. Without damping what is missing are waves that no solver at this price resolves: on
/// the beam at 1e9 Pa energy and amplitude after a second are the same for 8 and for 24.
const GRACEFUL: [usize; 3] = [64, 8, 40];

impl Default for FunctionOptions {
    fn default() -> Self {
        Self { engine: Engine::Auto, krylov_max: None, tolerance: None }
    }
}

impl Checked for FunctionOptions {
    fn check(&self) -> Result<(), String> {
        if let Some(tolerance) = self.tolerance {
            fraction("tolerance", tolerance)?;
            if tolerance < 1e-13 {
                return Err(format!(
                    "`tolerance` is {tolerance:e}, below rounding; 1e-12 is the smallest that makes sense"
                ));
            }
        }
        match self.krylov_max {
            Some(m @ ..8) => Err(format!("`krylov_max` is {m}, too small for any accuracy; use 8 or more")),
            _ => Ok(()),
        }
    }
}

/// See the module's head. Everything it allocates it keeps.
pub struct Linearization {
    options: FunctionOptions,
    auto: Auto,
    shift_invert: ShiftInvert,
    chebyshev: Chebyshev,
    lanczos: Lanczos,
    matrices: Option<Matrices>,
    /// Where K and D were taken.
    at: State,
    /// Masses per unknown; empty for a consistent mass.
    masses: Vec<f64>,
    /// Products instead of assembled matrices.
    matrix_free: bool,
    /// The last evaluation went by shift-and-invert.
    stiff: bool,
    /// A factor to be rebuilt before the next evaluation.
    pending: Option<FactorRecord>,
}

struct Matrices {
    pattern: Arc<Pattern>,
    stiffness: BlockMatrix,
    damping: Option<BlockMatrix>,
    factor: Factor,
}

/// The factor of P and what is needed to judge and to rebuild it.
struct Factor {
    shifted: BlockMatrix,
    cholesky: Option<Cholesky>,
    shift: Option<f64>,
    /// Where its K was taken, and whether that was projected.
    at: State,
    projected: bool,
    /// Solves, estimated error and tolerance of the first evaluations after the factorization, three per request of a
    /// step.
    fresh: Vec<f64>,
    /// Surplus solves since.
    surplus: f64,
    /// Which request of the step is next.
    request: usize,
}

/// A kept factor as it is saved.
#[derive(Debug, Clone, Default)]
struct FactorRecord {
    at: State,
    shift: f64,
    projected: bool,
    fresh: Vec<f64>,
    surplus: f64,
}

impl Linearization {
    /// Nothing is allocated before the first use.
    pub fn new(options: &FunctionOptions) -> Self {
        Self {
            options: options.clone(),
            auto: Auto::new(),
            shift_invert: ShiftInvert::new(),
            chebyshev: Chebyshev::new(),
            lanczos: Lanczos::new(),
            matrices: None,
            at: State::default(),
            masses: Vec::new(),
            matrix_free: false,
            stiff: false,
            pending: None,
        }
    }

    /// Whether the last evaluation went by shift-and-invert: then accuracy has its price.
    pub fn stiff(&self) -> bool {
        self.stiff
    }

    /// K and D of the true tangent at s.
    pub fn at(&mut self, system: &dyn MechanicalSystem, s: &State) -> Result<(), StepError> {
        self.fit(system);
        self.rebuild(system)?;
        self.at.copy_from(s);
        self.matrix_free = !system.tangent_is_exact();
        let matrices = self.matrices.as_mut().expect("made by fit");
        system.tangent(s, STIFFNESS, false, &mut matrices.stiffness);
        if system.damped() {
            let pattern = &matrices.pattern;
            let damping = matrices.damping.get_or_insert_with(|| BlockMatrix::new(pattern.clone()));
            system.tangent(s, DAMPING, false, damping);
        } else {
            matrices.damping = None;
        }
        matrices.factor.next_step();
        Ok(())
    }

    /// A constant stiffness instead, no damping inside the functions: one factor for as long as the step stays.
    pub fn constant(&mut self, system: &dyn MechanicalSystem, stiffness: &BlockMatrix) -> Result<(), StepError> {
        self.fit(system);
        let matrices = self.matrices.as_mut().expect("made by fit");
        if matrices.stiffness.values() != stiffness.values() {
            matrices.stiffness.values_mut().copy_from_slice(stiffness.values());
            matrices.factor.drop();
        }
        matrices.damping = None;
        matrices.factor.request = 0;
        matrices.factor.surplus = 0.0;
        self.matrix_free = false;
        // Where a projected stiffness would be taken, if K0 had no factor.
        self.at.x.clear();
        match system.linear_split() {
            Some(split) => self.at.x.extend_from_slice(split.rest()),
            None => self.at.x.resize(system.dofs(), 0.0),
        }
        self.at.v.clear();
        self.at.v.resize(system.dofs(), 0.0);
        if let Some(record) = self.pending.take() {
            let Matrices { stiffness, factor, .. } = matrices;
            factor.projected = record.projected;
            let mut pole = SystemPole { factor, system, at: &self.at, stiffness, damping: None };
            pole.factorize(record.shift).map_err(pole_error)?;
            factor.fresh = record.fresh;
        }
        Ok(())
    }

    /// Evaluates a request; `out` holds its outputs one after the other. Adds its work.
    pub fn evaluate(
        &mut self,
        system: &dyn MechanicalSystem,
        request: &Request<'_>,
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<Report, StepError> {
        self.evaluate_within(system, request, GRACEFUL[1].max(4 * request.vectors.len()), out, work)
    }

    /// As `evaluate`, with the dimension at which a shift-and-invert space without damping is taken as it is, if no
    /// tolerance is given.
    pub fn evaluate_within(
        &mut self,
        system: &dyn MechanicalSystem,
        request: &Request<'_>,
        graceful: usize,
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<Report, StepError> {
        let Self { options, auto, shift_invert, chebyshev, lanczos, matrices, at, masses, matrix_free, stiff, .. } =
            self;
        let matrices = matrices.as_mut().expect("linearized before functions are evaluated");
        let Matrices { stiffness, damping, factor, .. } = matrices;
        let damping = damping.as_ref();
        let n = system.dofs();
        let mass_product = MassProduct { mass: system.mass(), n };
        let mass = match system.mass().lumped() {
            Some(_) => MassMatrix::Diagonal(masses),
            None => MassMatrix::Operator(&mass_product),
        };
        let [stiffness_product, damping_product] =
            [false, true].map(|damping| TangentProduct { system, at: &*at, n, damping });
        let problem = Problem {
            mass,
            stiffness: if *matrix_free { &stiffness_product } else { &*stiffness },
            damping: match damping {
                Some(_) if *matrix_free => Damping::Operator(&damping_product),
                Some(d) => Damping::Operator(d),
                None => Damping::None,
            },
            // An assembled matrix is symmetric; products are used where the tangent is not.
            symmetry: if *matrix_free { Symmetry::General } else { Symmetry::Symmetric },
            product_flops: 36.0 * stiffness.pattern().blocks() as f64,
        };
        let settings = Options {
            max_dimension: options.krylov_max.unwrap_or(match options.tolerance {
                Some(_) => Options::default().max_dimension,
                None if !*stiff => GRACEFUL[0],
                None if damping.is_none() => graceful,
                None => GRACEFUL[2],
            }),
            accept_limit: options.tolerance.is_none(),
            check: false,
            ..Options::default()
        };
        let mut pole = SystemPole { factor, system, at, stiffness, damping };
        let had_factor = pole.factor.shift.is_some();
        // Where there is no series and the whole space is small, all eigenvalues cost less than a search.
        let series = damping.is_none() && !*matrix_free && !masses.is_empty();
        let engine = match options.engine {
            Engine::Auto if !series && n <= SMALL => Engine::Dense,
            engine => engine,
        };
        let result = match engine {
            Engine::Auto => auto.evaluate(&problem, &mut pole, request, None, &settings, out),
            Engine::ShiftInvert => shift_invert.evaluate(&problem, &mut pole, request, &settings, out),
            Engine::Chebyshev => chebyshev.evaluate(&problem, request, None, &settings, out),
            Engine::Lanczos => lanczos.evaluate(&problem, request, &settings, out),
            Engine::AdaptiveKrylov => adaptive_krylov(&problem, request, &settings, out),
            Engine::Dense => dense(&problem, request, out),
        };
        let report = result.map_err(|e| function_error(e, request))?;
        pole.factor.judge(&report, request.tolerance, had_factor);
        *stiff = report.path == Path::ShiftInvert;
        work.factorizations += report.factorizations;
        work.solves += report.solves;
        work.products += report.products;
        work.krylov_dimension = work.krylov_dimension.max(report.dimension as u64);
        Ok(report)
    }

    /// out = K dx
    pub fn stiffness_product(&self, system: &dyn MechanicalSystem, dx: &[f64], out: &mut [f64]) {
        match self.matrix_free {
            true => system.stiffness_product(&self.at, dx, out),
            false => self.matrices.as_ref().expect("linearized before products are asked for").stiffness.apply(dx, out),
        }
    }

    /// out = D dv; false, and out untouched, without damping.
    pub fn damping_product(&self, system: &dyn MechanicalSystem, dv: &[f64], out: &mut [f64]) -> bool {
        let damping = &self.matrices.as_ref().expect("linearized before products are asked for").damping;
        match damping {
            Some(_) if self.matrix_free => system.damping_product(&self.at, dv, out),
            Some(d) => d.apply(dv, out),
            None => return false,
        }
        true
    }

    /// Forgets the factor and what was learnt from earlier steps.
    pub fn forget(&mut self) {
        self.auto.learnt = Learnt::default();
        self.pending = None;
        self.stiff = false;
        if let Some(matrices) = &mut self.matrices {
            matrices.factor.drop();
        }
    }

    /// Where the kept factor was made, and what its replacement depends on.
    pub fn save(&self, history: &mut History) {
        let record = match (&self.pending, &self.matrices) {
            (Some(record), _) => Some(record.clone()),
            (None, Some(matrices)) => matrices.factor.record(),
            _ => None,
        };
        let kept = &mut history.0;
        kept.insert("learnt".into(), self.auto.learnt.to_numbers().to_vec());
        kept.insert("stiff".into(), vec![f64::from(self.stiff)]);
        if let Some(FactorRecord { at, shift, projected, fresh, surplus }) = record {
            kept.insert("factor".into(), vec![at.t, shift, f64::from(projected), surplus]);
            kept.insert("factor_positions".into(), at.x);
            kept.insert("factor_velocities".into(), at.v);
            kept.insert("factor_solves".into(), fresh);
        }
    }

    /// Takes up a saved history; the factor is rebuilt when it is needed.
    pub fn restore(&mut self, history: &History) {
        self.forget();
        let kept: &BTreeMap<_, _> = &history.0;
        let get = |key: &str| kept.get(key);
        self.stiff = get("stiff").is_some_and(|s| s.first() == Some(&1.0));
        if let Some(learnt) = get("learnt").and_then(|n| <[f64; 6]>::try_from(n.as_slice()).ok()) {
            self.auto.learnt = Learnt::from_numbers(learnt);
        }
        if let (Some([t, shift, projected, surplus]), Some(x), Some(v), Some(solves)) =
            (get("factor").map(Vec::as_slice), get("factor_positions"), get("factor_velocities"), get("factor_solves"))
        {
            self.pending = Some(FactorRecord {
                at: State { t: *t, x: x.clone(), v: v.clone() },
                shift: *shift,
                projected: *projected != 0.0,
                fresh: solves.clone(),
                surplus: *surplus,
            });
        }
    }

    /// Makes room on the system's pattern.
    fn fit(&mut self, system: &dyn MechanicalSystem) {
        let pattern = system.pattern();
        if !self.matrices.as_ref().is_some_and(|m| Arc::ptr_eq(&m.pattern, pattern)) {
            let matrix = || BlockMatrix::new(pattern.clone());
            // The price of a factor decides what `auto` takes; one that is too large is never made.
            let needed = matches!(self.options.engine, Engine::Auto | Engine::ShiftInvert);
            let factor = Factor {
                shifted: matrix(),
                cholesky: needed.then(|| Cholesky::new(pattern).ok()).flatten(),
                shift: None,
                at: State::default(),
                projected: false,
                fresh: Vec::new(),
                surplus: 0.0,
                request: 0,
            };
            self.matrices = Some(Matrices { pattern: pattern.clone(), stiffness: matrix(), damping: None, factor });
        }
        self.masses.clear();
        if let Some(lumped) = system.mass().lumped() {
            self.masses.extend(lumped.masses().iter().flat_map(|m| [*m; 3]));
        }
    }

    /// Makes the factor of a restored history again.
    fn rebuild(&mut self, system: &dyn MechanicalSystem) -> Result<(), StepError> {
        let Some(record) = self.pending.take() else { return Ok(()) };
        let Matrices { stiffness, damping, factor, pattern } = self.matrices.as_mut().expect("made by fit");
        if record.at.x.len() != system.dofs() {
            return Ok(());
        }
        system.tangent(&record.at, STIFFNESS, false, stiffness);
        if system.damped() {
            let damping = damping.get_or_insert_with(|| BlockMatrix::new(pattern.clone()));
            system.tangent(&record.at, DAMPING, false, damping);
        }
        factor.projected = record.projected;
        let mut pole = SystemPole { factor, system, at: &record.at, stiffness, damping: damping.as_ref() };
        pole.factorize(record.shift).map_err(pole_error)?;
        factor.fresh = record.fresh;
        factor.surplus = record.surplus;
        Ok(())
    }
}

const STIFFNESS: Weights = Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 };
const DAMPING: Weights = Weights { mass: 0.0, damping: 1.0, stiffness: 0.0 };

/// A flop of a factorization runs in dense kernels and costs about this share of one of a solve, which waits for memory.
const FACTOR_FLOP: f64 = 0.2;

impl Factor {
    fn drop(&mut self) {
        self.shift = None;
        self.projected = false;
    }

    fn next_step(&mut self) {
        self.request = 0;
        if let Some(cholesky) = &self.cholesky {
            let solve = 4.0 * cholesky.factor_nonzeros() as f64;
            if self.surplus * solve > FACTOR_FLOP * cholesky.flops() {
                self.drop();
            }
        }
    }

    /// Compares an evaluation with the one that used the fresh factor for the same request of a step.
    fn judge(&mut self, report: &Report, tolerance: f64, had_factor: bool) {
        if self.shift.is_none() {
            return;
        }
        if !had_factor || report.factorizations > 0 {
            self.fresh.clear();
            self.surplus = 0.0;
        }
        match self.fresh.get(3 * self.request..3 * self.request + 3) {
            // A space that was cut off farther from its goal than with the fresh factor: a decade is the play of the
            // data, every further one is worth two solves.
            Some([_, estimate, _]) if !report.converged && report.estimate > tolerance => {
                self.surplus += (2.0 * (report.estimate / estimate).log10() - 2.0).max(0.0);
            }
            // Errors fall by about the same factor with every solve: tighter tolerances need more and tell nothing.
            Some([solves, _, before]) => {
                let digits = (tolerance.ln() / before.ln()).max(1.0);
                self.surplus += (report.solves as f64 - digits * solves).max(0.0);
            }
            _ => self.fresh.extend([report.solves as f64, report.estimate, tolerance]),
        }
        self.request += 1;
    }

    fn record(&self) -> Option<FactorRecord> {
        self.shift.map(|shift| FactorRecord {
            at: self.at.clone(),
            shift,
            projected: self.projected,
            fresh: self.fresh.clone(),
            surplus: self.surplus,
        })
    }
}

/// The shifted matrix of a system, factored by Cholesky.
struct SystemPole<'a> {
    factor: &'a mut Factor,
    system: &'a dyn MechanicalSystem,
    at: &'a State,
    stiffness: &'a BlockMatrix,
    damping: Option<&'a BlockMatrix>,
}

impl SystemPole<'_> {
    fn cholesky(&mut self) -> Result<&mut Cholesky, SolveError> {
        let factor = &mut *self.factor;
        if factor.cholesky.is_none() {
            factor.cholesky = Some(Cholesky::new(self.stiffness.pattern())?);
        }
        Ok(factor.cholesky.as_mut().expect("it was just made"))
    }
}

impl Pole for SystemPole<'_> {
    fn shift(&self) -> Option<f64> {
        self.factor.shift
    }

    fn factorize(&mut self, shift: f64) -> Result<(), SolveError> {
        self.factor.shift = None;
        let Factor { shifted, projected, .. } = &mut *self.factor;
        if *projected {
            let weights = Weights { mass: 1.0, damping: shift.sqrt(), stiffness: shift };
            self.system.tangent(self.at, weights, true, shifted);
        } else {
            shifted.scale_add(0.0, shift, self.stiffness);
            if let Some(damping) = self.damping {
                shifted.scale_add(1.0, shift.sqrt(), damping);
            }
            self.system.mass().add_to(1.0, shifted);
        }
        self.cholesky()?;
        let Factor { shifted, cholesky, at, .. } = &mut *self.factor;
        let outcome = cholesky.as_mut().expect("it was just made").factorize(shifted);
        at.copy_from(self.at);
        if outcome.is_ok() {
            self.factor.shift = Some(shift);
        }
        outcome
    }

    fn use_projected(&mut self) -> bool {
        self.factor.projected = true;
        true
    }

    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        self.cholesky()?.solve_many(b, x, columns)
    }

    fn factor_flops(&self) -> f64 {
        self.factor.cholesky.as_ref().map_or(f64::INFINITY, |c| FACTOR_FLOP * c.flops())
    }

    fn solve_flops(&self) -> f64 {
        self.factor.cholesky.as_ref().map_or(f64::INFINITY, |c| 4.0 * c.factor_nonzeros() as f64)
    }
}

/// M as an operator.
struct MassProduct<'a> {
    mass: &'a Mass,
    n: usize,
}

impl LinearOperator for MassProduct<'_> {
    fn dim(&self) -> usize {
        self.n
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.mass.apply(x, y);
    }
}

/// K or D of the true tangent as an operator, without a matrix.
struct TangentProduct<'a> {
    system: &'a dyn MechanicalSystem,
    at: &'a State,
    n: usize,
    damping: bool,
}

impl LinearOperator for TangentProduct<'_> {
    fn dim(&self) -> usize {
        self.n
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        match self.damping {
            true => self.system.damping_product(self.at, x, y),
            false => self.system.stiffness_product(self.at, x, y),
        }
    }
}

fn pole_error(e: SolveError) -> StepError {
    match e {
        SolveError::TooLarge { gigabytes } => StepError::PoleTooLarge { gigabytes },
        e => step_error(e),
    }
}

/// The step error that a failed evaluation amounts to.
fn function_error(e: FunctionError, request: &Request<'_>) -> StepError {
    match e {
        FunctionError::NonFinite { .. } => {
            let bad = |v: &&[f64]| v.iter().position(|x| !x.is_finite());
            let first = request.vectors.iter().find_map(|(_, v)| bad(v)).unwrap_or(0);
            StepError::NonFinite { free_vertex: first / 3 }
        }
        FunctionError::FactorBreakdown { cause, .. } | FunctionError::Solve(cause) => pole_error(cause),
        FunctionError::NotConverged { dimension, estimate, tolerance, .. } => {
            StepError::FunctionsStalled { dimension, estimate, tolerance }
        }
        e => StepError::Functions(e),
    }
}
