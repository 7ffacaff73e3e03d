//! d(total)/dt = injected - dissipated along the exact motion, for every term alone and for all at once, with scripted
//! vertices, lumped and consistent mass.

use nalgebra::{DMatrix, DVector};
use sinew::mechanics::{ForceTerm, Held, MechanicalSystem, Parts, Role, State, World};

use crate::support::Random;
use crate::zoo::{TETS, VERTICES, rest, scripts, zoo};

fn world(terms: Vec<Box<dyn ForceTerm>>, consistent: bool, scripted: bool) -> World {
    let held = if scripted { scripts() } else { Vec::new() };
    World::new(Parts {
        rest: rest(),
        point_masses: (0..VERTICES).map(|i| 0.5 + 0.2 * i as f64).collect(),
        tet_masses: TETS.iter().map(|t| (*t, 1.5)).collect(),
        consistent,
        held: held.into_iter().enumerate().map(|(v, motion)| Held { vertex: 2 * v as u32, motion }).collect(),
        terms,
        ..Parts::default()
    })
    .expect("a sound world")
}

/// a = M^-1 f
fn acceleration(world: &World, s: &State) -> Vec<f64> {
    let n = world.dofs();
    let mut columns = DMatrix::zeros(n, n);
    for j in 0..n {
        let mut unit = vec![0.0; n];
        unit[j] = 1.0;
        let mut column = vec![0.0; n];
        world.mass().apply(&unit, &mut column);
        columns.set_column(j, &DVector::from_vec(column));
    }
    let mut f = vec![0.0; n];
    world.force(s, &mut f);
    columns.cholesky().expect("a mass matrix").solve(&DVector::from_vec(f)).as_slice().to_vec()
}

/// Defect of the balance relative to the size of what flows.
fn defect(world: &World, s: &State) -> f64 {
    let a = acceleration(world, s);
    let powers = world.powers(s, Some(&a));
    let at = |h: f64| {
        let mut moved = s.clone();
        moved.t += h;
        for (i, a) in a.iter().enumerate() {
            moved.x[i] += h * (s.v[i] + 0.5 * h * a);
            moved.v[i] += h * a;
        }
        world.energy(&moved)
    };
    // Central differences of steps h and 2 h, extrapolated: the error is of order h^4.
    let slopes = |h: f64| {
        let (before, after) = (at(-h), at(h));
        [(after.total() - before.total()) / (2.0 * h), (after.kinetic - before.kinetic) / (2.0 * h)]
    };
    let (fine, coarse) = (slopes(1e-4), slopes(2e-4));
    let [slope, kinetic] = [0, 1].map(|i| (4.0 * fine[i] - coarse[i]) / 3.0);
    let scale = slope.abs() + kinetic.abs() + powers.injected.abs() + powers.dissipated.abs();
    (slope - (powers.injected - powers.dissipated)).abs() / scale.max(1e-3)
}

fn random_state(world: &World, seed: u64) -> State {
    let mut random = Random(seed);
    let n = world.dofs();
    let rest = world.restrict(0.0, world.rest(), world.rest());
    let x = rest.x.iter().map(|x| x + 0.3 * random.next()).collect();
    // Away from the times of key frames and ramps, where accelerations jump.
    State { t: 0.137 + 0.3 * random.next().abs(), x, v: random.vector(n) }
}

#[test]
fn every_term_alone_keeps_the_books() {
    let mut largest = 0.0f64;
    for consistent in [false, true] {
        for scripted in [false, true] {
            for case in zoo() {
                let world = world(vec![case.term], consistent, scripted);
                for seed in 0..3 {
                    let s = random_state(&world, 100 + seed);
                    let off = defect(&world, &s);
                    largest = largest.max(off);
                    assert!(off < 1e-7, "{} (consistent {consistent}, scripted {scripted}): {off:e}", case.name);
                    if world.terms()[0].role() == Role::Damping {
                        assert!(world.powers(&s, None).dissipated >= 0.0, "{}", case.name);
                    }
                }
            }
        }
    }
    println!("largest defect {largest:e}");
}

#[test]
fn all_terms_at_once_keep_the_books() {
    for consistent in [false, true] {
        let world = world(zoo().into_iter().filter(|c| c.smooth).map(|c| c.term).collect(), consistent, true);
        for seed in 0..10 {
            let off = defect(&world, &random_state(&world, 200 + seed));
            assert!(off < 1e-7, "consistent {consistent}: {off:e}");
        }
    }
}

#[test]
fn the_force_rate_of_a_world_is_its_derivative_in_time() {
    for case in zoo() {
        let world = world(vec![case.term], true, true);
        let s = random_state(&world, 300);
        let n = world.dofs();
        let (mut before, mut after, mut rate) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        world.force(&State { t: s.t - 1e-6, ..s.clone() }, &mut before);
        world.force(&State { t: s.t + 1e-6, ..s.clone() }, &mut after);
        world.force_rate(&s, &mut rate);
        let expected: Vec<f64> = (0..n).map(|i| (after[i] - before[i]) / 2e-6).collect();
        let off = sinew::mechanics::check::discrepancy(&rate, &expected, 1.0);
        assert!(off < 1e-6, "{}: {off:e}", case.name);
    }
}
