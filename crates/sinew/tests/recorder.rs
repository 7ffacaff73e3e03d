//! What a run leaves behind, from a world built by hand.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use sinew::mechanics::motion::Still;
use sinew::mechanics::{Held, Mass, Parts, Vec3, World};
use sinew::mesh::shapes::{Block, Shape};
use sinew::models::solids::{Lame, materials, tet_volume};
use sinew::output::frames::{FrameSettings, Frames};
use sinew::output::{BodyView, View, npz};
use sinew::recorder::{COLUMNS, RecordError, Recorder, RunInfo, Status};
use sinew::scene::{DEFAULT_INTEGRATOR, Scene};
use sinew::simulation::Simulation;

/// A small clamped beam under gravity.
fn beam(integrator: &str, dt: f64) -> (Simulation, View) {
    let mesh = Shape::Block(Block { size: [1.0, 0.25, 0.25], cells: [8, 2, 2], split: 5 }).build().expect("a block");
    let rest: Vec<f64> = mesh.vertices.iter().flatten().copied().collect();
    let volume = |t: &[u32; 4]| tet_volume(&t.map(|i| Vec3::from(mesh.vertices[i as usize])));
    let tet_masses: Vec<([u32; 4], f64)> = mesh.tets.iter().map(|t| (*t, 1000.0 * volume(t))).collect();
    let mut masses = vec![0.0; mesh.vertices.len()];
    for (tet, m) in &tet_masses {
        tet.iter().for_each(|v| masses[*v as usize] += m / 4.0);
    }
    let lame = Lame::from_young(1e6, 0.45).expect("a sensible material");
    let material = materials::CATALOG.iter().find(|m| m.name == "neo-hookean").expect("in the catalog");
    let solid = (material.term)("beam: neo-hookean tets".to_owned(), lame, &rest, &mesh.tets).expect("sound tets");
    let gravity = sinew::models::forces::gravity(&Mass::from_masses(masses), [0.0, 0.0, -9.81]).expect("finite");
    let held: Vec<Held> = (0..mesh.vertices.len())
        .filter(|i| mesh.vertices[*i][0] < 1e-6)
        .map(|i| Held { vertex: i as u32, motion: Arc::new(Still) })
        .collect();
    let view = View {
        bodies: vec![BodyView {
            name: "beam".to_owned(),
            first: 0,
            count: mesh.vertices.len(),
            tets: mesh.tets.clone(),
            surface: mesh.surface(),
            ..BodyView::default()
        }],
        obstacles: Vec::new(),
        held: held.iter().map(|h| h.vertex).collect(),
        up: Vec3::z(),
    };
    let point_masses = vec![0.0; mesh.vertices.len()];
    let parts = Parts { rest, point_masses, tet_masses, held, terms: vec![solid, gravity], ..Parts::default() };
    let world = World::new(parts).expect("sound parts");
    let state = world.restrict(0.0, world.rest(), &vec![0.0; world.rest().len()]);
    let integrator = sinew::integrators::build(integrator, &toml::Table::new()).expect("in the catalog");
    (Simulation::new(world, integrator, state, dt), view)
}

fn info(view: View, frames: FrameSettings) -> RunInfo {
    RunInfo {
        scene: "beam".to_owned(),
        title: "Clamped beam".to_owned(),
        text: "title = \"Clamped beam\"\n".to_owned(),
        view,
        stored: "title = \"Clamped beam\"\n".to_owned(),
        frames,
        warnings: Vec::new(),
    }
}

fn no_frames() -> FrameSettings {
    FrameSettings { formats: Vec::new(), fps: 24.0 }
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").file_name().to_string_lossy().into()).collect()
}

