//! Impulses at the end of a step: Coulomb's law, loss in touch, braking of vibration, and their exact books.

use std::sync::Arc;

use sinew::contact::{Friction, Obstacle, Penalty, friction, penalty};
use sinew::integrators;
use sinew::mechanics::{Flow, Impulse, Mass, Momentum, Motion, Parts, Pose, State, Vec3, World};
use sinew::models::{damping, forces};
use sinew::simulation::Simulation;

use crate::support::Random;

const GRAVITY: f64 = 9.81;
const STIFFNESS: f64 = 1e5;
const MASS: f64 = 2.0;

/// A plane that glides along x at a constant speed.
struct Belt(f64);

impl Motion for Belt {
    fn pose(&self, t: f64) -> Pose {
        Pose { translation: Vec3::x() * (self.0 * t), velocity: Vec3::x() * self.0, ..Pose::default() }
    }
}

/// A point mass that rests on a plane tilted by `slope` (rad) about y, with gravity, and slides along the plane.
fn slider(slope: f64, settings: Friction, belt: f64, speed: f64) -> (World, State) {
    let (sin, cos) = slope.sin_cos();
    let plane = Obstacle::plane([0.0; 3], [sin, 0.0, cos]).unwrap();
    let plane = if belt == 0.0 { plane } else { plane.moved_by(Arc::new(Belt(belt))) };
    let push = Penalty { stiffness: STIFFNESS, offset: 0.0, ramp: 0.0 };
    let mass = Mass::from_masses(vec![MASS]);
    let parts = Parts {
        rest: vec![0.0; 3],
        point_masses: vec![MASS],
        terms: vec![
            forces::gravity(&mass, [0.0, 0.0, -GRAVITY]).unwrap(),
            penalty("contact", 1, &[0], plane.clone(), push).unwrap(),
        ],
        impulses: vec![friction("friction", 1, &[0], plane, push, settings).unwrap()],
        ..Parts::default()
    };
    // As deep as its weight presses it.
    let depth = MASS * GRAVITY * cos / STIFFNESS;
    let along = Vec3::new(cos, 0.0, -sin) * speed;
    let x = Vec3::new(sin, 0.0, cos) * -depth;
    (World::new(parts).unwrap(), State { t: 0.0, x: x.as_slice().to_vec(), v: along.as_slice().to_vec() })
}

fn run(world: World, state: State, h: f64, steps: usize) -> Simulation {
    let scheme = integrators::build("implicit-midpoint", &toml::Table::new()).unwrap();
    let mut run = Simulation::new(world, scheme, state, h);
    for _ in 0..steps {
        run.step().unwrap();
    }
    run
}

const ROUGH: Friction = Friction { coefficient: 0.3, loss: 0.0 };

#[test]
fn a_sliding_mass_slows_by_mu_g_and_stops() {
    let run_for = |steps| {
        let (world, state) = slider(0.0, ROUGH, 0.0, 2.0);
        run(world, state, 0.01, steps)
    };
    // v = v0 - mu g t, exactly: gravity and push are in balance.
    let early = run_for(50);
    assert!((early.state().v[0] - (2.0 - 0.3 * GRAVITY * 0.5)).abs() < 1e-9, "{}", early.state().v[0]);
    // It stops after v0 / (mu g) = 0.68 s at v0^2 / (2 mu g) = 0.6796 m; each step moves before it brakes: v0 h / 2 more.
    let late = run_for(100);
    assert_eq!(late.state().v[0], 0.0);
    let way = 2.0 * 2.0 / (2.0 * 0.3 * GRAVITY);
    assert!((late.state().x[0] - way - 0.01).abs() < 1e-3, "{} {way}", late.state().x[0]);
    // All kinetic energy went into friction, and the method made none.
    let record = late.record();
    assert!((record.dissipated - 0.5 * MASS * 4.0).abs() < 1e-9, "{}", record.dissipated);
    assert!(record.numerical.abs() < 1e-9, "{:e}", record.numerical);
}

#[test]
fn on_a_slope_it_slides_above_the_angle_of_friction_alone() {
    let critical = 0.3_f64.atan();
    for (slope, slides) in [(0.9 * critical, false), (1.1 * critical, true)] {
        let (world, state) = slider(slope, ROUGH, 0.0, 0.0);
        let end = run(world, state, 0.01, 100);
        let speed = Vec3::from_column_slice(&end.state().v).norm();
        let expected = if slides { GRAVITY * (slope.sin() - 0.3 * slope.cos()) * 1.0 } else { 0.0 };
        assert!((speed - expected).abs() < 1e-6, "{slope}: {speed} {expected}");
    }
}

#[test]
fn a_belt_carries_it_along_and_pays_for_it() {
    let (world, state) = slider(0.0, ROUGH, 1.5, 0.0);
    let end = run(world, state, 0.01, 200);
    assert!((end.state().v[0] - 1.5).abs() < 1e-12);
    // The belt gives m w^2: half ends as kinetic energy, half as heat.
    let record = end.record();
    assert!((record.injected - MASS * 1.5 * 1.5).abs() < 1e-9, "{}", record.injected);
    assert!((record.dissipated - 0.5 * MASS * 1.5 * 1.5).abs() < 1e-9, "{}", record.dissipated);
}

