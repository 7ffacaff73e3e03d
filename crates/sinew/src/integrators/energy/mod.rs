//! Schemes that track the energy and steer their steps by it: stable at frame-sized steps without dying.
//!
//! Each of them makes a step of the midpoint rule, knows from its [`books`] what the energy should be, and corrects the
//! end of the step: `stabilized` by blending with an Euler step. The others are comparisons from the literature:
//! `energy-budgeting` corrects velocities alone, `energy-multiplier` puts the energy into the equations.

pub mod books;
pub mod energy_budgeting;
pub mod energy_multiplier;
pub mod frozen;
pub mod options;
pub mod retreat;
pub mod rigid;
pub mod root;
pub mod stabilized;
pub mod tracked;
