//! One world, one integrator, one state: the place where they meet, step after step.
//!
//! A step reads: [`World::grip`], `integrator.step` (within it plastic flow, `World::memory`), again after [`World::revise`] if obstacles have caught
//! something or let it go, finite check, barriers ([`World::confine`]), impulses
//! ([`World::settle`]), ledger. The ledger splits the change of the total energy,
//!
//!   total - total_0 = injected - dissipated + numerical,
//!
//! where `injected` and `dissipated` integrate [`World::powers`] over the step by Simpson's rule with the middle state
//! of the cubic Hermite interpolant (fourth order for smooth motion) and add what barriers and impulses took exactly, and `numerical`
//! is what remains: the error of the method. A scheme that keeps exact books ([`Integrator::energy_flow`]) is believed
//! instead of Simpson's rule. A failed step leaves the simulation at the last good state.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sinew_math::parallel::{find_in_parts, for_each_part};
use sinew_math::stop;

use crate::integrators::{History, Integrator, Work};
use crate::mechanics::{Energy, Evaluations, Flow, MechanicalSystem, Momentum, State, StepContext, StepError, World};

/// A run in progress. See the module's head.
pub struct Simulation {
    world: World,
    integrator: Box<dyn Integrator>,
    state: State,
    dt: f64,
    totals: Totals,
    record: StepRecord,
    start_energy: f64,
    /// Farther from the start's centre than this a vertex counts as lost.
    bounds: Bounds,
    open: bool,
    buffers: Buffers,
}

/// The state before the step, the middle state and an acceleration, kept between steps.
struct Buffers {
    before: State,
    middle: State,
    acceleration: Vec<f64>,
}

struct Bounds {
    center: [f64; 3],
    reach: f64,
}

/// What one step did, and where things stand after it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StepRecord {
    /// Number of the step; 0 is the start.
    pub step: usize,
    /// Time in seconds.
    pub time: f64,
    /// Energies in joules.
    pub energy: Energy,
    /// Energy taken out by physical damping and friction so far.
    pub dissipated: f64,
    /// Energy put in by scripts, wind and moving obstacles so far.
    pub injected: f64,
    /// Energy that the method itself added (or lost, if negative) so far.
    pub numerical: f64,
    /// Momenta of all vertices.
    pub momentum: Momentum,
    /// Linear-algebra work of this step.
    pub work: Work,
    /// Evaluations by this step.
    pub evaluations: Evaluations,
    /// Time that the integrator took.
    pub wall_seconds: f64,
}

impl StepRecord {
    /// Time, energies, ledger and momenta: a row of `energies.csv` after the number of the step.
    pub fn books(&self) -> [f64; 15] {
        let ([px, py, pz], [lx, ly, lz]) = (self.momentum.linear, self.momentum.angular);
        let e = &self.energy;
        let total = e.total();
        let Self { dissipated, injected, numerical, .. } = *self;
        [
            self.time, e.kinetic, e.elastic, e.external, e.contact, total, dissipated, injected, numerical, px, py, pz,
            lx, ly, lz,
        ]
    }
}

/// Sums over all steps so far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    /// Steps done.
    pub steps: usize,
    /// Steps of which a fallback took at least a part; the work counts the parts.
    pub fallback_steps: u64,
    /// Linear-algebra work.
    pub work: Work,
    /// Evaluations.
    pub evaluations: Evaluations,
    /// Sum of the Krylov dimensions of all steps (for their mean).
    pub krylov_dimensions: u64,
    /// Energy that barriers brought in by moving vertices (J).
    pub moved_in: f64,
    /// Time that the integrator took.
    pub wall_seconds: f64,
}

/// A step that could not be done. The simulation stays at the last good state.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("step {step} at t = {} s failed{}: {cause}", clock(*.time), .vertex.map(|v| format!(" at vertex {v}")).unwrap_or_default())]
pub struct Failure {
    /// Number of the step that failed.
    pub step: usize,
    /// Time at which it should have ended.
    pub time: f64,
    /// The vertex concerned, among all vertices.
    pub vertex: Option<usize>,
    /// Why.
    pub cause: Cause,
}

/// A time for a sentence: microseconds, or a power of ten where those are too coarse.
fn clock(time: f64) -> String {
    if time.abs() < 1e-3 { format!("{time:e}") } else { format!("{time:.6}") }
}

