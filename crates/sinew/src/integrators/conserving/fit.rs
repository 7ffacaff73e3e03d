//! The fit: the lowest modes get their exact frequency, whatever the step.
//!
//! The scheme x_1 - x_0 = h tau (v_0 + v_1)/2, M (v_1 - v_0) = h tau^T g keeps the energy for every M-self-adjoint tau:
//! (v_0 + v_1)/2 . h tau^T g = g . (x_1 - x_0) = -(V_1 - V_0). With z = h omega and
//!
//!   tau = tan(z/2)/(z/2)   (1/tau = y coth y, y = h sqrt(-lambda)/2, for modes that fall over)
//!
//! a linear mode moves exactly, in frequency and amplitude. So s modes U of the tangent at x_0 (M-orthonormal, lowest
//! first) get 1/tau_i, the rest 1; with c_i = 1 - 1/tau_i
//!
//!   tau^-1 d = d - U c (M U)^T d,     2/h^2 M tau^-1 (tau^-1 u - h v_0) = g(x_0, x_0 + u),     v_1 = 2/h tau^-1 u - v_0,
//!
//! a change of M by low rank, for which a factor without it does ([woodbury1950]).
//!
//! A fit knows linear modes alone. Its weight w takes it back where elements turn by more than [`TURN`] in a step or where
//! the modal force changes otherwise than the modes foresee (rho). Modes with z above [`HIGHEST`] are left alone. Rigid
//! motion, also that about a pin or a hinge, is no mode here: tau = 1 there, whatever stress makes of its frequency. Where the step
//! resolves all s modes, so that the midpoint rule has their frequencies right to [`RESOLVED`], modes of more than [`SMALL`]
//! unknowns are not worth finding, and nothing is fitted. Rayleigh's quotients bound modes from above, so a look at any s vectors can tell.
//! Nor is anything fitted where the system falls into more pieces than modes.
//! Where the solver iterates (large systems at small steps), smooth fields and a few sweeps without a factor have to show it
//! ([`smooth`](super::smooth)); nothing is fitted there even if they do not, and they go on next time.

use nalgebra::{DMatrix, DVector, Dyn, LU};
use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, dot};
use sinew_math::solve::SolveError;
use sinew_math::sparse::BlockMatrix;

use super::inertia::Inertia;
use super::smooth::{FIELDS, SmoothFields};
use crate::integrators::energy::rigid::Rigid;
use crate::integrators::linear::StepMatrix;
use crate::integrators::split::modes::TrackedModes;
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

/// h omega above which a mode is not fitted: 1/tau passes zero at pi without harm, but has its pole at 2 pi.
pub const HIGHEST: f64 = 5.5;
/// Mean turn of the elements in a step, in radians, at which the fit ends.
pub const TURN: f64 = 0.15;
/// Share of the modal force that is not linear at which the fit ends.
pub const NONLINEAR: f64 = 0.3;
/// Share of the way of a step, in the mass norm, up to which what modal forces do in it is an error of the solver.
pub const UNFELT: f64 = 1e-7;
/// Error of the midpoint rule in the frequency of the highest mode, z^2/12, up to which nothing is fitted.
pub const RESOLVED: f64 = 1e-3;
/// Unknowns up to which modes cost next to nothing, and are fitted all the same.
pub const SMALL: usize = 1000;
/// Steps after which that is looked at again.
const LOOK: u32 = 16;
/// Below this weight the modes are not even followed.
const LEAST: f64 = 0.02;
/// Modes are never followed more closely than by this share of their tolerance.
const CLOSEST: f64 = 0.02;
/// Rounds in which the first modes must be found.
const ROUNDS: usize = 8;

