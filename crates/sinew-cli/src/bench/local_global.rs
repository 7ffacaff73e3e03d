//! `sinew bench local-global`: what a step of a local/global solver costs, its local and its global part, and a step of
//! Newton's method on the same stage for comparison.
//!
//! Cloth: 101 x 101 particles with structural, shear and bending springs, hung at two corners; figure: a body of
//! isotropic tets pinned at the feet; block: a compact one, clamped. All under gravity, dt = 0.033 s unless said
//! otherwise. The parts are measured by themselves: one force over all elements, and one solve with three right-hand
//! sides, with the factor in single and in double precision.

use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use sinew::mechanics::{MechanicalSystem, Weights};
use sinew::scene::Scene;
use sinew_math::solve::{Precision, ScalarAnalysis, ScalarCholesky};
use sinew_math::sparse::ScalarMatrix;

use super::clamped::numbers;
use crate::console::{positive, say, table, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// Cost of local/global steps, their local and global parts, and of Newton's method beside them
#[derive(clap::Args)]
#[command(after_long_help = super::EXAMPLES)]
pub struct Args {
    /// Bodies: cloth (10 201 particles), figure (about 121 000 tets), block (34 848 vertices), small (900 tets)
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', default_value = "small,cloth,figure,block")]
    bodies: Vec<String>,
    /// Material of the solids (`sinew list materials`)
    #[arg(long, value_name = "NAME", default_value = "corotated")]
    material: String,
    /// Young's modulus of the solids in pascals
    #[arg(long, value_name = "PA", value_parser = positive, allow_negative_numbers = true, default_value = "1e5")]
    young: f64,
    /// Iterations a step
    #[arg(long, value_name = "N", default_value_t = 10)]
    iterations: usize,
    /// More options of `projective-dynamics` as TOML, e.g. 'acceleration = "anderson"'
    #[arg(long, value_name = "TOML", default_value = "")]
    options: String,
    /// Step size in seconds
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true, default_value = "0.033")]
    dt: f64,
    /// Steps to measure, after one step to warm up
    #[arg(long, value_name = "N", default_value_t = 20)]
    steps: usize,
    /// Steps of backward Euler by Newton's method to compare with; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1)]
    newton: usize,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Cost of one body, times in milliseconds.
struct Cost {
    body: String,
    vertices: usize,
    elements: usize,
    values: usize,
    /// Shortest, median, 99th percentile and longest of the steps.
    step: [f64; 4],
    local: f64,
    single: f64,
    double: f64,
    /// Absent if it was not asked for or stalled.
    newton: Option<f64>,
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(Some(args.threads))?;
    stop::listen();
    let scenes = args.bodies.iter().map(|body| Ok((body, scene(args, body)?))).collect::<Result<Vec<_>, Fault>>()?;
    let mut costs = Vec::new();
    for (body, scene) in scenes {
        if stop::asked() {
            return Err(Fault::new(Kind::Interrupted, "interrupted"));
        }
        costs.push(measure(args, body, &scene)?);
        if !args.json {
            eprintln!("{body}: done");
        }
    }
    tell(args, &costs)
}

fn scene(args: &Args, body: &str) -> Result<Scene, Fault> {
    let Args { material, young, dt, iterations, options, .. } = args;
    let solid = format!("material = {{ model = \"{material}\", young = {young:?}, poisson = 0.4, density = 1000.0 }}");
    let text = match body {
        "small" => format!(
            "[[body]]\nshape = {{ kind = \"block\", size = [1.0, 0.2, 0.2], cells = [20, 3, 3] }}\n{solid}\n\
             pin = [{{ box = [[-0.01, -1.0, -1.0], [0.01, 1.0, 1.0]] }}]"
        ),
        "block" => format!(
            "[[body]]\nshape = {{ kind = \"block\", size = [1.0, 1.0, 1.0], cells = [32, 32, 31] }}\n{solid}\n\
             pin = [{{ box = [[-0.01, -1.0, -1.0], [0.01, 1.0, 1.0]] }}]"
        ),
        "figure" => format!(
            "[[body]]\nshape = {{ kind = \"figure\", height = 1.8, spacing = 0.021 }}\n{solid}\n\
             pin = [{{ box = [[-1.0, -1.0, -0.01], [1.0, 1.0, 0.03]] }}]"
        ),
        "cloth" => "[[body]]\nshape = { kind = \"sheet\", size = [1.0, 1.0], cells = [100, 100] }\n\
             springs = { from = \"sheet\", edge = 2000.0, shear = 500.0, bending = 5.0, density = 0.2 }\n\
             pin = [{ nearest = [0.0, -0.5, 0.0] }, { nearest = [0.0, 0.5, 0.0] }]"
            .to_owned(),
        other => {
            let message = format!("no body `{other}`; choose small, cloth, figure or block");
            return Err(Fault::input(message));
        }
    };
    let text = format!(
        "gravity = [0.0, 0.0, -9.81]\n[time]\ndt = {dt:?}\nduration = 1.0\n[integrator]\nname = \"projective-dynamics\"\n\
         iterations = {iterations}\n{options}\n{text}\n"
    );
    Ok(Scene::from_str(&text, ".")?)
}

