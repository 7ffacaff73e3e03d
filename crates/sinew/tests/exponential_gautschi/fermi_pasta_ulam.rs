//! Two oscillators between walls, shaken close to resonance [michels2014, sec. 5.1]: both starts against the closed form.
//!
//! In the modes q = (x_1 +- x_2)/sqrt 2 with frequencies w_1, w_2: q'' + w_i^2 q = F cos(w t)/sqrt 2. Differences of squares
//! are evaluated as products and differences of cosines as products of sines, or six digits are lost.

use crate::FILTERS;
use sinew::scene::{Scene, shipped};

const W1: f64 = 10.0;
const GAP: f64 = 1e-10;
const F: f64 = 100.0;

/// x_1, x_2 at time t; `periodic`: on the forced motion, else from rest.
fn exact(t: f64, periodic: bool) -> [f64; 2] {
    let w = W1 - GAP;
    let w2 = (1e2 + 2e10_f64).sqrt();
    let mode = |gap: f64, sum: f64| {
        if periodic {
            (w * t).cos() / (gap * sum)
        } else {
            2.0 * (0.5 * sum * t).sin() * (0.5 * gap * t).sin() / (gap * sum)
        }
    };
    let (a, b) = (mode(GAP, W1 + w), mode(w2 - w, w2 + w));
    [0.5 * F * (a + b), 0.5 * F * (a - b)]
}

/// Largest error of x_1 over ten seconds, relative to the largest amplitude.
fn error(scene: &str, integrator: &str, options: &str, dt: f64) -> f64 {
    let text = shipped::find(scene).expect("shipped").text;
    let name = format!("name = \"{integrator}\"\n{options}");
    let text = text.replace("name = \"eti\"", &name).replace("dt = 0.01", &format!("dt = {dt}"));
    let mut built = Scene::from_str(&text, ".").and_then(|s| s.build()).unwrap_or_else(|e| panic!("{e}"));
    // The shipped scenes are named after their file; which start it is shows in the displacement.
    let periodic = text.contains("displacements");
    let (mut worst, mut size) = (0.0_f64, 0.0_f64);
    for _ in 0..built.steps {
        let record_time = built.simulation.state().t + dt;
        built.simulation.step().unwrap_or_else(|e| panic!("{integrator}: {e}"));
        let x = built.simulation.all_vertices().0;
        let truth = exact(record_time, periodic)[0];
        worst = worst.max((x[3] - truth).abs());
        size = size.max(truth.abs());
    }
    worst / size
}

fn scene(periodic: bool) -> &'static str {
    ["fermi-pasta-ulam", "fermi-pasta-ulam-resonant"]
        .into_iter()
        .find(|name| shipped::find(name).expect("shipped").text.contains("displacements") == periodic)
        .expect("one of each")
}

/// On the periodic motion everything is one free oscillation of 2.5e10 m: exact for `eti`, a phase error for V-IMEX.
#[test]
fn the_periodic_motion_is_exact_for_eti() {
    for (filter, _) in FILTERS {
        let error = error(scene(true), "eti", &format!("filter = \"{filter}\""), 0.01);
        println!("periodic, eti {filter}: {error:.1e}");
        // Rounding of K x, where 1e20 N cancel, comes through once more where positions are filtered: measured 6e-11, 3e-8.
        assert!(error < 1e-7, "{filter}: {error:.1e}");
    }
    let v_imex = error(scene(true), "v-imex", "", 0.01);
    println!("periodic, v-imex: {v_imex:.1e}");
    assert!((0.05..0.12).contains(&v_imex), "{v_imex:.1e}");
}

/// From rest the load matters, and the pairs differ: at resonance the exact weight of the load is sinc, Deuflhard's.
#[test]
fn from_rest_the_filters_differ() {
    // (pair, error of an earlier study)
    for (filter, bound) in [("deuflhard", 2e-5), ("gautschi", 1.2e-3), ("garcia-archilla", 2.5e-3)] {
        let error = error(scene(false), "eti", &format!("filter = \"{filter}\""), 0.01);
        println!("from rest, eti {filter}: {error:.1e}");
        assert!(error < bound, "{filter}: {error:.1e}");
    }
    let [coarse, fine] = [0.01, 0.001].map(|dt| error(scene(false), "v-imex", "", dt));
    println!("from rest, v-imex: {coarse:.1e} at h = 0.01, {fine:.1e} at h = 0.001");
    assert!((0.01..0.1).contains(&coarse) && fine < 1e-3, "{coarse:.1e}, {fine:.1e}");
}
