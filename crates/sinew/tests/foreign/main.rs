//! What other programs read: one small scene with a skin, a spring net and obstacles, written in every format of the catalog and read
//! by the libraries of others, frame by frame, against `frames.npz`. The scripts beside this file do the reading.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sinew::mesh::shapes::{Block, Shape};
use sinew::output::frames::FrameSettings;
use sinew::output::{CATALOG, RunFolder};
use sinew::recorder::{Recorder, RunInfo, Status};
use sinew::scene::Scene;

/// A jelly block with a finer skin falls onto a plane, a net of springs hangs beside it and a ball passes by.
const SCENE: &str = r#"
title = "A block, a \"net\" and a ball"
gravity = [0.0, 0.0, -9.81]
[time]
dt = 0.008
steps = 40
[[body]]
name = "jelly block"
shape = { kind = "block", size = [0.4, 0.3, 0.2], cells = [4, 3, 2] }
translate = [-0.2, -0.15, 0.1]
material = { model = "stable-neo-hookean", young = 2e4, poisson = 0.4, density = 1000.0 }
skin = { file = "skin.obj" }
velocity = { angular = [0.0, 0.0, 3.0] }
[[body]]
name = "net"
springs = { positions = POSITIONS, masses = 0.01, edges = EDGES, stiffness = 200.0, rest = 0.1 }
pin = [{ vertices = [0, 16] }]
[[contact]]
kind = "plane"
point = [0.0, 0.0, 0.0]
normal = [0.0, 0.0, 1.0]
stiffness = 1e4
[[contact]]
kind = "sphere"
center = [0.6, 0.1, 0.1]
radius = 0.1
stiffness = 1e4
motion = { kind = "translate", velocity = [0.5, 0.0, 0.0] }
[output]
formats = FORMATS
fps = 50
"#;

fn scene(folder: &Path) -> Scene {
    let skin = Shape::Block(Block { size: [0.42, 0.31, 0.2], cells: [9, 7, 5], split: 5 }).build().expect("a block");
    sinew::mesh::write(folder.join("skin.obj"), &skin).expect("written");
    // A net of 5 x 4 knots, 0.1 m apart.
    let (mut positions, mut edges) = (Vec::new(), Vec::new());
    for i in 0..5u32 {
        for j in 0..4u32 {
            positions.push([0.5 + 0.1 * f64::from(i), 0.3, 0.6 - 0.1 * f64::from(j)]);
            let k = 4 * i + j;
            edges.extend((j < 3).then_some([k, k + 1]));
            edges.extend((i < 4).then_some([k, k + 4]));
        }
    }
    let formats: Vec<&str> = CATALOG.iter().map(|e| e.name).collect();
    let text = SCENE
        .replace("POSITIONS", &format!("{positions:?}"))
        .replace("EDGES", &format!("{edges:?}"))
        .replace("FORMATS", &format!("{formats:?}"));
    Scene::from_str(&text, folder).expect("a sound scene")
}

/// Runs the scene with all formats; the folder of the run.
fn run(folder: &Path) -> PathBuf {
    let scene = scene(folder);
    let built = scene.build().expect("a sound scene");
    assert!(built.warnings.iter().any(|w| w.contains("outside the tets")), "{:?}", built.warnings);
    let mut simulation = built.simulation;
    let info = RunInfo {
        scene: "foreign".to_owned(),
        title: built.title,
        text: scene.to_toml(),
        stored: scene.to_stored_toml(),
        view: built.view,
        frames: FrameSettings::new(&built.output.formats, built.output.fps, true).expect("known formats"),
        warnings: built.warnings,
    };
    let out = folder.join("run");
    let mut recorder = Recorder::new(&out, false, info, &simulation).expect("a new folder");
    for _ in 0..built.steps {
        simulation.step().expect("stable");
        recorder.record(&simulation).expect("written");
    }
    let summary = recorder.finish(&simulation, Status::Completed, "done").expect("written");
    assert_eq!(summary.notes, Vec::<String>::new());
    out
}

/// The interpreter with the readers, or none with a word about it.
fn python() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies two folders deep");
    let python = root.join("target/tools/python/bin/python");
    if python.exists() {
        return Some(python);
    }
    let sentence = "the foreign readers are not installed, so that nothing was read: run scripts/tools.sh once";
    assert!(std::env::var("SINEW_TOOLS").as_deref() != Ok("required"), "{sentence}");
    println!("{sentence}");
    None
}

#[test]
fn other_programs_read_what_was_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = run(folder.path());
    let mut again = RunFolder::open(&out).expect("a run");
    assert_eq!((again.scene.name(), again.trajectory.frames(), again.records.len()), ("foreign", 17, 41));
    let n = 3 * again.trajectory.vertices();
    let (mut x, mut v) = (vec![0.0; n], vec![0.0; n]);
    again.trajectory.read(0, &mut x, &mut v).expect("read");
    assert_eq!((x, v), again.built.simulation.all_vertices(), "the stored scene starts where the run did");

    let Some(python) = python() else { return };
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
    for entry in CATALOG.iter().filter(|e| e.name != "png") {
        let script = scripts.join(format!("{}.py", entry.name));
        assert!(script.exists(), "{} has no reader", entry.name);
        let output = Command::new(&python).args(["-B".as_ref(), script.as_os_str(), out.as_os_str()]).output();
        let output = output.expect("python starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        print!("{}", text(&output.stdout));
        assert!(output.status.success(), "{}: {}", entry.name, text(&output.stderr));
    }
}

#[test]
fn what_breaks_off_leaves_nothing_that_looks_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let scene = scene(folder.path());
    let built = scene.build().expect("a sound scene");
    let settings = FrameSettings::new(&built.output.formats, 50.0, true).expect("known formats");
    let out = folder.path().join("run");
    let mut simulation = built.simulation;
    let start = simulation.state().clone();
    let mut frames =
        sinew::output::frames::Frames::new(&out, "broken", &settings, &built.view, simulation.world(), &start);
    frames.begin(simulation.world(), &start).expect("written");
    for _ in 0..10 {
        let before = simulation.state().clone();
        simulation.step().expect("stable");
        frames.pass(simulation.world(), &before, simulation.state()).expect("written");
    }
    assert!(frames.count() > 3);
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").file_name());
        let mut names: Vec<String> = entries.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    // A killed program leaves what is there now, a failed one what is left when the writers are gone.
    assert_eq!(names(&out), ["frames", "frames.part"]);
    assert!(names(&out.join("frames")).iter().all(|n| !n.ends_with(".part")));

    // One that cannot write its file at the end: a folder stands in its place.
    fs::create_dir_all(out.join("animation.usda/in-the-way")).expect("made");
    assert!(frames.finish(simulation.world()).is_err());
    drop(frames);
    let left = names(&out);
    assert!(left.iter().all(|n| !n.ends_with(".part")), "{left:?}");
    assert!(!left.iter().any(|n| n == "animation.glb" || n == "frames.npz"), "{left:?}");
}
