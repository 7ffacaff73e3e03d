//! The program as people use it: exit status, messages, files.

mod compared;
mod ends;
mod meshes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
