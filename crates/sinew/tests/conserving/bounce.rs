//! A ball that falls on a plane and on a sphere comes back.

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::mesh::shapes::{Ball, Shape};

use super::*;

/// A stiff ball of 0.1 m, its lowest point 0.3 m above the top of the obstacle at the origin.
fn ball(obstacle: Obstacle, young: f64) -> (World, State) {
    let mesh = Shape::Ball(Ball { radius: 0.1, cells: 2 }).build().expect("sound");
    let mut body = Body { speed: 0.0, ..Body::tets("neo-hookean", young, 0.3, &mesh) }.gravity();
    let n = body.vertices();
    body.rest.iter_mut().skip(2).step_by(3).for_each(|z| *z += 0.4);
    let every: Vec<u32> = (0..n as u32).collect();
    let settings = Penalty { stiffness: 2e4, offset: 0.0, ramp: 0.005 };
    body.terms.push(penalty("floor", n, &every, obstacle, settings).expect("sound"));
    body.build()
}

#[test]
fn explore() {
    for (what, obstacle) in [
        ("plane", Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).unwrap()),
        ("sphere", Obstacle::sphere([0.0, 0.0, -0.5], 0.5).unwrap()),
    ] {
        for young in [1e6, 1e9] {
            for (name, options) in [
                (EXACT, "tolerance = 1e-10"),
                (FITTED, "tolerance = 1e-10"),
                (FITTED, "filter = 0.0\ntolerance = 1e-10"),
            ] {
                for h in [0.01, 0.005, 0.0025] {
                    let (mut world, mut s) = ball(obstacle.clone(), young);
                    let height = |s: &State| s.x.iter().skip(2).step_by(3).sum::<f64>() / (s.x.len() / 3) as f64;
                    let start = world.energy(&s).total();
                    let mass: f64 = world.mass().vertex_masses().iter().sum();
                    let mut scheme = make(name, options);
                    let (mut off, mut heights) = (0.0f64, Vec::new());
                    let mut work = Work::default();
                    for _ in 0..(0.8 / h) as usize {
                        work += scheme.step(&mut world, &mut s, h).expect("stable");
                        off = off.max((world.energy(&s).total() - start).abs());
                        heights.push(height(&s));
                    }
                    let low = heights.iter().copied().fold(f64::MAX, f64::min);
                    let at = heights.iter().position(|z| *z == low).unwrap();
                    let top = heights[at..].iter().copied().fold(f64::MIN, f64::max);
                    println!(
                        "{what} {young:e} {name} {} h {h}: low {low:.4} at {at}, back {:.4}, energy {:.1e} {work:?}",
                        options.replace('\n', "; "),
                        (top - 0.1) / 0.3,
                        off / (mass * 9.81 * 0.3)
                    );
                }
            }
        }
    }
}
