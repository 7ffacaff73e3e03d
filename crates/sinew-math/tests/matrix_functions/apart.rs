//! Systems that fall apart: part by part comes out what all eigenvalues of each strand give, with any number of threads.

use std::sync::Arc;

use sinew_math::functions::{
    Auto, CholeskyPole, Damping, MassMatrix, Options, Path, PhiTerm, Problem, Report, Request, ShiftInvert, Symmetry,
    dense,
};
use sinew_math::operator::LinearOperator;
use sinew_math::sparse::{BlockMatrix, Pattern};

use crate::cases::Random;

/// Vertices of a strand, and strands: more than one part, the last one not full.
const LENGTH: usize = 12;
const STRANDS: usize = 130;
const STEP: f64 = 0.3;

/// Chains whose springs differ by a factor of 100, held at their first vertex; each strand another one.
struct Strands {
    mass: Vec<f64>,
    stiffness: BlockMatrix,
    damping: BlockMatrix,
    vectors: [Vec<f64>; 2],
}

impl Strands {
    fn new() -> Self {
        let mut random = Random(11);
        let n = LENGTH * STRANDS;
        let pairs = (0..n as u32 - 1).filter(|i| (i + 1) % LENGTH as u32 != 0).map(|i| (i, i + 1));
        let pattern = Arc::new(Pattern::new(n, pairs));
        let [mut stiffness, mut damping] = [(); 2].map(|()| BlockMatrix::new(pattern.clone()));
        for i in 0..n {
            for (matrix, size) in [(&mut stiffness, 20.0), (&mut damping, 0.5)] {
                let strength = size * 10f64.powf(random.between(-1.0, 1.0));
                let direction: [f64; 3] = std::array::from_fn(|_| random.between(-1.0, 1.0));
                let block: [f64; 9] = std::array::from_fn(|k| {
                    strength * (direction[k / 3] * direction[k % 3] + if k % 4 == 0 { 0.3 } else { 0.0 })
                });
                let mut add = |slot: usize, sign: f64| {
                    matrix.block_mut(slot).iter_mut().zip(block).for_each(|(to, b)| *to += sign * b);
                };
                add(pattern.row(i).start, 1.0);
                if i % LENGTH != 0 {
                    add(pattern.row(i - 1).start, 1.0);
                    add(pattern.row(i - 1).start + 1, -1.0);
                }
            }
        }
        let mass = (0..n).flat_map(|i| [1.0 + (i % 7) as f64 / 7.0; 3]).collect();
        // Strands that swing, each another way, and fall.
        let swing = |i: usize| {
            let (angle, arm) = ((i / LENGTH) as f64, (1 + i % LENGTH) as f64 / LENGTH as f64);
            [arm * angle.cos(), arm * angle.sin(), 0.0]
        };
        let vectors = [(0..n).flat_map(swing).collect(), (0..n).flat_map(|_| [0.0, 0.0, -9.81]).collect()];
        Self { mass, stiffness, damping, vectors }
    }

    fn problem<'a>(&'a self, stiffness: &'a dyn LinearOperator, damping: Damping<'a>) -> Problem<'a> {
        let product_flops = 36.0 * self.stiffness.pattern().blocks() as f64;
        Problem {
            mass: MassMatrix::Diagonal(&self.mass),
            stiffness,
            damping,
            symmetry: Symmetry::Symmetric,
            product_flops,
        }
    }

    fn pole(&self, damped: bool) -> CholeskyPole {
        let pattern = self.stiffness.pattern().clone();
        let mut mass = BlockMatrix::new(pattern.clone());
        for i in 0..pattern.nodes() {
            for k in [0, 4, 8] {
                mass.block_mut(pattern.row(i).start)[k] = self.mass[3 * i];
            }
        }
        let mut pole = CholeskyPole::new(mass, self.stiffness.clone()).unwrap();
        if damped {
            pole.set_damping(self.damping.clone());
        }
        pole
    }

    /// h phi_1(h J) (v, a) and its halves at h/2.
    fn request<'a>(&self, vectors: [&'a [f64]; 2], tolerance: f64) -> Request<'a> {
        let mut request = Request::new(tolerance);
        let [v, a] = vectors.map(|b| request.vector(b));
        for t in [0.5 * STEP, STEP] {
            request.phi(t, [0.0; 2], &[PhiTerm { weight: t, k: 1, position: Some(v), velocity: Some(a) }]);
        }
        request
    }

    /// All eigenvalues of one strand after the other, put together.
    fn expected(&self, damping: Damping<'_>) -> Vec<f64> {
        let n = self.mass.len();
        let mut out = vec![0.0; 4 * n];
        for strand in 0..STRANDS {
            let vertices = LENGTH * strand..LENGTH * (strand + 1);
            let own = 3 * vertices.start..3 * vertices.end;
            let stiffness = self.stiffness.window(vertices.clone()).unwrap();
            let window = self.damping.window(vertices).unwrap();
            let damping = if let Damping::Operator(_) = damping { Damping::Operator(&window) } else { damping };
            let problem =
                Problem { mass: MassMatrix::Diagonal(&self.mass[own.clone()]), ..self.problem(&stiffness, damping) };
            let vectors = [&self.vectors[0][own.clone()], &self.vectors[1][own.clone()]];
            let mut part = vec![0.0; 4 * own.len()];
            dense(&problem, &self.request(vectors, 1e-12), &mut part).unwrap();
            for (out, part) in out.chunks_exact_mut(n).zip(part.chunks_exact(own.len())) {
                out[own.clone()].copy_from_slice(part);
            }
        }
        out
    }

    /// The largest relative error of an output in the mass norm.
    fn error(&self, out: &[f64], expected: &[f64]) -> f64 {
        let n = self.mass.len();
        let norm = |x: &dyn Fn(usize) -> f64| (0..n).map(|i| self.mass[i] * x(i).powi(2)).sum::<f64>().sqrt();
        let errors = out.chunks_exact(n).zip(expected.chunks_exact(n));
        errors.map(|(a, b)| norm(&|i| a[i] - b[i]) / norm(&|i| b[i])).fold(0.0, f64::max)
    }
}

