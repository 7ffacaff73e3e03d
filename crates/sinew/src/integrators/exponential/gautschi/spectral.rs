//! Functions of h Om applied to vectors, Om^2 = M^-1 K: by all modes of a small system or by Krylov spaces.
//!
//! Every function is even, so it is given as a function of s = (h Om)^2 and no square root is formed; forces enter as
//! M times a vector, so nothing solves with M. Modes cost O(n^3) once per stiffness matrix and then 4 n^2 flops a
//! function, exact to rounding. For a stiffness that stays they are taken up to [`MODAL`] unknowns, and up to
//! [`MODAL_LARGEST`] where a run of [`STEPS`] steps pays for them: stiff undamped motion takes a polynomial of degree
//! h omega_max / 2 in every step otherwise. For a stiffness that changes in every step they are taken up to
//! [`MODAL_EACH_STEP`]. Everything else goes to the engines of [`Linearization`]. With rotations R of the vertices the functions are those of R K R^T (M lumped):
//! the same modes serve a body that turns.

use std::sync::Arc;

use sinew_math::eigen::{DenseModes, ModalTerm};
use sinew_math::functions::{Function, Kind, MassMatrix, Request, Term};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};

use crate::integrators::exponential::{Engine, FunctionOptions, Linearization};
use crate::integrators::{History, Work};
use crate::mechanics::{Mat3, MechanicalSystem, State, StepError, Vec3};

/// Most unknowns for which all modes of a constant stiffness are computed whatever the step.
const MODAL: usize = 600;

/// Most unknowns for which they are computed if that is cheaper than the Krylov spaces of [`STEPS`] steps.
const MODAL_LARGEST: usize = 2400;

/// Steps over which the price of the modes is spread.
const STEPS: f64 = 200.0;

/// The same for a stiffness that changes in every step: about the price of a Krylov space and its small eigenproblems.
const MODAL_EACH_STEP: usize = 60;

/// Relative error of the functions where none is asked for: below what a scheme of order 2 leaves at large steps.
const TOLERANCE: f64 = 1e-6;

/// Sizes below which errors do not matter: of displacements in element sizes, of velocities over h, of accelerations over
/// h^2.
pub const SMALL: f64 = 1e-6;

/// Most terms in one sum.
const TERMS: usize = 4;

/// A vector b, given as M b.
pub fn dual(force: &[f64]) -> (Kind, &[f64]) {
    (Kind::Dual, force)
}

/// A vector.
pub fn primal(vector: &[f64]) -> (Kind, &[f64]) {
    (Kind::Primal, vector)
}

/// weight f((h Om)^2) b
pub fn term<'a>(weight: f64, function: fn(f64) -> f64, vector: (Kind, &'a [f64])) -> ModalTerm<'a> {
    ModalTerm { weight, function, vector }
}

/// See the module's head. Everything it allocates it keeps.
pub struct Spectral {
    engine: Engine,
    tolerance: f64,
    /// The stiffness is expected to stay, so its modes are worth their price.
    constant: bool,
    /// Whether modes are used; decided when a stiffness is set for the first time.
    modal: Option<bool>,
    kept: Option<Kept>,
    krylov: Linearization,
    modes: Option<DenseModes>,
    /// Masses per unknown; empty for a consistent mass.
    masses: Vec<f64>,
    /// Nine values a vertex, or empty.
    rotations: Vec<f64>,
    turned: [Vec<f64>; TERMS],
    /// Memory of the last request.
    request: Request<'static>,
    result: Vec<f64>,
}

struct Kept {
    pattern: Arc<Pattern>,
    stiffness: BlockMatrix,
    /// sqrt(total mass) times the mean element size: the norm of a displacement by one element.
    unit: f64,
}

impl Spectral {
    /// `constant`: the stiffness is expected to stay.
    pub fn new(options: &FunctionOptions, constant: bool) -> Self {
        // A truncated space spoils the symmetry of two-step schemes and lets them explode: there is always a tolerance.
        let tolerance = options.tolerance.unwrap_or(TOLERANCE);
        Self::with(&FunctionOptions { tolerance: Some(tolerance), ..options.clone() }, tolerance, constant)
    }

