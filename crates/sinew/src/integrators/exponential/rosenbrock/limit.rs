//! Where the exponential schemes end: the step is refused before the state is ruined.
//!
//! They follow the linearized motion exactly and correct it by remainders. Where stiff elements turn within a step the
//! remainder is of the size of the stiffness times the square of the angle, and the correction outgrows the motion that
//! it should correct: beyond h omega_max of about 10 to 20 no tolerance helps. Two signs, both measured in every step:
//!
//! - the correction relative to the motion, max(|dv| / |v|, |dx| / (h |v|)) in the mass norm. A clamped beam that
//!   swings: 1e-3 to 1e-2; a spinning cube whose stiffness is just too much: 20, in its first step;
//! - energy out of nothing, relative to kinetic plus elastic energy, where nothing that depends on time drives the system: more than
//!   what motors and a steady wind may have put in, h max(P_n, P_{n+1}) by their power at both ends.

use super::stages::Sizes;
use crate::mechanics::{Energy, MechanicalSystem, State, StepError};

/// Largest gain of energy in a step, as a fraction of kinetic plus elastic energy.
const GAIN: f64 = 0.1;

/// The measure of every step.
#[derive(Debug, Default)]
pub struct Limit {
    /// Energy at the end of the last step, if nobody has changed the state since.
    energy: Option<Energy>,
    next: Option<Energy>,
}

impl Limit {
    /// Refuses a step whose correction is larger than `largest` times the motion, or which makes energy.
    pub fn check(
        &mut self,
        system: &dyn MechanicalSystem,
        (from, to): (&State, &State),
        sizes: &Sizes,
        largest: f64,
    ) -> Result<(), StepError> {
        let h = sizes.h;
        let correction = sizes.relative(sizes.correction, sizes.speed);
        // Corrections grow as h^2: a fifth of the limit leaves room.
        let mend = |ratio: f64| h * (0.2 * largest / ratio).sqrt().clamp(0.01, 0.5);
        if correction.is_nan() || correction > largest {
            let step = mend(correction);
            return Err(StepError::BeyondLinear { correction: 100.0 * correction, limit: 100.0 * largest, step });
        }
        if system.time_dependent() {
            return Ok(());
        }
        let before = self.energy.unwrap_or_else(|| system.energy(from));
        let after = system.energy(to);
        let size = |e: &Energy| e.kinetic + e.elastic.abs() + e.contact.abs();
        let share = |gain: f64| gain / size(&before).max(size(&after)).max(f64::MIN_POSITIVE);
        let mut gain = after.total() - before.total();
        if share(gain) > GAIN {
            let injected = |s: &State| system.nonconservative_powers(s).injected.max(0.0);
            gain -= h * injected(from).max(injected(to));
        }
        let made = gain / size(&before).max(f64::MIN_POSITIVE);
        let gain = share(gain);
        // Infinite energy over infinite energy: an element is inside out.
        let gain = if gain.is_nan() { f64::INFINITY } else { gain };
        if gain > GAIN {
            // A turn by an angle a stretches by a^2, which stores a^4.
            let factor = (0.1 * GAIN / made).powf(0.25);
            let step = h * if factor.is_nan() { 0.1 } else { factor.clamp(0.01, 0.5) };
            return Err(StepError::EnergyFromNothing { gain: 100.0 * gain, step });
        }
        self.next = Some(after);
        Ok(())
    }

    /// The step was accepted.
    pub fn accept(&mut self) {
        self.energy = self.next.take();
    }

    /// Somebody changed the state.
    pub fn forget(&mut self) {
        self.energy = None;
    }
}
