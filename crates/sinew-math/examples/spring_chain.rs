//! A chain of masses and springs whose stiffness grows by ten decades: the number of solves does not.
//!
//!     cargo run --release -p sinew-math --example spring_chain
//!
//! One step h of M x'' + beta K x' + K x = f with phi_1 of the damped system, from the data of a run under gravity.
//! Beside the counts it prints the error against all eigenvalues.

use std::sync::Arc;

use sinew_math::functions::{
    CholeskyPole, Damping, MassMatrix, Options, PhiTerm, Problem, Request, ShiftInvert, Symmetry, adaptive_krylov,
    dense,
};
use sinew_math::sparse::{BlockMatrix, Pattern};

/// Masses of 0.01 kg in a row, joined by springs of this stiffness; the first one is tied to a wall.
fn chain(nodes: usize, stiffness: f64) -> (BlockMatrix, BlockMatrix) {
    let pattern = Arc::new(Pattern::new(nodes, (1..nodes as u32).map(|i| (i - 1, i))));
    let (mut mass, mut k) = (BlockMatrix::new(pattern.clone()), BlockMatrix::new(pattern.clone()));
    for i in 0..nodes {
        let slot = pattern.row(i).start;
        for c in [0, 4, 8] {
            mass.block_mut(slot)[c] = 0.01;
            k.block_mut(slot)[c] = if i + 1 < nodes { 2.0 } else { 1.0 } * stiffness;
        }
        if i + 1 < nodes {
            let slot = pattern.slot(i as u32, i as u32 + 1).expect("neighbours are coupled");
            for c in [0, 4, 8] {
                k.block_mut(slot)[c] = -stiffness;
            }
        }
    }
    (mass, k)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (nodes, h, tolerance) = (60, 0.01, 1e-6);
    let n = 3 * nodes;
    println!("stiffness   h omega_max   solves   products of adaptive Krylov   true error (asked for {tolerance:.0e})");
    for decade in (2..=12).step_by(2) {
        let stiffness = 10f64.powi(decade);
        let (mass, k) = chain(nodes, stiffness);
        let masses = vec![0.01; n];
        // 0.5 % damping of the lowest mode: omega_1 = pi / (2 nodes) sqrt(k / m)
        let omega_1 = std::f64::consts::PI / (2 * nodes) as f64 * (stiffness / 0.01).sqrt();
        let problem = Problem {
            mass: MassMatrix::Diagonal(&masses),
            stiffness: &k,
            damping: Damping::Rayleigh { alpha: 0.0, beta: 0.01 / omega_1 },
            symmetry: Symmetry::Symmetric,
            product_flops: 36.0 * k.pattern().blocks() as f64,
        };
        // Released under gravity: no velocity yet in the middle of the chain, a travelling front at its end.
        let v: Vec<f64> = (0..n).map(|i| if i % 3 == 2 { -0.1 * (i as f64 / n as f64).powi(4) } else { 0.0 }).collect();
        let a: Vec<f64> = (0..n).map(|i| if i % 3 == 2 { -9.81 } else { 0.0 }).collect();
        let mut request = Request::new(tolerance);
        let (v, a) = (request.vector(&v), request.vector(&a));
        request.phi(h, [0.0; 2], &[PhiTerm { weight: h, k: 1, position: Some(v), velocity: Some(a) }]);

        let mut pole = CholeskyPole::new(mass, k.clone())?;
        let (mut found, mut exact, mut other) = (vec![0.0; 2 * n], vec![0.0; 2 * n], vec![0.0; 2 * n]);
        let report = ShiftInvert::new().evaluate(&problem, &mut pole, &request, &Options::default(), &mut found)?;
        dense(&problem, &request, &mut exact)?;
        let krylov = match adaptive_krylov(&problem, &request, &Options::default(), &mut other) {
            Ok(report) => report.products.to_string(),
            Err(_) => "gave up".into(),
        };
        let error = (0..2)
            .map(|half| {
                let range = half * n..(half + 1) * n;
                let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
                norm(&mut range.clone().map(|i| found[i] - exact[i])) / norm(&mut range.map(|i| exact[i]))
            })
            .fold(0.0, f64::max);
        let z = h * 2.0 * (stiffness / 0.01).sqrt();
        println!("1e{decade:<9} {z:>11.0} {:>8} {krylov:>29} {error:>14.1e}", report.solves);
        assert!(error < 2.0 * tolerance, "the tolerance was missed");
    }
    Ok(())
}
