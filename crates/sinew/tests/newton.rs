//! The Newton driver: hard starts, honest failure, halving, and what a step costs.

mod common {
    pub mod problems;
    pub mod running;
}

use common::problems::*;
use common::running::*;
use sinew::integrators::Work;
use sinew::mechanics::*;

const IMPLICIT: [&str; 6] = ["backward-euler", "bdf2", "tr-bdf2", "implicit-midpoint", "newmark", "generalized-alpha"];

/// The beam of the speed tests, coarse: 1 x 0.25 x 0.25 m, clamped, under gravity, started at rest.
fn beam(young: f64) -> Body {
    Body { speed: 0.0, ..Body::block("neo-hookean", young, 0.45, [1.0, 0.25, 0.25], [8, 2, 2]).clamp().gravity() }
}

/// A step costs two to five iterations and about one factorization, whatever the stiffness.
#[test]
fn a_step_of_the_beam_costs_a_few_iterations() {
    // Work of 40 steps of 10 ms: (Newton iterations, factorizations, solves, forces, energies, tangents), measured; a
    // change of more than a tenth is a change of the method.
    let measured: &[(&str, f64, [u64; 6])] = &[
        ("backward-euler", 1e6, [106, 40, 106, 106, 160, 40]),
        ("backward-euler", 1e9, [49, 40, 49, 49, 129, 40]),
        ("bdf2", 1e6, [89, 41, 89, 89, 163, 41]),
        ("bdf2", 1e9, [65, 41, 65, 65, 146, 41]),
        ("implicit-midpoint", 1e6, [187, 45, 192, 187, 170, 45]),
        ("implicit-midpoint", 1e9, [159, 60, 179, 159, 200, 60]),
        ("newmark", 1e6, [80, 40, 80, 81, 160, 40]),
        ("newmark", 1e9, [80, 40, 80, 81, 160, 40]),
        ("tr-bdf2", 1e6, [160, 80, 160, 200, 280, 80]),
        ("tr-bdf2", 1e9, [160, 80, 160, 200, 280, 80]),
        ("generalized-alpha", 1e6, [80, 40, 80, 80, 160, 40]),
        ("generalized-alpha", 1e9, [80, 40, 80, 80, 160, 40]),
    ];
    let mut failures = Vec::new();
    for (name, young, expected) in measured {
        let (mut world, start) = beam(*young).build();
        let before = world.tally().evaluations();
        let (end, work) = run(make(name, "solver = \"cholesky\"").as_mut(), &mut world, &start, 0.4, 40);
        let asked = world.tally().evaluations() - before;
        let found =
            [work.newton_iterations, work.factorizations, work.solves, asked.forces, asked.energies, asked.tangents];
        let sag = (0..end.x.len()).map(|i| end.x[i] - start.x[i]).fold(0.0, f64::min);
        println!("(\"{name}\", {young:e}, {found:?}), // lowest point {sag:.3e} m");
        if found.iter().zip(expected).any(|(f, e)| *f as f64 > 1.1 * *e as f64 || (*f as f64) < 0.9 * *e as f64) {
            failures.push(format!("{name} at E = {young:e}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// A column pressed to 70 % of its length in one piece, far beyond buckling: the true tangent is indefinite, both
/// remedies find a state of lower potential, and the two agree with small steps.
#[test]
fn a_buckling_start_is_solved_with_both_remedies() {
    let column = || {
        let body = Body::block("neo-hookean", 1e5, 0.3, [1.0, 0.1, 0.1], [8, 1, 1]).clamp();
        let (world, mut s) = Body { speed: 0.02, ..body }.build();
        s.x.chunks_exact_mut(3).for_each(|x| x[0] *= 0.7);
        (world, s)
    };
    for name in IMPLICIT {
        for options in ["indefinite = \"project\"", "indefinite = \"shift\"", "projected = true"] {
            let (mut world, start) = column();
            let mut a = sinew_math::sparse::BlockMatrix::new(world.pattern().clone());
            world.tangent(&start, Weights { mass: 1.0 / (0.02 * 0.02), damping: 0.0, stiffness: 1.0 }, false, &mut a);
            let lowest = nalgebra::DMatrix::from_row_slice(start.x.len(), start.x.len(), &a.to_dense())
                .symmetric_eigenvalues()
                .min();
            assert!(lowest < 0.0, "the start is indefinite: {lowest}");
            let before = world.energy(&start).total();
            let (end, work) = run(make(name, options).as_mut(), &mut world, &start, 0.2, 10);
            println!("{name} {options}: {work:?}");
            let after = world.energy(&end);
            assert!(after.elastic < 0.9 * before, "{name} {options}: the column lets go");
            assert!(work.newton_iterations < 10 * 25, "{name} {options}: {work:?}");
        }
    }
}

/// Thrown so fast that the inertial guess turns elements inside out, where the energy is infinite: the line search
/// keeps them the right way round.
#[test]
fn a_throw_that_would_invert_elements_is_solved() {
    for name in IMPLICIT {
        let (mut world, mut s) = Body::block("neo-hookean", 1e5, 0.4, [0.5, 0.1, 0.1], [5, 1, 1]).clamp().build();
        for (x, v) in s.x.chunks_exact(3).zip(s.v.chunks_exact_mut(3)) {
            v.copy_from_slice(&[-20.0 * x[0], 0.0, 0.0]);
        }
        let mut guess = s.clone();
        guess.x.iter_mut().zip(&s.v).for_each(|(x, v)| *x += 0.06 * v);
        assert!(world.energy(&guess).elastic.is_infinite(), "the guess is inverted");
        let mut integrator = make(name, "");
        for _ in 0..10 {
            integrator.step(&mut world, &mut s, 0.06).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(world.energy(&s).elastic.is_finite(), "{name}");
        }
    }
}

/// A start that is itself inside out has infinite energy: either the step leads out of it, or it says that it cannot.
#[test]
fn an_inverted_start_ends_in_a_valid_state_or_an_error() {
    for name in IMPLICIT {
        let (mut world, mut s) = Body::block("neo-hookean", 1e5, 0.4, [0.5, 0.1, 0.1], [5, 1, 1]).clamp().build();
        let last = s.x.len() - 3;
        s.x[last] -= 0.25;
        assert!(world.energy(&s).elastic.is_infinite());
        let before = s.clone();
        match make(name, "").step(&mut world, &mut s, 0.01) {
            Ok(_) => assert!(world.energy(&s).elastic.is_finite(), "{name}"),
            Err(e) => {
                println!("{name}: {e}");
                assert!(matches!(e, StepError::NewtonStalled { .. } | StepError::NonFinite { .. }), "{name}: {e}");
                assert_eq!(s, before, "{name}: a failed step leaves the state alone");
            }
        }
    }
}

/// Too few iterations: reported with numbers, state untouched; with `halvings` the same step succeeds in pieces.
#[test]
fn a_stall_is_reported_and_halving_recovers() {
    for name in IMPLICIT {
        let twisted = || {
            let (world, mut s) = beam(1e5).build();
            for x in s.x.chunks_exact_mut(3) {
                let (sin, cos) = (2.0 * x[0]).sin_cos();
                (x[1], x[2]) = (cos * x[1] - sin * x[2], sin * x[1] + cos * x[2]);
            }
            (world, s)
        };
        let (mut world, start) = twisted();
        let mut s = start.clone();
        let stalled = make(name, "max_iterations = 3\ntolerance = 1e-10").step(&mut world, &mut s, 0.1);
        let Err(StepError::NewtonStalled { iterations, residual }) = stalled else { panic!("{name}: {stalled:?}") };
        assert!(iterations <= 6 && residual > 0.0, "{name}: {iterations}, {residual}");
        assert_eq!(s, start, "{name}: a failed step leaves the state alone");
        let options = "max_iterations = 3\ntolerance = 1e-10\nhalvings = 12";
        let work = make(name, options).step(&mut world, &mut s, 0.1).unwrap_or_else(|e| panic!("{name}: {e}"));
        println!("{name}: {work:?}");
        assert!(work.substeps > 1, "{name}: {work:?}");
        assert_eq!(s.t, 0.1);
    }
}

/// Halving passes every attempt through the context, in pairs of begin and commit or rollback.
#[test]
fn every_substep_passes_through_the_context() {
    struct Logged<'a> {
        world: &'a mut World,
        log: String,
        sum: f64,
    }
    impl StepContext for Logged<'_> {
        fn begin(&mut self, s: &State, h: f64) -> Result<&dyn MechanicalSystem, StepError> {
            self.log.push('b');
            self.sum = s.t + h;
            self.world.begin(s, h)
        }
        fn commit(&mut self, s: &State) {
            self.log.push('c');
            assert!((self.sum - s.t).abs() < 1e-15);
            self.world.commit(s);
        }
        fn rollback(&mut self) {
            self.log.push('r');
            self.world.rollback();
        }
    }
    let (mut world, mut s) = Body { shift: 0.02, ..beam(1e5) }.build();
    let mut context = Logged { world: &mut world, log: String::new(), sum: 0.0 };
    let options = "max_iterations = 2\nhalvings = 12";
    let work = make("backward-euler", options).step(&mut context, &mut s, 0.05).expect("small steps converge");
    let Logged { log, .. } = context;
    println!("{log}");
    assert!(log.as_bytes().chunks(2).all(|pair| pair == b"bc" || pair == b"br"), "{log}");
    assert_eq!(log.matches("bc").count() as u64, work.substeps);
    assert!(log.contains("br"), "{log}");
}

/// A tighter tolerance changes the result by no more than the looser one allows.
#[test]
fn the_tolerance_bounds_the_error_and_scales_with_the_body() {
    for scale in [1e-3, 1.0, 1e3] {
        // The same beam in other units of length: c = sqrt(E/rho) and g scale along, so do all lengths.
        let scaled = || {
            let size = [1.0, 0.25, 0.25].map(|s| s * scale);
            let body = Body::block("neo-hookean", 1e6 * scale * scale, 0.45, size, [8, 2, 2]).clamp();
            let (vertices, masses) = (points(body.vertices()), body.lumped());
            let g = Vec3::new(0.0, 0.0, -9.81 * scale);
            Body { speed: 0.0, ..body.with(Gravity { vertices, masses, g }) }.build()
        };
        let (mut world, start) = scaled();
        let [loose, tight] = ["tolerance = 1e-5", "tolerance = 1e-12"]
            .map(|o| run(make("backward-euler", o).as_mut(), &mut world, &start, 0.1, 10));
        let error = loose.0.x.iter().zip(&tight.0.x).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("scale {scale}: {error:e}, {:?} {:?}", loose.1, tight.1);
        assert!(error < 1e-5 * world.element_size() * 10.0, "scale {scale}: {error:e}");
        assert!(tight.1.newton_iterations > loose.1.newton_iterations);
    }
}

#[test]
fn conjugate_gradients_give_the_same_motion() {
    for name in IMPLICIT.into_iter().chain(["semi-implicit", "v-imex"]) {
        // An error e of a step grows to N^2 e / 2 in N steps through the velocities, so Newton must be far below the bound.
        let tight = if name == "semi-implicit" { "" } else { "tolerance = 1e-12\n" };
        let solvers = ["solver = \"cholesky\"", "solver = \"cg\"\nsolver_tolerance = 1e-10"];
        let [a, b] = solvers.map(|solver| {
            let options = &format!("{tight}{solver}");
            let (mut world, start) = beam(1e6).build();
            run(make(name, options).as_mut(), &mut world, &start, 0.1, 10)
        });
        let moved = distance(&a.0.x, &beam(1e6).build().1.x);
        let error = distance(&a.0.x, &b.0.x) / moved;
        assert!(error < 1e-6, "{name}: {error:e}");
        assert!(a.1.cg_iterations == 0 && b.1.cg_iterations > 0 && b.1.factorizations == 0, "{name}: {:?}", b.1);
    }
}

/// Semi-implicit on a twisted beam: with the projection it survives what the plain tangent does not.
#[test]
fn semi_implicit_needs_its_projection_under_compression() {
    let pressed = || {
        let body = Body::block("neo-hookean", 1e5, 0.3, [1.0, 0.1, 0.1], [8, 1, 1]).clamp();
        let (world, mut s) = Body { speed: 0.02, ..body }.build();
        s.x.chunks_exact_mut(3).for_each(|x| x[0] *= 0.7);
        (world, s)
    };
    let (mut world, mut s) = pressed();
    let plain = make("semi-implicit", "projected = false").step(&mut world, &mut s, 0.02);
    assert!(matches!(plain, Err(StepError::NotPositiveDefinite { .. })), "{plain:?}");
    let (_, Work { factorizations, solves, .. }) =
        run(make("semi-implicit", "solver = \"cholesky\"").as_mut(), &mut world, &s, 0.2, 10);
    assert_eq!((factorizations, solves), (10, 10));
}
