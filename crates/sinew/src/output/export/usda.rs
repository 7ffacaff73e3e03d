//! `usda`: OpenUSD as text, `animation.usda`, for Blender, Houdini, Maya and usdview.
//!
//! One Mesh per body with points and velocities at every time code (frame k is time code k), BasisCurves for springs, and the
//! obstacles as Sphere, Cube, Capsule or a square. A curve needs points of its own, so that a spring has two; the primvar
//! `vertex` tells which vertices of the body they are. USD stores f32.

use std::io::{self, Write};

use super::obstacles::Placed;
use super::shown::{Shown, bounds, without_shape};
use super::{FrameWriter, Kept, Part, Stage};
use crate::mechanics::{Mat3, Vec3};
use crate::output::files::write_whole;
use crate::output::view::{OBSTACLE, ObstacleShape};

#[derive(Default)]
pub(super) struct Usda {
    remarks: Vec<String>,
}

impl FrameWriter for Usda {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let up = match stage.view.up {
            up if up.z > 0.999 => "Z",
            up if up.y > 0.999 => "Y",
            up => {
                let [x, y, z] = up.map(|c| (1e3 * c).round() / 1e3).into();
                self.remarks.push(format!("usda: upwards is ({x}, {y}, {z}) here, but USD knows y and z; z is said"));
                "Z"
            }
        };
        let bodies = Shown::all(stage.view);
        if let Some(bare) = without_shape(&bodies) {
            self.remarks.push(format!("usda: {bare} has neither triangles nor springs and is left out"));
        }
        write_whole(&stage.folder.join("animation.usda"), |out| {
            head(out, stage, kept.frames(), up)?;
            let mut all = Vec::new();
            kept.read_all(0, Part::Positions, &mut all)?;
            let around = bounds(&all);
            for body in &bodies {
                match (body.triangles.is_empty(), body.lines.is_empty()) {
                    (false, _) => mesh(out, body, kept)?,
                    (true, false) => curves(out, body, kept, around)?,
                    (true, true) => {}
                }
            }
            obstacles(out, stage, kept.times(), around)?;
            writeln!(out, "}}")
        })
    }

    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }
}

fn head(out: &mut impl Write, stage: &Stage, frames: usize, up: &str) -> io::Result<()> {
    let title = stage.title.replace(['"', '\\', '\n', '\r'], " ");
    let (fps, last) = (stage.fps, frames.saturating_sub(1));
    writeln!(out, "#usda 1.0\n(\n    defaultPrim = \"Scene\"\n    doc = \"{title}\"\n    endTimeCode = {last}")?;
    writeln!(out, "    framesPerSecond = {fps}\n    metersPerUnit = 1\n    startTimeCode = 0")?;
    writeln!(out, "    timeCodesPerSecond = {fps}\n    upAxis = \"{up}\"\n)\n")?;
    writeln!(out, "def Xform \"Scene\" (\n    kind = \"component\"\n)\n{{")
}

