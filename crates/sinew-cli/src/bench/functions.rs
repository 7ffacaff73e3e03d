//! `sinew bench functions`: what the functions of one step cost with every engine, on the clamped beam.
//!
//! First table: h phi_1(h J) \[v; a\], h = 1/100 s, with v and a out of a run. Times are in products with K and include
//! the factor where one is made. The true error is against a Chebyshev series at 1e-11. Second table: the functions of
//! one exprb42 step (phi_1 at 3h/4 and h, phi_3 at h) at 1e-3 beside one semi-implicit step (assembly, factor, solve);
//! the assembly counts on both sides. All times are medians measured in the same run, on one thread unless told
//! otherwise.

use std::time::Instant;

use serde_json::json;
use sinew_math::functions::{
    Auto, CholeskyPole, FunctionError, Options, Path, PhiTerm, Pole, Problem, Report, Request, ShiftInvert,
    adaptive_krylov, chebyshev, lanczos,
};

use super::clamped::{Clamped, STEP, cells, numbers};
use super::scipy::{Outcome, expm_multiply};
use crate::console::{positive, say, table, use_threads};
use crate::fault::{Fault, Kind};
use crate::stop;

/// Matrix functions of one step: every engine on the same beam, against a tight reference
#[derive(clap::Args)]
#[command(after_long_help = super::EXAMPLES)]
pub struct Args {
    /// Numbers of unknowns; the beam with the nearest number is taken
    #[arg(long, value_name = "N,N,..", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1_000_000), default_value = "3528")]
    sizes: Vec<u32>,
    /// Young's moduli in pascals
    #[arg(long, value_name = "PA,PA,..", value_delimiter = ',', value_parser = positive, allow_negative_numbers = true, default_value = "1e5,1e7,1e9")]
    young: Vec<f64>,
    /// Relative tolerances
    #[arg(long, value_name = "T,T,..", value_delimiter = ',', value_parser = tolerance, allow_negative_numbers = true, default_value = "1e-3,1e-6,1e-9")]
    tolerance: Vec<f64>,
    /// Put 0.5 % damping of the lowest mode into the functions
    #[arg(long)]
    damped: bool,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// The reference is good to 1e-11, so nothing finer can be judged.
fn tolerance(text: &str) -> Result<f64, String> {
    positive(text)
        .ok()
        .filter(|t| (1e-10..1.0).contains(t))
        .ok_or("a number from 1e-10 to below 1 is needed".to_owned())
}

const ENGINES: [&str; 5] = ["shift-invert", "adaptive-krylov", "chebyshev", "lanczos", "auto"];

/// One engine at one tolerance.
struct Row {
    engine: &'static str,
    tolerance: f64,
    /// In products with K, factor included.
    time: f64,
    /// What was counted (not for foreign engines), or why there is no result.
    report: Result<Option<Report>, String>,
    /// Against the reference.
    error: f64,
}

/// The functions of one exprb42 step.
struct Exprb42 {
    solves: u64,
    products: u64,
    /// Seconds without the factor.
    functions: f64,
    /// Products and seconds of the adaptive Krylov engine, or why it failed.
    krylov: Result<(u64, f64), String>,
}

/// All that was measured on one beam.
struct Measured {
    beam: Clamped,
    rows: Vec<Row>,
    exprb42: Exprb42,
}

/// See the head of the file.
pub fn run(args: &Args) -> Result<(), Fault> {
    use_threads(Some(args.threads))?;
    stop::listen();
    let mut all = Vec::new();
    let mut note = None;
    for size in &args.sizes {
        for young in &args.young {
            go_on()?;
            let mut beam = Clamped::new(cells(*size as usize), *young)?;
            let label = format!("{} unknowns, E = {young:e} Pa", beam.masses.len());
            let progress = |what: &str| {
                if !args.json {
                    eprintln!("{label}: {what}");
                }
            };
            progress("matrices and data done");
            // The foreign engine takes minutes at high stiffness: the first beam has to do.
            let rows = engines(&mut beam, args, all.is_empty(), &mut note)?;
            progress("engines done");
            go_on()?;
            let exprb42 = exprb42(&mut beam, args.damped)?;
            progress("exprb42 done");
            all.push(Measured { beam, rows, exprb42 });
        }
    }
    tell(args, &all, note)
}

fn go_on() -> Result<(), Fault> {
    if stop::asked() { Err(Fault::new(Kind::Interrupted, "interrupted")) } else { Ok(()) }
}

/// Seconds of a call, the median of three unless one takes long; and what the last call gave.
fn timed<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    let mut times = Vec::new();
    loop {
        let clock = Instant::now();
        let result = work();
        times.push(clock.elapsed().as_secs_f64());
        if times.len() == 3 || times[0] > 1.0 {
            times.sort_by(f64::total_cmp);
            return (times[times.len() / 2], result);
        }
    }
}