/// See the module's head; everything it allocates it keeps.
pub struct Fit {
    modes: TrackedModes,
    tolerance: f64,
    stiffness: Option<BlockMatrix>,
    rigid: Rigid,
    /// rho of the last step.
    nonlinearity: f64,
    /// Steps for which the modes are left alone, if these are no longer than this one was.
    calm: (u32, f64),
    /// Whether that is because they are resolved.
    shown: bool,
    weight: f64,
    /// c_i
    share: Vec<f64>,
    /// Forces at x_0, and its change over the step.
    force: Vec<f64>,
    change: Vec<f64>,
    excess: Vec<f64>,
    modal: Vec<f64>,
    initial: Vec<f64>,
    /// Z = A^-1 M U and the factor of I + C (M U)^T Z.
    columns: Vec<f64>,
    capacitance: Option<LU<f64, Dyn, Dyn>>,
    /// C
    strength: Vec<f64>,
}

impl Fit {
    /// Of the `modes` lowest modes.
    pub fn new(modes: usize, tolerance: f64) -> Self {
        Self {
            modes: TrackedModes::new(modes, tolerance),
            tolerance,
            stiffness: None,
            rigid: Rigid::default(),
            nonlinearity: 0.0,
            calm: (0, 0.0),
            shown: false,
            weight: 0.0,
            share: Vec::new(),
            force: Vec::new(),
            change: Vec::new(),
            excess: Vec::new(),
            modal: Vec::new(),
            initial: Vec::new(),
            columns: Vec::new(),
            capacitance: None,
            strength: Vec::new(),
        }
    }

    /// Whether any mode is fitted in this step.
    pub fn active(&self) -> bool {
        self.share.iter().any(|c| *c != 0.0)
    }

    /// Weight of the fit in this step, 0 to 1.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// The modes.
    pub fn modes(&self) -> &TrackedModes {
        &self.modes
    }

    /// The modes, to save and restore them.
    pub fn modes_mut(&mut self) -> &mut TrackedModes {
        &mut self.modes
    }

    /// rho and for how long the modes need no fit, to save them.
    pub fn memory(&self) -> [f64; 4] {
        [self.nonlinearity, f64::from(self.calm.0), self.calm.1, f64::from(u8::from(self.shown))]
    }

    /// Takes up what was saved.
    pub fn set_memory(&mut self, [rho, calm, step, shown]: [f64; 4]) {
        (self.nonlinearity, self.calm, self.shown) = (rho, (calm as u32, step), shown > 0.0);
    }

    /// Whether the last step did without a fit because it resolves the modes.
    pub fn resolved(&self) -> bool {
        self.calm.1 > 0.0 && self.shown && self.weight == 0.0
    }

    /// Drops the modes.
    pub fn forget(&mut self) {
        self.modes.forget();
        self.nonlinearity = 0.0;
        self.calm = (0, 0.0);
    }

    /// No fit in this step.
    pub fn rest(&mut self) {
        self.share.clear();
        self.weight = 0.0;
    }

    /// Whether the modes of a step from here are worth following, by its size and by how fast its elements turn.
    pub fn begin(&mut self, h: f64, turn_rate: f64) -> bool {
        let falling = |x: f64| (1.0 - x * x).max(0.0);
        self.rest();
        if self.calm.0 > 0 && h <= self.calm.1 {
            self.calm.0 -= 1;
            return false;
        }
        let turn = h * turn_rate;
        self.weight = falling(turn / TURN) * falling(self.nonlinearity / NONLINEAR);
        if self.weight <= LEAST || turn.is_nan() {
            self.weight = 0.0;
            // Forgive: what was not linear once may be so again.
            self.nonlinearity *= 0.8;
            return false;
        }
        true
    }

