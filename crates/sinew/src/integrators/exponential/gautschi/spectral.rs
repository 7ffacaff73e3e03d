//! Functions of h Om applied to vectors, Om^2 = M^-1 K: by all modes of a small system or by Krylov spaces.
//!
//! Every function is even, so it is given as a function of s = (h Om)^2 and no square root is formed; forces enter as
//! M times a vector, so nothing solves with M. Modes cost O(n^3) once per stiffness matrix and then 4 n^2 flops a
//! function, exact to rounding: taken for a stiffness that stays and up to [`MODAL`] unknowns, for one that changes in
//! every step up to [`MODAL_EACH_STEP`]. Everything else goes to the engines of [`Linearization`]. With rotations R of the vertices the functions are those of R K R^T (M lumped):
//! the same modes serve a body that turns.

use std::sync::Arc;

use sinew_math::eigen::{DenseModes, ModalTerm};
use sinew_math::functions::{Function, Kind, MassMatrix, Request, Term};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};

use crate::integrators::exponential::{Engine, FunctionOptions, Linearization};
use crate::integrators::{History, Work};
use crate::mechanics::{Mass, Mat3, MechanicalSystem, StepError, Vec3};

/// Most unknowns for which all modes of a constant stiffness are computed without being asked for.
const MODAL: usize = 600;

/// The same for a stiffness that changes in every step: about the price of a Krylov space and its small eigenproblems.
const MODAL_EACH_STEP: usize = 60;

/// Relative error of the functions where none is asked for.
const TOLERANCE: f64 = 1e-9;

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
        // A two-step scheme has no error estimate of its own, so without a limit there is a tolerance.
        let tolerance = options.tolerance.or(options.krylov_max.is_none().then_some(TOLERANCE));
        Self {
            engine: options.engine,
            tolerance: tolerance.unwrap_or(1e-13),
            constant,
            kept: None,
            krylov: Linearization::new(&FunctionOptions { tolerance, ..options.clone() }),
            modes: None,
            masses: Vec::new(),
            rotations: Vec::new(),
            turned: Default::default(),
            request: Request::default(),
            result: Vec::new(),
        }
    }

    /// Takes the functions of this K from now on, without rotations.
    pub fn set(&mut self, system: &dyn MechanicalSystem, stiffness: &BlockMatrix) -> Result<(), StepError> {
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
            Engine::Auto => system.dofs() <= if self.constant { MODAL } else { MODAL_EACH_STEP },
            _ => false,
        };
        if !modal {
            return self.krylov.constant(system, stiffness);
        }
        if self.modes.is_none() {
            let product = MassProduct(system.mass(), system.dofs());
            self.modes = Some(DenseModes::new(&self.mass(&product), stiffness).map_err(StepError::Functions)?);
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
            let product = MassProduct(system.mass(), system.dofs());
            modes.apply(&self.mass(&product), h, terms, out);
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
        self.krylov.forget();
    }

    /// What the choice of engines has learnt.
    pub fn save(&self, history: &mut History) {
        self.krylov.save(history);
    }

    /// Takes up a saved history.
    pub fn restore(&mut self, history: &History) {
        self.krylov.restore(history);
    }

    fn mass<'a>(&'a self, product: &'a MassProduct<'a>) -> MassMatrix<'a> {
        if self.masses.is_empty() { MassMatrix::Operator(product) } else { MassMatrix::Diagonal(&self.masses) }
    }
}

/// to = R v, or R^T v
fn turn(rotations: &[f64], v: &[f64], transposed: bool, to: &mut [f64]) {
    for ((r, v), to) in rotations.chunks_exact(9).zip(v.chunks_exact(3)).zip(to.chunks_exact_mut(3)) {
        let (r, v) = (Mat3::from_column_slice(r), Vec3::from_column_slice(v));
        to.copy_from_slice(if transposed { r.tr_mul(&v) } else { r * v }.as_slice());
    }
}

/// M as an operator.
struct MassProduct<'a>(&'a Mass, usize);

impl LinearOperator for MassProduct<'_> {
    fn dim(&self) -> usize {
        self.1
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.0.apply(x, y);
    }
}
