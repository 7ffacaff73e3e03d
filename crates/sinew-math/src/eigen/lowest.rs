//! The algebraically smallest eigenvalues of K w = lambda M w: block thick-restart Lanczos on a Cholesky factor.
//!
//! S = K + sigma M is made positive definite by the shift sigma, so that every eigenvalue nu = 1 / (lambda + sigma) of
//! S^-1 M is positive and the largest nu belong to the smallest lambda, negative and zero ones included. The space grows
//! by W = S^-1 M V, a block at a time (84 to 96 % of the time are solves, and a block of eight costs little more than
//! two single ones), is orthogonalised fully in the M inner product, and is restarted with the best Ritz vectors and
//! the last block, which keeps it a Krylov space. A good guess (the modes of the last time step) enters as the first
//! block; if it is good enough, one sweep is all it takes. [wu2000]
//!
//! The shifted matrix comes from a [`Pole`]: K + sigma M = sigma (M + K / sigma), that is its shift is 1 / sigma.

use faer::Mat;

use crate::functions::internal::{Basis, product, rough_vector, symmetric_eigen};
use crate::functions::{FunctionError, MassMatrix, Pole};
use crate::operator::LinearOperator;
use crate::parallel::{axpy, dot};
use crate::solve::SolveError;

/// How to compute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModesOptions {
    /// |K w - lambda M w| in the norm of S^-1, relative: bounds the relative error of lambda + sigma by its square and
    /// the angle of w by itself over the gap.
    pub tolerance: f64,
    /// Vectors per solve.
    pub block: usize,
    /// Most restarts.
    pub max_restarts: usize,
}

impl Default for ModesOptions {
    fn default() -> Self {
        Self { tolerance: 1e-8, block: 8, max_restarts: 60 }
    }
}

/// Eigenpairs in ascending order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Modes {
    /// lambda in 1/s^2; negative for buckling directions.
    pub values: Vec<f64>,
    /// w, one after the other, w_i^T M w_j = delta_ij.
    pub vectors: Vec<f64>,
    /// sigma in use.
    pub shift: f64,
    /// Solves, one per right-hand side.
    pub solves: u64,
    /// Factorizations.
    pub factorizations: u64,
    /// Restarts.
    pub restarts: usize,
    /// Largest relative residual.
    pub residual: f64,
}

/// Why there are no modes.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModesError {
    /// More modes than unknowns, or none.
    #[error("{wanted} modes were asked for, the system has {unknowns} unknowns")]
    BadCount {
        /// Asked for.
        wanted: usize,
        /// There are.
        unknowns: usize,
    },
    /// No shift made the matrix positive definite.
    #[error("K + {shift:.1e} M is still not positive definite ({cause}); check the mass matrix for zero masses")]
    NoShift {
        /// Last one tried.
        shift: f64,
        /// What the solver said.
        cause: SolveError,
    },
    /// A solve failed.
    #[error("a solve with the shifted matrix failed: {0}")]
    Solve(#[from] SolveError),
    /// A product or an eigenvalue is not finite.
    #[error("the modes could not be computed: {0}")]
    Numbers(#[from] FunctionError),
    /// The limit was reached.
    #[error(
        "{converged} of {wanted} modes after {restarts} restarts (residual {residual:.1e}); relax the tolerance or enlarge the block"
    )]
    NotConverged {
        /// Modes with a residual below the tolerance.
        converged: usize,
        /// Asked for.
        wanted: usize,
        /// Restarts.
        restarts: usize,
        /// Largest relative residual.
        residual: f64,
    },
}

/// The `count` smallest eigenvalues and their M-orthonormal modes. `guess` may hold modes of a neighbouring problem (as
/// many vectors as its length gives); its shift is taken over, too.
pub fn lowest_modes(
    mass: &MassMatrix<'_>,
    stiffness: &dyn LinearOperator,
    pole: &mut dyn Pole,
    count: usize,
    guess: Option<&Modes>,
    options: &ModesOptions,
) -> Result<Modes, ModesError> {
    let n = stiffness.dim();
    if count == 0 || count > n {
        return Err(ModesError::BadCount { wanted: count, unknowns: n });
    }
    let mut modes = Modes::default();
    modes.shift = prepare(mass, stiffness, pole, guess, &mut modes.factorizations)?;
    let block = options.block.clamp(1, n);
    // Room for the kept vectors and a few blocks.
    let room = (2 * count + 3 * block).max(count + 5 * block).min(n);
    let mut space = Space::new(mass, n);
    space.seed(guess, block);
    loop {
        SolveError::unless_stopped()?;
        let full = space.grow(pole, modes.shift, room, block, &mut modes.solves)?;
        // With a good guess the first sweep may be enough, so look after every block.
        if space.used() >= count && space.extract(count, options.tolerance, &mut modes)? {
            refine(stiffness, &mut modes)?;
            return Ok(modes);
        }
        if full {
            if modes.restarts == options.max_restarts {
                return Err(ModesError::NotConverged {
                    converged: space.converged,
                    wanted: count,
                    restarts: modes.restarts,
                    residual: modes.residual,
                });
            }
            modes.restarts += 1;
            space.restart(count + (room - count) / 3);
        }
    }
}

