//! Hundreds of random scenes: nothing that `stabilized` and the conserving schemes return is ever bad, and no energy comes
//! out of nothing.
//!
//! `SEED=17 cargo test --test stress -- --nocapture` runs one scene and prints it.

mod random_scenes;

use random_scenes::{Kinds, random_scene};
use sinew::mechanics::MechanicalSystem;
use sinew::scene::Scene;

/// Largest gain of energy by the method itself over the scale of the energies, over a run; or why it ended.
fn excess(text: &str, steps: usize, bound: f64) -> Result<f64, String> {
    let scene = Scene::from_str(text, ".").map_err(|e| e.to_string())?;
    let mut run = scene.build().map_err(|e| e.to_string())?.simulation;
    let (mut scale, mut worst) = (1e-9f64, 0.0f64);
    for _ in 0..steps {
        // The energy that is there when a step begins, with what is scripted moved on to the middle of the step.
        let mut middle = run.state().clone();
        middle.t += 0.5 * run.dt();
        let energy = run.world().energy(&middle);
        scale = scale.max(energy.kinetic + energy.elastic.abs());
        let record = *run.step().map_err(|e| e.to_string())?;
        let (x, v) = run.all_vertices();
        assert!(x.iter().chain(&v).all(|x| x.is_finite()), "{text}");
        // What was put in belongs to the scale: a push from rest is its own measure.
        scale = scale.max(record.injected.abs());
        // So is a fall from rest, for errors so small that they cannot widen their own measure.
        if bound < 1e-3 {
            scale = scale.max(record.energy.kinetic + record.energy.elastic.abs());
        }
        worst = worst.max(record.numerical / scale);
    }
    Ok(worst)
}

fn stress(name: &str, integrator: &str, seeds: std::ops::Range<u64>, kinds: Kinds, bound: f64) {
    const STEPS: usize = 60;
    let only: Option<u64> = std::env::var("SEED").ok().and_then(|s| s.parse().ok());
    let (mut gains, mut ended) = (Vec::new(), Vec::new());
    for seed in seeds.filter(|seed| only.is_none_or(|o| o == *seed)) {
        let text = random_scene(seed, STEPS, integrator, kinds);
        if only.is_some() {
            println!("{text}");
        }
        match excess(&text, STEPS, bound) {
            Ok(gain) => gains.push((gain, seed)),
            Err(reason) => ended.push(format!("seed {seed}: {reason}")),
        }
    }
    assert!(ended.is_empty(), "{name}: {ended:#?}");
    gains.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most: Vec<String> = gains.iter().take(8).map(|(gain, seed)| format!("{gain:.1e} ({seed})")).collect();
    println!("{name}: the most energy out of nothing, with its seed: {}", most.join(", "));
    let (gain, seed) = gains[0];
    assert!(gain <= bound, "{name}, seed {seed}: {gain:.3e} of the energy out of nothing");
}

/// The default of `stabilized`, and rounding.
const TOLERANCE: f64 = 0.01 + 1e-9;

const ALL: &[&str] = &["corotated", "arap", "stable-neo-hookean", "stvk", "neo-hookean"];
const CONSTANT_METRIC: &[&str] = &["corotated", "arap"];

#[test]
fn a_hundred_random_scenes_by_newton() {
    let kinds = Kinds { materials: ALL, contact: false };
    stress("newton", "name = 'stabilized'", 0..100, kinds, TOLERANCE);
}

#[test]
fn a_hundred_random_scenes_at_a_fixed_price() {
    let kinds = Kinds { materials: CONSTANT_METRIC, contact: false };
    stress("local-global", "name = 'stabilized'\nsolver = 'local-global'", 100..200, kinds, TOLERANCE);
}

/// A hundredth of that for schemes that keep the energy: what their solver leaves in sixty steps.
const SOLVER: f64 = 0.01 * TOLERANCE;

const FITTED: &str = "name = 'fitted-energy-momentum'";

#[test]
fn random_scenes_by_the_fitted_scheme() {
    stress("fitted", FITTED, 0..60, Kinds { materials: ALL, contact: false }, SOLVER);
}

#[test]
fn random_scenes_with_contact_by_the_fitted_scheme() {
    stress("fitted, contact", FITTED, 200..260, Kinds { materials: ALL, contact: true }, SOLVER);
}

#[test]
fn random_scenes_by_the_bare_scheme() {
    stress("bare", "name = 'energy-momentum'", 400..450, Kinds { materials: ALL, contact: true }, SOLVER);
}

#[test]
#[ignore = "minutes; the sixty scenes above stand in for these two hundred"]
fn two_hundred_random_scenes_by_the_fitted_scheme() {
    stress("fitted", FITTED, 0..200, Kinds { materials: ALL, contact: false }, SOLVER);
}

#[test]
#[ignore = "minutes; the sixty scenes above stand in for these two hundred"]
fn two_hundred_random_scenes_with_contact_by_the_fitted_scheme() {
    stress("fitted, contact", FITTED, 200..400, Kinds { materials: ALL, contact: true }, SOLVER);
}
