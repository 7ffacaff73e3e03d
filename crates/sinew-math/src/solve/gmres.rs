//! Flexible restarted GMRES with a preconditioner on the right (Saad 1993): A x = b for a matrix that need not be symmetric.
//!
//! x = x_0 + Z y,   z_k = M^-1 v_k,   A Z = V H,   y = argmin | |r_0| e_1 - H y |
//!
//! The preconditioned vectors Z are kept, which saves one application of M a cycle and lets M change from vector to vector.
//! Made for matrices near a symmetric one whose factor is at hand: clamped beams with a skew part of 10 % take 5 or 6
//! iterations to 1e-6 at any size. Factor and iterations together beat [`super::Lu`] above some 20 k unknowns (605 ms
//! against 820 at 55 k, 17 s against 29 at 313 k); below, the nonsymmetric factor wins (4.9 ms against 3.8 at 3.5 k).
//!
//! The vectors are orthogonalized one after the other, and once more where most of a vector was taken away. The
//! residual of the recurrence ends a cycle, the true one ends the search. A cycle that hardly lowers the true residual
//! is the last one: the report says how far it came. Dot products are summed in fixed chunks: same bits for any number
//! of threads.

use super::SolveError;
use crate::parallel::{axpy, dot, norm};

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GmresOptions {
    /// Largest |b - A x| / |b|.
    pub tolerance: f64,
    /// Vectors kept before x is updated and the basis starts anew; each takes two vectors of memory once it is used.
    pub restart: usize,
    /// Iterations in all cycles together.
    pub max_iterations: usize,
}

impl Default for GmresOptions {
    fn default() -> Self {
        Self { tolerance: 1e-10, restart: 30, max_iterations: 120 }
    }
}

/// What a solve took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GmresReport {
    /// Iterations done, each with one application of the preconditioner.
    pub iterations: usize,
    /// Products with the matrix, those for true residuals included.
    pub products: usize,
    /// |b - A x| / |b| at the end.
    pub residual: f64,
    /// Is the residual below the tolerance?
    pub converged: bool,
}

/// A matrix by its product y = A x, for instance `&mut |x, y| a.apply(x, y)`, with or without a low-rank part.
pub type Product<'a> = &'a mut dyn FnMut(&[f64], &mut [f64]);
/// z = M^-1 v, which may fail.
pub type Preconditioning<'a> = &'a mut dyn FnMut(&[f64], &mut [f64]) -> Result<(), SolveError>;

/// A cycle that leaves more than this part of the residual is the last.
const STAGNATION: f64 = 0.9;
/// Orthogonalize again if less than this part of a vector is left: one digit has gone.
const AGAIN: f64 = 0.1;
/// What is left of a vector below this part of it is rounding.
const ROUNDING: f64 = 100.0 * f64::EPSILON;

/// Zeros that take no memory before they are written: most solves need a few vectors of the many that they may.
fn make_room(buffer: &mut Vec<f64>, len: usize) {
    if buffer.len() < len {
        *buffer = vec![0.0; len];
    }
}

/// The basis and the small least-squares problem, kept between solves.
#[derive(Debug, Clone, Default)]
pub struct Gmres {
    /// V, one vector more than `restart`, and Z.
    v: Vec<f64>,
    z: Vec<f64>,
    /// H made triangular; column k has k + 2 values.
    h: Vec<f64>,
    /// Rotations (cosine, sine), and the right-hand side |r_0| e_1 under them.
    rotations: Vec<(f64, f64)>,
    g: Vec<f64>,
    report: GmresReport,
}

impl Gmres {
    /// The last solve, failed ones included.
    pub fn report(&self) -> &GmresReport {
        &self.report
    }

