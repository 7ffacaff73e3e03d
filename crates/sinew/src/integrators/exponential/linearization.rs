//! The system linearized at a state, M u'' + D u' + K u = .., with the engine that applies functions of its matrices.
//!
//! K and D are those of the true tangent: assembled, or matrix-free where the assembled matrix is only a symmetric
//! stand-in (see [`MechanicalSystem::tangent_is_exact`]). Drag, D = alpha M, is seen and goes into the scalar functions. The factor of the shifted matrix P = M + gamma h^2 K + sqrt(gamma) h D
//! only shapes the search space and is kept while it serves (`kept_factor.rs`). If P has no factor even for smaller shifts,
//! the stiffness in it is projected element by element. [`Linearization::save`] tells the state of the kept factor, from
//! which it is rebuilt.

use std::collections::BTreeMap;
use std::sync::Arc;

use sinew_math::functions::{
    Auto, Chebyshev, Damping, FunctionError, Lanczos, Learnt, MassMatrix, Options, Path, Pole, Problem, Report,
    Request, ShiftInvert, Symmetry, adaptive_krylov, dense,
};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};

use super::damped::Damped;
use super::function_options::{Engine, FunctionOptions};
use super::kept_factor::{Factor, FactorRecord, SystemPole, pole_error};
use crate::integrators::{History, Work};
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

/// Unknowns up to which damped systems and those with a consistent mass are treated densely.
const SMALL: usize = 60;

/// Dimensions at which a Krylov space is taken as it is, if no tolerance is given: of polynomials, of shift-and-invert
/// without damping and with damping. Without damping what is missing are waves that no solver at this price resolves: on
/// the beam at 1e9 Pa energy and amplitude after a second are the same for 8 and for 24.
const GRACEFUL: [usize; 3] = [64, 8, 40];

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
    damping: Damped,
    factor: Factor,
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
        matrices.damping.put(system, s, &self.masses, &mut matrices.factor.shifted);
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
        matrices.damping = Damped::No;
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
        let (n, damping) = (system.dofs(), &*damping);
        let mass = match system.mass().lumped() {
            Some(_) => MassMatrix::Diagonal(masses),
            None => MassMatrix::Operator(system.mass()),
        };
        let [stiffness_product, damping_product] =
            [false, true].map(|damping| TangentProduct { system, at: &*at, n, damping });
        let problem = Problem {
            mass,
            stiffness: if *matrix_free { &stiffness_product } else { &*stiffness },
            damping: match damping {
                Damped::Drag(alpha) => Damping::Rayleigh { alpha: *alpha, beta: 0.0 },
                Damped::Matrix(_) if *matrix_free => Damping::Operator(&damping_product),
                Damped::Matrix(d) => Damping::Operator(d),
                Damped::No => Damping::None,
            },
            // An assembled matrix is symmetric; products are used where the tangent is not.
            symmetry: if *matrix_free { Symmetry::General } else { Symmetry::Symmetric },
            product_flops: 36.0 * stiffness.pattern().blocks() as f64,
        };
        let settings = Options {
            max_dimension: options.krylov_max.unwrap_or(match options.tolerance {
                Some(_) => Options::default().max_dimension,
                None if !*stiff => GRACEFUL[0],
                None if matches!(damping, Damped::No) => graceful,
                None => GRACEFUL[2],
            }),
            accept_limit: options.tolerance.is_none(),
            check: false,
            ..Options::default()
        };
        let mut pole = SystemPole { factor, system, at, stiffness, damping: damping.matrix() };
        let had_factor = pole.factor.shift.is_some();
        // Where there is no series and the whole space is small, all eigenvalues cost less than a search.
        let series = damping.matrix().is_none() && !*matrix_free && !masses.is_empty();
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
            Damped::No => return false,
            Damped::Matrix(d) if !self.matrix_free => d.apply(dv, out),
            _ => system.damping_product(&self.at, dv, out),
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
        if let Some(learnt) = get("learnt").and_then(|n| <[f64; 12]>::try_from(n.as_slice()).ok()) {
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
            let factor = Factor::new(pattern, needed);
            self.matrices =
                Some(Matrices { pattern: pattern.clone(), stiffness: matrix(), damping: Damped::No, factor });
        }
        self.masses.clear();
        if let Some(lumped) = system.mass().lumped() {
            self.masses.extend(lumped.masses().iter().flat_map(|m| [*m; 3]));
        }
    }

    /// Makes the factor of a restored history again.
    fn rebuild(&mut self, system: &dyn MechanicalSystem) -> Result<(), StepError> {
        let Some(record) = self.pending.take() else { return Ok(()) };
        let Matrices { stiffness, damping, factor, .. } = self.matrices.as_mut().expect("made by fit");
        if record.at.x.len() != system.dofs() {
            return Ok(());
        }
        system.tangent(&record.at, STIFFNESS, false, stiffness);
        damping.put(system, &record.at, &self.masses, &mut factor.shifted);
        factor.projected = record.projected;
        let mut pole = SystemPole { factor, system, at: &record.at, stiffness, damping: damping.matrix() };
        pole.factorize(record.shift).map_err(pole_error)?;
        factor.fresh = record.fresh;
        factor.surplus = record.surplus;
        Ok(())
    }
}

const STIFFNESS: Weights = Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 };

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
