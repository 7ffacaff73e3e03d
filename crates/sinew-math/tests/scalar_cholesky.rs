//! The factor of a scalar matrix: right, the same for any number of threads, and honest about single precision.

use std::sync::Arc;

use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Contact, ContactUpdate, Precision, ScalarAnalysis, ScalarCholesky, SolveError};
use sinew_math::sparse::{Pattern, ScalarMatrix};

/// A grid of springs of stiffness `k` and vertices of mass one.
fn lattice(side: u32, k: f64) -> ScalarMatrix {
    let at = |x: u32, y: u32, z: u32| (z * side + y) * side + x;
    let mut pairs = Vec::new();
    for z in 0..side {
        for y in 0..side {
            for x in 0..side {
                let here = at(x, y, z);
                let next = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)].map(|(a, b, c)| (x + a, y + b, z + c));
                let inside = next.iter().filter(|(a, b, c)| *a < side && *b < side && *c < side);
                pairs.extend(inside.map(|(a, b, c)| (here, at(*a, *b, *c))));
            }
        }
    }
    let n = side.pow(3);
    let mut a = ScalarMatrix::new(Arc::new(Pattern::new(n as usize, pairs.iter().copied())));
    for i in 0..n {
        a.add(i, i, 1.0 + f64::from(i % 7) / 10.0);
    }
    for (i, j) in pairs {
        let k = k * (1.0 + f64::from((i * 13 + j) % 5));
        a.add(i, i, k);
        a.add(j, j, k);
        a.add(i, j, -k);
    }
    a
}

fn waves(n: usize) -> Vec<f64> {
    (0..n).map(|i| (0.37 * i as f64).sin() + 0.2).collect()
}

/// |x - A^-1 A x| / |x|
fn error(factor: &mut ScalarCholesky, a: &ScalarMatrix) -> f64 {
    let x = waves(a.dim());
    let (mut b, mut y) = (vec![0.0; a.dim()], vec![0.0; a.dim()]);
    a.apply(&x, &mut b);
    factor.solve(&b, &mut y).unwrap();
    let difference: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
    sinew_math::parallel::norm(&difference) / sinew_math::parallel::norm(&x)
}

#[test]
fn solves_to_the_precision_in_which_it_is_kept() {
    for side in [1, 2, 9, 17] {
        let a = lattice(side, 100.0);
        let analysis = Arc::new(ScalarAnalysis::new(a.pattern()).unwrap());
        let of = |precision| {
            let mut factor = ScalarCholesky::new(analysis.clone(), precision);
            factor.factorize(&a).unwrap();
            assert_eq!(factor.kept_in(), Some(precision));
            error(&mut factor, &a)
        };
        // Measured at 17: 1.6e-13 and 8e-5.
        assert!(of(Precision::Double) < 1e-12, "{side}");
        assert!(of(Precision::Single) < 1e-3, "{side}");
    }
}

#[test]
fn single_precision_is_given_up_where_it_is_not_enough() {
    for (k, expected) in [(1.0, Precision::Single), (1e3, Precision::Single), (1e9, Precision::Double)] {
        let a = lattice(9, k);
        let mut factor = ScalarCholesky::new(Arc::new(ScalarAnalysis::new(a.pattern()).unwrap()), Precision::Auto);
        factor.factorize(&a).unwrap();
        assert_eq!(factor.kept_in(), Some(expected), "k = {k}");
        assert!(error(&mut factor, &a) < 1e-2);
    }
}

