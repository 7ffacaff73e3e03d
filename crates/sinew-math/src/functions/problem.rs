//! The matrices: mass, stiffness, damping, and the solver of the shifted system.
//!
//! J = \[\[0, I\], \[-A, -B\]\] with A = M^-1 K and B = M^-1 D, acting on (position, velocity). K may be indefinite or
//! singular; M is symmetric positive definite. K and D are symmetric unless the problem says otherwise: dashpots and
//! follower loads make the skew part of K different from zero, gyroscopic forces that of D.

use super::FunctionError;
use crate::operator::LinearOperator;
use crate::parallel::{dot, norm};
use crate::solve::{Cholesky, SolveError};

/// The mass matrix.
#[derive(Clone, Copy)]
pub enum MassMatrix<'a> {
    /// One positive value per unknown.
    Diagonal(&'a [f64]),
    /// A product only (consistent mass): nothing ever solves with it.
    Operator(&'a dyn LinearOperator),
}

impl MassMatrix<'_> {
    /// out = M v
    pub fn apply(&self, v: &[f64], out: &mut [f64]) {
        match self {
            MassMatrix::Diagonal(m) => {
                for ((out, m), v) in out.iter_mut().zip(*m).zip(v) {
                    *out = m * v;
                }
            }
            MassMatrix::Operator(m) => m.apply(v, out),
        }
    }

    /// The diagonal, if it is one.
    pub fn diagonal(&self) -> Option<&[f64]> {
        match self {
            MassMatrix::Diagonal(m) => Some(m),
            MassMatrix::Operator(_) => None,
        }
    }
}

/// Velocity-dependent forces -D v.
#[derive(Clone, Copy)]
pub enum Damping<'a> {
    /// D = 0
    None,
    /// D = alpha M + beta K with the same K: treated inside the scalar functions, exactly.
    Rayleigh {
        /// 1/s
        alpha: f64,
        /// s
        beta: f64,
    },
    /// Any D: projected together with K.
    Operator(&'a dyn LinearOperator),
}

impl Damping<'_> {
    /// (alpha, beta) where D is a function of K; zero without damping.
    pub(crate) fn rayleigh(&self) -> Option<(f64, f64)> {
        match self {
            Damping::None => Some((0.0, 0.0)),
            Damping::Rayleigh { alpha, beta } => Some((*alpha, *beta)),
            Damping::Operator(_) => None,
        }
    }
}

/// What is known of K and D.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// K = K^T and D = D^T; probed unless the options say otherwise.
    #[default]
    Symmetric,
    /// Nothing: shift-and-invert, adaptive Krylov and dense take it. The functions are phi_k(t J) and c_k(t^2 A).
    General,
}

/// M x'' + D x' + K x = ..
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// M
    pub mass: MassMatrix<'a>,
    /// K
    pub stiffness: &'a dyn LinearOperator,
    /// D
    pub damping: Damping<'a>,
    /// Are K and D symmetric?
    pub symmetry: Symmetry,
    /// Flops of one product with K: two per stored scalar of the full matrix. Decides what `auto` chooses.
    pub product_flops: f64,
}

impl Problem<'_> {
    /// Number of unknowns.
    pub fn dim(&self) -> usize {
        self.stiffness.dim()
    }

    pub(crate) fn is_symmetric(&self) -> bool {
        self.symmetry == Symmetry::Symmetric
    }

    /// Sizes, positive masses, and (where it is claimed) symmetry of K, D and M on a fixed pair of rough vectors: two
    /// products each.
    pub fn check(&self) -> Result<(), FunctionError> {
        let n = self.dim();
        match self.mass {
            MassMatrix::Diagonal(m) => {
                if m.len() != n {
                    return Err(FunctionError::BadRequest("the mass has another length than the stiffness"));
                }
                // Written so that NaN is caught, too.
                if let Some((unknown, value)) = m.iter().enumerate().find(|(_, m)| !(**m > 0.0 && m.is_finite())) {
                    return Err(FunctionError::BadMass { unknown, value: *value });
                }
            }
            MassMatrix::Operator(m) => {
                if m.dim() != n {
                    return Err(FunctionError::BadRequest("the mass has another size than the stiffness"));
                }
                probe("the mass", m, true)?;
            }
        }
        probe("the stiffness", self.stiffness, self.is_symmetric())?;
        if let Damping::Operator(d) = self.damping {
            if d.dim() != n {
                return Err(FunctionError::BadRequest("the damping has another size than the stiffness"));
            }
            probe("the damping", d, self.is_symmetric())?;
        }
        match self.damping.rayleigh() {
            Some((alpha, beta)) if !(alpha.is_finite() && beta.is_finite()) => {
                Err(FunctionError::NonFinite { what: "the damping" })
            }
            _ => Ok(()),
        }
    }
}

/// Compares x.Ay with y.Ax; only looks for numbers that are not finite if no symmetry is claimed.
fn probe(what: &'static str, a: &dyn LinearOperator, symmetric: bool) -> Result<(), FunctionError> {
    let n = a.dim();
    let (x, y) = (rough_vector(n, 1), rough_vector(n, 2));
    let (mut ax, mut ay) = (vec![0.0; n], vec![0.0; n]);
    a.apply(&x, &mut ax);
    a.apply(&y, &mut ay);
    let scale = norm(&x) * norm(&ay) + norm(&y) * norm(&ax);
    if !scale.is_finite() {
        return Err(FunctionError::NonFinite { what });
    }
    let defect = (dot(&x, &ay) - dot(&y, &ax)).abs() / scale.max(f64::MIN_POSITIVE);
    // The defect of a symmetric operator is rounding; that of a random asymmetry e is about e / sqrt(n).
    if symmetric && defect > 1e-11 { Err(FunctionError::NotSymmetric { what, defect }) } else { Ok(()) }
}

/// A fixed vector with a share of every mode: uniform numbers in (-1, 1) of a small generator.
pub(crate) fn rough_vector(n: usize, seed: u64) -> Vec<f64> {
    rough_numbers(seed).take(n).collect()
}

pub(crate) fn rough_numbers(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    std::iter::from_fn(move || {
        // splitmix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
    })
}

/// Solves with P = M + shift K_p (+ sqrt(shift) D_p): the one expensive object, made rarely and used often.
///
/// K_p may be an older tangent or one projected to be positive semidefinite: it only shapes the search space, the
/// functions are those of the true K.
pub trait Pole {
    /// The shift of the present factor, if there is one.
    fn shift(&self) -> Option<f64>;

    /// Factors M + shift K_p.
    fn factorize(&mut self, shift: f64) -> Result<(), SolveError>;

    /// Falls back on a positive semidefinite K_p for the next factorizations; false if there is none.
    fn use_projected(&mut self) -> bool {
        false
    }

    /// X = P^-1 B for `columns` right-hand sides stored one after the other.
    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError>;

    /// The factor itself, where it is one of Cholesky: systems that fall apart are treated part by part.
    fn cholesky(&mut self) -> Option<&mut Cholesky> {
        None
    }

    /// Flops of one factorization.
    fn factor_flops(&self) -> f64;

    /// Flops of one solve with one right-hand side.
    fn solve_flops(&self) -> f64;
}
