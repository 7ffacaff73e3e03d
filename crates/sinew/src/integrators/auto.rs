//! Chooses a scheme for every step, by what the step is like.
//!
//! | where | takes | because |
//! |---|---|---|
//! | `fixed_cost = true` | `stabilized` by local/global iterations | every step costs the same |
//! | vertices in contact, elements that turn by more than [`TURN`] a step, a consistent mass | `fitted-energy-momentum` | exponential schemes end there |
//! | more than [`LARGE`] unknowns | `siere2` | one factor and a few solves a step |
//! | else | `exprb42` | order 4, exact for linear motion |
//!
//! A step of `exprb42` that is refused, or that changes the energy of a closed system by more than [`DRIFT`] of the largest
//! kinetic energy so far, is made again by the fitted scheme, and so are the next ones: 16, then 32, ... up to 256. How many steps
//! each scheme took, and why, stands in the summary. Switching is protection, not a gain: see docs/comparison.md for where
//! it wins over the fitted scheme and where not.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::{Checked, fraction, parse, schema};
use super::{Entry, History, Integrator, OptionsError, Work, build};
use crate::mechanics::{Flow, MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "auto";

/// Mean turn of the elements in a step, in radians, above which exponential schemes are not tried.
pub const TURN: f64 = 0.02;
/// Change of energy in a step over the largest kinetic energy, above which a step of `exprb42` is made again.
pub const DRIFT: f64 = 3e-5;
/// Unknowns above which a step should cost one factor.
pub const LARGE: usize = 200_000;
const FIRST_WAIT: u32 = 16;
const LONGEST_WAIT: u32 = 256;

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "exprb42, fitted-energy-momentum, siere2 or stabilized, chosen step by step; the summary says why",
    source: "simo1992",
    order: 4,
    build: |table| Ok(Box::new(Auto::new(parse(NAME, table)?)?)),
    schema: schema::<AutoOptions>,
};

/// Options of the choice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AutoOptions {
    /// Every step must cost the same: a fixed number of local/global iterations.
    pub fixed_cost: bool,
    /// Relative error of the matrix functions of exprb42 (dimensionless); chosen by itself if not given.
    pub tolerance: Option<f64>,
    /// Mean turn of the elements in a step (rad) above which exprb42 is not tried.
    pub turn: f64,
    /// Change of energy in a step over the largest kinetic energy so far, above which a step of exprb42 is made again.
    pub drift: f64,
}

impl Default for AutoOptions {
    fn default() -> Self {
        Self { fixed_cost: false, tolerance: None, turn: TURN, drift: DRIFT }
    }
}

impl Checked for AutoOptions {
    fn check(&self) -> Result<(), String> {
        for (key, value) in [("turn", self.turn), ("drift", self.drift)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(format!("`{key}` is {value}, but it must be 0 or more"));
            }
        }
        self.tolerance.map_or(Ok(()), |t| fraction("tolerance", t))
    }
}

/// Why a scheme was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    FixedCost,
    Contact,
    Turning,
    ConsistentMass,
    Large,
    NearlyLinear,
    Refused,
    Waiting,
}

const REASONS: [(Reason, usize, &str); 8] = [
    (Reason::FixedCost, STABILIZED, "a fixed cost was asked for"),
    (Reason::Contact, FITTED, "vertices were in contact"),
    (Reason::Turning, FITTED, "elements turned too far in a step"),
    (Reason::ConsistentMass, FITTED, "the mass is consistent"),
    (Reason::Large, SIERE2, "the system is large"),
    (Reason::NearlyLinear, EXPRB42, "the motion was nearly linear within a step"),
    (Reason::Refused, FITTED, "exprb42 refused or changed the energy"),
    (Reason::Waiting, FITTED, "exprb42 had failed shortly before"),
];

const MEMBERS: [&str; 4] = ["exprb42", "fitted-energy-momentum", "siere2", "stabilized"];
const EXPRB42: usize = 0;
const FITTED: usize = 1;
const SIERE2: usize = 2;
const STABILIZED: usize = 3;

/// See the module's head.
pub struct Auto {
    options: AutoOptions,
    members: Vec<Box<dyn Integrator>>,
    /// The member that made the last step.
    last: Option<usize>,
    /// Steps by their reasons; and when the last step began.
    counts: [u64; REASONS.len()],
    before: [u64; REASONS.len()],
    trial: State,
    /// Largest kinetic energy so far.
    peak: f64,
    wait: u32,
    next_wait: u32,
}

