//! Every engine gives the same bits with any number of threads.

use crate::beams::{STEP, Setting, noise};
use sinew_math::functions::{
    Auto, Damping, FunctionError, Options, PhiTerm, Problem, Report, Request, ShiftInvert, Symmetry, adaptive_krylov,
    chebyshev, dense, lanczos,
};
use sinew_math::sparse::BlockMatrix;

/// All outputs of all engines, one after the other. Above 4096 unknowns sums are made in parts.
fn outputs(cells: usize) -> Vec<(&'static str, Vec<f64>)> {
    let mut setting = Setting::new(cells, 1e6);
    let n = setting.beam.masses.len();
    let (v, a) = (noise(n, 1, 1.0), noise(n, 2, 10.0));
    let mut damping: BlockMatrix = setting.stiffness().clone();
    damping.values_mut().iter_mut().for_each(|d| *d *= 1e-3);
    let mut q = Request::new(1e-4);
    let (p, w) = (q.vector(&v), q.vector(&a));
    for time in [0.75 * STEP, STEP] {
        q.phi(time, [0.0; 2], &[PhiTerm { weight: time, k: 1, position: Some(p), velocity: Some(w) }]);
    }
    let options = Options { max_dimension: 40, accept_limit: true, ..Options::default() };
    let mut pole = std::mem::replace(&mut setting.pole, crate::beams::dummy());
    let problem = setting.problem(true);
    let general = Problem { damping: Damping::Operator(&damping), ..problem };
    let skew = Problem { symmetry: Symmetry::General, ..problem };
    let mut all = Vec::new();
    let mut keep = |name, run: &mut dyn FnMut(&mut [f64]) -> Result<Report, FunctionError>| {
        let mut out = vec![0.0; 4 * n];
        run(&mut out).expect("converges, or its limit is accepted");
        all.push((name, out));
    };
    let mut engine = ShiftInvert::new();
    keep("shift-and-invert", &mut |out| engine.evaluate(&problem, &mut pole, &q, &options, out));
    keep("general damping", &mut |out| engine.evaluate(&general, &mut pole, &q, &options, out));
    keep("not symmetric", &mut |out| engine.evaluate(&skew, &mut pole, &q, &options, out));
    keep("auto", &mut |out| Auto::new().evaluate(&problem, &mut pole, &q, None, &options, out));
    keep("chebyshev", &mut |out| chebyshev(&problem, &q, None, &options, out));
    keep("lanczos", &mut |out| lanczos(&problem, &q, &options, out));
    let undamped = Problem { damping: Damping::None, ..problem };
    keep("adaptive Krylov", &mut |out| adaptive_krylov(&undamped, &q, &options, out));
    if n < 1000 {
        keep("dense", &mut |out| dense(&problem, &q, out));
    }
    all
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    // 324 unknowns for all engines, 5 376 for sums in parts.
    for cells in [2, 7] {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
            pool.install(|| outputs(cells))
        };
        let one = with(1);
        for threads in [2, 4] {
            for ((name, one), (_, many)) in one.iter().zip(with(threads)) {
                let different = one.iter().zip(&many).filter(|(a, b)| a.to_bits() != b.to_bits()).count();
                assert_eq!(different, 0, "{name} with {threads} threads: numbers of {}", one.len());
            }
        }
    }
}
