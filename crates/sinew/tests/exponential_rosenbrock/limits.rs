//! Where the schemes end: refusal, fallback, variable steps, and restarts.

use super::*;

/// A cube that spins about z through its centre.
fn spinning(young: f64, rate: f64) -> (World, State) {
    let cube = Body::block("corotated", young, 0.3, [0.3, 0.3, 0.3], [3, 3, 3]);
    let (world, mut s) = Body { speed: 0.0, ..cube }.build();
    for (x, v) in s.x.chunks_exact(3).zip(s.v.chunks_exact_mut(3)) {
        v[0] = -rate * (x[1] - 0.15);
        v[1] = rate * (x[0] - 0.15);
    }
    (world, s)
}

fn beam(young: f64) -> (World, State) {
    let body = Body::block("neo-hookean", young, 0.45, [1.0, 0.25, 0.25], [8, 2, 2]).clamp().gravity();
    Body { speed: 0.0, ..body }.build()
}

/// Four masses with stiff springs between them, flung round.
fn spring(stiffness: f64) -> (World, State) {
    let mut body = Body::net(2, 0.0, 0.0);
    let point = |v: u32| Vec3::from_column_slice(&body.rest[3 * v as usize..3 * v as usize + 3]);
    let lengths = body.edges.iter().map(|[a, b]| (point(*a) - point(*b)).norm()).collect();
    let springs = Springs { edges: body.edges.clone(), stiffness, cubic: 0.0, lengths };
    body.terms[0] = Box::new(Elements::new("springs", 4, springs));
    let (world, mut s) = body.build();
    for (x, v) in s.x.chunks_exact(3).zip(s.v.chunks_exact_mut(3)) {
        v.copy_from_slice(&[-5.0 * (x[1] - 0.25), 5.0 * (x[0] - 0.25), 0.0]);
    }
    (world, s)
}

fn twisted() -> (World, State) {
    let body = Body::block("neo-hookean", 1e5, 0.45, [1.0, 0.2, 0.2], [6, 2, 2]).clamp();
    let (world, mut s) = Body { speed: 0.0, ..body }.build();
    for x in s.x.chunks_exact_mut(3) {
        let (sin, cos) = (std::f64::consts::PI * x[0]).sin_cos();
        let (y, z) = (x[1] - 0.1, x[2] - 0.1);
        (x[1], x[2]) = (0.1 + cos * y - sin * z, 0.1 + sin * y + cos * z);
    }
    (world, s)
}

/// Where stiff parts turn the step is refused before the energy has grown by half, and the message names a step that
/// does; on beams that swing nothing is refused.
#[test]
fn the_limit_is_seen_before_the_state_is_ruined() {
    for (label, (mut world, start), h) in [
        ("spinning cube", spinning(1e7, 10.0), 0.033),
        ("flung springs", spring(1e6), 0.02),
        ("twist", twisted(), 0.01),
    ] {
        let size = |world: &World, s: &State| world.energy(s).kinetic + world.energy(s).elastic;
        for method in METHODS {
            let (mut s, before) = (start.clone(), size(&world, &start));
            let mut scheme = make(method.name, "");
            let error = (0..200).find_map(|_| scheme.step(&mut world, &mut s, h).err());
            let error = error.unwrap_or_else(|| panic!("{label} {}: the limit was not seen", method.name));
            let now = size(&world, &s) / before;
            println!("{label} {}: energy {now:.2} at t = {:.3}: {error}", method.name, s.t);
            assert!(now < 1.5, "{label} {}: {now}", method.name);
            let named = match error {
                StepError::BeyondLinear { step, .. } | StepError::EnergyFromNothing { step, .. } => step,
                other => panic!("{label} {}: {other}", method.name),
            };
            make(method.name, "").step(&mut world, &mut s, named).expect("the step that was named does");
        }
    }
    for young in [1e6, 1e9] {
        let (mut world, start) = beam(young);
        for name in ["ere", "exprb42", "pexprb43"] {
            run(make(name, "").as_mut(), &mut world, &start, 0.5, 50);
        }
    }
}

/// A motor that starts a body at rest puts energy in: that is none out of nothing.
#[test]
fn a_motor_may_put_energy_in() {
    let mut scene = sinew::scene::Scene::from_shipped("bacterium").expect("shipped");
    scene.make_quick().expect("sound");
    scene.apply_set("time={ dt = 1e-8, steps = 5 }").expect("known keys");
    for method in METHODS {
        scene.set_integrator(method.name);
        let mut simulation = scene.build().expect("a sound scene").simulation;
        for step in 1..=5 {
            let record = simulation.step().unwrap_or_else(|e| panic!("{} in step {step}: {e}", method.name));
            assert!(record.energy.kinetic + record.energy.elastic > 0.0);
        }
    }
}