fn evaluate(
    engine: &str,
    problem: &Problem<'_>,
    pole: &mut CholeskyPole,
    request: &Request<'_>,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    let options = Options { check: false, max_dimension: 400, ..Options::default() };
    // Nobody starts with a factor.
    pole.refresh();
    match engine {
        "shift-invert" => ShiftInvert::new().evaluate(problem, pole, request, &options, out),
        "adaptive-krylov" => adaptive_krylov(problem, request, &options, out),
        "chebyshev" => chebyshev(problem, request, None, &options, out),
        "lanczos" => lanczos(problem, request, &options, out),
        _ => Auto::new().evaluate(problem, pole, request, None, &options, out),
    }
}

fn engines(beam: &mut Clamped, args: &Args, foreign: bool, note: &mut Option<&str>) -> Result<Vec<Row>, Fault> {
    let (v, a) = (beam.v.clone(), beam.a.clone());
    let (n, speed) = (v.len(), beam.norm(&v));
    let request = |tolerance| {
        let mut request = Request::new(tolerance);
        let (p, q) = (request.vector(&v), request.vector(&a));
        request.phi(STEP, [0.0, speed], &[PhiTerm { weight: STEP, k: 1, position: Some(p), velocity: Some(q) }]);
        request
    };
    let mut reference = vec![0.0; 2 * n];
    let (problem, pole) = beam.split(args.damped);
    evaluate("chebyshev", &problem, pole, &request(1e-11), &mut reference).map_err(numbers)?;
    let error = |beam: &Clamped, out: &[f64]| {
        let half = |r: std::ops::Range<usize>, floor: f64| {
            let difference: Vec<f64> = r.clone().map(|i| out[i] - reference[i]).collect();
            beam.norm(&difference) / beam.norm(&reference[r]).max(floor)
        };
        half(0..n, 0.0).max(half(n..2 * n, speed))
    };
    let mut rows = Vec::new();
    let mut out = vec![0.0; 2 * n];
    for engine in ENGINES {
        for &tolerance in &args.tolerance {
            go_on()?;
            let (problem, pole) = beam.split(args.damped);
            let request = request(tolerance);
            let (seconds, report) = timed(|| evaluate(engine, &problem, pole, &request, &mut out));
            let error = if report.is_ok() { error(beam, &out) } else { f64::NAN };
            let report = report.map(Some).map_err(|e| e.to_string());
            rows.push(Row { engine, tolerance, time: seconds / beam.product, report, error });
        }
    }
    if foreign {
        match expm_multiply(beam, args.damped)? {
            Outcome::Skipped(why) => *note = Some(why),
            Outcome::Done(seconds, out) if out.len() == 2 * n => rows.push(Row {
                engine: "expm_multiply",
                // It aims at rounding.
                tolerance: f64::EPSILON,
                time: seconds / beam.product,
                report: Ok(None),
                error: error(beam, &out),
            }),
            Outcome::Done(..) => *note = Some("expm_multiply gave a vector of another length"),
        }
    }
    Ok(rows)
}

