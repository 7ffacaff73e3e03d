//! What the runs of a set are measured against: the finest run that can be afforded, and how good it is itself.

use super::run::{End, Run, run};
use super::slow::Groups;
use super::{SetPlan, errors};
use crate::integrators::CATALOG;
use crate::mechanics::MechanicalSystem;
use crate::scene::Scene;
use crate::simulation::Simulation;

/// The run that the others are measured against.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowReference {
    /// Its integrator.
    pub integrator: String,
    /// Its step size (s).
    pub dt: f64,
    /// Estimated slow error of its own, relative to the largest excursion.
    pub slow_error: f64,
    /// Estimated motion error of its own.
    pub motion_error: f64,
}

/// An error of a reference below this ends the search for a better one.
const GOOD: f64 = 1e-3;

/// Elements times steps that a run of rk4 may cost.
const MOST_ELEMENT_STEPS: f64 = 5e7;

/// A reference may take this many times the limit of the other runs.
const PATIENCE: f64 = 10.0;

/// Integrators and the parts that they cut the scene's step into, in the order in which they are tried:
///
/// 1. rk4, if its cost allows a step at which even the fastest mode keeps 99 % of its amplitude to the end, and then 1/4 and
///    1/16 of that. A step loses (omega h)^6 / 144; omega is the bound from element eigenvalues. This resolves everything.
/// 2. energy-momentum at 1/16 of the step, once there is one: it does not resolve the fastest modes but conserves.
/// 3. implicit-midpoint at 1/16 and 1/64, which is the same as long as stiff elements turn little in a step.
///
/// The first with an estimated error below 0.1 % is taken, otherwise the best of all.
pub(super) fn candidates(simulation: &Simulation, steps: usize) -> Vec<(&'static str, usize)> {
    let world = simulation.world();
    let frequency = world.frequency_bound(simulation.state());
    let resolving = || {
        (4..=16).map(|k| 1usize << k).find(|parts| {
            let loss = (frequency * simulation.dt() / *parts as f64).powi(6) / 144.0;
            (steps * parts) as f64 * loss <= 0.01
        })
    };
    let affordable = |parts: &usize| (steps * parts * world.elements()) as f64 <= MOST_ELEMENT_STEPS;
    let mut found = Vec::new();
    if world.mass().lumped().is_some() && frequency.is_finite() {
        let finer = resolving().into_iter().flat_map(|parts| [parts, 4 * parts, 16 * parts]);
        found.extend(finer.filter(affordable).map(|parts| ("rk4", parts)));
    }
    found.extend([("energy-momentum", 16), ("implicit-midpoint", 16), ("implicit-midpoint", 64)]);
    found.retain(|(name, _)| CATALOG.iter().any(|entry| entry.name == *name));
    found
}

/// Runs the candidates at h and 2h until one is good. None, with the reason of the last, if all fail; `go_on` is told the share
/// of the candidates that is done.
pub(super) fn find(
    scene: &Scene,
    base: &Simulation,
    groups: &Groups,
    steps: usize,
    plan: &SetPlan,
    go_on: &mut dyn FnMut(&str, f64) -> bool,
) -> Result<(SlowReference, Run), End> {
    let mut best: Option<(SlowReference, Run)> = None;
    let mut last = End::NotPossible { reason: "no integrator can serve as reference".into() };
    let candidates = candidates(base, steps);
    let each = 1.0 / candidates.len().max(1) as f64;
    for (k, (name, parts)) in candidates.into_iter().enumerate() {
        let mut at = |parts: usize, from: f64, share: f64| {
            let h = base.dt() / parts as f64;
            let label = format!("reference {name}");
            let limit = plan.max_seconds.map(|s| PATIENCE * s);
            let mut scene = scene.clone();
            scene.set_integrator(name);
            let mut simulation = match scene.build() {
                Ok(built) => built.simulation,
                Err(reason) => return Err(End::NotPossible { reason: reason.to_string() }),
            };
            simulation.set_dt(h);
            let run = run(simulation, groups, steps, parts, limit, &mut |done| {
                go_on(&label, each * (k as f64 + from + share * done))
            });
            if run.end == End::Completed { Ok(run) } else { Err(run.end) }
        };
        let both = at(parts, 0.0, 2.0 / 3.0).and_then(|fine| Ok((fine, at(parts / 2, 2.0 / 3.0, 1.0 / 3.0)?)));
        let (fine, coarse) = match both {
            Ok(both) => both,
            Err(End::Interrupted) => return Err(End::Interrupted),
            // The next one is no cheaper.
            Err(end @ End::Cut { .. }) => {
                last = end;
                break;
            }
            Err(end) => {
                last = end;
                continue;
            }
        };
        let order = CATALOG.iter().find(|e| e.name == name).map_or(1, |e| e.order);
        let gain = 2f64.powi(order as i32) - 1.0;
        let (slow, motion) = errors(&coarse.motion, &fine.motion);
        let [slow_error, motion_error] = [slow, motion].map(|e| e.unwrap_or(0.0) / gain);
        let reference =
            SlowReference { integrator: name.into(), dt: base.dt() / parts as f64, slow_error, motion_error };
        if best.as_ref().is_none_or(|(known, _)| slow_error < known.slow_error) {
            best = Some((reference, fine));
        }
        if slow_error < GOOD {
            break;
        }
    }
    best.ok_or(last)
}
