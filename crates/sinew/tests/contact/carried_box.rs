//! The bounce of a body by its carried box: speeds, spins and energies of the closed formulas of a rigid body, and the books.

use std::sync::Arc;

use sinew::contact::{Bounce, Obstacle, carried_box};
use sinew::mechanics::{Moment, Motion, Parts, Pose, State, Vec3, World};
use sinew::scene::Scene;

use crate::support::Random;

const BOUNCE: Bounce = Bounce { crumple: [0.0; 3], restitution: 0.4, friction: 0.0 };
/// Length, width and height of the box.
const SIZE: [f64; 3] = [2.0, 1.0, 0.6];
const EACH: f64 = 0.5;

/// Eight equal masses at the corners of a box about the origin.
fn corners() -> Vec<f64> {
    (0..8u32).flat_map(|k| [0, 1, 2].map(|c| SIZE[c] * (f64::from(k >> c & 1) - 0.5))).collect()
}

fn at(values: &[f64], i: usize) -> Vec3 {
    Vec3::from_column_slice(&values[3 * i..3 * i + 3])
}

/// The corners turned and shifted, all with one velocity.
fn placed(turn: Vec3, shift: Vec3, velocity: Vec3) -> (Vec<f64>, Vec<f64>) {
    let (rest, rotation) = (corners(), nalgebra::Rotation3::new(turn));
    let x = (0..8).flat_map(|i| (rotation * at(&rest, i) + shift).data.0[0]).collect();
    (x, velocity.data.0[0].repeat(8))
}

/// Momentum, angular momentum about the origin and kinetic energy.
fn books(x: &[f64], v: &[f64]) -> (Vec3, Vec3, f64) {
    let all = || 0..x.len() / 3;
    (
        all().map(|i| at(v, i) * EACH).sum(),
        all().map(|i| at(x, i).cross(&at(v, i)) * EACH).sum(),
        all().map(|i| 0.5 * EACH * at(v, i).norm_squared()).sum(),
    )
}

fn hit(obstacle: Obstacle, bounce: Bounce, x: &[f64], v: &mut [f64]) -> f64 {
    let masses = vec![EACH; x.len() / 3];
    let law = carried_box("box", &corners(), 0..8, obstacle, 0.0, bounce).expect("sound");
    law.apply(&Moment { t: 0.0, h: 0.01, x, masses: &masses }, v)
}

fn floor() -> Obstacle {
    Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).expect("a plane")
}

#[test]
fn flat_on_a_floor_it_leaves_at_e_times_the_speed_without_spin() {
    let (x, mut v) = placed(Vec3::zeros(), Vec3::new(0.0, 0.0, 0.299), Vec3::new(1.0, 0.0, -5.0));
    assert_eq!(hit(floor(), BOUNCE, &x, &mut v), 0.0);
    // Four corners share the push; the sweeps end at rounding.
    for i in 0..8 {
        assert!((at(&v, i) - Vec3::new(1.0, 0.0, 2.0)).norm() < 1e-12, "{}", at(&v, i));
    }
    let once = v.clone();
    hit(floor(), BOUNCE, &x, &mut v);
    assert_eq!(once, v, "what leaves is left alone");
    // Friction: mu times the push of M (1 + e) 5 m/s takes 0.1 * 7 m/s, and more of it stops the sliding.
    for (friction, left) in [(0.1, 0.3), (0.5, 0.0)] {
        let (x, mut v) = placed(Vec3::zeros(), Vec3::new(0.0, 0.0, 0.299), Vec3::new(1.0, 0.0, -5.0));
        hit(floor(), Bounce { friction, ..BOUNCE }, &x, &mut v);
        let (momentum, ..) = books(&x, &v);
        let speed = momentum / (8.0 * EACH);
        // Braking below the centre tips the box, so that the corners slide a little slower or faster than the middle.
        assert!(speed.x > left - 1e-12 && speed.x < left + 0.3 && (speed.z - 2.0).abs() < 1e-12, "{friction}: {speed}");
    }
}

