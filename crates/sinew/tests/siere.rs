//! What `siere` and `siere2` promise: the same numbers by either route, exact modes, stability, liveliness, little work.

mod common {
    pub mod problems;
    pub mod running;
}

use common::problems::*;
use common::running::*;
use nalgebra::{DMatrix, DVector};
use sinew::integrators::Work;
use sinew::mechanics::*;
use sinew::mesh::shapes::{Ball, Shape};
use sinew::models::solids::{Lame, materials};
use sinew::scene::Scene;
use sinew_math::functions::{self, Damping, FunctionError, MassMatrix, PhiTerm, Problem, Request, Symmetry};
use sinew_math::operator::LinearOperator;
use sinew_math::solve::Cholesky;
use sinew_math::sparse::BlockMatrix;

/// Options for modes that are exact to rounding.
const EXACT: &str = "mode_tolerance = 1e-13\nsolver = \"cholesky\"\n";

fn relative(a: &State, b: &State, start: &State) -> f64 {
    let (x, v) = (distance(&a.x, &b.x), distance(&a.v, &b.v));
    (x / distance(&b.x, &start.x)).max(v / length(&b.v))
}

/// One solve with the ordinary matrix is all it takes: the low-rank correction of the paper gives the same, because the
/// modes and their complement do not meet in the linearised step. Holds for D = 0 and where D shares the modes.
#[test]
fn decoupled_and_low_rank_routes_agree_to_rounding() {
    let block = |material: &str| Body::block(material, 1e5, 0.4, [0.6, 0.2, 0.2], [4, 2, 2]).clamp();
    for (label, body) in [
        ("neo-hookean", block("neo-hookean")),
        ("stvk", block("stvk")),
        ("drag", block("stvk").damped("drag")),
        ("free", Body::block("arap", 1e5, 0.4, [0.6, 0.2, 0.2], [4, 2, 2])),
    ] {
        let (mut world, start) = Body { shift: 0.004, ..body }.build();
        for projected in [true, false] {
            let [a, b] = ["decoupled", "low-rank"].map(|route| {
                let options = format!("{EXACT}modes = 7\nprojected = {projected}\nroute = \"{route}\"");
                run(make("siere", &options).as_mut(), &mut world, &start, 0.02, 4).0
            });
            let off = relative(&a, &b, &start);
            println!("{label}, projected {projected}: {off:.1e}");
            assert!(off < 1e-12, "{label}, projected {projected}: {off:.1e}");
        }
    }
}

/// M (lumped), K and D of a world as dense matrices.
struct Dense {
    mass: DVector<f64>,
    stiffness: DMatrix<f64>,
    damping: DMatrix<f64>,
}

fn dense(world: &World, s: &State, projected: bool) -> Dense {
    let n = s.x.len();
    let assemble = |damping: f64, stiffness: f64| {
        let mut a = BlockMatrix::new(world.pattern().clone());
        world.tangent(s, Weights { mass: 0.0, damping, stiffness }, projected, &mut a);
        DMatrix::from_row_slice(n, n, &a.to_dense())
    };
    let masses = world.mass().lumped().expect("lumped").masses();
    let mass = DVector::from_fn(n, |i, _| masses[i / 3]);
    Dense { mass, stiffness: assemble(0.0, 1.0), damping: assemble(1.0, 0.0) }
}

impl Dense {
    /// Eigenvalues in ascending order and M-orthonormal modes of K w = lambda M w.
    fn modes(&self) -> (Vec<f64>, DMatrix<f64>) {
        let n = self.mass.len();
        let root = self.mass.map(|m| 1.0 / m.sqrt());
        let scaled = DMatrix::from_fn(n, n, |i, j| self.stiffness[(i, j)] * root[i] * root[j]);
        let eigen = scaled.symmetric_eigen();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        let vectors = DMatrix::from_fn(n, n, |i, j| root[i] * eigen.eigenvectors[(i, order[j])]);
        (order.iter().map(|k| eigen.eigenvalues[*k]).collect(), vectors)
    }
}

struct Product<'a>(&'a DMatrix<f64>);

impl LinearOperator for Product<'_> {
    fn dim(&self) -> usize {
        self.0.nrows()
    }
    fn apply(&self, x: &[f64], y: &mut [f64]) {
        y.copy_from_slice((self.0 * DVector::from_column_slice(x)).as_slice());
    }
}

