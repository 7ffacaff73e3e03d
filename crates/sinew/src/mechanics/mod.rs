//! What a mechanical system is: M x'' = f(t, x, v), with energies, tangents and conserved quantities.

pub mod barrier;
pub mod check;
pub mod counted;
mod element_law;
mod element_matrix;
pub mod elements;
pub mod energy;
pub mod gauge;
pub mod grip;
pub mod impulse;
pub mod mass;
pub mod mean;
pub mod motion;
pub mod pieces;
pub mod rigid_fit;
pub mod state;
pub mod system;
pub mod term;
pub mod world;

pub use barrier::{Barrier, Passage};
pub use counted::{Evaluations, Tally};
pub use elements::{Blocks, ElementLaw, Elements, Local, zero_blocks};
pub use energy::{Energy, Flow, Momentum, Powers};
pub use gauge::Gauge;
pub use grip::{Course, Grip, Way};
pub use impulse::{Impulse, Moment};
pub use mass::{LumpedMass, Mass};
pub use mean::{Between, DiscreteGradient, Span};
pub use motion::{Motion, Pose};
pub use pieces::{Piece, Pin, Support};
pub use rigid_fit::RigidFit;
pub use state::State;
pub use system::{LinearSplit, MechanicalSystem, StepContext, StepError, Warping, Weights};
pub use term::{Configuration, ForceTerm, Frames, Role};
pub use world::{Confined, Held, Parts, World, WorldError};

/// A point or vector of space.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A 3x3 matrix.
pub type Mat3 = nalgebra::Matrix3<f64>;
