//! A clamped tetrahedral beam of any stiffness, and the cost of the engine that chooses.

use crate::beam::{Beam, beam};
use crate::cases::Random;
use sinew_math::eigen::{ModesOptions, lowest_modes};
use sinew_math::functions::{
    Auto, CholeskyPole, Damping, Function, FunctionError, MassMatrix, Options, PhiTerm, Pole, Problem, Report, Request,
    ShiftInvert, Symmetry, chebyshev, lanczos, spectral_bounds,
};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::BlockMatrix;

pub const STEP: f64 = 0.01;

pub struct Setting {
    pub beam: Beam,
    stiffness: BlockMatrix,
    pub pole: CholeskyPole,
    /// 0.5 % of the lowest mode.
    beta: f64,
}

impl Setting {
    pub fn new(cells: usize, young: f64) -> Self {
        let beam = beam(cells);
        let mut stiffness = beam.stiffness.clone();
        stiffness.values_mut().iter_mut().for_each(|k| *k *= young);
        let mut pole = CholeskyPole::new(beam.mass.clone(), stiffness.clone()).expect("small");
        let mass = MassMatrix::Diagonal(&beam.masses);
        let modes =
            lowest_modes(&mass, &stiffness, &mut pole, 1, None, &ModesOptions::default()).expect("one mode converges");
        pole.refresh();
        Self { beta: 0.01 / modes.values[0].sqrt(), beam, stiffness, pole }
    }

    /// Changes every entry of K on the diagonal and off the diagonal blocks by at most one rounding; K stays symmetric.
    pub fn round(&mut self, seed: u64) {
        let mut r = Random(seed);
        let pattern = self.stiffness.pattern().clone();
        for i in 0..pattern.nodes() {
            for slot in pattern.row(i) {
                let diagonal = pattern.columns()[slot] as usize == i;
                for (entry, value) in self.stiffness.block_mut(slot).iter_mut().enumerate() {
                    if !diagonal || entry % 4 == 0 {
                        *value *= 1.0 + r.between(-f64::EPSILON, f64::EPSILON);
                    }
                }
            }
        }
    }

    pub fn problem(&self, damped: bool) -> Problem<'_> {
        Problem {
            mass: MassMatrix::Diagonal(&self.beam.masses),
            stiffness: &self.stiffness,
            damping: if damped { Damping::Rayleigh { alpha: 0.0, beta: self.beta } } else { Damping::None },
            symmetry: Symmetry::Symmetric,
            product_flops: 36.0 * self.stiffness.pattern().blocks() as f64,
        }
    }

    pub fn stiffness(&self) -> &BlockMatrix {
        &self.stiffness
    }

    pub fn norm(&self, x: &[f64]) -> f64 {
        x.iter().zip(&self.beam.masses).map(|(x, m)| m * x * x).sum::<f64>().sqrt()
    }

    pub fn request<'a>(&self, v: &'a [f64], a: &'a [f64], tolerance: f64) -> Request<'a> {
        let mut q = Request::new(tolerance);
        let (p, w) = (q.vector(v), q.vector(a));
        q.phi(STEP, [0.0, self.norm(v)], &[PhiTerm { weight: STEP, k: 1, position: Some(p), velocity: Some(w) }]);
        q
    }

    /// (v, a) of the undamped beam at time t after gravity was switched on, from one Chebyshev series: t c_1 g and c_0 g.
    pub fn shock(&self, t: f64) -> (Vec<f64>, Vec<f64>) {
        let n = self.beam.masses.len();
        let gravity: Vec<f64> = (0..n).map(|i| if i % 3 == 2 { -9.81 } else { 0.0 }).collect();
        let mut request = Request::new(1e-10);
        let g = request.vector(&gravity);
        request.even(0.0, &[(t, Function::Stumpff(1), t, g)]);
        request.even(0.0, &[(1.0, Function::Stumpff(0), t, g)]);
        let mut out = vec![0.0; 2 * n];
        let options = Options { check: false, ..Options::default() };
        chebyshev(&self.problem(false), &request, None, &options, &mut out).expect("converges");
        let a = out.split_off(n);
        (out, a)
    }

    /// (v, a) after 24 steps under gravity from rest with 24 vectors per input.
    pub fn state(&mut self, damped: bool) -> (Vec<f64>, Vec<f64>) {
        let n = self.beam.masses.len();
        let (mut x, mut v, mut out) = (vec![0.0; n], vec![0.0; n], vec![0.0; 2 * n]);
        let options = Options { max_dimension: 48, accept_limit: true, check: false, ..Options::default() };
        let mut engine = ShiftInvert::new();
        let beta = if damped { self.beta } else { 0.0 };
        for step in 0..=24 {
            let total: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + beta * v).collect();
            let mut a = vec![0.0; n];
            self.stiffness.apply(&total, &mut a);
            for (i, (a, m)) in a.iter_mut().zip(&self.beam.masses).enumerate() {
                *a = if i % 3 == 2 { -9.81 } else { 0.0 } - *a / m;
            }
            if step == 24 {
                return (v, a);
            }
            let mut pole = std::mem::replace(&mut self.pole, dummy());
            engine
                .evaluate(&self.problem(damped), &mut pole, &self.request(&v, &a, 1e-12), &options, &mut out)
                .expect("limits are accepted");
            self.pole = pole;
            (0..n).for_each(|i| x[i] += out[i]);
            (0..n).for_each(|i| v[i] += out[n + i]);
        }
        unreachable!("returns at the last step")
    }
}

