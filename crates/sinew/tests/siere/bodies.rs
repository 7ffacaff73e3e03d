//! Amplitude, work, solvers and kinds of bodies.

use super::*;

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

/// Springs of a cloth in the wind.
#[test]
fn cloth_runs() {
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
    }
}

/// A soft core between hard ends that swing: 1e4 and 1e8 Pa on one mesh, clamped at one end, 0.3 s under gravity.
fn hard_ends() -> (World, State) {
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
    Body { speed: 0.0, ..body }.build()
}

/// Hard parts that turn on a soft core: the frozen matrix of a step does not converge there, the renewed one does.
#[test]
fn hard_ends_swing_on_a_soft_core() {
    let (mut world, start) = hard_ends();
    let reference = run(make("bdf2", "").as_mut(), &mut world, &start, 0.3, 480).0;
    let mut error = |name: &str, options: &str, steps: usize| {
        let (end, work) = run(make(name, options).as_mut(), &mut world, &start, 0.3, steps);
        let error = distance(&end.x, &reference.x) / distance(&reference.x, &start.x);
        println!(
            "{name} {options}, {steps} steps: off by {error:.5}; {} factorizations, {} solves, {} handed over",
            work.factorizations, work.solves, work.fallbacks
        );
        error
    };
    let (euler, first) = (error("semi-implicit", "", 30), error("siere", "", 30));
    let newton = error("siere", "complement = \"newton\"", 30);
    let [bdf2, second] = ["bdf2", "siere2"].map(|name| error(name, "", 30));
    let finer = error("siere2", "", 60);
    // Measured 0.235, 0.235, 0.013, 0.0043, 0.0005 and 0.0001.
    assert!(first < 1.01 * euler, "{first} against {euler}");
    assert!(newton < 0.1 * first, "{newton} against {first}");
    assert!(second < 0.5 * bdf2 && finer < 0.5 * bdf2, "{second} and {finer} against {bdf2}");
}
