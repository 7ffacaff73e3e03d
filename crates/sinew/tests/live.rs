//! Live sessions: books that stay closed, replays with the same bits, edits that are refused.

use sinew::live::{Edit, Live, Recording, Replay};
use sinew::scene::Scene;
use sinew::simulation::StepRecord;

/// A soft bar under gravity, clamped at one end: 45 vertices, fast enough for many runs.
const BAR: &str = r#"
title = "bar"
gravity = [0, 0, -9.81]
[time]
dt = 0.01
duration = 1.0
[integrator]
name = "fitted-energy-momentum"
[[body]]
name = "bar"
shape = { kind = "block", size = [1.0, 0.2, 0.2], cells = [8, 2, 2] }
material = { young = 2e5, poisson = 0.3, density = 1000 }
pin = [{ plane = { point = [0.001, 0, 0], normal = [-1, 0, 0] } }]
"#;

fn live(integrator: &str, dt: f64) -> Live {
    let mut scene = Scene::from_str(BAR, ".").expect("valid");
    scene.set_integrator(integrator);
    scene.set_dt(dt).expect("valid");
    Live::new(scene).expect("it can be built")
}

/// The free vertex farthest along x.
fn tip(live: &Live) -> usize {
    let x = live.simulation().all_vertices().0;
    (0..x.len() / 3).max_by(|a, b| x[3 * a].total_cmp(&x[3 * b])).expect("vertices")
}

fn place(live: &Live, vertex: usize) -> [f64; 3] {
    let x = live.simulation().all_vertices().0;
    [x[3 * vertex], x[3 * vertex + 1], x[3 * vertex + 2]]
}

fn do_steps(live: &mut Live, count: usize) {
    for _ in 0..count {
        live.step().expect("a sound step");
    }
}

/// Grabs the tip, leads it along a circle for 0.5 s of simulated time and lets go; the largest |numerical| and the last record.
fn dragged(live: &mut Live) -> (f64, StepRecord) {
    let dt = live.simulation().dt();
    do_steps(live, (0.05 / dt).round() as usize);
    let vertex = tip(live);
    let from = place(live, vertex);
    live.apply(&Edit::Grab { vertex, point: from }).expect("free");
    let mut largest = 0.0f64;
    for k in 1..=(0.5 / dt).round() as usize {
        let angle = 6.0 * k as f64 * dt;
        let point = [from[0] - 0.2 * (1.0 - angle.cos()), from[1] + 0.2 * angle.sin(), from[2] + 0.1 * angle.sin()];
        live.apply(&Edit::Drag { point }).expect("grabbed");
        live.step().expect("a sound step");
        largest = largest.max(live.simulation().record().numerical.abs());
    }
    live.apply(&Edit::Release).expect("grabbed");
    do_steps(live, (0.05 / dt).round() as usize);
    let record = *live.simulation().record();
    (largest.max(record.numerical.abs()), record)
}

#[test]
fn a_drag_injects_energy_and_the_conserving_schemes_close_the_books() {
    for name in ["energy-momentum", "fitted-energy-momentum"] {
        let mut live = live(name, 0.01);
        let (numerical, record) = dragged(&mut live);
        assert!(record.injected.abs() > 1.0, "{name}: the hand did {} J", record.injected);
        assert!(record.dissipated > 0.1, "{name}: its dashpots took {} J", record.dissipated);
        println!("{name}: {numerical:e} J of {} J injected", record.injected);
        // Newton's tolerance is 1e-8 of the energies at play, of which there are some ten joules, over 60 steps.
        assert!(numerical < 1e-6 * record.injected.abs(), "{name}: {numerical:e} of {} J", record.injected);
        let e = record.energy;
        assert!((e.kinetic + e.elastic + e.external + e.contact - e.total()).abs() < 1e-12);
    }
}

#[test]
fn a_drag_leaves_the_midpoint_rule_its_usual_error() {
    // Led along the same circle, the bar swings harder than by its weight alone; relative to what flows the error is the same.
    let mut plain = live("implicit-midpoint", 0.002);
    do_steps(&mut plain, 300);
    let swing = plain.simulation().record();
    let usual = swing.numerical.abs() / swing.energy.elastic.max(swing.energy.kinetic);
    let (error, record) = dragged(&mut live("implicit-midpoint", 0.002));
    let led = error / (record.injected.abs() + record.dissipated);
    println!("usual {usual:e}, led {led:e}");
    assert!(led < 2e-2, "{led} of the energy, {usual} without a hand");
}