#[test]
fn on_one_corner_it_gets_the_spin_of_the_closed_formula() {
    let turn = Vec3::new(0.4, 0.3, 0.2);
    let (x, mut v) = placed(turn, Vec3::zeros(), Vec3::new(0.3, -0.1, -3.0));
    let lowest = (0..8).min_by(|a, b| at(&x, *a).z.total_cmp(&at(&x, *b).z)).expect("eight");
    let shift = Vec3::new(0.0, 0.0, -at(&x, lowest).z - 1e-9);
    let x: Vec<f64> = (0..8).flat_map(|i| (at(&x, i) + shift).data.0[0]).collect();
    let before = books(&x, &v);
    hit(floor(), BOUNCE, &x, &mut v);
    let after = books(&x, &v);
    // Masses at the corners of a box: I = M/4 diag(b^2 + c^2, ...) in its own axes.
    let mass = 8.0 * EACH;
    let [a, b, c] = SIZE.map(|s| s * s);
    let rotation = nalgebra::Rotation3::new(turn);
    let own = Vec3::new(b + c, a + c, a + b) * (mass / 4.0);
    let inverse = |torque: Vec3| rotation * (rotation.inverse() * torque).component_div(&own);
    let (n, r) = (Vec3::z(), at(&x, lowest) - shift);
    let size = 1.4 * 3.0 / (1.0 / mass + n.dot(&inverse(r.cross(&n)).cross(&r)));
    let (velocity, spin) = (Vec3::new(0.3, -0.1, -3.0) + n * (size / mass), inverse(r.cross(&(n * size))));
    for i in 0..8 {
        let expected = velocity + spin.cross(&(at(&x, i) - shift));
        assert!((at(&v, i) - expected).norm() < 1e-12, "{i}: {} {expected}", at(&v, i));
    }
    assert!((after.0 - before.0 - n * size).norm() < 1e-12);
    assert!((after.1 - before.1 - at(&x, lowest).cross(&(n * size))).norm() < 1e-12);
    // The energy of the approach, 1/2 m_eff u^2, times 1 - e^2.
    let lost = 0.5 * size / (1.4 * 3.0) * 9.0 * (1.0 - 0.16);
    assert!((before.2 - after.2 - lost).abs() < 1e-11, "{} {lost}", before.2 - after.2);
}

#[test]
fn a_pole_before_a_face_is_met_between_the_corners() {
    let pole = || Obstacle::capsule([-1.19, 0.3, -5.0], [-1.19, 0.3, 5.0], 0.2).expect("a capsule");
    let (x, mut v) = placed(Vec3::zeros(), Vec3::zeros(), Vec3::new(-4.0, 0.0, 0.0));
    hit(pole(), BOUNCE, &x, &mut v);
    // Beside the middle by 0.3 m: r x n = -0.3 z. The nearest point is found to 2e-3 of its distance from the middle.
    let mass = 8.0 * EACH;
    let inertia = mass / 4.0 * (SIZE[0] * SIZE[0] + SIZE[1] * SIZE[1]);
    let push = 1.4 * 4.0 / (1.0 / mass + 0.3 * 0.3 / inertia);
    let (momentum, angular, _) = books(&x, &v);
    assert!((momentum.x - (push - 4.0 * mass)).abs() < 2e-3 * push, "{momentum} {push}");
    assert!((angular.z + 0.3 * push).abs() < 2e-3 * push, "{angular}");
    let (x, mut v) = placed(Vec3::zeros(), Vec3::new(0.02, 0.0, 0.0), Vec3::new(-4.0, 0.0, 0.0));
    let before = v.clone();
    hit(pole(), BOUNCE, &x, &mut v);
    assert_eq!(before, v, "a gap of 1 cm");
}

/// A floor that rises.
struct Lift;

impl Motion for Lift {
    fn pose(&self, t: f64) -> Pose {
        Pose { translation: Vec3::z() * t, velocity: Vec3::z(), ..Pose::default() }
    }
}

#[test]
fn no_energy_is_made_and_the_books_close_in_a_thousand_falls() {
    let mut random = Random(17);
    let mut bounced = 0;
    for round in 0..1000 {
        let friction = if round % 3 == 0 { 0.0 } else { 0.5 * (random.next() + 1.0) };
        let bounce = Bounce { crumple: [0.1, 0.0, 0.2], restitution: 0.5 * (random.next() + 1.0), friction };
        let (x, v) = placed(random.vector() * 3.0, random.vector() * 0.4, Vec3::zeros());
        // Any motion at all, not a rigid one.
        let v: Vec<f64> = v.iter().map(|_| 3.0 * random.next()).collect();
        let lift = round % 2 == 1;
        let plane = if lift { floor().moved_by(Arc::new(Lift)) } else { floor() };
        let parts = Parts {
            rest: corners(),
            point_masses: vec![EACH; 8],
            impulses: vec![carried_box("box", &corners(), 0..8, plane, 0.0, bounce).expect("sound")],
            ..Parts::default()
        };
        let world = World::new(parts).expect("sound");
        let mut s = State { t: 0.0, x, v };
        let before = books(&s.x, &s.v);
        let Some(flow) = world.settle(&mut s, 0.01) else { continue };
        bounced += 1;
        let after = books(&s.x, &s.v);
        assert!((after.2 - before.2 - flow.injected + flow.dissipated).abs() < 1e-12 * before.2);
        // The floor pays for its rise: push times 1 m/s.
        let push = after.0.z - before.0.z;
        assert!((flow.injected - if lift { push } else { 0.0 }).abs() < 1e-12 * before.2, "{}", flow.injected);
        assert!(push > 0.0 && flow.dissipated > -1e-12 * before.2, "{round}: {} {}", push, flow.dissipated);
        if friction == 0.0 {
            assert!((after.0 - before.0).xy().norm() < 1e-12, "nothing pushes along the floor");
        }
    }
    assert!(bounced > 300, "{bounced}");
}

