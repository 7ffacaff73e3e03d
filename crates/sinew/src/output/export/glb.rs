//! `glb`: glTF 2.0, `animation.glb`, for web pages, three.js, PowerPoint and model viewers.
//!
//! Frame 0 is the mesh of each body, every further frame a morph target (displacements from frame 0); an animation of the weights with
//! linear interpolation shows one after the other. Springs are lines. glTF is y-up, so that a root node turns the scene.
//! Each target costs 12 bytes a point and renderers keep them all: beyond [`MOST_TARGETS`] or [`MOST_BYTES`] frames are thinned.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::gltf::{Buffer, Kind, point_range, write_binary};
use super::obstacles::Placed;
use super::shown::{Shown, bounds, without_shape};
use super::{FrameWriter, Kept, Part, Stage};
use crate::mechanics::{Mat3, Vec3};
use crate::output::files::write_whole;
use crate::output::view::{OBSTACLE, ObstacleView};

/// Morph targets at most.
pub const MOST_TARGETS: usize = 300;
/// Bytes of morph targets at most.
pub const MOST_BYTES: usize = 512 << 20;

#[derive(Default)]
pub(super) struct Glb {
    remarks: Vec<String>,
}

impl FrameWriter for Glb {
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()> {
        let mut bodies = Shown::all(stage.view);
        if let Some(bare) = without_shape(&bodies) {
            self.remarks.push(format!("glb: {bare} has neither triangles nor springs and is left out"));
        }
        bodies.retain(|b| !(b.triangles.is_empty() && b.lines.is_empty()));
        if bodies.is_empty() && stage.view.obstacles.is_empty() {
            // A document without meshes is not valid.
            return Ok(());
        }
        let points: usize = bodies.iter().map(|b| b.points).sum();
        let frames = thinned(kept.frames(), points);
        if frames.len() < kept.frames() {
            let (few, all) = (frames.len(), kept.frames());
            self.remarks.push(format!(
                "glb: {few} of {all} frames are kept, evenly, because glTF needs one morph target each ({MOST_TARGETS} targets or \
                 512 MiB at most); usda holds all"
            ));
        }
        let file = File::plan(stage, kept, &bodies, &frames)?;
        write_whole(&stage.folder.join("animation.glb"), |out| {
            write_binary(out, &file.document, file.buffer.length, |out| file.write_buffer(out, kept, &bodies, &frames))
        })
    }

    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }
}

/// Numbers of the frames that are kept: all, or evenly spaced ones with the first and the last.
fn thinned(frames: usize, points: usize) -> Vec<usize> {
    let most = MOST_TARGETS.min(MOST_BYTES / (12 * points.max(1))).max(1);
    let last = frames.saturating_sub(1);
    if last <= most {
        return (0..frames).collect();
    }
    (0..=most).map(|j| (j * last + most / 2) / most).collect()
}

/// The document, and what follows the frames of the bodies in the buffer.
struct File {
    document: Value,
    buffer: Buffer,
    rest: Vec<u8>,
}