#[test]
fn every_integrator_can_be_led_by_a_hand() {
    for entry in sinew::integrators::CATALOG {
        // Explicit schemes need small steps, those for warped or linear bodies refuse this one by themselves.
        let mut session = live(entry.name, 0.0005);
        if session.step().is_err() {
            continue;
        }
        let vertex = tip(&session);
        let point = place(&session, vertex);
        session.apply(&Edit::Grab { vertex, point }).expect("free");
        for k in 1..=10 {
            session
                .apply(&Edit::Drag { point: [point[0], point[1] + 0.001 * f64::from(k), point[2]] })
                .expect("grabbed");
            session.step().unwrap_or_else(|e| panic!("{}: {e}", entry.name));
        }
        assert!(place(&session, vertex)[1] > point[1], "{} does not follow", entry.name);
    }
}

#[test]
fn the_hand_is_sane_at_any_stiffness_and_distance() {
    for young in ["1e3", "1e9"] {
        let mut scene = Scene::from_str(BAR, ".").expect("valid");
        scene.apply_set(&format!("body.0.material.young={young}")).expect("valid");
        scene.apply_set("gravity=[0,0,0]").expect("valid");
        let mut session = Live::new(scene).expect("it can be built");
        let vertex = tip(&session);
        let from = place(&session, vertex);
        session.apply(&Edit::Grab { vertex, point: from }).expect("free");
        // A mouse that jumps across the room: the pull is that of half the bar's length at most.
        for side in [50.0, -50.0, 50.0] {
            session.apply(&Edit::Drag { point: [from[0], from[1] + side, from[2]] }).expect("grabbed");
            do_steps(&mut session, 10);
        }
        let reached = place(&session, vertex);
        let moved = (0..3).map(|c| (reached[c] - from[c]).powi(2)).sum::<f64>().sqrt();
        assert!(moved < 3.0, "{young} Pa: the tip went {moved} m away");
    }
}

#[test]
fn another_integrator_continues_the_ledger() {
    let mut session = live("backward-euler", 0.01);
    do_steps(&mut session, 10);
    let before = *session.simulation().record();
    assert!(before.numerical < 0.0, "backward Euler loses energy");
    session.apply(&Edit::Integrator { name: "energy-momentum".into() }).expect("known");
    assert_eq!(*session.simulation().record(), before);
    do_steps(&mut session, 20);
    let after = session.simulation().record();
    let jump = (after.numerical - before.numerical).abs();
    assert!(jump < 1e-6 * before.numerical.abs().max(1.0), "{} became {}", before.numerical, after.numerical);
}

#[test]
fn a_new_material_is_booked_as_injected() {
    let mut session = live("energy-momentum", 0.01);
    do_steps(&mut session, 10);
    let before = *session.simulation().record();
    let young = session.controls().iter().find(|c| c.key == "body.0.material.young").expect("a control").clone();
    assert_eq!((young.value, young.unit, young.log), (2e5, "Pa", true));
    session.apply(&Edit::Value { key: young.key, value: 4e5 }).expect("in range");
    let after = *session.simulation().record();
    // Twice the modulus, twice the elastic energy.
    assert!((after.energy.elastic - 2.0 * before.energy.elastic).abs() < 1e-9 * after.energy.elastic);
    let jump = after.injected - before.injected;
    assert!((jump - before.energy.elastic).abs() < 1e-9 * after.energy.elastic, "{jump}");
    assert_eq!(after.numerical, before.numerical);
    do_steps(&mut session, 10);
    let numerical = session.simulation().record().numerical;
    assert!((numerical - before.numerical).abs() < 1e-6, "{numerical}");
    assert_eq!(session.controls()[0].value, 4e5);
}

/// A session with every kind of edit.
fn eventful() -> Live {
    let mut session = live("fitted-energy-momentum", 0.01);
    do_steps(&mut session, 3);
    let vertex = tip(&session);
    let from = place(&session, vertex);
    session.apply(&Edit::Grab { vertex, point: from }).expect("free");
    for k in 1..8 {
        let side = 0.02 * f64::from(k);
        session.apply(&Edit::Drag { point: [9.0, 9.0, 9.0] }).expect("grabbed");
        session.apply(&Edit::Drag { point: [from[0], from[1] + side / 3.0, from[2] + side] }).expect("grabbed");
        do_steps(&mut session, 1);
    }
    session.apply(&Edit::Value { key: "body.0.material.young".into(), value: 1e5 / 3.0 }).expect("in range");
    session.apply(&Edit::Dt { seconds: 0.01 / 3.0 }).expect("positive");
    do_steps(&mut session, 5);
    session.apply(&Edit::Release).expect("grabbed");
    session.apply(&Edit::Value { key: "gravity".into(), value: 0.1 }).expect("in range");
    session.apply(&Edit::Integrator { name: "exprb42".into() }).expect("known");
    do_steps(&mut session, 5);
    session
}

fn bits(live: &Live) -> Vec<u64> {
    let (x, v) = live.simulation().all_vertices();
    let ledger = live.simulation().record();
    let numbers = [ledger.injected, ledger.dissipated, ledger.numerical, ledger.time];
    x.iter().chain(&v).chain(&numbers).map(|x| x.to_bits()).collect()
}

