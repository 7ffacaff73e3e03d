//! Integrators beside each other: several step sizes on one scene, or all of them on a set of scenes.
//!
//! [`compare`] measures how the error of one scene falls with the step and what that costs; [`set`] measures what each
//! integrator makes of many scenes at the step that each scene asks for.

mod precision;
mod precision_tables;
pub mod set;

use std::fmt::Write as _;

pub use precision::{CompareError, Comparison, Measured, Plan, Reference, Row, Watch, compare};
pub use precision_tables::COLUMNS;

use crate::scene::{Scene, SceneError};

/// The scene with an integrator and options of its own: `auto`, `auto:turn=0.05:drift=1e-3`.
pub fn with_integrator(scene: &Scene, integrator: &str) -> Result<Scene, SceneError> {
    let mut scene = scene.clone();
    let mut parts = integrator.split(':');
    scene.set_integrator(parts.next().unwrap_or_default());
    parts.try_for_each(|option| scene.apply_set(&format!("integrator.{option}")))?;
    Ok(scene)
}

fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}
