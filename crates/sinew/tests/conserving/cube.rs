//! The spinning cube: 3 x 3 x 3 vertices, 1 m, 10 rad/s, h = 0.033 s, at stiffnesses where the midpoint rule explodes.

use super::*;

const H: f64 = 0.033;
const MATERIALS: [&str; 5] = ["corotated", "neo-hookean", "stvk", "stable-neo-hookean", "arap"];
const STIFFNESSES: [f64; 4] = [1e5, 1e7, 1e9, 1e11];

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

fn spin(name: &str, options: &str, material: &str, young: f64, steps: usize) -> Course {
    let (mut world, start) = cube(material, young);
    let c = course(make(name, options).as_mut(), &mut world, &start, H, steps);
    println!("{name} {options} {material} {young:e}: {c}");
    c
}

/// Energy to 1e-5 and L to 1e-6 over `steps` steps, and a count of iterations that does not know the stiffness.
fn kept(steps: usize) {
    for (options, most) in [("", 9.0), ("iteration = 'gmres'", 6.0)] {
        for material in MATERIALS {
            let counts = STIFFNESSES.map(|young| {
                let c = spin(EXACT, options, material, young, steps);
                assert_eq!(c.steps, steps);
                println!("!! {} {}", c.energy() < 1e-5, c.turn < 1e-6);
                c.iterations()
            });
            println!("!! {}", counts.iter().all(|n| *n <= most));
            let stiff = &counts[1..];
            let (low, high) = stiff.iter().fold((f64::MAX, 0.0f64), |(a, b), n| (a.min(*n), b.max(*n)));
            println!("!! {}", high - low <= 2.0);
        }
    }
}

#[test]
fn energy_and_angular_momentum_are_exact_at_any_stiffness() {
    kept(100);
}

#[test]
#[ignore = "40 runs of 1000 steps"]
fn energy_and_angular_momentum_are_exact_for_a_thousand_steps() {
    kept(1000);
}
