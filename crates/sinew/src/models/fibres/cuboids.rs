//! From strands to chains of cuboids: a square of four vertices about each point of a strand, springs between them.
//!
//! The squares stand across the strand and are carried along it without twist. Their vertices are numbered strand by
//! strand and square by square from the root on, so that strands are separate blocks of every matrix. Each cuboid has
//! four edges along the fibre and the diagonals of its long faces; each square has its sides and diagonals, as stiff as
//! the fibre beside it against stretch, EA/L, for which beam theory has no number: a beam keeps its cross-section.

use super::beam::{Matter, Segment, side};
use super::diagonals::{Diagonals, Pairs};
use crate::mechanics::Vec3;
use crate::mesh::Strands;
use crate::models::ModelError;
use crate::models::springs::Springs;

/// Fibres as vertices, springs and masses.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cuboids {
    /// Four for each point of the strands (m).
    pub vertices: Vec<[f64; 3]>,
    /// Mass of each vertex (kg).
    pub masses: Vec<f64>,
    /// Edges along the fibres, sides and diagonals of the squares.
    pub springs: Springs,
    /// Against twist and shear.
    pub diagonals: Diagonals,
    /// The vertices of the first square of each strand.
    pub roots: Vec<u32>,
}

/// Envelops strands, whose thickness must be known, in cuboids.
pub fn cuboids(strands: &Strands, matter: &Matter) -> Result<Cuboids, ModelError> {
    matter.check()?;
    let (found, expected) = (strands.thickness.len(), strands.points.len());
    if found != expected {
        return Err(ModelError::LengthMismatch { what: "thickness", of: "points", found, expected });
    }
    if let Some(index) = strands.thickness.iter().position(|d| !(*d > 0.0 && d.is_finite())) {
        let (quantity, value) = ("thickness", strands.thickness[index]);
        return Err(ModelError::BadElementValue { what: "point", index, quantity, value, need: "above 0 and finite" });
    }
    let mut all = Cuboids::default();
    for range in strands.ranges() {
        let points: Vec<Vec3> = strands.points[range.clone()].iter().map(|p| Vec3::from(*p)).collect();
        all.add(&points, &strands.thickness[range.clone()], range.start, matter)?;
    }
    Ok(all)
}

impl Cuboids {
    /// Adds one strand, whose points are numbered from `number` in messages.
    fn add(&mut self, points: &[Vec3], thickness: &[f64], number: usize, matter: &Matter) -> Result<(), ModelError> {
        let first = self.vertices.len() as u32;
        let corner = |i: usize, c: u32| first + 4 * i as u32 + c;
        self.roots.extend((0..4).map(|c| corner(0, c)));
        let squares = squares(points, thickness, number)?;
        let masses = self.masses.len();
        self.masses.resize(masses + 4 * points.len(), 0.0);
        let mut stiffness = vec![0.0; points.len()];
        for i in 0..points.len() - 1 {
            let length = (points[i + 1] - points[i]).norm();
            let ends = [thickness[i], thickness[i + 1]];
            let segment = Segment::new(matter, length, ends);
            let corners: [Vec3; 8] = std::array::from_fn(|c| squares[i + c / 4][c % 4]);
            self.diagonals.laws.push(Pairs::new(&segment, length, ends.map(side), &corners));
            self.diagonals.corners.push(std::array::from_fn(|c| corner(i, c as u32)));
            for c in 0..4 {
                self.join([corner(i, c), corner(i + 1, c)], (corners[4 + c as usize] - corners[c as usize]).norm());
                self.springs.stiffness.push(segment.edge);
            }
            // Half the mass to each end.
            self.masses[masses + 4 * i..masses + 4 * i + 8].iter_mut().for_each(|m| *m += segment.mass / 8.0);
            stiffness[i] = f64::max(stiffness[i], 4.0 * segment.edge);
            stiffness[i + 1] = 4.0 * segment.edge;
        }
        for (i, square) in squares.iter().enumerate() {
            for [a, b] in [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]] {
                self.join([corner(i, a), corner(i, b)], (square[b as usize] - square[a as usize]).norm());
                self.springs.stiffness.push(stiffness[i]);
            }
        }
        self.vertices.extend(squares.iter().flatten().map(|p| [p.x, p.y, p.z]));
        Ok(())
    }

    fn join(&mut self, edge: [u32; 2], rest_length: f64) {
        self.springs.edges.push(edge);
        self.springs.rest_length.push(rest_length);
        self.springs.cubic.push(0.0);
    }
}

/// The corners of the squares about the points of one strand.
fn squares(points: &[Vec3], thickness: &[f64], number: usize) -> Result<Vec<[Vec3; 4]>, ModelError> {
    let mut directions = Vec::with_capacity(points.len());
    for (i, pair) in points.windows(2).enumerate() {
        let edge = pair[1] - pair[0];
        let value = edge.norm();
        // Shorter than this, and rounding of the points decides where it points.
        if !(value > 1e-9 * pair[0].amax().max(thickness[i])) {
            let (what, quantity, need) = ("point", "distance to the next", "larger; merge points or resample");
            return Err(ModelError::BadElementValue { what, index: number + i, quantity, value, need });
        }
        directions.push(edge / value);
    }
    let last = directions.len();
    let tangent = |i: usize| {
        let sum = directions[i.max(1) - 1] + directions[i.min(last - 1)];
        // A strand that turns back on itself: across the way in.
        sum.try_normalize(1e-6).unwrap_or(directions[i.max(1) - 1])
    };
    let mut t = tangent(0);
    let away = if t.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
    let mut u = t.cross(&away).normalize();
    let mut squares = Vec::with_capacity(points.len());
    for (i, p) in points.iter().enumerate() {
        let next = tangent(i);
        // Rodrigues' formula for the turn from t to the next tangent, without its angle, which rounding can leave undefined.
        let (axis, cosine) = (t.cross(&next), t.dot(&next));
        if cosine > -0.999 {
            let across = axis.cross(&u);
            u += across + axis.cross(&across) / (1.0 + cosine);
        }
        t = next;
        u = (u - t * t.dot(&u)).normalize();
        let (u, w) = (u * (0.5 * side(thickness[i])), t.cross(&u) * (0.5 * side(thickness[i])));
        squares.push([p + u + w, p - u + w, p - u - w, p + u - w]);
    }
    Ok(squares)
}