/// Exponential Rosenbrock-Euler with dense matrices: u + h phi_1(hJ) F + h^2 phi_2(hJ) F_t.
fn rosenbrock_euler(world: &World, s: &mut State, h: f64) -> Result<(), FunctionError> {
    let n = s.x.len();
    let Dense { mass, stiffness, damping } = dense(world, s, false);
    let (k, d) = (Product(&stiffness), Product(&damping));
    let problem = Problem {
        mass: MassMatrix::Diagonal(mass.as_slice()),
        stiffness: &k,
        damping: if world.damped() { Damping::Operator(&d) } else { Damping::None },
        symmetry: Symmetry::Symmetric,
        product_flops: 2.0 * (n * n) as f64,
    };
    let (mut f, mut rate, v) = (vec![0.0; n], vec![0.0; n], s.v.clone());
    world.force(s, &mut f);
    world.force_rate(s, &mut rate);
    let mut request = Request::new(1e-13);
    let (v, f, rate) = (request.vector(&v), request.force(&f), request.force(&rate));
    let terms = [
        PhiTerm { weight: h, k: 1, position: Some(v), velocity: Some(f) },
        PhiTerm { weight: h * h, k: 2, position: None, velocity: Some(rate) },
    ];
    request.phi(h, [0.0; 2], &terms);
    let mut out = vec![0.0; 2 * n];
    functions::dense(&problem, &request, &mut out)?;
    s.t += h;
    for i in 0..n {
        s.x[i] += out[i];
        s.v[i] += out[n + i];
    }
    Ok(())
}

/// With all modes nothing is left for the complement: SIERE is the exponential Rosenbrock-Euler scheme, with loads,
/// scripts, dampings that do not share the modes, and buckling directions (negative eigenvalues).
#[test]
fn with_all_modes_it_is_the_exponential_rosenbrock_euler_scheme() {
    let block = || Body { shift: 0.01, ..Body::block("stvk", 1e4, 0.3, [0.4, 0.2, 0.2], [2, 1, 1]) };
    let swing = || Swing { vertex: [[9]], amplitude: Vec3::new(8.0, -3.0, 12.0), frequency: 30.0 };
    let hand = |p: Vec3| p.x < 1e-9;
    for (label, body) in [
        ("plain", block()),
        ("loads", block().with(swing()).gravity().hold(std::sync::Arc::new(Carried), hand)),
        ("rayleigh", block().clamp().damped("rayleigh")),
        ("strain-rate", block().clamp().damped("strain-rate")),
    ] {
        let (mut world, start) = body.build();
        // Squeezed along the axis, so that some eigenvalues are negative.
        let mut start = start;
        start.x.iter_mut().step_by(3).for_each(|x| *x *= 0.7);
        let lowest = dense(&world, &start, false).modes().0[0];
        assert!(label != "plain" || lowest < -10.0, "{label}: buckling, {lowest}");
        let options = "modes = 60\nprojected = false\nsolver = \"cholesky\"";
        let mut scheme = make("siere", options);
        let (mut a, mut b) = (start.clone(), start.clone());
        for _ in 0..3 {
            scheme.step(&mut world, &mut a, 0.004).expect("small steps");
            rosenbrock_euler(&world, &mut b, 0.004).expect("small matrices");
        }
        let off = relative(&a, &b, &start);
        println!("{label}: {off:.1e}, lowest eigenvalue {lowest:.0}");
        assert!(off < 1e-10, "{label}: {off:.1e}");
    }
}

/// The modes that the scheme saves span those of a dense eigen-solver.
#[test]
fn modes_agree_with_dense_eigenvectors() {
    for projected in [true, false] {
        let (mut world, start) = twisted("neo-hookean", 0.25, true);
        let mut scheme = make("siere", &format!("{EXACT}projected = {projected}\nmodes = 6"));
        let mut s = start.clone();
        for _ in 0..3 {
            let at = s.clone();
            scheme.step(&mut world, &mut s, 0.01).expect("a quarter twist");
            let exact = dense(&world, &at, projected);
            let (values, vectors) = exact.modes();
            let n = at.x.len();
            let found = &scheme.save().0["modes"];
            let mut worst: f64 = 0.0;
            for u in found.chunks_exact(n).take(6) {
                // What of u lies outside the lowest six modes, in the mass norm.
                let mu = DVector::from_fn(n, |i, _| exact.mass[i] * u[i]);
                let mut outside = DVector::from_column_slice(u);
                for j in 0..6 {
                    outside -= vectors.column(j) * vectors.column(j).dot(&mu);
                }
                worst = worst.max((0..n).map(|i| exact.mass[i] * outside[i] * outside[i]).sum::<f64>().sqrt());
            }
            println!("projected {projected}: {worst:.1e}, eigenvalues {:.0?}", &values[..7]);
            assert!(worst < 1e-8, "projected {projected}: {worst:.1e}");
        }
    }
}