/// Values and vectors of W^T K W: 1 / nu - sigma would lose digits of the larger values.
fn refine(stiffness: &dyn LinearOperator, modes: &mut Modes) -> Result<(), ModesError> {
    let n = stiffness.dim();
    let count = modes.vectors.len() / n;
    let mut images = vec![0.0; modes.vectors.len()];
    stiffness.apply_block(&modes.vectors, &mut images, count);
    let column = |j: usize| j * n..(j + 1) * n;
    let t = Mat::from_fn(count, count, |i, j| {
        let (i, j) = (i.max(j), i.min(j));
        dot(&modes.vectors[column(i)], &images[column(j)])
    });
    let (values, u) = symmetric_eigen(t.as_ref())?;
    images.fill(0.0);
    for (k, w) in images.chunks_exact_mut(n).enumerate() {
        for (j, v) in modes.vectors.chunks_exact(n).enumerate() {
            axpy(u[(j, k)], v, w);
        }
    }
    modes.vectors = images;
    modes.values = values;
    Ok(())
}

/// A shift that makes K + sigma M positive definite, small against the stiffness so that the low modes stand apart.
fn prepare(
    mass: &MassMatrix<'_>,
    stiffness: &dyn LinearOperator,
    pole: &mut dyn Pole,
    guess: Option<&Modes>,
    factorizations: &mut u64,
) -> Result<f64, ModesError> {
    if let (Some(guess), Some(present)) = (guess, pole.shift())
        && guess.shift > 0.0
        && (present * guess.shift - 1.0).abs() < 1e-12
    {
        return Ok(guess.shift);
    }
    // Twice the size of the lowest known eigenvalues, or 1e-7 of the Rayleigh quotient of a rough vector.
    let mut sigma = match guess {
        Some(g) if !g.values.is_empty() => {
            let lowest = g.values[0];
            let size = g.values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
            if lowest < 0.0 { -1.5 * lowest + 1e-2 * size } else { 1e-2 * size }
        }
        _ => {
            let n = stiffness.dim();
            let (r, mut kr, mut mr) = (rough_vector(n, 5), vec![0.0; n], vec![0.0; n]);
            stiffness.apply(&r, &mut kr);
            mass.apply(&r, &mut mr);
            let quotient = dot(&r, &kr).abs() / dot(&r, &mr);
            if !quotient.is_finite() {
                return Err(FunctionError::NonFinite { what: "the mass or the stiffness" }.into());
            }
            1e-7 * quotient
        }
    };
    if sigma <= 0.0 {
        sigma = 1.0;
    }
    let mut last = None;
    for _ in 0..40 {
        *factorizations += 1;
        match pole.factorize(1.0 / sigma) {
            Ok(()) => return Ok(sigma),
            Err(cause @ SolveError::NotPositiveDefinite { .. }) => last = Some(cause),
            Err(cause) => return Err(cause.into()),
        }
        sigma *= 4.0;
    }
    Err(ModesError::NoShift { shift: sigma, cause: last.expect("the loop ran") })
}

/// V, and H = V^T M S^-1 M V column by column.
struct Space<'a> {
    mass: &'a MassMatrix<'a>,
    n: usize,
    basis: Basis,
    /// S^-1 M v_j = sum_i h_ij v_i for the vectors that have been used.
    h: Vec<Vec<f64>>,
    values: Vec<f64>,
    ritz: Mat<f64>,
    converged: usize,
    seeds: u64,
    exhausted: bool,
}

impl<'a> Space<'a> {
    fn new(mass: &'a MassMatrix<'a>, n: usize) -> Self {
        let mut basis = Basis::default();
        basis.reset(n);
        let ritz = Mat::zeros(0, 0);
        Self { mass, n, basis, h: Vec::new(), values: Vec::new(), ritz, converged: 0, seeds: 0, exhausted: false }
    }

    fn seed(&mut self, guess: Option<&Modes>, at_least: usize) {
        if let Some(guess) = guess.filter(|g| g.vectors.len().is_multiple_of(self.n)) {
            for v in guess.vectors.chunks_exact(self.n) {
                self.basis.push(self.mass, &mut v.to_vec());
            }
        }
        while self.basis.len() < at_least {
            self.random();
        }
    }

