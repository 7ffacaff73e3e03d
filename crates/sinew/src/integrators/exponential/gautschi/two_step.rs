//! The two-step recursion x_{n+1} - 2 x_n + x_{n-1} = h^2 F_n with damping and velocities, as an integrator.
//!
//! In terms of the mean velocity p_n = (x_{n+1} - x_{n-1}) / (2h), which equals sinc(h Om) v_n on linear problems,
//!
//! x_{n+1} = x_n + h p_n + h^2/2 F_n,  p_{n+1} = p_n + h/2 (F_n + F_{n+1}),
//!
//! the same recursion without the rounding of 2 x_n - x_{n-1}. It starts with p_0 = sinc(h Om) v_0 and starts anew when h
//! changes, or somebody the state. After contact has changed it, which may be every step, velocities that are mean ones stay so,
//! p_n = v_n: sinc(h Om) at each of these starts would take all fast vibration. Damping forces are taken at p, that is by the central difference, which makes F_{n+1} = F(x_{n+1}) +
//! psi_G M^-1 f_d(x_{n+1}, p_{n+1}) implicit; the backward difference printed in [michels2014, sec. 4.3] has order 1. Their filter
//! is Gautschi's psi_G = sinc^2(h Om / 2) for all pairs: it is never negative, so damping never feeds a mode, as sinc and
//! sinc^3 would. Modes with h omega close to k pi are hardly damped, because p is blind to them.
//!
//! Velocities cannot be had from positions alone: p_n holds nothing of a mode with h omega = k pi. They follow their own
//! recursion, exact on linear problems, and are drawn to p_n where that knows better,
//!
//! w = cos(h Om) v_n + h/2 sinc(h Om) M^-1 (f_n + f_{n+1} + K (x_{n+1} - x_n)),  v_{n+1} = w + sinc(h Om) (p_{n+1} - sinc(h Om) w),
//!
//! so that errors of slow modes are forgotten at once instead of adding up, and nothing flows back into x. A scheme may
//! also be content with v_n = p_n, which is of order 2 too but too small by sinc(h omega) in stiff modes.

use super::filtered::{acceleration, cosine, gautschi, sinc};
use super::fixed_point::FixedPoint;
use super::spectral::{SMALL, Spectral, dual, primal, term};
use crate::integrators::implicit::halving::{Halving, Substep};
use crate::integrators::{History, Integrator, Work};
use crate::mechanics::{MechanicalSystem, State, StepContext, StepError};

/// What the schemes differ in.
pub trait Scheme: Send {
    /// Its name in scene files.
    fn name(&self) -> &'static str;

    /// Readies the functions of h Om for the positions of s.
    fn place(&mut self, system: &dyn MechanicalSystem, s: &State, h: f64, work: &mut Work) -> Result<(), StepError>;

    /// The functions of h Om at the last place.
    fn spectral(&mut self) -> &mut Spectral;

    /// out = F at the positions of s, whose velocities are zero; `force` = f(t, x, 0).
    fn acceleration(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        force: &[f64],
        h: f64,
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError>;

    /// Velocities by their own recursion, or v = p.
    fn own_velocities(&self) -> bool;

    /// Whether Om is that of the stiffness at each place, not of a constant one.
    fn follows_tangent(&self) -> bool {
        false
    }

    /// The motion starts here.
    fn start(&mut self, system: &dyn MechanicalSystem, s: &State) -> Result<(), StepError> {
        let _ = (system, s);
        Ok(())
    }

    /// Somebody may have changed more than the state.
    fn forget(&mut self) {
        self.spectral().forget();
    }

    /// What it needs to go on.
    fn save(&self, history: &mut History);

    /// Takes up a saved history.
    fn restore(&mut self, history: &History);
}

/// See the module's head.
pub struct TwoStep {
    halving: Halving,
    recursion: Recursion,
}

/// Force and filtered accelerations at one end of the step.
#[derive(Default)]
struct End {
    /// p
    mean: Vec<f64>,
    /// f(t, x, 0)
    force: Vec<f64>,
    /// F without damping
    acceleration: Vec<f64>,
    /// psi_G M^-1 f_d
    damping: Vec<f64>,
}

impl End {
    fn resize(&mut self, n: usize) {
        for buffer in [&mut self.mean, &mut self.force, &mut self.acceleration, &mut self.damping] {
            buffer.resize(n, 0.0);
        }
    }

