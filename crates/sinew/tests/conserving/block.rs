//! The block of springs of `wobbling-block`: weak ones along the edges of its tets, strong ones along their altitudes, kappa
//! times as stiff. It tips over within a second, and no part of that motion knows kappa: neither may the error.

use sinew::scene::Scene;

use super::*;

/// The block at the time `duration`, after steps of size h; and the work.
fn tip(name: &str, options: &str, kappa: f64, h: f64, duration: f64) -> (Vec<f64>, Vec<f64>, Work) {
    let mut scene = Scene::from_shipped("wobbling-block").expect("shipped");
    scene.apply_set(&format!("body.0.springs.altitude={:e}", 100.0 * kappa)).expect("a key of the scene");
    scene.set_integrator(name);
    for option in options.split(';').filter(|o| !o.is_empty()) {
        scene.apply_set(&format!("integrator.{option}")).expect("an option");
    }
    scene.set_dt(h).expect("a step");
    let mut run = scene.build().expect("sound").simulation;
    let x0 = run.all_vertices().0;
    for _ in 0..(duration / h).round() as usize {
        run.step().unwrap_or_else(|e| panic!("{name} kappa {kappa:e}: {e}"));
    }
    (run.all_vertices().0, x0, run.totals().work)
}

fn error(x: &[f64], reference: &[f64], start: &[f64]) -> f64 {
    distance(x, reference) / distance(reference, start)
}

#[test]
fn explore() {
    for kappa in [1e2, 1e4, 1e6, 1e8, 1e10] {
        let t0 = std::time::Instant::now();
        let (reference, start, work) = tip(EXACT, "", kappa, 0.02 / 16.0, 1.0);
        println!("kappa {kappa:e}: moved {:.3} of {:.3}, {work:?}", distance(&reference, &start), length(&reference));
        for (name, options) in [(EXACT, ""), (FITTED, ""), (FITTED, "filter=0.0"), ("bdf2", "")] {
            let (x, _, work) = tip(name, options, kappa, 0.02, 1.0);
            println!(
                "  {name} {options}: rel moved {:.2e} rms {:.2e} its {:.2}, sub {}, fac {} {:?}",
                error(&x, &reference, &start),
                distance(&x, &reference) / (x.len() as f64 / 3.0).sqrt(),
                work.newton_iterations as f64 / 50.0,
                work.substeps,
                work.factorizations,
                t0.elapsed()
            );
        }
    }
}

#[test]
fn explore2() {
    let (base, start, _) = tip(EXACT, "tolerance=1e-10", 1e6, 0.02 / 32.0, 1.0);
    for kappa in [1e4, 1e6, 1e8, 1e10] {
        for (h, options) in [
            (0.02, ""),
            (0.02, "tolerance=1e-10"),
            (0.02, "iteration='lu'"),
            (0.02, "tolerance=1e-12;iteration='lu'"),
            (0.02 / 4.0, ""),
            (0.02 / 4.0, "iteration='lu'"),
            (0.02 / 16.0, ""),
            (0.02 / 16.0, "iteration='lu'"),
        ] {
            let (x, _, work) = tip(EXACT, options, kappa, h, 1.0);
            println!(
                "{kappa:e} {h} {options}: {:.3e} its {} sub {} fb {}",
                error(&x, &base, &start),
                work.newton_iterations,
                work.substeps,
                work.fallbacks
            );
        }
    }
}
