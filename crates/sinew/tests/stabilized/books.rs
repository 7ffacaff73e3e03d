//! Exact books: what scripts, moving attachments, wind, driven loads and dampers give and take, against sums formed from
//! the trajectory alone.

use std::sync::Arc;

use sinew::mechanics::motion::Still;
use sinew::models::damping;
use sinew::models::forces::{Attachment, Wind, attachment_damping, attachments, wind};

use super::*;

/// A net that is carried at one edge, pulled by a moving attachment, blown at, shaken and damped.
fn everything(consistent: bool) -> (World, State) {
    let body = match consistent {
        false => Body::net(3, 50.0, 0.0).dashpots(1.0),
        true => Body { consistent, ..Body::block("neo-hookean", 1e4, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]) },
    };
    let n = body.vertices();
    let hand = |vertex: u32, eta: f64| Attachment {
        vertex,
        point: [0.2, 0.7, 0.4],
        motion: Arc::new(Carried),
        stiffness: 30.0,
        rest_length: 0.1,
        damping: eta,
    };
    let mut body = body.gravity().hold(Arc::new(Carried), |p| p.x < 1e-9).with(Swing {
        vertex: [[4]],
        amplitude: Vec3::new(2.0, -3.0, 8.0),
        frequency: 9.0,
    });
    let breeze = Wind { velocity: [1.0, 4.0, 2.0], density: 1.2, normal_drag: 1.5, tangential_drag: 0.1, gusts: None };
    body.terms.push(attachments("hand", n, &[hand(5, 0.0)]).expect("sound"));
    body.terms.push(attachment_damping("grip", n, &[hand(5, 0.8)]).expect("sound"));
    body.terms.push(wind("wind", n, &[[0, 1, 4], [4, 1, 5]], breeze).expect("sound"));
    let mass = Mass::from_masses(body.lumped());
    body.terms.push(damping::drag("drag", 0.4, &mass).expect("sound"));
    body.build()
}

/// Sums over a step from its two ends alone: the moves of what is scripted, and force times displacement in the middle.
fn independent(world: &World, a: &State, b: &State) -> Flow {
    let h = b.t - a.t;
    let at = |s: &State, t: f64| world.energy(&State { t, ..s.clone() });
    let half = a.t + 0.5 * h;
    let mut flow = Flow::default();
    flow.injected += at(a, half).total() - at(a, a.t).total() + at(b, b.t).total() - at(b, half).total();

    let mean = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(p, q)| 0.5 * (p + q)).collect::<Vec<_>>();
    let middle = State { t: half, x: mean(&a.x, &b.x), v: mean(&a.v, &b.v) };
    let n = 3 * world.vertices();
    let (mut x, mut v) = (vec![0.0; n], vec![0.0; n]);
    world.expand(&middle, &mut x, &mut v);
    let config = Configuration { t: half, x: &x, v: &v };
    let held: Vec<usize> = world.held().iter().map(|h| h.vertex as usize).collect();
    for term in world.terms().iter().filter(|t| !t.role().has_potential()) {
        let mut f = vec![0.0; n];
        term.add_force(&config, &mut f);
        let mut free = 0.0;
        for (row, vertex) in world.free_vertices().iter().enumerate() {
            free += (0..3).map(|c| f[3 * *vertex as usize + c] * (b.x[3 * row + c] - a.x[3 * row + c])).sum::<f64>();
        }
        if term.role() == Role::Damping {
            // What heats up is the relative motion; scripts and moving supports pay the difference.
            let scripts: f64 = held.iter().flat_map(|k| 3 * k..3 * k + 3).map(|k| f[k] * v[k]).sum();
            let support = term.energy_rate(&config);
            flow.dissipated += h * (support - scripts) - free;
            flow.injected += h * (support - scripts);
        } else {
            flow.injected += free;
        }
    }
    if world.mass().lumped().is_none() {
        // The scripts feel the free vertices' inertia: v_p M_pf dv - h a_p M_pf v.
        let apply = |w: &[f64]| {
            let mut out = vec![0.0; n];
            world.all_mass().apply(w, &mut out);
            out
        };
        let (mut dv, mut vf, mut a_p, mut v_p) = (vec![0.0; n], vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for (row, vertex) in world.free_vertices().iter().enumerate() {
            for c in 0..3 {
                dv[3 * *vertex as usize + c] = b.v[3 * row + c] - a.v[3 * row + c];
                vf[3 * *vertex as usize + c] = (b.x[3 * row + c] - a.x[3 * row + c]) / h;
            }
        }
        for held in world.held() {
            let k = 3 * held.vertex as usize;
            let (pose, p) = (held.motion.pose(half), Vec3::from_column_slice(&world.rest()[k..k + 3]));
            v_p[k..k + 3].copy_from_slice(pose.velocity(p).as_slice());
            a_p[k..k + 3].copy_from_slice(pose.acceleration(p).as_slice());
        }
        let product = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(p, q)| p * q).sum::<f64>();
        flow.injected += product(&apply(&dv), &v_p) - h * product(&apply(&vf), &a_p);
    }
    flow
}

