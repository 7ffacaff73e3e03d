//! The program as people use it: exit status, messages, files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A short rope of springs that swings from one end.
const ROPE: &str = r#"
title = "Rope"
gravity = [0.0, 0.0, -9.81]
[time]
dt = 0.01
duration = 0.1
[integrator]
name = "newmark"
[[body]]
name = "rope"
springs = { positions = [[0, 0, 0], [1, 0, 0], [2, 0, 0]], masses = [1.0, 1.0, 1.0], edges = [[0, 1], [1, 2]], stiffness = [1e3, 1e3], rest = [1.0, 1.0] }
pin = [{ vertices = [0] }]
"#;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// A folder with `rope.toml`.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("rope.toml"), ROPE).expect("written");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace());
        command
    }

    fn sinew(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    /// Runs it, expects a status, and returns stdout and stderr.
    fn expect(&self, status: i32, arguments: &str) -> (String, String) {
        let output = self.sinew(arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "sinew {arguments}\n{out}\n{err}");
        if status != 0 {
            let last = err.lines().last().unwrap_or_default();
            assert!(last.starts_with("sinew: "), "{err}");
            assert!(!err.contains("panicked") && !err.contains("backtrace"), "{err}");
        }
        (out, err)
    }

    fn summary(&self, run: &str) -> serde_json::Value {
        let text = fs::read_to_string(self.path(run).join("summary.json")).expect("a summary");
        serde_json::from_str(&text).expect("JSON")
    }
}

fn rows(path: &Path) -> Vec<Vec<f64>> {
    let text = fs::read_to_string(path).expect("a table");
    text.lines().skip(1).map(|l| l.split(',').map(|x| x.parse().expect("a number")).collect()).collect()
}

#[test]
fn a_run_completes_and_leaves_its_files() {
    let place = Place::new();
    let (out, _) = place.expect(0, "run rope.toml --threads 1");
    for word in ["completed", "energy error", "factorizations", "report.html"] {
        assert!(out.contains(word), "{word} in {out}");
    }
    let run = place.path("runs/rope-newmark");
    for name in ["scene.toml", "energies.csv", "summary.json", "final_state.npz", "trajectory.npz", "report.html"] {
        assert!(run.join(name).is_file(), "{name}");
    }
    let header = fs::read_to_string(run.join("energies.csv")).expect("a table");
    assert_eq!(
        header.lines().next(),
        Some("step,time,kinetic,elastic,external,contact,total,dissipated,injected,numerical,px,py,pz,lx,ly,lz")
    );
    let rows = rows(&run.join("energies.csv"));
    assert_eq!(rows.len(), 11);
    let scale = rows.iter().map(|r| r[2] + r[3]).fold(1e-300, f64::max);
    for r in &rows {
        assert!((r[6] - rows[0][6] - (r[8] - r[7] + r[9])).abs() < 1e-12 * scale);
    }
    let summary = place.summary("runs/rope-newmark");
    assert_eq!(summary["status"], "completed");
    assert_eq!((&summary["vertices"], &summary["elements"], &summary["dofs"]), (&3.into(), &2.into(), &6.into()));

    // The report stands alone: nothing is loaded from anywhere.
    let report = fs::read_to_string(run.join("report.html")).expect("a page");
    let report = report.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "<script", "<link", "url("] {
        assert!(!report.contains(word), "{word}");
    }
    assert!(report.contains("data:image/png;base64,"));

    // The same folder is not overwritten unless that is asked for.
    let (_, err) = place.expect(2, "run rope.toml");
    assert!(err.contains("--force"), "{err}");
    let (out, err) = place.expect(0, "run rope.toml --force --quiet");
    assert_eq!((out.as_str(), err.as_str()), ("", ""));
}

#[test]
fn options_reach_the_run() {
    let place = Place::new();
    let set = "--set body.0.pin=[] --set output.formats=[\"vtu\"] --set output.fps=100";
    place.expect(0, &format!("run rope.toml --integrator backward-euler --dt 0.02 --duration 0.04 --out here {set}"));
    let summary = place.summary("here");
    assert_eq!((&summary["integrator"], &summary["steps"]), (&"backward-euler".into(), &2.into()));
    assert_eq!((&summary["dofs"], &summary["dt"]), (&9.into(), &0.02.into()));
    // 0.04 s at 100 frames a second, with steps of 0.02 s.
    assert_eq!(fs::read_dir(place.path("here/frames")).expect("frames").count(), 5);
    assert!(place.path("here/frames.pvd").is_file());
}

