//! Friction of whole bodies: a box on a slope sticks below atan(mu) and slides above; bodies that bounce come back.

use sinew::contact::{
    Friction, Impact, Obstacle, Penalty, Skin, Surface, friction, pair_stiction, passing, penalty, proximity, stiction,
};
use sinew::mechanics::check::{self, Sample};
use sinew::mechanics::{Held, State, Vec3, World};
use sinew::mesh::shapes::{Ball, Shape};
use sinew::models::forces;
use sinew::simulation::Simulation;

use crate::common::{Solid, block, integrator};
use crate::support::Random;

const GRAVITY: f64 = 9.81;
const MU: f64 = 0.3;
const STEEL: Solid = Solid { material: "stable-neo-hookean", young: 1e7, poisson: 0.3, density: 1000.0 };

/// A box of 0.2 x 0.2 x 0.1 m on a plane; gravity is turned instead of the plane.
fn slope(angle: f64, h: f64, stick_speed: Option<f64>) -> Simulation {
    let mut mesh = block([0.2, 0.2, 0.1], [2, 2, 2]);
    mesh.vertices.iter_mut().for_each(|p| p[2] += 0.05);
    let n = mesh.vertices.len();
    let mut parts = STEEL.parts(&mesh, |_| false);
    let plane = Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).expect("sound");
    let push = Penalty { stiffness: 1e5, offset: 0.0, ramp: 0.0 };
    let g = [GRAVITY * angle.sin(), 0.0, -GRAVITY * angle.cos()];
    parts.terms.push(forces::gravity(&STEEL.masses(&mesh), g).expect("sound"));
    let feet: Vec<u32> = (0..n as u32).filter(|v| mesh.vertices[*v as usize][2] < 0.01).collect();
    parts.terms.push(penalty("floor", n, &feet, plane.clone(), push).expect("sound"));
    let rough = Friction { coefficient: MU, loss: 0.0 };
    match stick_speed {
        None => parts.impulses.push(friction("friction", n, &feet, plane, push, rough).expect("sound")),
        Some(speed) => parts.terms.push(stiction("friction", n, &feet, plane, push, (MU, speed)).expect("sound")),
    }
    let world = World::new(parts).expect("sound");
    // As deep as its weight presses it.
    let depth = 4.0 * GRAVITY * angle.cos() / (1e5 * feet.len() as f64);
    let mut x = world.rest().to_vec();
    x.iter_mut().skip(2).step_by(3).for_each(|z| *z -= depth);
    let state = world.restrict(0.0, &x, &vec![0.0; 3 * n]);
    Simulation::new(world, integrator("backward-euler", ""), state, h)
}

fn mean(values: &[f64], c: usize) -> f64 {
    values.iter().skip(c).step_by(3).sum::<f64>() / (values.len() / 3) as f64
}

#[test]
fn a_box_slides_above_the_angle_of_friction_with_the_right_acceleration() {
    let angle = 1.4 * MU.atan();
    let expected = GRAVITY * (angle.sin() - MU * angle.cos());
    // The impulse needs steps that are small beside the time in which a body notices that its feet were stopped; the force does not.
    for (h, stick_speed) in [(1e-3, None), (1e-3, Some(1e-3)), (1e-2, Some(1e-3))] {
        let mut run = slope(angle, h, stick_speed);
        let steps = (0.5 / h).round() as usize;
        let mut speeds = Vec::new();
        for _ in 0..steps {
            run.step().expect("stable");
            speeds.push(mean(&run.state().v, 0));
        }
        let (first, last) = (steps / 5, steps - 1);
        let measured = (speeds[last] - speeds[first]) / (h * (last - first) as f64);
        println!("h {h} {stick_speed:?}: acceleration {measured:.4} of {expected:.4} m/s^2");
        assert!((measured / expected - 1.0).abs() < 0.01, "{measured} {expected}");
    }
}

#[test]
fn a_box_sticks_below_the_angle_of_friction() {
    let angle = 0.8 * MU.atan();
    for (h, stick_speed) in [(2e-3, None), (1e-3, None), (1e-3, Some(1e-3)), (1e-2, Some(1e-3))] {
        let mut run = slope(angle, h, stick_speed);
        for _ in 0..(0.1 / h) as usize {
            run.step().expect("stable");
        }
        let start = mean(&run.state().x, 0);
        for _ in 0..(0.5 / h) as usize {
            run.step().expect("stable");
        }
        let (way, speed) = (mean(&run.state().x, 0) - start, mean(&run.state().v, 0));
        println!("h {h} {stick_speed:?}: {way:.2e} m, {speed:.2e} m/s");
        let creep = match stick_speed {
            // The feet (at least a ninth of the mass) are stopped at the end of each step, after they have gone (m/m_feet) g sin(a) h^2.
            None => 9.0 * GRAVITY * angle.sin() * h,
            // Where the force is in balance, g(s) = tan a/mu < 1.
            Some(speed) => speed,
        };
        assert!(way.abs() < 0.5 * creep && speed.abs() < creep, "{way} {speed} {creep}");
    }
}

