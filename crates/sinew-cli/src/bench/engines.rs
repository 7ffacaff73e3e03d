//! Every engine on h phi_1(hJ) \[v; a\] of one beam at every tolerance, with its true error; `auto` beside the best of the
//! others plus one factorization.

use serde_json::json;
use sinew_math::functions::{
    Auto, CholeskyPole, FunctionError, Options, Path, PhiTerm, Problem, Report, Request, ShiftInvert, adaptive_krylov,
    chebyshev, lanczos,
};

use super::clamped::{Clamped, STEP, numbers, timed};
use super::scipy::{Outcome, expm_multiply};
use crate::fault::Fault;

/// Without the foreign one.
pub const ENGINES: [&str; 5] = ["shift-invert", "adaptive-krylov", "chebyshev", "lanczos", "auto"];

/// Columns of the table.
pub const HEAD: [&str; 12] = [
    "engine", "tol", "blocks", "dim", "solves", "products", "factors", "time", "estimate", "residual", "error", "path",
];

/// One engine at one tolerance.
pub struct Row {
    pub engine: &'static str,
    pub tolerance: f64,
    /// In products with K, factor included.
    pub time: f64,
    /// What was counted (not for foreign engines), or why there is no result.
    pub report: Result<Option<Report>, String>,
    /// Against the reference.
    pub error: f64,
}

fn evaluate(
    engine: &str,
    problem: &Problem<'_>,
    pole: &mut CholeskyPole,
    request: &Request<'_>,
    out: &mut [f64],
) -> Result<Report, FunctionError> {
    let options = Options { check: false, max_dimension: 400, residual: true, ..Options::default() };
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

/// All rows of one beam; `step` is told after each and may stop. `note` says why the foreign engine has no row.
pub fn engines(
    beam: &mut Clamped,
    tolerances: &[f64],
    damped: bool,
    foreign: bool,
    note: &mut Option<&str>,
    mut step: impl FnMut() -> Result<(), Fault>,
) -> Result<Vec<Row>, Fault> {
    let (v, a) = (beam.v.clone(), beam.a.clone());
    let (n, speed) = (v.len(), beam.norm(&v));
    let request = |tolerance| {
        let mut request = Request::new(tolerance);
        let (p, q) = (request.vector(&v), request.vector(&a));
        request.phi(STEP, [0.0, speed], &[PhiTerm { weight: STEP, k: 1, position: Some(p), velocity: Some(q) }]);
        request
    };
    let mut reference = vec![0.0; 2 * n];
    let (problem, pole) = beam.split(damped);
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
        for &tolerance in tolerances {
            step()?;
            let (problem, pole) = beam.split(damped);
            let request = request(tolerance);
            let (seconds, report) = timed(|| evaluate(engine, &problem, pole, &request, &mut out));
            let error = if report.is_ok() { error(beam, &out) } else { f64::NAN };
            let report = report.map(Some).map_err(|e| e.to_string());
            rows.push(Row { engine, tolerance, time: seconds / beam.product, report, error });
        }
    }
    if foreign {
        match expm_multiply(beam, damped)? {
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

/// Cost of `auto` over (2.2 times the best of the others plus one factorization), in counted flops: at most 1.
pub fn auto_ratio(rows: &[Row], tolerance: f64, factor_flops: f64) -> Option<f64> {
    let flops = |r: &Row| r.report.as_ref().ok().and_then(Option::as_ref).filter(|r| r.converged).map(|r| r.flops);
    let here = || rows.iter().filter(|r| r.tolerance == tolerance);
    // A factor made by an engine is the one that the bound allows for.
    let without = |r: &Row| match r.report.as_ref() {
        Ok(Some(report)) => flops(r).map(|f| f - report.factorizations as f64 * factor_flops),
        _ => None,
    };
    let best = here().filter(|r| r.engine != "auto").filter_map(without).fold(f64::INFINITY, f64::min);
    let auto = here().find(|r| r.engine == "auto").and_then(flops)?;
    Some(auto / (2.2 * best + factor_flops))
}

fn path(report: &Report) -> &'static str {
    match report.path {
        Path::Dense => "dense",
        Path::ShiftInvert => "shift-invert",
        Path::Chebyshev => "chebyshev",
        Path::Lanczos => "lanczos",
        Path::AdaptiveKrylov => "adaptive-krylov",
        Path::Taylor => "taylor",
    }
}

/// A row as text.
pub fn cells_of(row: &Row) -> Vec<String> {
    let mut cells = vec![row.engine.to_owned(), format!("{:.0e}", row.tolerance)];
    let (time, error) = (format!("{:.0}", row.time), format!("{:.1e}", row.error));
    match &row.report {
        Ok(Some(r)) => {
            cells.extend([r.iterations, r.dimension].map(|c| c.to_string()));
            cells.extend([r.solves, r.products, r.factorizations].map(|c| c.to_string()));
            let residual = r.residual.map_or("-".to_owned(), |r| format!("{r:.1e}"));
            cells.extend([time, format!("{:.1e}", r.estimate), residual, error, path(r).to_owned()]);
        }
        Ok(None) => {
            cells.extend(["-"; 5].map(str::to_owned));
            cells.extend([time, "-".to_owned(), "-".to_owned(), error, "taylor".to_owned()]);
        }
        Err(why) => cells.push(format!("failed after {time} products' time: {why}")),
    }
    cells
}

/// A row as JSON.
pub fn row_json(r: &Row) -> serde_json::Value {
    let counted = r.report.as_ref().ok().and_then(Option::as_ref);
    json!({
        "engine": r.engine, "tolerance": r.tolerance, "time_in_products": r.time, "error": r.error,
        "path": counted.map(path), "blocks": counted.map(|c| c.iterations), "dimension": counted.map(|c| c.dimension),
        "solves": counted.map(|c| c.solves), "products": counted.map(|c| c.products),
        "factorizations": counted.map(|c| c.factorizations), "flops": counted.map(|c| c.flops),
        "estimate": counted.map(|c| c.estimate), "residual": counted.and_then(|c| c.residual),
        "failure": r.report.as_ref().err(),
    })
}