    /// Follows the modes at the start of a step of size h; `matrix` holds a factor near 2/h^2 M + K/2.
    pub fn prepare(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        matrix: &mut StepMatrix,
        products: &mut u64,
    ) -> Result<(), StepError> {
        let n = from.x.len();
        let mass = system.mass();
        for buffer in [&mut self.force, &mut self.change, &mut self.excess] {
            buffer.resize(n, 0.0);
        }
        system.force(from, &mut self.force);
        let pattern = system.pattern();
        if !self.stiffness.as_ref().is_some_and(|k| std::sync::Arc::ptr_eq(k.pattern(), pattern)) {
            self.stiffness = Some(BlockMatrix::new(pattern.clone()));
        }
        let Self { modes, stiffness, rigid, .. } = self;
        let stiffness = stiffness.as_mut().expect("it was just made");
        system.tangent(from, Weights { mass: 0.0, damping: 0.0, stiffness: 1.0 }, false, stiffness);
        let fresh = !modes.known(n);
        // Where the solver iterates a factor for the sake of the modes alone would cost more than all the rest.
        let iterated = n > SMALL && !matrix.factored();
        let mut remove = |v: &mut [f64]| rigid.remove(system, from, v);
        if fresh && iterated {
            let fields = SmoothFields::new(&from.x, stiffness);
            let mut write = |k: usize, v: &mut [f64]| fields.write(k, v);
            modes.start_among((mass, stiffness), FIELDS, products, &mut write, &mut remove)?;
        } else if fresh {
            modes.seed(n);
        }
        modes.cleanse(mass, &mut remove);
        let resolved = |modes: &TrackedModes| {
            let size = |lambda: Option<&f64>| lambda.map_or(f64::INFINITY, |lambda| lambda.abs());
            h * h * size(modes.values().first()).max(size(modes.values().last())) <= 12.0 * RESOLVED
        };
        if iterated {
            let enough = 12.0 * RESOLVED / (h * h);
            self.shown = modes.lower((mass, stiffness), matrix, enough, products, &mut remove)?;
            self.calm = (LOOK, h);
            self.rest();
            return Ok(());
        }
        // They were resolved at the last look: no need to improve them for this one.
        let mut look = self.calm.1 > 0.0 && self.shown;
        for round in 0..if fresh { ROUNDS } else { 1 + usize::from(look) } {
            // What leaks in a step shrinks with its square, and so does what the fit is for: without this the modes of a
            // step that resolves them would be any vectors, with the frequency of any.
            let reached = modes.values().last().map_or(0.0, |highest| 0.25 * h * h * highest);
            let tolerance = self.tolerance * reached.clamp(CLOSEST, 1.0);
            modes.set_tolerance(if look { f64::INFINITY } else { tolerance });
            let good = modes.follow_without(mass, stiffness, 0.5, matrix, products, &mut remove)?;
            if n > SMALL && !modes.is_empty() && resolved(modes) {
                (self.calm, self.shown) = ((LOOK, h), true);
                self.rest();
                return Ok(());
            }
            self.calm = (0, 0.0);
            if good && round > 0 {
                break;
            }
            look = false;
        }
        let weight = self.weight;
        self.share.clear();
        self.share.extend(self.modes.values().iter().map(|lambda| weight * (1.0 - inverse_tau(h * h * lambda))));
        if self.active() {
            self.modes.project_velocity(&from.v, &mut self.initial);
            self.renew_columns(matrix, 2.0 / (h * h)).map_err(crate::integrators::linear::step_error)?;
        }
        Ok(())
    }

    /// out = tau^-1 d
    pub fn inverse_tau(&mut self, d: &[f64], out: &mut [f64]) {
        out.copy_from_slice(d);
        if !self.active() {
            return;
        }
        self.modes.project_velocity(d, &mut self.modal);
        self.modal.iter_mut().zip(&self.share).for_each(|(a, c)| *a *= c);
        self.modes.add(-1.0, &self.modal, out);
    }

    /// rho of a step that was made: how much of the change of the modal force the modes did not foresee.
    pub fn judge(&mut self, system: &dyn MechanicalSystem, from: &State, to: &State, scratch: &mut State) {
        if !self.active() {
            return;
        }
        scratch.copy_from(from);
        scratch.x.copy_from_slice(&to.x);
        system.force(scratch, &mut self.change);
        self.change.iter_mut().zip(&self.force).for_each(|(a, b)| *a -= b);
        self.modes.project(&self.change, &mut self.modal);
        self.modes.project(&self.force, &mut self.initial);
        self.excess.iter_mut().zip(to.x.iter().zip(&from.x)).for_each(|(u, (a, b))| *u = a - b);
        let (mut missed, mut linear, mut force) = (0.0, 0.0, 0.0);
        for (i, lambda) in self.modes.values().iter().enumerate() {
            let n = self.excess.len();
            let foreseen = -lambda * dot(&self.modes.mass_vectors()[i * n..(i + 1) * n], &self.excess);
            missed += (self.modal[i] - foreseen).powi(2);
            linear += foreseen * foreseen;
            force += self.initial[i].powi(2);
        }
        let scale = linear.sqrt() + force.sqrt();
        // In free flight the modal forces are rounding: what is not linear in it says nothing of the modes.
        let h = to.t - from.t;
        system.mass().apply(&self.excess, &mut self.change);
        let length = dot(&self.excess, &self.change).max(0.0).sqrt();
        let felt = 0.5 * h * h * scale > UNFELT * length;
        let rho = if felt { missed.sqrt() / scale } else { 0.0 };
        self.nonlinearity = if rho.is_finite() { rho } else { NONLINEAR };
    }