/// On a linear problem the modes keep their energy for ever; the complement does not.
#[test]
fn the_modal_part_keeps_the_energy_of_linear_motion() {
    let body = || Body { speed: 0.0, ..Body::block("linear", 1e5, 0.3, [0.6, 0.2, 0.2], [4, 2, 2]).clamp() };
    let (mut world, rest) = body().build();
    let (values, vectors) = dense(&world, &rest, false).modes();
    let with = |from: usize| {
        let mut s = rest.clone();
        for j in from..from + 5 {
            for i in 0..s.x.len() {
                s.x[i] += 0.01 * vectors[(i, j)];
                s.v[i] += 0.02 * values[j].sqrt() * vectors[(i, j)];
            }
        }
        s
    };
    for (name, loss) in [("siere", 1e-9), ("siere2", 1e-9)] {
        for (from, kept) in [(0, true), (8, false)] {
            let start = with(from);
            let before = world.energy(&start).total();
            let end = run(make(name, EXACT).as_mut(), &mut world, &start, 3.0, 300).0;
            let left = world.energy(&end).total() / before;
            println!("{name}, modes {from}..{}: {left:.12} left", from + 5);
            assert_eq!((left - 1.0).abs() < loss, kept, "{name}, modes from {from}: {left}");
        }
    }
}

/// Equation (10) of the paper with dense matrices; `factor` stands in front of the low-rank terms (h is right, 1 was
/// printed), and the modes may come from another stiffness than the matrix.
fn equation_ten(world: &World, s: &State, h: f64, factor: f64, of_modes: bool, of_matrix: bool) -> DVector<f64> {
    let n = s.x.len();
    let matrix = dense(world, s, of_matrix);
    let (values, all) = dense(world, s, of_modes).modes();
    let count = 5;
    let u = all.columns(0, count).into_owned();
    let mu = DMatrix::from_fn(n, count, |i, j| matrix.mass[i] * u[(i, j)]);
    let inverse = DMatrix::from_fn(n, n, |i, j| matrix.stiffness[(i, j)] / matrix.mass[i]);
    let (v, mut f) = (DVector::from_column_slice(&s.v), DVector::zeros(n));
    world.force(s, f.as_mut_slice());
    let (p, q) = (mu.transpose() * &v, u.transpose() * &f);
    // J_G by its two rank-s blocks
    let position = &u * mu.transpose();
    let lambda = DMatrix::from_diagonal(&DVector::from_fn(count, |i, _| values[i]));
    let velocity = &u * lambda * mu.transpose();
    let mut system = DMatrix::identity(2 * n, 2 * n);
    for i in 0..n {
        for j in 0..n {
            system[(i, n + j)] = factor * position[(i, j)] - if i == j { h } else { 0.0 };
            system[(n + i, j)] = h * inverse[(i, j)] - factor * velocity[(i, j)];
        }
    }
    let (vh, fh) = (&v - &u * &p, &f - &mu * &q);
    let mut right = DVector::zeros(2 * n);
    for i in 0..n {
        right[i] = h * vh[i];
        right[n + i] = h * fh[i] / matrix.mass[i];
    }
    for j in 0..count {
        let z = h * h * values[j];
        let (c1, c2) = (functions::stumpff(1, z), functions::stumpff(2, z));
        let (dx, dv) = (h * (c1 * p[j] + h * c2 * q[j]), h * (c1 * q[j] - values[j] * h * c2 * p[j]));
        for i in 0..n {
            right[i] += dx * u[(i, j)];
            right[n + i] += dv * u[(i, j)];
        }
    }
    system.lu().solve(&right).expect("regular")
}

