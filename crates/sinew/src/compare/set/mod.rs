//! All integrators on a set of scenes, each at the scene's own step: who follows the slow motion, who keeps energy and
//! momenta, and what a step costs.
//!
//! A stiff scene vibrates faster than any frame-sized step can follow, so that the distance of all vertices from a fine run
//! says little. Measured is the **slow motion** q~: mean positions of each body and of its octants at rest, averaged
//! over five frames (`slow`):
//!
//!   slow error = rms over frames and groups of |q~ - q~_ref| / max over frames and groups of |q~_ref - q~_ref(0)|
//!
//! The **motion error** is the same without the average over frames: it also asks for the phase of what vibrates within a
//! few steps. The reference is the finest run that can be afforded; `reference` has the rule. Its own error is estimated by
//! a run at twice its step, |q_h - q_2h| / (2^p - 1) for order p, and an error below three times that is marked.
//!
//! Besides, with all energies as in the ledger of [`Simulation`](crate::simulation):
//!
//!   energy error  = max |numerical| / max (kinetic + elastic)
//!   energy kept   = (kinetic + elastic + contact) / (the same - numerical) at the end: what there is over what the books say
//!   linear drift  = max |p - p_0| / sqrt(2 T m), with the largest kinetic energy T of the reference: a bound on |p|
//!   angular drift = max |L - L_0| / |L_0|, or, of a body that starts without spin, over sqrt(2 T sum m |x - c|^2)
//!
//! Drifts are measured where nothing outside acts on the bodies ([`SceneFile::is_free`](crate::scene::SceneFile::is_free)).
//!
//! A scene in which nothing has deformed, touched or been driven by the time the comparison ends is **free flight**: schemes
//! that are exact on parabolas are told from those that are not, and nothing else. Such a scene is marked, has no best
//! integrator and does not count in the ranking.

mod overview;
mod page;
mod reference;
mod run;
mod selection;
mod slow;
mod tables;

pub use overview::Overview;
pub use reference::SlowReference;
pub use run::End;
pub use selection::{check_integrators, is_small, open};
pub use tables::COLUMNS;

use self::run::{Run, run};
use self::slow::{Groups, Motion};
use super::with_integrator;
use crate::mechanics::MechanicalSystem;
use crate::scene::{Built, Scene, SceneError};

/// Steps of a quick run.
pub const QUICK_STEPS: usize = 10;
/// Most unknowns of a scene that a quick comparison runs.
pub const QUICK_UNKNOWNS: usize = 1000;

/// What to run on each scene.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetPlan {
    /// Names of integrators.
    pub integrators: Vec<String>,
    /// Real time that a run may take (s); no limit if absent. References may take ten times as long.
    pub max_seconds: Option<f64>,
    /// At most [`QUICK_STEPS`] steps.
    pub quick: bool,
    /// Elements times steps of a scene at most, but no fewer than [`QUICK_STEPS`] steps; no limit if absent. Unlike a limit in
    /// seconds it cuts all integrators at the same time. A scene whose whole duration costs more is run as coarse as its `[quick]`
    /// has it, and cut only if that is not enough either.
    pub element_steps: Option<f64>,
}

/// What an integrator made of a scene, as far as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// See the module's head; none without a reference.
    pub slow_error: Option<f64>,
    /// The same without the average over frames.
    pub motion_error: Option<f64>,
    /// max |numerical| / max (kinetic + elastic)
    pub energy_error: f64,
    /// Energy at the end over what the books say; none where they say that nothing should be left.
    pub energy_kept: Option<f64>,
    /// Relative; of free scenes.
    pub linear_drift: Option<f64>,
    /// Relative; of free scenes.
    pub angular_drift: Option<f64>,
    /// Time in the integrator (ms).
    pub milliseconds_per_step: f64,
    /// Counted.
    pub factorizations_per_step: f64,
    /// Counted.
    pub solves_per_step: f64,
}

