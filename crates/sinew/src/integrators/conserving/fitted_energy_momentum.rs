//! The energy-momentum scheme with the lowest modes at their exact frequency and a filter for noise: the default.
//!
//!   x_1 - x_0 = h tau (v_0 + v_1)/2,   M (v_1 - v_0) = h tau^T g(x_0, x_1),   then  v_1 <- v_1 - G^4 v_1
//!
//! tau makes the s lowest modes of the tangent exact ([`fit`](super::fit)), which costs no energy. It does cost angular
//! momentum where modes turn with the body: the momenta that the mean force gives are put back by a rigid field of
//! velocities per piece, and the vibration pays for its energy. Rotation has its exact pace, too: a piece that spins by h w a step
//! and whose energy does not depend on how it is turned (nothing but uniform gravity acts from outside) is turned on by the
//! h w - 2 atan(h w/2) that it lags behind, about its angular momentum, which costs nothing. The [`filter`](super::filter) takes vibration far beyond the
//! step's reach out, and nothing of rigid motion. A step that cannot be solved is cut in half, and those again; the last
//! resort is a descent that never fails to lower its potential ([`rescue`](super::rescue)). Order 2.
//!
//! Fits nothing while elements turn by more than 0.15 rad a step: then it is `energy-momentum` with a filter. Where motion
//! is nearly linear `exprb42` is more accurate. [simo1992], [gonzalez2000]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::filter::Filter;
use super::fit::Fit;
use super::newton::MeanNewton;
use super::options::{MeanNewtonOptions, limit};
use super::proof::Proof;
use super::rescue::Rescue;
use super::tangle::tangled;
use crate::integrators::energy::rigid::Rigid;
use crate::integrators::implicit::halving::{Halving, Plight, Substep};
use crate::integrators::options::{Checked, fraction, parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{DiscreteGradient, Energy, Flow, MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "fitted-energy-momentum";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "energy-momentum with the lowest modes exact and a filter for noise; stable and lively at any stiffness",
    source: "simo1992",
    order: 2,
    build: |table| Ok(Box::new(FittedEnergyMomentum::new(parse(NAME, table)?))),
    schema: schema::<FittedOptions>,
};

/// Options of the fitted scheme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct FittedOptions {
    /// Number of modes that are fitted, 0 to 60; rigid motion does not count.
    pub modes: usize,
    /// Share of a mode that may leak into the rest in a step before the modes are improved.
    pub mode_tolerance: f64,
    /// eta of the filter for strain-rate noise (dimensionless); 0 for none.
    pub filter: f64,
    /// Whether pieces that spin freely are turned on by what the midpoint rule lags behind.
    pub turn: bool,
    /// The mixed Newton iteration.
    #[serde(flatten)]
    pub newton: MeanNewtonOptions,
}

impl Default for FittedOptions {
    fn default() -> Self {
        Self { modes: 10, mode_tolerance: 0.05, filter: 0.005, turn: true, newton: MeanNewtonOptions::default() }
    }
}

impl Checked for FittedOptions {
    fn check(&self) -> Result<(), String> {
        if self.modes > 60 {
            return Err(format!("`modes` is {}, but at most 60 make sense; 10 is a good value", self.modes));
        }
        if !(0.0..=1.0).contains(&self.filter) {
            return Err(format!(
                "`filter` is {}, but it must lie between 0 (none) and 1; 0.005 is a good value",
                self.filter
            ));
        }
        fraction("mode_tolerance", self.mode_tolerance)?;
        self.newton.check()
    }
}

/// See the module's head.
pub struct FittedEnergyMomentum {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    modes: usize,
    turn: bool,
    budget: f64,
    energy_tolerance: f64,
    newton: MeanNewton,
    fit: Fit,
    filter: Filter,
    rigid: Rigid,
    rescue: Rescue,
    proof: Proof,
    /// Energy at the end of the last attempt, if it is known.
    energy: Option<Energy>,
    middle: Vec<f64>,
    scratch: State,
    attempt: Flow,
    flow: Flow,
    /// What the filter took in the last attempt, in J.
    filtered: f64,
    /// So far, and when the step began.
    counts: [Counts; 2],
}

/// What the remarks tell.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    /// What the filter took, in J.
    filtered: f64,
    /// Sum of the weights of the fit.
    weights: f64,
    /// Substeps, and those of them that resolve the modes.
    substeps: u64,
    resolved: u64,
}

