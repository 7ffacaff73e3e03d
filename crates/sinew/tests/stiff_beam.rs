//! The clamped beam that programs are compared on (shipped scene `beam-small`, 1 280 tets, h = 1/100 s): what the
//! exponential schemes keep of its motion where others damp it, and what a step costs as the stiffness grows.
//!
//! The references come from `cargo test --release --test stiff_beam references -- --ignored --nocapture`.

use sinew::integrators::Work;
use sinew::mechanics::StepError;
use sinew::scene::Scene;
use sinew::simulation::{Cause, Simulation};

fn scene(integrator: &str, young: f64, dt: f64, damped: bool) -> Scene {
    let mut scene = Scene::from_shipped("beam-small").expect("a shipped scene");
    scene.apply_set(&format!("body.0.material.young={young:?}")).expect("a key of the scene");
    if damped {
        // 0.5 % of the critical damping on the first mode, whose frequency is 8 rad/s at 1e6 Pa.
        let beta = 2.0 * 0.005 / (8.0 * (young / 1e6).sqrt());
        scene.apply_set(&format!("damping=[{{kind=\"rayleigh\",beta={beta:?}}}]")).expect("a key of the scene");
    }
    scene.set_integrator(integrator);
    scene.set_dt(dt).expect("a step");
    scene
}

fn simulation(integrator: &str, young: f64, dt: f64, damped: bool) -> Simulation {
    scene(integrator, young, dt, damped).build().expect("the scene is right").simulation
}

/// Deflection of the tip, the mean over its face, in metres.
fn tip(simulation: &Simulation) -> f64 {
    let s = simulation.state();
    let face: Vec<f64> = s.x.chunks_exact(3).filter(|x| x[0] > 0.8).map(|x| x[2]).collect();
    // The order of vertices is that of the block: the last 25 are the end face.
    face[face.len() - 25..].iter().sum::<f64>() / 25.0
}

struct Motion {
    /// After every 1/100 s.
    tip: Vec<f64>,
    /// Largest numerical energy relative to the largest kinetic plus elastic energy.
    energy: f64,
    /// Work of all steps after the first.
    work: Work,
}

fn motion(integrator: &str, young: f64, frames: usize, steps_per_frame: usize, damped: bool) -> Motion {
    follow(simulation(integrator, young, 0.01 / steps_per_frame as f64, damped), frames, steps_per_frame)
}

fn follow(mut simulation: Simulation, frames: usize, steps_per_frame: usize) -> Motion {
    let mut motion = Motion { tip: Vec::new(), energy: 0.0, work: Work::default() };
    let (mut error, mut size) = (0.0f64, 0.0f64);
    for step in 1..=frames * steps_per_frame {
        let record = *simulation.step().expect("the beam is within the limit");
        error = error.max(record.numerical.abs());
        size = size.max(record.energy.kinetic + record.energy.elastic);
        if step > 1 {
            motion.work += record.work;
        }
        if step % steps_per_frame == 0 {
            motion.tip.push(tip(&simulation));
        }
    }
    motion.energy = error / size;
    motion
}

fn range(tip: &[f64]) -> [f64; 2] {
    [tip.iter().copied().fold(f64::INFINITY, f64::min), tip.iter().copied().fold(f64::NEG_INFINITY, f64::max)]
}

/// Lowest and highest tip between 0.7 and 1 s at 1e9 Pa.
fn swing(motion: &Motion) -> [f64; 2] {
    range(&motion.tip[motion.tip.len() - 30..])
}

/// (time, height) of the first return to the top.
fn rebound(motion: &Motion) -> (usize, f64) {
    let tip = &motion.tip;
    let lowest = (0..60).min_by(|a, b| tip[*a].total_cmp(&tip[*b])).expect("there are steps");
    let top = (lowest..tip.len()).max_by(|a, b| tip[*a].total_cmp(&tip[*b])).expect("there are steps");
    (top, tip[top])
}

/// Prints the reference numbers: implicit midpoint at 1/32 of the step.
#[test]
#[ignore = "asserts nothing: 6 400 fine steps print STIFF_SWING and SOFT_REBOUND; run with --ignored --nocapture"]
fn references() {
    let stiff = motion("implicit-midpoint", 1e9, 100, 32, false);
    println!("1e9 Pa: swing {:?}, energy {:.2e}", swing(&stiff), stiff.energy);
    let soft = motion("implicit-midpoint", 1e6, 100, 32, false);
    println!("1e6 Pa: lowest {:?}, rebound {:?}, energy {:.2e}", range(&soft.tip)[0], rebound(&soft), soft.energy);
}

#[test]
fn a_stiff_beam_still_swings_after_a_second() {
    let reference: [f64; 2] = STIFF_SWING;
    let amplitude = reference[1] - reference[0];
    for name in ["ere", "exprb42", "pexprb43"] {
        let motion = motion(name, 1e9, 100, 1, false);
        let [low, high] = swing(&motion);
        println!("{name}: {low:.4e} .. {high:.4e} m, energy {:.2e}, {:?}", motion.energy, motion.work);
        assert!(((high - low) / amplitude - 1.0).abs() < 0.1, "{name}: {low} .. {high}");
        assert!(motion.energy < 0.01, "{name}: {}", motion.energy);
    }
    // What an implicit scheme of the same price leaves of it.
    let [low, high] = swing(&motion("semi-implicit", 1e9, 100, 1, false));
    println!("semi-implicit: {low:.4e} .. {high:.4e} m");
    assert!(high - low < 0.2 * amplitude);
}

