//! Chains of a few hundred masses with follower loads and gyroscopic forces: large enough for shift-and-invert to stop
//! before its space is complete. The reference is the adaptive Krylov engine, three digits finer.

use std::sync::Arc;

use crate::cases::{Random, judge};
use sinew_math::functions::{
    CholeskyPole, Damping, MassMatrix, Options, PhiTerm, Problem, Request, ShiftInvert, Symmetry, adaptive_krylov,
};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};

/// Sub-diagonal, diagonal and super-diagonal, row by row.
struct Tridiagonal(Vec<[f64; 3]>);

impl LinearOperator for Tridiagonal {
    fn dim(&self) -> usize {
        self.0.len()
    }
    fn apply(&self, x: &[f64], y: &mut [f64]) {
        let n = x.len();
        for (i, (y, [lower, diagonal, upper])) in y.iter_mut().zip(&self.0).enumerate() {
            *y = diagonal * x[i];
            if i > 0 {
                *y += lower * x[i - 1];
            }
            if i + 1 < n {
                *y += upper * x[i + 1];
            }
        }
    }
}

/// As 3 x 3 blocks, the symmetric part: what a Cholesky factor takes.
fn blocks(a: &Tridiagonal) -> BlockMatrix {
    let vertices = a.dim() as u32 / 3;
    let mut matrix = BlockMatrix::new(Arc::new(Pattern::new(vertices as usize, (1..vertices).map(|i| (i - 1, i)))));
    for i in 0..a.dim() {
        for j in i.saturating_sub(1)..=(i + 1).min(a.dim() - 1) {
            // The upper triangle of blocks is stored.
            let Some(slot) = matrix.pattern().slot(i as u32 / 3, j as u32 / 3) else { continue };
            matrix.block_mut(slot)[3 * (i % 3) + j % 3] = 0.5 * (a.0[i][j + 1 - i] + a.0[j][i + 1 - j]);
        }
    }
    matrix
}

#[test]
fn long_chains_without_symmetry_stop_early_and_meet_the_tolerance() {
    let mut r = Random(47);
    let mut engine = ShiftInvert::new();
    let (mut ratios, mut early) = (Vec::new(), 0);
    const CASES: usize = 60;
    for index in 0..CASES {
        let n = 3 * (60 + r.below(80));
        let h = 10f64.powf(r.between(-3.0, 0.0));
        let z = 10f64.powf(r.between(0.5, 2.3));
        let tolerance = 10f64.powf(-r.between(2.0, 7.0));
        // h omega_max = z: eigenvalues of the chain go up to 4 k.
        let k = (z / h).powi(2) / 4.0;
        // Followers as strong as a motion of one radian per step, gyroscopes likewise.
        let (follower, gyroscope) = (r.between(0.1, 1.0) / (h * h), r.between(0.1, 1.0) / h);
        let (alpha, beta) = (r.between(0.0, 0.2) / h, r.between(0.0, 0.02) * h);
        // Masses and drag vary along the chain, slowly: from mass to mass they would make smooth data rough.
        let wave = |i: usize, w: f64| (w * i as f64 / n as f64).sin();
        let (first, second) = (r.between(1.0, 9.0), r.between(1.0, 9.0));
        let masses: Vec<f64> = (0..n).map(|i| 1.0 + 0.5 * wave(i, first)).collect();
        let stiffness = Tridiagonal(vec![[-k - follower, 2.0 * k, -k + follower]; n]);
        // Not of Rayleigh type.
        let drag = |i: usize| alpha * masses[i] * (1.0 + wave(i, second));
        let damping = Tridiagonal(
            (0..n).map(|i| [-beta * k - gyroscope, 2.0 * beta * k + drag(i), -beta * k + gyroscope]).collect(),
        );
        let mass = Tridiagonal(masses.iter().map(|m| [0.0, *m, 0.0]).collect());
        // Smooth data as a motion has them: the first dozen waves of the chain.
        let mut smooth = |size: f64| -> Vec<f64> {
            let waves: Vec<f64> = (1..=12).map(|w| size * r.between(-1.0, 1.0) / (w * w) as f64).collect();
            let angle = |i: usize, w: usize| std::f64::consts::PI * (w + 1) as f64 * (i + 1) as f64 / (n + 1) as f64;
            (0..n).map(|i| waves.iter().enumerate().map(|(w, c)| c * angle(i, w).sin()).sum()).collect()
        };
        let (v, a) = (smooth(1.0), smooth(1.0 / h));
        let problem = Problem {
            mass: MassMatrix::Diagonal(&masses),
            stiffness: &stiffness,
            damping: if index % 3 == 0 { Damping::Rayleigh { alpha, beta } } else { Damping::Operator(&damping) },
            symmetry: Symmetry::General,
            product_flops: 6.0 * n as f64,
        };
        let norm = |x: &mut dyn Iterator<Item = (usize, f64)>| x.map(|(i, x)| masses[i] * x * x).sum::<f64>().sqrt();
        let speed = norm(&mut v.iter().copied().enumerate());
        let request = |tolerance| {
            let mut request = Request::new(tolerance);
            let (p, q) = (request.vector(&v), request.vector(&a));
            for time in [0.75 * h, h] {
                let term = PhiTerm { weight: time, k: 1, position: Some(p), velocity: Some(q) };
                request.phi(time, [0.0, speed], &[term]);
            }
            request
        };
        let mut pole = CholeskyPole::new(blocks(&mass), blocks(&stiffness)).expect("a chain is small");
        pole.set_damping(blocks(&damping));
        let (mut out, mut expected) = (vec![0.0; 4 * n], vec![0.0; 4 * n]);
        let report = engine
            .evaluate(&problem, &mut pole, &request(tolerance), &Options::default(), &mut out)
            .expect("converges");
        adaptive_krylov(&problem, &request(1e-3 * tolerance), &Options::default(), &mut expected).expect("converges");
        early += usize::from(report.dimension < n);
        let error = (0..4).map(|o| {
            let part = |i: usize| o * n + i;
            let difference = norm(&mut (0..n).map(|i| (i, out[part(i)] - expected[part(i)])));
            let floor = if o % 2 == 1 { speed } else { 0.0 };
            difference / norm(&mut (0..n).map(|i| (i, expected[part(i)]))).max(floor)
        });
        let ratio = error.fold(0.0, f64::max) / tolerance;
        ratios.push((ratio, format!("m = {} of {n}, z = {z:.0}, {tolerance:.1e}, case {index}", report.dimension)));
    }
    println!("{early} of {CASES} stopped before the space was complete");
    judge("shift-and-invert on long chains, not symmetric", ratios, 0);
    assert!(early * 10 >= CASES * 9, "only {early} stopped early");
}
