//! Springs, loads, damping and contact: derivatives, momentum, projections and the energy balance, term by term.

mod balance;
mod contact;
mod damping;
mod derivatives;
mod impulses;
mod motion;
mod springs;
mod support;
mod zoo;
