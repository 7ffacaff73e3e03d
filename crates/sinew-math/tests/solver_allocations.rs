//! Once warm, neither GMRES nor the nonsymmetric factor allocates anything: the heap profiler counts blocks.

#[path = "../benches/beam/mod.rs"]
mod beam;

use beam::Beam;
use sinew_math::operator::LinearOperator;
use sinew_math::solve::{Cholesky, Gmres, GmresOptions, Lu};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

#[test]
fn warm_solvers_allocate_nothing() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
    pool.install(|| {
        let beam = Beam::new(20, 8, 8);
        let spd = beam.system(1e7, 0.01);
        let matrices = [0.1, 0.3].map(|skew| beam.skewed(1e7, 0.01, skew));
        let (mut lu, mut cholesky) = (Lu::new(&beam.pattern).unwrap(), Cholesky::new(&beam.pattern).unwrap());
        cholesky.factorize(&spd).unwrap();
        let mut gmres = Gmres::default();
        let b: Vec<f64> = (0..spd.dim()).map(|i| (0.3 * i as f64).sin()).collect();
        let mut x = vec![0.0; b.len()];
        let mut round = |restart| {
            for a in &matrices {
                lu.factorize(a).unwrap();
                lu.solve(&b, &mut x).unwrap();
                x.fill(0.0);
                let options = GmresOptions { restart, ..Default::default() };
                let mut m = |v: &[f64], z: &mut [f64]| cholesky.solve(v, z);
                let report = gmres.solve(&mut |x, y| a.apply(x, y), &mut m, &b, &mut x, &options).unwrap();
                assert!(report.converged);
            }
        };
        round(30);
        // Other threads of the test process are counted, too; a solver's own blocks would come back each time.
        let blocks = (0..3).map(|_| {
            let before = dhat::HeapStats::get().total_blocks;
            round(30);
            round(5);
            dhat::HeapStats::get().total_blocks - before
        });
        assert_eq!(blocks.min(), Some(0), "blocks allocated by warm solvers");
    });
}
