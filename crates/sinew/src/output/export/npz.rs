//! `npz`: all frames in f64 for NumPy, `frames.npz`, with the cells.
//!
//! `times` (F), `positions` and `velocities` (F, n, 3) of the drawn vertices: the simulated ones, of which there are `simulated`, and
//! then those of the skins. `body` (n) tells whose each is. `tets`, `triangles` (what is seen) and `edges` (springs) number them.

use std::io;

use super::{FrameWriter, Kept, Part, Stage};
use crate::output::files::write_whole;
use crate::output::npz::NpzWriter;

pub(super) struct Npz;

impl FrameWriter for Npz {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let view = stage.view;
        let bodies = || view.bodies.iter().enumerate();
        let all = |count: fn(&crate::output::view::BodyView) -> usize| {
            bodies().flat_map(move |(k, b)| std::iter::repeat_n(k as u32, count(b)))
        };
        let body: Vec<u32> = all(|b| b.count).chain(all(|b| b.skin_vertices())).collect();
        let tets: Vec<[u32; 4]> = bodies().flat_map(|(_, b)| b.tets.iter().copied()).collect();
        let triangles: Vec<[u32; 3]> = bodies().flat_map(|(k, _)| view.triangles(k)).collect();
        let edges: Vec<[u32; 2]> = bodies().flat_map(|(_, b)| b.edges.iter().copied()).collect();
        let shape = [kept.frames(), view.drawn_vertices(), 3];
        write_whole(&stage.folder.join("frames.npz"), |out| {
            let mut file = NpzWriter::new(out);
            file.floats("times", &[kept.frames()], kept.times())?;
            let (mut x, mut drawn) = (Vec::new(), Vec::new());
            for (name, part) in [("positions", Part::Positions), ("velocities", Part::Velocities)] {
                file.begin(name, "<f8", &shape, 8 * shape.iter().product::<usize>())?;
                for k in 0..kept.frames() {
                    kept.read_all(k, part, &mut x)?;
                    view.draw(&x, &mut drawn);
                    file.append(&drawn)?;
                }
            }
            file.indices("tets", &[tets.len(), 4], tets.as_flattened())?;
            file.indices("triangles", &[triangles.len(), 3], triangles.as_flattened())?;
            file.indices("edges", &[edges.len(), 2], edges.as_flattened())?;
            file.indices("body", &[body.len()], &body)?;
            file.indices("simulated", &[], &[kept.vertices() as u32])?;
            file.finish()
        })
        .map_err(|e: crate::output::npz::NpzError| io::Error::other(e.to_string()))
    }
}