/// Contact that touches a state after every step does not cost the factor, as a state from elsewhere does.
#[test]
fn a_touch_keeps_the_factor() {
    let (mut world, start) = beam(1e9);
    for method in METHODS {
        let (mut scheme, mut s) = (make(method.name, ""), start.clone());
        let mut factorizations = |tell: &dyn Fn(&mut dyn Integrator, &State)| {
            tell(scheme.as_mut(), &s);
            scheme.step(&mut world, &mut s, 0.01).expect("a beam that swings").factorizations
        };
        assert!(factorizations(&|_, _| {}) > 0, "{}", method.name);
        assert_eq!(factorizations(&|scheme, s| scheme.state_touched(s)), 0, "{}", method.name);
        assert!(factorizations(&|scheme, s| scheme.state_changed(s)) > 0, "{}", method.name);
    }
}

#[test]
fn refused_steps_go_to_the_fallback_and_are_counted() {
    let (mut world, start) = spinning(1e7, 10.0);
    let before = world.energy(&start).total();
    for fallback in ["backward-euler", "bdf2", "semi-implicit"] {
        let mut scheme = make("exprb42", &format!("fallback = \"{fallback}\""));
        let (s, work) = run(scheme.as_mut(), &mut world, &start, 10.0 * 0.033, 10);
        let left = world.energy(&s).total() / before;
        println!("{fallback}: {} fallbacks, energy {left:.3}", work.fallbacks);
        assert!(work.fallbacks >= 1 && work.fallbacks <= 10 && left < 1.2, "{fallback}: {left} {work:?}");
    }
    let (mut world, start) = beam(1e9);
    let (_, work) = run(make("exprb42", "fallback = \"backward-euler\"").as_mut(), &mut world, &start, 0.2, 20);
    assert_eq!(work.fallbacks, 0);
}

#[test]
fn errors_fall_with_the_tolerance_of_variable_steps() {
    let (mut world, start) = Body::net(3, 50.0, 0.0).build();
    let (reference, _) = run(make("rk4", "").as_mut(), &mut world, &start, 1.0, 2048);
    for name in ["exprb42", "pexprb43", "epirk4s3"] {
        let mut last = f64::INFINITY;
        for tolerance in [1e-2, 1e-3, 1e-4] {
            let mut scheme = make(name, &format!("adaptive = true\nerror_tolerance = {tolerance:e}"));
            let (s, work) = run(scheme.as_mut(), &mut world, &start, 1.0, 2);
            let error = distance(&s.x, &reference.x) / distance(&reference.x, &start.x);
            println!(
                "{name} {tolerance:.0e}: error {error:.1e}, {} substeps, {} rejected",
                work.substeps, work.rejected
            );
            assert!(error < 10.0 * tolerance && error < last, "{name} {tolerance:e}: {error:e}");
            assert!(work.substeps > 2, "{work:?}");
            last = error;
        }
    }
}

#[test]
fn variable_steps_survive_where_fixed_ones_do_not() {
    for (label, (mut world, start), h, steps) in
        [("spinning cube", spinning(1e6, 10.0), 0.033, 3), ("flung springs", spring(1e6), 0.02, 10)]
    {
        let before = world.energy(&start).total();
        let mut scheme = make("exprb42", "adaptive = true\nerror_tolerance = 1e-2");
        let (s, work) = run(scheme.as_mut(), &mut world, &start, h * steps as f64, steps);
        let left = world.energy(&s).total() / before;
        println!("{label}: energy {left:.4}, {} substeps, {} rejected", work.substeps, work.rejected);
        assert!((left - 1.0).abs() < 0.02, "{label}: {left}");
    }
    let refused = sinew::integrators::build("ere", &toml::toml! { adaptive = true });
    assert!(refused.err().expect("refused").to_string().contains("exprb42"));
}

/// A stiff beam keeps its factor from step to step; a restart makes the same one again.
#[test]
fn a_restart_with_a_kept_factor_or_variable_steps_gives_the_same_bits() {
    for (young, options) in [(1e9, ""), (1e9, "linearize = \"rest\""), (1e6, "adaptive = true")] {
        let (mut world, start) = beam(young);
        let mut scheme = make("exprb42", options);
        let (middle, work) = run(scheme.as_mut(), &mut world, &start, 0.07, 7);
        if young == 1e9 {
            assert!(work.factorizations < 7, "{options}: {work:?}");
        }
        let mut other = make("exprb42", options);
        other.restore(&scheme.save());
        let [a, b] = [&mut scheme, &mut other].map(|i| run(i.as_mut(), &mut world, &middle, 0.05, 5).0);
        assert_eq!(a, b, "{young:e} {options}");
    }
}
