//! `sinew export`: writes the frames of a finished run in other formats.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use sinew::output::RunFolder;
use sinew::output::frames::{FrameSettings, Frames, affordable};

use crate::console::{Progress, positive, say, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// Write the motion of a run in the formats of other programs
///
/// RUN is a folder that `sinew run` wrote. Which format for which program: docs/outputs.md and `sinew list outputs`. Vertices
/// keep their order and number. Ctrl-C leaves no file that looks whole.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Folder of a run
    run: PathBuf,
    /// Formats, separated by commas (`sinew list outputs`)
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', required = true)]
    to: Vec<String>,
    /// Frames per simulated second instead of the run's; frames between stored ones are interpolated by a cubic
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    fps: Option<f64>,
    /// Folder to write into [default: that of the run]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads to use; the files do not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Overwrite files of an earlier export
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  sinew export runs/demo-fitted-energy-momentum --to usda            animation.usda for Blender, Houdini, Maya
  sinew export runs/demo-fitted-energy-momentum --to glb,apng        for a web page
  sinew export runs/demo-fitted-energy-momentum --to pc2 --fps 60 --out blender
  sinew export runs/demo-fitted-energy-momentum --to png && ffmpeg -framerate 24 -i runs/demo-fitted-energy-momentum/frames/%06d.png -pix_fmt yuv420p film.mp4

Exit status: 0 done, 2 bad input (nothing is written), 4 input/output, 130 interrupted.";

/// A bar is shown once the work has taken so long.
const PATIENCE: Duration = Duration::from_secs(1);

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(args.threads)?;
    // Names first: a slip should not cost the time of building a scene.
    FrameSettings::new(&args.to, 1.0, false).map_err(Fault::input)?;
    let mut run = RunFolder::open(&args.run)?;
    let fps = args.fps.unwrap_or(run.built.output.fps);
    let times = run.trajectory.times();
    affordable(fps, times.last().zip(times.first()).map_or(0.0, |(end, start)| end - start))
        .map_err(|e| Fault::input(format!("--fps: {e}")))?;
    let settings = FrameSettings::new(&args.to, fps, false).map_err(Fault::input)?;
    let folder = args.out.clone().unwrap_or_else(|| args.run.clone());
    let old: Vec<PathBuf> = settings.formats.iter().flat_map(|entry| entry.present(&folder)).collect();
    if let Some(file) = old.first().filter(|_| !args.force) {
        return Err(Fault::input(format!(
            "{} exists already; give another --out, or --force to overwrite",
            file.display()
        )));
    }
    let failed = |e: std::io::Error| Fault::files(format!("cannot write to {}: {e}", folder.display()));
    old.iter().try_for_each(fs::remove_file).map_err(failed)?;

    let unreadable = |e: std::io::Error| Fault::files(format!("cannot read {}: {e}", args.run.display()));
    let world = run.built.simulation.world();
    let (stored, n) = (run.trajectory.frames(), 3 * world.vertices());
    let (mut x, mut v) = (vec![0.0; n], vec![0.0; n]);
    let mut state = |k: usize| {
        run.trajectory.read(k, &mut x, &mut v)?;
        Ok(world.restrict(run.trajectory.times()[k], &x, &v))
    };
    let mut before = state(0).map_err(unreadable)?;
    let title = if run.built.title.is_empty() { run.scene.name() } else { &run.built.title };
    let mut frames = Frames::new(&folder, title, &settings, &run.built.view, world, &before);

    stop::listen_for(world.stop_flag());
    let (clock, mut progress) = (Instant::now(), None);
    frames.begin(world, &before).map_err(failed)?;
    for k in 1..stored {
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, format!("interrupted after {k} of {stored} stored frames")));
        }
        let after = state(k).map_err(unreadable)?;
        frames.pass(world, &before, &after).map_err(failed)?;
        before = after;
        if clock.elapsed() > PATIENCE {
            progress.get_or_insert_with(|| Progress::new(args.quiet, &args.to.join(", "), stored)).at(k + 1);
        }
    }
    let count = frames.count();
    let remarks = frames.finish(world).map_err(failed)?;
    if let Some(progress) = progress {
        progress.end();
    }
    if !args.quiet {
        remarks.iter().for_each(|remark| eprintln!("sinew: note: {remark}"));
        say(format_args!("{count} frames at {fps} a second as {} in {}", args.to.join(", "), folder.display()));
    }
    Ok(())
}
