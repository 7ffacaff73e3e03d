//! Comparisons on sets of scenes: what is measured, how runs end, and what the tables say.

use sinew::compare::set::{COLUMNS, End, SceneTable, SetComparison, SetPlan, SetRow, measure};
use sinew::scene::Scene;

fn scene(text: &str) -> Scene {
    Scene::from_str(text, ".").unwrap_or_else(|e| panic!("{e}"))
}

fn plan(integrators: &[&str]) -> SetPlan {
    SetPlan { integrators: integrators.iter().map(|s| s.to_string()).collect(), ..SetPlan::default() }
}

fn table(scene: &Scene, plan: &SetPlan) -> SceneTable {
    measure(scene, plan, &mut |_, _| true).unwrap_or_else(|e| panic!("{e}"))
}

fn row<'a>(table: &'a SceneTable, integrator: &str) -> &'a SetRow {
    table.rows.iter().find(|r| r.integrator == integrator).expect("a row for each integrator")
}

fn comparison(scenes: &[Scene], plan: SetPlan) -> SetComparison {
    let tables = scenes.iter().map(|s| table(s, &plan)).collect();
    SetComparison { name: "tiny".into(), plan, asked: scenes.len(), scenes: tables }
}

/// One particle of 1 kg on a spring without rest length: x = cos(omega t), omega = 10 rad/s.
const OSCILLATOR: &str = "
    title = 'Oscillator'
    [time]
    dt = 0.05
    steps = 40
    [[body]]
    springs = { positions = [[0, 0, 0], [1, 0, 0]], masses = [0.0, 1.0], edges = [[0, 1]], stiffness = 100.0, rest = 0.0 }
    pin = [{ vertices = [0] }]
";

/// A free cube of eight vertices that spins by a third of a radian a step.
const CUBE: &str = "
    title = 'Cube'
    [time]
    dt = 0.033
    steps = 30
    [[body]]
    shape = { kind = 'block', size = [1, 1, 1], cells = [1, 1, 1] }
    material = { model = 'corotated', young = 1e6, poisson = 0.3, density = 1000 }
    velocity = { angular = [0, 0, 10] }
";

/// Means over the window of the head of `slow`, with the same reach to both sides at the ends.
fn averaged(q: &[f64]) -> Vec<f64> {
    let weights = [3.0, 2.0, 1.0];
    let at = |n: usize| {
        let reach = 2.min(n).min(q.len() - 1 - n);
        let total: f64 = (n - reach..=n + reach).map(|k| weights[k.abs_diff(n)]).sum();
        (n - reach..=n + reach).map(|k| weights[k.abs_diff(n)] * q[k]).sum::<f64>() / total
    };
    (0..q.len()).map(at).collect()
}

fn relative(a: &[f64], exact: &[f64]) -> f64 {
    let rms = (a[1..].iter().zip(&exact[1..]).map(|(a, b)| (a - b).powi(2)).sum::<f64>() / (a.len() - 1) as f64).sqrt();
    rms / exact.iter().map(|q| (q - exact[0]).abs()).fold(0.0, f64::max)
}

#[test]
fn errors_are_those_of_the_closed_form() {
    let table = table(&scene(OSCILLATOR), &plan(&["implicit-midpoint", "eti"]));
    let reference = table.reference.as_ref().expect("a reference");
    assert_eq!(reference.integrator, "rk4");
    assert!(reference.slow_error < 1e-4, "{reference:?}");
    // The midpoint rule turns by 2 atan(omega h / 2) a step instead of omega h, and keeps the amplitude.
    let turns = |angle: f64| (0..=40).map(|n| (angle * n as f64).cos()).collect::<Vec<_>>();
    let (exact, midpoint) = (turns(0.5), turns(2.0 * 0.25f64.atan()));
    let measures = row(&table, "implicit-midpoint").measures.as_ref().expect("completed");
    let motion = relative(&midpoint, &exact);
    let slow = relative(&averaged(&midpoint), &averaged(&exact));
    let (found_motion, found_slow) = (measures.motion_error.expect("measured"), measures.slow_error.expect("measured"));
    // The reference has an error of its own, and Newton its tolerance.
    let slack = 1e-3 + 3.0 * reference.motion_error;
    assert!((found_motion / motion - 1.0).abs() < slack, "{found_motion} {motion}");
    assert!((found_slow / slow - 1.0).abs() < slack, "{found_slow} {slow}");
    assert!((measures.energy_kept.expect("measured") - 1.0).abs() < 1e-5);
    assert_eq!((measures.linear_drift, measures.angular_drift), (None, None), "it is held");
    // eti is exact for linear motion: nothing but the error of the reference is left.
    let exact = row(&table, "eti").measures.as_ref().and_then(|m| m.slow_error).expect("completed");
    assert!(table.doubtful(exact) || exact < 1e-6, "{exact}");
    assert_eq!(table.rows[0].integrator, "eti", "the best comes first");
}