    fn named(&self) -> [(&'static str, &Vec<f64>); 4] {
        let Self { mean, force, acceleration, damping } = self;
        [("mean", mean), ("force", force), ("acceleration", acceleration), ("damping", damping)]
    }
}

struct Recursion {
    scheme: Box<dyn Scheme>,
    /// The step for which `here` is valid; 0 at the start.
    step: f64,
    /// A start was made since the state was last changed from outside.
    begun: bool,
    /// The velocities of the state are mean ones.
    mean: bool,
    here: End,
    next: End,
    /// Positions with velocities zero, and with mean velocities.
    still: State,
    moving: State,
    fixed_point: FixedPoint,
    drag: Vec<f64>,
    sum: Vec<f64>,
    pull: Vec<f64>,
}

/// Largest error of a vertex left by the iteration for damping, as a fraction of the mean distance of coupled vertices.
pub(super) const TOLERANCE: f64 = 1e-12;

impl TwoStep {
    /// The integrator of a scheme.
    pub fn new(scheme: Box<dyn Scheme>) -> Self {
        Self {
            halving: Halving::new(0),
            recursion: Recursion {
                scheme,
                step: 0.0,
                begun: false,
                mean: false,
                here: End::default(),
                next: End::default(),
                still: State::default(),
                moving: State::default(),
                fixed_point: FixedPoint::default(),
                drag: Vec::new(),
                sum: Vec::new(),
                pull: Vec::new(),
            },
        }
    }
}

impl Recursion {
    /// Everything at the start of the motion: p = sinc v, and the forces there.
    fn start(&mut self, system: &dyn MechanicalSystem, from: &State, h: f64, work: &mut Work) -> Result<(), StepError> {
        let Self { scheme, here, still, moving, drag, .. } = self;
        if !self.begun {
            scheme.start(system, from)?;
            self.begun = true;
        }
        scheme.place(system, from, h, work)?;
        if self.mean {
            here.mean.copy_from_slice(&from.v);
        } else {
            let moved = [term(1.0, sinc, primal(&from.v))];
            scheme.spectral().apply(system, h, SMALL / h, &moved, &mut here.mean, work)?;
        }
        still.copy_from(from);
        still.v.fill(0.0);
        system.force(still, &mut here.force);
        scheme.acceleration(system, still, &here.force, h, &mut here.acceleration, work)?;
        here.damping.fill(0.0);
        if system.damped() {
            moving.copy_from(still);
            moving.v.copy_from_slice(&here.mean);
            system.force_difference(still, moving, drag);
            acceleration(scheme.spectral(), system, gautschi, drag, h, &mut here.damping, work)?;
        }
        self.step = h;
        Ok(())
    }