#[test]
fn a_run_leaves_all_its_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("run");
    let (mut simulation, view) = beam("newmark", 0.02);
    let frames = FrameSettings::new(&["vtu", "png"], 20.0, true).expect("known formats");
    let mut recorder = Recorder::new(&out, false, info(view, frames), &simulation).expect("a new folder");
    assert!(!out.exists(), "nothing is written before the first step");
    for _ in 0..5 {
        simulation.step().expect("stable");
        recorder.record(&simulation).expect("written");
    }
    let summary = recorder.finish(&simulation, Status::Completed, "done").expect("written");

    let expected = "energies.csv final_state.npz frames frames.pvd report.html scene.toml summary.json trajectory.npz";
    assert_eq!(names(&out), expected.split(' ').map(str::to_owned).collect());

    // Every row balances: total - total_0 = injected - dissipated + numerical.
    let csv = fs::read_to_string(out.join("energies.csv")).expect("a table");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    let rows: Vec<Vec<f64>> = lines.map(|l| l.split(',').map(|x| x.parse().expect("a number")).collect()).collect();
    assert_eq!(rows.len(), 6);
    for (i, r) in rows.iter().enumerate() {
        assert_eq!((r.len(), r[0]), (16, i as f64));
        assert_eq!(r[2] + (r[3] + r[4] + r[5]), r[6], "numbers are written to the last bit");
        let left = r[6] - rows[0][6];
        assert!((left - (r[8] - r[7] + r[9])).abs() < 1e-12 * rows[0][6].abs().max(1.0), "row {i}");
    }

    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("summary.json")).expect("a file")).expect("JSON");
    let keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(
        keys.join(" "),
        "scene integrator dt steps duration vertices elements dofs wall_seconds seconds_per_step factorizations solves \
         products force_evaluations newton_iterations fallback_steps inside_out_elements rejected_substeps repeated_steps krylov_dimension_mean krylov_dimension_max energy_start energy_end \
         max_energy_error largest_strain remarks notes status message"
    );
    assert_eq!((json["steps"].as_u64(), json["status"].as_str()), (Some(5), Some("completed")));
    assert_eq!(json["energy_end"].as_f64(), Some(rows[5][6]));
    let largest = |f: &dyn Fn(&Vec<f64>) -> f64| rows.iter().map(f).fold(0.0, f64::max);
    let error = largest(&|r| r[9].abs()) / largest(&|r| r[2] + r[3]);
    assert!((summary.max_energy_error / error - 1.0).abs() < 1e-12);

    let state = npz::read(fs::File::open(out.join("final_state.npz")).expect("a file")).expect("an npz");
    let (x, v) = simulation.all_vertices();
    assert_eq!(state, npz::state(simulation.state().t, &x, &v));

    // 0.1 s at 20 frames a second, between the steps of 0.02 s where need be.
    let pvd = fs::read_to_string(out.join("frames.pvd")).expect("a file");
    let pvd = roxmltree::Document::parse(&pvd).expect("XML");
    let sets: Vec<(f64, String)> = pvd
        .descendants()
        .filter(|n| n.has_tag_name("DataSet"))
        .map(|n| {
            let time = n.attribute("timestep").expect("a time").parse().expect("a number");
            (time, n.attribute("file").expect("a file").to_owned())
        })
        .collect();
    assert_eq!(sets.len(), 3);
    for (k, (time, file)) in sets.iter().enumerate() {
        assert!((time - 0.05 * k as f64).abs() < 1e-12);
        let bytes = fs::read(out.join(file)).expect("the frame is there");
        let end = bytes.windows(18).position(|w| w == b"<AppendedData enco").expect("data follow the head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("text") + "</VTKFile>";
        let head = roxmltree::Document::parse(&head).expect("XML");
        let fields: Vec<&str> = head.descendants().filter_map(|n| n.attribute("Name")).collect();
        for name in ["displacement", "velocity", "strain", "stress", "energy_density", "quality", "body"] {
            assert!(fields.contains(&name), "{name} in {fields:?}");
        }
        assert!(out.join(file.replace("vtu", "png")).exists());
    }
}