#[test]
fn momenta_and_energies_tell_schemes_apart() {
    let table = table(&scene(CUBE), &plan(&["backward-euler", "stabilized"]));
    assert!(table.free);
    let of = |name: &str| row(&table, name).measures.clone().expect("completed");
    let (euler, kept) = (of("backward-euler"), of("stabilized"));
    // Both schemes conserve linear momentum; Euler brakes the spin, the blend promises not to.
    assert!(euler.linear_drift.expect("free") < 1e-8 && kept.linear_drift.expect("free") < 1e-8);
    assert!(euler.angular_drift.expect("free") > 0.1, "{euler:?}");
    assert!(kept.angular_drift.expect("free") < 1e-8, "{kept:?}");
    let left = euler.energy_kept.expect("books");
    // A spin that lost the share d of L has (1 - d)^2 of its energy, as far as the cube has its shape.
    let spin = (1.0 - euler.angular_drift.expect("free")).powi(2);
    assert!((left / spin - 1.0).abs() < 0.1, "{left} {spin}");
    assert!((kept.energy_kept.expect("books") - 1.0).abs() < 0.011, "within the 1 % of the blend");
    assert!(euler.solves_per_step >= 1.0);
}

#[test]
fn two_scenes_with_two_integrators_make_tables() {
    let quick = SetPlan { quick: true, ..plan(&["backward-euler", "newmark"]) };
    let mut second = scene(CUBE);
    second.apply_set("title=Cube | second").expect("known key");
    let result = comparison(&[scene(OSCILLATOR), second], quick);
    assert!(result.scenes.iter().all(|t| t.steps == 10 && t.rows.len() == 2));
    let csv = result.csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], COLUMNS);
    assert_eq!(lines.len(), 5);
    let columns = COLUMNS.split(',').count();
    for line in &lines[1..] {
        assert_eq!(line.split(',').count(), columns, "{line}");
        assert!(line.contains(",completed,"), "{line}");
    }
    let markdown = result.markdown();
    for word in
        ["# Integrators compared: tiny", "## Overview", "| slow error |", "angular drift", "**", "10 steps of 0.05 s"]
    {
        assert!(markdown.contains(word), "{word} in {markdown}");
    }
    // Tables are rectangular, whatever is in their cells.
    let width = |line: &str| line.replace("\\|", "").matches('|').count();
    let tables: Vec<&str> = markdown.lines().map(|l| if l.starts_with('|') { l } else { "" }).collect();
    for block in tables.split(|l| l.is_empty()).filter(|b| !b.is_empty()) {
        assert!(block.len() == 4 && block.iter().all(|l| width(l) == width(block[0])), "{block:?}");
    }
    // The table of the held oscillator has no momenta, that of the cube has.
    assert_eq!(markdown.matches("| linear drift |").count(), 1);
    let html = result.html().replace("http://www.w3.org/2000/svg", "");
    assert!(html.contains("<svg") && html.contains("<b>") && !html.contains("http:"));
    let picture = result.picture();
    let tree = roxmltree::Document::parse(&picture).expect("well-formed");
    assert!(tree.descendants().any(|n| n.text() == Some("newmark")));
}

