//! Projection onto a surface and holding: what becomes of velocities, thin obstacles, books.

use std::sync::Arc;

use sinew::contact::{Obstacle, Response, respond};
use sinew::integrators;
use sinew::mechanics::{Mass, Motion, Parts, Pose, State, Vec3, World};
use sinew::models::forces;
use sinew::models::springs::{Springs, springs};
use sinew::simulation::Simulation;

const GRAVITY: f64 = 9.81;

/// Point masses of 1 kg under gravity above an obstacle.
fn points(x: &[f64], obstacle: Obstacle, response: Response) -> Parts {
    let n = x.len() / 3;
    let every: Vec<u32> = (0..n as u32).collect();
    Parts {
        rest: x.to_vec(),
        point_masses: vec![1.0; n],
        terms: vec![forces::gravity(&Mass::from_masses(vec![1.0; n]), [0.0, 0.0, -GRAVITY]).unwrap()],
        barriers: vec![respond("floor", n, &every, obstacle, 0.0, response).unwrap()],
        ..Parts::default()
    }
}

fn run(parts: Parts, v: &[f64], h: f64) -> Simulation {
    let state = State { t: 0.0, x: parts.rest.clone(), v: v.to_vec() };
    let scheme = integrators::build("implicit-midpoint", &toml::Table::new()).unwrap();
    Simulation::new(World::new(parts).unwrap(), scheme, state, h)
}

fn plane() -> Obstacle {
    Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).unwrap()
}

#[test]
fn projection_leaves_sixty_percent_of_the_slip_at_each_touch() {
    let mut run = run(points(&[0.0; 3], plane(), Response::Project { slip_loss: 0.4 }), &[2.0, 0.0, 0.0], 0.01);
    let mut speed = 2.0;
    for step in 1..=5 {
        run.step().unwrap();
        speed *= 0.6;
        let s = run.state();
        // Gravity takes it below the plane in every step.
        assert!((s.v[0] - speed).abs() < 1e-12 && s.v[2].abs() < 1e-15 && s.x[2].abs() < 1e-15, "{step}: {s:?}");
    }
    let record = run.record();
    assert!(record.numerical.abs() < 1e-12, "{:e}", record.numerical);
    let gone = 0.5 * (4.0 - speed * speed);
    assert!((record.dissipated - record.injected - gone).abs() < 1e-12, "{}", record.dissipated);
}

#[test]
fn nothing_jumps_over_a_thin_obstacle() {
    for response in [Response::Project { slip_loss: 0.0 }, Response::Hold] {
        // 300 m/s at 0.01 s: three metres a step, through a plate of a millimetre.
        let plate = Obstacle::cuboid([0.0, 0.0, -1.0], [4.0, 4.0, 0.001], 0.0).unwrap();
        let mut run = run(points(&[0.0, 0.0, 0.5], plate, response), &[0.0, 0.0, -300.0], 0.01);
        for _ in 0..3 {
            run.step().unwrap();
            let z = run.state().x[2];
            assert!((z + 0.9995).abs() < 1e-6, "{response:?}: {z}");
        }
    }
}

/// A floor that moves up at a constant speed.
struct Lift(f64);

impl Motion for Lift {
    fn pose(&self, t: f64) -> Pose {
        Pose { translation: Vec3::z() * (self.0 * t), velocity: Vec3::z() * self.0, ..Pose::default() }
    }
}

#[test]
fn a_lift_carries_what_stands_on_it_and_pays() {
    for response in [Response::Project { slip_loss: 0.4 }, Response::Hold] {
        let floor = plane().moved_by(Arc::new(Lift(2.0)));
        let mut run = run(points(&[0.0, 0.0, 0.005], floor, response), &[0.0; 3], 0.01);
        for _ in 0..100 {
            run.step().unwrap();
        }
        let (s, record) = (run.state(), *run.record());
        assert!((s.x[2] - 2.0).abs() < 0.03 && (s.v[2] - 2.0).abs() < 0.1, "{response:?}: {s:?}");
        let gained = record.energy.total() - GRAVITY * 0.005;
        assert!((record.injected - record.dissipated - gained).abs() < 1e-9 * gained, "{record:?}");
        assert!(record.numerical.abs() < 1e-9);
    }
}

#[test]
fn held_feet_let_a_spring_bounce_back_and_leave() {
    // Two masses on a spring of 0.5 m fall by 0.3 m; the lower one stops, the upper one comes back and takes it along.
    let mut parts = points(&[0.0, 0.0, 0.3, 0.0, 0.0, 0.8], plane(), Response::Hold);
    let network = Springs { edges: vec![[0, 1]], rest_length: vec![0.5], stiffness: vec![2000.0], cubic: vec![0.0] };
    parts.terms.push(springs("spring", 2, network).unwrap());
    let mut run = run(parts, &[0.0; 6], 0.001);
    let (mut highest, mut touched, mut left) = (0.0f64, false, false);
    for _ in 0..600 {
        run.step().unwrap();
        let s = run.state();
        assert!(s.x[2] > -1e-9, "{}", s.x[2]);
        touched |= s.v[2] == 0.0;
        left |= touched && s.x[2] > 1e-3;
        if touched {
            highest = highest.max(0.5 * (s.x[2] + s.x[5]) - 0.25);
        }
    }
    assert!(touched && left);
    // Half the energy was in the foot that stopped; the leap of the other lifts both, which leaves a quarter and less.
    let record = run.record();
    assert!((record.dissipated / (GRAVITY * 0.3) - 1.0).abs() < 0.05, "{}", record.dissipated);
    assert!(highest > 0.04 && highest < 0.3 * 0.5, "{highest}");
    // Contact begins within a step: the books of the rest are those of the midpoint rule.
    assert!(record.numerical.abs() < 0.02 * GRAVITY * 0.6, "{}", record.numerical);
}

#[test]
fn a_foot_that_rests_exchanges_no_energy_with_the_floor() {
    // One mass rests on the floor, the other swings on a spring above it that always presses. An explicit scheme moves the foot twice
    // as far as the force would, every step; putting it back is its error and nothing that the floor does.
    let mut parts = points(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.49], plane(), Response::Hold);
    let network = Springs { edges: vec![[0, 1]], rest_length: vec![0.5], stiffness: vec![2000.0], cubic: vec![0.0] };
    parts.terms.push(springs("spring", 2, network).unwrap());
    let state = State { t: 0.0, x: parts.rest.clone(), v: vec![0.0; 6] };
    let scheme = integrators::build("symplectic-euler", &toml::Table::new()).unwrap();
    let mut run = Simulation::new(World::new(parts).unwrap(), scheme, state, 0.001);
    for _ in 0..200 {
        run.step().unwrap();
        assert!(run.state().x[2] == 0.0, "{}", run.state().x[2]);
    }
    let record = run.record();
    assert_eq!([record.injected, record.dissipated], [0.0; 2]);
    // That of the scheme for the swing alone: h omega/2 of it.
    assert!(record.numerical.abs() < 0.05 * 0.1, "{}", record.numerical);
}

#[test]
fn bad_responses_are_refused() {
    assert!(respond("floor", 1, &[0], plane(), 0.0, Response::Project { slip_loss: 1.5 }).is_err());
    assert!(respond("floor", 1, &[0], plane(), -1.0, Response::Hold).is_err());
    assert!(respond("floor", 1, &[1], plane(), 0.0, Response::Hold).is_err());
}
