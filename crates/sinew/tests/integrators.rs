//! What the classical integrators keep: momentum, free fall, equilibria, their history, and the words about bad options.

mod common {
    pub mod problems;
    pub mod running;
}

use common::problems::*;
use common::running::*;
use sinew::integrators::{self, CATALOG};
use sinew::mechanics::*;

const CHOLESKY: &str = "solver = \"cholesky\"";

/// Newton far below every bound that is tested, for schemes that have it.
fn tight(name: &str) -> &'static str {
    match name {
        "backward-euler" | "bdf2" | "tr-bdf2" | "newmark" | "generalized-alpha" => "tolerance = 1e-14",
        "ere" | "exprb42" | "pexprb43" | "epirk4s3" | "auto" => "tolerance = 1e-13",
        _ => "",
    }
}

#[test]
fn symplectic_euler_and_midpoint_keep_both_momenta() {
    for (label, body, h) in [
        ("net", Body::net(4, 200.0, 2.0), 0.01),
        ("block", Body::block("neo-hookean", 1e4, 0.4, [0.6, 0.2, 0.2], [3, 1, 1]), 0.004),
    ] {
        let (mut world, start) = body.build();
        let before = world.momentum(&start);
        for name in ["symplectic-euler", "implicit-midpoint"] {
            let (end, _) = run(make(name, tight(name)).as_mut(), &mut world, &start, 200.0 * h, 200);
            let after = world.momentum(&end);
            let drift = distance(&after.linear, &before.linear) / length(&before.linear);
            let turn = distance(&after.angular, &before.angular) / length(&before.angular);
            println!("{label} {name}: linear {drift:.1e}, angular {turn:.1e}");
            assert!(drift < 1e-12 && turn < 1e-12, "{label} {name}: {drift:.1e}, {turn:.1e}");
        }
    }
}

/// x = x_0 + v_0 t + g t^2/2 exactly for schemes of order 2 and 4, v = v_0 + g t for all; the body, damped or not, stays
/// as it was.
#[test]
fn free_fall_is_exact() {
    for damped in [false, true] {
        let body = Body::net(3, 50.0, 0.0).gravity();
        let body = if damped { body.dashpots(1.0) } else { body };
        let (mut world, mut start) = Body { speed: 0.0, ..relaxed(body) }.build();
        for v in start.v.chunks_exact_mut(3) {
            v.copy_from_slice(&[0.3, -0.4, 2.0]);
        }
        let (t, steps) = (0.5, 100);
        let h = t / steps as f64;
        for entry in CATALOG {
            if refuses(entry.name, "", &mut world, &start) {
                continue;
            }
            let (end, _) = run(make(entry.name, tight(entry.name)).as_mut(), &mut world, &start, t, steps);
            // First-order schemes take the velocity at one end of the step: off by g t h / 2 in x, exactly.
            let off = match entry.name {
                "forward-euler" => -1.0,
                _ if entry.order == 1 => 1.0,
                _ => 0.0,
            };
            for (i, (x, v)) in end.x.iter().zip(&end.v).enumerate() {
                let g = if i % 3 == 2 { -9.81 } else { 0.0 };
                let exact = start.x[i] + start.v[i] * t + 0.5 * g * t * (t + off * h);
                assert!((x - exact).abs() < 1e-12, "{} {damped} x[{i}]: {:e}", entry.name, x - exact);
                let exact = start.v[i] + g * t;
                assert!((v - exact).abs() < 1e-12, "{} {damped} v[{i}]: {:e}", entry.name, v - exact);
            }
        }
    }
}

/// The net with rest lengths that are those of its rest positions: no stress at the start.
fn relaxed(mut body: Body) -> Body {
    let point = |v: u32| Vec3::from_column_slice(&body.rest[3 * v as usize..3 * v as usize + 3]);
    let lengths = body.edges.iter().map(|[a, b]| (point(*a) - point(*b)).norm()).collect();
    let springs = Springs { edges: body.edges.clone(), stiffness: 50.0, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("springs", body.vertices(), springs));
    body
}

