//! A rope of 80 stiff springs, held at one end and let go at 40 degrees from the vertical.

use sinew::scene::Scene;

use super::*;

fn rope(name: &str, options: &str, k: f64, h: f64) -> (Vec<f64>, Vec<f64>, Work) {
    let mut scene = Scene::from_shipped("swinging-rope").expect("shipped");
    scene.apply_set("body.0.shape.cells=79").expect("a key");
    scene.apply_set(&format!("body.0.springs.edge={k:e}")).expect("a key");
    scene.set_integrator(name);
    for option in options.split(';').filter(|o| !o.is_empty()) {
        scene.apply_set(&format!("integrator.{option}")).expect("an option");
    }
    scene.set_dt(h).expect("a step");
    let mut run = scene.build().expect("sound").simulation;
    let x0 = run.all_vertices().0;
    for _ in 0..(0.6 / h).round() as usize {
        run.step().unwrap_or_else(|e| panic!("{name} {k:e}: {e}"));
    }
    (run.all_vertices().0, x0, run.totals().work)
}

#[test]
fn explore() {
    for k in [1e4, 1e6, 1e8] {
        let t0 = std::time::Instant::now();
        let (reference, start, work) = rope(EXACT, "", k, 0.01 / 8.0);
        println!("k {k:e}: moved {:.3}, {work:?} {:?}", distance(&reference, &start), t0.elapsed());
        for (name, options) in
            [(EXACT, ""), (EXACT, "iteration='gmres'"), (FITTED, ""), (FITTED, "filter=0.0"), ("bdf2", "")]
        {
            let (x, _, work) = rope(name, options, k, 0.01);
            println!(
                "  {name} {options}: rel moved {:.2e} its {:.2}, sub {}, fac {} {:?}",
                distance(&x, &reference) / distance(&reference, &start),
                work.newton_iterations as f64 / 60.0,
                work.substeps,
                work.factorizations,
                t0.elapsed()
            );
        }
    }
}