impl FittedEnergyMomentum {
    /// With options that were checked.
    pub fn new(options: FittedOptions) -> Self {
        let FittedOptions { modes, mode_tolerance, filter, turn, newton } = options;
        Self {
            halving: Halving::lasting(newton.halvings),
            scheme: Scheme {
                modes,
                turn,
                budget: newton.budget,
                // What the solver may leave anyway.
                energy_tolerance: 0.1 * newton.tolerance,
                fit: Fit::new(modes, mode_tolerance),
                filter: Filter::new(filter, newton.solver, newton.solver_tolerance),
                rigid: Rigid::default(),
                proof: Proof::default(),
                energy: None,
                rescue: Rescue::new(newton.solver),
                newton: MeanNewton::new(newton),
                middle: Vec::new(),
                scratch: State::default(),
                attempt: Flow::default(),
                flow: Flow::default(),
                filtered: 0.0,
                counts: [Counts::default(); 2],
            },
        }
    }

    /// Weight of the fit in the last step, 0 to 1.
    pub fn weight(&self) -> f64 {
        self.scheme.fit.weight()
    }
}

/// Of its energy the vibration may keep as little as the first or be given as much as the second for the sake of the momenta.
const LEAST_SHARE: f64 = 0.25;
const MOST_SHARE: f64 = 4.0;
/// Lags below this are rounding (rad).
const LEAST_TURN: f64 = 1e-12;

/// The mean forces of a system, or a refusal.
pub(super) fn gradient<'a>(
    system: &'a dyn MechanicalSystem,
    integrator: &'static str,
) -> Result<&'a dyn DiscreteGradient, StepError> {
    system.discrete_gradient().ok_or(StepError::Unsupported {
        integrator,
        needs: "mean forces",
        remedy: "use `implicit-midpoint`",
    })
}

impl Scheme {
    /// Of more pieces than there are modes (hairs, bristles) some would be fitted and their equals not.
    fn fits(&self, system: &dyn MechanicalSystem) -> bool {
        // Modes of what obstacles have hold of are others in every step.
        self.modes > 0 && system.pieces().len() <= self.modes && !system.gripped()
    }

    /// Solves the step, with the fit if it is active; false if the vibration cannot pay for the momenta.
    fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<bool, StepError> {
        self.newton.solve(system, gradient, &mut self.fit, from, h, work)?;
        let u = self.newton.displacement();
        self.fit.inverse_tau(u, &mut to.v);
        for (i, u) in u.iter().enumerate() {
            to.x[i] = from.x[i] + u;
            to.v[i] = 2.0 / h * to.v[i] - from.v[i];
        }
        to.t = from.t + h;
        if !self.fit.active() {
            return Ok(true);
        }
        self.fit.judge(system, from, to, &mut self.scratch);
        Ok(self.restore_momenta(system, from, h, to))
    }

    /// Gives the end of a step the momenta that the mean force makes of those at its start; the vibration keeps the energy. False
    /// if it has not enough, or would have to grow too much.
    fn restore_momenta(&mut self, system: &dyn MechanicalSystem, from: &State, h: f64, to: &mut State) -> bool {
        let Self { rigid, newton, middle, .. } = self;
        middle.clear();
        middle.extend(from.x.iter().zip(&to.x).map(|(a, b)| 0.5 * (a + b)));
        let kinetic = |s: &State, product: &mut Vec<f64>| {
            product.resize(s.v.len(), 0.0);
            system.mass().apply(&s.v, product);
            0.5 * sinew_math::parallel::dot(&s.v, product)
        };
        let before = kinetic(to, &mut self.scratch.x);
        rigid.aim_by(system, from, middle, newton.force(), h);
        // What a pin that moves does to the momenta about it is no matter of forces alone.
        rigid.restore_momenta(system, to, |support| !support.moves());
        let after = kinetic(to, &mut self.scratch.x);
        if (after - before).abs() <= 1e-15 * after {
            return true;
        }
        let vibration = rigid.vibration(system, to);
        let wanted = 1.0 - (after - before) / vibration;
        let payable = vibration > 0.0 && (LEAST_SHARE..=MOST_SHARE).contains(&wanted);
        if payable {
            rigid.scale_vibration(system, wanted.sqrt(), to);
        }
        payable || (after - before).abs() <= self.energy_tolerance * after
    }
}

impl Scheme {
    /// Turns the pieces on, unless that changes the energy; the energy after it.
    fn turn_on(&mut self, system: &dyn MechanicalSystem, energy: Energy, h: f64, to: &mut State) -> Energy {
        let Self { rigid, scratch, .. } = self;
        scratch.copy_from(to);
        if rigid.turn_on(system, h, scratch) < LEAST_TURN {
            return energy;
        }
        let turned = system.energy(scratch);
        let scale = energy.kinetic + energy.elastic.abs();
        // Weight, contact or a law that minds rotations: then the lag is part of the motion.
        if !((turned.total() - energy.total()).abs() <= self.energy_tolerance * scale) {
            return energy;
        }
        std::mem::swap(to, scratch);
        turned
    }
}