impl Auto {
    /// With options that were checked.
    pub fn new(options: AutoOptions) -> Result<Self, OptionsError> {
        let members = MEMBERS.iter().enumerate().map(|(k, name)| {
            let mut table = toml::Table::new();
            if k == STABILIZED {
                table.insert("solver".into(), "local-global".into());
            }
            if let Some(tolerance) = options.tolerance.filter(|_| k == EXPRB42) {
                table.insert("tolerance".into(), tolerance.into());
            }
            build(name, &table)
        });
        Ok(Self {
            options,
            members: members.collect::<Result<_, _>>()?,
            last: None,
            counts: [0; REASONS.len()],
            before: [0; REASONS.len()],
            trial: State::default(),
            peak: 0.0,
            wait: 0,
            next_wait: FIRST_WAIT,
        })
    }

    fn choose(&self, system: &dyn MechanicalSystem, s: &State, h: f64) -> Reason {
        let mut touching = system.gripped();
        system.contacts(s, &mut |_, _, _| touching = true);
        if self.options.fixed_cost {
            Reason::FixedCost
        } else if touching {
            Reason::Contact
        } else if !(turn(system, s, h) <= self.options.turn) {
            Reason::Turning
        } else if system.mass().lumped().is_none() {
            Reason::ConsistentMass
        } else if s.x.len() > LARGE {
            Reason::Large
        } else if self.wait > 0 {
            Reason::Waiting
        } else {
            Reason::NearlyLinear
        }
    }

    /// A step by one member; it is told if it did not make the last one.
    fn delegate(
        &mut self,
        member: usize,
        world: &mut dyn StepContext,
        s: &mut State,
        h: f64,
    ) -> Result<Work, StepError> {
        if self.last != Some(member) {
            self.members[member].state_changed(s);
        }
        self.last = Some(member);
        self.members[member].step(world, s, h)
    }

    /// A step of exprb42 if it may stand.
    fn guarded(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Option<Work> {
        let system = world.begin(s, h).ok()?;
        let before = system.energy(s);
        let closed = !system.time_dependent() && !system.damped();
        world.rollback();
        self.peak = self.peak.max(before.kinetic);
        let (mut trial, last) = (std::mem::take(&mut self.trial), self.last);
        trial.copy_from(s);
        let result = self.delegate(EXPRB42, world, &mut trial, h);
        let accepted = result.ok().filter(|_| {
            let Ok(system) = world.begin(&trial, h) else { return false };
            let after = system.energy(&trial);
            self.peak = self.peak.max(after.kinetic);
            // From rest nothing turns yet: the end of the step counts, too.
            let turn = turn(system, &trial, h);
            let change = (after.total() - before.total()).abs();
            turn <= self.options.turn && change.is_finite() && (!closed || change <= self.options.drift * self.peak)
        });
        match accepted {
            Some(_) => s.copy_from(&trial),
            // For whoever made the last step nothing has happened: it goes on with what it remembers.
            None => self.last = last,
        }
        self.trial = trial;
        accepted
    }
}

/// Mean turn of the elements in a step from s, in radians.
fn turn(system: &dyn MechanicalSystem, s: &State, h: f64) -> f64 {
    system.discrete_gradient().map_or(0.0, |g| h * g.turn_rate(s))
}

impl Integrator for Auto {
    fn name(&self) -> &'static str {
        NAME
    }

    /// That of exprb42, which takes all steps of smooth motion; 2 where the fitted scheme has to.
    fn order(&self) -> u32 {
        4
    }

    /// `stabilized` does not; what is gripped touches, so all else goes to the fitted scheme.
    fn takes_grips(&self) -> bool {
        !self.options.fixed_cost
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.before = self.counts;
        let mut reason = self.choose(world.begin(s, h)?, s, h);
        world.rollback();
        if reason == Reason::NearlyLinear {
            if let Some(work) = self.guarded(world, s, h) {
                self.counts[Reason::NearlyLinear as usize] += 1;
                self.next_wait = FIRST_WAIT.max(self.next_wait / 2);
                return Ok(work);
            }
            reason = Reason::Refused;
            (self.wait, self.next_wait) = (self.next_wait, (2 * self.next_wait).min(LONGEST_WAIT));
        }
        self.wait = self.wait.saturating_sub(1);
        let member = REASONS.iter().find(|(r, _, _)| *r == reason).map_or(FITTED, |(_, member, _)| *member);
        let work = self.delegate(member, world, s, h)?;
        self.counts[reason as usize] += 1;
        Ok(work)
    }

    fn energy_flow(&self) -> Option<Flow> {
        self.last.and_then(|member| self.members[member].energy_flow())
    }

    fn state_changed(&mut self, s: &State) {
        self.members.iter_mut().for_each(|m| m.state_changed(s));
    }

