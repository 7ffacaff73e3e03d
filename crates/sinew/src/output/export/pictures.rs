//! Pictures of kept frames with one camera for all: it holds a thinned cloud of the points of every frame.

use std::io;

use super::{Kept, Part, Stage};
use crate::mechanics::Vec3;
use crate::output::picture::{Camera, Image, render};

/// Width and height of pictures in pixels.
pub const SIZE: (usize, usize) = (800, 500);

/// Points that the camera looks at, at most.
const CLOUD: usize = 200_000;

/// Draws every frame and hands it over with its number.
pub(super) fn draw(
    stage: &Stage,
    kept: &mut Kept,
    mut done: impl FnMut(usize, &Image) -> io::Result<()>,
) -> io::Result<()> {
    let (times, mut x) = (kept.times().to_vec(), Vec::new());
    let mut focus: Vec<Vec3> = Vec::new();
    for (k, t) in times.iter().enumerate() {
        kept.read_all(k, Part::Positions, &mut x)?;
        let all = stage.view.drawing(*t, &x).focus;
        let every = (all.len() * times.len()).div_ceil(CLOUD).max(1);
        focus.extend(all.iter().step_by(every));
    }
    let camera = Camera::fit(&focus, stage.view.up, SIZE.0 as f64 / SIZE.1 as f64);
    for (k, t) in times.iter().enumerate() {
        kept.read_all(k, Part::Positions, &mut x)?;
        let mut drawing = stage.view.drawing(*t, &x);
        drawing.focus.clone_from(&focus);
        done(k, &render(&drawing, &camera, SIZE.0, SIZE.1))?;
    }
    Ok(())
}
