//! `ceti` on warped tets: order against the same ODE, rest, turned bodies, and its bits.

use std::sync::Arc;

use crate::FILTERS;
use crate::common::problems::*;
use crate::common::running::*;
use crate::dense::Dense;
use crate::orders::{assert_second, orders};
use sinew::integrators::CATALOG;
use sinew::mechanics::*;
use sinew::models::solids::{Lame, warped};

/// A block with stiffness warping.
fn block(kind: &str, young: f64, cells: [u32; 3]) -> Body {
    let size = cells.map(|c| 0.2 * c as f64);
    let mut body = Body::block("linear", young, 0.3, size, cells);
    let lame = Lame::from_young(young, 0.3).expect("sound");
    body.terms[0] = match kind {
        "nodal" => warped::nodal(kind, lame, &body.rest, &body.tets),
        _ => warped::element(kind, lame, &body.rest, &body.tets),
    }
    .expect("sound tets");
    body
}

#[test]
fn ceti_has_order_two_against_the_ode_with_the_same_warping() {
    for kind in ["nodal", "element"] {
        let body = block(kind, 1e4, [2, 1, 1]).gravity().hold(Arc::new(Carried), |p| p.x < 1e-9).damped("strain-rate");
        let swing = Swing { vertex: [[5]], amplitude: Vec3::new(8.0, -3.0, 12.0), frequency: 30.0 };
        let (mut world, start) = Body { shift: 0.005, ..body.with(swing) }.build();
        let reference = run(make("rk4", "").as_mut(), &mut world, &start, 0.1, 1024).0;
        for (filter, _) in FILTERS {
            let options = format!("filter = \"{filter}\"");
            let measured = orders("ceti", &options, &mut world, (&start, &reference), 0.1, 64);
            assert_second(&format!("{kind} ceti"), &options, measured);
        }
    }
}

#[test]
fn ceti_has_order_two_with_a_consistent_mass() {
    let body = block("nodal", 1e4, [2, 1, 1]).hold(Arc::new(Carried), |p| p.x < 1e-9);
    let (mut world, start) = Body { consistent: true, shift: 0.005, ..body }.build();
    let [coarse, fine] = [64, 128].map(|n| run(make("ceti", "").as_mut(), &mut world, &start, 0.1, n).0);
    let finest = run(make("ceti", "").as_mut(), &mut world, &start, 0.1, 256).0;
    let order = (distance(&coarse.x, &fine.x) / distance(&fine.x, &finest.x)).log2();
    assert!((order - 2.0).abs() < 0.15, "{order:.3}");
    // And it converges to what midpoint converges to.
    let other = run(make("implicit-midpoint", "tolerance = 1e-12").as_mut(), &mut world, &start, 0.1, 256).0;
    let apart = distance(&other.x, &finest.x) / distance(&finest.x, &start.x);
    assert!(apart < 1e-3, "{apart:.1e}");
}

/// At rest, turned by any angle and anywhere in space, a block stays where it is; far beyond h omega_max = pi, too.
#[test]
fn a_turned_block_at_rest_does_not_drift() {
    for kind in ["nodal", "element"] {
        for (filter, _) in FILTERS {
            let (mut world, start) = Body { speed: 0.0, ..block(kind, 1e6, [2, 1, 1]) }.build();
            let h = 20.0 / Dense::at_rest(&world).highest();
            let mut turned = start.clone();
            let r = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0);
            for p in turned.x.chunks_exact_mut(3) {
                let q = r * Vec3::from_column_slice(p) + Vec3::new(3.0, -2.0, 1.0);
                p.copy_from_slice(q.as_slice());
            }
            let options = format!("filter = \"{filter}\"");
            let end = run(make("ceti", &options).as_mut(), &mut world, &turned, 50.0 * h, 50).0;
            let drift = distance(&end.x, &turned.x);
            assert!(drift < 1e-10, "{kind} {filter}: {drift:.1e} m");
        }
    }
}

