//! Schemes that keep energy and momenta: their mean forces, their iteration, and what they do where others fail.

#[path = "../common/problems.rs"]
mod problems;
#[path = "../common/running.rs"]
mod running;

mod cube;
mod gradient;

use problems::*;
use running::*;
use sinew::mechanics::*;

/// Kinetic plus potential energy, and angular momentum about the origin.
fn conserved(world: &World, s: &State) -> (f64, Vec3, Vec3) {
    let m = world.momentum(s);
    (world.energy(s).total(), m.linear.into(), m.angular.into())
}
