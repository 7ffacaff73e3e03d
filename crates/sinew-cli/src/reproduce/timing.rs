//! Time and work per step of one scene: medians over the measured steps, after one step that orders the matrix.

use std::time::Instant;

use sinew::scene::Scene;

use crate::console::Progress;
use crate::fault::{Fault, Kind};
use crate::stop;

/// One method on one case.
pub struct Timing {
    /// Elements that store elastic energy.
    pub elements: usize,
    /// All vertices, held ones included.
    pub vertices: usize,
    /// How it went.
    pub outcome: Outcome,
}

/// How it went.
pub enum Outcome {
    /// Times of the measured steps (s), ascending, with factorizations, solves and products per step.
    Done { seconds: Vec<f64>, work: [f64; 3] },
    /// The step that failed.
    Failed { step: usize },
}

impl Outcome {
    /// The time below which this share of the steps lies (s).
    pub fn quantile(&self, share: f64) -> Option<f64> {
        match self {
            Outcome::Done { seconds, .. } => {
                seconds.get((share * seconds.len() as f64) as usize).or(seconds.last()).copied()
            }
            Outcome::Failed { .. } => None,
        }
    }

    /// Median time as text.
    pub fn time(&self) -> String {
        match self {
            Outcome::Done { .. } => format!("{:.3}", self.quantile(0.5).unwrap_or(f64::NAN)),
            Outcome::Failed { step } => format!("fails at step {step}"),
        }
    }

    /// Factorizations, solves and products per step as text.
    pub fn work(&self) -> String {
        match self {
            Outcome::Done { work: [factors, solves, products], .. } => {
                format!("{factors:.1}/{solves:.0}/{products:.0}")
            }
            Outcome::Failed { .. } => "-".into(),
        }
    }

    /// Median time over that of another as text.
    pub fn ratio(&self, of: &Outcome) -> String {
        match (self.quantile(0.5), of.quantile(0.5)) {
            (Some(a), Some(b)) => format!("{:.2}", a / b),
            _ => "-".into(),
        }
    }
}

/// Runs `steps` steps after a first one, or as many as fit into `limit` seconds.
pub fn measure(scene: &Scene, label: &str, steps: usize, limit: f64) -> Result<Timing, Fault> {
    let mut simulation = scene.build()?.simulation;
    let (elements, vertices) = (simulation.world().elements(), simulation.world().vertices());
    let mut progress = Progress::new(false, label, steps + 1);
    let clock = Instant::now();
    let mut seconds = Vec::with_capacity(steps);
    let mut warm = *simulation.totals();
    let mut failed = None;
    for step in 0..=steps {
        if let Err(failure) = simulation.step() {
            failed = Some(failure.step);
            break;
        }
        match step {
            0 => warm = *simulation.totals(),
            _ => seconds.push(simulation.record().wall_seconds),
        }
        progress.at(step + 1);
        if stop::asked() || (step > 0 && clock.elapsed().as_secs_f64() > limit) {
            break;
        }
    }
    progress.end();
    if stop::asked() {
        return Err(Fault::new(Kind::Interrupted, "interrupted"));
    }
    if let Some(step) = failed {
        return Ok(Timing { elements, vertices, outcome: Outcome::Failed { step } });
    }
    let totals = simulation.totals();
    let per_step = |all: u64, first: u64| (all - first) as f64 / seconds.len().max(1) as f64;
    let work = [
        per_step(totals.work.factorizations, warm.work.factorizations),
        per_step(totals.work.solves, warm.work.solves),
        per_step(totals.work.products, warm.work.products),
    ];
    seconds.sort_by(f64::total_cmp);
    Ok(Timing { elements, vertices, outcome: Outcome::Done { seconds, work } })
}