/// The printed low-rank update lacks the factor h, and modes of another stiffness than the matrix spoil the decoupling.
#[test]
fn misprints_and_mixed_projections_fail() {
    let (mut world, start) =
        Body { shift: 0.02, ..Body::block("neo-hookean", 1e5, 0.45, [0.4, 0.2, 0.2], [2, 1, 1]).clamp() }.build();
    let h = 0.01;
    let n = start.x.len();
    let own = |world: &mut World, projected: bool| {
        let mut s = start.clone();
        make("siere", &format!("{EXACT}projected = {projected}")).step(world, &mut s, h).expect("a step");
        DVector::from_fn(2 * n, |i, _| if i < n { s.x[i] - start.x[i] } else { s.v[i - n] - start.v[i - n] })
    };
    let off = |a: &DVector<f64>, b: &DVector<f64>| (a - b).rows(n, n).norm() / b.rows(n, n).norm();
    let ours = own(&mut world, true);
    let [right, printed] = [h, 1.0].map(|factor| off(&equation_ten(&world, &start, h, factor, true, true), &ours));
    println!("with h {right:.1e}, printed {printed:.1e}");
    assert!(right < 1e-11 && printed > 1e-2, "with h {right:.1e}, printed {printed:.1e}");

    // Modes of the plain K, matrix of the projected one: the decoupled form is no longer equation (10).
    let mixed = off(&equation_ten(&world, &start, h, h, false, true), &ours);
    let plain = off(&equation_ten(&world, &start, h, h, false, false), &own(&mut world, false));
    println!("mixed {mixed:.1e}, plain {plain:.1e}");
    assert!(plain < 1e-11 && mixed > 1e-2, "mixed {mixed:.1e}, plain {plain:.1e}");
}

/// The cuboid of the twist: 0.2 x 0.2 x 1 m, 3 x 3 x 7 vertices, E = 1e5 Pa, nu = 0.45, twisted linearly along z.
fn twisted(material: &str, turns: f64, clamped: bool) -> (World, State) {
    let body = Body::block(material, 1e5, 0.45, [0.2, 0.2, 1.0], [2, 2, 6]);
    let body = if clamped { body.hold(std::sync::Arc::new(motion::Still), |p| p.z < 1e-9) } else { body };
    let rest = body.rest.clone();
    let (world, _) = Body { speed: 0.0, ..body }.build();
    let turn = |p: &[f64]| {
        let (s, c) = (2.0 * std::f64::consts::PI * turns * p[2]).sin_cos();
        let (x, y) = (p[0] - 0.1, p[1] - 0.1);
        [0.1 + c * x - s * y, 0.1 + s * x + c * y, p[2]]
    };
    let x: Vec<f64> = rest.chunks(3).flat_map(turn).collect();
    let s = world.restrict(0.0, &x, &vec![0.0; rest.len()]);
    (world, s)
}

/// Share of the energy left after 60 steps of 0.01 s, or the step that failed: an error, or a hundred times the energy.
fn left(name: &str, options: &str, world: &mut World, start: &State) -> Result<f64, usize> {
    let before = world.energy(start).total();
    let mut s = start.clone();
    let mut scheme = (name != "ere").then(|| make(name, options));
    for k in 1..=60 {
        let ok = match &mut scheme {
            Some(scheme) => scheme.step(world, &mut s, 0.01).is_ok(),
            None => rosenbrock_euler(world, &mut s, 0.01).is_ok(),
        };
        let energy = world.energy(&s).total();
        if !ok || energy.is_nan() || energy > 100.0 * before {
            return Err(k);
        }
    }
    Ok(world.energy(&s).total() / before)
}

/// Who survives the twist of half a turn and of a whole one, with and without projection, and what is left after 60 steps.
#[test]
fn stability_and_liveliness_on_the_twisted_cuboid() {
    for clamped in [true, false] {
        for turns in [0.5, 1.0] {
            let (mut world, start) = twisted("neo-hookean", turns, clamped);
            let mut of = |name: &str, options: &str| {
                let result = left(name, options, &mut world, &start);
                println!("clamped {clamped}, {turns} turns: {name:14} {options:18} {result:.4?}");
                result
            };
            let plain = [of("semi-implicit", "projected = false"), of("siere", "projected = false")];
            let exponential = of("ere", "");
            let euler = of("semi-implicit", "").expect("projected");
            of("backward-euler", "").expect("robust");
            let first = of("siere", "").expect("projected");
            let twenty = of("siere", "modes = 20").expect("projected");
            let second = of("siere2", "").expect("projected");
            // Full turn: M + h^2 K is indefinite at the start, so the plain forms have no factor at all.
            assert_eq!(plain.map(|r| r.err()), if turns == 1.0 { [Some(1); 2] } else { [None; 2] });
            assert!(exponential.is_err(), "the exponential scheme is not for this: {exponential:?}");
            assert!(euler < 1.01 * first && first < twenty, "{euler} {first} {twenty}");
            assert!(second > 5.0 * first && second < 1.0, "siere2 is clearly livelier: {second} against {first}");
            if clamped && turns == 0.5 {
                assert!(first > 2.5 * euler, "{first} against {euler}");
                assert!(second > 0.5, "more than half is left: {second}");
            }
        }
    }
    // ARAP and StVK at half a turn
    for material in ["arap", "stvk"] {
        let (mut world, start) = twisted(material, 0.5, true);
        let [a, b] = ["siere", "siere2"].map(|name| left(name, "", &mut world, &start).expect(material));
        println!("{material}: siere {a:.3}, siere2 {b:.3}");
        assert!(b > 2.0 * a && b < 1.05, "{material}: {a} {b}");
    }
}

