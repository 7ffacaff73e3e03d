//! Filtered accelerations: the pairs (psi, phi) by name, and the force split into what each of them sees.
//!
//! With a stiffness K, a reference x_r and a constant load l, f(t, x) = l - K (x - x_r) + M g(t, x), and
//!
//! F = psi_G M^-1 (l - K (x - x_r)) + psi g(t, x_r + phi (x - x_r)),  psi_G = sinc^2(h Om / 2).
//!
//! The first part is the exact motion under a constant load: 2 cos(h Om) u - 2 u = -h^2 psi_G Om^2 u. It is a displacement
//! form, because absolute positions as printed in [michels2014, eqs. 11-12] send K x_r through the filter psi, and every
//! pair but Gautschi's then lets a body at rest collapse. With (psi_G, 1) both parts join to psi_G M^-1 f: no reference.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sinew_math::functions::filters::{FilterPair, filter};
use sinew_math::functions::stumpff;

use super::spectral::{SMALL, Spectral, dual, primal, term};
use crate::integrators::Work;
use crate::mechanics::{MechanicalSystem, State, StepError};

/// A filter pair (psi, phi).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// (sinc^2(z/2), 1): the one to take; every equilibrium stays one, and stiff slow forces do least harm.
    #[default]
    Gautschi,
    /// (sinc, 1), symplectic.
    Deuflhard,
    /// (sinc^2, sinc), symplectic: the choice of the paper.
    GarciaArchilla,
    /// (sinc^2(z/2), sinc (1 + sin^2(z/2) / 3)).
    HochbruckLubich,
    /// (sinc^2, 1).
    HairerLubich,
    /// (sinc^3, sinc).
    GrimmHochbruck,
}

impl Filter {
    /// psi and phi as functions of s = z^2.
    pub fn pair(self) -> &'static FilterPair {
        let name = match self {
            Filter::Gautschi => "gautschi",
            Filter::Deuflhard => "deuflhard",
            Filter::GarciaArchilla => "garcia-archilla",
            Filter::HochbruckLubich => "hochbruck-lubich",
            Filter::HairerLubich => "hairer-lubich",
            Filter::GrimmHochbruck => "grimm-hochbruck",
        };
        filter(name).expect("every name here is in the table of filters")
    }

    /// psi_1 = psi / sinc of the one-step form; none for the pairs that have poles.
    pub fn kick(self) -> Option<fn(f64) -> f64> {
        match self {
            Filter::Gautschi | Filter::HochbruckLubich => None,
            Filter::Deuflhard => Some(|_| 1.0),
            Filter::GarciaArchilla | Filter::HairerLubich => Some(sinc),
            Filter::GrimmHochbruck => Some(|s| sinc(s) * sinc(s)),
        }
    }

    /// (1 - phi) / s; none where phi = 1.
    pub fn lag(self) -> Option<fn(f64) -> f64> {
        match self {
            Filter::Gautschi | Filter::Deuflhard | Filter::HairerLubich => None,
            Filter::GarciaArchilla | Filter::GrimmHochbruck => Some(|s| stumpff(3, s)),
            Filter::HochbruckLubich => Some(|s| stumpff(3, s) - stumpff(1, s) * stumpff(2, s) / 6.0),
        }
    }
}

/// cos z
pub fn cosine(s: f64) -> f64 {
    stumpff(0, s)
}

/// sin z / z
pub fn sinc(s: f64) -> f64 {
    stumpff(1, s)
}

/// sinc^2(z/2)
pub fn gautschi(s: f64) -> f64 {
    2.0 * stumpff(2, s)
}

/// An acceleration with filters, relative to a reference; keeps its buffers.
#[derive(Default)]
pub struct Split {
    /// l - K (x - x_r)
    exact: Vec<f64>,
    /// K (x - x_r)
    pull: Vec<f64>,
    /// x - x_r, as it is or filtered by phi
    displacement: Vec<f64>,
    /// M g
    slow: Vec<f64>,
    at: State,
}

impl Split {
    /// out = F at the positions of s, whose velocities are zero; `force` = f(t, x, 0).
    #[allow(clippy::too_many_arguments)] // the formula has that many letters
    pub fn acceleration(
        &mut self,
        spectral: &mut Spectral,
        system: &dyn MechanicalSystem,
        (s, force): (&State, &[f64]),
        (reference, load): (&[f64], &[f64]),
        filter: Filter,
        h: f64,
        out: &mut [f64],
        work: &mut Work,
    ) -> Result<(), StepError> {
        if filter == Filter::Gautschi {
            return acceleration(spectral, system, gautschi, force, h, out, work);
        }
        self.slow(spectral, system, (s, force), (reference, load), filter, h, work)?;
        let Self { exact, slow, .. } = self;
        let sum = [term(1.0, gautschi, dual(exact)), term(1.0, filter.pair().psi, dual(slow))];
        spectral.apply(system, h, SMALL / (h * h), &sum, out, work)
    }

    /// Forms l - K (x - x_r) and M g(phi x), which it returns.
    #[allow(clippy::too_many_arguments)]
    pub fn slow(
        &mut self,
        spectral: &mut Spectral,
        system: &dyn MechanicalSystem,
        (s, force): (&State, &[f64]),
        (reference, load): (&[f64], &[f64]),
        filter: Filter,
        h: f64,
        work: &mut Work,
    ) -> Result<(&[f64], &[f64]), StepError> {
        let Self { exact, pull, displacement, slow, at } = self;
        let n = force.len();
        for buffer in [&mut *exact, &mut *pull, &mut *displacement, &mut *slow] {
            buffer.resize(n, 0.0);
        }
        let subtract = |x: &[f64], out: &mut [f64]| (0..n).for_each(|i| out[i] = x[i] - reference[i]);
        subtract(&s.x, displacement);
        spectral.product(displacement, pull, work);
        (0..n).for_each(|i| exact[i] = load[i] - pull[i]);
        if filter.lag().is_none() {
            (0..n).for_each(|i| slow[i] = force[i] - exact[i]);
            return Ok((exact, slow));
        }
        at.copy_from(s);
        let sum = [term(1.0, filter.pair().phi, primal(displacement))];
        spectral.apply(system, h, SMALL, &sum, &mut at.x, work)?;
        displacement.copy_from_slice(&at.x);
        at.x.iter_mut().zip(reference).for_each(|(x, r)| *x += r);
        system.force(at, slow);
        spectral.product(displacement, pull, work);
        (0..n).for_each(|i| slow[i] += pull[i] - load[i]);
        Ok((exact, slow))
    }
}

/// out = psi(h Om) M^-1 force
pub fn acceleration(
    spectral: &mut Spectral,
    system: &dyn MechanicalSystem,
    psi: fn(f64) -> f64,
    force: &[f64],
    h: f64,
    out: &mut [f64],
    work: &mut Work,
) -> Result<(), StepError> {
    spectral.apply(system, h, SMALL / (h * h), &[term(1.0, psi, dual(force))], out, work)
}
