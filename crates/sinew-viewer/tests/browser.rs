//! The page in a browser: its bundle against its sources, the page against a mock, the page against this server.
//!
//! The tests themselves are in `page/tests` and run in Node with chromium. Where these or their packages are missing, the
//! tests here say so and pass, unless `SINEW_TOOLS=required`; `scripts/tools.sh` installs what they need.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;

use sinew::output::frames::FrameSettings;
use sinew::recorder::{Recorder, RunInfo, Status};
use sinew::scene::Scene;
use sinew_viewer::{Options, Start, serve};

/// Milliseconds for one test, on a machine that has other things to do.
const PATIENCE: &str = "--test-timeout=240000";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// What is missing, if anything is.
fn missing() -> Option<&'static str> {
    let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    if !Command::new("node").arg("--version").output().is_ok_and(|out| out.status.success()) {
        Some("node")
    } else if std::env::var_os("SINEW_CHROMIUM").is_none() && !chromium.iter().any(|path| Path::new(path).exists()) {
        Some("chromium")
    } else if !page().join("node_modules/playwright-core").is_dir() || !page().join("node_modules/esbuild").is_dir() {
        Some("the page's packages (npm ci)")
    } else {
        None
    }
}

/// Runs tests of the page; their whole story is told if one fails.
fn node(tests: &[&str], environment: &[(&str, String)]) {
    if let Some(what) = missing() {
        let required = std::env::var("SINEW_TOOLS").is_ok_and(|value| value == "required");
        assert!(!required, "{what} is missing, and SINEW_TOOLS=required");
        eprintln!("skipped: {what} is missing; scripts/tools.sh installs it");
        return;
    }
    let outcome = Command::new("node")
        .args(["--test", "--test-force-exit", PATIENCE])
        .args(tests.iter().map(|name| format!("tests/{name}.test.mjs")))
        .envs(environment.iter().cloned())
        .current_dir(page())
        .output()
        .expect("node was there a moment ago");
    let story = String::from_utf8_lossy(&outcome.stdout);
    print!("{}", story.lines().filter(|l| l.starts_with("# ")).map(|l| format!("{l}\n")).collect::<String>());
    assert!(outcome.status.success(), "{story}\n{}", String::from_utf8_lossy(&outcome.stderr));
}

/// A server in this process, until it is dropped.
struct Running {
    link: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn new(start: Start, runs: &Path) -> Self {
        let (stop, runs) = (Arc::new(AtomicBool::new(false)), runs.to_owned());
        let (sender, receiver) = channel();
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            let options = Options { start, port: 0, runs };
            let ready = |link: &str| sender.send(link.to_owned()).expect("the test waits for it");
            serve(options, ready, || stopped.load(Relaxed)).expect("it serves");
        });
        let link = receiver.recv().expect("a link");
        Self { link, stop, thread: Some(thread) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || ended.is_some_and(|e| e.is_ok()), "the server ends well");
    }
}

/// Half a second of a swinging rope, as `sinew run` leaves it.
fn finished_run(folder: &Path) {
    let scene = Scene::from_shipped("swinging-rope").expect("a shipped scene");
    let built = scene.build().expect("it can be built");
    let mut simulation = built.simulation;
    let info = RunInfo {
        scene: scene.name().to_owned(),
        title: built.title,
        text: scene.to_toml(),
        stored: scene.to_stored_toml(),
        view: built.view,
        frames: FrameSettings::new(&[""; 0], 60.0, true).expect("no formats, but a trajectory"),
        warnings: Vec::new(),
    };
    let mut recorder = Recorder::new(folder, false, info, &simulation).expect("a new folder");
    while simulation.state().t < 0.5 {
        simulation.step().expect("a step");
        recorder.record(&simulation).expect("recorded");
    }
    recorder.finish(&simulation, Status::Completed, "").expect("written");
}

#[test]
fn the_bundle_is_what_the_sources_give() {
    node(&["units", "bundle"], &[]);
}

#[test]
fn the_page_works_in_a_browser() {
    node(&["page"], &[]);
}

#[test]
fn the_page_and_the_server_understand_each_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let scene = Scene::from_shipped("beam-small").expect("a shipped scene");
    let live = Running::new(Start::Scene(Box::new(scene)), folder.path());
    finished_run(&folder.path().join("rope"));
    let run = Running::new(Start::Run(folder.path().join("rope")), folder.path());
    node(&["server"], &[("SINEW_LINK", live.link.clone()), ("SINEW_RUN_LINK", run.link.clone())]);
}
