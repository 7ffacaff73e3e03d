//! Schemes that track the energy and steer their steps by it: stable at frame-sized steps without dying.
//!
//! Each of them makes a step of the midpoint rule, knows from its [`books`] what the energy should be, and corrects the
//! end of the step: `stabilized` by blending with an Euler step.

pub mod books;
pub mod frozen;
pub mod options;
pub mod rigid;
pub mod root;
pub mod stabilized;
