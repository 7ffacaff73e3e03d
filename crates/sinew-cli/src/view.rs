//! `sinew view`: a scene or a finished run in the browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sinew::output::run_folder::RunFolder;
use sinew::scene::Scene;
use sinew_viewer::{Options, ServeError, Start, serve};

use crate::console::{say, use_threads};
use crate::fault::Fault;
use crate::stop;

/// Watch a scene in the browser, pull at it and change it while it runs
///
/// SCENE is a file or the name of a shipped scene; without it a gallery of the shipped scenes opens. The page is served on
/// this machine only, to whoever has the printed link, which works once. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Scene file (.toml), name of a shipped scene, or folder of a finished run
    scene: Option<String>,
    /// Change any key of the scene, e.g. body.0.material.young=1e7; may be repeated
    #[arg(long, value_name = "KEY=VALUE", requires = "scene")]
    set: Vec<String>,
    /// Port to listen on; any free one by default
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Print the link without opening it
    #[arg(long)]
    no_open: bool,
    /// Threads to use; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  sinew view
  sinew view beam-small
  sinew view my-scene.toml --set body.0.material.young=1e6
  sinew view runs/beam-small-bdf2
  sinew view --port 8080 --no-open

Saved sessions go to runs/<scene>-live; `sinew run SCENE --replay runs/<scene>-live/events.json` does them again.";

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(args.threads)?;
    let start = match &args.scene {
        None => Start::Gallery,
        Some(name) => start(name, &args.set)?,
    };
    let options = Options { start, port: args.port, runs: PathBuf::from("runs") };
    stop::listen();
    let ready = |link: &str| {
        say(format_args!("Open {link}"));
        say("The link works once; Ctrl-C ends the viewer.");
        if !args.no_open && has_display() {
            open(link);
        }
    };
    serve(options, ready, stop::asked).map_err(|e| match e {
        ServeError::Port { .. } => Fault::input(e),
        ServeError::System(_) => Fault::files(e),
    })
}

/// A scene that can be built, so that what is wrong with it is said here and not in the browser.
fn start(name: &str, set: &[String]) -> Result<Start, Fault> {
    if Path::new(name).is_dir() {
        // What is wrong with a run is said here, not in the browser.
        RunFolder::open(Path::new(name)).map_err(Fault::input)?;
        return Ok(Start::Run(PathBuf::from(name)));
    }
    let scene: Scene = crate::run::open(name, set)?;
    scene.check()?;
    Ok(Start::Scene(Box::new(scene)))
}

fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(all(unix, not(target_os = "macos")))) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Asks the system to open the link; without a browser the printed link has to do.
fn open(link: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let quiet = Command::new(program).args(arguments).arg(link).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if quiet.is_err() {
        eprintln!("sinew: note: no browser could be started; open the link yourself");
    }
}