    /// Krylov spaces of a fixed length, whatever the error.
    pub fn fixed_length(m: usize) -> Self {
        let options = FunctionOptions { engine: Engine::Lanczos, krylov_max: Some(m), tolerance: None };
        Self::with(&options, 1e-13, false)
    }

    fn with(options: &FunctionOptions, tolerance: f64, constant: bool) -> Self {
        Self {
            engine: options.engine,
            tolerance,
            constant,
            modal: None,
            kept: None,
            krylov: Linearization::new(options),
            modes: None,
            masses: Vec::new(),
            rotations: Vec::new(),
            turned: Default::default(),
            request: Request::default(),
            result: Vec::new(),
        }
    }

    /// Takes the functions of this K from now on, without rotations; h is the step they will be used for.
    pub fn set(&mut self, system: &dyn MechanicalSystem, stiffness: &BlockMatrix, h: f64) -> Result<(), StepError> {
        self.rotations.clear();
        let known = self.kept.as_ref().is_some_and(|k| {
            Arc::ptr_eq(&k.pattern, stiffness.pattern()) && k.stiffness.values() == stiffness.values()
        });
        if !known {
            self.modes = None;
            let room = self.kept.as_ref().is_some_and(|k| Arc::ptr_eq(&k.pattern, stiffness.pattern()));
            if !room {
                let total: f64 = system.mass().vertex_masses().iter().sum();
                let unit = (3.0 * total).sqrt() * system.element_size();
                let stiffness = BlockMatrix::new(stiffness.pattern().clone());
                self.kept = Some(Kept { pattern: stiffness.pattern().clone(), stiffness, unit });
                self.masses.clear();
                if let Some(lumped) = system.mass().lumped() {
                    self.masses.extend(lumped.masses().iter().flat_map(|m| [*m; 3]));
                }
            }
            let kept = self.kept.as_mut().expect("it was just made");
            kept.stiffness.values_mut().copy_from_slice(stiffness.values());
        }
        let modal = match self.engine {
            Engine::Dense => true,
            Engine::Auto if !self.constant => system.dofs() <= MODAL_EACH_STEP,
            Engine::Auto => self.modal.unwrap_or_else(|| system.dofs() <= MODAL || modes_pay(system, stiffness, h)),
            _ => false,
        };
        self.modal = Some(modal);
        if !modal {
            return self.krylov.constant(system, stiffness);
        }
        if self.modes.is_none() {
            self.modes = Some(DenseModes::new(&self.mass(system), stiffness).map_err(StepError::Functions)?);
        }
        Ok(())
    }

    /// Room for the rotation of each free vertex, nine values (by columns) a vertex; from now on functions are those of
    /// R K R^T. The mass must be lumped.
    pub fn rotations(&mut self, dofs: usize) -> &mut [f64] {
        self.rotations.resize(3 * dofs, 0.0);
        &mut self.rotations
    }