/// One integrator on one scene.
#[derive(Debug, Clone, PartialEq)]
pub struct SetRow {
    /// The integrator.
    pub integrator: String,
    /// How it ended.
    pub end: End,
    /// Steps done.
    pub steps: usize,
    /// Simulated time reached (s).
    pub time: f64,
    /// Of completed runs and of those that were cut.
    pub measures: Option<Measures>,
}

/// All integrators on one scene.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneTable {
    /// Name of the scene.
    pub scene: String,
    /// Its title.
    pub title: String,
    /// Step size (s).
    pub dt: f64,
    /// Steps asked for.
    pub steps: usize,
    /// Steps of the scene's whole duration.
    pub all_steps: usize,
    /// Unknowns.
    pub unknowns: usize,
    /// Whether it is smaller than the scene, as its `[quick]` has it.
    pub coarse: bool,
    /// Whether momenta are conserved.
    pub free: bool,
    /// Whether nothing deforms, touches or is driven in the reference.
    pub free_flight: bool,
    /// What was compared with, or why there is nothing.
    pub reference: Result<SlowReference, End>,
    /// Best first: completed runs by their slow error, then those cut, diverged and not possible.
    pub rows: Vec<SetRow>,
}

/// The scenes measured so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetComparison {
    /// Name of the set.
    pub name: String,
    /// What was asked for.
    pub plan: SetPlan,
    /// Number of scenes in the set.
    pub asked: usize,
    /// In the order of the set.
    pub scenes: Vec<SceneTable>,
}

/// Told before each step which run goes on and which share of the scene is done; returns false to stop everything.
pub type SetWatch<'a> = dyn FnMut(&str, f64) -> bool + 'a;

/// Runs a reference and all integrators on a scene. Stopped, it returns what was measured.
pub fn measure(scene: &Scene, plan: &SetPlan, watch: &mut SetWatch) -> Result<SceneTable, SceneError> {
    let mut base = scene.build()?;
    let mut smaller = scene.clone();
    let whole = base.simulation.world().dofs();
    let elements = |built: &Built| built.simulation.world().elements() as f64;
    let cost = |built: &Built| elements(built) * built.steps as f64;
    if let Some(budget) = plan.element_steps.filter(|budget| !plan.quick && cost(&base) > *budget) {
        let mut coarse = scene.clone();
        coarse.make_coarse()?;
        let built = coarse.build()?;
        // It has to show more of the motion, or to be cheaper where there are ten steps in any case.
        let least = QUICK_STEPS as f64 * elements(&base) > budget && elements(&built) < elements(&base);
        if cost(&built) < cost(&base) || least {
            (smaller, base) = (coarse, built);
        }
    }
    let scene = &smaller;
    let world = base.simulation.world();
    let most = match (plan.quick, plan.element_steps) {
        (true, _) => QUICK_STEPS,
        (false, Some(budget)) => (budget / world.elements().max(1) as f64).max(QUICK_STEPS as f64) as usize,
        (false, None) => usize::MAX,
    };
    let steps = base.steps.min(most);
    let groups = Groups::of(&base.view.bodies, world.rest(), &world.all_mass().vertex_masses());
    let mut table = SceneTable {
        scene: scene.name().into(),
        title: base.title,
        dt: base.simulation.dt(),
        steps,
        all_steps: base.steps,
        unknowns: world.dofs(),
        coarse: world.dofs() < whole,
        free: scene.check()?.is_free(),
        free_flight: false,
        reference: Err(End::Interrupted),
        rows: Vec::new(),
    };

    // Of the work the reference has about as much as all the others together.
    let reference =
        reference::find(scene, &base.simulation, &groups, steps, plan, &mut |label, done| watch(label, 0.5 * done));
    let fine = match reference {
        Ok((reference, fine)) => {
            table.reference = Ok(reference);
            table.free_flight = fine.is_free_flight();
            Some(fine)
        }
        Err(End::Interrupted) => return Ok(table),
        Err(end) => {
            table.reference = Err(end);
            None
        }
    };
    for (i, integrator) in plan.integrators.iter().enumerate() {
        let mut go_on = |done: f64| watch(integrator, 0.5 + 0.5 * (i as f64 + done) / plan.integrators.len() as f64);
        let row = row(scene, integrator, &table, &groups, fine.as_ref(), plan, &mut go_on);
        if row.end == End::Interrupted {
            break;
        }
        table.rows.push(row);
    }
    table.sort();
    Ok(table)
}

