//! `vtu`: an unstructured grid per frame with fields on points and cells, and `frames.pvd` with their times.

use std::fmt::Write as _;
use std::fs;
use std::io;

use super::{Frame, FrameWriter, Kept, Stage};
use crate::mechanics::{Configuration, Gauge};
use crate::mesh::quality::radius_ratio;
use crate::mesh::write::vtu::{Field, Values, write_vtu};
use crate::output::files::write_whole;
use crate::output::gauging::Gauging;

#[derive(Default)]
pub(super) struct Vtu {
    gauging: Option<Gauging>,
}

impl FrameWriter for Vtu {
    fn keeps(&self) -> bool {
        false
    }

    fn begin(&mut self, stage: &Stage) -> io::Result<()> {
        self.gauging = Some(Gauging::new(stage.world, stage.view));
        fs::create_dir_all(stage.folder.join("frames"))
    }

    fn frame(&mut self, stage: &Stage, frame: &Frame) -> io::Result<()> {
        let gauging = self.gauging.as_mut().expect("begun");
        let at = Configuration { t: frame.time, x: frame.x, v: frame.v };
        let displacement: Vec<f64> = frame.x.iter().zip(stage.world.rest()).map(|(x, r)| x - r).collect();
        let gauges = Gauge::ALL.map(|gauge| {
            let mut values = Vec::new();
            gauging.cell_values(stage.world, &at, gauge, &mut values);
            (gauge.name(), values)
        });
        let cells = gauging.cells();
        let corner =
            |v: u32| <[f64; 3]>::try_from(&frame.x[3 * v as usize..3 * v as usize + 3]).expect("three numbers");
        // Only tets have a shape to judge; the rest counts as good.
        let mut quality: Vec<f64> = cells.tets.iter().map(|t| radius_ratio(&t.map(corner))).collect();
        quality.resize(cells.len(), 1.0);
        let scalar = |name, values| Field { name, components: 1, values: Values::F64(values) };
        let vector = |name, values| Field { components: 3, ..scalar(name, values) };
        let mut fields: Vec<Field> = gauges.iter().map(|(name, values)| scalar(name, values)).collect();
        fields.push(scalar("quality", &quality));
        fields.push(Field { name: "body", components: 1, values: Values::U32(&cells.body) });
        let points = [vector("displacement", &displacement), vector("velocity", frame.v)];
        write_whole(&stage.numbered(frame.number, "vtu"), |out| {
            write_vtu(out, frame.x, &cells.borrowed(), &points, &fields)
        })
    }

    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let mut text = String::from(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n\
             <Collection>\n",
        );
        for (k, t) in kept.times().iter().enumerate() {
            writeln!(text, "<DataSet timestep=\"{t}\" group=\"\" part=\"0\" file=\"frames/{k:06}.vtu\"/>")
                .expect("writing to a string cannot fail");
        }
        text.push_str("</Collection>\n</VTKFile>\n");
        write_whole(&stage.folder.join("frames.pvd"), |out| io::Write::write_all(out, text.as_bytes()))
    }
}