    /// Improves `x` until the relative residual is below the tolerance, the iterations are used up or a cycle has
    /// stagnated; the latter two are reported, not errors, because the caller may have other means. After an error `x`
    /// is what the last full cycle left.
    pub fn solve(
        &mut self,
        a: Product<'_>,
        m: Preconditioning<'_>,
        b: &[f64],
        x: &mut [f64],
        options: &GmresOptions,
    ) -> Result<GmresReport, SolveError> {
        let n = b.len();
        assert_eq!(x.len(), n, "right-hand side and solution differ in size");
        let restart = options.restart.clamp(1, n.max(1));
        make_room(&mut self.v, (restart + 1) * n);
        make_room(&mut self.z, restart * n);
        self.h.resize(self.h.len().max(column(restart).start), 0.0);
        self.rotations.resize(self.rotations.len().max(restart), (1.0, 0.0));
        self.g.resize(self.g.len().max(restart + 1), 0.0);
        self.report = GmresReport::default();

        let size = norm(b);
        if !size.is_finite() {
            return Err(SolveError::NonFinite);
        }
        if size == 0.0 {
            x.fill(0.0);
            self.report.converged = true;
            return Ok(self.report);
        }
        let goal = options.tolerance * size;
        let mut length = if x.iter().all(|x| *x == 0.0) {
            self.v[..n].copy_from_slice(b);
            size
        } else {
            self.true_residual(a, b, x)
        };
        let mut last = f64::INFINITY;
        while length > goal && length <= STAGNATION * last && self.report.iterations < options.max_iterations {
            last = length;
            let room = restart.min(options.max_iterations - self.report.iterations);
            let columns = self.cycle(a, m, n, length, goal, room)?;
            self.update(columns, n, x);
            length = self.true_residual(a, b, x);
        }
        self.report.residual = length / size;
        self.report.converged = length <= goal;
        if length.is_finite() { Ok(self.report) } else { Err(SolveError::NonFinite) }
    }

    /// Builds up to `room` columns from the residual in v_0, whose length is given; returns how many are of use.
    fn cycle(
        &mut self,
        a: Product<'_>,
        m: Preconditioning<'_>,
        n: usize,
        length: f64,
        goal: f64,
        room: usize,
    ) -> Result<usize, SolveError> {
        scale(1.0 / length, &mut self.v[..n]);
        self.g[0] = length;
        for k in 0..room {
            SolveError::unless_stopped()?;
            let (basis, w) = self.v.split_at_mut((k + 1) * n);
            let (w, z) = (&mut w[..n], &mut self.z[k * n..(k + 1) * n]);
            m(&basis[k * n..], z)?;
            a(z, w);
            self.report.iterations += 1;
            self.report.products += 1;

            let h = &mut self.h[column(k)];
            h.fill(0.0);
            let before = norm(w);
            let mut left = orthogonalize(basis, w, h);
            if left < AGAIN * before {
                left = orthogonalize(basis, w, h);
            }
            if !left.is_finite() {
                return Err(SolveError::NonFinite);
            }
            h[k + 1] = left;

            // The rotations so far, then a new one that removes h[k + 1].
            for (j, (c, s)) in self.rotations[..k].iter().enumerate() {
                (h[j], h[j + 1]) = (c * h[j] + s * h[j + 1], c * h[j + 1] - s * h[j]);
            }
            let diagonal = h[k].hypot(h[k + 1]);
            // A product that adds nothing new, neither within the basis nor beyond: A M^-1 is singular on it.
            if diagonal <= ROUNDING * before {
                return Ok(k);
            }
            let (c, s) = (h[k] / diagonal, h[k + 1] / diagonal);
            self.rotations[k] = (c, s);
            h[k] = diagonal;
            (self.g[k], self.g[k + 1]) = (c * self.g[k], -s * self.g[k]);
            if self.g[k + 1].abs() <= goal || left <= ROUNDING * before {
                return Ok(k + 1);
            }
            scale(1.0 / left, w);
        }
        Ok(room)
    }

    /// x += Z y with the y that solves the triangular system of `columns` columns.
    fn update(&mut self, columns: usize, n: usize, x: &mut [f64]) {
        for k in (0..columns).rev() {
            let h = &self.h[column(k)];
            let y = self.g[k] / h[k];
            for (g, h) in self.g.iter_mut().zip(&h[..k]) {
                *g -= h * y;
            }
            axpy(y, &self.z[k * n..(k + 1) * n], x);
        }
    }

    /// v_0 = b - A x; returns its length.
    fn true_residual(&mut self, a: Product<'_>, b: &[f64], x: &[f64]) -> f64 {
        self.report.products += 1;
        let r = &mut self.v[..b.len()];
        a(x, r);
        for (r, b) in r.iter_mut().zip(b) {
            *r = b - *r;
        }
        norm(r)
    }
}

/// Where column k of H is kept.
fn column(k: usize) -> std::ops::Range<usize> {
    k * (k + 3) / 2..(k + 1) * (k + 4) / 2
}

/// Takes the shares of the basis out of w one after the other and adds them to h; returns what is left of |w|.
fn orthogonalize(basis: &[f64], w: &mut [f64], h: &mut [f64]) -> f64 {
    for (v, h) in basis.chunks_exact(w.len()).zip(h) {
        let share = dot(v, w);
        axpy(-share, v, w);
        *h += share;
    }
    norm(w)
}

fn scale(c: f64, x: &mut [f64]) {
    x.iter_mut().for_each(|x| *x *= c);
}