#[test]
fn failures_come_last_and_say_why() {
    let mut stiff = scene(CUBE);
    stiff.apply_set("body.0.material.young=1e9").expect("known key");
    let result = comparison(&[stiff], plan(&["ceti", "forward-euler", "backward-euler"]));
    let table = &result.scenes[0];
    let names: Vec<&str> = table.rows.iter().map(|r| r.integrator.as_str()).collect();
    assert_eq!(names, ["backward-euler", "forward-euler", "ceti"]);
    assert_eq!(table.rows[0].end, End::Completed);
    assert!(matches!(table.rows[1].end, End::Diverged { time, .. } if time > 0.0 && time < 0.5));
    assert!(matches!(&table.rows[2].end, End::NotPossible { reason } if reason.contains("warping")));
    assert!(table.rows[1].measures.is_none() && table.rows[2].measures.is_none());
    let markdown = result.markdown();
    assert!(markdown.contains("diverged at ") && markdown.contains("not possible: ceti needs"), "{markdown}");
    assert!(markdown.contains("1 runs completed, 1 diverged, 0 cut at the time limit, 1 not possible"), "{markdown}");
    let csv = result.csv();
    assert!(
        csv.lines().any(|l| l.contains(",forward-euler,diverged,")) && csv.contains(",ceti,not possible,"),
        "{csv}"
    );
    // A failing run stands for nothing in the overview but its time.
    let overview = result.overview().texts();
    assert_eq!(overview[0].len(), 4);
    assert!(overview[0][3].iter().any(|cell| cell == "-"), "{overview:?}");
}

/// The cube with a coarser form of half as many cells along each edge.
fn divided_cube() -> Scene {
    let divided = CUBE.replace("cells = [1, 1, 1]", "cells = [2, 2, 2]");
    scene(&format!("{divided}\n[quick]\nset = ['body.0.shape.cells=[1, 1, 1]', 'time.steps=3']"))
}

/// Budgets for all of the cube's 30 steps, for 12, and one that asks for less than the ten that there are always. There is no coarser form.
#[test]
fn large_scenes_are_compared_over_fewer_frames() {
    let elements = scene(CUBE).build().expect("a scene").simulation.world().elements() as f64;
    for (budget, steps, words) in [
        (30.0, 30, "30 steps of 0.033 s, the whole duration"),
        (12.5, 12, "12 steps of 0.033 s, 40 % of the duration"),
        (3.0, 10, "10 steps of 0.033 s, 33.3 % of the duration"),
    ] {
        let plan = SetPlan { element_steps: Some(budget * elements), ..plan(&["newmark"]) };
        let result = comparison(&[scene(CUBE)], plan);
        let table = &result.scenes[0];
        assert_eq!((table.steps, table.all_steps, table.coarse), (steps, 30, false));
        assert!(result.markdown().contains(words), "{words} in {}", result.markdown());
        let share: f64 = result.csv().lines().nth(1).and_then(|l| l.split(',').nth(4)?.parse().ok()).expect("a share");
        assert!((share - steps as f64 / 30.0).abs() < 1e-9, "{share}");
    }
}

/// What happens late in a scene is worth more than its details: first it is made coarser, then cut.
#[test]
fn large_scenes_are_made_coarser_before_they_are_cut() {
    let elements = |scene: Scene| scene.build().expect("a scene").simulation.world().elements() as f64;
    let (fine, coarse) = (elements(divided_cube()), elements(scene(CUBE)));
    assert!(fine > 2.0 * coarse);
    for (budget, is_coarse, steps) in
        [(30.0 * fine, false, 30), (29.9 * fine, true, 30), (30.0 * coarse, true, 30), (15.5 * coarse, true, 15)]
    {
        let plan = SetPlan { element_steps: Some(budget), ..plan(&["newmark"]) };
        let table = table(&divided_cube(), &plan);
        assert_eq!((table.coarse, table.steps, table.all_steps), (is_coarse, steps, 30), "{budget}");
    }
    // A form that is no smaller is none.
    let text = format!("{CUBE}\n[quick]\nset = ['body.0.shape.cells=[2, 2, 2]']");
    let plan = SetPlan { element_steps: Some(12.5 * coarse), ..plan(&["newmark"]) };
    let table = table(&scene(&text), &plan);
    assert_eq!((table.steps, table.unknowns), (12, 24));
}