#[test]
fn the_printed_friction_brakes_nothing() {
    // The tangential part of the penalty's force, of which [dinev2018, eq. 39] would subtract a multiple.
    let mut random = Random(7);
    let sphere = Obstacle::sphere([0.0; 3], 1.0).unwrap();
    let push = Penalty { stiffness: STIFFNESS, offset: 0.0, ramp: 0.0 };
    for _ in 0..50 {
        let x = Vec3::new(random.next(), random.next(), random.next()) * 0.5;
        let near = sphere.nearness(0.0, x).distance;
        let force = near.normal * push.law(-near.value).1;
        assert!((force - near.normal * force.dot(&near.normal)).norm() < 1e-12 * force.norm());
    }
    let rough = Friction { coefficient: 0.5, loss: 0.0 };
    assert!(rough.brake(Vec3::x(), Vec3::z(), 0.1, 0.01).x < 1.0);
}

#[test]
fn loss_takes_the_bounce() {
    let drop = |loss| {
        let (world, mut state) = slider(0.0, Friction { coefficient: 0.0, loss }, 0.0, 0.0);
        state.x[2] = 0.1;
        run(world, state, 1e-3, 500)
    };
    let (elastic, soft) = (drop(0.0), drop(200.0));
    let height = |run: &Simulation| run.record().energy.total();
    // Midpoint loses 0.13 % at the kink of the push.
    assert!((height(&elastic) / (MASS * GRAVITY * 0.1) - 1.0).abs() < 3e-3, "{}", height(&elastic));
    assert_eq!(elastic.record().dissipated, 0.0);
    assert!(height(&soft) < 0.1 * height(&elastic), "{}", height(&soft));
    let balance = height(&soft) - MASS * GRAVITY * 0.1 + soft.record().dissipated - soft.record().numerical;
    assert!(balance.abs() < 1e-12, "{balance:e}");
}

/// A free cloud of points without forces, and one impulse.
fn cloud(impulse: impl Fn(&Mass) -> Box<dyn Impulse>) -> (World, State) {
    let mut random = Random(3);
    let masses: Vec<f64> = (0..8).map(|_| 1.5 + random.next()).collect();
    let mut values = |n: usize| (0..n).map(|_| random.next()).collect::<Vec<f64>>();
    let (x, v) = (values(24), values(24));
    let mass = Mass::from_masses(masses.clone());
    let parts = Parts { rest: x.clone(), point_masses: masses, impulses: vec![impulse(&mass)], ..Parts::default() };
    (World::new(parts).unwrap(), State { t: 0.0, x, v })
}

#[test]
fn braking_keeps_both_momenta_and_books_what_it_takes() {
    let (rate, h) = (400.0, 0.01);
    let (world, mut s) = cloud(|mass| damping::rigid_preserving_impulse("brake", rate, mass).unwrap());
    let kinetic = |s: &State| 0.5 * world.all_mass().norm_squared(&s.v);
    let (before, momentum) = (kinetic(&s), world.momentum(&s));
    let Flow { injected, dissipated } = world.settle(&mut s, h).expect("the cloud does not move rigidly");
    assert_eq!(injected, 0.0);
    assert!((before - kinetic(&s) - dissipated).abs() < 1e-14 * before);
    assert!(dissipated > 0.0);
    let Momentum { linear, angular } = world.momentum(&s);
    for c in 0..3 {
        assert!((linear[c] - momentum.linear[c]).abs() < 1e-13, "{linear:?}");
        assert!((angular[c] - momentum.angular[c]).abs() < 1e-13, "{angular:?}");
    }
    // What is left of the vibration is exp(-c h) of it: braked again, exp(-2 c h) of its energy goes.
    let again = world.settle(&mut s, h).expect("something is left").dissipated;
    assert!((again / dissipated - (-2.0 * rate * h).exp()).abs() < 1e-10, "{}", again / dissipated);
}

#[test]
fn nothing_changes_without_touch() {
    let far = Obstacle::plane([0.0, 0.0, -10.0], [0.0, 0.0, 1.0]).unwrap();
    let push = Penalty { stiffness: STIFFNESS, offset: 0.0, ramp: 0.0 };
    let which: Vec<u32> = (0..8).collect();
    let (world, mut s) = cloud(|_| friction("friction", 8, &which, far.clone(), push, ROUGH).unwrap());
    let before = s.clone();
    assert_eq!(world.settle(&mut s, 0.01), None);
    assert_eq!(s, before);
}

#[test]
fn bad_friction_is_refused() {
    let plane = Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let push = Penalty { stiffness: 1.0, offset: 0.0, ramp: 0.0 };
    for bad in [Friction { coefficient: -0.1, loss: 0.0 }, Friction { coefficient: 0.1, loss: f64::NAN }] {
        assert!(friction("friction", 1, &[0], plane.clone(), push, bad).is_err());
    }
    assert!(friction("friction", 1, &[1], plane, push, ROUGH).is_err());
}