#[test]
fn a_replay_has_the_same_bits_for_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("events.json");
    let session = eventful();
    session.recording().write(&path).expect("written");
    // Of two drags before one step the last counts.
    assert_eq!(session.events().len(), 1 + 7 + 2 + 3);
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let again = pool.install(|| {
            let recording = Recording::read(&path).expect("what was written");
            let mut scene = Scene::from_str(&recording.text, ".").expect("the scene");
            scene.set_dt(0.01).expect("no change");
            let steps = recording.steps;
            let mut replay =
                Replay::new(Live::new(scene).expect("it can be built"), recording).expect("the same scene");
            (0..steps).for_each(|_| assert!(replay.step().is_ok()));
            bits(replay.live())
        });
        assert!(again == bits(&session), "{threads} threads");
    }
}

#[test]
fn a_fork_begins_at_the_present_state_and_can_be_replayed() {
    let session = eventful();
    let mut fork = session.forked(Some("energy-momentum")).expect("known");
    assert_eq!(fork.simulation().all_vertices(), session.simulation().all_vertices());
    let record = *fork.simulation().record();
    assert_eq!((record.step, record.injected), (0, 0.0));
    do_steps(&mut fork, 3);
    let text = serde_json::to_string(&fork.recording()).expect("json");
    let recording: Recording = serde_json::from_str(&text).expect("json");
    let scene = Scene::from_str(&recording.text, ".").expect("the scene");
    let mut replay = Replay::new(Live::new(scene).expect("it can be built"), recording).expect("the same scene");
    (0..3).for_each(|_| assert!(replay.step().is_ok()));
    assert!(bits(replay.live()) == bits(&fork));
}

#[test]
fn bad_edits_are_one_sentence_and_change_nothing() {
    let mut session = live("fitted-energy-momentum", 0.01);
    do_steps(&mut session, 2);
    let free = tip(&session);
    let pinned = session.view().held[0] as usize;
    let at = place(&session, free);
    let value = |key: &str, value| Edit::Value { key: key.into(), value };
    let bad = [
        (Edit::Integrator { name: "fitted-energy-momentun".into() }, "fitted-energy-momentum"),
        (Edit::Integrator { name: "x\ny".into() }, "integrator"),
        (Edit::Dt { seconds: f64::NAN }, "dt is NaN"),
        (Edit::Dt { seconds: -0.01 }, "positive"),
        (Edit::Dt { seconds: 0.0 }, "positive"),
        (Edit::Dt { seconds: f64::INFINITY }, "finite"),
        (Edit::Dt { seconds: 1e-300 }, "billionth"),
        (value("body.0.material.yuong", 1e6), "body.0.material.young"),
        (value("time.dt", 0.1), "no control"),
        (value("body.0.material.young", f64::NAN), "between"),
        (value("body.0.material.young", -1.0), "between"),
        (value("body.0.material.poisson", 0.5), "between"),
        (Edit::Grab { vertex: 100_000, point: at }, "no vertex 100000"),
        (Edit::Grab { vertex: usize::MAX, point: at }, "no vertex"),
        (Edit::Grab { vertex: pinned, point: at }, "pinned"),
        (Edit::Grab { vertex: free, point: [f64::NAN, 0.0, 0.0] }, "cannot be at"),
        (Edit::Grab { vertex: free, point: [1e300, 0.0, 0.0] }, "cannot be at"),
        (Edit::Drag { point: at }, "grab"),
        (Edit::Release, "grab"),
    ];
    let before = (bits(&session), session.scene().to_toml(), session.controls().to_vec());
    for (edit, says) in bad {
        let problem = session.apply(&edit).expect_err(&format!("{edit:?}")).to_string();
        assert!(problem.contains(says), "{edit:?}: {problem}");
        assert!(!problem.contains('\n') && problem.len() < 700, "{problem}");
        let after = (bits(&session), session.scene().to_toml(), session.controls().to_vec());
        assert!(after == before && session.events().is_empty(), "{edit:?} left a trace");
    }
    do_steps(&mut session, 1);
    let mut plain = live("fitted-energy-momentum", 0.01);
    do_steps(&mut plain, 3);
    assert!(bits(&plain) == bits(&session));
}

#[test]
fn every_shipped_scene_has_controls_whose_values_are_in_range() {
    for scene in sinew::scene::shipped::CATALOG.iter().filter(|s| s.folder == "basics" || s.folder == "battery") {
        let session = Live::new(Scene::from_shipped(scene.name).expect("shipped")).expect("it can be built");
        assert!(session.controls().len() > 1, "{} has nothing to turn", scene.name);
        for c in session.controls() {
            assert!(c.low <= c.value && c.value <= c.high && c.low < c.high, "{}: {c:?}", scene.name);
        }
    }
}