    /// v_{n+1} by its own recursion.
    fn velocity(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let Self { scheme, here, next, sum, pull, drag, .. } = self;
        let n = from.x.len();
        (0..n).for_each(|i| sum[i] = to.x[i] - from.x[i]);
        scheme.spectral().product(sum, pull, work);
        for i in 0..n {
            sum[i] = here.force[i] + next.force[i] + pull[i];
            drag[i] = here.damping[i] + next.damping[i];
        }
        let turn = term(1.0, |s| cosine(s) * (1.0 - sinc(s).powi(2)), primal(&from.v));
        let kick: fn(f64) -> f64 = |s| sinc(s) * (1.0 - sinc(s).powi(2));
        let [load, damping] = [term(0.5 * h, kick, dual(sum)), term(0.5 * h, kick, primal(drag))];
        let known = term(1.0, sinc, primal(&next.mean));
        let parts = [turn, load, known, damping];
        let parts = if system.damped() { &parts[..] } else { &parts[..3] };
        scheme.spectral().apply(system, h, SMALL / h, parts, &mut to.v, work)
    }
}

impl Substep for Recursion {
    fn attempt(
        &mut self,
        system: &dyn MechanicalSystem,
        from: &State,
        h: f64,
        to: &mut State,
        work: &mut Work,
    ) -> Result<(), StepError> {
        let n = from.x.len();
        for buffer in [&mut self.drag, &mut self.sum, &mut self.pull] {
            buffer.resize(n, 0.0);
        }
        self.next.resize(n);
        if self.step != h || self.here.mean.len() != n {
            self.here.resize(n);
            self.start(system, from, h, work)?;
        }
        let Self { scheme, here, next, still, moving, fixed_point, drag, .. } = self;

        // Positions, and the filtered forces there.
        for i in 0..n {
            to.x[i] = from.x[i] + h * here.mean[i] + 0.5 * h * h * (here.acceleration[i] + here.damping[i]);
        }
        to.t = from.t + h;
        still.copy_from(to);
        still.v.fill(0.0);
        scheme.place(system, still, h, work)?;
        system.force(still, &mut next.force);
        scheme.acceleration(system, still, &next.force, h, &mut next.acceleration, work)?;

        // Mean velocities; with damping they are on both sides: y = psi_G M^-1 f_d(x, w + h/2 y).
        let known = |i: usize| here.mean[i] + 0.5 * h * (here.acceleration[i] + here.damping[i] + next.acceleration[i]);
        if system.damped() {
            next.damping.copy_from_slice(&here.damping);
            moving.copy_from(still);
            let limits = (TOLERANCE * system.element_size() / (h * h), scheme.spectral().noise());
            let iterations = fixed_point.solve(&mut next.damping, limits, |y, out| {
                (0..n).for_each(|i| moving.v[i] = known(i) + 0.5 * h * y[i]);
                system.force_difference(still, moving, drag);
                acceleration(scheme.spectral(), system, gautschi, drag, h, out, work)
            })?;
            work.newton_iterations += iterations;
        } else {
            next.damping.fill(0.0);
        }
        (0..n).for_each(|i| next.mean[i] = known(i) + 0.5 * h * next.damping[i]);

        if scheme.own_velocities() {
            self.velocity(system, from, h, to, work)
        } else {
            to.v.copy_from_slice(&next.mean);
            Ok(())
        }
    }

    fn accept(&mut self, _from: &State, _to: &State, _h: f64) {
        std::mem::swap(&mut self.here, &mut self.next);
        self.mean = !self.scheme.own_velocities();
    }

    fn forget(&mut self) {
        self.step = 0.0;
        self.begun = false;
    }
}

impl Integrator for TwoStep {
    fn name(&self) -> &'static str {
        self.recursion.scheme.name()
    }

    fn order(&self) -> u32 {
        2
    }

    fn takes_grips(&self) -> bool {
        self.recursion.scheme.follows_tangent()
    }

    fn step(&mut self, world: &mut dyn StepContext, s: &mut State, h: f64) -> Result<Work, StepError> {
        self.halving.step(&mut self.recursion, world, s, h)
    }

    fn state_changed(&mut self, s: &State) {
        self.state_touched(s);
        self.recursion.mean = false;
    }

    fn state_touched(&mut self, _s: &State) {
        self.recursion.forget();
        self.recursion.scheme.forget();
    }

    fn save(&self) -> History {
        let mut history = History::default();
        let Recursion { scheme, step, begun, mean, here, .. } = &self.recursion;
        if *mean {
            history.0.insert("mean velocities".into(), Vec::new());
        }
        if *begun {
            history.0.insert("step".into(), vec![*step]);
            for (name, values) in here.named() {
                history.0.insert(name.into(), values.clone());
            }
            scheme.save(&mut history);
        }
        history
    }

    fn restore(&mut self, history: &History) {
        let Recursion { scheme, step, begun, mean, here, .. } = &mut self.recursion;
        (*step, *begun, *mean) = (0.0, false, history.0.contains_key("mean velocities"));
        let get = |key: &str| history.0.get(key);
        if let (Some([h]), Some(p), Some(force), Some(acceleration), Some(damping)) =
            (get("step").map(Vec::as_slice), get("mean"), get("force"), get("acceleration"), get("damping"))
        {
            (*step, *begun) = (*h, true);
            here.mean.clone_from(p);
            here.force.clone_from(force);
            here.acceleration.clone_from(acceleration);
            here.damping.clone_from(damping);
        }
        scheme.restore(history);
    }
}