#[test]
fn a_soft_beam_comes_back() {
    let (lowest, height) = SOFT_REBOUND;
    for name in ["exprb42", "pexprb43"] {
        let motion = motion(name, 1e6, 100, 1, false);
        let (time, back) = rebound(&motion);
        let missing = (back - height).abs() / (height - lowest);
        println!(
            "{name}: back to {back:.4e} m at step {time}, {:.2} % off, energy {:.2e}",
            100.0 * missing,
            motion.energy
        );
        assert!(missing < 0.02, "{name}: {missing}");
        assert!(motion.energy < 0.01, "{name}: {}", motion.energy);
    }
}

/// What the implicit schemes of order 2 leave of the beam: the table of docs/integrators/generalized-alpha.md and tr-bdf2.md.
#[test]
fn implicit_schemes_damp_the_beam_as_much_as_they_say() {
    let (lowest, height) = SOFT_REBOUND;
    let alphas = [1.0, 0.95, 0.8, 0.5, 0.0].map(|rho| ("generalized-alpha", Some(rho)));
    let schemes = [("implicit-midpoint", None), ("tr-bdf2", None), ("bdf2", None)].into_iter().chain(alphas);
    let run = |(name, rho): (&str, Option<f64>), young: f64, steps_per_frame: usize| {
        let mut scene = scene(name, young, 0.01 / steps_per_frame as f64, false);
        if let Some(rho) = rho {
            scene.apply_set(&format!("integrator.rho={rho:?}")).expect("an option");
        }
        follow(scene.build().expect("the scene is right").simulation, 100, steps_per_frame)
    };
    // Share of the true swing at 1e9 Pa that is left after a second.
    let share = |motion: &Motion| {
        let [low, high] = swing(motion);
        (high - low) / (STIFF_SWING[1] - STIFF_SWING[0])
    };
    let mut alphas = Vec::new();
    for scheme in schemes {
        let (soft, stiff, fine) = (run(scheme, 1e6, 1), run(scheme, 1e9, 1), run(scheme, 1e9, 4));
        let (time, back) = rebound(&soft);
        let off = (back - height) / (height - lowest);
        println!(
            "{scheme:?}: 1e6 Pa energy {:.1e}, back at step {time}, {:+.2} %; 1e9 Pa energy {:.1e}, swing {:.3}; h/4 {:.1e}, {:.3}",
            soft.energy,
            100.0 * off,
            stiff.energy,
            share(&stiff),
            fine.energy,
            share(&fine)
        );
        // At 1e6 Pa h omega is 0.08 for the swing: every scheme of order 2 gets it.
        assert!(off.abs() < 0.02 && soft.energy < 0.01, "{scheme:?}: {back}, {}", soft.energy);
        // At 1e9 Pa it is 2.5 and, with steps of a quarter, 0.63; the factors of a step on that are in implicit_schemes.rs.
        let (coarse, fine) = (share(&stiff), share(&fine));
        match scheme {
            ("bdf2", _) => assert!(coarse < 0.01 && fine < 0.1, "bdf2: {coarse}, {fine}"),
            ("tr-bdf2", _) => assert!(coarse < 0.05 && fine > 0.7, "tr-bdf2: {coarse}, {fine}"),
            ("generalized-alpha", Some(0.8)) => assert!(coarse < 0.6 && fine > 0.9, "0.8: {coarse}, {fine}"),
            _ => (),
        }
        alphas.extend(scheme.1.map(|_| coarse));
    }
    assert!(alphas[1..].is_sorted_by(|a, b| a > b), "a smaller rho leaves less: {alphas:?}");
}

/// Counted work, in solves, with rough weights that were not measured; the result holds for each counter by itself.
fn price(work: &Work, steps: f64) -> f64 {
    (work.solves as f64 + work.products as f64 / 6.0 + 10.0 * work.factorizations as f64) / steps
}

#[test]
fn the_price_of_a_step_hardly_depends_on_the_stiffness() {
    let prices = [1e5, 1e7, 1e9, 1e11].map(|young| {
        let work = motion("exprb42", young, 20, 1, true).work;
        println!("{young:e} Pa: {:.1} solves' worth a step, {work:?}", price(&work, 19.0));
        price(&work, 19.0)
    });
    assert!(prices[3] < 1.5 * prices[1], "{prices:?}");
}

/// epirk4s3 extrapolates from stages at h/8 and h/9: on the stiff beam its correction is all amplified error. It says so.
#[test]
fn epirk4s3_stops_with_a_clear_message_or_falls_back() {
    for young in [1e6, 1e9] {
        let mut plain = simulation("epirk4s3", young, 0.01, false);
        let failure = (0..100).find_map(|_| plain.step().err()).expect("the limit is seen");
        println!("{young:e} Pa: {failure}");
        let known =
            matches!(failure.cause, Cause::Step(StepError::BeyondLinear { .. } | StepError::EnergyFromNothing { .. }));
        assert!(known, "{failure}");
        let mut mended = scene("epirk4s3", young, 0.01, false);
        mended.apply_set("integrator.fallback=\"backward-euler\"").expect("an option");
        let mut mended = mended.build().expect("the scene is right").simulation;
        for _ in 0..100 {
            mended.step().expect("the fallback does it");
        }
        let (work, energy) = (mended.totals().work, mended.record().energy);
        println!("{young:e} Pa with a fallback: {} of 100 steps handed over, {energy:?}", work.fallbacks);
        assert!(work.fallbacks > 0);
    }
}

/// Swing of the tip at 1e9 Pa between 0.7 and 1 s, sampled every 1/100 s (implicit midpoint at h/32).
const STIFF_SWING: [f64; 2] = [-3.983e-4, 7.2e-6];
/// Lowest and rebound height of the tip at 1e6 Pa (implicit midpoint at h/32).
const SOFT_REBOUND: (f64, f64) = (-0.3810, 0.00695);