/// Median of the milliseconds that some calls take.
fn milliseconds(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..15)
        .map(|_| {
            let clock = Instant::now();
            work();
            1e3 * clock.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn steps(scene: &Scene, count: usize) -> Result<(Vec<f64>, sinew::simulation::Simulation), Fault> {
    let mut simulation = scene.build()?.simulation;
    // The first step orders the matrix, factorizes and allocates.
    simulation.step().map_err(|failure| numbers(failure.cause))?;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let clock = Instant::now();
        simulation.step().map_err(|failure| numbers(failure.cause))?;
        times.push(1e3 * clock.elapsed().as_secs_f64());
        if stop::asked() {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    Ok((times, simulation))
}

fn measure(args: &Args, body: &str, scene: &Scene) -> Result<Cost, Fault> {
    let (times, simulation) = steps(scene, args.steps.max(1))?;
    let (world, state, h) = (simulation.world(), simulation.state(), simulation.dt());
    let mut f = vec![0.0; world.dofs()];
    let local = milliseconds(|| world.force(state, &mut f));
    let mut matrix = ScalarMatrix::new(world.pattern().clone());
    let weights = Weights { mass: 1.0 / (h * h), damping: 1.0 / h, stiffness: 1.0 };
    world.metric(weights, &mut matrix).map_err(numbers)?;
    let analysis = Arc::new(ScalarAnalysis::new(world.pattern()).map_err(numbers)?);
    let global = |precision| {
        let mut factor = ScalarCholesky::new(analysis.clone(), precision);
        factor.factorize(&matrix).map_err(numbers)?;
        let mut x = vec![0.0; f.len()];
        Ok::<_, Fault>(milliseconds(|| factor.solve(&f, &mut x).expect("the same numbers as before")))
    };
    let (single, double) = (global(Precision::Single)?, global(Precision::Double)?);
    let newton = match args.newton {
        0 => None,
        count => {
            let mut scene = scene.clone();
            scene.set_integrator("backward-euler");
            // Newton's method may stall where a fixed number of iterations just goes on.
            steps(&scene, count).ok().map(|(times, _)| times[times.len() / 2])
        }
    };
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    Ok(Cost {
        body: body.to_owned(),
        vertices: world.vertices(),
        elements: world.elements(),
        values: analysis.factor_nonzeros(),
        step: [at(0.0), at(0.5), at(0.99), at(1.0)],
        local,
        single,
        double,
        newton,
    })
}

fn tell(args: &Args, costs: &[Cost]) -> Result<(), Fault> {
    if args.json {
        let rows: Vec<_> = costs
            .iter()
            .map(|c| {
                json!({
                    "body": c.body, "vertices": c.vertices, "elements": c.elements, "factor_values": c.values,
                    "iterations": args.iterations, "threads": args.threads, "dt": args.dt, "step_ms_min": c.step[0],
                    "step_ms": c.step[1], "step_ms_99": c.step[2], "step_ms_max": c.step[3], "local_ms": c.local, "global_single_ms": c.single,
                    "global_double_ms": c.double, "newton_step_ms": c.newton,
                })
            })
            .collect();
        say(serde_json::to_string_pretty(&rows).map_err(Fault::files)?);
        return Ok(());
    }
    let head = [
        "body",
        "vertices",
        "elements",
        "factor",
        "ms/step",
        "min",
        "99 %",
        "max",
        "local",
        "global 32",
        "global 64",
        "Newton",
        "ratio",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for c in costs {
        let millions = format!("{:.2} M", c.values as f64 / 1e6);
        let mut row = vec![c.body.clone(), c.vertices.to_string(), c.elements.to_string(), millions];
        row.extend(
            [c.step[1], c.step[0], c.step[2], c.step[3], c.local, c.single, c.double].map(|t| format!("{t:.2}")),
        );
        row.push(c.newton.map_or("-".into(), |t| format!("{t:.0}")));
        row.push(c.newton.map_or("-".into(), |t| format!("{:.1}", t / c.step[1])));
        rows.push(row);
    }
    say(format_args!(
        "{} iterations, dt = {} s, {} thread(s), {} steps; times in ms, local and global per iteration",
        args.iterations, args.dt, args.threads, args.steps
    ));
    table(&rows);
    Ok(())
}
