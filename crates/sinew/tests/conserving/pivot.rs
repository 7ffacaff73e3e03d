//! Angular momentum about a pin and about a hinge.

use super::*;

/// A bar of 1 m held at one corner or along one edge, spinning about it.
fn bar(hinge: bool, young: f64, rate: f64) -> (World, State) {
    let body = Body::block("neo-hookean", young, 0.3, [1.0, 0.2, 0.2], [5, 1, 1]);
    let still = std::sync::Arc::new(motion::Still);
    let body = body.hold(still, |p| p.x < 1e-9 && p.y < 1e-9 && (hinge || p.z < 1e-9));
    let (world, mut s) = body.build();
    let axis = if hinge { Vec3::z() } else { Vec3::new(0.0, 1.0, 2.0).normalize() };
    for (i, (x, v)) in s.x.chunks(3).zip(s.v.chunks_mut(3)).enumerate() {
        let spin = (axis * rate).cross(&Vec3::from_column_slice(x));
        let shake = Vec3::from_fn(|c, _| 0.1 * rate * (1.3 * (3 * i + c) as f64).sin());
        v.copy_from_slice((spin + shake).as_slice());
    }
    (world, s)
}

#[test]
fn explore() {
    for hinge in [false, true] {
        for young in [1e6, 1e9] {
            for rate in [0.5, 2.0, 10.0] {
                for (name, options) in [
                    (EXACT, ""),
                    (FITTED, ""),
                    (FITTED, "tolerance = 1e-10"),
                    (FITTED, "tolerance = 1e-10\nfilter = 0.0"),
                ] {
                    let (mut world, start) = bar(hinge, young, rate);
                    let l0 = Vec3::from(world.momentum(&start).angular);
                    let start_energy = world.energy(&start).total();
                    let mut scheme = make(name, options);
                    let mut s = start.clone();
                    let (mut turn, mut energy, mut work) = (0.0f64, 0.0f64, Work::default());
                    for _ in 0..100 {
                        work += scheme.step(&mut world, &mut s, 0.01).expect("stable");
                        let d = Vec3::from(world.momentum(&s).angular) - l0;
                        let d = if hinge { d.z.abs() } else { d.norm() };
                        turn = turn.max(d / l0.norm());
                        energy = energy.max((world.energy(&s).total() / start_energy - 1.0).abs());
                    }
                    println!(
                        "hinge {hinge} {young:e} rate {rate} {name} {}: L {turn:.1e} energy {energy:.1e} its {} sub {}",
                        options.replace('\n', ";"),
                        work.newton_iterations,
                        work.substeps
                    );
                }
            }
        }
    }
}
