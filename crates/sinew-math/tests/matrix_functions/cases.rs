//! Random problems with a dense oracle: symmetric, indefinite, singular, damped, consistent mass.

use faer::linalg::solvers::{Llt, Solve};
use faer::{Mat, Side};
use sinew_math::functions::{
    Damping, Function, Kind, MassMatrix, PhiTerm, Pole, Problem, Request, Symmetry, Term, dense,
};
use sinew_math::operator::LinearOperator;
use sinew_math::solve::SolveError;

/// A small deterministic generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [a, b).
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}

/// A dense matrix as an operator.
pub struct DenseOperator(pub Mat<f64>);

impl LinearOperator for DenseOperator {
    fn dim(&self) -> usize {
        self.0.nrows()
    }
    fn apply(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for (j, x) in x.iter().enumerate() {
            for (i, y) in y.iter_mut().enumerate() {
                *y += self.0[(i, j)] * x;
            }
        }
    }
}

/// M + shift K (+ sqrt(shift) D) factored densely.
pub struct DensePole {
    pub mass: Mat<f64>,
    pub stiffness: Mat<f64>,
    pub damping: Option<Mat<f64>>,
    pub projected: Option<Mat<f64>>,
    pub factor: Option<(f64, Llt<f64>)>,
    pub factorizations: usize,
}

impl DensePole {
    pub fn new(mass: Mat<f64>, stiffness: Mat<f64>) -> Self {
        Self { mass, stiffness, damping: None, projected: None, factor: None, factorizations: 0 }
    }
}

