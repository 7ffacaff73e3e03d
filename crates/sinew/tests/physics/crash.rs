//! A coarse car against wall and pole: momenta, energy, what stays bent, and the rebound by its carried box.

use sinew::mechanics::{Configuration, Role, Vec3};
use sinew::scene::Built;

use crate::support::{point, shipped};

const COARSE: &str = "body.0.shape.cells=[14,6,5]";
/// The wall of the scenes without the carried box.
const WALL: &str = "contact=[{ kind = 'plane', point = [-0.2, 0.0, 0.0], normal = [1.0, 0.0, 0.0], stiffness = 2e4 }]";

/// Force and torque about the origin that obstacles exert at the present state.
fn from_obstacles(built: &Built) -> [Vec3; 2] {
    let (x, v) = built.simulation.all_vertices();
    let at = Configuration { t: built.simulation.state().t, x: &x, v: &v };
    let mut f = vec![0.0; x.len()];
    let terms = built.simulation.world().terms().iter();
    terms.filter(|t| t.role() == Role::Contact).for_each(|t| t.add_force(&at, &mut f));
    let all = || 0..x.len() / 3;
    [all().map(|i| point(&f, i)).sum(), all().map(|i| point(&x, i).cross(&point(&f, i))).sum()]
}

#[test]
fn only_the_obstacle_changes_the_momenta() {
    for (scene, wall) in [("crash-moderate", WALL), ("crash-pole", "title=pole")] {
        let mut built = shipped(scene, &[COARSE, "time.dt=2e-4", wall]);
        let h = built.simulation.dt();
        let (mut linear, mut angular) = (Vec3::zeros(), Vec3::zeros());
        let start = built.simulation.record().momentum;
        for _ in 0..1500 {
            // Symplectic Euler: v changes by the force at the start of the step, x by the new v.
            let [force, torque] = from_obstacles(&built);
            linear += force * h;
            angular += torque * h;
            built.simulation.step().expect("stable");
        }
        let end = built.simulation.record().momentum;
        let gained = Vec3::from(end.linear) - Vec3::from(start.linear);
        let turned = Vec3::from(end.angular) - Vec3::from(start.angular);
        println!("{scene}: momentum {:.3} and {:.3}, from the obstacle to rounding", gained.norm(), turned.norm());
        assert!(linear.x > 40.0, "{scene}: it has hit something: {linear}");
        assert!((gained - linear).norm() < 1e-9 * linear.norm(), "{scene}: {gained} {linear}");
        assert!((turned - angular).norm() < 1e-9 * linear.norm() * 4.0, "{scene}: {turned} {angular}");
        if scene == "crash-pole" {
            assert!(turned.z.abs() > 1.0, "a push beside the middle turns the car");
        }
    }
}

#[test]
fn a_car_stays_dented_and_a_springy_one_does_not() {
    let outcome = |yield_strain: &str| {
        let mut built = shipped("crash-moderate", &[COARSE, "time.dt=2e-4", "damping=[]", WALL, yield_strain]);
        let start = *built.simulation.record();
        for _ in 0..4500 {
            built.simulation.step().expect("stable");
        }
        let end = *built.simulation.record();
        // Speed of the rebound over that of the approach.
        let bounce = -end.momentum.linear[0] / start.momentum.linear[0];
        (bounce, end.dissipated / start.energy.kinetic, end.numerical.abs() / start.energy.kinetic)
    };
    let (dented, springy) = (outcome("body.0.springs.yield_strain=0.02"), outcome("body.0.springs.yield_strain=10.0"));
    println!("rebound, dissipated, numerical: dented {dented:.3?}, springy {springy:.3?}");
    assert!(dented.1 > 0.3 && springy.1 == 0.0);
    assert!(dented.0 < springy.0, "what is dented bounces less");
    // Symplectic Euler wavers by omega h/2 (0.4 at this step) of the energy in the fastest vibrations.
    assert!(dented.2 < 0.05 && springy.2 < 0.05);
}

#[test]
fn with_a_carried_box_the_car_rebounds_and_its_front_stays_crumpled() {
    let (speed, mass) = (8.0, 30.0);
    let mut built = shipped("crash-fast", &["body.0.shape.cells=[22,9,7]", "time.dt=2e-4"]);
    let h = built.simulation.dt();
    let start = built.simulation.all_vertices().0;
    // Middles of the front, of the panel halfway and of the rear.
    let middle = |x: &[f64], from: f64, to: f64| {
        let there: Vec<usize> = (0..start.len() / 3).filter(|i| (from..to).contains(&start[3 * i])).collect();
        there.iter().map(|i| point(x, *i)).sum::<Vec3>() / there.len() as f64
    };
    let lengths = |x: &[f64]| {
        let (front, panel, rear) = (middle(x, -0.2, 0.05), middle(x, 2.15, 2.25), middle(x, 4.35, 4.6));
        ((panel - front).norm(), (rear - panel).norm())
    };
    let (bonnet, cabin) = lengths(&start);
    let mut pushed = Vec3::zeros();
    for _ in 0..2000 {
        pushed += from_obstacles(&built)[0] * h;
        built.simulation.step().expect("stable");
    }
    let record = *built.simulation.record();
    let said: Vec<String> = built.simulation.world().impulses().iter().filter_map(|i| i.remark()).collect();
    let numbers = said[0].split(['[', ']']).nth(1).expect("an impulse");
    let impulse: Vec<f64> = numbers.split(", ").map(|x| x.parse().expect("a number")).collect();
    let gained = Vec3::from(record.momentum.linear) + Vec3::x() * (speed * mass);
    let (crumpled, kept) = lengths(&built.simulation.all_vertices().0);
    println!(
        "{:.1} N s from springs, {said:?}, front {bonnet:.2} to {crumpled:.2} m, rear {cabin:.2} to {kept:.2} m",
        pushed.x
    );
    // What the wall's springs and the carried box gave, the latter with the seven digits of its remark.
    assert!(impulse[0] > 0.2 * speed * mass, "the box has hit the wall: {said:?}");
    assert!((gained.x - pushed.x - impulse[0]).abs() < 1e-6 * gained.x, "{gained} {pushed} {said:?}");
    assert!(gained.yz().norm() < 1e-9 * gained.x, "a smooth wall pushes along its normal: {gained}");
    // It goes back, slower than it came; the front has lost the crumple zone of 0.88 m or more, the rear is what it was.
    let back = record.momentum.linear[0] / (speed * mass);
    assert!((0.05..0.6).contains(&back), "{back}");
    assert!(crumpled < bonnet - 0.5, "{bonnet} {crumpled}");
    assert!(kept > 0.9 * cabin, "{cabin} {kept}");
    assert!(record.dissipated > 0.5 * (0.5 * mass * speed * speed), "{}", record.dissipated);
}
