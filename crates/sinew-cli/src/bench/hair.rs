//! `sinew bench hair`: the shipped scene `hair-shake` at any number of hairs: what it takes to load it and to step it.
//!
//! The paper's head has 60 000 hairs, 480 000 cuboids, 2 160 000 particles; 4 s of it at steps of 49 ms took 54 minutes, 40 s
//! a step, 23 minutes of that for collisions among hairs [michels2017, sec. 4.4]. A step is the integrator's and what follows:
//! impulses between hairs, friction on the head, the energies. Memory is the largest that the process has had, and the processors'
//! time that of all threads, which other programs disturb less than the time of a clock; as the system tells them.

use std::time::Instant;

use sinew::mechanics::MechanicalSystem;
use sinew::scene::Scene;

use super::clamped::numbers;
use crate::console::{positive, say, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// A head of hair that shakes: memory, and the time and work of each step
#[derive(clap::Args)]
#[command(after_long_help = super::EXAMPLES)]
pub struct Args {
    /// Number of hairs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 60_000)]
    hairs: u32,
    /// Steps to measure after the first
    #[arg(long, value_name = "N", default_value_t = 3)]
    steps: usize,
    /// Step size in seconds; that of the scene by default
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    dt: Option<f64>,
    /// Scheme (`sinew list integrators`); that of the scene by default
    #[arg(long, value_name = "NAME")]
    integrator: Option<String>,
    /// Change of the scene, such as contact.1.passing=true; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(Some(args.threads))?;
    stop::listen();
    let clock = Instant::now();
    let mut scene = Scene::from_shipped("hair-shake")?;
    scene.apply_set(&format!("body.0.fibres.grow.count={}", args.hairs))?;
    for change in &args.set {
        scene.apply_set(change)?;
    }
    if let Some(name) = &args.integrator {
        scene.set_integrator(name);
    }
    if let Some(dt) = args.dt {
        scene.set_dt(dt)?;
    }
    let mut simulation = scene.build()?.simulation;
    let world = simulation.world();
    say(format_args!(
        "{} hairs, {} vertices, {} unknowns, {} blocks: loaded in {:.1} s, {}",
        args.hairs,
        world.vertices(),
        world.dofs(),
        world.pattern().blocks(),
        clock.elapsed().as_secs_f64(),
        memory(),
    ));
    for step in 0..=args.steps {
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, "interrupted"));
        }
        let (clock, before) = (Instant::now(), processors());
        let record = simulation.step().map_err(|failure| numbers(failure.cause))?;
        let (work, integrator) = (record.work, record.wall_seconds);
        let both = before.zip(processors());
        let used = both.map(|(before, after)| format!(" ({:.2} s of processors)", after - before)).unwrap_or_default();
        let whole = clock.elapsed().as_secs_f64();
        let first = if step == 0 { ", with all that is kept for later steps" } else { "" };
        say(format_args!(
            "step {step}: {whole:.2} s{used}, {integrator:.2} of them the integrator and {:.2} what follows, {} substeps, {} Newton \
             iterations, {} factorizations, {}{first}",
            whole - integrator,
            work.substeps,
            work.newton_iterations,
            work.factorizations,
            memory(),
        ));
    }
    Ok(())
}

/// The most memory used so far, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kilobytes.map_or_else(|| "memory unknown".into(), |k| format!("at most {:.2} GB so far", k * 1024.0 / 1e9))
}

/// Seconds that all threads have run so far, where the system tells: fields 14 and 15 of its line, in hundredths.
fn processors() -> Option<f64> {
    let line = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold blanks.
    let fields = line.rsplit_once(')')?.1.split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    Some(ticks / 100.0)
}
