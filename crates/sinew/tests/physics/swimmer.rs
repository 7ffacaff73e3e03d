//! A small bacterium: it swims head first, turns against its flagellum, and leaves neither force nor torque behind.

use sinew::mechanics::{Configuration, Vec3};
use sinew::models::fluid::{Stokeslet, stokes_fluid};
use sinew::scene::Built;

use crate::support::{point, shipped};

const SMALL: &[&str] = &["body.0.shape.sections=24", "body.0.shape.length=3e-6", "body.0.springs.edge=0.02"];

fn swimmer(more: &[&str]) -> Built {
    shipped("bacterium", &[SMALL, more].concat())
}

fn mean(x: &[f64], range: std::ops::Range<usize>) -> Vec3 {
    let n = range.len() as f64;
    range.map(|i| point(x, i)).sum::<Vec3>() / n
}

/// Mean rate at which some vertices turn about their middle along x.
fn spin(x: &[f64], v: &[f64], range: std::ops::Range<usize>) -> f64 {
    let (center, drift) = (mean(x, range.clone()), mean(v, range.clone()));
    let (mut turn, mut inertia) = (0.0, 0.0);
    for i in range {
        let (r, u) = (point(x, i) - center, point(v, i) - drift);
        turn += r.cross(&u).x;
        inertia += r.y * r.y + r.z * r.z;
    }
    turn / inertia
}

#[test]
fn it_swims_head_first_and_backwards_if_the_motor_turns_back() {
    let travel = |more: &[&str]| {
        let mut built = swimmer(more);
        let before = mean(&built.simulation.all_vertices().0, 0..34);
        for _ in 0..40 {
            built.simulation.step().unwrap_or_else(|e| panic!("{e}"));
        }
        let (x, v) = built.simulation.all_vertices();
        let (head, tail) = (spin(&x, &v, 0..34), spin(&x, &v, 36..x.len() / 3));
        let moved = mean(&x, 0..34) - before;
        println!("{:.2e} m in 4 ms, head {head:.0} rad/s, flagellum {tail:.0} rad/s", moved.x);
        assert!(head * tail < 0.0, "they turn against each other");
        (moved.x, tail)
    };
    let (ahead, tail) = travel(&[]);
    // Left-handed and turning about +x, away from the head: the wave runs off the tail and pushes towards -x.
    assert!(tail > 0.0 && ahead < 0.0);
    // Its speed is a small part of that of the wave, wavelength times turns per second.
    let wave = 2e-6 * tail / std::f64::consts::TAU * 4e-3;
    assert!((0.005..0.3).contains(&(-ahead / wave)), "{}", -ahead / wave);
    let (back, _) = travel(&["force.1.torque=-1e-18"]);
    assert!(back > 0.0);
    // The mirror image does the same the other way round.
    let (mirrored, _) = travel(&["force.1.torque=-1e-18", "body.0.shape.right_handed=true"]);
    assert!((mirrored / ahead - 1.0).abs() < 0.02, "{mirrored} {ahead}");
}

#[test]
fn it_exerts_neither_force_nor_torque_on_the_fluid() {
    let mut built = swimmer(&[]);
    (0..10).for_each(|_| assert!(built.simulation.step().is_ok()));
    let before = built.simulation.record().momentum;
    built.simulation.step().expect("converges");
    let after = *built.simulation.record();
    let (x, v) = built.simulation.all_vertices();
    let n = x.len() / 3;
    let law = Stokeslet { viscosity: 1e-3, blob: 0.06e-6 };
    let fluid = stokes_fluid("fluid", n, (0..n as u32).collect(), law).expect("as in the scene");
    let g = fluid.forces_on_fluid(&Configuration { t: after.time, x: &x, v: &v });
    let all = || 0..n;
    let force: Vec3 = all().map(|i| point(&g, i)).sum();
    let torque: Vec3 = all().map(|i| point(&x, i).cross(&point(&g, i))).sum();
    let size: f64 = all().map(|i| point(&g, i).norm()).sum();
    let turn: f64 = all().map(|i| (point(&x, i) - mean(&x, 0..n)).norm() * point(&g, i).norm()).sum();
    println!("net force {:.1e} of {size:.1e} N, net torque {:.1e} of {turn:.1e} N m", force.norm(), torque.norm());
    // Inertia is all that is missing: m v/h over the drag is 1e-6, and Newton's tolerance is relative to 1e-6 of the forces.
    assert!(force.norm() < 1e-3 * size && torque.norm() < 1e-3 * turn);
    // What the fluid gets, the body loses, step by step.
    let lost = Vec3::from(after.momentum.linear) - Vec3::from(before.linear);
    assert!((lost / built.simulation.dt() + force).norm() < 1e-3 * size);
    // The motor's work is what viscosity takes.
    let dissipation = sinew_math::parallel::dot(&g, &v);
    assert!(dissipation > 0.0 && after.injected > 0.0);
    // But for what winds up the springs, and the first step, in which backward Euler stops the start's vibrations.
    assert!(after.numerical.abs() < 0.1 * after.injected, "{} {}", after.injected, after.numerical);
}