#[test]
fn friction_within_the_step_has_the_right_derivatives_and_only_takes() {
    let ball = Obstacle::sphere([0.0; 3], 1.0).expect("sound");
    let push = Penalty { stiffness: 100.0, offset: 0.0, ramp: 0.0 };
    let mut term = stiction("friction", 1, &[0], ball, push, (MU, 0.1)).expect("sound");
    let mut random = Random(83);
    for k in 0..40 {
        let x = random.vector().normalize() * 0.9;
        let v = random.vector() * if k % 2 == 0 { 0.05 } else { 2.0 };
        let s = Sample { t: 0.0, x: x.as_slice().to_vec(), v: v.as_slice().to_vec() };
        assert!(!term.search(&s.at(), 0.01));
        let mut f = [0.0; 3];
        term.add_force(&s.at(), &mut f);
        let f = Vec3::from(f);
        assert!(f.dot(&v) <= 0.0 && f.dot(&x).abs() < 1e-12 && f.norm() <= MU * 10.0 * (1.0 + 1e-12), "{f:?}");
        let error = check::damping_against_force(term.as_ref(), &s, random.vector().as_slice(), 1e-6);
        assert!(error < 1e-6, "{error:e}");
    }
    assert!(stiction("friction", 1, &[0], Obstacle::sphere([0.0; 3], 1.0).expect("sound"), push, (MU, 0.0)).is_err());
}

/// A ball of 0.1 m falls on a slab that does not move; it touches after 0.28 m. The springs can take 90 J each, it brings 12.
fn ball_on_slab(friction: f64) -> Simulation {
    let mut mesh = Shape::Ball(Ball { radius: 0.1, cells: 2 }).build().expect("sound");
    mesh.vertices.iter_mut().for_each(|p| p[2] += 0.41);
    let n = mesh.vertices.len() as u32;
    let mut slab = block([0.6, 0.6, 0.1], [3, 3, 1]);
    slab.vertices.iter_mut().for_each(|p| *p = [p[0] - 0.28, p[1] + 0.03, p[2] - 0.05]);
    mesh.append(&slab);
    let solid = Solid { material: "neo-hookean", young: 1e9, poisson: 0.3, density: 1000.0 };
    let mut parts = solid.parts(&mesh, |_| false);
    let still: std::sync::Arc<dyn sinew::mechanics::Motion> = std::sync::Arc::new(sinew::mechanics::motion::Still);
    parts.held = (n..mesh.vertices.len() as u32).map(|vertex| Held { vertex, motion: still.clone() }).collect();
    parts.terms.push(forces::gravity(&solid.masses(&mesh), [0.0, 0.0, -GRAVITY]).expect("sound"));
    let (one, other) = mesh.surface().into_iter().partition(|t: &[u32; 3]| t[0] < n);
    let skins = [one, other].map(|triangles| Skin { triangles, ..Skin::default() });
    let surface = Surface::new(&parts.rest, &skins, false);
    let settings = Penalty { stiffness: 2e5, offset: 0.03, ramp: 0.005 };
    parts.terms.push(proximity("touch", surface.clone(), settings).expect("sound"));
    let impact = Impact { friction, restitution: 0.0 };
    parts.barriers.push(passing("check", surface, settings, impact).expect("sound"));
    let world = World::new(parts).expect("sound");
    let zero = vec![0.0; world.rest().len()];
    let state: State = world.restrict(0.0, world.rest(), &zero);
    Simulation::new(world, integrator("energy-momentum", "tolerance = 1e-10"), state, 0.0025)
}

#[test]
fn a_ball_comes_back_from_another_body() {
    let mut run = ball_on_slab(0.0);
    let top = mean(&run.state().x, 2);
    let (mut heights, mut contact) = (Vec::new(), 0.0f64);
    for _ in 0..230 {
        let record = *run.step().expect("stable");
        contact = contact.max(record.energy.contact);
        heights.push(mean(&run.state().x, 2));
    }
    let turn = (1..heights.len()).find(|k| heights[*k] > heights[k - 1]).expect("it comes back");
    let back = heights[turn..].iter().copied().fold(f64::MIN, f64::max);
    let share = 1.0 - (top - back) / 0.28;
    let record = run.record();
    println!(
        "back {share:.4}, contact {contact:.3} J, dissipated {:.1e}, numerical {:.1e}",
        record.dissipated, record.numerical
    );
    assert!(share > 0.98 && share < 1.001, "{share}");
    assert!(record.dissipated == 0.0 && record.numerical.abs() < 1e-6 * contact, "{record:?}");
}

