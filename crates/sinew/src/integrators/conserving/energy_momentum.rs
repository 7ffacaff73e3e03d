//! The energy-momentum scheme: the midpoint rule with the mean force between both ends instead of the force in the middle.
//!
//!   x_1 - x_0 = h (v_0 + v_1)/2,   M (v_1 - v_0) = h g(x_0, x_1),   g . (x_1 - x_0) = -(V_1 - V_0)
//!
//! Energy, linear and angular momentum are exact, at any stiffness and any step, as far as the equations are solved: the
//! force knows the strains of both ends, not that of the chord between them, and a rotation strains nothing. Damping takes
//! (x_1 - x_0)^T D (x_1 - x_0)/h, exactly; what scripts and loads give is booked exactly, too. Order 2. Modes faster than
//! the step keep their energy but run at 2/h atan(h omega/2): for the right phase of the lowest ones see
//! `fitted-energy-momentum`. Angular momentum is not kept by the `linear` material and by nodal warping, which are not
//! frame-indifferent, nor where elements are inside out. [simo1992], [gonzalez2000]

use std::collections::BTreeMap;

use super::fitted_energy_momentum::gradient;
use super::inertia::PlainInertia;
use super::newton::MeanNewton;
use super::options::{MeanNewtonOptions, limit};
use super::proof::Proof;
use super::rescue::Rescue;
use super::tangle::tangled;
use crate::integrators::implicit::halving::{Halving, Plight, Substep};
use crate::integrators::options::{parse, schema};
use crate::integrators::{Entry, History, Integrator, Work};
use crate::mechanics::{Energy, Flow, MechanicalSystem, State, StepContext, StepError};

const NAME: &str = "energy-momentum";

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: NAME,
    summary: "energy, linear and angular momentum exact at any stiffness; undamped",
    source: "simo1992",
    order: 2,
    build: |table| Ok(Box::new(EnergyMomentum::new(parse(NAME, table)?))),
    schema: schema::<MeanNewtonOptions>,
};

/// See the module's head.
pub struct EnergyMomentum {
    halving: Halving,
    scheme: Scheme,
}

struct Scheme {
    budget: f64,
    newton: MeanNewton,
    rescue: Rescue,
    proof: Proof,
    /// Energy at the end of the last attempt, if it is known.
    energy: Option<Energy>,
    scratch: Vec<f64>,
    /// Of the last attempt, and of the step so far.
    attempt: Flow,
    flow: Flow,
}

impl EnergyMomentum {
    /// With options that were checked.
    pub fn new(options: MeanNewtonOptions) -> Self {
        Self {
            halving: Halving::lasting(options.halvings),
            scheme: Scheme {
                budget: options.budget,
                proof: Proof::default(),
                energy: None,
                rescue: Rescue::new(options.solver),
                newton: MeanNewton::new(options),
                scratch: Vec::new(),
                attempt: Flow::default(),
                flow: Flow::default(),
            },
        }
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
        self.newton.solve(system, gradient, &mut PlainInertia(&mut self.scratch), from, h, work)?;
        for (i, u) in self.newton.displacement().iter().enumerate() {
            to.x[i] = from.x[i] + u;
            to.v[i] = 2.0 / h * u - from.v[i];
        }
        to.t = from.t + h;
        self.attempt = gradient.mean_flow(from, to);
        work.inside_out += gradient.inside_out(from, to) as u64;
        self.energy = Some(self.proof.check(system, &before, to, &self.attempt)?);
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
        let limit = limit(self.budget, from.x.len());
        Some(self.rescue.step(plight, limit, system, from, h, to, &mut self.attempt, work))
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
        self.proof.accept(to, self.energy);
    }

    fn forget(&mut self) {
        self.newton.forget();
    }
}

impl Integrator for EnergyMomentum {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.scheme.flow = Flow::default();
        self.scheme.rescue.begin();
        self.halving.step(&mut self.scheme, world, s, h)
    }

    fn energy_flow(&self) -> Option<Flow> {
        Some(self.scheme.flow)
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        self.scheme.rescue.remarks(&mut remarks);
        remarks
    }

    fn state_changed(&mut self, _s: &State) {
        self.scheme.forget();
    }

    fn step_undone(&mut self, s: &State) {
        self.scheme.rescue.undo();
        self.state_changed(s);
    }

    fn save(&self) -> History {
        let mut arrays = BTreeMap::new();
        self.halving.save(&mut arrays);
        self.scheme.newton.save(&mut arrays);
        History(arrays)
    }

    fn restore(&mut self, history: &History) {
        self.halving.restore(&history.0);
        self.scheme.newton.restore(&history.0);
    }
}
