//! The lowest modes of the current tangent, K w = lambda M w, followed from step to step.
//!
//! Modes of one step are nearly those of the next. Each step takes K U, turns U within its own span so that
//! U^T K U = Lambda (Rayleigh-Ritz), and looks at the residuals r_i = K u_i - lambda_i M u_i. What a residual does in a
//! step is h^2 |A^-1 r_i|_M with A = M + h D + h^2 K, the matrix that the step factorizes anyway: the share of a
//! mode that leaks into the complement. While it stays below `tolerance` the modes are used again; otherwise one sweep
//! W = A^-1 R widens the space and Rayleigh-Ritz picks the lowest modes of span(U, W), without a factorization of its
//! own. |diag(A)^-1 r|_M, scaled by what the last sweep found, tells cheaply whether a sweep is due.
//!
//! The first modes come from [`lowest_modes`]. A few more than asked for are followed, so that modes may cross, and a
//! cluster of equal eigenvalues is never cut: it is taken whole if it fits, or left out. Half a cluster would make the
//! motion depend on rounding (a free body has six zero modes; five of them would make it turn in free fall).
//! [chen2020 (6)-(7)], [knyazev2001] (residuals through a preconditioner)

mod rough;

use std::collections::BTreeMap;

use nalgebra::DMatrix;
use sinew_math::eigen::{Modes, ModesError, ModesOptions, lowest_modes};
use sinew_math::functions::{MassMatrix, Pole};
use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, dot};
use sinew_math::solve::SolveError;
use sinew_math::sparse::BlockMatrix;

use crate::integrators::linear::{StepMatrix, step_error};
use crate::mechanics::{Mass, StepError};

/// Modes followed beyond those asked for.
const GUARDS: usize = 3;
/// Sweeps after which a factor with a shift of its own is the better buy.
const MAX_SWEEPS: usize = 4;
/// The space holds this many blocks: modes, what is kept of the last sweeps, the new sweep.
const BLOCKS: usize = 4;
/// Rows of a block of vectors that stay in the nearest cache.
const ROWS: usize = 256;

/// U with M U, K U and Lambda; everything it allocates it keeps.
#[derive(Debug, Clone, Default)]
pub struct TrackedModes {
    wanted: usize,
    tolerance: f64,
    n: usize,
    /// Modes followed (the first columns of the vectors); the first `used` of them are for the scheme.
    count: usize,
    used: usize,
    vectors: Vec<f64>,
    mass_vectors: Vec<f64>,
    stiffness_vectors: Vec<f64>,
    values: Vec<f64>,
    /// h^2 |A^-1 r|_M over h^2 |diag(A)^-1 r|_M at the last sweep; 1 before the first.
    calibration: f64,
    leak: f64,
    sweeps: u64,
    residuals: Vec<f64>,
    scratch: Vec<f64>,
    image: Vec<f64>,
}

impl TrackedModes {
    /// Follows the `wanted` lowest modes.
    pub fn new(wanted: usize, tolerance: f64) -> Self {
        Self { wanted, tolerance, ..Self::default() }
    }

    /// Number of modes for the scheme to use; whole clusters only.
    pub fn len(&self) -> usize {
        self.used
    }

    /// No mode at all?
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// lambda in 1/s^2, ascending.
    pub fn values(&self) -> &[f64] {
        &self.values[..self.used]
    }

    /// U, one mode after the other, U^T M U = I.
    pub fn vectors(&self) -> &[f64] {
        &self.vectors[..self.n * self.used]
    }

    /// M U
    pub fn mass_vectors(&self) -> &[f64] {
        &self.mass_vectors[..self.n * self.used]
    }

    /// Share of a mode that leaks into the complement in a step, as far as known.
    pub fn leak(&self) -> f64 {
        self.leak
    }

    /// Sweeps done so far.
    pub fn sweeps(&self) -> u64 {
        self.sweeps
    }

    /// Follows the modes more or less closely from now on.
    pub fn set_tolerance(&mut self, tolerance: f64) {
        self.tolerance = tolerance;
    }