fn exprb42(beam: &mut Clamped, damped: bool) -> Result<Exprb42, Fault> {
    let (v, a) = (beam.v.clone(), beam.a.clone());
    let (n, speed) = (v.len(), beam.norm(&v));
    // A remainder as smooth as the motion, small against a.
    let r: Vec<f64> = v.iter().map(|v| 0.1 * v).collect();
    let phi = |k, weight, position, velocity| PhiTerm { weight, k, position, velocity };
    let mut first = Request::new(1e-3);
    let (p, q) = (first.vector(&v), first.vector(&a));
    for time in [0.75 * STEP, STEP] {
        first.phi(time, [0.0, speed], &[phi(1, time, Some(p), Some(q))]);
    }
    let mut second = Request::new(1e-3);
    let q = second.vector(&r);
    second.phi(STEP, [0.0; 2], &[phi(3, 32.0 / 9.0 * STEP, None, Some(q))]);

    let options = Options { check: false, ..Options::default() };
    let mut out = vec![0.0; 4 * n];
    let (problem, pole) = beam.split(damped);
    pole.factorize(options.gamma * STEP * STEP).map_err(numbers)?;
    let mut engine = ShiftInvert::new();
    let mut work = || -> Result<(u64, u64), FunctionError> {
        let one = engine.evaluate(&problem, pole, &first, &options, &mut out)?;
        let two = engine.evaluate(&problem, pole, &second, &options, &mut out[..2 * n])?;
        Ok((one.solves + two.solves, one.products + two.products))
    };
    // The first call allocates.
    work().map_err(numbers)?;
    let (functions, counts) = timed(work);
    let (solves, products) = counts.map_err(numbers)?;
    let (seconds, krylov) = timed(|| -> Result<u64, FunctionError> {
        let one = adaptive_krylov(&problem, &first, &options, &mut out)?;
        let two = adaptive_krylov(&problem, &second, &options, &mut out[..2 * n])?;
        Ok(one.products + two.products)
    });
    let krylov = krylov.map(|products| (products, seconds)).map_err(|e| e.to_string());
    Ok(Exprb42 { solves, products, functions, krylov })
}

impl Measured {
    /// (assembly + factor + functions) / (assembly + factor + solve)
    fn semi_implicit_steps(&self) -> f64 {
        let both = self.beam.assembly + self.beam.factor;
        (both + self.exprb42.functions) / (both + self.beam.solve)
    }

    /// Adaptive Krylov against shift-invert without the factor.
    fn krylov_ratio(&self) -> f64 {
        self.exprb42.krylov.as_ref().map_or(f64::NAN, |(_, seconds)| seconds / self.exprb42.functions)
    }
}

fn path(report: &Report) -> &'static str {
    match report.path {
        Path::Dense => "dense",
        Path::ShiftInvert => "shift-invert",
        Path::Chebyshev => "chebyshev",
        Path::Lanczos => "lanczos",
        Path::AdaptiveKrylov => "adaptive-krylov",
    }
}