impl Pole for DensePole {
    fn shift(&self) -> Option<f64> {
        self.factor.as_ref().map(|f| f.0)
    }
    fn factorize(&mut self, shift: f64) -> Result<(), SolveError> {
        self.factorizations += 1;
        let n = self.mass.nrows();
        let p = Mat::from_fn(n, n, |i, j| {
            let d = self.damping.as_ref().map_or(0.0, |d| d[(i, j)]);
            self.mass[(i, j)] + shift * self.stiffness[(i, j)] + shift.sqrt() * d
        });
        self.factor = Some((shift, p.llt(Side::Lower).map_err(|_| SolveError::NotPositiveDefinite { node: 0 })?));
        Ok(())
    }
    fn use_projected(&mut self) -> bool {
        self.projected.take().map(|p| self.stiffness = p).is_some()
    }
    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        let n = self.mass.nrows();
        let b = Mat::from_fn(n, columns, |i, j| b[j * n + i]);
        let solution = self.factor.as_ref().expect("factored").1.solve(&b);
        (0..columns).for_each(|j| (0..n).for_each(|i| x[j * n + i] = solution[(i, j)]));
        Ok(())
    }
    fn factor_flops(&self) -> f64 {
        (self.mass.nrows() as f64).powi(3) / 3.0
    }
    fn solve_flops(&self) -> f64 {
        2.0 * (self.mass.nrows() as f64).powi(2)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spectrum {
    Definite,
    Indefinite,
    Singular,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DampingKind {
    None,
    Rayleigh,
    General,
}

/// What a case is made of.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub n: usize,
    pub spectrum: Spectrum,
    pub damping: DampingKind,
    pub consistent: bool,
    /// h omega_max
    pub stiffness: f64,
    /// Share of every mode alike, or falling with the frequency.
    pub rough: bool,
    pub stale: bool,
    pub request: usize,
    pub tolerance: f64,
    /// Follower loads in K, gyroscopic forces in a general D.
    pub skew: bool,
}

impl Plan {
    pub fn random(r: &mut Random) -> Self {
        Self {
            n: 30 + r.below(90),
            spectrum: [Spectrum::Definite, Spectrum::Definite, Spectrum::Indefinite, Spectrum::Singular][r.below(4)],
            damping: [DampingKind::None, DampingKind::Rayleigh, DampingKind::General][r.below(3)],
            consistent: r.below(3) == 0,
            stiffness: 10f64.powf(r.between(0.0, 3.5)),
            rough: r.below(3) == 0,
            stale: r.below(4) == 0,
            request: r.below(5),
            tolerance: 10f64.powf(-r.between(1.5, 8.0)),
            skew: false,
        }
    }
}

pub struct Case {
    pub plan: Plan,
    pub h: f64,
    pub mass: Mat<f64>,
    pub stiffness: DenseOperator,
    pub consistent_mass: DenseOperator,
    pub diagonal: Vec<f64>,
    pub rayleigh: (f64, f64),
    pub general: DenseOperator,
    pub vectors: Vec<Vec<f64>>,
    pub forces: Vec<f64>,
    stale: Mat<f64>,
}

impl Case {
    pub fn new(plan: Plan, r: &mut Random) -> Self {
        let n = plan.n;
        let h = 10f64.powf(r.between(-3.0, 0.0));
        // Orthogonal Q from a random product of reflections
        let mut q = Mat::<f64>::identity(n, n);
        for _ in 0..4 {
            let u: Vec<f64> = (0..n).map(|_| r.between(-1.0, 1.0)).collect();
            let s = 2.0 / u.iter().map(|x| x * x).sum::<f64>();
            for j in 0..n {
                let c = s * (0..n).map(|i| u[i] * q[(i, j)]).sum::<f64>();
                (0..n).for_each(|i| q[(i, j)] -= c * u[i]);
            }
        }
        let top = (plan.stiffness / h).powi(2);
        // Like a mesh: omega_j grows from h omega = 0.3 or so to the top.
        let bottom = (0.3f64.min(0.1 * plan.stiffness) / h).powi(2);
        let mut lambda: Vec<f64> =
            (0..n).map(|j| bottom * (top / bottom).powf(j as f64 / (n - 1) as f64 * r.between(0.9, 1.0))).collect();
        match plan.spectrum {
            Spectrum::Definite => {}
            Spectrum::Indefinite => {
                for l in lambda.iter_mut().take(3) {
                    *l = -(r.between(0.2, 2.0) / h).powi(2);
                }
            }
            Spectrum::Singular => lambda.iter_mut().take(6).for_each(|l| *l = 0.0),
        }
        let diagonal: Vec<f64> = (0..n).map(|_| r.between(0.5, 2.0)).collect();
        let mass = if plan.consistent {
            Mat::from_fn(n, n, |i, j| match i.abs_diff(j) {
                0 => diagonal[i] + diagonal[(i + 1) % n],
                1 => 0.4 * diagonal[i.max(j)],
                _ => 0.0,
            })
        } else {
            Mat::from_fn(n, n, |i, j| if i == j { diagonal[i] } else { 0.0 })
        };
        // K = L Q diag(lambda) Q^T L^T: M^-1 K has exactly these eigenvalues
        let lower = mass.llt(Side::Lower).expect("the mass is positive definite").L().to_owned();
        let lq = &lower * &q;
        let build = |f: &dyn Fn(usize) -> f64| {
            let scaled = Mat::from_fn(n, n, |i, j| lq[(i, j)] * f(j));
            let k = &scaled * lq.transpose();
            Mat::from_fn(n, n, |i, j| 0.5 * (k[(i, j)] + k[(j, i)]))
        };
        let mut stiffness = build(&|j| lambda[j]);
        // The tangent of some steps ago: every stiffness up to 20 % off in another basis
        let change: Vec<f64> = (0..n).map(|_| r.between(-0.2, 0.2)).collect();
        let stale = if plan.stale {
            Mat::from_fn(n, n, |i, j| (1.0 + change[i]) * stiffness[(i, j)] * (1.0 + change[j]))
        } else {
            stiffness.clone()
        };
        // 1 % on the mode with h omega = 1, and some drag
        let rayleigh = match plan.damping {
            DampingKind::Rayleigh => (r.between(0.0, 0.2) / h, r.between(0.0, 0.02) * h),
            _ => (0.0, 0.0),
        };
        let general = {
            let u: Vec<f64> = (0..n).map(|_| r.between(0.0, 0.5) / h).collect();
            let beta = 0.005 * h;
            Mat::from_fn(n, n, |i, j| beta * stale[(i, j)] + if i == j { u[i] * diagonal[i] } else { 0.0 })
        };
        let general = if plan.spectrum == Spectrum::Definite {
            general
        } else {
            // keep D free of negative directions
            Mat::from_fn(n, n, |i, j| if i == j { r.between(0.0, 0.5) / h * diagonal[i] } else { 0.0 })
        };
        let mut general = general;
        if plan.skew {
            // Skew parts that turn a motion by about one radian per step: follower loads that act on all modes alike, or
            // on the slow ones as a pressure does.
            let weight = |l: f64| if plan.rough { 1.0 } else { 1.0 / (1.0 + h * h * l.abs()) };
            let mut skew = |size: f64| {
                let mut b = Mat::<f64>::zeros(n, n);
                for i in 0..n {
                    for j in 0..i {
                        b[(i, j)] = r.between(-size, size) * weight(lambda[i]) * weight(lambda[j]);
                        b[(j, i)] = -b[(i, j)];
                    }
                }
                &(&lq * &b) * lq.transpose()
            };
            let size = 2.0 / (h * (n as f64).sqrt());
            stiffness += skew(size / h);
            general += skew(size);
        }
        // modes of M^-1 K: columns of L^-T Q
        let mut modes = q.clone();
        lower.transpose().solve_upper_triangular_in_place(modes.as_mut());
        let vectors: Vec<Vec<f64>> = (0..3)
            .map(|k| {
                let size = [1.0, 1.0 / h, 10.0][k];
                let weights: Vec<f64> = lambda
                    .iter()
                    .map(|l| size * r.between(-1.0, 1.0) / if plan.rough { 1.0 } else { 1.0 + h * h * l.abs() })
                    .collect();
                (0..n).map(|i| (0..n).map(|j| modes[(i, j)] * weights[j]).sum()).collect()
            })
            .collect();
        let mut forces = vec![0.0; n];
        DenseOperator(mass.clone()).apply(&vectors[1], &mut forces);
        Self {
            plan,
            h,
            consistent_mass: DenseOperator(mass.clone()),
            mass,
            stiffness: DenseOperator(stiffness),
            diagonal,
            rayleigh,
            general: DenseOperator(general),
            vectors,
            forces,
            stale,
        }
    }

    pub fn problem(&self) -> Problem<'_> {
        Problem {
            mass: match self.plan.consistent {
                true => MassMatrix::Operator(&self.consistent_mass),
                false => MassMatrix::Diagonal(&self.diagonal),
            },
            stiffness: &self.stiffness,
            damping: match self.plan.damping {
                DampingKind::None => Damping::None,
                DampingKind::Rayleigh => Damping::Rayleigh { alpha: self.rayleigh.0, beta: self.rayleigh.1 },
                DampingKind::General => Damping::Operator(&self.general),
            },
            symmetry: if self.plan.skew { Symmetry::General } else { Symmetry::Symmetric },
            product_flops: 2.0 * (self.plan.n as f64).powi(2),
        }
    }

    pub fn pole(&self) -> DensePole {
        let mut pole = DensePole::new(self.mass.clone(), self.stale.clone());
        if self.plan.damping == DampingKind::General {
            // A Cholesky factor reads one triangle: the symmetric part is what the caller has to give.
            let d = &self.general.0;
            pole.damping = Some(Mat::from_fn(self.plan.n, self.plan.n, |i, j| 0.5 * (d[(i, j)] + d[(j, i)])));
        }
        pole
    }

    /// One of the usual requests: v, a (as a force where the mass is consistent), r.
    pub fn request(&self) -> Request<'_> {
        let h = self.h;
        let mut q = Request::new(self.plan.tolerance);
        let v = q.vector(&self.vectors[0]);
        let a = if self.plan.consistent { q.force(&self.forces) } else { q.vector(&self.vectors[1]) };
        let r = q.vector(&self.vectors[2]);
        debug_assert!(q.vectors.iter().filter(|(k, _)| *k == Kind::Dual).count() <= 1);
        let speed = self.mass_norm(&self.vectors[0]);
        let phi = |k, weight, position, velocity| PhiTerm { weight, k, position, velocity };
        match self.plan.request {
            // exponential Rosenbrock-Euler
            0 => {
                q.phi(h, [0.0, speed], &[phi(1, h, Some(v), Some(a))]);
            }
            // both stages of exprb42
            1 => {
                q.phi(0.75 * h, [0.0, speed], &[phi(1, 0.75 * h, Some(v), Some(a))]);
                q.phi(h, [0.0, speed], &[phi(1, h, Some(v), Some(a)), phi(3, 32.0 / 9.0 * h, None, Some(r))]);
            }
            // three stages of epirk4s3
            2 => {
                for c in [1.0 / 9.0, 0.125, 1.0] {
                    q.phi(c * h, [0.0, speed], &[phi(1, c * h, Some(v), Some(a))]);
                }
            }
            // the filters of a two-step scheme and the remainder's functions
            3 => {
                let gautschi = match self.plan.skew {
                    true => Function::Stumpff(2),
                    false => Function::Even(|s| 2.0 * sinew_math::functions::stumpff(2, s)),
                };
                q.even(0.0, &[(1.0, gautschi, h, a), (2.0, Function::Stumpff(4), h, r)]);
                q.even(0.0, &[(1.0, Function::Stumpff(3), 0.5 * h, r)]);
            }
            // exact linear motion, and a load that changes in time
            _ => {
                q.phi(h, [0.0, 0.0], &[phi(0, 1.0, Some(r), Some(v)), phi(2, h * h, None, Some(r))]);
            }
        }
        q
    }

    pub fn mass_norm(&self, x: &[f64]) -> f64 {
        let mut mx = vec![0.0; x.len()];
        DenseOperator(self.mass.clone()).apply(x, &mut mx);
        x.iter().zip(&mx).map(|(a, b)| a * b).sum::<f64>().sqrt()
    }

    /// Largest error over all outputs, relative to max(|output|, floor), in the mass norm.
    pub fn error(&self, request: &Request<'_>, found: &[f64], expected: &[f64]) -> f64 {
        let n = self.plan.n;
        let mut worst: f64 = 0.0;
        for (o, output) in request.outputs.iter().enumerate() {
            let (f, e) = (&found[o * n..(o + 1) * n], &expected[o * n..(o + 1) * n]);
            let difference: Vec<f64> = f.iter().zip(e).map(|(f, e)| f - e).collect();
            worst = worst.max(self.mass_norm(&difference) / self.mass_norm(e).max(output.floor));
        }
        worst
    }

    pub fn oracle(&self, request: &Request<'_>) -> Vec<f64> {
        let mut out = vec![0.0; self.plan.n * request.outputs.len()];
        dense(&self.problem(), request, &mut out).expect("the oracle has no limits");
        out
    }
}

/// Adds a term by hand.
#[allow(dead_code)]
pub fn term(weight: f64, function: Function, time: f64, vector: usize) -> Term {
    Term { weight, function, time, vector }
}

/// Ratios of true error to tolerance: below 2 in 98 % of the cases, never above 10.
pub fn judge(name: &str, mut ratios: Vec<(f64, String)>, refused: usize) {
    assert!(!ratios.is_empty(), "{name}: no case was computed");
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = ratios.len();
    let median = ratios[count / 2].0;
    let good = ratios.iter().filter(|r| r.0 < 2.0).count() as f64 / count as f64;
    let (worst, which) = &ratios[count - 1];
    println!(
        "{name}: {count} cases ({refused} refused), median {median:.1e}, below 2 in {:.1} %, worst {worst:.2} at {which}",
        100.0 * good
    );
    for (ratio, plan) in ratios.iter().rev().take_while(|r| r.0 > 2.0).take(12) {
        println!("    {ratio:.2} {plan}");
    }
    assert!(good >= 0.98, "{name}: only {:.1} % below twice the tolerance", 100.0 * good);
    assert!(*worst <= 10.0, "{name}: {worst} times the tolerance at {which}");
}
