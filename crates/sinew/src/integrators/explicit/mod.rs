//! Schemes that need one force and a division by the mass: cheap steps, stable only below 2 / omega_max or so.

pub mod forward_euler;
pub mod rk4;
pub mod symplectic_euler;

use super::Work;
use crate::mechanics::{LumpedMass, MechanicalSystem, State, StepContext, StepError};

/// The diagonal mass, or the refusal that names the integrator.
fn lumped<'a>(integrator: &'static str, system: &'a dyn MechanicalSystem) -> Result<&'a LumpedMass, StepError> {
    system.mass().lumped().ok_or(StepError::Unsupported {
        integrator,
        needs: "a lumped mass",
        remedy: "set `mass = \"lumped\"` for the body or use an implicit integrator",
    })
}

/// a = M^-1 f(s)
fn acceleration(system: &dyn MechanicalSystem, mass: &LumpedMass, s: &State, f: &mut [f64], a: &mut [f64]) {
    system.force(s, f);
    mass.solve(f, a);
}

/// An exploded step is an error, not a state.
fn finite(s: &State) -> Result<(), StepError> {
    s.first_non_finite().map_or(Ok(()), |free_vertex| Err(StepError::NonFinite { free_vertex }))
}

/// Gives a buffer the right length; allocates in the first step only.
fn fit(buffer: &mut Vec<f64>, n: usize) {
    buffer.resize(n, 0.0);
}

/// Commits the end of the step and hands it over, or gives the step up and leaves the state alone.
fn conclude(
    world: &mut dyn StepContext,
    s: &mut State,
    end: &State,
    result: Result<(), StepError>,
) -> Result<Work, StepError> {
    if let Err(e) = result {
        world.rollback();
        return Err(e);
    }
    world.commit(end);
    s.copy_from(end);
    Ok(Work { substeps: 1, ..Work::default() })
}