    /// out = sum of the terms at time h; errors are relative to max(|out|, scale) with `scale` in element sizes.
    pub fn apply(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        scale: f64,
        terms: &[ModalTerm<'_>],
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        if self.rotations.is_empty() {
            return self.evaluate(system, h, scale, terms, out, work);
        }
        // R f(K) R^T
        let (mut turned, mut result) = (std::mem::take(&mut self.turned), std::mem::take(&mut self.result));
        for (to, term) in turned.iter_mut().zip(terms) {
            to.resize(out.len(), 0.0);
            turn(&self.rotations, term.vector.1, true, to);
        }
        let mut back = [ModalTerm { weight: 0.0, function: |_| 0.0, vector: (Kind::Primal, &[]) }; TERMS];
        for ((back, term), vector) in back.iter_mut().zip(terms).zip(&turned) {
            *back = ModalTerm { vector: (term.vector.0, vector), ..*term };
        }
        result.resize(out.len(), 0.0);
        let done = self.evaluate(system, h, scale, &back[..terms.len()], &mut result, work);
        turn(&self.rotations, &result, false, out);
        (self.turned, self.result) = (turned, result);
        done
    }

    fn evaluate(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        scale: f64,
        terms: &[ModalTerm<'_>],
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        if let Some(mut modes) = self.modes.take() {
            modes.apply(&self.mass(system), h, terms, out);
            self.modes = Some(modes);
            work.products += 1 + terms.len() as u64;
            return Ok(());
        }
        let floor = scale * self.kept.as_ref().expect("a stiffness is set first").unit;
        let mut request = std::mem::take(&mut self.request).reset(self.tolerance);
        request.vectors.extend(terms.iter().map(|t| t.vector));
        let even = |(vector, t): (usize, &ModalTerm<'_>)| {
            let function = Function::Even(t.function);
            Term { weight: t.weight, function, time: h, vector }
        };
        request.output(floor, terms.iter().enumerate().map(even));
        let done = self.krylov.evaluate(system, &request, out, work);
        self.request = request.reset(self.tolerance);
        done.map(|_| ())
    }

    /// Relative error of what `apply` gives.
    pub fn noise(&self) -> f64 {
        if self.modes.is_some() { 8.0 * f64::EPSILON } else { self.tolerance }
    }

    /// out = K x
    pub fn product(&mut self, x: &[f64], out: &mut [f64], work: &mut Work) {
        work.products += 1;
        let Self { kept, rotations, turned: [back, ..], result, .. } = self;
        let stiffness = &kept.as_ref().expect("a stiffness is set first").stiffness;
        if rotations.is_empty() {
            return stiffness.apply(x, out);
        }
        back.resize(x.len(), 0.0);
        result.resize(x.len(), 0.0);
        turn(rotations, x, true, back);
        stiffness.apply(back, result);
        turn(rotations, result, false, out);
    }

    /// Somebody may have changed more than the state.
    pub fn forget(&mut self) {
        self.kept = None;
        self.modes = None;
        self.modal = None;
        self.krylov.forget();
    }

    /// What the choice of engines has learnt.
    pub fn save(&self, history: &mut History) {
        if let Some(modal) = self.modal {
            history.0.insert("modal".into(), vec![f64::from(modal)]);
        }
        self.krylov.save(history);
    }

    /// Takes up a saved history.
    pub fn restore(&mut self, history: &History) {
        self.modal = history.0.get("modal").and_then(|m| m.first()).map(|m| *m != 0.0);
        self.krylov.restore(history);
    }

    fn mass<'a>(&'a self, system: &'a dyn MechanicalSystem) -> MassMatrix<'a> {
        if self.masses.is_empty() { MassMatrix::Operator(system.mass()) } else { MassMatrix::Diagonal(&self.masses) }
    }
}

/// Whether all modes cost less than the polynomials of a run, four vectors a step. Counted, so the same everywhere.
fn modes_pay(system: &dyn MechanicalSystem, stiffness: &BlockMatrix, h: f64) -> bool {
    let n = system.dofs();
    let Some(split) = system.linear_split().filter(|_| n <= MODAL_LARGEST) else { return false };
    let rest = State { t: 0.0, x: split.rest().to_vec(), v: vec![0.0; n] };
    let degree = 0.5 * h * system.frequency_bound(&rest);
    let product = 36.0 * stiffness.pattern().blocks() as f64;
    25.0 * (n as f64).powi(3) <= STEPS * 4.0 * degree * product
}

/// to = R v, or R^T v
fn turn(rotations: &[f64], v: &[f64], transposed: bool, to: &mut [f64]) {
    for ((r, v), to) in rotations.chunks_exact(9).zip(v.chunks_exact(3)).zip(to.chunks_exact_mut(3)) {
        let (r, v) = (Mat3::from_column_slice(r), Vec3::from_column_slice(v));
        to.copy_from_slice(if transposed { r.tr_mul(&v) } else { r * v }.as_slice());
    }
}
