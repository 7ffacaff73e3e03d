//! Molecules, plastic springs and viscous fluid: derivatives, closed forms, balances, and the scenes that show them.

mod molecules;
mod pdb;
mod quick;
mod support;
