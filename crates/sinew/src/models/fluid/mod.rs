//! Bodies in a viscous fluid without inertia: regularised Stokeslets, and the motor that turns a flagellum.

mod motor;
mod stokes;
mod stokeslet;

pub use motor::{Motor, motor};
pub use stokes::{StokesFluid, stokes_fluid};
pub use stokeslet::{Stokeslet, velocities};
