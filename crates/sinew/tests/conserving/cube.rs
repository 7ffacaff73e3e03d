//! The spinning cube: 3 x 3 x 3 vertices, 1 m, 10 rad/s, h = 0.033 s, at stiffnesses where the midpoint rule explodes.

use super::*;

/// The cube at rest shape, spinning about the vertical axis through its centre.
pub fn cube(material: &str, young: f64) -> (World, State) {
    let (world, mut s) = Body::block(material, young, 0.3, [1.0; 3], [2; 3]).build();
    let n = s.x.len() / 3;
    let center = s.x.chunks(3).map(Vec3::from_column_slice).sum::<Vec3>() / n as f64;
    for (x, v) in s.x.chunks(3).zip(s.v.chunks_mut(3)) {
        let spin = Vec3::new(0.0, 0.0, 10.0).cross(&(Vec3::from_column_slice(x) - center));
        v.copy_from_slice(spin.as_slice());
    }
    (world, s)
}

/// Relative errors of energy and angular momentum over a run, and mean work a step.
fn spin(integrator: &str, options: &str, material: &str, young: f64, steps: usize) -> (f64, f64, f64, f64) {
    let (mut world, start) = cube(material, young);
    let (h0, _, l0) = conserved(&world, &start);
    let mut scheme = make(integrator, options);
    let mut s = start.clone();
    let (mut energy, mut turn, mut work) = (0.0f64, 0.0f64, sinew::integrators::Work::default());
    for k in 0..steps {
        work += scheme.step(&mut world, &mut s, 0.033).unwrap_or_else(|e| panic!("{material} {young:e} step {k}: {e}"));
        let (h, _, l) = conserved(&world, &s);
        energy = energy.max((h / h0 - 1.0).abs());
        turn = turn.max((l - l0).norm() / l0.norm());
    }
    println!("{material} {young:e}: {work:?}");
    (energy, turn, work.newton_iterations as f64 / steps as f64, work.factorizations as f64 / steps as f64)
}

#[test]
fn energy_and_angular_momentum_are_exact_at_any_stiffness() {
    for material in ["corotated", "neo-hookean", "stvk", "stable-neo-hookean", "arap"] {
        for young in [1e5, 1e7, 1e9, 1e11] {
            let (energy, turn, newton, factors) = spin("energy-momentum", "", material, young, 100);
            println!(
                "{material} {young:e}: energy {energy:.1e}, L {turn:.1e}, iterations {newton:.2}, factors {factors:.2}"
            );
        }
    }
}

#[test]
fn variants() {
    for options in ["", "iteration = 'symmetric'", "iteration = 'gmres'", "iteration = 'lu'"] {
        for young in [1e5, 1e7, 1e9, 1e11] {
            let (energy, turn, newton, factors) = spin("energy-momentum", options, "neo-hookean", young, 60);
            println!(
                "{options} {young:e}: energy {energy:.1e}, L {turn:.1e}, iterations {newton:.2}, factors {factors:.2}"
            );
            let (energy, turn, newton, factors) = spin("fitted-energy-momentum", options, "neo-hookean", young, 60);
            println!(
                "fitted {options} {young:e}: energy {energy:.1e}, L {turn:.1e}, iterations {newton:.2}, factors {factors:.2}"
            );
        }
    }
}
