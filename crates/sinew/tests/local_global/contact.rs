//! Contact whose set changes in every iteration: as stiff as it likes, without a new factorization.

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::mechanics::*;

use crate::problems::*;
use crate::running::*;

/// A block that falls on a floor of the given stiffness, at 2 m/s.
fn falling(stiffness: f64, cells: [u32; 3]) -> (World, State) {
    let mut body = Body::block("corotated", 1e5, 0.3, [0.3, 0.2, 0.2], cells).gravity();
    let n = body.vertices();
    let everyone: Vec<u32> = (0..n as u32).collect();
    let bottom = body.rest.chunks_exact(3).fold(f64::INFINITY, |m, p| m.min(p[2]));
    let floor = Obstacle::plane([0.0, 0.0, bottom - 0.01], [0.1, 0.0, 1.0]).unwrap();
    let settings = Penalty { stiffness, offset: 0.0, ramp: 0.0 };
    body.terms.push(penalty("floor", n, &everyone, floor, settings).unwrap());
    body.speed = 0.0;
    let (world, mut s) = body.build();
    s.v.iter_mut().skip(2).step_by(3).for_each(|v| *v = -2.0);
    (world, s)
}

fn deepest(world: &World, s: &State) -> f64 {
    world.energy(s).contact
}

#[test]
fn a_body_bounces_as_with_newton_at_any_stiffness_of_the_floor() {
    for stiffness in [1e3, 1e5, 1e8] {
        let (mut world, start) = falling(stiffness, [3, 2, 2]);
        let steps = 20;
        let (newton, _) = run(make("backward-euler", "").as_mut(), &mut world, &start, 0.2, steps);
        let mut scheme = make("projective-dynamics", "iterations = 60");
        let mut s = start.clone();
        let (mut touched, mut factorizations) = (0, 0);
        for _ in 0..steps {
            let work = scheme.step(&mut world, &mut s, 0.2 / steps as f64).unwrap();
            touched += usize::from(deepest(&world, &s) > 0.0);
            factorizations += work.factorizations;
            assert!(work.solves <= 3 * 60 * 3, "{}", work.solves);
        }
        let error = distance(&s.x, &newton.x) / distance(&start.x, &newton.x);
        println!(
            "floor of {stiffness:e} N/m: {touched} steps in contact, {error:.1e} from Newton, {factorizations} factors"
        );
        assert!(touched > 2 && error < 1e-6, "{stiffness:e}: {error:e} after {touched}");
    }
}

/// The bound of low rank is 512 contacts: a large flat block goes beyond, onto the second factor.
#[test]
fn more_contacts_than_low_rank_takes_go_to_a_second_factor() {
    let (mut world, start) = falling(1e6, [30, 22, 2]);
    let mut scheme = make("projective-dynamics", "iterations = 5");
    let (mut s, mut most) = (start, 0);
    for _ in 0..6 {
        most = most.max(scheme.step(&mut world, &mut s, 0.01).unwrap().factorizations);
        assert!(s.x.iter().all(|x| x.is_finite()));
    }
    assert!((1..=3).contains(&most), "{most}");
    // It stands: nothing has been thrown off the floor faster than it came.
    assert!(s.v.iter().all(|v| v.abs() < 4.0));
}