/// A block thrown at a wall that only its carried box feels: the springs of the wall are nearly none.
const THROWN: &str = r#"title = "thrown"
[time]
dt = 1e-3
steps = 200
[integrator]
name = "implicit-midpoint"
[[body]]
name = "block"
shape = { kind = "block", size = [1, 1, 1], cells = [2, 2, 2] }
material = { model = "corotated", young = 1e7, poisson = 0.3, density = 1000 }
velocity = { linear = [-4, 0, 0] }
[[contact]]
kind = "plane"
point = [-0.2, 0, 0]
normal = [1, 0, 0]
stiffness = 1e-6
rigid = { restitution = 0.3 }
"#;

#[test]
fn a_stiff_body_of_a_scene_leaves_a_wall_at_e_times_the_speed() {
    let mut built = Scene::from_str(THROWN, ".").and_then(|s| s.build()).unwrap_or_else(|e| panic!("{e}"));
    for _ in 0..200 {
        built.simulation.step().expect("stable");
    }
    let record = *built.simulation.record();
    // 1000 kg: the wall's springs, 1e-6 N/m over 0.6 m, do not count.
    assert!((record.momentum.linear[0] - 1200.0).abs() < 1e-6, "{:?}", record.momentum);
    assert!((record.dissipated - 0.5 * 1000.0 * 16.0 * (1.0 - 0.09)).abs() < 1e-6, "{}", record.dissipated);
    assert!(record.numerical.abs() < 1e-6, "{:e}", record.numerical);
    let said: Vec<String> = built.simulation.world().impulses().iter().filter_map(|i| i.remark()).collect();
    assert!(said.len() == 1 && said[0].contains("1 steps") && said[0].contains("5.200000e3"), "{said:?}");
}

#[test]
fn nonsense_gets_a_sentence_and_the_number_of_threads_changes_no_bit() {
    for (rigid, key, word) in [
        ("{ restitution = 1.5 }", "contact.0.rigid.restitution", "at most 1"),
        ("{ crumple = [0.1, 0.5, 0] }", "contact.0.rigid.crumple", "0.5"),
        ("{ friction = -1 }", "contact.0.rigid.friction", "at least 0"),
        ("{ restitutoin = 0.5 }", "contact.0.rigid.restitutoin", "did you mean `restitution`"),
        ("{ restitution = 0.3 }\nbody = \"blok\"", "contact.0.body", "no body is named `blok`"),
    ] {
        let text = THROWN.replace("{ restitution = 0.3 }", rigid);
        let message = Scene::from_str(&text, ".").and_then(|s| s.build()).err().expect("refused").to_string();
        assert!(message.contains(key) && message.contains(word), "{message}");
    }
    for (bounce, word) in [
        (Bounce { restitution: 1.5, ..BOUNCE }, "between 0 (no rebound) and 1 (no loss)"),
        (Bounce { crumple: [0.1, 0.5, 0.0], ..BOUNCE }, "nothing is left of the box"),
        (Bounce { friction: -1.0, ..BOUNCE }, "friction"),
    ] {
        let message = carried_box("box", &corners(), 0..8, floor(), 0.0, bounce).err().expect("refused").to_string();
        assert!(message.contains(word), "{message}");
    }
    let mut random = Random(3);
    let n = 20_000;
    let rest: Vec<f64> = (0..3 * n).map(|_| random.next()).collect();
    let x: Vec<f64> = rest.iter().map(|x| x * 1.02 + 0.01 * random.next()).collect();
    let masses: Vec<f64> = (0..n).map(|_| 1.5 + random.next()).collect();
    let start: Vec<f64> = (0..3 * n).map(|k| if k % 3 == 2 { -2.0 } else { 0.3 * random.next() }).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
        pool.install(|| {
            let plane = Obstacle::plane([0.0, 0.0, -1.0], [0.1, 0.0, 1.0]).expect("a plane");
            let law = carried_box("box", &rest, 0..n, plane, 0.0, Bounce { friction: 0.2, ..BOUNCE }).expect("sound");
            let mut v = start.clone();
            law.apply(&Moment { t: 0.0, h: 0.01, x: &x, masses: &masses }, &mut v);
            assert!(v != start, "it bounces");
            v.iter().map(|v| v.to_bits()).collect::<Vec<_>>()
        })
    };
    assert_eq!(with(1), with(3));
}
