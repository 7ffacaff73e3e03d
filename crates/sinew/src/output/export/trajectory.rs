//! `trajectory.npz`: times (F), positions and velocities (F, n, 3) of all simulated vertices in f64, from which a run can be shown and
//! exported again. Stored, not packed, so that a frame is read by seeking ([`run_folder`](crate::output::run_folder)).

use std::io;

use super::{Entry, FrameWriter, Kept, Part, Stage};
use crate::output::files::write_whole;
use crate::output::npz::{NpzError, NpzWriter};

/// Not in the catalog, because every run writes it unless `[output] trajectory = false`.
pub const TRAJECTORY: Entry = Entry {
    name: "trajectory",
    summary: "trajectory.npz: what `sinew export` and the viewer read",
    files: &["trajectory.npz"],
    writer: || Box::new(Trajectory),
};

struct Trajectory;

impl FrameWriter for Trajectory {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let shape = [kept.frames(), kept.vertices(), 3];
        write_whole(&stage.folder.join("trajectory.npz"), |out| {
            let mut file = NpzWriter::new(out);
            file.floats("times", &[kept.frames()], kept.times())?;
            let mut x = Vec::new();
            for (name, part) in [("positions", Part::Positions), ("velocities", Part::Velocities)] {
                file.begin(name, "<f8", &shape, 8 * shape.iter().product::<usize>())?;
                for k in 0..kept.frames() {
                    kept.read_all(k, part, &mut x)?;
                    file.append(&x)?;
                }
            }
            file.finish()
        })
        .map_err(|e: NpzError| io::Error::other(e.to_string()))
    }
}