    fn random(&mut self) {
        self.seeds += 1;
        let mut v = rough_vector(self.n, 100 + self.seeds);
        self.basis.push(self.mass, &mut v);
    }

    fn used(&self) -> usize {
        self.h.len()
    }

    /// Uses one more block; true if the space is full and must be restarted.
    fn grow(
        &mut self,
        pole: &mut dyn Pole,
        sigma: f64,
        room: usize,
        block: usize,
        solves: &mut u64,
    ) -> Result<bool, ModesError> {
        let n = self.n;
        if self.used() == self.basis.len() && self.basis.len() < n {
            // An invariant space that is too small: go on with a vector from outside.
            self.random();
        }
        let used = self.used();
        let columns = (self.basis.len() - used).min(block);
        let mut x = vec![0.0; n * columns];
        pole.solve(&self.basis.mass_columns_from(used)[..n * columns], &mut x, columns)?;
        *solves += columns as u64;
        for w in x.chunks_exact_mut(n) {
            // S^-1 = P^-1 / sigma
            w.iter_mut().for_each(|w| *w /= sigma);
            let new = self.basis.push(self.mass, w);
            let mut column = self.basis.coefficients.clone();
            column.extend(new);
            self.h.push(column);
        }
        self.exhausted = self.used() == n;
        Ok(self.basis.len() >= room && self.basis.len() < n)
    }

    /// Ritz values and vectors of the used part; true if the lowest `count` are good enough.
    fn extract(&mut self, count: usize, tolerance: f64, modes: &mut Modes) -> Result<bool, ModesError> {
        let used = self.h.len();
        let at = |i: usize, j: usize| self.h[j].get(i).copied().unwrap_or(0.0);
        let h = Mat::from_fn(used, used, |i, j| 0.5 * (at(i, j) + at(j, i)));
        let (mut nu, u) = symmetric_eigen(h.as_ref())?;
        // Largest nu first
        nu.reverse();
        self.ritz = Mat::from_fn(used, used, |i, j| u[(i, used - 1 - j)]);
        let total = self.basis.len();
        // Rows below the used part: what leaves the space.
        let rest = Mat::from_fn(total - used, used, |i, j| at(used + i, j));
        let leaving = product(rest.as_ref(), self.ritz.as_ref());
        let residual = |k: usize| (0..total - used).map(|i| leaving[(i, k)].powi(2)).sum::<f64>().sqrt() / nu[k].abs();
        let available = count.min(used);
        let residuals: Vec<f64> = (0..available).map(residual).collect();
        self.converged = residuals.iter().take_while(|r| **r <= tolerance).count();
        modes.residual = residuals.iter().fold(0.0, |m, r| m.max(*r));
        let done = (self.converged == count) || (self.exhausted && used >= count);
        self.values = nu;
        if done {
            modes.vectors = vec![0.0; count * self.n];
            for (k, w) in modes.vectors.chunks_exact_mut(self.n).enumerate() {
                for j in 0..used {
                    axpy(self.ritz[(j, k)], self.basis.column(j), w);
                }
            }
        }
        Ok(done)
    }

    /// Keeps the best Ritz vectors and the block that has not been used.
    fn restart(&mut self, keep: usize) {
        let used = self.h.len();
        let total = self.basis.len();
        let keep = keep.min(used);
        let mut kept = vec![0.0; keep * self.n];
        for (k, w) in kept.chunks_exact_mut(self.n).enumerate() {
            for j in 0..used {
                axpy(self.ritz[(j, k)], self.basis.column(j), w);
            }
        }
        let open: Vec<Vec<f64>> = (used..total).map(|j| self.basis.column(j).to_vec()).collect();
        // S^-1 M (V u) = nu V u + (open block) (leaving u)
        let leaving: Vec<Vec<f64>> = (0..keep)
            .map(|k| {
                (used..total)
                    .map(|i| (0..used).map(|j| self.h[j].get(i).copied().unwrap_or(0.0) * self.ritz[(j, k)]).sum())
                    .collect()
            })
            .collect();
        self.basis.truncate(0);
        for w in kept.chunks_exact_mut(self.n) {
            self.basis.push(self.mass, w);
        }
        for mut w in open {
            self.basis.push(self.mass, &mut w);
        }
        self.h.clear();
        for (k, leaving) in leaving.iter().enumerate() {
            let mut column = vec![0.0; keep];
            column[k] = self.values[k];
            column.extend(leaving);
            self.h.push(column);
        }
    }
}