fn tell(args: &Args, all: &[Measured], note: Option<&str>) -> Result<(), Fault> {
    if args.json {
        let text = json!({
            "dt": STEP, "damped": args.damped, "threads": args.threads, "gamma": Options::default().gamma,
            "beams": all.iter().map(beam_json).collect::<Vec<_>>(), "expm_multiply_skipped": note,
        });
        say(serde_json::to_string_pretty(&text).map_err(Fault::files)?);
        return Ok(());
    }
    let operator = if args.damped { "0.5 % damping of the lowest mode" } else { "undamped" };
    let gamma = Options::default().gamma;
    say(format_args!("clamped beam, h phi_1(hJ) [v; a], h = {STEP} s, {operator}, gamma = {gamma}"));
    for m in all {
        let b = &m.beam;
        say(format_args!(
            "\n{} unknowns, E = {:e} Pa, h omega_max = {:.0}; one product {:.3} ms, one factorization {:.0} products, one \
             solve {:.1}",
            b.masses.len(),
            b.young,
            b.stiffness_number,
            1e3 * b.product,
            b.factor / b.product,
            b.solve / b.product
        ));
        let head =
            ["engine", "tol", "blocks", "dim", "solves", "products", "factors", "time", "estimate", "error", "path"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(m.rows.iter().map(cells_of));
        table(&rows);
    }
    say(format_args!("\ntime in products with K, factor included; error against a Chebyshev series at 1e-11"));
    if let Some(why) = note {
        say(format_args!("no row of SciPy's expm_multiply: {why}"));
    }
    say("\nfunctions of one exprb42 step at 1e-3, in milliseconds and in semi-implicit steps");
    let head = [
        "unknowns",
        "E [Pa]",
        "solves",
        "products",
        "functions",
        "assembly",
        "factor",
        "solve",
        "steps",
        "Krylov products",
        "Krylov/functions",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for m in all {
        let (b, e) = (&m.beam, &m.exprb42);
        let mut row = vec![b.masses.len().to_string(), format!("{:.0e}", b.young)];
        row.extend([e.solves, e.products].map(|c| c.to_string()));
        row.extend([e.functions, b.assembly, b.factor, b.solve].map(|s| format!("{:.2}", 1e3 * s)));
        row.push(format!("{:.2}", m.semi_implicit_steps()));
        match &e.krylov {
            Ok((products, _)) => row.extend([products.to_string(), format!("{:.1}", m.krylov_ratio())]),
            Err(why) => row.push(why.clone()),
        }
        rows.push(row);
    }
    table(&rows);
    Ok(())
}

fn cells_of(row: &Row) -> Vec<String> {
    let mut cells = vec![row.engine.to_owned(), format!("{:.0e}", row.tolerance)];
    let (time, error) = (format!("{:.0}", row.time), format!("{:.1e}", row.error));
    match &row.report {
        Ok(Some(r)) => {
            cells.extend([r.iterations, r.dimension].map(|c| c.to_string()));
            cells.extend([r.solves, r.products, r.factorizations].map(|c| c.to_string()));
            cells.extend([time, format!("{:.1e}", r.estimate), error, path(r).to_owned()]);
        }
        Ok(None) => {
            cells.extend(["-"; 5].map(str::to_owned));
            cells.extend([time, "-".to_owned(), error, "taylor".to_owned()]);
        }
        Err(why) => cells.push(format!("failed after {time} products' time: {why}")),
    }
    cells
}

fn beam_json(m: &Measured) -> serde_json::Value {
    let (b, e) = (&m.beam, &m.exprb42);
    let row = |r: &Row| {
        let counted = r.report.as_ref().ok().and_then(Option::as_ref);
        json!({
            "engine": r.engine, "tolerance": r.tolerance, "time_in_products": r.time, "error": r.error,
            "path": counted.map(path), "blocks": counted.map(|c| c.iterations), "dimension": counted.map(|c| c.dimension),
            "solves": counted.map(|c| c.solves), "products": counted.map(|c| c.products),
            "factorizations": counted.map(|c| c.factorizations), "estimate": counted.map(|c| c.estimate),
            "failure": r.report.as_ref().err(),
        })
    };
    json!({
        "unknowns": b.masses.len(), "young": b.young, "h_omega_max": b.stiffness_number,
        "seconds": { "product": b.product, "assembly": b.assembly, "factor": b.factor, "solve": b.solve },
        "engines": m.rows.iter().map(row).collect::<Vec<_>>(),
        "exprb42": {
            "tolerance": 1e-3, "solves": e.solves, "products": e.products, "seconds": e.functions,
            "semi_implicit_steps": m.semi_implicit_steps(), "krylov_products": e.krylov.as_ref().ok().map(|k| k.0),
            "krylov_seconds": e.krylov.as_ref().ok().map(|k| k.1), "krylov_ratio": m.krylov_ratio(),
            "krylov_failure": e.krylov.as_ref().err(),
        },
    })
}
