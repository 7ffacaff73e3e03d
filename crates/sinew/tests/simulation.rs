//! The step loop: its ledger against closed forms, its failures, its checkpoints.

use std::sync::Arc;

use sinew::integrators::{Integrator, Work};
use sinew::mechanics::{
    ElementLaw, Elements, Held, Local, Mat3, Motion, Parts, Pose, Role, State, StepContext, StepError, Vec3, World,
};
use sinew::simulation::{Cause, Simulation};

/// The explicit midpoint rule, enough to drive small oscillators without depending on the catalog.
struct Midpoint;

impl Integrator for Midpoint {
    fn name(&self) -> &'static str {
        "explicit-midpoint"
    }
    fn order(&self) -> u32 {
        2
    }
    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        let system = world.begin(s, h)?;
        let (mut f, mut a) = (vec![0.0; s.x.len()], vec![0.0; s.x.len()]);
        let mut stage = s.clone();
        for c in [0.5 * h, h] {
            system.force(&stage, &mut f);
            system.mass().lumped().expect("tests use lumped masses").solve(&f, &mut a);
            for (k, a) in a.iter().enumerate() {
                stage.x[k] = s.x[k] + c * stage.v[k];
                stage.v[k] = s.v[k] + c * a;
            }
            stage.t = s.t + c;
        }
        s.copy_from(&stage);
        world.commit(s);
        Ok(Work { substeps: 1, ..Work::default() })
    }
}

/// f = -k x1 + k x0 between two vertices, -c v on the second: linear, with zero rest length.
struct Line {
    stencils: Vec<[u32; 2]>,
    stiffness: f64,
}

impl ElementLaw<2> for Line {
    fn stencils(&self) -> &[[u32; 2]] {
        &self.stencils
    }
    fn energy(&self, _e: usize, at: &Local<2>) -> f64 {
        0.5 * self.stiffness * (at.x[1] - at.x[0]).norm_squared()
    }
    fn force(&self, _e: usize, at: &Local<2>) -> [Vec3; 2] {
        let pull = (at.x[1] - at.x[0]) * self.stiffness;
        [pull, -pull]
    }
    fn stiffness(&self, _e: usize, _at: &Local<2>) -> [[Mat3; 2]; 2] {
        let k = Mat3::identity() * self.stiffness;
        [[k, -k], [-k, k]]
    }
}

struct Friction {
    stencils: Vec<[u32; 1]>,
    c: f64,
}

impl ElementLaw<1> for Friction {
    fn stencils(&self) -> &[[u32; 1]] {
        &self.stencils
    }
    fn role(&self) -> Role {
        Role::Damping
    }
    fn energy(&self, _e: usize, _at: &Local<1>) -> f64 {
        0.0
    }
    fn force(&self, _e: usize, at: &Local<1>) -> [Vec3; 1] {
        [at.v[0] * -self.c]
    }
    fn stiffness(&self, _e: usize, _at: &Local<1>) -> [[Mat3; 1]; 1] {
        [[Mat3::zeros()]]
    }
    fn damping(&self, _e: usize, _at: &Local<1>) -> Option<[[Mat3; 1]; 1]> {
        Some([[Mat3::identity() * self.c]])
    }
    fn damped(&self) -> bool {
        true
    }
}

/// The wall swings as sin(w t) along x.
struct Swing(f64);

impl Motion for Swing {
    fn pose(&self, t: f64) -> Pose {
        let (s, c) = (self.0 * t).sin_cos();
        Pose {
            translation: Vec3::x() * s,
            velocity: Vec3::x() * (self.0 * c),
            acceleration: Vec3::x() * (-self.0 * self.0 * s),
            ..Pose::default()
        }
    }
}

const STIFFNESS: f64 = 9.0;
const MASS: f64 = 1.0;
const W: f64 = 2.0;

/// m x'' = -k (x - sin(w t)) - c x', with x(0) and v(0) given.
fn driven(c: f64, x0: f64, v0: f64) -> (World, State) {
    let mut parts = Parts {
        rest: vec![0.0; 6],
        point_masses: vec![1.0, MASS],
        held: vec![Held { vertex: 0, motion: Arc::new(Swing(W)) }],
        ..Parts::default()
    };
    parts.terms.push(Box::new(Elements::new("line", 2, Line { stencils: vec![[0, 1]], stiffness: STIFFNESS })));
    if c > 0.0 {
        parts.terms.push(Box::new(Elements::new("friction", 2, Friction { stencils: vec![[1]], c })));
    }
    let world = World::new(parts).expect("parts are sound");
    (world, State { t: 0.0, x: vec![x0, 0.0, 0.0], v: vec![v0, 0.0, 0.0] })
}

/// The steady answer of the damped oscillator swings with the wall and loses c v^2.
fn steady(c: f64) -> (f64, f64) {
    let (a, b) = (STIFFNESS - MASS * W * W, c * W);
    let norm = a * a + b * b;
    // x = p sin(w t) + q cos(w t)
    (STIFFNESS * a / norm, -STIFFNESS * b / norm)
}

