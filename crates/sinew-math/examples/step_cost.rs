//! What the functions of one exprb42 step cost beside one semi-implicit step (a factorization and a solve).
//!
//!     cargo run --release -p sinew-math --example step_cost -- [cells across = 13] [E = 1e9]
//!
//! phi_1(c h J) [v; a] at c = 3/4 and 1 from one space, then phi_3(h J) [0; r]; tolerance 1e-3, h = 0.01 s. The data are
//! those of a beam under gravity after 0.24 s, with 0.5 % damping of its lowest mode. 13 cells are 30 576 unknowns.

#[path = "stiffness_sweep/beam.rs"]
mod beam;

use std::time::Instant;

use sinew_math::eigen::{ModesOptions, lowest_modes};
use sinew_math::functions::{
    CholeskyPole, Damping, MassMatrix, Options, PhiTerm, Pole, Problem, Request, ShiftInvert, Symmetry, adaptive_krylov,
};
use sinew_math::operator::LinearOperator;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let cells: usize = arguments.next().map_or(Ok(13), |a| a.parse())?;
    let young: f64 = arguments.next().map_or(Ok(1e9), |a| a.parse())?;
    let h = 0.01;
    let beam = beam::beam(cells);
    let n = beam.masses.len();
    let mut stiffness = beam.stiffness.clone();
    stiffness.values_mut().iter_mut().for_each(|k| *k *= young);
    let problem = Problem {
        mass: MassMatrix::Diagonal(&beam.masses),
        stiffness: &stiffness,
        damping: Damping::None,
        symmetry: Symmetry::Symmetric,
        product_flops: 36.0 * stiffness.pattern().blocks() as f64,
    };
    let mut pole = CholeskyPole::new(beam.mass.clone(), stiffness.clone())?;
    let mut engine = ShiftInvert::new();
    let options = Options { check: false, ..Options::default() };

    // The run that gives the data: phi_1 of the damped system under gravity, from rest
    let modes = lowest_modes(&problem.mass, &stiffness, &mut pole, 1, None, &ModesOptions::default())?;
    pole.refresh();
    let beta = 0.01 / modes.values[0].sqrt();
    let damped = Problem { damping: Damping::Rayleigh { alpha: 0.0, beta }, ..problem };
    let (mut x, mut v, mut a) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let mut out = vec![0.0; 4 * n];
    let phi = |k, weight, position, velocity| PhiTerm { weight, k, position, velocity };
    for _ in 0..24 {
        let total: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + beta * v).collect();
        acceleration(&stiffness, &beam.masses, &total, &mut a);
        let mut q = Request::new(1e-8);
        let (p, w) = (q.vector(&v), q.vector(&a));
        q.phi(h, [0.0; 2], &[phi(1, h, Some(p), Some(w))]);
        let run = Options { accept_limit: true, max_dimension: 48, ..options };
        engine.evaluate(&damped, &mut pole, &q, &run, &mut out[..2 * n])?;
        (0..n).for_each(|i| x[i] += out[i]);
        (0..n).for_each(|i| v[i] += out[n + i]);
    }
    let total: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + beta * v).collect();
    acceleration(&stiffness, &beam.masses, &total, &mut a);
    // A remainder as smooth as the motion, small against a
    let r: Vec<f64> = v.iter().map(|v| 0.1 * v).collect();
    let speed = v.iter().zip(&beam.masses).map(|(v, m)| m * v * v).sum::<f64>().sqrt();
    let mut first = Request::new(1e-3);
    let (p, w) = (first.vector(&v), first.vector(&a));
    first.phi(0.75 * h, [0.0, speed], &[phi(1, 0.75 * h, Some(p), Some(w))]);
    first.phi(h, [0.0, speed], &[phi(1, h, Some(p), Some(w))]);
    let mut second = Request::new(1e-3);
    let w = second.vector(&r);
    second.phi(h, [0.0; 2], &[phi(3, 32.0 / 9.0 * h, None, Some(w))]);

    // Warm memory, then measure
    let (mut factor, mut solve, mut functions) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    let (mut solves, mut products) = (0, 0);
    let mut solution = vec![0.0; n];
    for _ in 0..2 {
        let start = Instant::now();
        pole.factorize(0.05 * h * h)?;
        factor = factor.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        pole.solve(&a, &mut solution, 1)?;
        solve = solve.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let one = engine.evaluate(&problem, &mut pole, &first, &options, &mut out)?;
        let two = engine.evaluate(&problem, &mut pole, &second, &options, &mut out[..2 * n])?;
        functions = functions.min(start.elapsed().as_secs_f64());
        (solves, products) = (one.solves + two.solves, one.products + two.products);
    }
    println!("{n} unknowns, E = {young:.0e}, tolerance 1e-3");
    println!("factor {factor:.3} s, solve {solve:.4} s");
    println!(
        "functions of one exprb42 step without the factor: {solves} solves, {products} products, {functions:.3} s"
    );
    println!("with the factor {:.2} semi-implicit steps", (factor + functions) / (factor + solve));
    let start = Instant::now();
    let mut other = vec![0.0; 4 * n];
    let krylov = adaptive_krylov(&problem, &first, &options, &mut other)?.products
        + adaptive_krylov(&problem, &second, &options, &mut other[..2 * n])?.products;
    let seconds = start.elapsed().as_secs_f64();
    println!("adaptive Krylov: {krylov} products, {seconds:.2} s = {:.0} times as long", seconds / functions);
    Ok(())
}

/// a = g - M^-1 K x
fn acceleration(k: &dyn LinearOperator, masses: &[f64], x: &[f64], a: &mut [f64]) {
    k.apply(x, a);
    for (i, (a, m)) in a.iter_mut().zip(masses).enumerate() {
        *a = if i % 3 == 2 { -9.81 } else { 0.0 } - *a / m;
    }
}