fn mesh(out: &mut impl Write, body: &Shown, kept: &mut Kept) -> io::Result<()> {
    writeln!(out, "    def Mesh \"{}\"\n    {{", body.name)?;
    write!(out, "        int[] faceVertexCounts = [")?;
    list(out, body.triangles.iter(), |out, _| write!(out, "3"))?;
    write!(out, "]\n        int[] faceVertexIndices = [")?;
    list(out, body.triangles.as_flattened().iter(), |out, i| write!(out, "{i}"))?;
    writeln!(out, "]\n        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"")?;
    color(out, body.color)?;
    motion(out, body, kept, None)?;
    writeln!(out, "    }}\n")
}

fn curves(out: &mut impl Write, body: &Shown, kept: &mut Kept, around: [[f64; 3]; 2]) -> io::Result<()> {
    writeln!(out, "    def BasisCurves \"{}\"\n    {{", body.name)?;
    writeln!(out, "        uniform token type = \"linear\"")?;
    write!(out, "        int[] curveVertexCounts = [")?;
    list(out, body.lines.iter(), |out, _| write!(out, "2"))?;
    let [low, high] = around.map(Vec3::from);
    let width = (0.005 * (high - low).norm()) as f32;
    writeln!(out, "]\n        float[] widths = [{width:?}] (\n            interpolation = \"constant\"\n        )")?;
    write!(out, "        int[] primvars:vertex = [")?;
    list(out, body.lines.as_flattened().iter(), |out, i| write!(out, "{i}"))?;
    writeln!(out, "] (\n            interpolation = \"vertex\"\n        )")?;
    color(out, body.color)?;
    motion(out, body, kept, Some(body.lines.as_flattened()))?;
    writeln!(out, "    }}\n")
}

/// Points, velocities and extents at all time codes; `picked` repeats points for curves.
fn motion(out: &mut impl Write, body: &Shown, kept: &mut Kept, picked: Option<&[u32]>) -> io::Result<()> {
    let (mut buffer, mut x) = (Vec::new(), Vec::new());
    let mut extents = Vec::new();
    for (name, part) in [("point3f[] points", Part::Positions), ("vector3f[] velocities", Part::Velocities)] {
        writeln!(out, "        {name}.timeSamples = {{")?;
        for k in 0..kept.frames() {
            body.read(kept, k, part, &mut buffer, &mut x)?;
            if part == Part::Positions {
                extents.push(bounds(&x));
            }
            let points = x.as_chunks::<3>().0;
            write!(out, "            {k}: [")?;
            match picked {
                None => list(out, points.iter(), |out, p| triple(out, p))?,
                Some(picked) => list(out, picked.iter(), |out, i| triple(out, &points[*i as usize]))?,
            }
            writeln!(out, "],")?;
        }
        writeln!(out, "        }}")?;
    }
    writeln!(out, "        float3[] extent.timeSamples = {{")?;
    for (k, [low, high]) in extents.iter().enumerate() {
        write!(out, "            {k}: [")?;
        triple(out, low)?;
        write!(out, ", ")?;
        triple(out, high)?;
        writeln!(out, "],")?;
    }
    writeln!(out, "        }}")
}

fn obstacles(out: &mut impl Write, stage: &Stage, times: &[f64], around: [[f64; 3]; 2]) -> io::Result<()> {
    for (i, obstacle) in stage.view.obstacles.iter().enumerate() {
        let (kind, own) = match &obstacle.shape {
            ObstacleShape::Surface { points, triangles } => ("Mesh", surface(points, triangles)),
            ObstacleShape::Sphere { radius, .. } => {
                ("Sphere", format!("double radius = {radius:?}\n{}", extent([*radius; 3])))
            }
            ObstacleShape::Box { .. } => ("Cube", format!("double size = 2\n{}", extent([1.0; 3]))),
            ObstacleShape::Capsule { a, b, radius } => {
                let height = (Vec3::from(*b) - Vec3::from(*a)).norm();
                let size = [*radius, *radius, radius + 0.5 * height];
                let text = "uniform token axis = \"Z\"\n        double height = ";
                ("Capsule", format!("{text}{height:?}\n        double radius = {radius:?}\n{}", extent(size)))
            }
            ObstacleShape::Plane { .. } => (
                "Mesh",
                format!(
                    "int[] faceVertexCounts = [4]\n        int[] faceVertexIndices = [0, 1, 2, 3]\n        \
                     point3f[] points = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]\n        \
                     uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"\n{}",
                    extent([1.0, 1.0, 0.0])
                ),
            ),
        };
        writeln!(out, "    def {kind} \"obstacle_{i}\"\n    {{\n        {own}")?;
        color(out, OBSTACLE)?;
        let placed = Placed::new(obstacle, around);
        if placed.is_still() {
            writeln!(out, "        matrix4d xformOp:transform = {}", matrix(placed.at(0.0)))?;
        } else {
            writeln!(out, "        matrix4d xformOp:transform.timeSamples = {{")?;
            for (k, t) in times.iter().enumerate() {
                writeln!(out, "            {k}: {},", matrix(placed.at(*t)))?;
            }
            writeln!(out, "        }}")?;
        }
        writeln!(out, "        uniform token[] xformOpOrder = [\"xformOp:transform\"]\n    }}\n")?;
    }
    Ok(())
}

fn surface(points: &[Vec3], triangles: &[[u32; 3]]) -> String {
    let joined = |items: Vec<String>| items.join(", ");
    let corners = joined(triangles.as_flattened().iter().map(u32::to_string).collect());
    let places =
        joined(points.iter().map(|p| format!("({:?}, {:?}, {:?})", p.x as f32, p.y as f32, p.z as f32)).collect());
    let (low, high) = points.iter().fold((points[0], points[0]), |(low, high), p| (low.inf(p), high.sup(p)));
    format!(
        "int[] faceVertexCounts = [{}]\n        int[] faceVertexIndices = [{corners}]\n        point3f[] points = [{places}]\n        \
         uniform token subdivisionScheme = \"none\"\n        float3[] extent = [({:?}, {:?}, {:?}), ({:?}, {:?}, {:?})]",
        joined(vec!["3".into(); triangles.len()]),
        low.x as f32,
        low.y as f32,
        low.z as f32,
        high.x as f32,
        high.y as f32,
        high.z as f32
    )
}

fn extent([x, y, z]: [f64; 3]) -> String {
    format!("        float3[] extent = [({:?}, {:?}, {:?}), ({x:?}, {y:?}, {z:?})]", -x, -y, -z)
}

/// USD multiplies row vectors: the rows are the axes, then the origin.
fn matrix((basis, origin): (Mat3, Vec3)) -> String {
    let row = |c: usize| format!("({:?}, {:?}, {:?}, 0)", basis[(0, c)], basis[(1, c)], basis[(2, c)]);
    format!("( {}, {}, {}, ({:?}, {:?}, {:?}, 1) )", row(0), row(1), row(2), origin.x, origin.y, origin.z)
}

fn color(out: &mut impl Write, [r, g, b]: [f64; 3]) -> io::Result<()> {
    writeln!(out, "        color3f[] primvars:displayColor = [({r}, {g}, {b})]")
}

/// The shortest text that reads back to the same f32.
fn triple(out: &mut impl Write, p: &[f64; 3]) -> io::Result<()> {
    write!(out, "({:?}, {:?}, {:?})", p[0] as f32, p[1] as f32, p[2] as f32)
}

fn list<W: Write, T>(
    out: &mut W,
    items: impl Iterator<Item = T>,
    each: impl Fn(&mut W, T) -> io::Result<()>,
) -> io::Result<()> {
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.write_all(b", ")?;
        }
        each(out, item)?;
    }
    Ok(())
}
