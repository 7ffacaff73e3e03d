//! A rope of 80 particles on stiff springs, held at one end and let go at 40 degrees from the vertical, h = 0.01 s.

use sinew::scene::Scene;

use super::*;

fn scene(k: f64) -> Scene {
    let mut scene = Scene::from_shipped("swinging-rope").expect("shipped");
    scene.apply_set("body.0.shape.cells=79").expect("a key of the scene");
    scene.apply_set(&format!("body.0.springs.edge={k:e}")).expect("a key of the scene");
    scene
}

/// The rope at its start.
pub fn rope(k: f64) -> Simulation {
    scene(k).build().expect("sound").simulation
}

/// Positions after 0.6 s, and the work.
fn swing(name: &str, k: f64, h: f64) -> (Vec<f64>, Work) {
    let mut scene = scene(k);
    scene.set_integrator(name);
    scene.set_dt(h).expect("a step");
    let mut run = scene.build().expect("sound").simulation;
    for _ in 0..(0.6 / h).round() as usize {
        run.step().unwrap_or_else(|e| panic!("{name}, {k:e} N/m: {e}"));
    }
    (run.all_vertices().0, run.totals().work)
}

#[test]
fn a_stiff_rope_swings_as_well_as_a_soft_one() {
    for k in [1e6, 1e8] {
        let (reference, _) = swing(EXACT, k, 0.01 / 8.0);
        let moved = distance(&reference, &rope(k).all_vertices().0);
        for name in [EXACT, FITTED] {
            let (x, work) = swing(name, k, 0.01);
            let (off, iterations) = (distance(&x, &reference) / moved, work.newton_iterations as f64 / 60.0);
            println!("{k:e} N/m, {name}: off by {off:.2e}, {iterations:.2} iterations, {} substeps", work.substeps);
            // Measured 4.0e-4 and 3.6e-4.
            assert!(off < 1.5e-3 && iterations <= 6.0 && work.substeps == 60, "{name}: {off:e}, {work:?}");
        }
    }
}
