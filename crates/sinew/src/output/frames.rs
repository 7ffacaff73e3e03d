//! Frames at a fixed rate, whatever the step: `frames/*.vtu` with `frames.pvd` for ParaView, and `frames/*.png`.
//!
//! Frame k shows time k/fps. Between two steps the motion is the cubic through both positions and velocities, so the
//! frames are smooth for long steps and exact for frames that fall on a step.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::write_whole;
use super::picture::{Camera, render};
use super::view::View;
use crate::mechanics::{Configuration, Role, State, Vec3, World};
use crate::mesh::write::vtu::{Cells, Field, Values, write_vtu};

/// Width and height of pictures in pixels.
pub const SIZE: (usize, usize) = (800, 500);

/// Which frames to write and how often.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameSettings {
    /// VTU files.
    pub vtu: bool,
    /// Pictures.
    pub png: bool,
    /// Frames per simulated second.
    pub fps: f64,
}

/// Collects frames while a run goes on.
pub struct Frames {
    folder: PathBuf,
    settings: FrameSettings,
    tets: Vec<[u32; 4]>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    body: Vec<u32>,
    /// Cell of each element of each elastic term, or none.
    cells_of: Vec<Vec<Option<u32>>>,
    start: f64,
    next: usize,
    times: Vec<f64>,
    /// Positions kept for pictures, which are drawn at the end with one camera for all.
    kept: Vec<Vec<f32>>,
    x: Vec<f64>,
    v: Vec<f64>,
    state: State,
}

impl Frames {
    /// Frames of a run, written below `folder`; nothing is written yet.
    pub fn new(folder: &Path, settings: FrameSettings, view: &View, world: &World, start: &State) -> Self {
        let tets: Vec<[u32; 4]> = view.bodies.iter().flat_map(|b| b.tets.iter().copied()).collect();
        // A body of tets shows them; a sheet shows its triangles; springs are shown always.
        let sheets = || view.bodies.iter().filter(|b| b.tets.is_empty());
        let triangles: Vec<[u32; 3]> = sheets().flat_map(|b| b.surface.iter().copied()).collect();
        let edges: Vec<[u32; 2]> = view.bodies.iter().flat_map(|b| b.edges.iter().copied()).collect();
        let number = |k: usize, n: usize| std::iter::repeat_n(k as u32, n);
        let bodies = || view.bodies.iter().enumerate();
        let body = bodies()
            .flat_map(|(k, b)| number(k, b.tets.len()))
            .chain(bodies().filter(|(_, b)| b.tets.is_empty()).flat_map(|(k, b)| number(k, b.surface.len())))
            .chain(bodies().flat_map(|(k, b)| number(k, b.edges.len())))
            .collect();
        let cells_of = if settings.vtu { element_cells(world, &tets, triangles.len(), &edges) } else { Vec::new() };
        let n = 3 * world.vertices();
        Self {
            folder: folder.to_owned(),
            settings,
            tets,
            triangles,
            edges,
            body,
            cells_of,
            start: start.t,
            next: 0,
            times: Vec::new(),
            kept: Vec::new(),
            x: vec![0.0; n],
            v: vec![0.0; n],
            state: start.clone(),
        }
    }

    /// Whether any frame is wanted.
    pub fn wanted(&self) -> bool {
        self.settings.vtu || self.settings.png
    }

    /// Writes the frame of the start.
    pub fn begin(&mut self, world: &World, start: &State) -> io::Result<()> {
        if self.wanted() {
            fs::create_dir_all(self.folder.join("frames"))?;
            self.state.copy_from(start);
            self.add(world)?;
        }
        Ok(())
    }

    /// Writes the frames whose time lies between two states of the free vertices.
    pub fn pass(&mut self, world: &World, a: &State, b: &State) -> io::Result<()> {
        while self.wanted() {
            let time = self.start + self.next as f64 / self.settings.fps;
            // A frame that falls on the step is the step, in spite of rounding.
            if time > b.t + 1e-9 * (b.t - a.t) {
                break;
            }
            interpolate(a, b, time, &mut self.state);
            self.add(world)?;
        }
        Ok(())
    }

    fn add(&mut self, world: &World) -> io::Result<()> {
        world.expand(&self.state, &mut self.x, &mut self.v);
        if self.settings.vtu {
            let path = self.folder.join("frames").join(format!("{:06}.vtu", self.next));
            write_whole(&path, |out| self.write_vtu(world, out))?;
        }
        if self.settings.png {
            self.kept.push(self.x.iter().map(|x| *x as f32).collect());
        }
        self.times.push(self.state.t);
        self.next += 1;
        Ok(())
    }

