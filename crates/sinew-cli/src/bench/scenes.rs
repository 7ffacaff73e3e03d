//! `sinew bench scenes`: size of every shipped scene and the cost of its steps with its own integrator.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use sinew::mechanics::MechanicalSystem;
use sinew::output::files::write_whole;
use sinew::scene::costs::{self, COLUMNS};
use sinew::scene::{Scene, shipped};

use crate::console::{say, table, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// Size of every shipped scene and the cost of its steps
#[derive(clap::Args)]
#[command(after_long_help = super::EXAMPLES)]
pub struct Args {
    /// At most three steps a scene instead of two seconds
    #[arg(long)]
    quick: bool,
    /// Table to write
    #[arg(long, value_name = "FILE", default_value = "scenes/costs.csv")]
    out: PathBuf,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
}

/// Steps measured after the first, which also pays for what is kept.
const MOST: usize = 50;
const LIMIT: Duration = Duration::from_secs(2);

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(Some(args.threads))?;
    stop::listen();
    let most = if args.quick { 3 } else { MOST };
    let mut rows: Vec<Vec<String>> = vec![COLUMNS.split(',').map(str::to_owned).collect()];
    for shipped in shipped::CATALOG {
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, "interrupted; nothing was written"));
        }
        // What asks for many gigabytes has a bench of its own (`sinew bench hair`).
        if let Some(c) = costs::find(shipped.name).filter(|c| c.is_huge()) {
            rows.push(c.row());
            eprintln!("{}: too large, as it was", shipped.name);
            continue;
        }
        let built = Scene::from_shipped(shipped.name)?.build()?;
        let (mut simulation, steps) = (built.simulation, built.steps);
        let (clock, mut times) = (Instant::now(), Vec::new());
        for step in 0..steps.min(most + 1) {
            let seconds = simulation.step().map_err(|e| Fault::new(Kind::Numbers, format!("{}: {e}", shipped.name)))?;
            if step > 0 || steps == 1 {
                times.push(1e3 * seconds.wall_seconds);
            }
            if clock.elapsed() > LIMIT && !times.is_empty() {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        let (world, dt) = (simulation.world(), simulation.dt());
        // Nine digits: without the rounding of a product.
        let duration: f64 = format!("{:.8e}", dt * steps as f64).parse().expect("a number");
        rows.push(vec![
            shipped.name.to_owned(),
            world.vertices().to_string(),
            world.elements().to_string(),
            world.dofs().to_string(),
            format!("{dt}"),
            format!("{duration}"),
            simulation.integrator().name().to_owned(),
            format!("{:.3}", times[times.len() / 2].max(0.001)),
        ]);
        eprintln!("{}: {} ms/step", shipped.name, rows[rows.len() - 1][7]);
    }
    table(&rows);
    write_whole(&args.out, |out| rows.iter().try_for_each(|row| writeln!(out, "{}", row.join(","))))
        .map_err(|e: io::Error| Fault::files(format!("{}: {e}", args.out.display())))?;
    say(format_args!("written to {}", args.out.display()));
    Ok(())
}
