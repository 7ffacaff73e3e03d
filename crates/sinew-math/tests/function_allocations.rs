//! Once warm, no engine of `sinew_math::functions` that keeps its memory allocates anything: the heap profiler counts
//! blocks over ten more evaluations, requests included. (`adaptive_krylov` and `dense` are for comparison and do.)

#[path = "../examples/stiffness_sweep/beam.rs"]
mod beam;

use beam::beam;
use sinew_math::functions::{
    Auto, Chebyshev, CholeskyPole, Damping, FunctionError, Lanczos, MassMatrix, Options, PhiTerm, Pole, Problem,
    Report, Request, ShiftInvert, Symmetry,
};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

type Evaluate<'a> =
    dyn FnMut(&Problem<'_>, &mut CholeskyPole, &Request<'_>, &mut [f64]) -> Result<Report, FunctionError> + 'a;

#[test]
fn a_warm_engine_allocates_nothing() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool can be built");
    pool.install(|| {
        let beam = beam(2);
        let mut stiffness = beam.stiffness.clone();
        stiffness.values_mut().iter_mut().for_each(|k| *k *= 1e6);
        let mut damping = stiffness.clone();
        damping.values_mut().iter_mut().for_each(|k| *k *= 1e-3);
        let n = beam.masses.len();
        let v: Vec<f64> = (0..n).map(|i| (0.3 * i as f64).sin()).collect();
        let a: Vec<f64> = (0..n).map(|i| 10.0 * (0.2 * i as f64).cos()).collect();
        let h = 0.01;
        let mut pole = CholeskyPole::new(beam.mass.clone(), stiffness.clone()).expect("small");
        pole.factorize(0.05 * h * h).expect("positive definite");
        let options = Options { check: false, ..Options::default() };

        let (mut auto, mut shift_invert, mut chebyshev, mut lanczos) =
            (Auto::new(), ShiftInvert::new(), Chebyshev::new(), Lanczos::new());
        let mut engines: Vec<(&str, Box<Evaluate<'_>>)> = vec![
            ("auto", Box::new(|p, pole, q, out| auto.evaluate(p, pole, q, None, &options, out))),
            ("shift-and-invert", Box::new(|p, pole, q, out| shift_invert.evaluate(p, pole, q, &options, out))),
            ("chebyshev", Box::new(|p, _, q, out| chebyshev.evaluate(p, q, INTERVAL, &options, out))),
            ("lanczos", Box::new(|p, _, q, out| lanczos.evaluate(p, q, &options, out))),
        ];
        let problem = Problem {
            mass: MassMatrix::Diagonal(&beam.masses),
            stiffness: &stiffness,
            damping: Damping::None,
            symmetry: Symmetry::Symmetric,
            product_flops: 36.0 * stiffness.pattern().blocks() as f64,
        };
        let kinds = [
            ("undamped", problem),
            ("Rayleigh", Problem { damping: Damping::Rayleigh { alpha: 0.1, beta: 1e-3 }, ..problem }),
            ("general", Problem { damping: Damping::Operator(&damping), ..problem }),
            ("not symmetric", Problem { symmetry: Symmetry::General, ..problem }),
        ];
        let mut out = vec![0.0; 4 * n];
        for (name, evaluate) in &mut engines {
            for (kind, problem) in &kinds {
                if matches!(*name, "chebyshev" | "lanczos") && matches!(*kind, "general" | "not symmetric") {
                    continue;
                }
                let mut kept: Request<'static> = Request::default();
                let mut step = || {
                    let mut q = std::mem::take(&mut kept).reset(1e-6);
                    let (p, w) = (q.vector(&v), q.vector(&a));
                    for time in [0.75 * h, h] {
                        let term = PhiTerm { weight: time, k: 1, position: Some(p), velocity: Some(w) };
                        q.phi(time, [0.0; 2], &[term]);
                    }
                    let report = evaluate(problem, &mut pole, &q, &mut out).expect("converges");
                    assert!(report.converged);
                    kept = q.reset(0.0);
                };
                (0..4).for_each(|_| step());
                // Other threads of the test process are counted, too; an engine's own blocks would come back each time.
                let blocks = (0..3).map(|_| {
                    let before = dhat::HeapStats::get().total_blocks;
                    (0..10).for_each(|_| step());
                    dhat::HeapStats::get().total_blocks - before
                });
                assert_eq!(blocks.min(), Some(0), "{name}, {kind}: blocks allocated in ten evaluations");
            }
        }
    });
}

/// Known to be wide enough: h omega_max of this beam is below 20.
const INTERVAL: Option<sinew_math::functions::Bounds> =
    Some(sinew_math::functions::Bounds { lowest: 0.0, highest: 4e6 });