#[test]
fn ledger_of_a_driven_oscillator_matches_the_closed_form() {
    let c = 0.7;
    let (p, q) = steady(c);
    // Over whole periods what is put in is what friction takes: integral of c v^2 = c w^2 (p^2 + q^2) T / 2.
    let periods = 3.0;
    let duration = periods * std::f64::consts::TAU / W;
    let exact = c * W * W * (p * p + q * q) * duration / 2.0;
    let mut errors = Vec::new();
    for steps in [2000, 4000] {
        let (world, state) = driven(c, q, W * p);
        let mut run = Simulation::new(world, Box::new(Midpoint), state, duration / steps as f64);
        let start = run.start_record().energy.total();
        for _ in 0..steps {
            run.step().expect("stable");
        }
        let end = *run.record();
        assert!((end.dissipated / exact - 1.0).abs() < 1e-4, "{} {exact}", end.dissipated);
        assert!((end.injected / exact - 1.0).abs() < 1e-4, "{} {exact}", end.injected);
        let balance = end.energy.total() - start - end.injected + end.dissipated;
        assert_eq!(balance, end.numerical);
        errors.push((end.dissipated - exact).abs());
    }
    // The rule is of second order, and the ledger does not spoil it.
    let order = (errors[0] / errors[1]).log2();
    assert!((1.7..2.3).contains(&order), "{errors:?}");
}

#[test]
fn quadrature_is_of_fourth_order_on_the_exact_motion() {
    /// Hands out the exact steady motion, so that only the quadrature errs.
    struct Exact(f64, f64);
    impl Integrator for Exact {
        fn name(&self) -> &'static str {
            "exact"
        }
        fn order(&self) -> u32 {
            99
        }
        fn step(&mut self, _world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
            s.t += h;
            let (sin, cos) = (W * s.t).sin_cos();
            s.x[0] = self.0 * sin + self.1 * cos;
            s.v[0] = W * (self.0 * cos - self.1 * sin);
            Ok(Work::default())
        }
    }
    let c = 0.7;
    let (p, q) = steady(c);
    let mut errors = Vec::new();
    for steps in [10, 20, 40] {
        let (world, state) = driven(c, q, W * p);
        let mut run = Simulation::new(world, Box::new(Exact(p, q)), state, 1.0 / steps as f64);
        for _ in 0..steps {
            run.step().expect("exact");
        }
        errors.push(run.record().numerical.abs());
    }
    let orders: Vec<f64> = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    assert!(orders.iter().all(|o| (3.7..4.3).contains(o)), "{errors:?} {orders:?}");
}

#[test]
fn failures_name_the_vertex_among_all_and_keep_the_last_state() {
    let (world, state) = driven(0.0, 0.0, 0.0);
    // h omega = 30: the rule explodes within a few steps.
    let mut run = Simulation::new(world, Box::new(Midpoint), state, 10.0);
    let failure = (0..1000).find_map(|_| run.step().err()).expect("explodes");
    assert_eq!(failure.vertex, Some(1));
    assert!(matches!(failure.cause, Cause::Runaway { .. } | Cause::NonFinite), "{failure}");
    assert!(run.state().x.iter().all(|x| x.is_finite()));
    assert_eq!(run.record().step + 1, failure.step);
    assert_eq!(run.state().t, run.record().time);
}

#[test]
fn a_restored_run_repeats_itself_bit_for_bit() {
    let (world, state) = driven(0.3, 0.1, 0.0);
    let mut run = Simulation::new(world, Box::new(Midpoint), state, 0.05);
    for _ in 0..5 {
        run.step().expect("stable");
    }
    let saved = run.save();
    let ahead = |run: &mut Simulation| {
        for _ in 0..7 {
            run.step().expect("stable");
        }
        let mut record = *run.record();
        record.wall_seconds = 0.0;
        (run.state().clone(), record)
    };
    let first = ahead(&mut run);
    run.restore(&saved);
    assert_eq!(first, ahead(&mut run));
}

#[test]
fn a_step_that_is_stopped_leaves_no_trace() {
    use std::sync::atomic::Ordering::Relaxed;
    for integrator in ["fitted-energy-momentum", "newmark", "auto", "siere2", "exprb42"] {
        let mut scene = sinew::scene::Scene::from_shipped("battery-beam-soft").expect("shipped");
        scene.set_integrator(integrator);
        let mut simulation = scene.build().expect("sound").simulation;
        let mut twin = scene.build().expect("sound").simulation;
        simulation.step().expect("sound");
        let before = simulation.state().clone();
        simulation.stop_flag().store(true, Relaxed);
        let failure = simulation.step().expect_err("stopped");
        assert_eq!(failure.cause, Cause::Step(StepError::Interrupted), "{integrator}");
        assert_eq!(*simulation.state(), before, "{integrator}");
        simulation.stop_flag().store(false, Relaxed);
        for _ in 0..3 {
            simulation.step().expect("it goes on");
        }
        for _ in 0..4 {
            twin.step().expect("sound");
        }
        assert_eq!(simulation.state(), twin.state(), "{integrator}");
    }
}
