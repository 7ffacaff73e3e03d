//! Simulations in the browser: a server for one user on this machine.
//!
//! [`Server`] owns a session thread that steps [`Live`](sinew::live::Live) simulations and talks to at most four windows over
//! websockets. `docs/viewer.md` has the protocol; `gate` says who may come in.

mod blocking;
mod client;
mod gallery;
mod gate;
mod server;
mod session;
mod wire;
mod words;

pub use blocking::serve;
pub use client::{LONGEST, MOST as MOST_MESSAGES};
pub use server::{Options, POLICY, ServeError, Server, WINDOWS};
pub use session::mail::{SharedTally, Tally};
pub use session::{KEPT_BYTES, Start};