    fn renew_columns(&mut self, matrix: &mut StepMatrix, scale: f64) -> Result<(), SolveError> {
        let s = self.modes.len();
        let n = self.modes.vectors().len().checked_div(s).unwrap_or(0);
        self.strength.clear();
        // 1 - 1/tau^2 = c (2 - c)
        self.strength.extend(self.share.iter().map(|c| -scale * c * (2.0 - c)));
        self.columns.resize(n * s, 0.0);
        self.columns.fill(0.0);
        matrix.solve_many(self.modes.mass_vectors(), &mut self.columns, s)?;
        let column = |j: usize| j * n..(j + 1) * n;
        let small = DMatrix::from_fn(s, s, |i, j| {
            let g = dot(&self.modes.mass_vectors()[column(i)], &self.columns[column(j)]);
            f64::from(i == j) + self.strength[i] * g
        });
        self.capacitance = Some(small.lu());
        Ok(())
    }
}

/// 1/tau of a mode with lambda h^2 = z2.
fn inverse_tau(z2: f64) -> f64 {
    let half = 0.5 * z2.abs().sqrt();
    let value = if half < 1e-3 {
        // (z/2) cot(z/2) = 1 - z^2/12 - ...
        1.0 - z2 / 12.0
    } else if z2 > HIGHEST * HIGHEST {
        1.0
    } else if z2 > 0.0 {
        half / half.tan()
    } else {
        half / half.tanh()
    };
    value.clamp(-30.0, 30.0)
}

impl Inertia for Fit {
    fn apply(&mut self, mass: &dyn LinearOperator, u: &[f64], v0: &[f64], h: f64, out: &mut [f64]) {
        self.excess.clear();
        self.excess.extend(u.iter().zip(v0).map(|(u, v)| u - h * v));
        mass.apply(&self.excess, out);
        if self.active() {
            self.modes.project_velocity(u, &mut self.modal);
            let Self { modal, initial, share, .. } = self;
            for ((a, b), c) in modal.iter_mut().zip(&*initial).zip(&*share) {
                *a = h * c * b - c * (2.0 - c) * *a;
            }
            self.modes.add_mass(1.0, &self.modal, out);
        }
    }

    fn add_change(&self, c: f64, x: &[f64], y: &mut [f64]) {
        if self.active() {
            let n = x.len();
            for (mu, share) in self.modes.mass_vectors().chunks_exact(n).zip(&self.share) {
                axpy(-c * share * (2.0 - share) * dot(mu, x), mu, y);
            }
        }
    }

    fn correct(&mut self, y: &mut [f64]) {
        let Some(small) = self.capacitance.as_ref().filter(|_| self.active()) else { return };
        self.modes.project_velocity(y, &mut self.modal);
        let right = DVector::from_iterator(self.modal.len(), self.modal.iter().zip(&self.strength).map(|(a, c)| a * c));
        let Some(weights) = small.solve(&right) else { return };
        for (w, z) in weights.iter().zip(self.columns.chunks_exact(y.len())) {
            axpy(-w, z, y);
        }
    }

    fn renew(&mut self, matrix: &mut StepMatrix, scale: f64) -> Result<(), SolveError> {
        if self.active() { self.renew_columns(matrix, scale) } else { Ok(()) }
    }
}