/// A sheet that falls on a floor no scheme can follow: substeps are handed over one by one, 28 in 9 steps.
const HARD_FLOOR: &str = r#"
gravity = [0.0, 0.0, -9.81]
[time]
dt = 0.0333333333333
duration = 0.3
[[body]]
shape = { kind = "sheet", size = [1, 1], cells = [8, 8] }
translate = [-0.5, 0, 0.4]
springs = { from = "sheet", edge = 1e3, bending = 1, density = 0.2 }
[[contact]]
kind = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
stiffness = 1e300
"#;

#[test]
fn no_more_steps_fall_back_than_were_done() {
    let place = Place::new();
    fs::write(place.path("floor.toml"), HARD_FLOOR).expect("written");
    let (out, _) = place.expect(0, "run floor.toml --out back");
    let summary = place.summary("back");
    let (fallbacks, steps) =
        (summary["fallback_steps"].as_u64().expect("a number"), summary["steps"].as_u64().expect("a number"));
    assert!(fallbacks > 0 && fallbacks <= steps, "{summary}");
    assert!(out.contains(&format!("{fallbacks} of {steps} steps were beyond the limit")), "{out}");
}

#[test]
fn short_times_are_told_as_powers_of_ten() {
    let place = Place::new();
    let (out, _) = place.expect(0, "run rope.toml --dt 4e-15 --duration 4e-14 --out short");
    assert!(out.contains("10 steps of 4e-15 s") && out.contains("4e-14 s simulated"), "{out}");
    let (out, _) = place.expect(0, "check rope.toml --set time.dt=4e-15 --set time.duration=4e-14");
    assert!(out.contains("steps of 4e-15 s"), "{out}");
}

#[test]
fn a_folder_of_the_same_name_does_not_hide_a_scene() {
    let place = Place::new();
    fs::create_dir(place.path("swinging-rope")).expect("made");
    place.expect(0, "check swinging-rope");
    place.expect(2, "check .");
}

#[test]
fn a_run_is_exported_again_at_another_rate() {
    let place = Place::new();
    place.expect(0, "run rope.toml --out here --set output.fps=50 --set output.formats=[\"npz\"]");
    let frames = fs::read(place.path("here/frames.npz")).expect("frames");
    // At the rate of the run the export is what the run itself wrote, to the bit.
    let (_, err) = place.expect(2, "export here --to npz");
    assert!(err.contains("frames.npz exists already") && err.contains("--force"), "{err}");
    let (out, err) = place.expect(0, "export here --to npz,ply --force");
    assert!(out.contains("6 frames at 50 a second"), "{out}");
    assert!(err.contains("ply: no body has a surface"), "{err}");
    assert_eq!(fs::read(place.path("here/frames.npz")).expect("frames"), frames);
    // Twice the rate goes elsewhere, and nothing but the file is left there.
    place.expect(0, "export here --to usda --fps 100 --out there --quiet");
    let text = fs::read_to_string(place.path("there/animation.usda")).expect("a file");
    assert!(text.contains("endTimeCode = 10\n") && text.contains("timeCodesPerSecond = 100\n"));
    assert_eq!(fs::read_dir(place.path("there")).expect("a folder").count(), 1);
    let (_, err) = place.expect(2, "export here --to npz --fps 1e12 --out many");
    assert!(err.contains("--fps") && err.contains("limit"), "{err}");
    // The scene moved on to another folder still builds; without its motion it cannot be exported.
    place.expect(0, "run rope.toml --no-trajectory --out bare");
    let (_, err) = place.expect(2, "export bare --to usda");
    assert!(err.contains("no trajectory.npz"), "{err}");
}

/// A rope that falls on a mesh beside the scene: the stored scene has to find it from another folder.
#[test]
fn a_run_with_an_obstacle_from_a_file_is_exported_and_run_again() {
    let place = Place::new();
    fs::create_dir(place.path("scenes")).expect("a folder");
    let tet = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    fs::write(place.path("scenes/tet.obj"), tet).expect("written");
    let contact = "[[contact]]\nkind = \"mesh\"\nfile = \"tet.obj\"\ntranslate = [0, 0, -9]\nstiffness = 1e3\n";
    fs::write(place.path("scenes/fall.toml"), format!("{ROPE}{contact}")).expect("written");
    place.expect(0, "run scenes/fall.toml --out here");
    place.expect(0, "export here --to npz");
    place.expect(0, "run here/scene.toml --out again");
    assert_eq!(rows(&place.path("here/energies.csv")), rows(&place.path("again/energies.csv")));
}

