//! One run of a set: its slow motion, its books, its momenta and its cost, up to the end or to whatever ended it.

use std::time::Instant;

use super::slow::{Groups, Motion};
use crate::alarm::Alarm;
use crate::mechanics::{StepError, Vec3};
use crate::simulation::{Cause, Failure, Simulation, StepRecord, Totals};

/// How a run of a set ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// All steps were done.
    Completed,
    /// The time limit was reached.
    Cut {
        /// Simulated time reached (s).
        time: f64,
    },
    /// A step could not be done.
    Diverged {
        /// When that step should have ended (s).
        time: f64,
        /// Why.
        reason: String,
    },
    /// The integrator cannot do this scene at all.
    NotPossible {
        /// Why.
        reason: String,
    },
    /// Somebody stopped it.
    Interrupted,
}

impl End {
    /// The word in `set.csv`.
    pub fn name(&self) -> &'static str {
        match self {
            End::Completed => "completed",
            End::Cut { .. } => "cut",
            End::Diverged { .. } => "diverged",
            End::NotPossible { .. } => "not possible",
            End::Interrupted => "interrupted",
        }
    }

    /// Why it did not complete; empty if that is not known or not needed.
    pub fn reason(&self) -> &str {
        match self {
            End::Diverged { reason, .. } | End::NotPossible { reason } => reason,
            _ => "",
        }
    }

    /// What a failed step means for the run.
    fn of(failure: &Failure) -> Self {
        use StepError::{FactorTooLarge, NoMetric, PoleTooLarge, Unsupported};
        let reason = failure.cause.to_string();
        match failure.cause {
            Cause::Step(Unsupported { .. } | NoMetric { .. } | FactorTooLarge { .. } | PoleTooLarge { .. }) => {
                End::NotPossible { reason }
            }
            _ => End::Diverged { time: failure.time, reason },
        }
    }
}

/// What a run was like, as far as it went.
pub(super) struct Run {
    pub end: End,
    pub motion: Motion,
    /// Simulated time reached (s).
    pub time: f64,
    /// max |numerical| / max (kinetic + elastic)
    pub energy_error: f64,
    /// (kinetic + elastic + contact) / (kinetic + elastic + contact - numerical) at the end, if that is positive.
    pub energy_kept: Option<f64>,
    /// max |p - p_0| (kg m/s)
    pub linear_drift: f64,
    /// max |L - L_0| (kg m^2/s)
    pub angular_drift: f64,
    /// Largest kinetic energy (J).
    pub kinetic: f64,
    /// Largest energy (J) that deformation or contact held, that was put in or that was damped.
    happened: f64,
    start: Start,
    pub totals: Totals,
}

/// Seconds that a step may always take.
const LEAST: f64 = 0.1;

/// A start whose spin is below this share of what its kinetic energy could carry counts as one without spin.
const NO_SPIN: f64 = 1e-6;

/// Energies below this share of the kinetic one are rounding: strains of 1e-14 at rho c^2 = 1e11 Pa against a body of 1000 kg/m^3 at
/// 1 m/s hold 1e-20 of it; what a spin of 1 rad/s stretches in the same body, if it is 1 m wide, is 1e-9.
const NOTHING: f64 = 1e-12;

impl Run {
    /// Whether energy went nowhere but from loads to motion and back.
    pub fn is_free_flight(&self) -> bool {
        self.happened <= NOTHING * self.kinetic
    }

    /// Largest changes of linear and angular momentum, relative as the module's head says.
    pub fn drifts(&self, kinetic: f64) -> (f64, f64) {
        let Start { mass, inertia, spin } = self.start;
        // |sum m v| <= sqrt(sum m) sqrt(sum m v^2), and the same with m |x - c|^2.
        let bound = (2.0 * kinetic * inertia).sqrt();
        let angular = if spin > NO_SPIN * bound { spin } else { bound };
        let relative = |drift: f64, scale: f64| if drift == 0.0 { 0.0 } else { drift / scale };
        (relative(self.linear_drift, (2.0 * kinetic * mass).sqrt()), relative(self.angular_drift, angular))
    }
}

/// At the start: mass (kg), sum m |x - c|^2 (kg m^2) and |L| (kg m^2/s).
#[derive(Clone, Copy)]
struct Start {
    mass: f64,
    inertia: f64,
    spin: f64,
}

impl Start {
    fn of(simulation: &Simulation) -> Self {
        let masses = simulation.world().all_mass().vertex_masses();
        let (x, _) = simulation.all_vertices();
        let points = || x.chunks_exact(3).map(Vec3::from_column_slice).zip(&masses);
        let mass: f64 = masses.iter().sum();
        let centre = points().map(|(x, m)| x * *m).sum::<Vec3>() / mass;
        let inertia = points().map(|(x, m)| m * (x - centre).norm_squared()).sum();
        Self { mass, inertia, spin: Vec3::from(simulation.record().momentum.angular).norm() }
    }
}