/// Why a step failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Cause {
    /// The integrator gave up.
    #[error("{0}")]
    Step(StepError),
    /// A position or velocity is not a finite number.
    #[error("the numbers are no longer finite; dt is too large for this integrator")]
    NonFinite,
    /// An energy is not a finite number.
    #[error("the energy is no longer finite (an element is inside out); use a smaller dt or another material")]
    InfiniteEnergy,
    /// A vertex is absurdly far away.
    #[error("the vertex is {distance:.1e} m away from a scene of {size:.1e} m; dt is too large for this integrator")]
    Runaway {
        /// Distance from the centre of the start.
        distance: f64,
        /// Size of the scene at the start.
        size: f64,
    },
}

/// What is needed to go on from here as if never stopped.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// Positions and velocities of the free vertices.
    pub state: State,
    /// The integrator's memory.
    pub history: History,
    /// The last record, with the ledger.
    pub record: StepRecord,
    /// Counters.
    pub totals: Totals,
    /// Total energy at the start of the run.
    pub start_energy: f64,
    /// What the forces remember: rest lengths that have flowed.
    pub memory: Vec<f64>,
}

/// A vertex more than this many scene sizes away is lost.
const RUNAWAY: f64 = 1e8;
/// Times that a step is made again for the sake of what obstacles have hold of, and of systems of many unknowns: to catch, and to let go once.
/// What is inside then is put back.
const REPEATS: usize = 8;
const REPEATS_IF_LARGE: usize = 2;
const LARGE: usize = 3_000;
/// With fewer unknowns nothing in a step is parallel.
const SHARED: usize = 192;

impl Simulation {
    /// Stands at step 0 with the given state.
    pub fn new(mut world: World, integrator: Box<dyn Integrator>, state: State, dt: f64) -> Self {
        // What touches at the start counts from the start.
        let _ = world.begin(&state, dt);
        let energy = world.energy(&state);
        let record = StepRecord { time: state.t, energy, momentum: world.momentum(&state), ..StepRecord::default() };
        let buffers = Buffers { before: state.clone(), middle: state.clone(), acceleration: vec![0.0; state.x.len()] };
        Self {
            bounds: Bounds::of(&world, &state),
            open: world.is_open(),
            start_energy: energy.total(),
            totals: Totals::default(),
            world,
            integrator,
            state,
            dt,
            record,
            buffers,
        }
    }

    /// Advances by one step of size dt.
    pub fn step(&mut self) -> Result<&StepRecord, Failure> {
        // From outside the thread pool every parallel loop of the step would wake it anew; inside, only the first one does.
        let outside = rayon::current_thread_index().is_none() && rayon::current_num_threads() > 1;
        match outside && self.state.x.len() >= SHARED {
            true => rayon::scope(|_| self.advance())?,
            false => self.advance()?,
        }
        Ok(&self.record)
    }

    fn advance(&mut self) -> Result<(), Failure> {
        let h = self.dt;
        self.buffers.before.copy_from(&self.state);
        self.world.mark(self.state.t);
        let grips = self.integrator.takes_grips();
        if grips {
            self.world.grip(&self.state, h);
        }
        let evaluations = self.world.tally().evaluations();
        let clock = Instant::now();
        let flag = self.world.stop_flag().clone();
        let outcome = stop::within(&flag, || match grips {
            true => self.step_with_grips(h),
            false => self.integrator.step(&mut self.world, &mut self.state, h),
        });
        let wall_seconds = clock.elapsed().as_secs_f64();
        let evaluations = self.world.tally().evaluations() - evaluations;
        let work = match outcome {
            Ok(work) => work,
            Err(cause) => {
                self.world.rewind();
                self.world.release();
                // However far the scheme got, and whatever it made of a solve that was stopped.
                let cause = if self.world.interrupted() { StepError::Interrupted } else { cause };
                return Err(self.failure(None, Cause::Step(cause)));
            }
        };

        if let Some((row, cause)) = self.find_fault() {
            self.go_back();
            self.world.release();
            return Err(self.failure(Some(row), cause));
        }
        let mut flow = match self.integrator.energy_flow() {
            Some(flow) => flow,
            None if self.open => self.energy_flow(h),
            None => Flow::default(),
        };
        if let Some(taken) = self.world.confine(&self.buffers.before, &mut self.state) {
            flow += taken.flow;
            self.totals.moved_in += taken.put_in;
            self.integrator.state_touched(&self.state);
        }
        if let Some(taken) = self.world.settle(&mut self.state, h) {
            flow += taken;
            self.integrator.state_touched(&self.state);
        }
        if self.world.taken_by_flow() > 0.0 {
            flow.dissipated += self.world.taken_by_flow();
            self.integrator.state_touched(&self.state);
        }
        let energy = self.world.energy(&self.state);
        if !energy.total().is_finite() {
            self.go_back();
            self.world.release();
            return Err(self.failure(None, Cause::InfiniteEnergy));
        }

        let dissipated = self.record.dissipated + flow.dissipated;
        let injected = self.record.injected + flow.injected;
        self.record = StepRecord {
            step: self.record.step + 1,
            time: self.state.t,
            energy,
            dissipated,
            injected,
            numerical: energy.total() - self.start_energy - injected + dissipated,
            momentum: self.world.momentum(&self.state),
            work,
            evaluations,
            wall_seconds,
        };
        self.totals.steps += 1;
        self.totals.fallback_steps += u64::from(work.fallbacks > 0);
        self.totals.work += work;
        self.totals.evaluations += evaluations;
        self.totals.krylov_dimensions += work.krylov_dimension;
        self.totals.wall_seconds += wall_seconds;
        Ok(())
    }