#[test]
fn bad_input_gets_one_sentence_and_writes_nothing() {
    let place = Place::new();
    fs::write(place.path("broken.toml"), "title = \n").expect("written");
    fs::write(place.path("slip.toml"), ROPE.replace("gravity", "gravty")).expect("written");
    let cases = [
        ("run broken.toml", "line 1"),
        ("run slip.toml", "gravity"),
        ("run rope.toml --integrator newmrk", "newmark"),
        ("run rope.toml --dt -1", "positive"),
        ("run rope.toml --dt nan", "positive"),
        ("run rope.toml --set body.0.springs.stifness=[1]", "stiffness"),
        ("run rope.toml --integratr newmark", "--integrator"),
        ("run nowhere.toml", "nowhere.toml"),
        ("run beam-smal", "beam-small"),
        ("run rope.toml --threads 0", "threads"),
        ("compare rope.toml --integrators newmark,rk5", "rk4"),
        ("compare rope.toml --integrators newmark --dt 0.03", "divide"),
        ("compare rope.toml --integrators newmark --reference rk4", "NAME:DT"),
        ("compare rope.toml", "--integrators"),
        ("compare rope.toml --integrators newmark --quick", "set of scenes"),
        ("compare batery", "battery"),
        ("compare battery-cub --integrators bdf2", "battery-cube"),
        ("compare battery --integrators newmrk", "newmark"),
        ("compare battery --dt 0.01", "--dt goes with one scene"),
        ("compare battery --max-seconds 0", "positive"),
        ("list integrator", "integrators"),
        ("mesh generate blok a.msh", "block"),
        ("mesh generate block a.msh --set siz=[1,1,1]", "size"),
        ("mesh generate block a.msh --set cells=2", "shape block: cells: expected an array"),
        ("mesh generate block a.msh --set cells=[1.5,1,1]", "shape block: cells.0: expected a whole number"),
        ("mesh generate tree a.msh --set seed=-1", "shape tree: seed: -1 is out of range"),
        ("mesh generate coil a.msh --set turns=1e9", "`turns` is 1000000000; it must be at most 462962"),
        ("mesh generate coil a.msh --set turns=0", "`turns` is 0; it must be a finite number greater than 0"),
        ("mesh generate dome a.msh --set opening=0", "between 0 and 90 degrees"),
        ("mesh generate molecule a.msh --set atoms=4000000000", "ask for fewer `atoms`"),
        ("mesh generate tree a.msh --set spacing=1e-6", "ask for a larger `spacing`"),
        ("run xyzzy", "`sinew list scenes` shows all"),
        ("mesh info rope.toml", "rope.toml"),
        ("check slip.toml", "gravity"),
        ("export . --to usda", "scene.toml"),
        ("export nowhere --to usda", "not a folder that `sinew run` wrote"),
        ("export . --to usd,glb", "did you mean `usda`"),
        ("export .", "--to"),
        ("frobnicate", "frobnicate"),
    ];
    for (arguments, word) in cases {
        let (out, err) = place.expect(2, arguments);
        assert_eq!(out, "", "{arguments}");
        assert_eq!(err.lines().count(), 1, "{arguments}: {err}");
        assert!(err.contains(word), "{arguments}: {err}");
    }
    let names: Vec<_> = fs::read_dir(place.folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

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

#[test]
fn lists_and_the_schema_are_json() {
    let place = Place::new();
    for what in ["integrators", "materials", "shapes", "scenes", "outputs"] {
        let (text, _) = place.expect(0, &format!("list {what}"));
        let (json, _) = place.expect(0, &format!("list {what} --json"));
        let rows: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let rows = rows.as_array().expect("an array");
        assert!(!rows.is_empty() && rows.len() == text.lines().count());
        assert!(rows.iter().all(|r| r["name"].is_string() && r["summary"].is_string()));
    }
    let (schema, _) = place.expect(0, "schema");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    assert!(schema["properties"]["body"].is_object());
}

#[test]
fn meshes_are_made_converted_and_checked() {
    let place = Place::new();
    let (out, _) = place.expect(0, "mesh generate block beam.msh --set size=[1,0.25,0.25] --set cells=[4,1,1]");
    assert!(out.contains("20 tets"), "{out}");
    place.expect(2, "mesh generate block beam.msh --set size=[1,0.25,0.25] --set cells=[4,1,1]");
    place.expect(0, "mesh convert beam.msh beam.vtu --scale 2");
    let (out, _) = place.expect(0, "mesh info beam.vtu --json");
    let info: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(info["tets"], 20);
    assert!((info["volume"].as_f64().expect("a number") - 0.5).abs() < 1e-12);
    place.expect(0, "check beam.msh");
    let (out, _) = place.expect(0, "mesh generate --list");
    assert!(out.contains("torus: ") && out.contains("tube_radius="), "{out}");
    let (out, _) = place.expect(0, "mesh generate torus ring.obj");
    assert!(out.contains("the surface alone, without the ") && !out.contains(" 0 triangles"), "{out}");
    let (out, _) = place.expect(0, "mesh tetrahedralize ring.obj ring.msh --size 0.1");
    assert!(out.contains("tets, volume") && out.contains("degrees"), "{out}");
    for to in ["ring.stl", "ring.ply"] {
        let (out, _) = place.expect(0, &format!("mesh convert ring.msh {to}"));
        assert!(out.contains("the surface alone, without the "), "{out}");
    }
    let (out, _) = place.expect(0, "mesh tetrahedralize ring.obj filled.obj --size 0.1");
    assert!(out.contains("the surface alone, without the ") && !out.contains("volume"), "{out}");
    let (info, _) = place.expect(0, "mesh info filled.obj --json");
    let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
    assert!(out.contains(&format!(" {} vertices, {} triangles", info["vertices"], info["triangles"])), "{out}");
    place.expect(2, "mesh tetrahedralize ring.obj ring.msh --size 0.1");
    for size in ["0", "1e-9", "9"] {
        let (_, message) = place.expect(2, &format!("mesh tetrahedralize ring.obj other.msh --size {size}"));
        assert!(message.contains("ring.obj: ") && message.contains("size"), "{message}");
    }
    let (out, _) = place.expect(0, "check rope.toml");
    assert!(out.contains("usable") && out.contains("rad/s"), "{out}");
}

#[test]
fn strands_are_looked_over_and_not_converted() {
    let place = Place::new();
    // Two strands of one segment each: 1 m and 2 m long, 1 mm and 2 mm thick at the roots and 1 mm at the tips.
    let mut data = b"HAIR".to_vec();
    [2u32, 4, 1 | 2 | 4, 1].iter().for_each(|n| data.extend(n.to_le_bytes()));
    data.resize(128, 0);
    [1u16, 1].iter().for_each(|n| data.extend(n.to_le_bytes()));
    let points = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 2.0, 1.0]];
    points.as_flattened().iter().for_each(|x| data.extend(x.to_le_bytes()));
    [1e-3f32, 1e-3, 2e-3, 1e-3].iter().for_each(|d| data.extend(d.to_le_bytes()));
    fs::write(place.path("two.hair"), &data).expect("written");
    for command in ["mesh info two.hair", "check two.hair"] {
        let (out, _) = place.expect(0, command);
        for words in
            ["2 strands, 4 points, 1 to 1 segments", "length    1.00 to 2.00 m", "thickness 0.00100 to 0.00200 m"]
        {
            assert!(out.contains(words), "{out}");
        }
    }
    let (json, _) = place.expect(0, "mesh info two.hair --json");
    let info: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&info["strands"], &info["length"][1]), (&2.into(), &2.0.into()));
    let (_, err) = place.expect(2, "mesh convert two.hair two.obj");
    assert!(err.contains("two.hair") && err.contains("`fibres.file`"), "{err}");
    // A thickness of zero is none.
    data.truncate(data.len() - 4);
    data.extend(0.0f32.to_le_bytes());
    fs::write(place.path("two.hair"), &data).expect("written");
    assert!(place.expect(0, "mesh info two.hair").0.contains("not positive everywhere"));
    let scene = "[time]\ndt = 0.01\nsteps = 1\n[[body]]\nfibres = { file = 'two.hair', young = 1e9, torsion = 1e9, density = 1e3 }\n";
    fs::write(place.path("hair.toml"), scene).expect("written");
    let (_, err) = place.expect(2, "check hair.toml");
    assert!(err.contains("two.hair has no thickness that is above 0 everywhere"), "{err}");
    let (_, err) = place.expect(2, "check hair.toml --set body.0.fibres.segments=1000000000");
    assert!(err.contains("body.0.fibres.segments") && err.contains("limit"), "{err}");
}

