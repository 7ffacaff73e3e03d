//! Trigonometric two-step schemes after Gautschi: the linear part of the motion exactly, one force a step.
//!
//! x_{n+1} - 2 x_n + x_{n-1} = h^2 F_n with a *filtered* acceleration F_n, e.g. sinc^2(h Om/2) M^-1 f(x_n), Om^2 = M^-1 K.
//! `eti` takes the stiffness at rest, `ceti` the same turned with the body, `neti` the tangent of each step. What they
//! share: the two-step recursion with damping and velocities (`two_step`), functions of h Om by modes or Krylov
//! spaces (`spectral`), and the splitting of forces that filter pairs need (`filtered`). [michels2014], [hairer2006, XIII]

pub mod ceti;
pub mod eti;
mod filtered;
mod fixed_point;
pub mod neti;
mod one_step;
mod spectral;
mod two_step;

pub use filtered::Filter;