impl File {
    fn plan(stage: &Stage, kept: &mut Kept, bodies: &[Shown], frames: &[usize]) -> io::Result<Self> {
        let (mut buffer, mut rest) = (Buffer::default(), Vec::new());
        let (mut meshes, mut materials, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        let targets = frames.len().saturating_sub(1);
        let mut reader = Reader::default();

        // Points of all frames, whose bytes are streamed later.
        let mut accessors: Vec<Vec<usize>> = Vec::new();
        for body in bodies {
            let mut of_body = Vec::new();
            for j in 0..frames.len() {
                let points = reader.points(body, kept, frames, j)?;
                of_body.push(buffer.add(Kind::Points, body.points, Some(point_range(points))));
            }
            accessors.push(of_body);
        }

        // Times, and weights: at frame j target j - 1 counts and no other.
        let times: Vec<f64> = frames.iter().map(|k| kept.times()[*k] - kept.times()[0]).collect();
        let mut input = 0;
        if targets > 0 {
            let range = Some([vec![f64::from(times[0] as f32)], vec![f64::from(times[targets] as f32)]]);
            input = buffer.add(Kind::Track(1), times.len(), range);
            rest.extend(times.iter().flat_map(|t| (*t as f32).to_le_bytes()));
            let weights = buffer.add(Kind::Track(1), frames.len() * targets, None);
            for j in 0..frames.len() {
                rest.extend((1..=targets).flat_map(|k| (if k == j { 1f32 } else { 0.0 }).to_le_bytes()));
            }
            samplers.push(json!({ "input": input, "output": weights, "interpolation": "LINEAR" }));
        }

        for (i, (body, accessors)) in bodies.iter().zip(&accessors).enumerate() {
            let (mode, corners) = match body.triangles.is_empty() {
                true => (1, body.lines.as_flattened()),
                false => (4, body.triangles.as_flattened()),
            };
            let indices = buffer.add(Kind::Indices, corners.len(), None);
            rest.extend(corners.iter().flat_map(|i| i.to_le_bytes()));
            let morphs: Vec<Value> = accessors[1..].iter().map(|a| json!({ "POSITION": a })).collect();
            let mut primitive =
                json!({ "attributes": { "POSITION": accessors[0] }, "indices": indices, "mode": mode, "material": i });
            let mut mesh = json!({ "name": body.name });
            if targets > 0 {
                primitive["targets"] = morphs.into();
                mesh["weights"] = vec![0.0; targets].into();
                channels.push(json!({ "sampler": 0, "target": { "node": i, "path": "weights" } }));
            }
            mesh["primitives"] = json!([primitive]);
            meshes.push(mesh);
            materials.push(material(&body.name, body.color));
            nodes.push(json!({ "name": body.name, "mesh": i }));
        }

        // Obstacles: triangles where they were placed at first, and the motion of their nodes.
        let mut first = Vec::new();
        kept.read_all(0, Part::Positions, &mut first)?;
        for (i, obstacle) in stage.view.obstacles.iter().enumerate() {
            let (points, corners) = triangles(obstacle, bounds(&first));
            let position = buffer.add(Kind::Points, points.len() / 3, Some(point_range(&points)));
            rest.extend(points.iter().flat_map(|x| x.to_le_bytes()));
            let indices = buffer.add(Kind::Indices, corners.len(), None);
            rest.extend(corners.iter().flat_map(|i| i.to_le_bytes()));
            let node = nodes.len();
            let mut shown = json!({ "name": format!("obstacle_{i}"), "mesh": meshes.len() });
            let primitive =
                json!({ "attributes": { "POSITION": position }, "indices": indices, "material": bodies.len() });
            meshes.push(json!({ "name": format!("obstacle_{i}"), "primitives": [primitive] }));
            let (rotation, translation) = pose(obstacle, kept.times()[0]);
            (shown["rotation"], shown["translation"]) = (json!(rotation), json!(translation));
            nodes.push(shown);
            if !obstacle.motion.is_still() && targets > 0 {
                let poses: Vec<_> = frames.iter().map(|k| pose(obstacle, kept.times()[*k])).collect();
                let turns = buffer.add(Kind::Track(4), poses.len(), None);
                rest.extend(poses.iter().flat_map(|p| p.0).flat_map(f32::to_le_bytes));
                let shifts = buffer.add(Kind::Track(3), poses.len(), None);
                rest.extend(poses.iter().flat_map(|p| p.1).flat_map(f32::to_le_bytes));
                for (output, path) in [(turns, "rotation"), (shifts, "translation")] {
                    channels.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
                    samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
                }
            }
        }
        if !stage.view.obstacles.is_empty() {
            materials.push(material("obstacle", OBSTACLE));
        }

        let children: Vec<usize> = (0..nodes.len()).collect();
        let turn = turn_upright(stage.view.up);
        nodes.push(json!({ "name": "scene", "children": children, "rotation": turn }));
        let mut document = json!({
            "asset": { "version": "2.0", "generator": "sinew" },
            "scene": 0,
            "scenes": [{ "name": stage.title, "nodes": [nodes.len() - 1] }],
            "nodes": nodes,
            "meshes": meshes,
            "materials": materials,
            "accessors": buffer.accessors,
            "bufferViews": buffer.views,
            "buffers": [{ "byteLength": buffer.length }],
        });
        if !channels.is_empty() {
            document["animations"] = json!([{ "name": "motion", "samplers": samplers, "channels": channels }]);
        }
        Ok(Self { document, buffer, rest })
    }

    fn write_buffer(
        &self,
        out: &mut impl Write,
        kept: &mut Kept,
        bodies: &[Shown],
        frames: &[usize],
    ) -> io::Result<()> {
        let (mut reader, mut bytes) = (Reader::default(), Vec::new());
        for body in bodies {
            for j in 0..frames.len() {
                bytes.clear();
                bytes.extend(reader.points(body, kept, frames, j)?.iter().flat_map(|x| x.to_le_bytes()));
                out.write_all(&bytes)?;
            }
        }
        out.write_all(&self.rest)
    }
}

/// Points of a body as they are stored: those of the first frame, and then displacements from what was stored of them.
#[derive(Default)]
struct Reader {
    buffer: Vec<f64>,
    x: Vec<f64>,
    base: Vec<f32>,
    out: Vec<f32>,
}

impl Reader {
    /// The frames of a body must be asked for from the first on.
    fn points(&mut self, body: &Shown, kept: &mut Kept, frames: &[usize], j: usize) -> io::Result<&[f32]> {
        body.read(kept, frames[j], Part::Positions, &mut self.buffer, &mut self.x)?;
        if j == 0 {
            self.base.clear();
            self.base.extend(self.x.iter().map(|x| *x as f32));
            return Ok(&self.base);
        }
        self.out.clear();
        self.out.extend(self.x.iter().zip(&self.base).map(|(x, b)| (x - f64::from(*b)) as f32));
        Ok(&self.out)
    }
}

fn material(name: &str, [r, g, b]: [f64; 3]) -> Value {
    json!({
        "name": name,
        "doubleSided": true,
        "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.6 },
    })
}

/// Triangles of an obstacle in its original placement; a plane is a square.
fn triangles(obstacle: &ObstacleView, around: [[f64; 3]; 2]) -> (Vec<f32>, Vec<u32>) {
    let flat = |points: Vec<Vec3>| points.iter().flat_map(|p| <[f64; 3]>::from(*p)).map(|x| x as f32).collect();
    match obstacle.tessellated() {
        Some(solid) => (flat(solid.points), solid.triangles.as_flattened().to_vec()),
        None => {
            let (basis, origin) = Placed::new(obstacle, around).original();
            let corner = |x: f64, y: f64| origin + basis * Vec3::new(x, y, 0.0);
            (
                flat(vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]),
                vec![0, 1, 2, 0, 2, 3],
            )
        }
    }
}