/// Never corrected (tolerance 1), the end of a step tells its middle: both books agree, with a consistent mass, too.
#[test]
fn flows_are_exact() {
    for consistent in [false, true] {
        let (mut world, mut s) = everything(consistent);
        let mut scheme = stabilized("tolerance = 1.0");
        let (mut own, mut other, mut size) = (Flow::default(), Flow::default(), Flow::default());
        let start = world.energy(&s).total();
        for _ in 0..300 {
            let before = s.clone();
            scheme.step(&mut world, &mut s, 0.01).expect("a resolved step");
            let flow = scheme.energy_flow().expect("exact books");
            let check = independent(&world, &before, &s);
            own += flow;
            other += check;
            size += Flow { injected: check.injected.abs(), dissipated: check.dissipated.abs() };
        }
        let off = [
            (own.injected - other.injected).abs() / size.injected,
            (own.dissipated - other.dissipated).abs() / size.dissipated,
        ];
        println!("consistent {consistent}: {own:?}, off by {off:?}");
        assert!(own.dissipated > 1.0 && size.injected > 10.0, "something happens: {own:?}");
        // Measured 1e-13.
        assert!(off.iter().all(|off| *off < 1e-10), "{off:?}");
        // The three columns are the change of the energy.
        let balance = world.energy(&s).total() - start - own.injected + own.dissipated;
        assert!((balance + scheme.owed()).abs() < 1e-10 * size.injected, "{balance} {}", scheme.owed());
    }
}

/// The books of the midpoint rule agree with Simpson's rule on the same motion up to the error of the step, order 2.
#[test]
fn flows_agree_with_the_quadrature() {
    let run = |options: &str, name: &str, steps: usize| {
        let (world, start) = everything(false);
        let mut run = Simulation::new(world, make(name, options), start, 1.0 / steps as f64);
        (0..steps).for_each(|_| {
            run.step().expect("a resolved step");
        });
        *run.record()
    };
    let differences = [50, 100].map(|steps| {
        let (own, other) = (run("tolerance = 1.0", "stabilized", steps), run("", "implicit-midpoint", steps));
        assert!((own.energy.total() - other.energy.total()).abs() < 1e-9, "the same motion");
        [own.injected - other.injected, own.dissipated - other.dissipated].map(f64::abs)
    });
    let orders = [0, 1].map(|k| (differences[0][k] / differences[1][k]).log2());
    println!("{differences:?}, orders {orders:.2?}");
    assert!(orders.iter().all(|p| (1.7..2.4).contains(p)), "{differences:?} {orders:?}");
}

/// With everything going on, what the blend leaves over stays within the tolerance, and the ledger shows it.
#[test]
fn the_ledger_closes_within_the_tolerance() {
    for tolerance in [1e-2, 1e-4] {
        let (world, start) = everything(false);
        let scheme = make("stabilized", &format!("tolerance = {tolerance}"));
        let mut run = Simulation::new(world, scheme, start, 0.033);
        let (mut worst, mut scale) = (0.0f64, 0.0f64);
        for _ in 0..300 {
            let record = *run.step().expect("stable");
            scale = scale.max(record.energy.kinetic + record.energy.elastic);
            worst = worst.max(record.numerical.abs());
        }
        let share = worst / scale;
        println!("tolerance {tolerance}: numerical within {share:.1e} of {scale:.1} J, {:?}", run.record().dissipated);
        assert!(share <= tolerance, "{share}");
    }
}

/// Somebody else's push is no error of the scheme: the target moves with it.
#[test]
fn a_push_between_steps_is_booked() {
    let (mut world, mut s) = Body::net(3, 50.0, 0.0).hold(Arc::new(Still), |p| p.x < 1e-9).build();
    let mut scheme = stabilized("tolerance = 1e-6");
    for k in 0..100 {
        if k % 10 == 5 {
            s.v.iter_mut().for_each(|v| *v *= 1.2);
            scheme.state_changed(&s);
        }
        let before = world.energy(&s).total();
        scheme.step(&mut world, &mut s, 0.02).expect("stable");
        let after = world.energy(&s);
        assert!((after.total() - before).abs() < 3e-6 * (after.kinetic + after.elastic), "step {k}");
    }
}

/// What is owed survives a save; the run goes on with the same bits.
#[test]
fn a_saved_debt_is_paid_by_the_restored_run() {
    let (mut world, start) = super::cube::cube("corotated", 1e7);
    let mut scheme = stabilized("linear_solver = \"cholesky\"");
    let mut s = start.clone();
    for _ in 0..10 {
        scheme.step(&mut world, &mut s, 0.033).expect("stable");
    }
    let mut other = stabilized("linear_solver = \"cholesky\"");
    other.restore(&scheme.save());
    let mut t = s.clone();
    for _ in 0..10 {
        scheme.step(&mut world, &mut s, 0.033).expect("stable");
        other.step(&mut world, &mut t, 0.033).expect("stable");
    }
    assert_eq!(s, t);
    assert_eq!(scheme.owed(), other.owed());
}