/// Does `frames * substeps` steps and looks at every `substeps`-th. `go_on` is asked before each step, with the share done.
pub(super) fn run(
    mut simulation: Simulation,
    groups: &Groups,
    frames: usize,
    substeps: usize,
    limit: Option<f64>,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> Run {
    let start = *simulation.record();
    let mut run = Run {
        end: End::Completed,
        motion: Motion::new(groups),
        time: start.time,
        energy_error: 0.0,
        energy_kept: None,
        linear_drift: 0.0,
        angular_drift: 0.0,
        kinetic: start.energy.kinetic,
        happened: happened(&start),
        start: Start::of(&simulation),
        totals: Totals::default(),
    };
    let (mut numerical, mut largest) = (0.0f64, start.energy.kinetic + start.energy.elastic);
    run.motion.record(groups, &simulation.all_vertices().0);
    let clock = Instant::now();
    // A limit below a first step's time would leave nothing to tell.
    let _alarm = limit.map(|limit| Alarm::new(simulation.stop_flag(), limit.max(LEAST)));
    let steps = frames * substeps;
    for step in 0..steps {
        if !go_on(step as f64 / steps as f64) {
            run.end = End::Interrupted;
            break;
        }
        let reached = simulation.record().time;
        // The alarm ends long steps; short ones may all be done before it rings. One at least, so that there is something to tell.
        if step > 0 && limit.is_some_and(|limit| clock.elapsed().as_secs_f64() > limit) {
            run.end = End::Cut { time: reached };
            break;
        }
        let record = match simulation.step() {
            Ok(record) => record,
            Err(Failure { cause: Cause::Step(StepError::Interrupted), .. }) => {
                run.end = End::Cut { time: reached };
                break;
            }
            Err(failure) => {
                run.end = End::of(&failure);
                break;
            }
        };
        numerical = numerical.max(record.numerical.abs());
        largest = largest.max(record.energy.kinetic + record.energy.elastic);
        run.kinetic = run.kinetic.max(record.energy.kinetic);
        run.happened = run.happened.max(happened(record));
        run.linear_drift = run.linear_drift.max(distance(&record.momentum.linear, &start.momentum.linear));
        run.angular_drift = run.angular_drift.max(distance(&record.momentum.angular, &start.momentum.angular));
        if (step + 1) % substeps == 0 {
            run.motion.record(groups, &simulation.all_vertices().0);
        }
    }
    let record = simulation.record();
    run.time = record.time;
    run.energy_error = if numerical == 0.0 { 0.0 } else { numerical / largest };
    run.energy_kept = energy_kept(record);
    run.totals = *simulation.totals();
    run
}

fn happened(record: &StepRecord) -> f64 {
    let energy = record.energy;
    [energy.elastic, energy.contact, record.injected, record.dissipated].iter().fold(0.0, |most, e| most.max(e.abs()))
}

/// Energy of motion and deformation there is, over that which the books say there should be. The potential of loads is left
/// out, since its zero is anywhere.
fn energy_kept(record: &StepRecord) -> Option<f64> {
    let there = record.energy.kinetic + record.energy.elastic + record.energy.contact;
    let due = there - record.numerical;
    (due > 0.0).then(|| there / due)
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::Energy;

    #[test]
    fn kept_energy_is_what_there_is_over_what_the_books_say() {
        let at = |kinetic, external, numerical| {
            let energy = Energy { kinetic, external, ..Energy::default() };
            energy_kept(&StepRecord { energy, numerical, ..StepRecord::default() })
        };
        // A spinning body with 10 J that lost 9 J, and one that gained 20 J.
        assert_eq!(at(1.0, 0.0, -9.0), Some(0.1));
        assert_eq!(at(30.0, 0.0, 20.0), Some(3.0));
        // The zero of a potential does not matter.
        assert_eq!(at(1.0, -1e6, -1.0), Some(0.5));
        // A body that stands higher than its energy allows.
        assert_eq!(at(1.0, 5.0, 2.0), None);
    }

    #[test]
    fn refusals_are_not_divergence() {
        let failure = |cause| Failure { step: 1, time: 0.5, vertex: None, cause };
        let refused = StepError::Unsupported { integrator: "rk4", needs: "lumped mass", remedy: "lump it" };
        assert!(matches!(End::of(&failure(Cause::Step(refused))), End::NotPossible { .. }));
        assert!(matches!(End::of(&failure(Cause::NonFinite)), End::Diverged { time, .. } if time == 0.5));
    }
}
