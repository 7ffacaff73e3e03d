//! `sinew bench functions`: what the functions of one step cost with every engine, on the clamped beam.
//!
//! First table: h phi_1(h J) \[v; a\], h = 1/100 s, with v and a out of a run. Times are in products with K and include
//! the factor where one is made. The residual is how far a result is from obeying the equation of motion. The true error is against a Chebyshev series at 1e-11. Second table: the functions of
//! one exprb42 step (phi_1 at 3h/4 and h, phi_3 at h) at 1e-3 beside one semi-implicit step (assembly, factor, solve);
//! the assembly counts on both sides. All times are medians measured in the same run, on one thread unless told
//! otherwise.

use serde_json::json;
use sinew_math::functions::{Options, Pole};

use super::clamped::{Clamped, STEP, cells};
use super::engines::{self, ENGINES, Row, auto_ratio, engines};
use super::exprb42::{self, Exprb42, exprb42};
use crate::console::{Progress, positive, say, table, use_threads};
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
    // Per beam: its matrices and data, every engine at every tolerance, exprb42.
    let per_beam = ENGINES.len() * args.tolerance.len() + 2;
    let mut progress = Progress::new(args.json, "measuring", args.sizes.len() * args.young.len() * per_beam);
    let mut done = 0;
    let mut step = || {
        done += 1;
        progress.at(done - 1);
        if stop::asked() { Err(Fault::new(Kind::Interrupted, "interrupted")) } else { Ok(()) }
    };
    for size in &args.sizes {
        for young in &args.young {
            step()?;
            let mut beam = Clamped::new(cells(*size as usize), *young)?;
            // The foreign engine takes minutes at high stiffness: the first beam has to do.
            let rows = engines(&mut beam, &args.tolerance, args.damped, all.is_empty(), &mut note, &mut step)?;
            step()?;
            let exprb42 = exprb42(&mut beam, args.damped)?;
            all.push(Measured { beam, rows, exprb42 });
        }
    }
    progress.end();
    tell(args, &all, note)
}

fn tell(args: &Args, all: &[Measured], note: Option<&str>) -> Result<(), Fault> {
    if args.json {
        let text = json!({
            "dt": STEP, "damped": args.damped, "threads": args.threads, "gamma": Options::default().gamma,
            "beams": all.iter().map(|m| m.json(&args.tolerance)).collect::<Vec<_>>(), "expm_multiply_skipped": note,
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
        let mut rows = vec![engines::HEAD.map(str::to_owned).to_vec()];
        rows.extend(m.rows.iter().map(engines::cells_of));
        table(&rows);
        let ratios = args.tolerance.iter().filter_map(|t| m.ratio(*t).map(|r| format!("{r:.2} at {t:.0e}")));
        say(format_args!("auto / (2.2 best + factor) in flops: {}", ratios.collect::<Vec<_>>().join(", ")));
    }
    say(
        "\ntime in products with K, factor included; error against a Chebyshev series at 1e-11; residual: of the equation of \
         motion, t^2 |r| / (|x| + t^2 |K x + D v|), counted in the products",
    );
    if let Some(why) = note {
        say(format_args!("no row of SciPy's expm_multiply: {why}"));
    }
    say("\nfunctions of one exprb42 step at 1e-3, in milliseconds and in semi-implicit steps");
    let mut rows = vec![exprb42::HEAD.map(str::to_owned).to_vec()];
    rows.extend(all.iter().map(|m| m.exprb42.cells(&m.beam)));
    table(&rows);
    Ok(())
}

impl Measured {
    fn ratio(&self, tolerance: f64) -> Option<f64> {
        auto_ratio(&self.rows, tolerance, self.beam.pole.factor_flops())
    }

    fn json(&self, tolerances: &[f64]) -> serde_json::Value {
        let b = &self.beam;
        json!({
            "unknowns": b.masses.len(), "young": b.young, "h_omega_max": b.stiffness_number,
            "seconds": { "product": b.product, "assembly": b.assembly, "factor": b.factor, "solve": b.solve },
            "engines": self.rows.iter().map(engines::row_json).collect::<Vec<_>>(),
            "auto_over_bound": tolerances.iter().map(|t| self.ratio(*t)).collect::<Vec<_>>(),
            "exprb42": self.exprb42.json(b),
        })
    }
}
