//! The block of springs of `wobbling-block`: weak ones along the edges of its tets, strong ones along their altitudes, kappa
//! times as stiff. Held along an edge it tips over within a second, and no part of that motion knows kappa: neither may
//! the error.
//!
//! What moves is the block as a whole about its hinge, 0.95 m in the mean, and a fit leaves rigid motion alone: here the
//! fitted scheme is as accurate as the plain one, not better. Where modes move it is: see `beam`.

use sinew::scene::Scene;

use super::*;

const H: f64 = 0.02;

fn scene(kappa: f64) -> Scene {
    let mut scene = Scene::from_shipped("wobbling-block").expect("shipped");
    scene.apply_set(&format!("body.0.springs.altitude={:e}", 100.0 * kappa)).expect("a key of the scene");
    scene
}

/// The block at rest.
pub fn block(kappa: f64) -> Simulation {
    scene(kappa).build().expect("sound").simulation
}

/// Positions after some time, and the work.
fn tip(name: &str, kappa: f64, h: f64, duration: f64) -> (Vec<f64>, Work) {
    let mut scene = scene(kappa);
    scene.set_integrator(name);
    scene.set_dt(h).expect("a step");
    let mut run = scene.build().expect("sound").simulation;
    for _ in 0..(duration / h).round() as usize {
        run.step().unwrap_or_else(|e| panic!("{name}, kappa {kappa:e}: {e}"));
    }
    (run.all_vertices().0, run.totals().work)
}

/// Distance from the reference, relative to how far the block has moved.
fn error(x: &[f64], reference: &[f64], kappa: f64) -> f64 {
    distance(x, reference) / distance(reference, &block(kappa).all_vertices().0)
}

/// Errors of both schemes at 1 s against `energy-momentum` at a fraction of the step, which has 2.31e-3/fraction^2 itself.
fn errors(fraction: f64) {
    let mut all = [Vec::new(), Vec::new()];
    for kappa in [1e4, 1e6, 1e8, 1e10] {
        let (reference, _) = tip(EXACT, kappa, H / fraction, 1.0);
        for (name, errors) in [EXACT, FITTED].into_iter().zip(&mut all) {
            let (x, work) = tip(name, kappa, H, 1.0);
            let off = error(&x, &reference, kappa);
            let iterations = work.newton_iterations as f64 / 50.0;
            println!("kappa {kappa:e}, {name}: {off:.3e}, {iterations:.1} iterations, {} substeps", work.substeps);
            // Symmetric factors kept where that is cheaper (1e4), the exact matrix where it is not; a step whose fit cannot be paid
            // for is solved twice, which happens to one in ten of the fitted scheme at most.
            let most = if name == FITTED { 8.8 } else { 8.0 };
            assert!(work.substeps == 50 && iterations <= most, "{name} at {kappa:e}: {work:?}");
            errors.push(off);
        }
        if kappa < 1e9 {
            let off = error(&tip("bdf2", kappa, H, 1.0).0, &reference, kappa);
            println!("kappa {kappa:e}, bdf2: {off:.3e}");
            assert!(off > 10.0 * all[0][all[0].len() - 1], "bdf2: {off:e}");
        }
    }
    for errors in all {
        let (low, high) = errors.iter().fold((f64::MAX, 0.0f64), |(a, b), e| (a.min(*e), b.max(*e)));
        assert!(high < 3.6e-3 && high < 1.05 * low, "{errors:?}");
    }
}

#[test]
fn the_error_does_not_know_the_stiffness() {
    errors(8.0);
}

#[test]
#[ignore = "references of 1600 steps: ten seconds: cargo test -p sinew --test conserving -- --ignored finer_reference"]
fn the_error_does_not_know_the_stiffness_against_a_finer_reference() {
    errors(32.0);
}

#[test]
fn both_schemes_are_of_order_two_where_springs_are_stiff() {
    let kappa = 1e8;
    let (reference, _) = tip(EXACT, kappa, H / 32.0, 0.5);
    let measure = |name: &str| [1.0, 2.0, 4.0].map(|n| error(&tip(name, kappa, H / n, 0.5).0, &reference, kappa));
    let (plain, fitted) = (measure(EXACT), measure(FITTED));
    let orders = [0, 1].map(|k| (plain[k] / plain[k + 1]).log2());
    println!("{plain:.6?}, orders {orders:.2?}; fitted {fitted:.6?}");
    assert!(orders.iter().all(|p| (1.9..2.1).contains(p)), "{orders:?}");
    // The filter takes a little from the coarsest run; in the others there is nothing to take, and there is nothing to fit in any.
    assert!((1.0..1.15).contains(&(fitted[0] / plain[0])), "{fitted:?} of {plain:?}");
    assert!((1..3).all(|k| (fitted[k] - plain[k]).abs() < 0.01 * plain[k]), "{fitted:?} of {plain:?}");
}