    /// Drops the modes.
    pub fn forget(&mut self) {
        (self.count, self.used) = (0, 0);
    }

    /// Writes what is needed to go on: the vectors and the calibration.
    pub fn save(&self, arrays: &mut BTreeMap<String, Vec<f64>>) {
        if self.count > 0 {
            arrays.insert("modes".into(), self.vectors[..self.n * self.count].to_vec());
            arrays.insert("mode_calibration".into(), vec![self.calibration, self.count as f64]);
        }
    }

    /// Takes up what was saved.
    pub fn restore(&mut self, arrays: &BTreeMap<String, Vec<f64>>) {
        self.forget();
        if let (Some(vectors), Some([calibration, count])) =
            (arrays.get("modes"), arrays.get("mode_calibration").map(Vec::as_slice))
            && *count >= 1.0
            && vectors.len().is_multiple_of(*count as usize)
        {
            self.resize(vectors.len() / *count as usize, *count as usize);
            self.vectors[..vectors.len()].copy_from_slice(vectors);
            self.calibration = *calibration;
        }
    }

    /// out_i = u_i . f, that is U^T f
    pub fn project(&self, f: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.vectors().chunks_exact(self.n.max(1)).map(|u| dot(u, f)));
    }

    /// out_i = (M u_i) . v, that is U^T M v
    pub fn project_velocity(&self, v: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.mass_vectors().chunks_exact(self.n.max(1)).map(|mu| dot(mu, v)));
    }

    /// out += c U a
    pub fn add(&self, c: f64, a: &[f64], out: &mut [f64]) {
        for (u, a) in self.vectors().chunks_exact(self.n.max(1)).zip(a) {
            axpy(c * a, u, out);
        }
    }

    /// out += c M U a
    pub fn add_mass(&self, c: f64, a: &[f64], out: &mut [f64]) {
        for (mu, a) in self.mass_vectors().chunks_exact(self.n.max(1)).zip(a) {
            axpy(c * a, mu, out);
        }
    }

    /// out += c K U a
    pub fn add_stiffness(&self, c: f64, a: &[f64], out: &mut [f64]) {
        for (ku, a) in self.stiffness_vectors.chunks_exact(self.n.max(1)).take(self.used).zip(a) {
            axpy(c * a, ku, out);
        }
    }

    fn resize(&mut self, n: usize, count: usize) {
        (self.n, self.count) = (n, count);
        for buffer in [&mut self.vectors, &mut self.mass_vectors, &mut self.stiffness_vectors] {
            buffer.resize(2 * n * count, 0.0);
        }
        self.residuals.resize(n * count, 0.0);
        self.scratch.resize(n * count, 0.0);
        self.image.resize(n, 0.0);
        self.values.resize(2 * count, 0.0);
    }

    /// Whether modes of a system of this size are at hand.
    pub fn known(&self, n: usize) -> bool {
        self.count > 0 && self.n == n
    }

    /// Starts from vectors that favour nothing, to be followed until they are modes.
    pub fn seed(&mut self, n: usize) {
        let count = (self.wanted + GUARDS).min(n);
        self.resize(n, count);
        self.calibration = 1.0;
        // Smooth in nothing, the same on every machine.
        for (i, v) in self.vectors[..n * count].iter_mut().enumerate() {
            *v = ((i * 7919 + 104_729) % 65_537) as f64 / 32_768.5 - 1.0;
        }
    }

    /// Takes out of every vector what `remove` takes out and makes them M-orthonormal again; those of which nothing is left
    /// are dropped.
    pub fn cleanse(&mut self, mass: &Mass, remove: &mut dyn FnMut(&mut [f64])) {
        let n = self.n;
        self.scratch.resize(n * self.count, 0.0);
        self.scratch.copy_from_slice(&self.vectors[..n * self.count]);
        self.scratch.chunks_exact_mut(n).for_each(&mut *remove);
        self.count = self.widen(0, mass);
    }

    /// Computes the modes with factors of its own, from what is known or from nothing; the matrix has to be assembled
    /// anew afterwards.
    pub fn compute(
        &mut self,
        mass: &Mass,
        stiffness: &BlockMatrix,
        k: f64,
        matrix: &mut StepMatrix,
    ) -> Result<(), StepError> {
        let n = stiffness.dim();
        let count = (self.wanted + GUARDS).min(n);
        matrix.combine((1.0, mass), k, stiffness)?;
        matrix.factorize().map_err(step_error)?;
        // Conjugate gradients want a well-conditioned matrix, a factor one with the low modes far apart.
        let iterative = !matrix.factored();
        let shift = if iterative { 1.0 / k } else { 0.0 };
        let guess = match self.known(n) {
            true => {
                let (values, vectors) = (self.values[..count].to_vec(), self.vectors[..n * count].to_vec());
                Some(Modes { values, vectors, shift, ..Modes::default() })
            }
            false => iterative.then(|| Modes { shift, ..Modes::default() }),
        };
        let mut pole = ShiftedMatrix { mass, stiffness, matrix, shift: Some(k) };
        // Clusters at zero may stall at the rounding of the shifted matrix: then fewer digits have to do.
        let tolerances = if iterative { [1e-7, 1e-5] } else { [1e-10, 1e-7] };
        let mut find = |tolerance| {
            let options = ModesOptions { tolerance, ..ModesOptions::default() };
            lowest_modes(&MassMatrix::Operator(mass), stiffness, &mut pole, count, guess.as_ref(), &options)
        };
        let found = find(tolerances[0]).or_else(|_| find(tolerances[1])).map_err(|e| match e {
            ModesError::Solve(e) | ModesError::NoShift { cause: e, .. } => step_error(e),
            _ => StepError::NonFinite { free_vertex: 0 },
        })?;
        self.resize(n, count);
        self.calibration = 1.0;
        self.vectors[..n * count].copy_from_slice(&found.vectors);
        Ok(())
    }

    /// Follows the modes to the present stiffness; `matrix` holds the step's factorized A = M + d D + k K. False if the
    /// few sweeps allowed were not enough: the modes are better than before, and any M-orthonormal U gives a consistent
    /// step.
    pub fn follow(
        &mut self,
        mass: &Mass,
        stiffness: &BlockMatrix,
        k: f64,
        matrix: &mut StepMatrix,
        products: &mut u64,
    ) -> Result<bool, StepError> {
        self.follow_without(mass, stiffness, k, matrix, products, &mut |_| ())
    }

    /// The same among vectors out of which `remove` takes something, rigid motion for instance.
    pub fn follow_without(
        &mut self,
        mass: &Mass,
        stiffness: &BlockMatrix,
        k: f64,
        matrix: &mut StepMatrix,
        products: &mut u64,
        remove: &mut dyn FnMut(&mut [f64]),
    ) -> Result<bool, StepError> {
        let (n, mut columns) = (self.n, self.count);
        let mut fresh = 0;
        for sweep in 0..=MAX_SWEEPS {
            self.turn(mass, stiffness, fresh..columns, products)?;
            let cheap = k * self.residuals(matrix.matrix(), mass);
            self.leak = self.calibration * cheap;
            let good = self.leak <= self.tolerance;
            if good || self.used == 0 || self.count == n || cheap == 0.0 {
                return Ok(true);
            }
            if sweep == MAX_SWEEPS {
                break;
            }
            // W = A^-1 R, orthonormalised against what is kept of the space and itself.
            self.scratch.fill(0.0);
            let all = n * self.count;
            matrix.solve_many(&self.residuals[..all], &mut self.scratch[..all], self.count).map_err(step_error)?;
            self.sweeps += 1;
            let found = (0..self.used).map(|j| mass_norm(mass, &self.scratch[j * n..(j + 1) * n], &mut self.image));
            let leak = k * found.fold(0.0, f64::max);
            // The ratio of two roundings says nothing.
            if leak > 1e-8 {
                self.calibration = leak / cheap;
            }
            self.leak = leak;
            self.scratch.chunks_exact_mut(n).take(self.count).for_each(&mut *remove);
            fresh = columns.min((BLOCKS - 1) * self.count);
            columns = self.widen(fresh, mass);
            if columns == fresh {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// M V and K V of the new columns, then Rayleigh-Ritz in all of them.
    fn turn(
        &mut self,
        mass: &Mass,
        stiffness: &BlockMatrix,
        new: std::ops::Range<usize>,
        products: &mut u64,
    ) -> Result<(), StepError> {
        SolveError::unless_stopped().map_err(step_error)?;
        let n = self.n;
        for j in new.clone() {
            mass.apply(&self.vectors[j * n..(j + 1) * n], &mut self.mass_vectors[j * n..(j + 1) * n]);
        }
        let (columns, all) = (new.end, new.start * n..new.end * n);
        stiffness.apply_block(&self.vectors[all.clone()], &mut self.stiffness_vectors[all], new.len());
        *products += new.len() as u64;
        self.rotate(columns);
        self.choose(stiffness, mass);
        Ok(())
    }

    /// V <- V C with C from the small eigenproblem V^T K V, ascending: the first columns are the modes.
    fn rotate(&mut self, columns: usize) {
        if columns == 0 {
            // Free bodies without vibration: all of their motion is rigid.
            return;
        }
        let n = self.n;
        let column = |j: usize| j * n..(j + 1) * n;
        let mut small = DMatrix::zeros(columns, columns);
        for i in 0..columns {
            for j in i..columns {
                let t = dot(&self.vectors[column(i)], &self.stiffness_vectors[column(j)]);
                (small[(i, j)], small[(j, i)]) = (t, t);
            }
        }
        let scale = small.amax().max(f64::MIN_POSITIVE);
        let eigen = (small / scale).symmetric_eigen();
        let mut order: Vec<usize> = (0..columns).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        for (value, k) in self.values.iter_mut().zip(&order) {
            *value = scale * eigen.eigenvalues[*k];
        }
        let coefficient = |from: usize, to: usize| eigen.eigenvectors[(from, order[to])];
        for block in [&mut self.vectors, &mut self.mass_vectors, &mut self.stiffness_vectors] {
            combine(block, n, columns, coefficient);
        }
    }

    /// Whole clusters: the most modes, up to those followed but one, that end at a gap.
    fn choose(&mut self, stiffness: &BlockMatrix, mass: &Mass) {
        if self.count == self.n {
            self.used = self.wanted.min(self.n);
            if self.used == self.n {
                return;
            }
        }
        let values = &self.values[..self.count];
        // What counts as equal: rounding of the largest eigenvalue, and a hundred-thousandth of those at hand.
        let mut rounding: f64 = 0.0;
        let lumped = mass.lumped();
        for i in 0..self.n / 3 {
            let k = stiffness.diagonal(i);
            let m = lumped.map_or(f64::INFINITY, |m| m.masses()[i]);
            rounding = rounding.max((k[0] + k[4] + k[8]).abs() / m);
        }
        let size = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let equal = (1e-5 * size).max(1e-11 * rounding);
        let gap_after = |s: usize| s == 0 || (s < self.count && values[s] - values[s - 1] > equal);
        let upwards = (self.wanted..self.count).find(|s| gap_after(*s));
        self.used = upwards.or_else(|| (0..self.wanted).rev().find(|s| gap_after(*s))).unwrap_or(0);
    }

    /// R = K U - M U Lambda, and the largest |diag(A)^-1 r_i|_M of the modes in use.
    fn residuals(&mut self, a: &BlockMatrix, mass: &Mass) -> f64 {
        let n = self.n;
        let mut largest: f64 = 0.0;
        for j in 0..self.count {
            let column = j * n..(j + 1) * n;
            let r = &mut self.residuals[column.clone()];
            r.copy_from_slice(&self.stiffness_vectors[column.clone()]);
            axpy(-self.values[j], &self.mass_vectors[column.clone()], r);
            if j < self.used {
                let w = &mut self.scratch[..n];
                for i in 0..n / 3 {
                    // The trace does not depend on the axes.
                    let d = a.diagonal(i);
                    let mean = (d[0] + d[4] + d[8]) / 3.0;
                    for c in 3 * i..3 * i + 3 {
                        w[c] = r[c] / mean;
                    }
                }
                largest = largest.max(mass_norm(mass, w, &mut self.image));
            }
        }
        largest
    }

    /// Appends the columns of `scratch` to the first `columns` vectors, made orthonormal; those that bring nothing new are
    /// dropped.
    fn widen(&mut self, mut columns: usize, mass: &Mass) -> usize {
        let n = self.n;
        let room = n * (columns + self.count);
        if self.vectors.len() < room {
            for buffer in [&mut self.vectors, &mut self.mass_vectors, &mut self.stiffness_vectors] {
                buffer.resize(room, 0.0);
            }
            self.values.resize(columns + self.count, 0.0);
        }
        for k in 0..self.count {
            let w = &mut self.scratch[k * n..(k + 1) * n];
            let mut before = mass_norm(mass, w, &mut self.image);
            let mut kept = before > 0.0 && before.is_finite();
            for _ in 0..2 {
                if !kept {
                    break;
                }
                w.iter_mut().for_each(|w| *w /= before);
                for j in 0..columns {
                    let c = dot(&self.mass_vectors[j * n..(j + 1) * n], w);
                    axpy(-c, &self.vectors[j * n..(j + 1) * n], w);
                }
                before = mass_norm(mass, w, &mut self.image);
                kept = before > 1e-6;
            }
            if kept {
                let at = columns * n..(columns + 1) * n;
                for (target, source) in [(&mut self.vectors, &*w), (&mut self.mass_vectors, &self.image[..])] {
                    for (t, s) in target[at.clone()].iter_mut().zip(source) {
                        *t = s / before;
                    }
                }
                columns += 1;
            }
        }
        columns
    }
}

/// |v|_M; leaves M v in `image`.
fn mass_norm(mass: &Mass, v: &[f64], image: &mut [f64]) -> f64 {
    mass.apply(v, image);
    dot(v, image).max(0.0).sqrt()
}

/// The columns become combinations of each other, in place, a few rows at a time.
fn combine(block: &mut [f64], n: usize, columns: usize, coefficient: impl Fn(usize, usize) -> f64) {
    let mut rows = [0.0; ROWS];
    let mut result = vec![0.0; ROWS * columns];
    for start in (0..n).step_by(ROWS) {
        let height = ROWS.min(n - start);
        result.fill(0.0);
        for i in 0..columns {
            rows[..height].copy_from_slice(&block[i * n + start..i * n + start + height]);
            for k in 0..columns {
                axpy(coefficient(i, k), &rows[..height], &mut result[k * ROWS..k * ROWS + height]);
            }
        }
        for k in 0..columns {
            block[k * n + start..k * n + start + height].copy_from_slice(&result[k * ROWS..k * ROWS + height]);
        }
    }
}

/// M + shift K in the step's own matrix.
struct ShiftedMatrix<'a> {
    mass: &'a Mass,
    stiffness: &'a BlockMatrix,
    matrix: &'a mut StepMatrix,
    shift: Option<f64>,
}

impl Pole for ShiftedMatrix<'_> {
    fn shift(&self) -> Option<f64> {
        self.shift
    }

    fn factorize(&mut self, shift: f64) -> Result<(), SolveError> {
        self.shift = None;
        self.matrix.combine((1.0, self.mass), shift, self.stiffness).expect("the solver was made before");
        self.matrix.factorize()?;
        self.shift = Some(shift);
        Ok(())
    }

    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        self.matrix.solve_many(b, x, columns)
    }

    fn factor_flops(&self) -> f64 {
        0.0
    }

    fn solve_flops(&self) -> f64 {
        0.0
    }
}
