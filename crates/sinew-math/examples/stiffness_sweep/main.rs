//! Iterations against stiffness: one step of a clamped tetrahedral beam for Young's moduli from 1e5 to 1e11 Pa.
//!
//!     cargo run --release -p sinew-math --example stiffness_sweep -- [cells across = 6] [E ..]
//!
//! h phi_1(h J) [v; a] with h = 0.01 s, gamma = 0.05 (the default), for three kinds of data: `run` (v and a out of a
//! lightly damped run under gravity), `shock` (undamped, gravity switched on 0.24 s ago), `random` (every mode alike);
//! and for the operator with 0.5 % damping of the lowest mode. Per engine: dimension per vector at 1e-3 / 1e-6 / 1e-9,
//! solves or products, and the true error at 1e-6 against a Chebyshev series at 1e-11. No times: counts alone.

mod beam;

use beam::{Beam, beam};
use sinew_math::eigen::{ModesOptions, lowest_modes};
use sinew_math::functions::{
    Auto, CholeskyPole, Damping, FunctionError, MassMatrix, Options, PhiTerm, Pole, Problem, Report, Request,
    ShiftInvert, Symmetry, adaptive_krylov, chebyshev, lanczos, spectral_bounds,
};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::BlockMatrix;

const STEP: f64 = 0.01;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let cells: usize = arguments.next().map_or(Ok(6), |a| a.parse())?;
    let mut moduli: Vec<f64> = arguments.map(|a| a.parse()).collect::<Result<_, _>>()?;
    if moduli.is_empty() {
        moduli = (5..=11).map(|d| 10f64.powi(d)).collect();
    }
    let beam = beam(cells);
    let n = beam.masses.len();
    println!("{n} unknowns, h = {STEP} s, gamma = 0.05; m = vectors per input at 1e-3 / 1e-6 / 1e-9");
    for young in moduli {
        sweep(&beam, young)?;
    }
    Ok(())
}

fn sweep(beam: &Beam, young: f64) -> Result<(), Box<dyn std::error::Error>> {
    let n = beam.masses.len();
    let mut stiffness = beam.stiffness.clone();
    stiffness.values_mut().iter_mut().for_each(|k| *k *= young);
    let mass = MassMatrix::Diagonal(&beam.masses);
    let mut pole = CholeskyPole::new(beam.mass.clone(), stiffness.clone())?;
    let lowest = lowest_modes(&mass, &stiffness, &mut pole, 1, None, &ModesOptions::default())?.values[0];
    pole.refresh();
    let problem = |damping| Problem {
        mass,
        stiffness: &stiffness,
        damping,
        symmetry: Symmetry::Symmetric,
        product_flops: 36.0 * stiffness.pattern().blocks() as f64,
    };
    let light = Damping::Rayleigh { alpha: 0.0, beta: 2.0 * 0.005 / lowest.sqrt() };
    let top = spectral_bounds(&problem(Damping::None), 30)?.highest;
    println!("E = {young:.0e}: h omega_1 = {:.2}, h omega_max = {:.0}", STEP * lowest.sqrt(), STEP * top.sqrt());
    let steps = (0.24 / STEP) as usize;
    for (name, damping) in [("undamped", Damping::None), ("damped", light)] {
        let problem = problem(damping);
        for data in ["run", "shock", "random"] {
            let (v, a) = match data {
                "random" => (noise(n, 1), noise(n, 2).iter().map(|x| 10.0 * x).collect()),
                "run" => state(&problem_with(&problem, light), &stiffness, &mut pole, beam, steps, 48)?,
                _ => state(&problem_with(&problem, Damping::None), &stiffness, &mut pole, beam, steps, 48)?,
            };
            row(&problem, &mut pole, beam, &v, &a, &format!("{name:<9} {data:<7}"))?;
        }
    }
    Ok(())
}

fn problem_with<'a>(problem: &Problem<'a>, damping: Damping<'a>) -> Problem<'a> {
    Problem { damping, ..*problem }
}