#[test]
fn the_functions_of_a_step_are_measured() {
    let place = Place::new();
    let tiny = "bench functions --sizes 48 --young 1e6 --tolerance 1e-3,1e-6";
    let (json, _) = place.expect(0, &format!("{tiny} --damped --json"));
    let all: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let beam = &all["beams"][0];
    assert_eq!(beam["unknowns"], 48);
    for engine in ["shift-invert", "adaptive-krylov", "chebyshev", "lanczos", "auto"] {
        let rows: Vec<_> = beam["engines"].as_array().expect("rows").iter().filter(|r| r["engine"] == engine).collect();
        assert_eq!(rows.len(), 2, "{json}");
        for row in rows {
            let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} of {row}"));
            assert!(number("error") < 10.0 * number("tolerance") && number("time_in_products") > 0.0, "{row}");
        }
    }
    assert!(beam["exprb42"]["semi_implicit_steps"].as_f64().is_some_and(|s| s > 0.0), "{json}");

    let ratios = beam["auto_over_bound"].as_array().expect("one per tolerance");
    assert!(ratios.len() == 2 && ratios.iter().all(|r| r.as_f64().is_some_and(|r| r <= 1.0)), "{ratios:?}");

    let (text, _) = place.expect(0, tiny);
    assert!(text.contains("adaptive-krylov") && text.contains("exprb42") && text.contains("best + factor"), "{text}");
    place.expect(2, "bench functions --tolerance 1e-14");
    place.expect(2, "bench functions --sizes 0");
}

