//! The last resort against too much energy: back towards the start of the step.
//!
//! On the line (x, v)(s) = (x_n + s (x - x_n), s v) from a corrected end at s = 1 to standing still at s = 0 the energy
//! falls to V(x_n), which is below the target by all of the kinetic energy, whatever attachments, scripts or a solver that
//! gave up did to the step. So there is an s whose energy is right, and the promise of the scheme holds for every step:
//! a stutter instead of an explosion.
//!
//! Forces without a potential work then along the way that is really gone, h f(x_mid, (x - x_n)/h) . (x - x_n)/h, which for
//! damping is never a gain. A midpoint that went wild has done wild work, and a target of it would be none: the two works
//! must agree to a tenth of the energy for the midpoint's to stand.

use super::books::Books;
use super::root::root;
use crate::mechanics::{Energy, MechanicalSystem, State};

/// The work of the midpoint rule and that of the corrected step may differ by this fraction of the energy.
const GROSS: f64 = 0.1;

/// Buffers.
#[derive(Debug, Clone, Default)]
pub struct Retreat {
    end: State,
    mean: State,
}

impl Retreat {
    /// Shortens the step that ends at `to` with the given energy if that is more than `allowed` too high; the energy then.
    #[allow(clippy::too_many_arguments)]
    pub fn run(
        &mut self,
        system: &dyn MechanicalSystem,
        h: f64,
        (start, middle): (&State, &State),
        books: &mut Books,
        allowed: f64,
        energy: Energy,
        to: &mut State,
    ) -> Energy {
        let Self { end, mean } = self;
        mean.copy_from(middle);
        let (booked, worked, gross) = (books.error(&energy), books.worked(), books.allowed(GROSS));
        let mut error = |to: &State, energy: &Energy| {
            for (mean, (x, x0)) in mean.v.iter_mut().zip(to.x.iter().zip(&start.x)) {
                *mean = (x - x0) / h;
            }
            books.work(system, mean, h, &start.v, to);
            books.error(energy)
        };
        let full = error(to, &energy);
        if booked <= allowed && full <= gross {
            books.book(worked);
            return energy;
        }
        if full <= allowed {
            return energy;
        }
        end.copy_from(to);
        let place = |s: f64, to: &mut State| {
            for i in 0..to.x.len() {
                to.x[i] = start.x[i] + s * (end.x[i] - start.x[i]);
                to.v[i] = s * end.v[i];
            }
            system.energy(to)
        };
        let at_rest = place(0.0, to);
        let still = error(to, &at_rest);
        if still >= 0.0 {
            return at_rest;
        }
        let s = root([still, full], 0.0, allowed, |s| {
            let energy = place(s, to);
            error(to, &energy)
        });
        let energy = place(s, to);
        error(to, &energy);
        energy
    }
}