    fn write_vtu(&self, world: &World, out: &mut impl io::Write) -> io::Result<()> {
        let displacement: Vec<f64> = self.x.iter().zip(world.rest()).map(|(x, r)| x - r).collect();
        let cells = Cells { tets: &self.tets, triangles: &self.triangles, edges: &self.edges };
        let at = Configuration { t: self.state.t, x: &self.x, v: &self.v };
        let mut density = vec![0.0; cells.len()];
        let mut energies = Vec::new();
        let elastic = world.terms().iter().filter(|t| t.role() == Role::Elastic);
        for (term, cells) in elastic.zip(&self.cells_of) {
            energies.clear();
            term.element_gauges(&at, crate::mechanics::Gauge::EnergyDensity, &mut energies);
            for (energy, cell) in energies.iter().zip(cells) {
                if let Some(cell) = cell {
                    density[*cell as usize] += energy;
                }
            }
        }
        let vector = |name, values| Field { name, components: 3, values: Values::F64(values) };
        write_vtu(
            out,
            &self.x,
            &cells,
            &[vector("displacement", &displacement), vector("velocity", &self.v)],
            &[
                Field { name: "energy_density", components: 1, values: Values::F64(&density) },
                Field { name: "body", components: 1, values: Values::U32(&self.body) },
            ],
        )
    }

    /// Writes the index of the frames and draws the pictures. Returns the number of frames.
    pub fn finish(&mut self, view: &View) -> io::Result<usize> {
        if self.settings.vtu {
            write_whole(&self.folder.join("frames.pvd"), |out| io::Write::write_all(out, self.pvd().as_bytes()))?;
        }
        if self.settings.png {
            let position = |kept: &Vec<f32>| kept.iter().map(|x| *x as f64).collect::<Vec<f64>>();
            // One camera for all frames: it holds a thinned cloud of the points of every frame.
            let mut focus: Vec<Vec3> = Vec::new();
            for (t, kept) in self.times.iter().zip(&self.kept) {
                let all = view.drawing(*t, &position(kept)).focus;
                let every = (all.len() * self.kept.len()).div_ceil(200_000).max(1);
                focus.extend(all.iter().step_by(every));
            }
            let camera = Camera::fit(&focus, view.up, SIZE.0 as f64 / SIZE.1 as f64);
            for (k, (t, kept)) in self.times.iter().zip(&self.kept).enumerate() {
                let mut drawing = view.drawing(*t, &position(kept));
                drawing.focus.clone_from(&focus);
                let picture = render(&drawing, &camera, SIZE.0, SIZE.1).png();
                let path = self.folder.join("frames").join(format!("{k:06}.png"));
                write_whole(&path, |out| io::Write::write_all(out, &picture))?;
            }
        }
        Ok(self.times.len())
    }

    fn pvd(&self) -> String {
        let mut text = String::from(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n\
             <Collection>\n",
        );
        for (k, t) in self.times.iter().enumerate() {
            writeln!(text, "<DataSet timestep=\"{t}\" group=\"\" part=\"0\" file=\"frames/{k:06}.vtu\"/>")
                .expect("writing to a string cannot fail");
        }
        text.push_str("</Collection>\n</VTKFile>\n");
        text
    }
}

/// For each elastic term: the cell that has the same vertices as each of its elements.
fn element_cells(world: &World, tets: &[[u32; 4]], triangles: usize, edges: &[[u32; 2]]) -> Vec<Vec<Option<u32>>> {
    let key = |vertices: &[u32]| {
        let mut key = vertices.to_vec();
        key.sort_unstable();
        key
    };
    let mut cells: HashMap<Vec<u32>, u32> = HashMap::new();
    for (i, tet) in tets.iter().enumerate() {
        cells.insert(key(tet), i as u32);
    }
    for (i, edge) in edges.iter().enumerate() {
        cells.insert(key(edge), (tets.len() + triangles + i) as u32);
    }
    let elastic = world.terms().iter().filter(|t| t.role() == Role::Elastic);
    elastic.map(|t| (0..t.elements()).map(|e| cells.get(&key(t.element_vertices(e))).copied()).collect()).collect()
}

/// The cubic through both ends, at a time between them.
fn interpolate(a: &State, b: &State, time: f64, out: &mut State) {
    let h = b.t - a.t;
    let s = ((time - a.t) / h).clamp(0.0, 1.0);
    if s > 1.0 - 1e-9 {
        return out.copy_from(b);
    }
    let (s2, s3) = (s * s, s * s * s);
    out.t = time;
    for k in 0..a.x.len() {
        let (x0, x1, v0, v1) = (a.x[k], b.x[k], a.v[k], b.v[k]);
        out.x[k] = x0 + (3.0 * s2 - 2.0 * s3) * (x1 - x0) + h * ((s3 - 2.0 * s2 + s) * v0 + (s3 - s2) * v1);
        out.v[k] = (6.0 * s - 6.0 * s2) * (x1 - x0) / h + (3.0 * s2 - 4.0 * s + 1.0) * v0 + (3.0 * s2 - 2.0 * s) * v1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_interpolated_exactly() {
        let at = |t: f64| State { t, x: vec![1.0 + 2.0 * t - 4.9 * t * t], v: vec![2.0 - 9.8 * t] };
        let mut out = State::zeros(1);
        for t in [0.5, 0.6, 0.77, 0.9] {
            interpolate(&at(0.5), &at(0.9), t, &mut out);
            let exact = at(t);
            assert!((out.x[0] - exact.x[0]).abs() < 1e-14 && (out.v[0] - exact.v[0]).abs() < 1e-13);
        }
    }
}