#[test]
fn an_existing_folder_is_refused_and_force_clears_only_results() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path();
    fs::write(out.join("notes.txt"), "mine").expect("written");
    fs::create_dir(out.join("frames")).expect("made");
    fs::write(out.join("frames/000099.vtu"), "stale").expect("written");
    let (mut simulation, view) = beam("semi-implicit", 0.01);
    let refused = Recorder::new(out, false, info(view.clone(), no_frames()), &simulation);
    assert!(matches!(refused.err(), Some(RecordError::Exists { .. })));
    let mut recorder = Recorder::new(out, true, info(view, no_frames()), &simulation).expect("forced");
    simulation.step().expect("stable");
    recorder.record(&simulation).expect("written");
    recorder.finish(&simulation, Status::Interrupted, "stopped").expect("written");
    let expected = ["energies.csv", "final_state.npz", "notes.txt", "report.html", "scene.toml", "summary.json"];
    assert_eq!(names(out), expected.map(str::to_owned).into());
}

#[test]
fn rows_are_on_the_disk_before_the_run_ends() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("run");
    let (mut simulation, view) = beam("semi-implicit", 0.01);
    let mut recorder = Recorder::new(&out, false, info(view, no_frames()), &simulation).expect("a new folder");
    for step in 1..=3 {
        simulation.step().expect("stable");
        recorder.record(&simulation).expect("written");
        let rows = fs::read_to_string(out.join("energies.csv")).expect("a table").lines().count();
        assert_eq!(rows, step + 2);
    }
    assert_eq!(names(&out), ["energies.csv", "scene.toml"].map(str::to_owned).into(), "no other file is half-written");
}

/// A cloth that falls 5 cm on a sphere that turns.
const CLOTH: &str = r#"
gravity = [0, 0, -9.81]
[time]
dt = 0.01
duration = 0.6
[integrator]
name = "semi-implicit"
[[body]]
shape = { kind = "sheet", size = [1, 1], cells = [12, 12] }
translate = [-0.5, 0, 0.35]
springs = { from = "sheet", edge = 500, shear = 100, bending = 5, density = 0.2 }
[[contact]]
kind = "sphere"
center = [0, 0, 0]
radius = 0.3
response = "hold"
motion = { kind = "rotate", axis = [0, 0, 1], rate = 3 }
"#;

#[test]
fn energy_of_vertices_that_were_put_back_is_told_where_it_is_most_of_all() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let remarks = |integrator: &str, response: &str| {
        let mut scene = Scene::from_str(&CLOTH.replace("\"hold\"", response), ".").expect("sound");
        scene.set_integrator(integrator);
        let built = scene.build().expect("sound");
        let out = folder.path().join(format!("{integrator}-{}", response.len()));
        let mut simulation = built.simulation;
        let mut recorder =
            Recorder::new(&out, false, info(built.view, no_frames()), &simulation).expect("a new folder");
        for _ in 0..built.steps {
            simulation.step().expect("it runs");
            recorder.record(&simulation).expect("written");
        }
        recorder.finish(&simulation, Status::Completed, "").expect("written").remarks.join("; ")
    };
    let told = |integrator: &str, response: &str| remarks(integrator, response).contains("more than all else");
    assert!(told("siere2", "\"hold\""), "kilojoules for a fall of 1 J");
    assert!(!told(DEFAULT_INTEGRATOR, "\"hold\""), "vertices are led in the step, and not put back after it");
    assert!(!told(DEFAULT_INTEGRATOR, "\"penalty\"\nstiffness = 1e3"), "penalty moves nothing");
}

#[test]
fn frames_within_a_step_end_when_the_flag_goes_up() {
    let (mut simulation, view) = beam("backward-euler", 0.01);
    let folder = tempfile::tempdir().expect("a folder");
    let settings = FrameSettings::new(&[""; 0], 1e5, true).expect("no names");
    let mut frames = Frames::new(folder.path(), "beam", &settings, &view, simulation.world(), simulation.state());
    let before = simulation.state().clone();
    frames.begin(simulation.world(), &before).expect("written");
    simulation.step().expect("a step");
    // A thousand frames lie within the step; the one under way is the last.
    simulation.stop_flag().store(true, Ordering::Relaxed);
    frames.pass(simulation.world(), &before, simulation.state()).expect("written");
    assert_eq!(frames.count(), 2);
}
