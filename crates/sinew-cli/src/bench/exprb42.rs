//! The functions of one exprb42 step (phi_1 at 3h/4 and h, phi_3 at h) at 1e-3 beside one semi-implicit step (assembly,
//! factor, solve); the assembly counts on both sides.

use serde_json::json;
use sinew_math::functions::{FunctionError, Options, PhiTerm, Pole, Request, ShiftInvert, adaptive_krylov};

use super::clamped::{Clamped, STEP, numbers, timed};
use crate::fault::Fault;

/// Columns of the table.
pub const HEAD: [&str; 11] = [
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

/// The functions of one exprb42 step.
pub struct Exprb42 {
    solves: u64,
    products: u64,
    /// Seconds without the factor.
    functions: f64,
    /// Products and seconds of the adaptive Krylov engine, or why it failed.
    krylov: Result<(u64, f64), String>,
}

/// Measures them on one beam.
pub fn exprb42(beam: &mut Clamped, damped: bool) -> Result<Exprb42, Fault> {
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

impl Exprb42 {
    /// (assembly + factor + functions) / (assembly + factor + solve)
    fn semi_implicit_steps(&self, beam: &Clamped) -> f64 {
        let both = beam.assembly + beam.factor;
        (both + self.functions) / (both + beam.solve)
    }

    /// Adaptive Krylov against shift-invert without the factor.
    fn krylov_ratio(&self) -> f64 {
        self.krylov.as_ref().map_or(f64::NAN, |(_, seconds)| seconds / self.functions)
    }

    /// A row as text.
    pub fn cells(&self, b: &Clamped) -> Vec<String> {
        let mut row = vec![b.masses.len().to_string(), format!("{:.0e}", b.young)];
        row.extend([self.solves, self.products].map(|c| c.to_string()));
        row.extend([self.functions, b.assembly, b.factor, b.solve].map(|s| format!("{:.2}", 1e3 * s)));
        row.push(format!("{:.2}", self.semi_implicit_steps(b)));
        match &self.krylov {
            Ok((products, _)) => row.extend([products.to_string(), format!("{:.1}", self.krylov_ratio())]),
            Err(why) => row.push(why.clone()),
        }
        row
    }

    /// A row as JSON.
    pub fn json(&self, b: &Clamped) -> serde_json::Value {
        json!({
            "tolerance": 1e-3, "solves": self.solves, "products": self.products, "seconds": self.functions,
            "semi_implicit_steps": self.semi_implicit_steps(b),
            "krylov_products": self.krylov.as_ref().ok().map(|k| k.0),
            "krylov_seconds": self.krylov.as_ref().ok().map(|k| k.1), "krylov_ratio": self.krylov_ratio(),
            "krylov_failure": self.krylov.as_ref().err(),
        })
    }
}
