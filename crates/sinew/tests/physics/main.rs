//! Molecules, plastic springs and viscous fluid: derivatives, closed forms, balances, and the scenes that show them.

mod crash;
mod ends;
mod fluid;
mod molecules;
mod pdb;
mod plastic;
mod support;
mod swimmer;
mod threads;
