//! Cuts a step that fails into halves, and those again, as often as allowed.
//!
//! Substeps are h / 2^k; after each accepted pair the next larger one is tried again, after several pairs if that was in vain
//! before. Every attempt passes through the
//! [`StepContext`], so contact search and plastic flow see accepted substeps only. An attempt that ends with numbers or
//! energies that are not finite (a neo-Hookean element inside out) has failed, too.
//!
//! A scheme with a last resort never fails, but where everything needs it, cutting first is a waste that grows with every
//! level: after a step that came to it the next may be cut two times less often, after one that did not once more. Where
//! substeps are dear a scheme sets a limit, and the last resort comes where that ends ([`budget`](super::budget)).

use std::collections::BTreeMap;

use super::budget::Budget;
use crate::integrators::Work;
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

/// Why a last resort is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plight {
    /// No substep that is allowed can be solved.
    Unsolved,
    /// Substeps may do, but not for the price that a step may have.
    TooDear,
}

/// One attempt of an implicit scheme.
pub trait Substep {
    /// Computes the state h after `from`. Must leave the scheme's history as it was.
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError>;

    /// Instead of giving up on a substep that cannot be cut any more: some other way to the state h after `from`.
    fn last_resort(
        &mut self,
        plight: Plight,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Option<Result<(), StepError>> {
        let _ = (plight, system, from, h, to, work);
        None
    }

    /// Whether smaller substeps from here would fail as well: then the last resort comes before any cut.
    fn hopeless(&self, system: &dyn MechanicalSystem, from: &State) -> bool {
        let _ = (system, from);
        false
    }

    /// Iterations that a step may take, all its substeps and attempts together, before it comes to the last resort. A scheme
    /// with a limit must have one.
    fn limit(&self, unknowns: usize) -> u64 {
        let _ = unknowns;
        u64::MAX
    }

    /// The energy at the end of the last attempt, if the scheme knows it.
    fn end_energy(&self) -> Option<f64> {
        None
    }

    /// The attempt was accepted: shift the history.
    fn accept(&mut self, from: &State, to: &State, h: f64) {
        let _ = (from, to, h);
    }

    /// Drop the history.
    fn forget(&mut self) {}
}

/// The size of substeps, and when a larger one is tried.
#[derive(Debug, Clone, Copy)]
struct Pace {
    level: u32,
    /// Substeps of this size, and how many there must be before a larger one is tried.
    done: u32,
    wait: u32,
    /// Whether the last change was to a larger size.
    larger: bool,
}

/// A pair.
const SHORTEST_WAIT: u32 = 2;
const LONGEST_WAIT: u32 = 32;

impl Default for Pace {
    fn default() -> Self {
        Self { level: 0, done: 0, wait: SHORTEST_WAIT, larger: false }
    }
}

impl Pace {
    /// A substep was accepted; `paired` if the next may be a larger one.
    fn accept(&mut self, paired: bool) {
        if self.done == 0 && self.larger {
            self.wait = (self.wait / 2).max(SHORTEST_WAIT);
        }
        self.done += 1;
        if self.level > 0 && paired && self.done >= self.wait {
            *self = Self { level: self.level - 1, done: 0, wait: self.wait, larger: true };
        }
    }

    /// A substep was refused.
    fn refuse(&mut self) {
        let in_vain = self.done == 0 && self.larger;
        let wait = if in_vain { (2 * self.wait).min(LONGEST_WAIT) } else { self.wait };
        *self = Self { level: self.level + 1, done: 0, wait, larger: false };
    }
}

/// Number of halvings allowed, and the states between.
#[derive(Debug, Clone, Default)]
pub struct Halving {
    halvings: u32,
    /// How many of them a step may take now.
    depth: u32,
    pace: Pace,
    budget: Budget,
    /// Whether a step begins with the size that the last one ended with; a scheme then has to save it.
    lasting: bool,
    from: State,
    to: State,
}

impl Halving {
    /// At most `halvings` cuts.
    pub fn new(halvings: u32) -> Self {
        Self { halvings, depth: halvings, ..Self::default() }
    }

    /// The same for a scheme that calls [`save`](Self::save): a step begins with the size that the last one ended with.
    pub fn lasting(halvings: u32) -> Self {
        Self { lasting: true, ..Self::new(halvings) }
    }

