//! Warping per vertex: f_i = -R_i sum_j K_ij (R_j^T x_j - x0_j) with one rotation R_i per vertex. [michels2014, sec. 4.4]
//!
//! R_i is the rotation of the mean deformation gradient of the tets around vertex i, weighted by volume. Positions
//! are taken from the centre of each tet: with different rotations at its corners the printed form would depend on
//! where the origin lies.
//!
//! The force is no gradient: f = -dV/dx + defect with V = sum u^T K u/2, u = R^T x - x0. It violates Newton's third law
//! (a bent body pushes and turns itself), so momentum is not kept. The ledger stays true because the term reports V as
//! elastic energy and the defect by itself, whose work counts as `injected`. The assembled tangent is the symmetric
//! stand-in R K R^T, positive semidefinite; products with the true one include the change of R. Use it to reproduce
//! the schemes built on it; [`element()`](super::element()) costs the same and has none of these faults.

use std::sync::Mutex;

use sinew_math::parallel::{for_each_chunk, sum_indexed};
use sinew_math::sparse::{BlockMatrix, BlockScatter, Pattern, ScalarMatrix, VertexGather};

use crate::mechanics::elements::{vertex_sums_bound, write_upper};
use crate::mechanics::gauge::{Gauge, largest_strain, von_mises};
use crate::mechanics::{Blocks, Configuration, ForceTerm, Frames, Mat3, Role, Vec3};
use crate::models::ModelError;
use crate::models::solids::materials::{Linear, Material};
use crate::models::solids::rotation::pair_sums_inverse;
use crate::models::solids::{Lame, RestTets, Turn};

/// Tets with warped stiffness, one rotation per vertex.
pub fn nodal(
    name: impl Into<String>,
    lame: Lame,
    rest: &[f64],
    tets: &[[u32; 4]],
) -> Result<Box<dyn ForceTerm>, ModelError> {
    Ok(Box::new(NodalWarping::new(name, lame, rest, tets)?))
}

/// See the module's head.
pub struct NodalWarping {
    name: String,
    vertices: usize,
    material: Linear,
    tets: RestTets,
    /// Rest positions of a tet's corners from its centre.
    corners: Vec<[Vec3; 4]>,
    /// Part of each tet in the mean gradient of each of its corners.
    shares: Vec<[f64; 4]>,
    gather: VertexGather,
    scatter: BlockScatter,
    buffers: Mutex<Vec<Buffers>>,
}

/// Kept between calls.
#[derive(Default)]
struct Buffers {
    /// Values per corner of each tet, or blocks.
    elements: Vec<f64>,
    /// Three columns over all vertices.
    columns: [Vec<f64>; 3],
    /// R of each vertex and its change, 18 values.
    frames: Vec<f64>,
}

/// Tets and vertices handled by one task.
const CHUNK: usize = 64;

/// Rotation of a vertex and how it changes.
#[derive(Clone, Copy)]
struct Frame {
    r: Mat3,
    dr: Mat3,
}

fn frame(frames: &[f64], v: u32) -> Frame {
    let from = &frames[18 * v as usize..18 * v as usize + 18];
    Frame { r: Mat3::from_column_slice(&from[..9]), dr: Mat3::from_column_slice(&from[9..]) }
}

fn point(x: &[f64], v: u32) -> Vec3 {
    Vec3::from_column_slice(&x[3 * v as usize..3 * v as usize + 3])
}

/// Points from their centre.
fn centred(p: [Vec3; 4]) -> [Vec3; 4] {
    let centre = (p[0] + p[1] + p[2] + p[3]) * 0.25;
    p.map(|p| p - centre)
}

/// How the change of the rotations is formed.
#[derive(Clone, Copy)]
enum Change<'a> {
    /// Not needed.
    None,
    /// The derivative along a direction.
    Derivative(&'a [f64]),
    /// The exact difference to other positions.
    Difference(&'a [f64]),
}

impl Change<'_> {
    /// Displacement of vertex v from x.
    fn of(self, x: &[f64], v: u32) -> Vec3 {
        match self {
            Change::None => Vec3::zeros(),
            Change::Derivative(dx) => point(dx, v),
            Change::Difference(after) => point(after, v) - point(x, v),
        }
    }
}