    /// The member that made the step goes on from it; for the others the state is a foreign one as ever.
    fn state_touched(&mut self, s: &State) {
        for (k, member) in self.members.iter_mut().enumerate() {
            if self.last == Some(k) {
                member.state_touched(s);
            } else {
                member.state_changed(s);
            }
        }
    }

    fn step_undone(&mut self, s: &State) {
        self.counts = self.before;
        for (k, member) in self.members.iter_mut().enumerate() {
            if self.last == Some(k) {
                member.step_undone(s);
            } else {
                member.state_changed(s);
            }
        }
    }

    /// What every member needs, under its name, and what the choice goes by.
    fn save(&self) -> History {
        let mut arrays = BTreeMap::new();
        for (name, member) in MEMBERS.iter().zip(&self.members) {
            arrays.extend(member.save().0.into_iter().map(|(key, values)| (format!("{name}/{key}"), values)));
        }
        let last = self.last.map_or(-1.0, |k| k as f64);
        let mut choice = vec![last, self.peak, f64::from(self.wait), f64::from(self.next_wait)];
        choice.extend(self.counts.map(|c| c as f64));
        arrays.insert("choice".into(), choice);
        History(arrays)
    }

    fn restore(&mut self, history: &History) {
        for (name, member) in MEMBERS.iter().zip(&mut self.members) {
            let own = history.0.iter().filter_map(|(key, values)| {
                Some((key.strip_prefix(name)?.strip_prefix('/')?.to_owned(), values.clone()))
            });
            member.restore(&History(own.collect()));
        }
        (self.last, self.peak, self.wait, self.next_wait) = (None, 0.0, 0, FIRST_WAIT);
        if let Some([last, peak, wait, next_wait, counts @ ..]) = history.0.get("choice").map(Vec::as_slice) {
            self.last = (*last >= 0.0).then_some(*last as usize);
            (self.peak, self.wait, self.next_wait) = (*peak, *wait as u32, *next_wait as u32);
            self.counts.iter_mut().zip(counts).for_each(|(to, from)| *to = *from as u64);
        }
    }

    fn remarks(&self) -> Vec<String> {
        let taken = REASONS.iter().filter(|(reason, _, _)| self.counts[*reason as usize] > 0);
        taken
            .map(|(reason, member, why)| {
                format!("{} took {} steps: {why}", MEMBERS[*member], self.counts[*reason as usize])
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::mechanics::{Parts, World};

    /// Stands in for a member and writes down what it is told.
    struct Listener {
        member: usize,
        heard: Arc<Mutex<Vec<(usize, &'static str)>>>,
    }

    impl Listener {
        fn hear(&self, word: &'static str) {
            self.heard.lock().expect("no panic").push((self.member, word));
        }
    }

    impl Integrator for Listener {
        fn name(&self) -> &'static str {
            MEMBERS[self.member]
        }

        fn order(&self) -> u32 {
            1
        }

        fn step(&mut self, _world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
            s.t += h;
            self.hear("step");
            Ok(Work::default())
        }

        fn state_changed(&mut self, _s: &State) {
            self.hear("changed");
        }

        fn state_touched(&mut self, _s: &State) {
            self.hear("touched");
        }
    }

    #[test]
    fn a_touch_is_told_to_the_member_that_made_the_step() {
        let parts = Parts { rest: vec![0.0; 3], point_masses: vec![1.0], ..Parts::default() };
        let mut world = World::new(parts).expect("one free vertex");
        let mut s = world.restrict(0.0, &[0.0; 3], &[1.0, 0.0, 0.0]);
        for (options, member) in [
            (AutoOptions::default(), EXPRB42),
            (AutoOptions { fixed_cost: true, ..AutoOptions::default() }, STABILIZED),
        ] {
            let mut auto = Auto::new(options).expect("sound options");
            let heard = Arc::new(Mutex::new(Vec::new()));
            for (member, place) in auto.members.iter_mut().enumerate() {
                *place = Box::new(Listener { member, heard: heard.clone() });
            }
            auto.step(&mut world, &mut s, 0.1).expect("listeners refuse nothing");
            assert_eq!(heard.lock().expect("no panic").split_off(0), [(member, "changed"), (member, "step")]);
            auto.state_touched(&s);
            let told = (0..MEMBERS.len()).map(|k| (k, if k == member { "touched" } else { "changed" }));
            assert_eq!(heard.lock().expect("no panic").split_off(0), told.collect::<Vec<_>>());
            // Nothing has come between its steps.
            auto.step(&mut world, &mut s, 0.1).expect("listeners refuse nothing");
            assert_eq!(heard.lock().expect("no panic").split_off(0), [(member, "step")]);
        }
    }
}