/// The same matrix without windows on it: treated as a whole.
struct Closed<'a>(&'a BlockMatrix);

impl LinearOperator for Closed<'_> {
    fn dim(&self) -> usize {
        self.0.dim()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        self.0.apply(x, y);
    }
}

fn dampings(strands: &Strands) -> [Damping<'_>; 3] {
    [Damping::None, Damping::Rayleigh { alpha: 0.7, beta: 1e-3 }, Damping::Operator(&strands.damping)]
}

#[test]
fn parts_meet_the_tolerance_and_take_no_more_than_the_whole() {
    let strands = Strands::new();
    let request = strands.request([&strands.vectors[0], &strands.vectors[1]], 1e-7);
    for damping in dampings(&strands) {
        let (damped, rayleigh) = (matches!(damping, Damping::Operator(_)), matches!(damping, Damping::Rayleigh { .. }));
        let expected = strands.expected(damping);
        let evaluate = |stiffness: &dyn LinearOperator| -> (Report, f64) {
            let mut out = vec![f64::NAN; expected.len()];
            let (problem, mut pole) = (strands.problem(stiffness, damping), strands.pole(damped));
            let report =
                ShiftInvert::new().evaluate(&problem, &mut pole, &request, &Options::default(), &mut out).unwrap();
            (report, strands.error(&out, &expected))
        };
        let (part, error) = evaluate(&strands.stiffness);
        let (whole, of_whole) = evaluate(&Closed(&strands.stiffness));
        println!(
            "damped {damped}, rayleigh {rayleigh}: {part:?}, error {error:.1e}; whole {whole:?}, error {of_whole:.1e}"
        );
        // Estimates are no bounds: a factor of ten, as for the whole.
        assert!(error <= 1e-6 && of_whole <= 1e-6, "{error:e}, {of_whole:e}");
        assert!(part.converged && part.factorizations == 1 && part.path == Path::ShiftInvert);
        // A part stops growing when it is accurate, the whole when all are.
        assert!(part.solves <= whole.solves && part.dimension <= whole.dimension);
    }
}

#[test]
fn auto_works_part_by_part_with_the_same_bits_for_any_number_of_threads() {
    let strands = Strands::new();
    let request = strands.request([&strands.vectors[0], &strands.vectors[1]], 1e-6);
    for damping in dampings(&strands) {
        let (expected, damped) = (strands.expected(damping), matches!(damping, Damping::Operator(_)));
        let evaluate = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut out = vec![f64::NAN; expected.len()];
                let (problem, mut pole) = (strands.problem(&strands.stiffness, damping), strands.pole(damped));
                let mut engine = Auto::new();
                // Twice: the second time with memory and what was learnt.
                for _ in 0..2 {
                    engine.evaluate(&problem, &mut pole, &request, None, &Options::default(), &mut out).unwrap();
                }
                out
            })
        };
        let one = evaluate(1);
        assert!(strands.error(&one, &expected) <= 1e-5);
        assert!(one.iter().zip(&evaluate(3)).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}

#[test]
fn a_window_is_refused_where_a_block_leaves_it() {
    let strands = Strands::new();
    let k = &strands.stiffness;
    assert!(k.window(LENGTH..3 * LENGTH).is_some() && k.window(0..0).is_some());
    for vertices in [1..LENGTH, 0..LENGTH - 1, LENGTH + 1..2 * LENGTH, 0..LENGTH * STRANDS + 1] {
        assert!(k.window(vertices.clone()).is_none(), "{vertices:?}");
    }
    // Its product is that of the whole with nothing outside.
    let (vertices, n) = (3 * LENGTH..5 * LENGTH, k.dim());
    let own = 3 * vertices.start..3 * vertices.end;
    let mut x = vec![0.0; n];
    x[own.clone()].copy_from_slice(&strands.vectors[0][own.clone()]);
    let (mut whole, mut part) = (vec![0.0; n], vec![0.0; own.len()]);
    k.apply(&x, &mut whole);
    k.window(vertices).unwrap().apply(&x[own.clone()], &mut part);
    assert_eq!(part, whole[own]);
}
