//! What a nonsymmetric iteration matrix costs beside a symmetric one, on clamped beams, one thread:
//! `cargo bench -p sinew-math --bench nonsymmetric [-- cells ..]`.

mod beam;
mod clock;

use beam::Beam;
use clock::time;
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, Gmres, GmresOptions, Lu};

/// 3.5 k, 11 k, 31 k, 55 k and 313 k unknowns.
const CELLS: [usize; 5] = [24, 36, 52, 64, 116];
/// faer's own factor is timed up to this many unknowns.
const FAER: usize = 12_000;

fn main() {
    let mut cells: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    if cells.is_empty() {
        cells = CELLS.to_vec();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
    pool.install(|| cells.into_iter().for_each(beam));
}

fn beam(cells: usize) {
    let (young, h) = (1e9, 0.01);
    let beam = Beam::new(cells, cells / 4, cells / 4);
    let spd = beam.system(young, h);
    let a = beam.skewed(young, h, 0.1);
    let n = a.dim();
    println!("{n} unknowns, {} blocks", beam.pattern.blocks());
    let b: Vec<f64> = beam.masses.iter().flat_map(|m| [0.0, 0.0, -9.81 * m]).collect();
    let mut x = vec![0.0; n];

    let mut lu = Lu::new(&beam.pattern).unwrap();
    let factor = time(|| lu.factorize(&a).unwrap());
    let solve = time(|| lu.solve(&b, &mut x).unwrap());
    let lu_values = lu.factor_nonzeros();
    println!(
        "  LU        factor {:9.2} ms {:5.1} GFlop/s, solve {:8.3} ms, {:.2} M values",
        1e3 * factor,
        lu.flops() / factor / 1e9,
        1e3 * solve,
        lu_values as f64 / 1e6
    );
    drop(lu);
    let mut cholesky = Cholesky::new(&beam.pattern).unwrap();
    let symmetric = time(|| cholesky.factorize(&spd).unwrap());
    let symmetric_solve = time(|| cholesky.solve(&b, &mut x).unwrap());
    println!(
        "  Cholesky  factor {:9.2} ms {:5.1} GFlop/s, solve {:8.3} ms, {:.2} M values",
        1e3 * symmetric,
        cholesky.flops() / symmetric / 1e9,
        1e3 * symmetric_solve,
        cholesky.factor_nonzeros() as f64 / 1e6
    );
    println!("  LU / Cholesky: factor {:.2}, solve {:.2}", factor / symmetric, solve / symmetric_solve);
    if n < FAER {
        let (t, solve) = faer_lu(&a);
        println!("  faer's LU factor {:9.2} ms = {:.1} of ours, solve {:.3} ms", 1e3 * t, t / factor, 1e3 * solve);
    }
    let t = time(|| a.apply(&b, &mut x));
    let one = time(|| spd.apply(&b, &mut x));
    println!("  product {:.3} ms, symmetric {:.3} ms", 1e3 * t, 1e3 * one);
    let mut gmres = Gmres::default();
    for skew in [0.01, 0.1, 0.3] {
        let a = beam.skewed(young, h, skew);
        for tolerance in [1e-6, 1e-10] {
            let options = GmresOptions { tolerance, ..Default::default() };
            let mut report = None;
            let t = time(|| {
                x.fill(0.0);
                let mut m = |v: &[f64], z: &mut [f64]| cholesky.solve(v, z);
                report = Some(gmres.solve(&mut |x, y| a.apply(x, y), &mut m, &b, &mut x, &options).unwrap());
            });
            let report = report.unwrap();
            println!(
                "  GMRES skew {skew:4} to {tolerance:.0e}: {:3} iterations, residual {:.1e}, {:8.2} ms",
                report.iterations,
                report.residual,
                1e3 * t
            );
        }
    }
}

/// Seconds of a factorization and a solve with row exchanges across the whole matrix and faer's own order of columns.
fn faer_lu(a: &sinew_math::sparse::GeneralMatrix) -> (f64, f64) {
    use faer::linalg::solvers::Solve;
    use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
    use faer::sparse::{SparseColMat, Triplet};
    let (pattern, n) = (a.pattern(), a.dim());
    let mut triplets = Vec::new();
    let mut put = |i: usize, j: usize, block: &[f64]| {
        triplets.extend((0..9).map(|k| Triplet::new(3 * i + k / 3, 3 * j + k % 3, block[k])));
    };
    for i in 0..pattern.nodes() {
        for slot in pattern.row(i) {
            let j = pattern.columns()[slot] as usize;
            put(i, j, &a.upper()[9 * slot..]);
            if i != j {
                put(j, i, &a.lower()[9 * slot..]);
            }
        }
    }
    let a = SparseColMat::<usize, f64>::try_new_from_triplets(n, n, &triplets).unwrap();
    faer::set_global_parallelism(faer::Par::Seq);
    let symbolic = SymbolicLu::try_new(a.symbolic()).unwrap();
    let mut factor = None;
    let t = time(|| factor = Some(Lu::try_new_with_symbolic(symbolic.clone(), a.as_ref()).unwrap()));
    let mut x = faer::Mat::<f64>::from_fn(n, 1, |i, _| (i as f64).sin());
    let solve = time(|| factor.as_ref().unwrap().solve_in_place(&mut x));
    (t, solve)
}
