//! `png`: numbered pictures of all frames, ready for a film:
//! `ffmpeg -framerate 24 -i frames/%06d.png -pix_fmt yuv420p film.mp4`.

use std::fs;
use std::io::{self, Write};

use super::{FrameWriter, Kept, Stage, pictures};
use crate::output::files::write_whole;

pub(super) struct Png;

impl FrameWriter for Png {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        fs::create_dir_all(stage.folder.join("frames"))?;
        pictures::draw(stage, kept, |k, image| {
            write_whole(&stage.numbered(k, "png"), |out| out.write_all(&image.png()))
        })
    }
}