impl NodalWarping {
    /// `rest` holds the positions of all vertices.
    pub fn new(name: impl Into<String>, lame: Lame, rest: &[f64], tets: &[[u32; 4]]) -> Result<Self, ModelError> {
        let shapes = RestTets::new(rest, tets)?;
        let vertices = rest.len() / 3;
        let mut volume = vec![0.0; vertices];
        for (e, tet) in tets.iter().enumerate() {
            tet.iter().for_each(|v| volume[*v as usize] += shapes.shape(e).volume);
        }
        let share = |(e, tet): (usize, &[u32; 4])| tet.map(|v| shapes.shape(e).volume / volume[v as usize]);
        Ok(Self {
            name: name.into(),
            vertices,
            material: Linear(lame),
            corners: tets.iter().map(|t| centred(t.map(|v| point(rest, v)))).collect(),
            shares: tets.iter().enumerate().map(share).collect(),
            gather: VertexGather::new(vertices, tets.as_flattened()),
            scatter: BlockScatter::default(),
            buffers: Mutex::default(),
            tets: shapes,
        })
    }

    /// Rotation of each vertex from the rest shape.
    pub fn rotations(&self, x: &[f64]) -> Vec<Mat3> {
        let mut rotations = Vec::new();
        self.with_frames(x, Change::None, |_, _, frames| {
            rotations.extend((0..x.len() as u32 / 3).map(|v| frame(frames, v).r));
        });
        rotations
    }

    /// Runs `work(element buffer, columns, frames)` with the rotations at x and their change.
    fn with_frames(&self, x: &[f64], change: Change, work: impl FnOnce(&mut Vec<f64>, &mut [Vec<f64>; 3], &[f64])) {
        let mut b = self.buffers.lock().expect("no thread panics with the lock held").pop().unwrap_or_default();
        let Buffers { elements, columns, frames } = &mut b;
        frames.resize(6 * x.len(), 0.0);
        self.mean_gradients(|v| point(x, v), elements, columns);
        for_each_chunk(frames, 18 * CHUNK, |chunk, frames| {
            for (k, to) in frames.chunks_mut(18).enumerate() {
                let turn = Turn::of(&mean(columns, chunk * CHUNK + k));
                // Kept for the change: R, then S.
                to[..9].copy_from_slice(turn.rotation.as_slice());
                to[9..].copy_from_slice(turn.stretch.as_slice());
            }
        });
        if !matches!(change, Change::None) {
            self.mean_gradients(|v| change.of(x, v), elements, columns);
            for_each_chunk(frames, 18 * CHUNK, |chunk, frames| {
                for (k, to) in frames.chunks_mut(18).enumerate() {
                    let Frame { r: rotation, dr: stretch } = frame(to, 0);
                    let turn = Turn { rotation, stretch };
                    let da = mean(columns, chunk * CHUNK + k);
                    let plain = || Turn::of(&(rotation * stretch + da)).rotation - rotation;
                    let dr = match change {
                        Change::Difference(_) => turn.difference(&da).unwrap_or_else(plain),
                        _ => turn.change(&da),
                    };
                    to[9..].copy_from_slice(dr.as_slice());
                }
            });
        }
        work(elements, columns, frames);
        self.buffers.lock().expect("no thread panics with the lock held").push(b);
    }

    /// Mean gradient of positions (or displacements) around each vertex, column by column.
    fn mean_gradients(&self, x: impl Fn(u32) -> Vec3 + Sync, elements: &mut Vec<f64>, columns: &mut [Vec<f64>; 3]) {
        for (c, column) in columns.iter_mut().enumerate() {
            column.clear();
            column.resize(3 * self.vertices, 0.0);
            self.add_corners(elements, column, |e| {
                let f = self.tets.shape(e).gradient(&self.tets.stencils()[e].map(&x));
                self.shares[e].map(|share| f.column(c) * share)
            });
        }
    }

    /// out += sum over tets of `vectors(e)`
    fn add_corners(&self, buffer: &mut Vec<f64>, out: &mut [f64], vectors: impl Fn(usize) -> [Vec3; 4] + Sync) {
        buffer.resize(12 * self.shares.len(), 0.0);
        for_each_chunk(buffer, 12 * CHUNK, |chunk, buffer| {
            for (k, to) in buffer.chunks_mut(12).enumerate() {
                for (to, from) in to.chunks_mut(3).zip(vectors(chunk * CHUNK + k)) {
                    to.copy_from_slice(from.as_slice());
                }
            }
        });
        self.gather.add(buffer, out);
    }

    /// K_e u
    fn linear_force(&self, e: usize, u: &[Vec3; 4]) -> [Vec3; 4] {
        let shape = self.tets.shape(e);
        shape.forces(&-self.material.stress_change(&Mat3::identity(), &shape.gradient(u)))
    }