/// A placeholder while the pole is lent out.
pub fn dummy() -> CholeskyPole {
    let pattern = std::sync::Arc::new(sinew_math::sparse::Pattern::new(1, []));
    CholeskyPole::new(BlockMatrix::new(pattern.clone()), BlockMatrix::new(pattern)).expect("one vertex")
}

pub fn noise(n: usize, seed: u64, size: f64) -> Vec<f64> {
    let mut r = Random(seed);
    (0..n).map(|_| r.between(-size, size)).collect()
}

#[test]
fn the_chooser_costs_at_most_twice_the_better_engine_and_one_factor() {
    let mut worst: f64 = 0.0;
    for decade in 4..=10 {
        let mut setting = Setting::new(4, 10f64.powi(decade));
        let n = setting.beam.masses.len();
        let interval = spectral_bounds(&setting.problem(false), 30).expect("finite");
        let options = Options { check: false, max_dimension: 300, ..Options::default() };
        for data in 0..3 {
            let (v, a) = match data {
                0 => (noise(n, 1, 1.0), noise(n, 2, 10.0)),
                1 => setting.state(true),
                _ => setting.state(false),
            };
            for damped in [false, true] {
                for tolerance in [1e-3, 1e-6] {
                    let q = setting.request(&v, &a, tolerance);
                    let mut out = vec![0.0; 2 * n];
                    let mut pole = std::mem::replace(&mut setting.pole, dummy());
                    let problem = setting.problem(damped);
                    let cost = |r: Result<Report, FunctionError>| r.map_or(f64::INFINITY, |r| r.flops);
                    // With a factor already there: its cost is the one that the bound allows for.
                    pole.factorize(0.05 * STEP * STEP).expect("positive definite");
                    let single = [
                        cost(ShiftInvert::new().evaluate(&problem, &mut pole, &q, &options, &mut out)),
                        cost(chebyshev(&problem, &q, Some(interval), &options, &mut out)),
                        cost(lanczos(&problem, &q, &options, &mut out)),
                    ];
                    let best = single.iter().fold(f64::INFINITY, |m, c| m.min(*c));
                    // Given, as an integrator may know it from its elements, or to be found.
                    for interval in [Some(interval), None] {
                        pole.refresh();
                        let report = Auto::new()
                            .evaluate(&problem, &mut pole, &q, interval, &options, &mut out)
                            .expect("one engine converges");
                        let factor = report.factorizations as f64 * pole.factor_flops();
                        let ratio = (report.flops - factor) / best;
                        worst = worst.max(report.flops / (2.2 * best + pole.factor_flops()));
                        assert!(
                            report.factorizations <= 1 && report.flops <= 2.2 * best + pole.factor_flops(),
                            "E = 1e{decade}, data {data}, damped {damped}, {tolerance:e}: {ratio:.2} times the best of {single:?} by {:?}",
                            report.path
                        );
                    }
                    setting.pole = pole;
                }
            }
        }
    }
    println!("worst auto / (2.2 best + factor): {worst:.2}");
}
