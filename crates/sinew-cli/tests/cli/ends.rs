//! Runs that end early: they diverge, reach a limit, are interrupted.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Place, rows};

#[test]
fn a_diverging_run_names_the_place_and_keeps_its_files() {
    let place = Place::new();
    let (_, err) = place.expect(
        3,
        "run rope.toml --integrator forward-euler --set body.0.springs.stiffness=[1e9,1e9] --duration 10 --out bad",
    );
    assert!(err.contains("step ") && err.contains("t = ") && err.contains("vertex "), "{err}");
    let summary = place.summary("bad");
    assert_eq!(summary["status"], "diverged");
    let steps = summary["steps"].as_u64().expect("a number") as usize;
    let rows = rows(&place.path("bad/energies.csv"));
    assert_eq!(rows.len(), steps + 1);
    assert!(rows.iter().flatten().all(|x| x.is_finite()));
    assert!(place.path("bad/report.html").is_file() && place.path("bad/final_state.npz").is_file());
}

#[test]
fn a_limit_ends_the_run_with_its_own_status() {
    let place = Place::new();
    place.expect(5, "run rope.toml --dt 1e-5 --duration 1000 --max-seconds 0.2 --out long");
    assert_eq!(place.summary("long")["status"], "limit");
}

/// A block of 60 000 vertices, so stiff for its step that the matrix is factorized: a first step of minutes.
const BLOCK: &str = r#"
gravity = [0.0, 0.0, -9.81]
[time]
dt = 0.01
duration = 0.1
[integrator]
name = "fitted-energy-momentum"
[[body]]
name = "block"
shape = { kind = "block", size = [1.0, 1.0, 1.0], cells = [38, 38, 38], split = 5 }
material = { model = "corotated", young = 1e8, poisson = 0.3, density = 1000.0 }
pin = [{ box = [[-1e-6, -1.0, -1.0], [1e-6, 2.0, 2.0]] }]
"#;

#[test]
fn a_limit_ends_a_long_step_under_way() {
    let place = Place::new();
    fs::write(place.path("block.toml"), BLOCK).expect("written");
    let (_, err) = place.expect(5, "run block.toml --max-seconds 1 --threads 1 --out long");
    assert!(err.contains("after 0 of 10 steps"), "{err}");
    // A step that does not obey is left behind after a while, by another message and without a summary.
    assert_eq!((&place.summary("long")["status"], &place.summary("long")["steps"]), (&"limit".into(), &0.into()));
    assert!(place.path("long/final_state.npz").is_file() && place.path("long/report.html").is_file());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_recorded() {
    let place = Place::new();
    let child = place
        .command("run rope.toml --dt 1e-5 --duration 1000 --out long")
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let csv = place.path("long/energies.csv");
    let clock = Instant::now();
    while fs::read_to_string(&csv).map_or(0, |t| t.lines().count()) < 5 {
        assert!(clock.elapsed() < Duration::from_secs(60), "the run does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted after"));
    let summary = place.summary("long");
    assert_eq!(summary["status"], "interrupted");
    let steps = summary["steps"].as_u64().expect("a number") as usize;
    assert_eq!(rows(&csv).len(), steps + 1);
    assert!(place.path("long/final_state.npz").is_file() && place.path("long/report.html").is_file());
}