/// Where a clamped, damped beam comes to rest does not depend on step, scheme, damping or solver.
#[test]
fn the_static_sag_does_not_depend_on_the_step() {
    let beam = |rate: f64| {
        let body = Body::block("neo-hookean", 2e5, 0.4, [1.0, 0.25, 0.25], [4, 1, 1]).clamp().gravity();
        let vertices = points(body.vertices());
        Body { speed: 0.0, ..body.with(Drag { vertices, coefficient: rate, quadratic: false }) }.build()
    };
    let mut sags = Vec::new();
    for (name, options, h, rate) in [
        ("backward-euler", "", 0.1, 5.0),
        ("backward-euler", "solver = \"cg\"", 0.02, 5.0),
        ("backward-euler", "", 1.0, 50.0),
        ("semi-implicit", "", 0.05, 5.0),
        ("bdf2", "", 0.05, 20.0),
        ("implicit-midpoint", "", 0.05, 60.0),
        ("newmark", "", 0.05, 60.0),
    ] {
        let (mut world, start) = beam(rate);
        let steps = if h < 0.05 { 1500 } else { 600 };
        let (end, _) = run(make(name, options).as_mut(), &mut world, &start, h * steps as f64, steps);
        let lowest = (0..end.x.len()).map(|i| end.x[i] - start.x[i]).fold(0.0, f64::min);
        sags.push((name, h, lowest));
    }
    let (_, _, reference) = sags[0];
    assert!(reference < -0.02, "the beam sags: {reference}");
    for (name, h, sag) in &sags {
        assert!((sag / reference - 1.0).abs() < 1e-6, "{name} at h = {h}: {sag:e} against {reference:e}");
    }
}

/// With a solver named: the automatic choice learns from what earlier solves cost, which is not part of the history.
#[test]
fn a_saved_history_continues_with_the_same_bits() {
    for entry in CATALOG {
        let takes_solver = integrators::build(entry.name, &CHOLESKY.parse().expect("TOML")).is_ok();
        let options = if takes_solver { CHOLESKY } else { "" };
        let (mut world, start) = Body::block("stvk", 1e4, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).build();
        if refuses(entry.name, options, &mut world, &start) {
            continue;
        }
        let mut integrator = make(entry.name, options);
        let (middle, _) = run(integrator.as_mut(), &mut world, &start, 0.02, 10);
        let history = integrator.save();
        let mut other = make(entry.name, options);
        other.restore(&history);
        for h in [0.002, 0.0015] {
            let [mut a, mut b] = [middle.clone(), middle.clone()];
            for _ in 0..5 {
                integrator.step(&mut world, &mut a, h).expect("nothing stiff here");
                other.step(&mut world, &mut b, h).expect("nothing stiff here");
            }
            assert_eq!(a, b, "{}", entry.name);
            integrator.restore(&history);
            other.restore(&history);
        }
        // A state moved by somebody else: the old history must not show.
        let mut fresh = make(entry.name, options);
        integrator.state_changed(&start);
        // A scheme with energy books still owes what it owed, and nothing else.
        if integrator.energy_flow().is_some() {
            fresh.restore(&integrator.save());
        }
        let [mut a, mut b] = [start.clone(), start.clone()];
        integrator.step(&mut world, &mut a, 0.002).expect("nothing stiff here");
        fresh.step(&mut world, &mut b, 0.002).expect("nothing stiff here");
        assert_eq!(a, b, "{} after a change", entry.name);
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    for entry in CATALOG {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
            pool.install(|| {
                let body = Body::block("neo-hookean", 1e4, 0.4, [1.0, 0.25, 0.25], [8, 2, 2]).clamp().gravity();
                let (mut world, start) = body.build();
                if refuses(entry.name, "", &mut world, &start) {
                    return start;
                }
                run(make(entry.name, "").as_mut(), &mut world, &start, 0.004, 2).0
            })
        };
        assert_eq!(with(1), with(3), "{}", entry.name);
    }
}

