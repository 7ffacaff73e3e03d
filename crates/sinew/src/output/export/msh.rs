//! `msh`: the deformed mesh of each frame as a binary Gmsh 4.1 file, bodies as regions.

use std::fs;
use std::io;

use super::{Frame, FrameWriter, Kept, Stage};
use crate::mesh::{Encoding, Mesh, write};
use crate::output::cells::Cells;
use crate::output::files::write_whole;

#[derive(Default)]
pub(super) struct Msh {
    /// The mesh of the last frame; only its vertices change.
    mesh: Mesh,
}

impl FrameWriter for Msh {
    fn keeps(&self) -> bool {
        false
    }

    fn begin(&mut self, stage: &Stage) -> io::Result<()> {
        let Cells { tets, triangles, edges, mut body } = Cells::new(stage.view);
        body.truncate(tets.len());
        let names = stage.view.bodies.iter().enumerate().filter(|(_, b)| !b.tets.is_empty());
        let region_names = names.map(|(k, b)| (k as u32, b.name.clone())).collect();
        self.mesh = Mesh { tets, triangles, edges, regions: body, region_names, ..Mesh::default() };
        fs::create_dir_all(stage.folder.join("frames"))
    }

    fn frame(&mut self, stage: &Stage, frame: &Frame) -> io::Result<()> {
        self.mesh.vertices.clear();
        self.mesh.vertices.extend(frame.x.as_chunks::<3>().0);
        let path = stage.numbered(frame.number, "msh");
        let bytes = write::bytes(&path, &self.mesh, Encoding::Binary).map_err(io::Error::other)?;
        write_whole(&path, |out| io::Write::write_all(out, &bytes))
    }

    fn finish(&mut self, _stage: &Stage, _kept: &mut Kept) -> io::Result<()> {
        Ok(())
    }
}