    /// R^T x - x0 of the corners, from the centre, and R^T x alone.
    fn unwarped(&self, e: usize, x: &[f64], frames: &[f64]) -> ([Vec3; 4], [Vec3; 4]) {
        let stencil = &self.tets.stencils()[e];
        let now = centred(stencil.map(|v| point(x, v)));
        let back: [Vec3; 4] = std::array::from_fn(|a| frame(frames, stencil[a]).r.tr_mul(&now[a]));
        (std::array::from_fn(|a| back[a] - self.corners[e][a]), back)
    }

    /// Change of R K (R^T x - x0) when x and the rotations change: dR K u + R' K (R'^T dx + dR^T x), where R' = R for
    /// the derivative and R + dR for the difference.
    fn warped_change(&self, e: usize, x: &[f64], change: Change, frames: &[f64]) -> [Vec3; 4] {
        let stencil = &self.tets.stencils()[e];
        let (u, _) = self.unwarped(e, x, frames);
        let now = centred(stencil.map(|v| point(x, v)));
        let dx = centred(stencil.map(|v| change.of(x, v)));
        let exact = matches!(change, Change::Difference(_));
        let corner = stencil.map(|v| frame(frames, v));
        let after = corner.map(|c| if exact { c.r + c.dr } else { c.r });
        let du: [Vec3; 4] = std::array::from_fn(|a| after[a].tr_mul(&dx[a]) + corner[a].dr.tr_mul(&now[a]));
        let (ku, kdu) = (self.linear_force(e, &u), self.linear_force(e, &du));
        std::array::from_fn(|a| corner[a].dr * ku[a] + after[a] * kdu[a])
    }

    /// R_i K_ij R_j^T
    fn stiffness(&self, e: usize, frames: &[f64]) -> Blocks<4> {
        let mut k = self.material.tangent(&Mat3::identity()).blocks(self.tets.shape(e));
        let r = self.tets.stencils()[e].map(|v| frame(frames, v).r);
        for a in 0..4 {
            for b in a..4 {
                k[a][b] = r[a] * k[a][b] * r[b].transpose();
            }
        }
        k
    }
}

/// The three columns of vertex v; zero, and so without rotation, where there is no tet.
fn mean(columns: &[Vec<f64>; 3], v: usize) -> Mat3 {
    let column = |c: usize| Vec3::from_column_slice(&columns[c][3 * v..3 * v + 3]);
    Mat3::from_columns(&[column(0), column(1), column(2)])
}