    /// Advances s by h in one or more substeps. On failure s is untouched and the history dropped if it had moved.
    pub fn step(
        &mut self,
        scheme: &mut dyn Substep,
        world: &mut dyn StepContext,
        s: &mut State,
        h: f64,
    ) -> Result<Work, StepError> {
        let mut work = Work::default();
        // Progress counted in the smallest substep, so that the last one ends exactly at t + h.
        let whole = 1u64 << self.halvings;
        let mut done = 0;
        self.pace = if self.lasting { self.pace } else { Pace::default() };
        self.pace.level = self.pace.level.min(self.depth);
        let mut desperate = false;
        let limit = scheme.limit(s.x.len());
        let rests = self.budget.begin();
        let mut too_dear = rests;
        self.from.copy_from(s);
        self.to.copy_from(s);
        while done < whole {
            let level = self.pace.level;
            too_dear |= work.newton_iterations >= limit;
            // All the rest, if it is left to the last resort.
            let size = if too_dear { whole - done } else { whole >> level };
            let substep = h * size as f64 / whole as f64;
            let system = world.begin(&self.from, substep)?;
            let mut result = match too_dear {
                true => scheme
                    .last_resort(Plight::TooDear, system, &self.from, substep, &mut self.to, &mut work)
                    .expect("a scheme with a limit has a last resort"),
                false => scheme.attempt(system, &self.from, substep, &mut self.to, &mut work),
            };
            result = result.and_then(|_| sound(scheme, system, &self.to));
            if result.as_ref().is_err_and(mendable)
                && (level == self.depth || too_dear || scheme.hopeless(system, &self.from))
                && let Some(other) =
                    scheme.last_resort(Plight::Unsolved, system, &self.from, substep, &mut self.to, &mut work)
            {
                result = other.and_then(|_| sound(scheme, system, &self.to));
                desperate = true;
            }
            match result {
                Ok(()) => {
                    done += size;
                    self.to.t = s.t + h * (done as f64 / whole as f64);
                    world.commit(&self.to);
                    scheme.accept(&self.from, &self.to, substep);
                    std::mem::swap(&mut self.from, &mut self.to);
                    work.substeps += 1;
                    if !too_dear {
                        self.pace.accept(done % (2 * size) == 0);
                    }
                }
                Err(e) => {
                    world.rollback();
                    if level == self.depth || too_dear || !mendable(&e) {
                        if done > 0 {
                            scheme.forget();
                        }
                        self.pace = Pace::default();
                        return Err(e);
                    }
                    too_dear = !Budget::allows(work.newton_iterations, 2 * (whole - done) / size, limit);
                    if !too_dear {
                        self.pace.refuse();
                    }
                }
            }
        }
        s.copy_from(&self.from);
        if !rests {
            self.budget.end(too_dear);
        }
        self.depth = if desperate { self.depth.saturating_sub(2) } else { (self.depth + 1).min(self.halvings) };
        Ok(work)
    }

    /// Writes what is needed to go on with the same bits.
    pub fn save(&self, arrays: &mut BTreeMap<String, Vec<f64>>) {
        let Pace { level, done, wait, larger } = self.pace;
        let pace = [level, done, wait, u32::from(larger)];
        arrays.insert("halving".into(), [&[self.depth], &pace[..]].concat().into_iter().map(f64::from).collect());
        arrays.insert("budget".into(), self.budget.memory().to_vec());
    }

    /// Takes up what was saved.
    pub fn restore(&mut self, arrays: &BTreeMap<String, Vec<f64>>) {
        let saved = arrays.get("halving").and_then(|saved| <[f64; 5]>::try_from(saved.as_slice()).ok());
        (self.depth, self.pace) = match saved.map(|saved| saved.map(|k| k as u32)) {
            Some([depth, level, done, wait, larger]) => {
                (depth.min(self.halvings), Pace { level, done, wait, larger: larger > 0 })
            }
            None => (self.halvings, Pace::default()),
        };
        let saved = arrays.get("budget").and_then(|saved| saved.as_slice().try_into().ok());
        self.budget = saved.map_or_else(Budget::default, Budget::from_memory);
    }
}

/// Whether an attempt ended with finite numbers.
fn sound(scheme: &dyn Substep, system: &dyn MechanicalSystem, to: &State) -> Result<(), StepError> {
    to.first_non_finite().map_or(Ok(()), |v| Err(StepError::NonFinite { free_vertex: v }))?;
    // An element inside out has no way back: better to come there in smaller steps.
    let energy = scheme.end_energy().unwrap_or_else(|| system.energy(to).total());
    if energy.is_finite() { Ok(()) } else { Err(StepError::InfiniteEnergy) }
}

/// Whether a smaller step may help.
fn mendable(e: &StepError) -> bool {
    !matches!(
        e,
        StepError::Interrupted
            | StepError::Unsupported { .. }
            | StepError::NoMetric { .. }
            | StepError::FactorTooLarge { .. }
            | StepError::PoleTooLarge { .. }
    )
}
