//! `sinew bench beam`: what a step costs, measured on the clamped beam that others were measured on too.
//!
//! Beam of 1 x 0.25 x 0.25 m, 1000 kg/m^3, nu = 0.45, h = 1/100 s, undamped, one thread. The share of the assembly is
//! the time of one tangent, measured by itself, times the number of tangents in a step.

use std::time::Instant;

use serde_json::json;
use sinew::mechanics::{MechanicalSystem, Weights};
use sinew::scene::Scene;
use sinew_math::sparse::BlockMatrix;

use crate::console::{positive, say, table, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// Clamped beam under gravity at three sizes and two stiffnesses
#[derive(clap::Args)]
#[command(after_long_help = super::EXAMPLES)]
pub struct Args {
    /// Sizes: small (1 280 tets), medium (10 240), large (81 920)
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', default_value = "small,medium,large")]
    sizes: Vec<String>,
    /// Young's moduli in pascals
    #[arg(long, value_name = "PA,PA,..", value_delimiter = ',', value_parser = positive, allow_negative_numbers = true, default_value = "1e6,1e9")]
    young: Vec<f64>,
    /// Integrators [default: all]
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
    integrators: Vec<String>,
    /// Material (`sinew list materials`) [default: the scene's]
    #[arg(long, value_name = "NAME")]
    material: Option<String>,
    /// Step size in seconds
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true, default_value = "0.01")]
    dt: f64,
    /// Steps to measure, after one step to warm up
    #[arg(long, value_name = "N", default_value_t = 10)]
    steps: usize,
    /// Rayleigh damping, 0.5 % of the critical one on the first mode
    #[arg(long)]
    damped: bool,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Cost of one combination, per step.
struct Cost {
    tets: usize,
    young: f64,
    integrator: String,
    steps: usize,
    /// Median over the steps.
    milliseconds: f64,
    assembly_share: f64,
    factorizations: f64,
    solves: f64,
    newton: f64,
    cg: f64,
    forces: f64,
    failure: Option<String>,
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(Some(args.threads))?;
    stop::listen();
    let names: Vec<String> = match args.integrators.as_slice() {
        [] => sinew::integrators::CATALOG.iter().map(|e| e.name.to_owned()).collect(),
        given => given.to_vec(),
    };
    // All scenes are built first, so that a slip in the last name costs no time.
    let mut scenes = Vec::new();
    for size in &args.sizes {
        for young in &args.young {
            for name in &names {
                let mut scene = Scene::from_shipped(&format!("beam-{size}"))?;
                scene.apply_set(&format!("body.0.material.young={young:?}"))?;
                if args.damped {
                    // The first mode of this beam has about 8 rad/s at 1e6 Pa.
                    let beta = 2.0 * 0.005 / (8.0 * (young / 1e6).sqrt());
                    scene.apply_set(&format!("damping=[{{kind=\"rayleigh\",beta={beta:?}}}]"))?;
                }
                if let Some(material) = &args.material {
                    scene.apply_set(&format!("body.0.material.model=\"{material}\""))?;
                }
                scene.set_integrator(name);
                scene.set_dt(args.dt)?;
                scene.check()?;
                scenes.push((scene, *young, name.clone()));
            }
        }
    }
    let mut costs = Vec::new();
    for (scene, young, name) in scenes {
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, "interrupted"));
        }
        costs.push(measure(&scene, young, &name, args.steps)?);
        if !args.json {
            eprintln!("{name}, E = {young:e} Pa, {} tets: done", costs.last().map_or(0, |c: &Cost| c.tets));
        }
    }
    tell(args, &costs)
}

fn measure(scene: &Scene, young: f64, name: &str, steps: usize) -> Result<Cost, Fault> {
    let mut simulation = scene.build()?.simulation;
    let mut cost = Cost {
        tets: simulation.world().elements(),
        young,
        integrator: name.to_owned(),
        steps: 0,
        milliseconds: f64::NAN,
        assembly_share: f64::NAN,
        factorizations: 0.0,
        solves: 0.0,
        newton: 0.0,
        cg: 0.0,
        forces: 0.0,
        failure: None,
    };
    // The first step orders the matrix and allocates.
    if let Err(failure) = simulation.step() {
        cost.failure = Some(failure.cause.to_string());
        return Ok(cost);
    }
    let warm = *simulation.totals();
    let mut times = Vec::with_capacity(steps);
    while times.len() < steps && !stop::asked() {
        match simulation.step() {
            Ok(record) => times.push(record.wall_seconds),
            Err(failure) => {
                cost.failure = Some(failure.to_string());
                break;
            }
        }
    }
    let totals = *simulation.totals();
    cost.steps = times.len();
    if times.is_empty() {
        return Ok(cost);
    }
    let per_step = |all: u64, first: u64| (all - first) as f64 / times.len() as f64;
    cost.factorizations = per_step(totals.work.factorizations, warm.work.factorizations);
    cost.solves = per_step(totals.work.solves, warm.work.solves);
    cost.newton = per_step(totals.work.newton_iterations, warm.work.newton_iterations);
    cost.cg = per_step(totals.work.cg_iterations, warm.work.cg_iterations);
    cost.forces = per_step(totals.evaluations.forces, warm.evaluations.forces);
    let tangents = per_step(totals.evaluations.tangents, warm.evaluations.tangents);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    times.sort_by(f64::total_cmp);
    cost.milliseconds = 1e3 * times[times.len() / 2];

    let (world, h) = (simulation.world(), simulation.dt());
    let mut matrix = BlockMatrix::new(world.pattern().clone());
    let weights = Weights { mass: 1.0, damping: h, stiffness: h * h };
    let fastest = (0..4)
        .map(|_| {
            let clock = Instant::now();
            world.tangent(simulation.state(), weights, true, &mut matrix);
            clock.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    cost.assembly_share = tangents * fastest / mean;
    Ok(cost)
}

fn tell(args: &Args, costs: &[Cost]) -> Result<(), Fault> {
    if args.json {
        let rows: Vec<_> = costs
            .iter()
            .map(|c| {
                json!({
                    "tets": c.tets, "young": c.young, "integrator": c.integrator, "dt": args.dt,
                    "threads": args.threads, "steps": c.steps, "milliseconds_per_step": c.milliseconds,
                    "assembly_share": c.assembly_share, "factorizations_per_step": c.factorizations,
                    "solves_per_step": c.solves, "newton_iterations_per_step": c.newton,
                    "cg_iterations_per_step": c.cg, "forces_per_step": c.forces, "failure": c.failure,
                })
            })
            .collect();
        say(serde_json::to_string_pretty(&rows).map_err(Fault::files)?);
        return Ok(());
    }
    let head = ["integrator", "tets", "E [Pa]", "ms/step", "assembly", "factors", "solves", "Newton", "CG", "forces"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for c in costs {
        let mut row = vec![c.integrator.clone(), c.tets.to_string(), format!("{:.0e}", c.young)];
        match &c.failure {
            Some(reason) => row.push(format!("failed after {} steps: {reason}", c.steps)),
            None => row.extend([
                format!("{:.2}", c.milliseconds),
                format!("{:.0} %", 100.0 * c.assembly_share),
                format!("{:.1}", c.factorizations),
                format!("{:.1}", c.solves),
                format!("{:.1}", c.newton),
                format!("{:.1}", c.cg),
                format!("{:.1}", c.forces),
            ]),
        }
        rows.push(row);
    }
    say(format_args!("clamped beam, dt = {} s, {} thread(s), medians of {} steps", args.dt, args.threads, args.steps));
    table(&rows);
    Ok(())
}
