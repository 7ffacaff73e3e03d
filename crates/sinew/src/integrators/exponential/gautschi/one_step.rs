//! The one-step form of `eti`: kick, exact linear motion, kick.
//!
//! v+ = v_n + h/2 k_n,  x_{n+1} = x_n + h sinc v+ + h^2/2 psi_G M^-1 e_n,  v- = cos v+ + h sinc M^-1 e_n,  v_{n+1} = v- + h/2 k_{n+1},
//!
//! k = psi_1 g(phi x, v), psi_1 = psi / sinc, e = l - K_0 (x - x_r), functions of h Om. [michels2014, eqs. 8-9] with
//! psi_0 = cos psi_1, and with the constant load in the exact part. Without damping the positions are those of the two-step
//! form; velocities are part of the recursion. Damping forces enter the kicks at v with
//! the filter sinc^2(h Om / 2), which is never negative; the last kick is implicit.

use super::eti::{Eti, NAME};
use super::filtered::{acceleration, cosine, gautschi, sinc};
use super::fixed_point::FixedPoint;
use super::spectral::{SMALL, dual, primal, term};
use super::two_step::{Scheme, TOLERANCE};
use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::{History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

/// See the module's head.
pub(super) struct OneStep {
    halving: Halving,
    kicks: Kicks,
}

/// What is known at one end of the step.
#[derive(Default)]
struct End {
    /// M k without damping
    slow: Vec<f64>,
    /// e
    exact: Vec<f64>,
    /// k
    kick: Vec<f64>,
}

struct Kicks {
    eti: Eti,
    psi: fn(f64) -> f64,
    /// The step for which `here` is valid; 0 at the start.
    step: f64,
    begun: bool,
    here: End,
    next: End,
    still: State,
    moving: State,
    before: Vec<f64>,
    damping: Vec<f64>,
    drag: Vec<f64>,
    fixed_point: FixedPoint,
}

impl OneStep {
    /// The filter must have a one-step form.
    pub fn new(eti: Eti) -> Self {
        let psi = eti.filter.kick().expect("checked with the options");
        let kicks = Kicks {
            eti,
            psi,
            step: 0.0,
            begun: false,
            here: End::default(),
            next: End::default(),
            still: State::default(),
            moving: State::default(),
            before: Vec::new(),
            damping: Vec::new(),
            drag: Vec::new(),
            fixed_point: FixedPoint::default(),
        };
        Self { halving: Halving::new(0), kicks }
    }
}

impl Kicks {
    /// Fills `next` with everything but damping at the positions of `still`.
    fn evaluate(&mut self, system: &dyn MechanicalSystem, h: f64, work: &mut Work) -> Result<(), StepError> {
        let Self { eti, psi, next, still, drag, .. } = self;
        system.force(still, drag);
        let Eti { filter, spectral, split, reference, load, .. } = eti;
        let (exact, slow) = split.slow(spectral, system, (still, drag), (reference, load), *filter, h, work)?;
        next.exact.copy_from_slice(exact);
        next.slow.copy_from_slice(slow);
        acceleration(spectral, system, *psi, slow, h, &mut next.kick, work)
    }

    fn start(&mut self, system: &dyn MechanicalSystem, s: &State, h: f64, work: &mut Work) -> Result<(), StepError> {
        if !self.begun {
            self.eti.start(system, s)?;
            self.begun = true;
        }
        self.eti.place(system, s, h, work)?;
        self.still.copy_from(s);
        self.still.v.fill(0.0);
        self.evaluate(system, h, work)?;
        if system.damped() {
            let Self { eti, still, drag, damping, next, .. } = self;
            system.force_difference(still, s, drag);
            acceleration(&mut eti.spectral, system, gautschi, drag, h, damping, work)?;
            next.kick.iter_mut().zip(&*damping).for_each(|(k, d)| *k += d);
        }
        std::mem::swap(&mut self.here, &mut self.next);
        self.step = h;
        Ok(())
    }
}

impl Substep for Kicks {
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let n = from.x.len();
        for end in [&mut self.here, &mut self.next] {
            for buffer in [&mut end.slow, &mut end.exact, &mut end.kick] {
                buffer.resize(n, 0.0);
            }
        }
        for buffer in [&mut self.before, &mut self.damping, &mut self.drag] {
            buffer.resize(n, 0.0);
        }
        if self.step != h {
            self.start(system, from, h, work)?;
        }

        // Kick, and the exact motion under a constant load.
        let Self { eti, here, before, .. } = self;
        eti.place(system, from, h, work)?;
        (0..n).for_each(|i| before[i] = from.v[i] + 0.5 * h * here.kick[i]);
        let moved = [term(h, sinc, primal(before)), term(0.5 * h * h, gautschi, dual(&here.exact))];
        eti.spectral.apply(system, h, SMALL, &moved, &mut to.x, work)?;
        to.x.iter_mut().zip(&from.x).for_each(|(x, from)| *x += from);
        let turned = [term(1.0, cosine, primal(before)), term(h, sinc, dual(&here.exact))];
        eti.spectral.apply(system, h, SMALL / h, &turned, &mut to.v, work)?;
        to.t = from.t + h;

        // The second kick, with damping at the velocity that it ends with.
        self.still.copy_from(to);
        self.still.v.fill(0.0);
        self.evaluate(system, h, work)?;
        let Self { eti, next, still, moving, damping, drag, fixed_point, .. } = self;
        to.v.iter_mut().zip(&next.kick).for_each(|(v, k)| *v += 0.5 * h * k);
        if system.damped() {
            moving.copy_from(still);
            let limits = (TOLERANCE * system.element_size() / (h * h), eti.spectral.noise());
            let iterations = fixed_point.solve(damping, limits, |y, out| {
                (0..n).for_each(|i| moving.v[i] = to.v[i] + 0.5 * h * y[i]);
                system.force_difference(still, moving, drag);
                acceleration(&mut eti.spectral, system, gautschi, drag, h, out, work)
            })?;
            work.newton_iterations += iterations;
            for i in 0..n {
                to.v[i] += 0.5 * h * damping[i];
                next.kick[i] += damping[i];
            }
        }
        Ok(())
    }

    fn accept(&mut self, _from: &State, _to: &State, _h: f64) {
        std::mem::swap(&mut self.here, &mut self.next);
    }

    fn forget(&mut self) {
        self.step = 0.0;
        self.begun = false;
    }
}

