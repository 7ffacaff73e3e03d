//! Lowest modes against the dense eigenproblem: free, clamped, buckled, consistent mass, warm starts.

#[path = "matrix_functions/cases.rs"]
#[allow(dead_code)]
mod cases;

use cases::{Case, DampingKind, DenseOperator, Plan, Random, Spectrum};
use faer::{Mat, Side};
use sinew_math::eigen::{Modes, ModesError, ModesOptions, lowest_modes};
use sinew_math::functions::{CholeskyPole, MassMatrix, Pole};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};
use std::sync::Arc;

fn plan(n: usize, spectrum: Spectrum, consistent: bool) -> Plan {
    let damping = DampingKind::None;
    Plan {
        n,
        spectrum,
        damping,
        consistent,
        stiffness: 300.0,
        rough: true,
        stale: false,
        request: 0,
        tolerance: 1e-6,
        skew: false,
    }
}

/// All eigenvalues of M^-1 K, ascending.
fn all_values(case: &Case) -> Vec<f64> {
    let n = case.plan.n;
    let lower = case.mass.llt(Side::Lower).expect("positive definite").L().to_owned();
    let mut half = case.stiffness.0.clone();
    lower.solve_lower_triangular_in_place(half.as_mut());
    let mut c = half.transpose().to_owned();
    lower.solve_lower_triangular_in_place(c.as_mut());
    let c = Mat::from_fn(n, n, |i, j| 0.5 * (c[(i, j)] + c[(j, i)]));
    c.self_adjoint_eigenvalues(Side::Lower).expect("symmetric")
}

fn check(case: &Case, modes: &Modes, count: usize) {
    let n = case.plan.n;
    let expected = all_values(case);
    let top = expected[n - 1];
    for (k, value) in modes.values.iter().enumerate() {
        assert!((value - expected[k]).abs() < 1e-9 * top, "mode {k}: {value} not {}", expected[k]);
    }
    assert_eq!(modes.values.len(), count);
    // M-orthonormal, and eigenvectors
    let mut mw = vec![0.0; n * count];
    DenseOperator(case.mass.clone()).apply_block(&modes.vectors, &mut mw, count);
    for i in 0..count {
        for j in 0..count {
            let product: f64 = (0..n).map(|r| modes.vectors[i * n + r] * mw[j * n + r]).sum();
            assert!((product - f64::from(i == j)).abs() < 1e-12, "w_{i} M w_{j} = {product}");
        }
        let w = &modes.vectors[i * n..(i + 1) * n];
        let mut kw = vec![0.0; n];
        case.stiffness.apply(w, &mut kw);
        let residual: f64 = (0..n).map(|r| (kw[r] - modes.values[i] * mw[i * n + r]).powi(2)).sum::<f64>().sqrt();
        assert!(residual < 1e-5 * top.max(1.0), "mode {i}: residual {residual:e}");
    }
}

#[test]
fn random_problems_from_one_mode_to_sixty() {
    let mut r = Random(3);
    for (n, count) in [(40, 1), (60, 6), (120, 20), (150, 60), (30, 30), (33, 31)] {
        for spectrum in [Spectrum::Definite, Spectrum::Indefinite, Spectrum::Singular] {
            for consistent in [false, true] {
                let case = Case::new(plan(n, spectrum, consistent), &mut r);
                let problem = case.problem();
                let modes = lowest_modes(
                    &problem.mass,
                    problem.stiffness,
                    &mut case.pole(),
                    count,
                    None,
                    &ModesOptions::default(),
                )
                .unwrap_or_else(|e| panic!("{n} {count} {spectrum:?}: {e}"));
                check(&case, &modes, count);
                if spectrum == Spectrum::Indefinite {
                    assert!(modes.values[0] < 0.0, "the buckling direction is the lowest mode");
                }
            }
        }
    }
}

#[test]
fn a_warm_start_needs_fewer_solves() {
    let mut r = Random(4);
    let case = Case::new(plan(150, Spectrum::Indefinite, false), &mut r);
    let problem = case.problem();
    let mut pole = case.pole();
    let options = ModesOptions::default();
    let cold = lowest_modes(&problem.mass, problem.stiffness, &mut pole, 20, None, &options).expect("cold");
    let warm = lowest_modes(&problem.mass, problem.stiffness, &mut pole, 20, Some(&cold), &options).expect("warm");
    check(&case, &warm, 20);
    println!("cold {} solves, warm {} solves", cold.solves, warm.solves);
    assert_eq!(warm.factorizations, 0, "the factor is still there");
    assert!(warm.solves <= 24 && warm.solves < cold.solves, "cold {}, warm {}", cold.solves, warm.solves);
}

/// A chain of masses in the plane, free at both ends: zero modes of translation.
#[test]
fn a_free_chain_on_the_sparse_factor() {
    let nodes = 200;
    let pattern = Arc::new(Pattern::new(nodes, (1..nodes as u32).map(|i| (i - 1, i))));
    let (mut mass, mut stiffness) = (BlockMatrix::new(pattern.clone()), BlockMatrix::new(pattern.clone()));
    for i in 0..nodes {
        let slot = pattern.row(i).start;
        for c in [0, 4, 8] {
            mass.block_mut(slot)[c] = 1.0;
            stiffness.block_mut(slot)[c] = if i == 0 || i == nodes - 1 { 1.0 } else { 2.0 };
        }
        if i + 1 < nodes {
            let slot = pattern.slot(i as u32, i as u32 + 1).expect("neighbours");
            for c in [0, 4, 8] {
                stiffness.block_mut(slot)[c] = -1.0;
            }
        }
    }
    let mut pole = CholeskyPole::new(mass, stiffness.clone()).expect("a chain is small");
    let ones = vec![1.0; 3 * nodes];
    let modes = lowest_modes(&MassMatrix::Diagonal(&ones), &stiffness, &mut pole, 15, None, &ModesOptions::default())
        .expect("converges");
    assert!(pole.shift().is_some());
    for (k, value) in modes.values.iter().enumerate() {
        // each of the three directions has the modes 4 sin^2(pi j / 2n)
        let exact = 4.0 * (std::f64::consts::PI * (k / 3) as f64 / (2 * nodes) as f64).sin().powi(2);
        assert!((value - exact).abs() < 1e-12, "mode {k}: {value} not {exact}");
    }
}

#[test]
fn bad_counts_are_refused() {
    let mut r = Random(5);
    let case = Case::new(plan(30, Spectrum::Definite, false), &mut r);
    let problem = case.problem();
    for count in [0, 31] {
        let error =
            lowest_modes(&problem.mass, problem.stiffness, &mut case.pole(), count, None, &ModesOptions::default());
        assert_eq!(error, Err(ModesError::BadCount { wanted: count, unknowns: 30 }));
    }
}