/// (v, a) after some steps under gravity from rest, with a search space of this size.
fn state(
    problem: &Problem<'_>,
    stiffness: &BlockMatrix,
    pole: &mut CholeskyPole,
    beam: &Beam,
    steps: usize,
    dimension: usize,
) -> Result<(Vec<f64>, Vec<f64>), FunctionError> {
    let n = beam.masses.len();
    let (mut x, mut v) = (vec![0.0; n], vec![0.0; n]);
    let options = Options { max_dimension: dimension, accept_limit: true, check: false, ..Options::default() };
    let mut engine = ShiftInvert::new();
    let mut out = vec![0.0; 2 * n];
    for step in 0..=steps {
        let a = acceleration(problem, stiffness, beam, &x, &v);
        if step == steps {
            return Ok((v, a));
        }
        let mut request = Request::new(1e-12);
        let (p, q) = (request.vector(&v), request.vector(&a));
        request.phi(STEP, [0.0; 2], &[PhiTerm { weight: STEP, k: 1, position: Some(p), velocity: Some(q) }]);
        engine.evaluate(problem, pole, &request, &options, &mut out)?;
        (0..n).for_each(|i| x[i] += out[i]);
        (0..n).for_each(|i| v[i] += out[n + i]);
    }
    unreachable!("returns at the last step")
}

/// M^-1 (f - K x - D v)
fn acceleration(problem: &Problem<'_>, k: &BlockMatrix, beam: &Beam, x: &[f64], v: &[f64]) -> Vec<f64> {
    let n = x.len();
    let beta = if let Damping::Rayleigh { beta, .. } = problem.damping { beta } else { 0.0 };
    let total: Vec<f64> = x.iter().zip(v).map(|(x, v)| x + beta * v).collect();
    let mut force = vec![0.0; n];
    k.apply(&total, &mut force);
    (0..n).map(|i| if i % 3 == 2 { -9.81 } else { 0.0 } - force[i] / beam.masses[i]).collect()
}

fn row(
    problem: &Problem<'_>,
    pole: &mut CholeskyPole,
    beam: &Beam,
    v: &[f64],
    a: &[f64],
    name: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let n = v.len();
    let norm = |x: &[f64]| x.iter().zip(&beam.masses).map(|(x, m)| m * x * x).sum::<f64>().sqrt();
    let speed = norm(v);
    let request = |tolerance: f64| {
        let mut request = Request::new(tolerance);
        let (p, q) = (request.vector(v), request.vector(a));
        request.phi(STEP, [0.0, speed], &[PhiTerm { weight: STEP, k: 1, position: Some(p), velocity: Some(q) }]);
        request
    };
    let options = Options { check: false, max_dimension: 400, ..Options::default() };
    let mut reference = vec![0.0; 2 * n];
    chebyshev(problem, &request(1e-11), None, &options, &mut reference)?;
    let mut out = vec![0.0; 2 * n];
    let error = |out: &[f64]| {
        let part = |h: usize, floor: f64| {
            let r = h * n..(h + 1) * n;
            let difference: Vec<f64> = r.clone().map(|i| out[i] - reference[i]).collect();
            norm(&difference) / norm(&reference[r]).max(floor)
        };
        part(0, 0.0).max(part(1, speed))
    };
    type Engine<'e> = Box<dyn FnMut(&Request<'_>, &mut [f64]) -> Result<Report, FunctionError> + 'e>;
    let cell = std::cell::RefCell::new(pole);
    let engines: [(&str, Engine<'_>); 5] = [
        (
            "shift-and-invert",
            Box::new(|q, out| ShiftInvert::new().evaluate(problem, *cell.borrow_mut(), q, &options, out)),
        ),
        ("lanczos", Box::new(|q, out| lanczos(problem, q, &options, out))),
        ("chebyshev", Box::new(|q, out| chebyshev(problem, q, None, &options, out))),
        ("adaptive Krylov", Box::new(|q, out| adaptive_krylov(problem, q, &options, out))),
        ("auto", Box::new(|q, out| Auto::new().evaluate(problem, *cell.borrow_mut(), q, None, &options, out))),
    ];
    for (engine, mut evaluate) in engines {
        let mut counts = Vec::new();
        let mut last = String::new();
        for tolerance in [1e-3, 1e-6, 1e-9] {
            match evaluate(&request(tolerance), &mut out) {
                Ok(report) => {
                    counts.push(report.iterations.to_string());
                    if tolerance == 1e-6 {
                        let cost = report.flops / problem.product_flops;
                        last = format!(
                            "{:>4} solves {:>6} products  {cost:>8.0} product flops  error {:.0e}",
                            report.solves,
                            report.products,
                            error(&out)
                        );
                        if engine == "auto" {
                            last += &format!("  {:?}", report.path);
                        }
                    }
                }
                Err(_) => counts.push("-".into()),
            }
        }
        println!("  {name} {engine:<17} m {:<16} {last}", counts.join("/"));
    }
    let _ = cell.into_inner().shift();
    Ok(())
}

/// Uniform numbers in (-1, 1).
fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..n)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
        .collect()
}
