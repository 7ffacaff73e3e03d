//! The twisted bar: 0.2 x 0.2 x 1 m, 3 x 3 x 7 vertices, neo-Hookean, 1e5 Pa, nu = 0.45, clamped at its lower end and let go
//! from half a turn and from a whole one, where a fifth of all modes push away from the shape.

use super::*;

fn twisted(turns: f64) -> (World, State) {
    let body = Body::block("neo-hookean", 1e5, 0.45, [0.2, 0.2, 1.0], [2, 2, 6]);
    let body = body.hold(std::sync::Arc::new(motion::Still), |p| p.z < 1e-9);
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

#[test]
fn explore() {
    for turns in [0.5, 1.0] {
        for (name, options) in [
            (EXACT, ""),
            (EXACT, "iteration = 'gmres'"),
            (FITTED, ""),
            (FITTED, "filter = 0.0"),
            (FITTED, "iteration = 'gmres'"),
        ] {
            let (mut world, start) = twisted(turns);
            let t0 = std::time::Instant::now();
            let c = course(make(name, options).as_mut(), &mut world, &start, 0.01, 60);
            println!("{turns} {name} {options}: {c} {:?} {:?}", c.work, t0.elapsed());
        }
    }
}
