//! Stability and liveliness on the twisted cuboid.

use super::*;

/// The cuboid of the twist: 0.2 x 0.2 x 1 m, 3 x 3 x 7 vertices, E = 1e5 Pa, nu = 0.45, twisted linearly along z.
pub fn twisted(material: &str, turns: f64, clamped: bool) -> (World, State) {
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

/// A rubber block squeezed so fast that one linearised step turns elements inside out: refused by name, with the state
/// untouched; with `halvings` the same step succeeds in pieces.
#[test]
fn an_element_inside_out_fails_the_attempt_and_halving_recovers() {
    for name in ["semi-implicit", "siere"] {
        let (mut world, mut start) = Body::block("neo-hookean", 1e4, 0.3, [0.4, 0.2, 0.2], [2, 1, 1]).build();
        for (v, x) in start.v.iter_mut().zip(&start.x).step_by(3) {
            *v = -60.0 * (x - 0.2);
        }
        let mut s = start.clone();
        let refused = make(name, "").step(&mut world, &mut s, 0.05);
        assert_eq!(refused, Err(StepError::InfiniteEnergy), "{name}");
        assert_eq!(s, start, "{name}: a failed step leaves the state alone");
        let work = make(name, "halvings = 8").step(&mut world, &mut s, 0.05).unwrap_or_else(|e| panic!("{name}: {e}"));
        println!("{name}: {} substeps", work.substeps);
        assert!(work.substeps > 1 && world.energy(&s).total().is_finite(), "{name}: {work:?}");
    }
}

/// Where its stages do not converge, or its step would turn elements inside out or make energy, `siere2` takes a step of
/// the implicit scheme and says so.
#[test]
fn a_step_out_of_reach_is_handed_over() {
    let body = Body::block("neo-hookean", 1e4, 0.3, [0.4, 0.2, 0.2], [2, 1, 1]);
    let (mut world, mut start) = body.build();
    for (v, x) in start.v.iter_mut().zip(&start.x).step_by(3) {
        *v = -60.0 * (x - 0.2);
    }
    let mut s = start.clone();
    let mut scheme = make("siere2", "halvings = 8");
    let mut work = Work::default();
    for _ in 0..20 {
        let before = world.energy(&s).total();
        work += scheme.step(&mut world, &mut s, 0.05).expect("robust");
        let after = world.energy(&s).total();
        assert!(after <= 1.3 * before, "{before} J to {after} J");
    }
    println!("{} of {} substeps handed over", work.fallbacks, work.substeps);
    assert!(work.fallbacks > 0, "{work:?}");
}