/// One integrator on one scene.
fn row(
    scene: &Scene,
    integrator: &str,
    table: &SceneTable,
    groups: &Groups,
    reference: Option<&Run>,
    plan: &SetPlan,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> SetRow {
    let simulation = match with_integrator(scene, integrator).and_then(|scene| scene.build()) {
        Ok(built) => built.simulation,
        Err(reason) => {
            let end = End::NotPossible { reason: reason.to_string() };
            return SetRow { integrator: integrator.into(), end, steps: 0, time: 0.0, measures: None };
        }
    };
    let run = run(simulation, groups, table.steps, 1, plan.max_seconds, go_on);
    // Cut in its first step, a run has nothing to tell.
    let told = matches!(run.end, End::Completed | End::Cut { .. }) && run.totals.steps > 0;
    let measures = told.then(|| {
        let (slow_error, motion_error) = reference.map_or((None, None), |r| errors(&run.motion, &r.motion));
        let drifts = table.free.then(|| run.drifts(reference.unwrap_or(&run).kinetic));
        let per_step = |count: u64| count as f64 / run.totals.steps.max(1) as f64;
        Measures {
            slow_error,
            motion_error,
            energy_error: run.energy_error,
            energy_kept: run.energy_kept,
            linear_drift: drifts.map(|d| d.0),
            angular_drift: drifts.map(|d| d.1),
            milliseconds_per_step: 1e3 * run.totals.wall_seconds / run.totals.steps.max(1) as f64,
            factorizations_per_step: per_step(run.totals.work.factorizations),
            solves_per_step: per_step(run.totals.work.solves),
        }
    });
    SetRow { integrator: integrator.into(), steps: run.totals.steps, time: run.time, end: run.end, measures }
}

/// Slow error and motion error of a run, over the frames that both have; none where the reference does not move.
fn errors(run: &Motion, reference: &Motion) -> (Option<f64>, Option<f64>) {
    let relative = |a: Motion, b: Motion, all: Motion| {
        let excursion = all.excursion();
        (excursion > 0.0).then(|| a.distance(&b) / excursion)
    };
    let frames = run.frames().min(reference.frames());
    let (a, b) = (run.until(frames), reference.until(frames));
    (relative(a.averaged(), b.averaged(), reference.averaged()), relative(a, b, reference.clone()))
}

impl SceneTable {
    /// The share of the scene's duration that was asked for.
    pub fn share(&self) -> f64 {
        self.steps as f64 / self.all_steps.max(1) as f64
    }

    /// Whether a slow error is so near to the reference's own that it says little.
    pub fn doubtful(&self, slow_error: f64) -> bool {
        self.reference.as_ref().is_ok_and(|reference| slow_error < 3.0 * reference.slow_error)
    }

    /// Best first.
    fn sort(&mut self) {
        let class = |row: &SetRow| match row.end {
            End::Completed => 0,
            End::Cut { .. } => 1,
            End::Diverged { .. } => 2,
            End::NotPossible { .. } | End::Interrupted => 3,
        };
        // Of runs that completed the error counts, of the others how far they came.
        let value = |row: &SetRow| match row.end {
            End::Completed => row.measures.as_ref().and_then(|m| m.slow_error).unwrap_or(f64::INFINITY),
            _ => -row.time,
        };
        self.rows.sort_by(|a, b| class(a).cmp(&class(b)).then(value(a).total_cmp(&value(b))));
    }
}
