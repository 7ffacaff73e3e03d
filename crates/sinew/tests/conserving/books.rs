//! Exact books: total - total_0 = injected - dissipated, to the tolerance of the iteration, whatever drives and damps.

use std::sync::Arc;

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::models::forces::{Attachment, Gusts, Wind, attachment_damping, attachments, wind};

use super::*;

/// What drives or damps a clamped block of tets, 0.6 m long, that vibrates under its weight.
const DRIVERS: [&str; 11] = [
    "rayleigh",
    "strain-rate",
    "spring strain-rate",
    "drag",
    "rigid-preserving",
    "script",
    "consistent script",
    "attachments",
    "moving obstacle",
    "load",
    "gusts",
];

fn driven(driver: &str, young: f64) -> (World, State) {
    let body = Body::block("neo-hookean", young, 0.3, [0.6, 0.2, 0.2], [3, 1, 1]).gravity();
    let n = body.vertices();
    let carried = || Arc::new(Carried);
    let mut body = match driver {
        "script" | "consistent script" => body.hold(carried(), |p| p.x < 1e-9),
        "attachments" | "moving obstacle" | "load" | "gusts" => body.clamp(),
        damping => body.clamp().damped(damping),
    };
    body.consistent = driver == "consistent script";
    match driver {
        "attachments" => {
            let hand = Attachment {
                vertex: n as u32 - 1,
                point: [0.7, 0.3, 0.3],
                motion: carried(),
                stiffness: 500.0,
                rest_length: 0.05,
                damping: 5.0,
            };
            body.terms.push(attachments("hand", n, std::slice::from_ref(&hand)).expect("sound"));
            body.terms.push(attachment_damping("grip", n, &[hand]).expect("sound"));
        }
        "moving obstacle" => {
            let every: Vec<u32> = (0..n as u32).collect();
            let ball = Obstacle::sphere([0.5, 0.1, -0.3], 0.35).expect("sound").moved_by(carried());
            let settings = Penalty { stiffness: 2e4, offset: 0.0, ramp: 0.01 };
            body.terms.push(penalty("ball", n, &every, ball, settings).expect("sound"));
        }
        "load" => {
            body = body.with(Swing { vertex: [[n as u32 - 1]], amplitude: Vec3::new(3.0, -5.0, 20.0), frequency: 30.0 })
        }
        "gusts" => {
            let gusts = Gusts { strength: 4.0, frequency: 3.0, length: 0.5, seed: 1 };
            let breeze = Wind {
                velocity: [1.0, 12.0, 2.0],
                density: 1.2,
                normal_drag: 1.5,
                tangential_drag: 0.1,
                gusts: Some(gusts),
            };
            body.terms.push(wind("wind", n, &[[12, 13, 14], [13, 15, 14]], breeze).expect("sound"));
        }
        _ => (),
    }
    body.build()
}

/// What the ledger cannot explain after 100 steps, relative to what moved, and the least that damping took in a step.
fn unexplained(name: &str, options: &str, driver: &str, young: f64) -> (f64, f64) {
    let (world, start) = driven(driver, young);
    let mut run = Simulation::new(world, make(name, options), start, 0.01);
    let mut before = *run.record();
    let (mut worst, mut size, mut booked, mut least) = (0.0f64, 0.0f64, 0.0f64, f64::INFINITY);
    for _ in 0..100 {
        let record = *run.step().unwrap_or_else(|e| panic!("{driver}, {name}: {e}"));
        let (given, taken) = (record.injected - before.injected, record.dissipated - before.dissipated);
        size = size.max(record.energy.kinetic + record.energy.elastic);
        worst = worst.max(record.numerical.abs());
        booked += given.abs() + taken.abs();
        least = least.min(taken);
        before = record;
    }
    println!(
        "{driver}, {young:e} Pa, {name}: {worst:.1e} of {size:.1e} J; {booked:.1e} J booked, {:.2e} J dissipated",
        before.dissipated
    );
    assert!(booked > 1e-5, "{driver}: something happens");
    assert_eq!(run.totals().work.substeps, 100, "{driver}");
    (worst / (size + booked), least)
}

/// To the tolerance: a hundred steps leave 1e-10 each of their own length, twice that of an energy that goes in and out.
#[test]
fn books_are_exact_whatever_drives_and_damps() {
    for young in [1e5, 1e9] {
        for driver in DRIVERS {
            for (name, options) in [(EXACT, "tolerance = 1e-10"), (FITTED, "tolerance = 1e-10\nfilter = 0.0")] {
                let (numerical, least) = unexplained(name, options, driver, young);
                assert!(numerical < 2e-8, "{driver}, {name}: {numerical:e}");
                assert!(least >= 0.0, "{driver}, {name}: damping gave {least:e} J");
            }
        }
    }
}

/// What the filter takes is the method's own doing: booked as numerical, never positive, and nothing else is.
#[test]
fn the_filter_shows_as_numerical_loss() {
    let (world, start) = driven("rayleigh", 1e7);
    let mut run = Simulation::new(world, make(FITTED, "tolerance = 1e-10"), start, 0.01);
    let (mut before, mut size) = (0.0, 0.0f64);
    for _ in 0..100 {
        let record = run.step().expect("stable");
        size = size.max(record.energy.kinetic + record.energy.elastic);
        assert!(record.numerical <= before + 1e-8 * size, "{:e} after {before:e}", record.numerical);
        before = record.numerical;
    }
    println!("filter: {before:.2e} of {size:.2e} J");
    assert!(before < -1e-6 * size, "{before:e} of {size:e}");
    // The summary says how much it was, to four digits.
    let remarks = run.integrator().remarks();
    let said = remarks.iter().find_map(|r| r.strip_prefix("the filter took ")?.split(' ').next()?.parse::<f64>().ok());
    let said = said.unwrap_or_else(|| panic!("no word of the filter in {remarks:?}"));
    assert!((said + before).abs() <= 1e-3 * said + 1e-8 * size, "{said:e} and {before:e}");
}