/// Midpoint and V-IMEX are the same on linear problems, scripted vertices and loads included where they are linear in t.
#[test]
fn v_imex_equals_midpoint_on_a_linear_problem() {
    let linear = || {
        let mut body = Body::net(3, 0.0, 0.0).clamp();
        // Springs of zero rest length are exactly linear.
        let lengths = vec![0.0; body.edges.len()];
        let springs = Springs { edges: body.edges.clone(), stiffness: 4e3, cubic: 0.0, lengths };
        body.terms[0] = Box::new(Elements::new("bands", body.vertices(), springs));
        body.build()
    };
    let (mut world, start) = linear();
    let [a, b] =
        ["implicit-midpoint", "v-imex"].map(|name| run(make(name, CHOLESKY).as_mut(), &mut world, &start, 0.5, 50).0);
    assert!(distance(&a.x, &b.x) < 1e-11 * length(&a.x), "{:e}", distance(&a.x, &b.x));
    assert!(distance(&a.v, &b.v) < 1e-10 * length(&a.v), "{:e}", distance(&a.v, &b.v));
}

#[test]
fn v_imex_factorizes_once_as_long_as_the_step_stays() {
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let mut integrator = make("v-imex", "solver = \"cholesky\"");
    let (mut s, work) = run(integrator.as_mut(), &mut world, &start, 0.1, 20);
    assert_eq!((work.factorizations, work.solves), (1, 20));
    assert_eq!(integrator.step(&mut world, &mut s, 0.004).expect("harmless").factorizations, 1);
    assert_eq!(integrator.step(&mut world, &mut s, 0.004).expect("harmless").factorizations, 0);
}

#[test]
fn bad_names_and_options_get_one_helpful_sentence() {
    let message = |name: &str, options: &str| {
        let table = options.parse().expect("TOML");
        integrators::build(name, &table).map(|_| ()).expect_err("refused").to_string()
    };
    for (name, options, words) in [
        ("backward-eular", "", "unknown integrator `backward-eular`; did you mean `backward-euler`?"),
        ("bdf2", "tolerence = 1e-8", "integrator bdf2 has no option `tolerence`; did you mean `tolerance`?"),
        ("newmark", "gama = 0.5", "integrator newmark has no option `gama`; did you mean `gamma`?"),
        ("newmark", "beta = -1", "`beta` is -1"),
        ("newmark", "gamma = 0.4", "`gamma` is 0.4"),
        ("newmark", "tolerance = 0", "`tolerance` is 0"),
        ("bdf2", "solver = \"lu\"", "option `solver`: unknown variant `lu`"),
        ("bdf2", "max_iterations = 0", "`max_iterations` is 0"),
        ("bdf2", "max_iterations = -3", "option `max_iterations`"),
        ("rk4", "tolerance = 1e-8", "integrator rk4 has no option `tolerance`; none is known here"),
    ] {
        let said = message(name, options);
        assert!(said.contains(words), "{name} {options}: {said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

#[test]
fn every_schema_names_the_options_and_refuses_others() {
    for entry in CATALOG {
        let schema = (entry.schema)(&mut schemars::SchemaGenerator::default());
        assert_eq!(schema.get("additionalProperties"), Some(&false.into()), "{}", entry.name);
        let names: Vec<_> = schema.get("properties").and_then(|p| p.as_object()).into_iter().flatten().collect();
        for (key, property) in names {
            assert!(property.get("description").is_some() || property.get("$ref").is_some(), "{}: {key}", entry.name);
            assert!(property.get("default").is_some(), "{}: {key} shows its default", entry.name);
        }
        integrators::build(entry.name, &toml::Table::new()).expect("defaults are valid");
    }
}