/// A slider of one triangle's weight on a held plate of two triangles, under this gravity; friction as an impulse, or within the step.
fn slider(g: [f64; 3], speed: f64, h: f64, stick_speed: Option<f64>) -> Simulation {
    let rest: Vec<f64> = [
        [-5.0, -1.0, 0.0],
        [5.0, -1.0, 0.0],
        [5.0, 1.0, 0.0],
        [-5.0, 1.0, 0.0],
        [0.0, -0.1, 0.02],
        [0.2, 0.0, 0.02],
        [0.0, 0.1, 0.02],
    ]
    .concat();
    let skins = [vec![[0, 1, 2], [0, 2, 3]], vec![[4, 5, 6]]].map(|triangles| Skin { triangles, ..Skin::default() });
    let surface =
        Surface::new(&[rest[..12].to_vec(), rest[12..].iter().map(|x| x + 9.0).collect()].concat(), &skins, false);
    let settings = Penalty { stiffness: 1e4, offset: 0.02, ramp: 0.0 };
    let still: std::sync::Arc<dyn sinew::mechanics::Motion> = std::sync::Arc::new(sinew::mechanics::motion::Still);
    let masses = vec![1.0; 7];
    let net = sinew::models::springs::Springs::relaxed(&rest, vec![[4, 5], [5, 6], [6, 4]], 1e5).expect("sound");
    let mut parts = sinew::mechanics::Parts {
        rest: rest.clone(),
        point_masses: masses.clone(),
        held: (0..4).map(|vertex| Held { vertex, motion: still.clone() }).collect(),
        terms: vec![
            forces::gravity(&sinew::mechanics::Mass::from_masses(masses), g).expect("sound"),
            sinew::models::springs::springs("net", 7, net).expect("sound"),
            proximity("touch", surface.clone(), settings).expect("sound"),
        ],
        ..sinew::mechanics::Parts::default()
    };
    let mut impact = Impact { friction: MU, restitution: 0.0 };
    if let Some(speed) = stick_speed {
        impact.friction = 0.0;
        parts.terms.push(pair_stiction("friction", surface.clone(), settings, (MU, speed)).expect("sound"));
    }
    parts.barriers.push(passing("check", surface, settings, impact).expect("sound"));
    let world = World::new(parts).expect("sound");
    let mut v = vec![0.0; 21];
    (4..7).for_each(|k| v[3 * k] = speed);
    let state = world.restrict(0.0, &rest, &v);
    // Where it comes to rest friction changes from one value to any: a step or two are cut.
    Simulation::new(world, integrator("backward-euler", "halvings = 6"), state, h)
}

/// Mean acceleration along x between two times.
fn acceleration(run: &mut Simulation, from: f64, to: f64) -> f64 {
    let h = run.dt();
    let mut speed = |t: f64| {
        while run.state().t < t - 0.5 * h {
            run.step().expect("stable");
        }
        (mean(&run.state().v, 0), run.state().t)
    };
    let ((a, from), (b, to)) = (speed(from), speed(to));
    (b - a) / (to - from)
}

#[test]
fn friction_between_bodies_slows_a_slider_by_mu_g() {
    for (h, stick_speed) in [(1e-3, None), (1e-3, Some(1e-3)), (1e-2, Some(1e-3))] {
        let mut run = slider([0.0, 0.0, -GRAVITY], 2.0, h, stick_speed);
        let slowing = -acceleration(&mut run, 0.05, 0.4);
        println!("{h} {stick_speed:?}: slows by {slowing:.4}, mu g = {:.4}", MU * GRAVITY);
        assert!((slowing / (MU * GRAVITY) - 1.0).abs() < 0.01, "{slowing}");
        assert!(run.record().dissipated > 0.0 && Vec3::from_column_slice(&run.state().x[..3]).z > 0.0);
    }
}

#[test]
fn friction_within_the_step_holds_a_body_on_another() {
    let tilted = |share: f64| {
        let angle = share * MU.atan();
        (angle, [GRAVITY * angle.sin(), 0.0, -GRAVITY * angle.cos()])
    };
    for h in [1e-3, 1e-2] {
        // Below the angle of friction it creeps, at less than the speed over which friction is smoothed.
        let mut run = slider(tilted(0.8).1, 0.0, h, Some(1e-3));
        acceleration(&mut run, 0.4, 0.5);
        let creep = mean(&run.state().v, 0);
        assert!(creep > 0.0 && creep < 1e-3, "{h}: {creep}");
        let (angle, g) = tilted(1.4);
        let sliding = acceleration(&mut slider(g, 0.0, h, Some(1e-3)), 0.1, 0.5);
        let exact = GRAVITY * (angle.sin() - MU * angle.cos());
        println!("{h}: creeps at {creep:.1e} m/s, slides with {sliding:.4} of {exact:.4} m/s^2");
        assert!((sliding / exact - 1.0).abs() < 0.01, "{h}: {sliding} of {exact}");
    }
}