impl Substep for Scheme {
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let gradient = gradient(system, NAME)?;
        let before = self.proof.start(system, from);
        if self.fits(system) && self.fit.begin(h, gradient.turn_rate(from)) {
            self.newton.prepare(system, gradient, from, h)?;
            self.fit.prepare(system, from, h, self.newton.matrix(), &mut work.products)?;
        } else {
            self.fit.rest();
        }
        if !self.solve(system, gradient, from, h, to, work)? {
            // More than the vibration has: the step without the fit owes nothing.
            self.fit.rest();
            self.solve(system, gradient, from, h, to, work)?;
        }
        work.inside_out += gradient.inside_out(from, to) as u64;
        self.attempt = gradient.mean_flow(from, to);
        let energy = self.proof.check(system, &before, to, &self.attempt)?;
        self.energy = Some(if self.turn && !system.gripped() { self.turn_on(system, energy, h, to) } else { energy });
        self.filtered = self.filter.apply(system, gradient, h, to, work)?;
        if self.filtered != 0.0 {
            // The potential is what it was, the kinetic energy is not.
            self.energy = None;
        }
        Ok(())
    }

    fn last_resort(
        &mut self,
        plight: Plight,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Option<Result<(), StepError>> {
        self.attempt = Flow::default();
        self.energy = None;
        self.filtered = 0.0;
        self.fit.rest();
        let limit = limit(self.budget, from.x.len());
        let result = self.rescue.step(plight, limit, system, from, h, to, &mut self.attempt, work);
        Some(result.and_then(|_| {
            // Stiff vibration keeps its velocity with the force at the end.
            if plight == Plight::TooDear {
                self.filtered = self.filter.apply(system, gradient(system, NAME)?, h, to, work)?;
            }
            Ok(())
        }))
    }

    fn limit(&self, unknowns: usize) -> u64 {
        limit(self.budget, unknowns)
    }

    fn hopeless(&self, system: &dyn MechanicalSystem, from: &State) -> bool {
        tangled(system, from)
    }

    fn end_energy(&self) -> Option<f64> {
        self.energy.map(|e| e.total())
    }

    fn accept(&mut self, _from: &State, to: &State, _h: f64) {
        self.flow += self.attempt;
        let [counts, _] = &mut self.counts;
        counts.filtered += self.filtered;
        counts.weights += self.fit.weight();
        counts.substeps += 1;
        counts.resolved += u64::from(self.fit.resolved());
        self.proof.accept(to, self.energy);
    }

    fn forget(&mut self) {
        self.newton.forget();
        self.filter.forget();
    }
}

impl Integrator for FittedEnergyMomentum {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.scheme.flow = Flow::default();
        self.scheme.rescue.begin();
        self.scheme.counts[1] = self.scheme.counts[0];
        self.halving.step(&mut self.scheme, world, s, h)
    }

    fn energy_flow(&self) -> Option<Flow> {
        Some(self.scheme.flow)
    }

    fn remarks(&self) -> Vec<String> {
        let Scheme { modes, counts: [Counts { filtered, weights, substeps: count, resolved }, _], .. } = &self.scheme;
        let mut remarks = Vec::new();
        if *count > 0 && *modes > 0 {
            let mean = weights / *count as f64;
            let mut remark = format!("the {modes} lowest modes were fitted with a mean weight of {mean:.2}");
            if *resolved > 0 {
                remark += &format!("; {resolved} of {count} steps resolve them, and need no fit");
            }
            remarks.push(remark);
        }
        if *filtered > 0.0 {
            remarks.push(format!("the filter took {filtered:.3e} J, which the books call numerical"));
        }
        self.scheme.rescue.remarks(&mut remarks);
        remarks
    }

    fn state_changed(&mut self, _s: &State) {
        self.scheme.forget();
    }

    fn step_undone(&mut self, s: &State) {
        self.scheme.rescue.undo();
        self.scheme.counts[0] = self.scheme.counts[1];
        self.state_changed(s);
    }

    fn save(&self) -> History {
        let mut arrays = BTreeMap::new();
        self.halving.save(&mut arrays);
        self.scheme.newton.save(&mut arrays);
        self.scheme.filter.save(&mut arrays);
        self.scheme.fit.modes().save(&mut arrays);
        arrays.insert("fit".into(), self.scheme.fit.memory().to_vec());
        History(arrays)
    }

    fn restore(&mut self, history: &History) {
        self.halving.restore(&history.0);
        self.scheme.newton.restore(&history.0);
        self.scheme.filter.restore(&history.0);
        self.scheme.fit.forget();
        self.scheme.fit.modes_mut().restore(&history.0);
        if let Some(Ok(memory)) = history.0.get("fit").map(|saved| saved.as_slice().try_into()) {
            self.scheme.fit.set_memory(memory);
        }
    }
}
