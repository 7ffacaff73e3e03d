//! Tangles: states with so many elements inside out that a step with mean forces has no solution to be found.
//!
//! The mean stress of an element that is inside out at an end of the step is another one than that of its strains, and jumps
//! where the element changes side. A few such elements do no harm. Where every
//! second one is inside out, each iteration makes a handful of them change side, whatever the size of the step: its steps stop
//! shrinking, and cutting it in halves only repeats that. Such a state has no motion worth keeping: backward Euler brings it back
//! to its shape.

use crate::mechanics::{MechanicalSystem, State};

/// Share of the elements: too many to be an accident of a twist or a crash, far below the half that shuffled vertices have.
const SHARE: f64 = 0.05;
/// Stresses that a tet carries.
const STRESSES: usize = 6;

/// Whether so many elements are inside out.
pub fn tangled(system: &dyn MechanicalSystem, s: &State) -> bool {
    let Some(gradient) = system.discrete_gradient() else { return false };
    (STRESSES * gradient.inside_out(s, s)) as f64 > SHARE * gradient.stress_values() as f64
}
