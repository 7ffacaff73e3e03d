//! Exact books: total - total_0 = injected - dissipated, to the tolerance of the iteration, whatever drives and damps.

use std::sync::Arc;

use sinew::contact::{Obstacle, Penalty, penalty};
use sinew::models::forces::{Attachment, Gusts, Wind, attachment_damping, attachments, wind};

use super::*;

/// What is added to a block of tets, 0.6 m long.
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
            body.terms.push(attachments("hand", n, &[hand.clone()]).expect("sound"));
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

#[test]
fn books_are_exact() {
    for young in [1e5, 1e9] {
        for driver in DRIVERS {
            for (name, options) in [(EXACT, "tolerance = 1e-10"), (FITTED, "tolerance = 1e-10\nfilter = 0.0")] {
                let (world, start) = driven(driver, young);
                let mut run = Simulation::new(world, make(name, options), start, 0.01);
                let (mut worst, mut size, mut least, mut before) = (0.0f64, 0.0f64, 0.0f64, *run.record());
                let mut moved = 0.0f64;
                for _ in 0..100 {
                    let record = *run.step().expect("stable");
                    size = size.max(record.energy.kinetic + record.energy.elastic);
                    worst = worst.max(record.numerical.abs());
                    least = least.min(record.dissipated - before.dissipated);
                    moved += (record.injected - before.injected).abs() + (record.dissipated - before.dissipated).abs();
                    before = record;
                }
                println!(
                    "{driver} {young:e} {name}: numerical {worst:.1e} of {size:.1e} J, {moved:.1e} J booked, injected {:.2e}, dissipated {:.2e}, least {least:.1e}, substeps {}",
                    before.injected,
                    before.dissipated,
                    run.totals().work.substeps
                );
            }
        }
    }
}
