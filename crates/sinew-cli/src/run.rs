//! `sinew run`: steps a scene to its end and writes what happened.

use std::path::{Path, PathBuf};
use std::time::Instant;

use sinew::alarm::Alarm;
use sinew::live::{Live, Recording, Replay, ReplayError};
use sinew::mechanics::StepError;
use sinew::output::csv::{number, rounded};
use sinew::output::frames::FrameSettings;
use sinew::recorder::{Recorder, RunInfo, Status, Summary};
use sinew::scene::{Built, PAPER, Scene, SceneError};
use sinew::simulation::{Cause, Failure};

use crate::console::{Progress, positive, say, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop::{self, Watch};

/// Run a scene and write its results
///
/// SCENE is a file or the name of a shipped scene (`sinew list scenes`); without it the demo is run. The folder of the
/// results gets scene.toml, energies.csv, summary.json, final_state.npz, trajectory.npz, report.html and the frames that [output] asks for.
/// Ctrl-C and --max-seconds end the step that is under way and keep what was recorded before it.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Scene file (.toml) or name of a shipped scene
    #[arg(default_value = DEMO)]
    scene: String,
    /// Integrator instead of the scene's (`sinew list integrators`), or `paper` for that of the paper it is from
    #[arg(long, value_name = "NAME")]
    integrator: Option<String>,
    /// Step size instead of the scene's, in seconds
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    dt: Option<f64>,
    /// Simulated time instead of the scene's, in seconds
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    duration: Option<f64>,
    /// Change any key of the scene, e.g. body.0.material.young=1e7; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// A smaller and shorter run, as the scene's [quick] says; ten steps if it says nothing
    #[arg(long)]
    quick: bool,
    /// Hand steps beyond the limit of an exponential integrator to a stable scheme: backward-euler if none is named, or bdf2, semi-implicit, implicit-midpoint
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "backward-euler")]
    fallback: Option<String>,
    /// Do not store the motion: no trajectory.npz, and so nothing for `sinew export` and the viewer to read
    #[arg(long)]
    no_trajectory: bool,
    /// Folder of the results [default: runs/<scene>-<integrator>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads to use; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Make the changes of a recorded live session (events.json of `sinew view`) at the steps where they were made
    #[arg(long, value_name = "FILE", conflicts_with = "duration")]
    replay: Option<PathBuf>,
    /// End the run (status `limit`, exit 5) once it has taken so many seconds of real time
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    max_seconds: Option<f64>,
    /// Overwrite the results of an earlier run
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

const DEMO: &str = "demo";

const EXAMPLES: &str = "\
Examples:
  sinew run beam-small
  sinew run my-scene.toml --integrator implicit-midpoint --dt 0.002 --duration 0.5 --out runs/fine
  sinew run beam-small --set body.0.material.young=1e9 --set output.formats='[\"vtu\"]' --force
  sinew run beam-small --set output.formats='[\"usda\", \"glb\", \"apng\"]' --set output.fps=60
  sinew run beam-small --integrator exprb42 --fallback=bdf2
  sinew run crash-fast --quick --out runs/look
  sinew run toothbrush --integrator paper --duration 0.01
  sinew run beam-large --threads 4 --max-seconds 600
  sinew run demo --replay runs/demo-live/events.json --out runs/again

Exit status: 0 done, 2 bad input (nothing is written), 3 the numbers failed, 4 input/output, 5 a limit was reached,
130 interrupted; in the last four cases what was recorded is kept.";

/// Runs the demo scene; the results of an earlier demo are overwritten.
pub fn demo() -> Result<(), Fault> {
    say("Running the demo scene; `sinew --help` tells what else there is.");
    let args = Args {
        scene: DEMO.to_owned(),
        integrator: None,
        dt: None,
        duration: None,
        set: Vec::new(),
        quick: false,
        fallback: None,
        no_trajectory: false,
        out: None,
        threads: None,
        replay: None,
        max_seconds: None,
        force: true,
        quiet: false,
    };
    run(&args)
}