#[test]
fn scenes_of_papers_run_with_the_integrator_of_their_paper() {
    let place = Place::new();
    place.expect(0, "run wobbling-block --integrator paper --duration 0.02 --out block");
    assert_eq!(place.summary("block")["integrator"], "epirk4s3");
    place.expect(0, "run toothbrush --quick --integrator paper --set time.steps=2 --out brush");
    let summary = place.summary("brush");
    assert_eq!((&summary["integrator"], summary["dt"].as_f64()), (&"exprb42".into(), Some(2e-5)), "{summary}");

    // What is from no paper is left out, what has the paper's scheme already keeps its options.
    let table = "bench first-steps --steps 1 --threads 1 --out table.md --scenes demo,fermi-pasta-ulam,wobbling-block";
    let (out, _) = place.expect(0, &format!("{table} --integrator paper --set time.dt=0.005"));
    let rows: Vec<_> = out.lines().filter(|line| line.contains("5e-3")).collect();
    assert!(rows.len() == 2 && rows[0].contains(" eti ") && rows[1].contains(" epirk4s3 "), "{out}");
    let written = fs::read_to_string(place.path("table.md")).expect("a table");
    assert_eq!(written.lines().count(), 4, "{written}");
    let (_, err) = place.expect(2, "bench first-steps --scenes fermi-pasta-ulam --integrator papre");
    assert!(err.contains("papre"), "{err}");
}

#[test]
fn a_recorded_session_is_replayed() {
    let place = Place::new();
    place.expect(0, "run rope.toml --out plain --quiet");
    let text = sinew::scene::Scene::from_file(place.path("rope.toml")).expect("the scene").to_stored_toml();
    let events = serde_json::json!([
        { "step": 2, "edit": { "edit": "grab", "vertex": 2, "point": [2.0, 0.0, 0.0] } },
        { "step": 3, "edit": { "edit": "drag", "point": [2.0, 0.3, 0.0] } },
        { "step": 5, "edit": { "edit": "release" } },
    ]);
    let recording = serde_json::json!({ "scene": "rope", "text": text, "steps": 8, "events": events });
    fs::write(place.path("events.json"), recording.to_string()).expect("written");
    let (_, err) = place.expect(0, "run rope.toml --replay events.json --out led");
    assert!(!err.contains("note"), "{err}");
    let rows = |folder: &str| fs::read_to_string(place.path(folder).join("energies.csv")).expect("energies.csv");
    let (plain, led) = (rows("plain"), rows("led"));
    assert_eq!(led.lines().count(), 1 + 1 + 8);
    assert_eq!(plain.lines().nth(3), led.lines().nth(3), "before the hand nothing differs");
    assert_ne!(plain.lines().nth(6), led.lines().nth(6));
    let (_, err) = place.expect(0, "run rope.toml --replay events.json --dt 0.005 --out other");
    assert!(err.contains("note: the recording was made with another scene"), "{err}");
    place.expect(2, "run rope.toml --replay missing.json --out none");
    fs::write(place.path("events.json"), recording.to_string().replace("drag", "drug")).expect("written");
    let (_, err) = place.expect(2, "run rope.toml --replay events.json --out none");
    assert!(err.contains("drug"), "{err}");
    assert!(!place.path("none").exists());
}
