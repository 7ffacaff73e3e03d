//! A seeded set of fast impacts: whatever flies into whatever, nothing passes through.

use sinew::contact::{Impact, Penalty, Skin, Surface, passing};
use sinew::integrators;
use sinew::mechanics::{Parts, State, Vec3, World};
use sinew::simulation::Simulation;

use crate::support::Random;

const SETTINGS: Penalty = Penalty { stiffness: 100.0, offset: 0.02, ramp: 0.0 };
const H: f64 = 1.0 / 30.0;

/// A sheet of n x n cells of 1/n m, crumpled a little.
fn sheet(random: &mut Random, n: u32, first: u32) -> (Vec<Vec3>, Skin) {
    let mut points = Vec::new();
    let mut skin = Skin::default();
    for i in 0..=n {
        for j in 0..=n {
            let flat = Vec3::new(f64::from(i), f64::from(j), 0.0) / f64::from(n) - Vec3::new(0.5, 0.5, 0.0);
            points.push(flat + random.vector() * (0.2 / f64::from(n)));
            let at = |i, j| first + i * (n + 1) + j;
            if i < n && j < n {
                skin.triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                skin.triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    (points, skin)
}

/// A tet of about 0.2 m.
fn tet(random: &mut Random, first: u32) -> (Vec<Vec3>, Skin) {
    let corners = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let points = corners.map(|p| (Vec3::from(p) + random.vector() * 0.5) * 0.1).into();
    let triangles = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]].map(|t| t.map(|v| v + first)).into();
    (points, Skin { triangles, ..Skin::default() })
}

/// One impact: a projectile or a second sheet flies at a sheet at 3 to 150 m/s; some vertices of the target may be held. Particles
/// without forces, so that nothing but the check keeps them apart. Returns steps in which something was stopped.
fn impact(seed: u64) -> usize {
    let mut random = Random(seed.wrapping_mul(0x9E3779B97F4A7C15));
    random.next();
    let (target, skin) = sheet(&mut random, 6, 0);
    let n = target.len() as u32;
    let (missile, other) = match seed % 3 {
        0 => sheet(&mut random, 4, n),
        _ => tet(&mut random, n),
    };
    let turn = sinew::models::motions::rotation(&random.vector().normalize(), 3.0 * random.next());
    let aim = random.vector().component_mul(&Vec3::new(0.4, 0.4, 0.0));
    let way = (random.vector() + Vec3::new(0.0, 0.0, 2.0)).normalize();
    let speed = 3.0 * 50f64.powf(0.5 + 0.5 * random.next());
    // It starts so that it meets the sheet in the first or second step.
    let start = aim - way * (1.2 + 0.8 * speed * H * (1.0 + random.next()) * 0.5);
    let mut x: Vec<Vec3> = target;
    x.extend(missile.iter().map(|p| turn * p + start));
    let mut v = vec![Vec3::zeros(); n as usize];
    v.extend(missile.iter().map(|p| way * speed + (random.vector() * 5.0).cross(&(turn * p))));
    let rest: Vec<f64> = x.iter().flatten().copied().collect();
    let v: Vec<f64> = v.iter().flatten().copied().collect();
    let skins = [skin, other];
    let held =
        |v: u32| sinew::mechanics::Held { vertex: v, motion: std::sync::Arc::new(sinew::mechanics::motion::Still) };
    let parts = Parts {
        point_masses: x.iter().map(|_| 0.1 * 10f64.powf(0.5 * random.next())).collect(),
        barriers: vec![
            passing("check", Surface::new(&rest, &skins, true), SETTINGS, Impact { friction: 0.2, restitution: 0.3 })
                .expect("sound"),
        ],
        held: if seed % 4 == 1 { (0..7).map(held).collect() } else { Vec::new() },
        rest: rest.clone(),
        ..Parts::default()
    };
    let world = World::new(parts).expect("sound");
    let state: State = world.restrict(0.0, &rest, &v);
    let scheme = integrators::build("symplectic-euler", &toml::Table::new()).expect("known");
    let mut run = Simulation::new(world, scheme, state, H);
    let mut witness = Surface::new(&rest, &skins, true);
    assert_eq!(witness.crossing(&rest), None, "seed {seed} starts badly");
    let (mut before, mut stopped) = (rest, 0);
    let momentum = Vec3::from(run.record().momentum.linear);
    for step in 0..3 {
        let lost = run.record().dissipated;
        run.step().expect("free flight");
        stopped += usize::from(run.record().dissipated != lost);
        let after = run.all_vertices().0;
        // Along the paths of the step nothing pierces anything; a missile of 0.2 m moves by at most 0.05 m from sample to sample.
        let samples = 100;
        for k in 1..=samples {
            let share = f64::from(k) / f64::from(samples);
            let x: Vec<f64> = before.iter().zip(&after).map(|(a, b)| a + share * (b - a)).collect();
            assert_eq!(witness.crossing(&x), None, "seed {seed}, step {step}, sample {k}");
        }
        before = after;
    }
    // Momentum is kept where nothing is held, and no energy comes out of nothing.
    let record = run.record();
    if seed % 4 != 1 {
        let change = Vec3::from(record.momentum.linear) - momentum;
        assert!(change.norm() < 1e-9 * (1.0 + momentum.norm()), "seed {seed}: {change:?}");
    }
    assert!(record.numerical.abs() < 1e-9 * (1.0 + record.energy.total()), "seed {seed}: {}", record.numerical);
    assert!(record.injected < 1e-9 * (1.0 + record.dissipated), "seed {seed}: {}", record.injected);
    stopped
}

/// Missiles are sent until so many have hit something.
fn impacts(count: usize) {
    let (mut hits, mut sent) = (0, 0);
    while hits < count {
        sent += 1;
        hits += usize::from(impact(sent) > 0);
    }
    println!("{hits} of {sent} hit something");
    assert!(sent < 2 * count as u64, "{sent}");
}

#[test]
fn a_hundred_fast_impacts_pass_nothing() {
    impacts(100);
}

#[test]
#[ignore = "a minute"]
fn a_thousand_fast_impacts_pass_nothing() {
    impacts(1000);
}

#[test]
fn a_step_in_which_everything_flies_through_everything_ends() {
    // Every vertex somewhere else, far away: each pair meets, and no order of impulses would keep them apart.
    let mut random = Random(7);
    let (points, skin) = sheet(&mut random, 12, 0);
    let rest: Vec<f64> = points.iter().flatten().copied().collect();
    let v: Vec<f64> = points.iter().flat_map(|_| (random.vector() * 1e4).as_slice().to_vec()).collect();
    let parts = Parts {
        point_masses: vec![1.0; points.len()],
        barriers: vec![
            passing("check", Surface::new(&rest, &[skin], true), SETTINGS, Impact::default()).expect("sound"),
        ],
        rest: rest.clone(),
        ..Parts::default()
    };
    let world = World::new(parts).expect("sound");
    let start = State { t: 0.0, x: rest.clone(), v: v.clone() };
    let mut simulation =
        Simulation::new(world, integrators::build("symplectic-euler", &toml::Table::new()).expect("known"), start, H);
    let after = *simulation.step().expect("it ends");
    // All stay where they were, and the books say what that took.
    let moved = simulation.state().x.iter().zip(&rest).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(moved < 1e-9, "{moved}");
    let kinetic = 0.5 * v.iter().map(|v| v * v).sum::<f64>();
    assert!(after.energy.kinetic == 0.0 && (after.dissipated / kinetic - 1.0).abs() < 1e-12, "{after:?}");
}