impl ForceTerm for NodalWarping {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        Role::Elastic
    }

    fn elements(&self) -> usize {
        self.shares.len()
    }

    fn couplings(&self, visit: &mut dyn FnMut(u32, u32)) {
        for tet in self.tets.stencils() {
            for a in 0..4 {
                for b in a + 1..4 {
                    visit(tet[a], tet[b]);
                }
            }
        }
    }

    fn bind(&mut self, free: &[u32], pattern: &Pattern) {
        self.scatter = BlockScatter::new(pattern, free, self.tets.stencils().as_flattened(), 4);
    }

    fn energy(&self, at: &Configuration) -> f64 {
        let mut energy = 0.0;
        self.with_frames(at.x, Change::None, |_, _, frames| {
            energy = sum_indexed(self.elements(), |e| {
                let (u, _) = self.unwarped(e, at.x, frames);
                let shape = self.tets.shape(e);
                shape.volume * self.material.energy_density(&(Mat3::identity() + shape.gradient(&u)))
            });
        });
        energy
    }

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.with_frames(at.x, Change::None, |buffer, _, frames| {
            self.add_corners(buffer, f, |e| {
                let ku = self.linear_force(e, &self.unwarped(e, at.x, frames).0);
                let stencil = &self.tets.stencils()[e];
                std::array::from_fn(|a| -(frame(frames, stencil[a]).r * ku[a]))
            });
        });
    }

    fn add_metric(&self, _rest: &Configuration, stiffness: f64, _damping: f64, a: &mut ScalarMatrix) -> bool {
        let mut upper = Vec::with_capacity(10 * self.elements());
        for e in 0..self.elements() {
            let w = self.tets.shape(e).laplacian(stiffness * self.material.metric());
            (0..4).for_each(|p| upper.extend(&w[p][p..]));
        }
        self.scatter.add_scalars(&upper, a);
        true
    }

    fn has_defect(&self) -> bool {
        true
    }

    /// f . dx + dV = sum over tets of  -(sum_j R_j (K u)_j) . dc + sum_j omega_j . ((K u)_j x R_j^T x_j), where c is the
    /// tet's centre and omega the spin of R; the spins are then carried back to the mean gradients.
    fn add_defect(&self, at: &Configuration, out: &mut [f64]) {
        self.with_frames(at.x, Change::None, |buffer, columns, frames| {
            let [torques, ..] = columns;
            torques.fill(0.0);
            self.add_corners(buffer, torques, |e| {
                let (u, back) = self.unwarped(e, at.x, frames);
                let ku = self.linear_force(e, &u);
                std::array::from_fn(|a| ku[a].cross(&back[a]))
            });
            self.add_corners(buffer, out, |e| {
                let ku = self.linear_force(e, &self.unwarped(e, at.x, frames).0);
                let stencil = &self.tets.stencils()[e];
                let net: Vec3 = (0..4).map(|a| frame(frames, stencil[a]).r * ku[a]).sum();
                // omega = 2 (tr(S) I - S)^-1 axial(R^T dA), so a torque t acts on dA as R [(tr(S) I - S)^-1 t].
                let pull: Mat3 = (0..4)
                    .map(|a| {
                        // Without a change the second half of a frame holds S.
                        let Frame { r, dr: s } = frame(frames, stencil[a]);
                        r * (pair_sums_inverse(&s) * point(torques, stencil[a])).cross_matrix() * self.shares[e][a]
                    })
                    .sum();
                self.tets.shape(e).shape_gradients().map(|g| pull * g - net * 0.25)
            });
        });
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        let change = Change::Difference(b.x);
        self.with_frames(a.x, change, |buffer, _, frames| {
            self.add_corners(buffer, out, |e| self.warped_change(e, a.x, change, frames).map(|f| -f));
        });
    }

    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]) {
        let change = Change::Derivative(dx);
        self.with_frames(at.x, change, |buffer, _, frames| {
            self.add_corners(buffer, out, |e| self.warped_change(e, at.x, change, frames));
        });
    }

    fn add_tangent(&self, at: &Configuration, stiffness: f64, _damping: f64, _projected: bool, a: &mut BlockMatrix) {
        if stiffness == 0.0 {
            return;
        }
        self.with_frames(at.x, Change::None, |buffer, _, frames| {
            buffer.resize(90 * self.elements(), 0.0);
            for_each_chunk(&mut buffer[..90 * self.elements()], 90 * CHUNK, |chunk, buffer| {
                for (k, to) in buffer.chunks_mut(90).enumerate() {
                    write_upper(&self.stiffness(chunk * CHUNK + k, frames), stiffness, to);
                }
            });
            self.scatter.add(buffer, a);
        });
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn frames(&self) -> Option<Frames> {
        Some(Frames::Vertices)
    }

    fn write_rotations(&self, at: &Configuration, out: &mut [f64]) {
        self.with_frames(at.x, Change::None, |_, _, frames| {
            for v in self.tets.stencils().as_flattened() {
                let to = 9 * *v as usize;
                out[to..to + 9].copy_from_slice(frame(frames, *v).r.as_slice());
            }
        });
    }

    /// Of the stand-in R K R^T; the change of the rotations is left out.
    fn frequency_bound(&self, at: &Configuration, masses: &[f64]) -> f64 {
        let mut bound = 0.0;
        self.with_frames(at.x, Change::None, |_, _, frames| {
            bound = vertex_sums_bound(self.tets.stencils(), masses, |e| self.stiffness(e, frames));
        });
        bound
    }

    fn element_vertices(&self, e: usize) -> &[u32] {
        &self.tets.stencils()[e]
    }

    /// Stress and energy are those of the linear law at the displacements turned back.
    fn element_gauges(&self, at: &Configuration, gauge: Gauge, out: &mut Vec<f64>) {
        self.with_frames(at.x, Change::None, |_, _, frames| {
            out.extend((0..self.elements()).map(|e| {
                let shape = self.tets.shape(e);
                let unwarped = Mat3::identity() + shape.gradient(&self.unwarped(e, at.x, frames).0);
                match gauge {
                    Gauge::Strain => largest_strain(&shape.gradient(&self.tets.stencils()[e].map(|v| point(at.x, v)))),
                    Gauge::Stress => von_mises(&unwarped, &self.material.stress(&unwarped)),
                    Gauge::EnergyDensity => self.material.energy_density(&unwarped),
                }
            }));
        });
    }
}