#[test]
fn friction_between_bodies_within_the_step_has_the_right_derivatives_and_only_takes() {
    let mut random = Random(84);
    let settings = Penalty { stiffness: 100.0, offset: 0.3, ramp: 0.0 };
    let far: Vec<f64> = (0..18).map(|k| if k < 9 { 0.0 } else { 9.0 } + random.next()).collect();
    let skins = [[0, 1, 2], [3, 4, 5]].map(|t| Skin { triangles: vec![t], ..Skin::default() });
    let mut term = pair_stiction("friction", Surface::new(&far, &skins, false), settings, (MU, 0.1)).expect("sound");
    let mut grips = 0;
    for k in 0..60 {
        // Two triangles, one above the other and askew.
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let x: Vec<f64> = (0..6)
            .flat_map(|i| {
                let [a, b] = corners[i % 3];
                let askew = random.vector() * 0.1;
                [a + askew.x, b + askew.y, if i < 3 { 0.0 } else { 0.2 } + askew.z]
            })
            .collect();
        let v: Vec<f64> = (0..18).map(|_| random.next() * if k % 2 == 0 { 0.03 } else { 2.0 }).collect();
        let s = Sample { t: 0.0, x, v: v.clone() };
        term.search(&s.at(), 0.01);
        let mut f = vec![0.0; 18];
        term.add_force(&s.at(), &mut f);
        let size = f.iter().map(|f| f * f).sum::<f64>().sqrt();
        let net: Vec3 = f.chunks(3).map(Vec3::from_column_slice).sum();
        let power: f64 = f.iter().zip(&v).map(|(f, v)| f * v).sum();
        assert!(net.norm() <= 1e-13 * size && power <= 0.0, "{net:?} {power}");
        grips += usize::from(size > 0.0);
        let d: Vec<f64> = (0..18).map(|_| random.next()).collect();
        let error = check::damping_against_force(term.as_ref(), &s, &d, 1e-6);
        assert!(error < 1e-5, "{error:e}");
    }
    assert!(grips > 30, "{grips}");
}

#[test]
fn a_ball_comes_back_from_a_floor_of_any_stiffness() {
    for stiffness in [1e6, 1e10, 1e15] {
        let mut mesh = Shape::Ball(Ball { radius: 0.1, cells: 2 }).build().expect("sound");
        mesh.vertices.iter_mut().for_each(|p| p[2] += 0.4);
        let n = mesh.vertices.len();
        let solid = Solid { material: "stable-neo-hookean", young: 1e7, poisson: 0.3, density: 1000.0 };
        let mut parts = solid.parts(&mesh, |_| false);
        parts.terms.push(forces::gravity(&solid.masses(&mesh), [0.0, 0.0, -GRAVITY]).expect("sound"));
        let plane = Obstacle::plane([0.0; 3], [0.0, 0.0, 1.0]).expect("sound");
        let every: Vec<u32> = (0..n as u32).collect();
        let push = Penalty { stiffness, offset: 0.0, ramp: 0.0 };
        parts.terms.push(penalty("floor", n, &every, plane, push).expect("sound"));
        let world = World::new(parts).expect("sound");
        let zero = vec![0.0; world.rest().len()];
        let state: State = world.restrict(0.0, world.rest(), &zero);
        let mut run = Simulation::new(world, integrator("fitted-energy-momentum", "filter = 0.0"), state, 0.0025);
        let top = mean(&run.state().x, 2);
        let mut heights = Vec::new();
        for _ in 0..230 {
            run.step().expect("stable");
            heights.push(mean(&run.state().x, 2));
        }
        let turn = (1..heights.len()).find(|k| heights[*k] > heights[k - 1]).expect("it comes back");
        let share = 1.0 - (top - heights[turn..].iter().copied().fold(f64::MIN, f64::max)) / 0.3;
        println!("stiffness {stiffness:e}: back {share:.4}, numerical {:.1e}", run.record().numerical);
        // A hard floor rings the ball: what is missing at the top is vibration, none of it is lost.
        let record = run.record();
        assert!(record.numerical.abs() < 1e-6 * record.energy.total(), "{stiffness:e}: {:e}", record.numerical);
        assert!(share > 0.8 && share < 1.001, "{stiffness:e}: {share}");
    }
}