/// The first mode of a hanging ball keeps its amplitude over ten periods.
#[test]
fn the_first_mode_of_a_hanging_ball_keeps_its_amplitude() {
    let mesh = Shape::Ball(Ball { radius: 0.1, cells: 3 }).build().expect("a sound ball");
    let body = Body::tets("neo-hookean", 2e4, 0.45, &mesh).gravity();
    let body = body.hold(std::sync::Arc::new(motion::Still), |p| p.z > 0.07);
    let (mut world, mut s) = Body { speed: 0.0, ..body }.build();
    // Long semi-implicit steps damp everything: the ball hangs at rest.
    let mut settle = make("semi-implicit", "");
    for _ in 0..100 {
        settle.step(&mut world, &mut s, 0.5).expect("settling");
    }
    s.v.fill(0.0);
    let rest = s.clone();
    let matrices = dense(&world, &rest, false);
    let (values, vectors) = matrices.modes();
    let period = 2.0 * std::f64::consts::PI / values[0].sqrt();
    let mode: Vec<f64> = vectors.column(0).iter().copied().collect();
    let largest = mode.iter().fold(0.0_f64, |m, u| m.max(u.abs()));
    let amplitude = 0.003 / largest;
    for i in 0..mode.len() {
        s.x[i] += amplitude * mode[i];
    }
    let start = s;
    let mut peak = |name: &str| {
        let (mut s, mut scheme) = (start.clone(), make(name, ""));
        let steps = (10.0 * period / 0.01).round() as usize;
        let mut peaks = Vec::new();
        for _ in 0..steps {
            scheme.step(&mut world, &mut s, 0.01).expect("gentle");
            let a: f64 = (0..mode.len()).map(|i| mode[i] * matrices.mass[i] * (s.x[i] - rest.x[i])).sum();
            peaks.push(a.abs());
        }
        let last = steps - (1.1 * period / 0.01) as usize;
        peaks[last..].iter().fold(0.0_f64, |m, a| m.max(*a)) / amplitude
    };
    let [euler, first, second] = ["semi-implicit", "siere", "siere2"].map(&mut peak);
    println!(
        "period {period:.3} s; left of the amplitude: semi-implicit {euler:.4}, siere {first:.4}, siere2 {second:.4}"
    );
    assert!((second - 1.0).abs() < 0.05, "{second}");
    assert!(euler < 0.2, "{euler}");
}

/// One factor a step and no more solves for stiff beams than for soft ones, and following the modes takes less than a quarter
/// of the flops of a step.
#[test]
fn work_does_not_grow_with_the_stiffness() {
    for name in ["semi-implicit", "siere", "siere2"] {
        let mut counts = Vec::new();
        for young in [1e5, 1e6, 1e7, 1e8, 1e10] {
            let body = Body::block("neo-hookean", young, 0.45, [1.0, 0.25, 0.25], [16, 4, 4]).clamp().gravity();
            let (mut world, start) = Body { speed: 0.0, ..body }.build();
            let mut scheme = make(name, "solver = \"cholesky\"");
            // The first step computes the modes from nothing.
            let mut s = start.clone();
            scheme.step(&mut world, &mut s, 0.01).expect("a beam");
            let mut work = Work::default();
            for _ in 0..20 {
                work += scheme.step(&mut world, &mut s, 0.01).expect("a beam");
            }
            let factor = Cholesky::new(world.pattern()).expect("small");
            let solve = 4.0 * factor.factor_nonzeros() as f64;
            let product = 2.0 * 9.0 * 2.0 * world.pattern().blocks() as f64;
            let total = work.factorizations as f64 * factor.flops()
                + work.solves as f64 * solve
                + work.products as f64 * product;
            // A step without modes: one solve per iteration.
            let own = work.newton_iterations.max(20);
            let share = (work.solves - own) as f64 * solve / total;
            println!(
                "{name}, E = {young:.0e}: {} factorizations, {} solves, {} products, modes {:.0} % of the flops",
                work.factorizations,
                work.solves,
                work.products,
                100.0 * share
            );
            assert_eq!(work.factorizations, 20, "{name}: one factor a step");
            assert!(share < 0.25, "{name}, E = {young}: modes take {share}");
            counts.push(work.solves);
        }
        // The stiffer the beam, the less its modes change: at most as many solves as for the soft ones.
        let soft = counts[..3].iter().max().expect("some");
        assert!(counts[3..].iter().all(|c| c <= soft), "{name}: {counts:?}");
    }
}

