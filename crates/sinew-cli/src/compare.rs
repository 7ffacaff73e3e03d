//! `sinew compare`: several integrators and step sizes on one scene, measured against a fine reference. Sets of scenes are in
//! `compare_set`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use sinew::compare::{Comparison, Plan, compare};
use sinew::output::files::write_whole;
use sinew::recorder::RecordError;
use sinew::scene::SceneError;

use crate::compare_set;
use crate::console::{Progress, positive, say, table, use_threads};
use crate::fault::{Fault, Kind};
use crate::run::open;
use crate::stop;

/// Compare integrators: several steps on one scene, or all on a set of scenes
///
/// On one scene: runs every combination of integrator and step, measures the error of the final positions and velocities
/// against a fine reference, and writes the work-precision table to the screen, to compare.csv and, with plots, to
/// compare.html. The error of the reference itself is estimated from a second run at twice its step. A combination that fails
/// is shown as failed.
///
/// On a set (a folder of shipped scenes such as `battery`, a folder with scene files, or `all`): runs every integrator at each
/// scene's own step and writes set.csv, set.md, set.html and overview.svg, anew after each scene: error of the slow motion,
/// energies, momenta, cost and how each run ended.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Scene file (.toml), name of a shipped scene, or of a set of scenes
    #[arg(value_name = "SCENE|SET")]
    pub scene: String,
    /// Integrators, separated by commas (`sinew list integrators`), with options as in auto:turn=0.05:drift=1e-3 [default for a set: all]
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
    pub integrators: Vec<String>,
    /// Step sizes in seconds, separated by commas; each must divide the duration [default: the scene's, 1/2 and 1/4 of it]
    #[arg(long, value_name = "S,S,..", value_delimiter = ',', value_parser = positive, allow_negative_numbers = true)]
    pub dt: Vec<f64>,
    /// Reference as NAME:DT with DT in seconds [default: rk4 or implicit-midpoint at 1/16 of the smallest step or less]
    #[arg(long, value_name = "NAME:DT", value_parser = reference)]
    pub reference: Option<(String, f64)>,
    /// Simulated time instead of the scene's, in seconds
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub duration: Option<f64>,
    /// Change any key of the scene, e.g. body.0.material.young=1e7; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Sets: real time that a run may take, in seconds; references may take ten times as long [default: 60]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub max_seconds: Option<f64>,
    /// Sets: elements times steps of a scene at most (ten steps at least), so that large scenes are compared over fewer frames;
    /// those too large for ten steps are made coarser, as their [quick] has them
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub element_steps: Option<f64>,
    /// Sets: ten steps of the small scenes only
    #[arg(long)]
    pub quick: bool,
    /// Folder of the results [default: runs/compare-<scene or set>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads to use; the errors do not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Overwrite the results of an earlier comparison
    #[arg(long)]
    pub force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  sinew compare spinning-cube --integrators newmark,implicit-midpoint,backward-euler
  sinew compare beam-small --integrators rk4,newmark --dt 0.01,0.005,0.0025 --duration 0.2
  sinew compare my-scene.toml --integrators bdf2 --reference rk4:1e-5 --out runs/bdf2
  sinew compare battery --quick
  sinew compare battery --integrators fitted-energy-momentum,fitted-energy-momentum:filter=0
  sinew compare all --element-steps 2e5 --max-seconds 4
  sinew compare battery-large --integrators bdf2,stabilized --max-seconds 300

Exit status: 0 done (failed combinations are in the table), 2 bad input, 3 the reference or every combination failed,
4 input/output, 130 interrupted (what was measured of a set is kept).";

/// NAME:DT
fn reference(text: &str) -> Result<(String, f64), String> {
    let (name, dt) = text.rsplit_once(':').ok_or("NAME:DT is needed, e.g. rk4:1e-4")?;
    Ok((name.to_owned(), positive(dt)?))
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(args.threads)?;
    if let Some(scenes) = compare_set::find(&args.scene) {
        return compare_set::run(args, scenes?);
    }
    let mut scene = match open(&args.scene, &args.set) {
        Err(SceneError::UnknownScene { .. }) => return Err(compare_set::unknown(&args.scene)),
        other => other?,
    };
    if args.integrators.is_empty() {
        return Err(Fault::input("--integrators A,B,.. is needed for one scene (`sinew list integrators`)"));
    }
    for (key, given) in [
        ("--max-seconds", args.max_seconds.is_some()),
        ("--element-steps", args.element_steps.is_some()),
        ("--quick", args.quick),
    ] {
        if given {
            return Err(Fault::input(format!("{key} goes with a set of scenes, such as `battery`")));
        }
    }
    if let Some(duration) = args.duration {
        scene.set_duration(duration)?;
    }
    let folder = args.out.clone().unwrap_or_else(|| Path::new("runs").join(format!("compare-{}", scene.name())));
    if !args.force && folder.exists() {
        return Err(RecordError::Exists { folder }.into());
    }
    let plan =
        Plan { integrators: args.integrators.clone(), steps: args.dt.clone(), reference: args.reference.clone() };

    stop::listen();
    let mut current: Option<(String, Progress)> = None;
    let mut watch = |label: &str, step: usize, steps: usize| {
        if current.as_ref().is_none_or(|(name, _)| name != label) {
            if let Some((_, done)) = current.take() {
                done.end();
            }
            current = Some((label.to_owned(), Progress::new(args.quiet, label, steps)));
        }
        if let Some((_, progress)) = &mut current {
            progress.at(step);
        }
        !stop::asked()
    };
    let result = compare(&scene, &plan, &mut watch);
    if let Some((_, done)) = current.take() {
        done.end();
    }
    let result = result?;
    write(&folder, &result).map_err(|e| Fault::files(format!("cannot write to {}: {e}", folder.display())))?;
    if !args.quiet {
        result.warnings.iter().for_each(|warning| eprintln!("sinew: note: {warning}"));
        say(format_args!("{}: errors at t = {} s", result.scene, result.duration));
        table(&result.table());
        say(result.reference_sentence());
        if result.rows.iter().flat_map(|r| &r.outcome).any(|m| result.doubtful(m.position_error)) {
            say("* too near to the error of the reference to say much; give a finer --reference");
        }
        say(format_args!("plots: {}", folder.join("compare.html").display()));
    }
    if stop::asked() {
        return Err(Fault::new(
            Kind::Interrupted,
            format!("interrupted; what was measured is in {}", folder.display()),
        ));
    }
    if result.rows.iter().all(|r| r.outcome.is_err()) {
        return Err(Fault::new(
            Kind::Numbers,
            format!("every combination failed; the reasons are in {}", folder.display()),
        ));
    }
    Ok(())
}

fn write(folder: &Path, result: &Comparison) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let files = [
        ("compare.csv", result.csv()),
        ("compare.html", result.html()),
        ("error-step.svg", result.step_plot().svg()),
        ("error-cost.svg", result.cost_plot().svg()),
    ];
    for (name, text) in files {
        write_whole(&folder.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}
