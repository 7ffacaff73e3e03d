//! `sinew bench first-steps`: the first steps of every shipped scene at its full size with one integrator: time and counted work.
//!
//! The first step also pays for orders and factors that are kept, so it has a column of its own. A scene that is not done within
//! the limit is cut in the middle of a step and shown with what it reached. `--integrator paper` takes the scenes of papers alone, each
//! with the scheme of its paper.

use std::io::{self, Write};
use std::path::PathBuf;

use sinew::alarm::Alarm;
use sinew::mechanics::{MechanicalSystem, StepError};
use sinew::output::files::write_whole;
use sinew::scene::{PAPER, Scene, costs, shipped};
use sinew::simulation::Cause;

use crate::console::{positive, say, table, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// First steps of every shipped scene at its full size
#[derive(clap::Args)]
#[command(after_long_help = super::EXAMPLES)]
pub struct Args {
    /// Integrator for all scenes (`sinew list integrators`), or `paper`: the scenes of papers, each with that of its paper
    #[arg(long, value_name = "NAME", default_value = "fitted-energy-momentum")]
    integrator: String,
    /// Only these scenes
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    scenes: Vec<String>,
    /// Change any key of each scene, e.g. time.dt=1e-3; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Steps of each scene
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 2)]
    steps: u32,
    /// Seconds of real time for each scene
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true, default_value_t = 60.0)]
    max_seconds: f64,
    /// Markdown table to write
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
}

const COLUMNS: [&str; 13] = [
    "scene",
    "integrator",
    "unknowns",
    "h (s)",
    "first (s)",
    "then (s)",
    "iterations",
    "factors",
    "solves",
    "CG",
    "products",
    "energy error",
    "remark",
];

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(Some(args.threads))?;
    stop::listen();
    let known = |name: &&String| shipped::CATALOG.iter().all(|scene| scene.name != name.as_str());
    if let Some(name) = args.scenes.iter().find(known) {
        return Err(Fault::input(format!("no shipped scene `{name}`; see `sinew list scenes`")));
    }
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    for shipped in shipped::CATALOG {
        let named = args.scenes.iter().any(|name| name == shipped.name);
        // What asks for many gigabytes must be named, and has a bench of its own (`sinew bench hair`).
        let whole = args.scenes.is_empty() && !costs::find(shipped.name).is_some_and(|cost| cost.is_huge());
        let paper = args.integrator == PAPER;
        if !(named || whole) || (paper && !shipped.is_of_a_paper()) {
            continue;
        }
        let mut scene = Scene::from_shipped(shipped.name)?;
        match paper {
            true => scene.take_paper()?,
            false => scene.set_integrator(&args.integrator),
        }
        args.set.iter().try_for_each(|argument| scene.apply_set(argument))?;
        let row = measure(shipped.name, &scene, args)?;
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, "interrupted; nothing was written"));
        }
        eprintln!("{}: {} s, {} s, {}", row[0], row[4], row[5], row[12]);
        rows.push(row);
    }
    table(&rows);
    if let Some(out) = &args.out {
        let line = |row: &[String]| format!("| {} |", row.join(" | "));
        let rule = vec!["---".to_owned(); COLUMNS.len()];
        let lines = [line(&rows[0]), line(&rule)].into_iter().chain(rows[1..].iter().map(|row| line(row)));
        write_whole(out, |file| lines.into_iter().try_for_each(|line| writeln!(file, "{line}")))
            .map_err(|e: io::Error| Fault::files(format!("{}: {e}", out.display())))?;
        say(format_args!("written to {}", out.display()));
    }
    Ok(())
}

/// The cells of a scene; counts are those of a step in the mean.
fn measure(name: &str, scene: &Scene, args: &Args) -> Result<Vec<String>, Fault> {
    let mut simulation = scene.build()?.simulation;
    let flag = simulation.stop_flag();
    stop::listen_for(&flag);
    let _alarm = Alarm::new(flag, args.max_seconds);
    let (mut times, mut remark) = (Vec::new(), String::new());
    let (mut error, mut energy): (f64, f64) = (0.0, 0.0);
    for step in 1..=args.steps {
        match simulation.step() {
            Ok(record) => {
                times.push(record.wall_seconds);
                error = error.max(record.numerical.abs());
                energy = energy.max(record.energy.kinetic + record.energy.elastic);
            }
            Err(failure) => {
                remark = match failure.cause {
                    Cause::Step(StepError::Interrupted) => format!("cut after {} s in step {step}", args.max_seconds),
                    cause => format!("step {step}: {cause}"),
                };
                break;
            }
        }
    }
    let (totals, done) = (simulation.totals(), times.len().max(1) as f64);
    let mean = |count: u64| format!("{:.1}", count as f64 / done);
    let mut note = |count: u64, what: &str| {
        if count > 0 {
            let before = if remark.is_empty() { "" } else { "; " };
            remark += &format!("{before}{count} {what}");
        }
    };
    note(totals.work.fallbacks, "fallbacks");
    note(totals.work.rejected, "rejected");
    note(totals.work.repeats, "made again");
    note(totals.work.substeps.saturating_sub(totals.steps as u64), "more substeps than steps");
    let time = |seconds: Option<f64>| seconds.map_or("-".to_owned(), |s| format!("{s:.3}"));
    let rest = times.get(1..).filter(|rest| !rest.is_empty());
    Ok(vec![
        name.to_owned(),
        simulation.integrator().name().to_owned(),
        simulation.world().dofs().to_string(),
        format!("{:e}", simulation.dt()),
        time(times.first().copied()),
        time(rest.map(|rest| rest.iter().sum::<f64>() / rest.len() as f64)),
        mean(totals.work.newton_iterations),
        mean(totals.work.factorizations),
        mean(totals.work.solves),
        mean(totals.work.cg_iterations),
        mean(totals.work.products + totals.evaluations.products),
        if energy > 0.0 { format!("{:.1e}", error / energy) } else { "-".to_owned() },
        remark,
    ])
}
