//! Both routes, all modes, and dense eigenvectors: the same step to rounding.

use super::*;

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
        // `ere` itself, by its matrix functions.
        let c = run(make("ere", "tolerance = 1e-12").as_mut(), &mut world, &start, 0.012, 3).0;
        let own = relative(&a, &c, &start);
        println!("{label}: {off:.1e} from dense matrices, {own:.1e} from `ere`, lowest eigenvalue {lowest:.0}");
        assert!(off < 1e-10, "{label}: {off:.1e}");
        // `ere` takes the true Jacobian where the assembled one stands in for it (measured 1.4e-14 and 1.7e-4).
        assert_eq!(own < 1e-12, world.tangent_is_exact(), "{label}: {own:.1e} from `ere`");
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
