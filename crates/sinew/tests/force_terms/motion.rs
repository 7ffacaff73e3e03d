//! Terms under way: what damping must leave alone and what it must take, contact that gives back what it stored.

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::integrators;
use sinew::mechanics::{ForceTerm, Momentum, Parts, Vec3, World};
use sinew::models::damping::{drag, rigid_preserving};
use sinew::models::forces::gravity;
use sinew::models::springs::{self, Springs};
use sinew::simulation::Simulation;

use crate::support::{Random, point};
use crate::zoo::{TETS, VERTICES, masses, rest};

fn elastic(stiffness: f64) -> Box<dyn ForceTerm> {
    let relaxed = Springs::relaxed(&rest(), springs::tet_edges(&TETS), stiffness).unwrap();
    springs::springs("net", VERTICES, relaxed).unwrap()
}

fn simulation(terms: Vec<Box<dyn ForceTerm>>, integrator: &str, dt: f64) -> Simulation {
    let parts = Parts { rest: rest(), point_masses: masses().vertex_masses(), terms, ..Parts::default() };
    let world = World::new(parts).unwrap();
    let mut random = Random(53);
    let x: Vec<f64> = world.rest().iter().map(|x| x + 0.05 * random.next()).collect();
    let spin = Vec3::new(0.5, -1.0, 2.0);
    let v: Vec<f64> = (0..VERTICES).flat_map(|i| <[f64; 3]>::from(spin.cross(&point(&x, i)))).collect();
    let state = world.restrict(0.0, &x, &v);
    // A direct solver, so that what is measured is not the tolerance of conjugate gradients.
    let mut options = toml::Table::new();
    if !["rk4", "symplectic-euler"].contains(&integrator) {
        options.insert("solver".into(), "cholesky".into());
    }
    Simulation::new(world, integrators::build(integrator, &options).unwrap(), state, dt)
}

fn center(s: &Simulation) -> Vec3 {
    let masses = masses().vertex_masses();
    let total: f64 = masses.iter().sum();
    masses.iter().enumerate().map(|(i, m)| point(&s.state().x, i) * *m).sum::<Vec3>() / total
}

fn angular(m: &Momentum) -> Vec3 {
    Vec3::from(m.angular)
}

const SCHEMES: [&str; 8] =
    ["rk4", "semi-implicit", "backward-euler", "implicit-midpoint", "newmark", "generalized-alpha", "bdf2", "tr-bdf2"];

#[test]
fn free_fall_is_not_disturbed_by_damping_that_preserves_rigid_motion() {
    let weight = || gravity(&masses(), [0.0, 0.0, -9.81]).unwrap();
    for name in SCHEMES {
        let damping = rigid_preserving("rigid", 8.0, &masses()).unwrap();
        let mut damped = simulation(vec![elastic(500.0), weight(), damping], name, 0.01);
        let mut free = simulation(vec![elastic(500.0), weight()], name, 0.01);
        for _ in 0..100 {
            damped.step().unwrap();
            free.step().unwrap();
        }
        let off = (center(&damped) - center(&free)).norm();
        assert!(off < 1e-12, "{name}: {off:e}");
        // The vibration is gone but for the stretch that turning needs (0.12 J measured).
        let energy = damped.record().energy.elastic;
        assert!(energy < 0.2, "{name}: {energy}");
    }
}

#[test]
fn damping_that_preserves_rigid_motion_keeps_both_momenta() {
    // To rounding where nothing is iterated; Newton's tolerance shows in the other (7e-9 measured).
    for (name, bound) in [("symplectic-euler", 1e-12), ("implicit-midpoint", 1e-7)] {
        let terms = vec![elastic(500.0), rigid_preserving("rigid", 8.0, &masses()).unwrap()];
        let mut s = simulation(terms, name, 0.002);
        let start = s.start_record();
        for _ in 0..500 {
            s.step().unwrap();
        }
        let end = s.record();
        let turn = (angular(&end.momentum) - angular(&start.momentum)).norm() / angular(&start.momentum).norm();
        assert!(turn < bound, "{name}: {turn:e}");
        assert!(end.dissipated > 0.0);
    }
}

#[test]
fn drag_lets_every_motion_die_away_at_its_rate() {
    let mut s = simulation(vec![drag("drag", 3.0, &masses()).unwrap()], "rk4", 0.01);
    let start = s.start_record();
    for _ in 0..100 {
        s.step().unwrap();
    }
    let expected = start.energy.kinetic * (-6.0f64).exp();
    // rk4 with c h = 0.03: (c h)^4/120 a second.
    assert!((s.record().energy.kinetic / expected - 1.0).abs() < 1e-7);
    assert!(
        (start.energy.kinetic - s.record().energy.kinetic - s.record().dissipated).abs() < 1e-6 * start.energy.kinetic
    );
}

#[test]
fn a_bounce_gives_back_what_it_took() {
    let everyone: Vec<u32> = (0..VERTICES as u32).collect();
    let floor = Obstacle::plane([0.0, 0.0, -0.5], [0.0, 0.0, 1.0]).unwrap();
    let contact = penalty("floor", VERTICES, &everyone, floor, Penalty { stiffness: 5e3, offset: 0.05, ramp: 0.05 });
    let terms = vec![elastic(500.0), gravity(&masses(), [0.0, 0.0, -9.81]).unwrap(), contact.unwrap()];
    let mut s = simulation(terms, "implicit-midpoint", 1e-3);
    let start = s.start_record();
    let (mut deepest, mut touched) = (0.0f64, false);
    for _ in 0..1500 {
        let record = s.step().unwrap();
        touched |= record.energy.contact > 0.1;
        deepest = deepest.max((record.energy.total() - start.energy.total()).abs());
    }
    // Measured: 0.011 J of 40 J.
    assert!(touched);
    assert!(deepest < 0.02 * start.energy.kinetic.max(1.0), "{deepest:e}");
    let lowest = (0..VERTICES).map(|i| s.state().x[3 * i + 2]).fold(f64::INFINITY, f64::min);
    assert!(lowest > -0.6, "the floor holds: {lowest}");
}