#[test]
fn new_numbers_on_the_same_pattern_and_extreme_scales() {
    let mut a = lattice(8, 10.0);
    let mut factor = ScalarCholesky::new(Arc::new(ScalarAnalysis::new(a.pattern()).unwrap()), Precision::Auto);
    for scale in [1.0, 1e-30, 1e70] {
        a.values_mut().iter_mut().for_each(|v| *v *= scale);
        factor.factorize(&a).unwrap();
        assert!(error(&mut factor, &a) < 1e-3, "{scale}");
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    // Large enough to be cut into parts.
    let a = lattice(19, 30.0);
    let analysis = Arc::new(ScalarAnalysis::new(a.pattern()).unwrap());
    for precision in [Precision::Single, Precision::Double] {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut factor = ScalarCholesky::new(analysis.clone(), precision);
                factor.factorize(&a).unwrap();
                let (b, mut x) = (waves(a.dim()), vec![0.0; a.dim()]);
                factor.solve(&b, &mut x).unwrap();
                x.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
            })
        };
        let one = with(1);
        assert!(one == with(2) && one == with(4) && one == with(7));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let mut a = lattice(4, 10.0);
    let mut factor = ScalarCholesky::new(Arc::new(ScalarAnalysis::new(a.pattern()).unwrap()), Precision::Auto);
    a.add(5, 5, -1e4);
    assert_eq!(factor.factorize(&a), Err(SolveError::NotPositiveDefinite { node: 5 }));
    a.add(5, 5, 1e4);
    factor.factorize(&a).unwrap();
    let mut x = vec![1.0; a.dim()];
    let mut b = vec![0.0; a.dim()];
    factor.solve(&b, &mut x).unwrap();
    assert!(x.iter().all(|x| *x == 0.0));
    b[7] = f64::NAN;
    assert_eq!(factor.solve(&b, &mut x), Err(SolveError::NonFinite));
    a.add(0, 0, f64::INFINITY);
    assert_eq!(factor.factorize(&a), Err(SolveError::NonFinite));
}

/// Contacts by low rank against the dense matrix with them in it.
#[test]
fn contacts_come_and_go_without_a_factorization() {
    let a = lattice(6, 50.0);
    let (n, mut factor) =
        (a.dim(), ScalarCholesky::new(Arc::new(ScalarAnalysis::new(a.pattern()).unwrap()), Precision::Double));
    factor.factorize(&a).unwrap();
    let mut update = ContactUpdate::default();
    let direction = |i: u32| {
        let d = [(0.3 * f64::from(i)).sin(), (0.7 * f64::from(i)).cos(), 0.4];
        let length = d.iter().map(|d| d * d).sum::<f64>().sqrt();
        d.map(|d| d / length)
    };
    let contact =
        |vertex: u32, k: u32| Contact { vertex, direction: direction(vertex + k), stiffness: 10f64.powi(k as i32) };
    // A vertex twice, against two walls; all of them gone; others of the same vertices.
    let sets = [
        vec![contact(3, 2), contact(17, 4), contact(17, 6), contact(100, 5)],
        vec![],
        vec![contact(17, 3), contact(200, 7), contact(5, 1), contact(6, 4), contact(7, 5)],
    ];
    for contacts in sets {
        let unknown: Vec<u32> = contacts.iter().map(|c| c.vertex).filter(|v| !update.knows(*v)).collect();
        for three in unknown.chunks(3) {
            update.learn(&mut factor, three).unwrap();
        }
        update.set(&contacts).unwrap();
        let x = waves(n);
        let (mut b, mut y) = (vec![0.0; n], vec![0.0; n]);
        a.apply(&x, &mut b);
        for c in &contacts {
            let at = 3 * c.vertex as usize;
            let depth: f64 = (0..3).map(|k| c.direction[k] * x[at + k]).sum();
            (0..3).for_each(|k| b[at + k] += c.stiffness * depth * c.direction[k]);
        }
        let solves = update.solve(&mut factor, &b, &mut y).unwrap();
        assert_eq!(solves, if contacts.is_empty() { 1 } else { 2 });
        let error = x.iter().zip(&y).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
        // Seven digits of added stiffness above that of A are lost, as with any low-rank update. Measured 4e-10.
        assert!(error < 1e-8, "{error:e}");
    }
}
