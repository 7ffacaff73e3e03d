//! `apng`: the pictures of all frames as one animated PNG, `animation.png`, that repeats for ever at the rate of the frames.

use std::io;

use super::{FrameWriter, Kept, Stage, pictures};
use crate::output::files::write_whole;

pub(super) struct Apng;

impl FrameWriter for Apng {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let (width, height) = pictures::SIZE;
        let (seconds, parts) = delay(stage.fps);
        write_whole(&stage.folder.join("animation.png"), |out| {
            let mut encoder = png::Encoder::new(out, width as u32, height as u32);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.set_animated(kept.frames() as u32, 0)?;
            encoder.set_frame_delay(seconds, parts)?;
            let mut writer = encoder.write_header()?;
            pictures::draw(stage, kept, |_, image| Ok(writer.write_image_data(&image.rgb)?))?;
            Ok::<(), io::Error>(writer.finish()?)
        })
    }
}

/// 1/fps as a fraction of two 16-bit numbers.
fn delay(fps: f64) -> (u16, u16) {
    if fps.fract() == 0.0 && fps <= f64::from(u16::MAX) {
        return (1, fps as u16);
    }
    // Players round to hundredths or thousandths anyway.
    if fps < 1.0 { ((1e2 / fps).round() as u16, 100) } else { ((1e4 / fps).round() as u16, 10_000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_become_fractions() {
        assert_eq!(delay(24.0), (1, 24));
        for fps in [0.01, 0.5, 23.976, 59.94] {
            let (a, b) = delay(fps);
            assert!((f64::from(a) / f64::from(b) * fps - 1.0).abs() < 1e-2, "{fps}: {a}/{b}");
        }
    }
}
