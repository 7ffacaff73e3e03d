//! Several integrators and step sizes on one scene: how exact they are, and what that costs.
//!
//! The error is the distance of the final positions (and velocities) from a fine reference run, as the root of the
//! mean square over all vertices. The reference is run at two step sizes, h and 2h, so that its own error is known:
//! |x_h - x_2h| / (2^p - 1) for a scheme of order p (Richardson). An error that is not well above it says nothing.

use super::with_integrator;
use crate::integrators::CATALOG;
use crate::mechanics::MechanicalSystem;
use crate::scene::{Scene, SceneError};
use crate::simulation::{Simulation, Totals};

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Names of integrators.
    pub integrators: Vec<String>,
    /// Step sizes in seconds; empty: that of the scene and its half and quarter.
    pub steps: Vec<f64>,
    /// Integrator and step size of the reference; none: chosen by the stiffness of the scene.
    pub reference: Option<(String, f64)>,
}

/// Why nothing can be compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// The scene does not fit one of the combinations.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// All runs must end at the same time.
    #[error(
        "dt = {dt} s does not divide the {duration} s of the scene; {dt} s and {duration} s would end at different times, use dt = {better} s"
    )]
    NotADivisor {
        /// The step size.
        dt: f64,
        /// Length of the run.
        duration: f64,
        /// A step size nearby that does.
        better: f64,
    },
    /// There is nothing to compare with.
    #[error("the reference {integrator} at dt = {dt} s failed: {reason}; give another one with --reference NAME:DT")]
    Reference {
        /// The integrator.
        integrator: String,
        /// Its step size.
        dt: f64,
        /// What went wrong.
        reason: String,
    },
    /// Somebody stopped it.
    #[error("interrupted before anything could be compared")]
    Interrupted,
}

/// The run that the others are measured against.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Its integrator.
    pub integrator: String,
    /// Its step size (s).
    pub dt: f64,
    /// Estimated error of its positions (m).
    pub position_error: f64,
    /// Estimated error of its velocities (m/s).
    pub velocity_error: f64,
    /// Time it took (s).
    pub seconds: f64,
}

/// One combination that reached the end.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Root mean square error of the positions at the end (m).
    pub position_error: f64,
    /// Root mean square error of the velocities at the end (m/s).
    pub velocity_error: f64,
    /// max |numerical| / max (kinetic + elastic)
    pub energy_error: f64,
    /// Order between this and the next larger step of the same integrator.
    pub order: Option<f64>,
    /// What it cost.
    pub totals: Totals,
}

/// One combination.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The integrator.
    pub integrator: String,
    /// Its step size (s).
    pub dt: f64,
    /// Steps asked for.
    pub steps: usize,
    /// What came of it; a failure says why.
    pub outcome: Result<Measured, String>,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Name of the scene.
    pub scene: String,
    /// Length of all runs (s).
    pub duration: f64,
    /// What was compared with.
    pub reference: Reference,
    /// All combinations, integrator by integrator, from the largest step to the smallest.
    pub rows: Vec<Row>,
    /// What is odd about the scene but no error.
    pub warnings: Vec<String>,
}

/// Told about each run before it starts, and while it goes on; returns false to stop everything.
pub type Watch<'a> = dyn FnMut(&str, usize, usize) -> bool + 'a;

/// Positions, velocities, energy error and cost at the end of one run.
struct End {
    x: Vec<f64>,
    v: Vec<f64>,
    energy_error: f64,
    totals: Totals,
}

/// Runs the reference and all combinations.
pub fn compare(scene: &Scene, plan: &Plan, watch: &mut Watch) -> Result<Comparison, CompareError> {
    let base = scene.build()?;
    let duration = base.steps as f64 * base.simulation.dt();
    let steps = match plan.steps.as_slice() {
        [] => [1.0, 0.5, 0.25].map(|f| f * base.simulation.dt()).to_vec(),
        given => given.to_vec(),
    };
    let mut steps = steps;
    steps.sort_by(|a, b| b.total_cmp(a));
    steps.dedup();

    // Everything is built before anything is run, so that a slip in the last name costs no time.
    let mut jobs = Vec::new();
    for integrator in &plan.integrators {
        for dt in &steps {
            jobs.push((integrator.clone(), *dt, prepare(scene, integrator, *dt, duration)?));
        }
    }
    let (name, dt) = match &plan.reference {
        Some((name, dt)) => (name.clone(), *dt),
        None => default_reference(&base.simulation, steps.last().copied().unwrap_or(base.simulation.dt())),
    };
    let (reference, end) = run_reference(scene, &name, dt, duration, watch)?;

    let mut rows: Vec<Row> = Vec::new();
    for (integrator, dt, (simulation, count)) in jobs {
        let outcome = run(simulation, count, &format!("{integrator}, dt = {dt} s"), watch).map(|run| Measured {
            position_error: rms(&run.x, &end.x),
            velocity_error: rms(&run.v, &end.v),
            energy_error: run.energy_error,
            order: None,
            totals: run.totals,
        });
        rows.push(Row { integrator, dt, steps: count, outcome });
    }
    measure_orders(&mut rows);
    Ok(Comparison { scene: scene.name().to_owned(), duration, reference, rows, warnings: base.warnings })
}