/// Bodies that fly, fall, spin, and fall onto floors that push and that project: errors rank integrators where more than flight happens.
#[test]
fn free_flight_is_marked_and_ranks_nobody() {
    let still = CUBE.replace("velocity = { angular = [0, 0, 10] }", "velocity = { linear = [1, 0, 2] }");
    let falling = still.replace("[time]", "gravity = [0, 0, -9.81]\n[time]");
    let floor = |response: &str| {
        format!("{falling}\n[[contact]]\nkind = 'plane'\npoint = [0, 0, -1]\nnormal = [0, 0, 1]\n{response}")
    };
    for (text, flight) in [
        (still.clone(), true),
        (falling.clone(), true),
        (CUBE.to_owned(), false),
        (floor("stiffness = 1e6"), false),
        (floor("response = 'project'"), false),
    ] {
        let result = comparison(&[scene(&text)], plan(&["newmark", "backward-euler"]));
        assert_eq!(result.scenes[0].free_flight, flight, "{text}");
        let markdown = result.markdown();
        assert_eq!(markdown.contains("free flight so far"), flight, "{markdown}");
        assert_eq!(markdown.contains("**"), !flight, "{markdown}");
        assert_eq!(result.overview().texts()[0][0][1].starts_with('('), flight, "{markdown}");
    }
}

#[test]
fn a_run_that_takes_too_long_is_cut_and_not_failed() {
    // So short a limit lets every run do its first step and no more.
    let limited = SetPlan { max_seconds: Some(1e-12), ..plan(&["newmark", "ceti"]) };
    let result = comparison(&[scene(CUBE)], limited);
    let table = &result.scenes[0];
    let cut = &table.rows[0];
    assert_eq!((cut.integrator.as_str(), cut.steps), ("newmark", 1));
    assert_eq!(cut.end, End::Cut { time: 0.033 });
    let measures = cut.measures.as_ref().expect("what was done is measured");
    assert!(measures.slow_error.is_none() && measures.angular_drift.is_some(), "{measures:?}");
    assert!(matches!(table.reference, Err(End::Cut { .. })));
    let markdown = result.markdown();
    assert!(markdown.contains("cut at 0.033 s") && markdown.contains("1 cut at the time limit"), "{markdown}");
    assert!(markdown.contains("no reference"), "{markdown}");
    assert!(!markdown.contains("**"), "a run that was cut is no best one: {markdown}");
}

#[test]
fn a_stopped_comparison_keeps_the_rows_it_had() {
    let plan = plan(&["newmark", "bdf2", "backward-euler"]);
    let table = measure(&scene(OSCILLATOR), &plan, &mut |run, _| run != "backward-euler").expect("sound");
    let names: Vec<&str> = table.rows.iter().map(|r| r.integrator.as_str()).collect();
    assert!(names.len() == 2 && names.contains(&"newmark") && names.contains(&"bdf2"), "{names:?}");
    // Stopped within the reference there is nothing yet.
    let table = measure(&scene(OSCILLATOR), &plan, &mut |run, share| {
        assert!(run.starts_with("reference"), "{run}");
        share < 0.02
    });
    assert_eq!(table.expect("sound").rows, []);
}

#[test]
fn the_share_that_is_done_only_grows() {
    let mut last = 0.0;
    let plan = SetPlan { quick: true, ..plan(&["newmark", "bdf2"]) };
    let table = measure(&scene(CUBE), &plan, &mut |run, share| {
        assert!((last..1.0).contains(&share), "{run}: {share} after {last}");
        last = share;
        true
    });
    assert_eq!(table.expect("sound").rows.len(), 2);
    assert!(last > 0.9, "{last}");
}
