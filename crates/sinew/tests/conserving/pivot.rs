//! Angular momentum about a pin, and along a hinge: nothing else acts on a bar that swings about it.

use super::*;

/// A bar of 1 m held at the corner (0, -0.1, -0.1) or along the edge above it, that turns about it and vibrates.
fn bar(hinge: bool, young: f64, rate: f64) -> (World, State, Vec3) {
    let body = Body::block("neo-hookean", young, 0.3, [1.0, 0.2, 0.2], [5, 1, 1]);
    let still = std::sync::Arc::new(motion::Still);
    let pin = Vec3::new(0.0, -0.1, -0.1);
    let body = body.hold(still, |p| p.x < 1e-9 && p.y < 0.0 && (hinge || p.z < 0.0));
    assert_eq!(body.held.len(), if hinge { 2 } else { 1 });
    let (world, mut s) = body.build();
    let axis = if hinge { Vec3::z() } else { Vec3::new(0.0, 1.0, 2.0).normalize() };
    for (i, (x, v)) in s.x.chunks(3).zip(s.v.chunks_mut(3)).enumerate() {
        let spin = (axis * rate).cross(&(Vec3::from_column_slice(x) - pin));
        let shake = Vec3::from_fn(|c, _| 0.05 * rate * (1.3 * (3 * i + c) as f64).sin());
        v.copy_from_slice((spin + shake).as_slice());
    }
    (world, s, pin)
}

/// Largest relative error of L about the pin, or along the hinge, and of the energy over a second.
fn swing(name: &str, options: &str, hinge: bool, young: f64, rate: f64) -> [f64; 2] {
    let (mut world, mut s, pin) = bar(hinge, young, rate);
    let momentum = |world: &World, s: &State| {
        let m = world.momentum(s);
        let l = Vec3::from(m.angular) - pin.cross(&Vec3::from(m.linear));
        if hinge { Vec3::new(0.0, 0.0, l.z) } else { l }
    };
    let (l0, e0) = (momentum(&world, &s), world.energy(&s).total());
    let (mut scheme, mut worst) = (make(name, options), [0.0f64; 2]);
    for _ in 0..100 {
        scheme.step(&mut world, &mut s, 0.01).expect("stable");
        worst[0] = worst[0].max((momentum(&world, &s) - l0).norm() / l0.norm());
        worst[1] = worst[1].max((world.energy(&s).total() / e0 - 1.0).abs());
    }
    println!(
        "{name} {} {}, {young:e} Pa, {rate} rad/s: L {:.1e}, energy {:.1e}",
        options.replace('\n', ", "),
        if hinge { "hinge" } else { "pin" },
        worst[0],
        worst[1]
    );
    worst
}

/// The fit would break it, but turning about the support is no mode, and what turning modes do is put back.
#[test]
fn angular_momentum_about_a_pin_and_a_hinge_is_kept() {
    for hinge in [false, true] {
        for young in [1e6, 1e9] {
            for rate in [0.5, 2.0, 10.0] {
                for (name, options) in [(EXACT, "tolerance = 1e-10"), (FITTED, "tolerance = 1e-10\nfilter = 0.0")] {
                    let [turn, energy] = swing(name, options, hinge, young, rate);
                    // A hundred steps of 1e-10.
                    assert!(turn < 1e-8 && energy < 2e-8, "{name}: {turn:e} {energy:e}");
                }
                // The filter takes vibration, at most 1 % here, and no turn.
                let [turn, energy] = swing(FITTED, "", hinge, young, rate);
                assert!(turn < 1e-6 && energy < 0.02, "{turn:e} {energy:e}");
            }
        }
    }
}