    /// Makes the step as often as obstacles take hold of something new, or have to let go of something.
    fn step_with_grips(&mut self, h: f64) -> Result<Work, StepError> {
        let mut undone = Work::default();
        let mut last = self.integrator.step(&mut self.world, &mut self.state, h)?;
        let repeats = if self.state.x.len() > LARGE { REPEATS_IF_LARGE } else { REPEATS };
        for _ in 0..repeats {
            let mean = self.integrator.energy_flow().is_some();
            if !self.world.revise(&self.buffers.before, &self.state, mean) {
                break;
            }
            undone += last.of_undone_step();
            self.go_back();
            last = match self.integrator.step(&mut self.world, &mut self.state, h) {
                Err(cause) if cause != StepError::Interrupted => {
                    // Then without what was caught: it is put back at the end.
                    self.go_back();
                    self.world.grip(&self.buffers.before, h);
                    last = self.integrator.step(&mut self.world, &mut self.state, h)?;
                    break;
                }
                other => other?,
            };
        }
        undone += last;
        Ok(undone)
    }

    /// Raised from another thread, it ends the step that is under way with [`StepError::Interrupted`].
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.world.stop_flag().clone()
    }

    /// World, integrator and step size, for another simulation.
    pub fn into_parts(self) -> (World, Box<dyn Integrator>, f64) {
        (self.world, self.integrator, self.dt)
    }

    /// Takes the last step back.
    fn go_back(&mut self) {
        self.state.copy_from(&self.buffers.before);
        self.world.rewind();
        self.integrator.step_undone(&self.state);
    }

    /// The record of the last step done; of the start if there was none.
    pub fn record(&self) -> &StepRecord {
        &self.record
    }

    /// The record of step 0, for a simulation that has not stepped yet.
    pub fn start_record(&self) -> StepRecord {
        self.record
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The last good state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The integrator.
    pub fn integrator(&self) -> &dyn Integrator {
        self.integrator.as_ref()
    }

    /// Step size in seconds.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// Sums over all steps so far.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Changes the step size from the next step on.
    pub fn set_dt(&mut self, dt: f64) {
        self.dt = dt;
        self.integrator.state_changed(&self.state);
    }

    /// Goes on with another integrator, from the same state and with the same ledger.
    pub fn exchange_integrator(&mut self, integrator: Box<dyn Integrator>) {
        self.integrator = integrator;
        self.integrator.state_changed(&self.state);
    }

    /// Goes on in another world with the same free vertices. The jump of the energy is booked as `injected`, because
    /// somebody outside made it. False, and nothing is changed, if the energy there is not finite. The integrator should be
    /// exchanged too: it may keep matrices of the old world.
    pub fn exchange_world(&mut self, mut world: World) -> bool {
        world.restore_memory(&self.world.memory());
        world.obey(self.stop_flag());
        assert_eq!(world.dofs(), self.state.x.len(), "the same free vertices");
        let energy = world.energy(&self.state);
        if energy.total().is_finite() {
            self.world = world;
            self.rebook(energy);
        }
        energy.total().is_finite()
    }

    /// Changes the forces of the world in place; otherwise as [`exchange_world`](Self::exchange_world).
    pub fn change_world(&mut self, change: impl FnOnce(&mut World)) {
        change(&mut self.world);
        self.rebook(self.world.energy(&self.state));
    }

    /// The energy is another one, and no step did it.
    fn rebook(&mut self, energy: Energy) {
        self.open = self.world.is_open();
        self.record.injected += energy.total() - self.record.energy.total();
        self.record.energy = energy;
        self.record.momentum = self.world.momentum(&self.state);
    }

    /// All that is needed to go on from here as if never stopped.
    pub fn save(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.clone(),
            history: self.integrator.save(),
            record: self.record,
            totals: self.totals,
            start_energy: self.start_energy,
            memory: self.world.memory(),
        }
    }

    /// Goes back (or forward) to a checkpoint of the same scene and integrator.
    pub fn restore(&mut self, checkpoint: &Checkpoint) {
        self.state.copy_from(&checkpoint.state);
        self.world.restore_memory(&checkpoint.memory);
        self.integrator.state_changed(&self.state);
        self.integrator.restore(&checkpoint.history);
        self.record = checkpoint.record;
        self.totals = checkpoint.totals;
        self.start_energy = checkpoint.start_energy;
    }

    /// Positions and velocities of all vertices at the last good state.
    pub fn all_vertices(&self) -> (Vec<f64>, Vec<f64>) {
        let n = 3 * self.world.vertices();
        let (mut x, mut v) = (vec![0.0; n], vec![0.0; n]);
        self.world.expand(&self.state, &mut x, &mut v);
        (x, v)
    }

    fn failure(&self, row: Option<usize>, cause: Cause) -> Failure {
        let (row, cause) = match cause {
            Cause::Step(StepError::NonFinite { free_vertex }) => (Some(free_vertex), Cause::NonFinite),
            Cause::Step(StepError::NotPositiveDefinite { row }) => (Some(row), cause),
            _ => (row, cause),
        };
        Failure {
            step: self.record.step + 1,
            time: self.record.time + self.dt,
            vertex: row.and_then(|row| self.world.free_vertices().get(row)).map(|v| *v as usize),
            cause,
        }
    }

    /// The first free vertex that is not finite or lost, with what is wrong.
    fn find_fault(&self) -> Option<(usize, Cause)> {
        if let Some(row) = self.state.first_non_finite() {
            return Some((row, Cause::NonFinite));
        }
        let Bounds { center, reach } = &self.bounds;
        find_in_parts(&self.state.x, |first, part| {
            part.chunks_exact(3).zip(first / 3..).find_map(|(p, row)| {
                let distance = (0..3).map(|c| (p[c] - center[c]).powi(2)).sum::<f64>().sqrt();
                (distance > *reach).then(|| (row, Cause::Runaway { distance, size: reach / RUNAWAY }))
            })
        })
    }

    /// Work done over the last step by what has no potential: Simpson's rule on the Hermite interpolant.
    fn energy_flow(&mut self, h: f64) -> Flow {
        let Buffers { before, middle, acceleration } = &mut self.buffers;
        let after = &self.state;
        for_each_part(&mut middle.x, |first, x| {
            for (x, k) in x.iter_mut().zip(first..) {
                *x = 0.5 * (before.x[k] + after.x[k]) + h / 8.0 * (before.v[k] - after.v[k]);
            }
        });
        for_each_part(&mut middle.v, |first, v| {
            for (v, k) in v.iter_mut().zip(first..) {
                *v = 1.5 * (after.x[k] - before.x[k]) / h - 0.25 * (before.v[k] + after.v[k]);
            }
        });
        middle.t = before.t + 0.5 * h;
        // Accelerations matter for the reaction of scripted vertices alone, and where mass couples them to the free ones: x'' of
        // the interpolant at 0, h/2 and h.
        let coupled = !self.world.held().is_empty() && self.world.mass().lumped().is_none();
        let mut flow = Flow::default();
        for (state, place, weight) in [(&*before, 0.0, 1.0), (&*middle, 0.5, 4.0), (after, 1.0, 1.0)] {
            let reacting = if coupled { acceleration.len() } else { 0 };
            for (k, a) in acceleration[..reacting].iter_mut().enumerate() {
                let mean = (after.x[k] - before.x[k]) / h;
                let (v0, v1) = (before.v[k], after.v[k]);
                *a = (6.0 * mean * (1.0 - 2.0 * place) + v0 * (6.0 * place - 4.0) + v1 * (6.0 * place - 2.0)) / h;
            }
            let powers = self.world.powers(state, Some(acceleration));
            flow.dissipated += weight * h / 6.0 * powers.dissipated;
            flow.injected += weight * h / 6.0 * powers.injected;
        }
        flow
    }
}

impl Bounds {
    /// The box around rest and start; a scene without size counts as one metre.
    fn of(world: &World, state: &State) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in world.rest().chunks_exact(3).chain(state.x.chunks_exact(3)) {
            for c in 0..3 {
                low[c] = low[c].min(p[c]);
                high[c] = high[c].max(p[c]);
            }
        }
        let size = (0..3).map(|c| (high[c] - low[c]).powi(2)).sum::<f64>().sqrt();
        let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
        Self { center: std::array::from_fn(|c| 0.5 * (low[c] + high[c])), reach: RUNAWAY * size }
    }
}
