//! `ply`: the visible surface of each frame, binary with f64 coordinates: all drawn vertices, triangles, springs.

use std::fs;
use std::io;

use super::{Frame, FrameWriter, Kept, Stage};
use crate::mesh::{Encoding, Mesh, write};
use crate::output::files::write_whole;

#[derive(Default)]
pub(super) struct Ply {
    /// The mesh of the last frame; only its vertices change.
    mesh: Mesh,
    drawn: Vec<f64>,
}

impl FrameWriter for Ply {
    fn keeps(&self) -> bool {
        false
    }

    fn begin(&mut self, stage: &Stage) -> io::Result<()> {
        for body in 0..stage.view.bodies.len() {
            self.mesh.triangles.extend(stage.view.triangles(body));
            self.mesh.edges.extend(stage.view.lines(body));
        }
        fs::create_dir_all(stage.folder.join("frames"))
    }

    fn frame(&mut self, stage: &Stage, frame: &Frame) -> io::Result<()> {
        stage.view.draw(frame.x, &mut self.drawn);
        self.mesh.vertices.clear();
        self.mesh.vertices.extend(self.drawn.as_chunks::<3>().0);
        let path = stage.numbered(frame.number, "ply");
        let bytes = write::bytes(&path, &self.mesh, Encoding::Binary).map_err(io::Error::other)?;
        write_whole(&path, |out| io::Write::write_all(out, &bytes))
    }

    fn finish(&mut self, _stage: &Stage, _kept: &mut Kept) -> io::Result<()> {
        Ok(())
    }

    fn remarks(&self) -> Vec<String> {
        let bare = self.mesh.triangles.is_empty();
        bare.then(|| "ply: no body has a surface; the files hold points and lines alone".to_owned())
            .into_iter()
            .collect()
    }
}