/// Small vibration of a turned body is the linear vibration, turned: exact at any step.
#[test]
fn a_turned_body_vibrates_as_the_linear_one() {
    let small = 1e-7;
    let (mut linear, start) =
        Body { speed: 1e-5, shift: small, ..Body::block("linear", 1e6, 0.3, [0.4, 0.2, 0.2], [2, 1, 1]) }.build();
    let h = 15.0 / Dense::at_rest(&linear).highest();
    let plain = run(make("eti", "").as_mut(), &mut linear, &start, 20.0 * h, 20).0;
    let r = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0);
    let turn = |x: &[f64]| -> Vec<f64> {
        x.chunks_exact(3).flat_map(|p| (r * Vec3::from_column_slice(p)).as_slice().to_vec()).collect()
    };
    // Not so for nodal warping: neighbours turn differently even in small vibrations.
    for (kind, exact) in [("element", true), ("nodal", false)] {
        let (mut world, _) = block(kind, 1e6, [2, 1, 1]).build();
        let turned = State { t: 0.0, x: turn(&start.x), v: turn(&start.v) };
        let end = run(make("ceti", "engine = \"dense\"").as_mut(), &mut world, &turned, 20.0 * h, 20).0;
        let apart = distance(&end.x, &turn(&plain.x)) / distance(&plain.x, &start.x);
        println!("{kind}: {apart:.1e} of the motion");
        assert_eq!(apart < 1e-3, exact, "{kind}: {apart:.1e}");
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads_and_after_a_restart() {
    for kind in ["nodal", "element"] {
        let build = || block(kind, 1e5, [4, 2, 2]).gravity().clamp().build();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be built");
            pool.install(|| {
                let (mut world, start) = build();
                run(make("ceti", "").as_mut(), &mut world, &start, 0.01, 5).0
            })
        };
        assert_eq!(with(1), with(3), "{kind}");
        let (mut world, start) = build();
        let mut integrator = make("ceti", "");
        let middle = run(integrator.as_mut(), &mut world, &start, 0.01, 5).0;
        let mut other = make("ceti", "");
        other.restore(&integrator.save());
        let [mut a, mut b] = [middle.clone(), middle];
        for _ in 0..3 {
            integrator.step(&mut world, &mut a, 0.002).expect("harmless");
            other.step(&mut world, &mut b, 0.002).expect("harmless");
        }
        assert_eq!(a, b, "{kind}");
    }
}

/// [michels2017] runs its integrator on the same warped tower: every scheme of the catalog takes the model.
#[test]
fn every_integrator_runs_on_a_warped_tower() {
    for kind in ["nodal", "element"] {
        for entry in CATALOG {
            let (mut world, start) = Body { speed: 0.05, ..block(kind, 1e5, [1, 1, 3]) }
                .gravity()
                .hold(Arc::new(motion::Still), |p| p.z < 1e-9)
                .build();
            let end = run(make(entry.name, "").as_mut(), &mut world, &start, 5e-3, 25).0;
            assert!(end.first_non_finite().is_none() && distance(&end.x, &start.x) > 1e-6, "{kind} {}", entry.name);
        }
    }
}

/// A beam that sags a third of its length: resolved steps keep the energy; beyond pi the motion is still about right
/// (measured 4 % off), but stiff modes are fed. With the stiffness at rest that does not turn the same step explodes.
#[test]
fn how_far_ceti_goes_with_a_beam_that_bends() {
    let run = |name: &str, radians: f64| {
        let body = block("element", 1e6, [4, 1, 1]).clamp().gravity();
        let (mut world, mut s) = Body { speed: 0.0, ..body }.build();
        let start = s.clone();
        let h = radians / Dense::at_rest(&world).highest();
        let (mut integrator, before) = (make(name, ""), world.energy(&s).total());
        let (mut off, mut kinetic, mut moved) = (0.0_f64, 0.0_f64, 0.0_f64);
        while s.t < 1.0 && moved < 10.0 {
            integrator.step(&mut world, &mut s, h).expect("finite so far");
            let energy = world.energy(&s);
            off = off.max((energy.total() - before).abs());
            kinetic = kinetic.max(energy.kinetic);
            moved = moved.max(distance(&s.x, &start.x));
        }
        println!("{name} at {radians}: moved {moved:.4}, energy off by {:.1e} of the kinetic one", off / kinetic);
        (moved, off / kinetic)
    };
    let (resolved, kept) = run("ceti", 2.5);
    let (coarse, gained) = run("ceti", 6.0);
    let (exploded, _) = run("eti", 6.0);
    assert!(kept < 1e-3, "{kept:.1e}");
    assert!((coarse / resolved - 1.0).abs() < 0.06 && gained > 1e-2, "{coarse}, {resolved}, {gained:.1e}");
    assert!(exploded > 10.0, "{exploded}");
}