/// Quaternion (x, y, z, w) and translation of an obstacle's motion.
fn pose(obstacle: &ObstacleView, t: f64) -> ([f32; 4], [f32; 3]) {
    let pose = obstacle.motion.pose(t);
    (quaternion(&pose.rotation), <[f64; 3]>::from(pose.position(Vec3::zeros())).map(|x| x as f32))
}

fn quaternion(rotation: &Mat3) -> [f32; 4] {
    let turn = nalgebra::Rotation3::from_matrix_unchecked(*rotation);
    let q = nalgebra::UnitQuaternion::from_rotation_matrix(&turn);
    [q.i, q.j, q.k, q.w].map(|x| x as f32)
}

/// The shortest turn that takes `up` to y.
fn turn_upright(up: Vec3) -> [f32; 4] {
    let half = nalgebra::Rotation3::new(Vec3::x() * std::f64::consts::PI);
    quaternion(nalgebra::Rotation3::rotation_between(&up, &Vec3::y()).unwrap_or(half).matrix())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_thinned_evenly_with_both_ends() {
        assert_eq!(thinned(5, 10), [0, 1, 2, 3, 4]);
        let few = thinned(1001, 10);
        assert_eq!((few.len(), few[0], few[300]), (MOST_TARGETS + 1, 0, 1000));
        assert!(few.windows(2).all(|w| (3..=4).contains(&(w[1] - w[0]))));
        // Ten million points: four targets fill the room.
        assert_eq!(thinned(100, 10_000_000).len(), 5);
        assert_eq!(thinned(0, 1).len(), 0);
    }
}