/// Conjugate gradients give the same motion, and on a linear problem the iterated complement is the linearised one.
#[test]
fn solvers_and_complements_agree() {
    let block = |material: &str| Body::block(material, 1e5, 0.4, [0.6, 0.2, 0.2], [4, 2, 2]).clamp();
    for name in ["siere", "siere2"] {
        let (mut world, start) = block("neo-hookean").build();
        let [a, b] = ["cholesky", "cg"].map(|solver| {
            let options = format!("mode_tolerance = 1e-6\nsolver_tolerance = 1e-11\nsolver = \"{solver}\"");
            run(make(name, &options).as_mut(), &mut world, &start, 0.02, 4).0
        });
        let off = relative(&a, &b, &start);
        println!("{name}: solvers differ by {off:.1e}");
        assert!(off < 1e-5, "{name}: {off:.1e}");
    }
    let (mut world, start) = block("linear").build();
    let [a, b] = ["semi-implicit", "newton"].map(|complement| {
        let options = format!("{EXACT}complement = \"{complement}\"");
        run(make("siere", &options).as_mut(), &mut world, &start, 0.02, 4).0
    });
    let off = relative(&a, &b, &start);
    println!("complements differ by {off:.1e} on a linear problem");
    assert!(off < 1e-10, "{off:.1e}");
    // On a nonlinear one by what one iteration leaves.
    let (mut world, start) = block("neo-hookean").build();
    let [a, b] = ["semi-implicit", "newton"].map(|complement| {
        run(make("siere", &format!("complement = \"{complement}\"")).as_mut(), &mut world, &start, 0.02, 4).0
    });
    assert!((1e-6..0.1).contains(&relative(&a, &b, &start)), "{:.1e}", relative(&a, &b, &start));
}

/// Springs of a cloth in the wind, and regions of very different stiffness.
#[test]
fn cloth_and_regions_of_different_stiffness_run() {
    for name in ["siere", "siere2"] {
        let mut scene = Scene::from_shipped("hanging-cloth").expect("shipped");
        scene.set_integrator(name);
        let mut simulation = scene.build().expect("sound").simulation;
        for _ in 0..30 {
            simulation.step().unwrap_or_else(|e| panic!("{name}: {}", e.cause));
        }
        let energy = simulation.world().energy(simulation.state());
        println!("{name}: cloth at {:.3e} J", energy.total());
        assert!(energy.kinetic < 10.0, "{name}: {energy:?}");

        // A soft core between hard ends: two materials on one mesh.
        let soft = Body::block("neo-hookean", 1e4, 0.45, [0.6, 0.2, 0.2], [6, 2, 2]);
        let hard: Vec<[u32; 4]> = soft
            .tets
            .iter()
            .copied()
            .filter(|t| {
                let x = t.iter().map(|v| soft.rest[3 * *v as usize]).sum::<f64>() / 4.0;
                !(0.2..0.4).contains(&x)
            })
            .collect();
        let lame = Lame::from_young(1e8, 0.45).expect("sound");
        let entry = materials::CATALOG.iter().find(|m| m.name == "stvk").expect("known");
        let term = (entry.term)("hard".into(), lame, &soft.rest, &hard).expect("sound tets");
        let mut body = soft.clamp().gravity();
        body.terms.push(term);
        let (mut world, start) = Body { speed: 0.0, ..body }.build();
        let reference = run(make("bdf2", "").as_mut(), &mut world, &start, 0.3, 480).0;
        let mut error = |name: &str| {
            let end = run(make(name, "").as_mut(), &mut world, &start, 0.3, 30).0;
            distance(&end.x, &reference.x) / distance(&reference.x, &start.x)
        };
        let (own, euler) = (error(name), error("semi-implicit"));
        println!("{name}: regions off by {own:.3}, semi-implicit by {euler:.3}");
        // Measured 0.235 and 0.203 against 0.235: here the second order brings little.
        assert!(own < euler, "{name}: {own} against {euler}");
    }
}
