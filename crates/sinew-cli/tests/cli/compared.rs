//! Integrators beside each other, and figures of papers made again.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Place, ROPE};

#[test]
fn a_comparison_measures_orders_and_shows_failures() {
    let place = Place::new();
    // Forward Euler cannot do this stiffness; the failure is a row, not an end.
    let (out, _) = place.expect(
        0,
        "compare rope.toml --integrators backward-euler,semi-implicit,forward-euler --dt 0.02,0.01 --duration 1 \
         --reference backward-euler:0.0025 --set body.0.springs.stiffness=[1e5,1e5] --out all",
    );
    assert!(out.contains("failed: step"), "{out}");
    let csv = fs::read_to_string(place.path("all/compare.csv")).expect("a table");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 7);
    let columns = lines[0].split(',').count();
    assert!(lines[1..5].iter().all(|l| l.contains(",completed,") && l.split(',').count() == columns), "{csv}");
    assert!(lines[5..].iter().all(|l| l.contains(",failed,")), "{csv}");
    assert!(place.path("all/compare.html").is_file() && place.path("all/error-cost.svg").is_file());

    place.expect(0, "compare rope.toml --integrators backward-euler,newmark --dt 0.005,0.0025 --out smooth");
    let csv = fs::read_to_string(place.path("smooth/compare.csv")).expect("a table");
    let order = |line: usize| {
        let cell = csv.lines().nth(line).and_then(|l| l.split(',').nth(7)).expect("a cell");
        cell.parse::<f64>().expect("an order")
    };
    assert!((0.85..1.15).contains(&order(2)), "{csv}");
    assert!((1.85..2.15).contains(&order(4)), "{csv}");
}

#[test]
fn a_set_is_compared_scene_by_scene() {
    let place = Place::new();
    let (out, _) = place.expect(0, "compare battery --quick --integrators backward-euler,bdf2,rk4,ceti --out all");
    for word in ["cube-stiff", "beam-soft", "spring", "backward-euler", "set.md"] {
        assert!(out.contains(word), "{word} in {out}");
    }
    let csv = fs::read_to_string(place.path("all/set.csv")).expect("a table");
    assert_eq!(csv.lines().count(), 1 + 10 * 4, "{csv}");
    let of = |word: &str| csv.lines().filter(|l| l.contains(word)).count();
    // Stiff scenes are beyond an explicit scheme, and ceti is for warped tets alone; both are rows, not ends.
    assert_eq!((of(",bdf2,completed,"), of(",backward-euler,completed,")), (10, 10), "{csv}");
    assert_eq!((of(",rk4,diverged,"), of(",ceti,not possible,")), (10, 10), "{csv}");
    let names: Vec<_> = fs::read_dir(place.path("all")).expect("a folder").collect();
    assert_eq!(names.len(), 4, "{names:?}");
    place.expect(2, "compare battery --quick --integrators bdf2 --out all");
    // A folder of one's own; where nothing at all could be done, the status says so and the reasons are kept.
    fs::create_dir(place.path("mine")).expect("made");
    fs::write(place.path("mine/rope.toml"), ROPE.replace("1e3, 1e3", "1e9, 1e9")).expect("written");
    let (out, err) = place.expect(3, "compare mine --integrators rk4 --quiet");
    assert!(out.is_empty() && err.contains("every run failed"), "{out} {err}");
    assert!(place.path("runs/compare-mine/set.csv").is_file());
}

#[test]
fn a_figure_of_a_paper_is_made_again() {
    let place = Place::new();
    let (out, _) = place.expect(0, "reproduce");
    assert!(out.contains("eti/strain") && out.contains("siere/table2"), "{out}");
    let (_, err) = place.expect(2, "reproduce eti/strein");
    assert!(err.contains("eti/strain"), "{err}");
    let (out, _) = place.expect(0, "reproduce eti/strain --quick --threads 1 --out strain");
    for word in ["constant cost of neti", "a ratio of", "fastest there is", "260 at 0.1 %"] {
        assert!(out.contains(word), "{word} in {out}");
    }
    // Two scenes at two stiffnesses with eight integrators; backward Euler needs no smaller step than the paper's.
    let csv = fs::read_to_string(place.path("strain/strain.csv")).expect("a table");
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 8, "{csv}");
    assert_eq!(csv.lines().filter(|l| l.contains(",backward-euler,1.00e-3,")).count(), 4, "{csv}");
    for scene in ["aluminium-foil", "stiff-rope"] {
        let svg = fs::read_to_string(place.path("strain").join(format!("{scene}.svg"))).expect("a plot");
        assert!(svg.starts_with("<svg") && svg.contains("exprb42") && !svg.contains("NaN"), "{svg}");
    }
    place.expect(2, "reproduce eti/strain --quick --out strain");
}

#[cfg(unix)]
#[test]
fn an_interrupted_set_keeps_the_scenes_that_were_done() {
    let place = Place::new();
    fs::create_dir(place.path("mine")).expect("made");
    fs::write(place.path("mine/a.toml"), ROPE).expect("written");
    fs::write(place.path("mine/b.toml"), ROPE.replace("duration = 0.1", "duration = 1e6")).expect("written");
    let child = place
        .command("compare mine --integrators newmark,bdf2 --out results")
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let clock = Instant::now();
    while !place.path("results/overview.svg").is_file() {
        assert!(clock.elapsed() < Duration::from_secs(60), "the first scene does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("after 1 of 2 scenes"), "{message}");
    let csv = fs::read_to_string(place.path("results/set.csv")).expect("a table");
    assert!(csv.lines().count() == 3 && csv.lines().skip(1).all(|l| l.starts_with("a,")), "{csv}");
}