/// The scene with the changes of the command line.
pub fn open(name: &str, set: &[String]) -> Result<Scene, SceneError> {
    let mut scene = Scene::open(name)?;
    for argument in set {
        scene.apply_set(argument)?;
    }
    Ok(scene)
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(args.threads)?;
    let mut scene = Scene::open(&args.scene)?;
    if args.quick {
        scene.make_quick()?;
    }
    let integrator = args.integrator.as_deref();
    if integrator == Some(PAPER) {
        scene.take_paper()?;
    }
    args.set.iter().try_for_each(|argument| scene.apply_set(argument))?;
    if let Some(name) = integrator.filter(|name| *name != PAPER) {
        scene.set_integrator(name);
    }
    if let Some(name) = &args.fallback {
        scene.apply_set(&format!("integrator.fallback={name:?}"))?;
    }
    if let Some(dt) = args.dt {
        scene.set_dt(dt)?;
    }
    if let Some(duration) = args.duration {
        scene.set_duration(duration)?;
    }
    if args.no_trajectory {
        scene.apply_set("output.trajectory=false")?;
    }
    let built = scene.build()?;
    for warning in built.warnings.iter().filter(|_| !args.quiet) {
        eprintln!("sinew: note: {warning}");
    }
    let name = built.simulation.integrator().name();
    let folder = args.out.clone().unwrap_or_else(|| Path::new("runs").join(format!("{}-{name}", scene.name())));
    let info = RunInfo {
        scene: scene.name().to_owned(),
        title: built.title.clone(),
        text: scene.to_toml(),
        view: built.view.clone(),
        stored: scene.to_stored_toml(),
        frames: FrameSettings::new(&built.output.formats, built.output.fps, built.output.trajectory)
            .map_err(Fault::input)?,
        warnings: built.warnings.clone(),
    };
    let (steps, mut session) = session(args, scene, built)?;
    let mut recorder = Recorder::new(&folder, args.force, info, session.live().simulation())?;

    let flag = session.live().simulation().stop_flag();
    stop::listen_for(&flag);
    let clock = Instant::now();
    let limit = args.max_seconds.unwrap_or(f64::INFINITY);
    let _alarm = Alarm::new(flag.clone(), limit);
    let watch = Watch::new(flag, leave_behind(folder.clone()));
    let stopped = |step: usize| match stop::asked() {
        true => (Status::Interrupted, format!("interrupted after {step} of {steps} steps")),
        false => {
            let reached = format!("the limit of {limit} s (--max-seconds) was reached after {step} of {steps} steps");
            (Status::Limit, reached)
        }
    };
    let mut progress = Progress::new(args.quiet, name, steps);
    let mut end = None;
    for step in 0..steps {
        if stop::asked() || clock.elapsed().as_secs_f64() > limit {
            end = Some(stopped(step));
            break;
        }
        if let Err(failure) = watch.step(|| session.step()) {
            if let ReplayError::Step(Failure { cause: Cause::Step(StepError::Interrupted), .. }) = &failure {
                end = Some(stopped(step));
                break;
            }
            // A scene that the integrator cannot do at all is bad input: nothing is written.
            if let ReplayError::Step(Failure { cause: cause @ Cause::Step(StepError::Unsupported { .. }), .. }) =
                &failure
                && step == 0
            {
                return Err(Fault::input(cause));
            }
            end = Some((Status::Diverged, failure.to_string()));
            break;
        }
        recorder.record(session.live().simulation())?;
        progress.at(step + 1);
    }
    progress.end();
    let (status, message) = end.unwrap_or_else(|| (Status::Completed, format!("all {steps} steps were done")));
    let summary = recorder.finish(session.live().simulation(), status, &message)?;
    if !args.quiet {
        tell(&summary, &folder);
    }
    let kind = match status {
        Status::Completed => return Ok(()),
        Status::Diverged => Kind::Numbers,
        Status::Interrupted => Kind::Interrupted,
        Status::Limit => Kind::Limit,
    };
    Err(Fault::new(kind, format!("{message}; what was recorded is in {}", folder.display())))
}

/// The last way out, for a step that does not end although it was asked to.
fn leave_behind(folder: PathBuf) -> impl FnOnce() + Send + 'static {
    move || {
        let (what, kind) = match stop::asked() {
            true => ("interrupted", Kind::Interrupted),
            false => ("the limit (--max-seconds) was reached", Kind::Limit),
        };
        let kept = folder.join("energies.csv");
        let kept = match kept.is_file() {
            true => format!("the steps before it are in {}", kept.display()),
            false => "nothing was recorded before it".to_owned(),
        };
        eprintln!("sinew: {what}, and the step under way does not end; {kept}");
        std::process::exit(kind as i32);
    }
}

/// The session to step, and how often: that of the scene, or a recorded one with its changes to come.
fn session(args: &Args, scene: Scene, built: Built) -> Result<(usize, Replay), Fault> {
    let Some(file) = &args.replay else {
        return Ok((built.steps, Replay::of(Live::of(scene, built), Vec::new())));
    };
    let recording = Recording::read(file).map_err(Fault::input)?;
    if recording.text != scene.to_stored_toml() && !args.quiet {
        eprintln!("sinew: note: the recording was made with another scene or other settings; its results will differ");
    }
    let steps = recording.steps;
    Ok((steps, Replay::new(Live::of(scene, built), recording).map_err(Fault::input)?))
}

fn tell(s: &Summary, folder: &Path) {
    say(format_args!(
        "{}: {} steps of {} s with {}, {} s simulated, {} vertices, {} elements",
        s.status.name(),
        s.steps,
        number(s.dt),
        s.integrator,
        rounded(s.duration, 7),
        s.vertices,
        s.elements
    ));
    say(format_args!(
        "  energy error   {:.2e} (largest numerical gain or loss / largest kinetic + elastic)",
        s.max_energy_error
    ));
    say(format_args!("  time           {:.3} ms per step, {:.3} s in all", 1e3 * s.seconds_per_step, s.wall_seconds));
    say(format_args!(
        "  work           {} factorizations, {} solves, {} Newton iterations, {} forces, {} products",
        s.factorizations, s.solves, s.newton_iterations, s.force_evaluations, s.products
    ));
    if s.fallback_steps > 0 {
        say(format_args!(
            "  fallback       {} of {} steps were beyond the limit of {} and taken by the fallback, at least in part",
            s.fallback_steps, s.steps, s.integrator
        ));
    }
    if s.inside_out_elements > 0 {
        say(format_args!("  inside out     {} elements, summed over the steps", s.inside_out_elements));
    }
    s.remarks.iter().for_each(|remark| say(format_args!("  choice         {remark}")));
    s.notes.iter().for_each(|note| say(format_args!("  files          {note}")));
    if s.rejected_substeps > 0 {
        say(format_args!("  rejected       {} substeps were tried and given up", s.rejected_substeps));
    }
    if s.repeated_steps > 0 {
        say(format_args!(
            "  made again     {} times, in {} steps, because an obstacle took hold of something or let go of it",
            s.repeated_steps, s.steps
        ));
    }
    say(format_args!("  report         {}", folder.join("report.html").display()));
}