impl Integrator for OneStep {
    fn name(&self) -> &'static str {
        NAME
    }

    fn order(&self) -> u32 {
        2
    }

    fn takes_grips(&self) -> bool {
        false
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.kicks, world, s, h)
    }

    fn state_changed(&mut self, _s: &State) {
        self.kicks.forget();
        self.kicks.eti.forget();
    }

    fn save(&self) -> History {
        let mut history = History::default();
        let Kicks { eti, step, begun, here, damping, .. } = &self.kicks;
        if *begun {
            history.0.insert("step".into(), vec![*step]);
            for (name, values) in [("kick", &here.kick), ("exact", &here.exact), ("damping", damping)] {
                history.0.insert(name.into(), values.clone());
            }
            eti.save(&mut history);
        }
        history
    }

    fn restore(&mut self, history: &History) {
        let Kicks { eti, step, begun, here, damping, .. } = &mut self.kicks;
        (*step, *begun) = (0.0, false);
        let get = |key: &str| history.0.get(key);
        if let (Some([h]), Some(kick), Some(exact), Some(known)) =
            (get("step").map(Vec::as_slice), get("kick"), get("exact"), get("damping"))
        {
            (*step, *begun) = (*h, true);
            here.kick.clone_from(kick);
            here.exact.clone_from(exact);
            damping.clone_from(known);
        }
        eti.restore(history);
    }
}
