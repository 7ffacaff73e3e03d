//! `pc2`: for each body a Wavefront mesh of the first frame and a point cache of all frames, in the same order of points.
//!
//! The cache is `POINTCACHE2\0`, version 1 (i32), points (i32), first frame and frames per sample (f32), samples (i32), then
//! x, y, z of all points of each sample (f32), little-endian. Blender's Mesh Cache modifier reads it.

use std::fs;
use std::io::{self, Write};

use super::shown::Shown;
use super::{FrameWriter, Kept, Part, Stage};
use crate::output::files::write_whole;

pub(super) struct Pc2;

impl FrameWriter for Pc2 {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let folder = stage.folder.join("cache");
        fs::create_dir_all(&folder)?;
        for body in Shown::all(stage.view) {
            // The mesh goes last: with it a pair is whole.
            write_whole(&folder.join(format!("{}.pc2", body.name)), |out| write_cache(out, &body, kept))?;
            write_whole(&folder.join(format!("{}.obj", body.name)), |out| write_mesh(out, &body, kept))?;
        }
        Ok(())
    }
}

fn write_cache(out: &mut impl Write, body: &Shown, kept: &mut Kept) -> io::Result<()> {
    out.write_all(b"POINTCACHE2\0")?;
    out.write_all(&1i32.to_le_bytes())?;
    out.write_all(&(body.points as i32).to_le_bytes())?;
    out.write_all(&0f32.to_le_bytes())?;
    out.write_all(&1f32.to_le_bytes())?;
    out.write_all(&(kept.frames() as i32).to_le_bytes())?;
    let (mut buffer, mut x, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..kept.frames() {
        body.read(kept, k, Part::Positions, &mut buffer, &mut x)?;
        bytes.clear();
        bytes.extend(x.iter().flat_map(|x| (*x as f32).to_le_bytes()));
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn write_mesh(out: &mut impl Write, body: &Shown, kept: &mut Kept) -> io::Result<()> {
    let (mut buffer, mut x) = (Vec::new(), Vec::new());
    body.read(kept, 0, Part::Positions, &mut buffer, &mut x)?;
    writeln!(out, "o {}", body.name)?;
    for p in x.chunks_exact(3) {
        writeln!(out, "v {:?} {:?} {:?}", p[0], p[1], p[2])?;
    }
    for t in &body.triangles {
        writeln!(out, "f {} {} {}", t[0] + 1, t[1] + 1, t[2] + 1)?;
    }
    body.lines.iter().try_for_each(|e| writeln!(out, "l {} {}", e[0] + 1, e[1] + 1))
}