/// The scene with another integrator and step size, and its number of steps.
fn prepare(scene: &Scene, integrator: &str, dt: f64, duration: f64) -> Result<(Simulation, usize), CompareError> {
    let count = (duration / dt).round().max(1.0);
    if (count * dt / duration - 1.0).abs() > 1e-9 {
        return Err(CompareError::NotADivisor { dt, duration, better: duration / count });
    }
    let mut scene = with_integrator(scene, integrator)?;
    scene.set_dt(dt)?;
    let built = scene.build()?;
    Ok((built.simulation, count as usize))
}

/// rk4 where its stability bound allows, implicit midpoint otherwise; a sixteenth of the smallest step or less.
fn default_reference(simulation: &Simulation, smallest: f64) -> (String, f64) {
    let world = simulation.world();
    let frequency = world.frequency_bound(simulation.state());
    if world.mass().lumped().is_some() && frequency.is_finite() {
        // omega h <= 1 leaves room for stiffening below the limit of 2.8, and keeps the fastest mode.
        let fine = (4..=9).map(|k| smallest / 2f64.powi(k)).find(|h| frequency * h <= 1.0);
        if let Some(h) = fine {
            return ("rk4".to_owned(), h);
        }
    }
    ("implicit-midpoint".to_owned(), smallest / 16.0)
}

/// The reference at h and 2h.
fn run_reference(
    scene: &Scene,
    name: &str,
    dt: f64,
    duration: f64,
    watch: &mut Watch,
) -> Result<(Reference, End), CompareError> {
    let mut at = |h: f64| {
        let (simulation, count) = prepare(scene, name, h, duration)?;
        let label = format!("reference {name}, dt = {h} s");
        run(simulation, count, &label, watch).map_err(|reason| match reason.as_str() {
            STOPPED => CompareError::Interrupted,
            _ => CompareError::Reference { integrator: name.to_owned(), dt: h, reason },
        })
    };
    let fine = at(dt)?;
    let count = (duration / dt).round();
    // Twice the step if that divides the run, otherwise as near as possible.
    let coarse_dt = duration / (count / 2.0).ceil();
    let coarse = at(coarse_dt)?;
    let order = CATALOG.iter().find(|e| e.name == name).map_or(1, |e| e.order);
    let gain = (coarse_dt / dt).powi(order as i32) - 1.0;
    let reference = Reference {
        integrator: name.to_owned(),
        dt,
        position_error: rms(&fine.x, &coarse.x) / gain,
        velocity_error: rms(&fine.v, &coarse.v) / gain,
        seconds: fine.totals.wall_seconds + coarse.totals.wall_seconds,
    };
    Ok((reference, fine))
}

const STOPPED: &str = "interrupted";

fn run(mut simulation: Simulation, steps: usize, label: &str, watch: &mut Watch) -> Result<End, String> {
    let (mut numerical, mut largest) = (0.0f64, 0.0f64);
    for step in 0..steps {
        if !watch(label, step, steps) {
            return Err(STOPPED.to_owned());
        }
        let record = simulation.step().map_err(|failure| failure.to_string())?;
        numerical = numerical.max(record.numerical.abs());
        largest = largest.max(record.energy.kinetic + record.energy.elastic);
    }
    let (x, v) = simulation.all_vertices();
    let energy_error = if numerical == 0.0 { 0.0 } else { numerical / largest };
    Ok(End { x, v, energy_error, totals: *simulation.totals() })
}

/// Root over vertices of the mean squared distance.
fn rms(a: &[f64], b: &[f64]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    (sum / (a.len() / 3).max(1) as f64).sqrt()
}

/// log(e1/e2) / log(h1/h2) between neighbouring steps of one integrator.
fn measure_orders(rows: &mut [Row]) {
    for k in 1..rows.len() {
        let (before, after) = rows.split_at_mut(k);
        let (a, b) = (&before[k - 1], &mut after[0]);
        if let (Ok(coarse), Ok(fine)) = (&a.outcome, &mut b.outcome)
            && a.integrator == b.integrator
        {
            let order = (coarse.position_error / fine.position_error).ln() / (a.dt / b.dt).ln();
            fine.order = order.is_finite().then_some(order);
        }
    }
}
