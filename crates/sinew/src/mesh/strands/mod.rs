//! Strands: curves with a thickness at each point, root first; what fibres are made from.
//!
//! [`Growth`] makes them, one file and one row of [`CATALOG`] for each kind; `.hair` files and files with curves hold them
//! (see [`read_strands`](super::read::read_strands)).

mod brush;
mod fibre;
mod head;
mod report;
mod tuft;

pub use brush::Brush;
pub use fibre::Fibre;
pub use head::{Head, Style};
pub use report::StrandReport;
pub use tuft::Tuft;

use super::{Mesh, MeshError, Problem, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

type Point = nalgebra::Vector3<f64>;

/// Curves of at least two points each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Strands {
    /// Points of all strands, one strand after the other, each from root to tip (m).
    pub points: Vec<[f64; 3]>,
    /// Number of points of each strand.
    pub counts: Vec<u32>,
    /// Thickness at each point (m); empty if it is not known.
    pub thickness: Vec<f64>,
}

/// Fibres that are grown, as written in a scene: `grow = { kind = "fibre", length = 0.1, segments = 8 }`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Growth {
    /// One straight fibre.
    Fibre(Fibre),
    /// A bundle on a disk.
    Tuft(Tuft),
    /// Rows of tufts.
    Brush(Brush),
    /// Hair on an ellipsoid.
    Head(Head),
}

/// One row of the catalog.
#[derive(Debug, Clone, Copy)]
pub struct GrowthEntry {
    /// `kind` in a scene file.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// A small example of it.
    pub example: fn() -> Growth,
}

/// All kinds of growth.
pub const CATALOG: &[GrowthEntry] = &[fibre::ENTRY, tuft::ENTRY, brush::ENTRY, head::ENTRY];

impl Growth {
    /// Makes the strands, without thickness.
    ///
    /// # Errors
    /// [`MeshError::Shape`] if a number makes no sense or there would be too many.
    pub fn build(&self) -> Result<Strands, MeshError> {
        let (kind, built) = match self {
            Growth::Fibre(g) => (fibre::ENTRY.name, g.build()),
            Growth::Tuft(g) => (tuft::ENTRY.name, g.build()),
            Growth::Brush(g) => (brush::ENTRY.name, g.build()),
            Growth::Head(g) => (head::ENTRY.name, g.build()),
        };
        built.map_err(|problem| MeshError::Shape { kind, problem })
    }
}

impl Strands {
    /// Adds a strand.
    fn push(&mut self, points: impl IntoIterator<Item = Point>) {
        let before = self.points.len();
        self.points.extend(points.into_iter().map(|p| [p.x, p.y, p.z]));
        self.counts.push((self.points.len() - before) as u32);
    }

    /// The range of points of each strand.
    pub fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        self.counts.iter().scan(0, |end, count| {
            let start = *end;
            *end += *count as usize;
            Some(start..*end)
        })
    }

    /// Curves of the edges of a mesh: an edge goes from the root towards the tip.
    pub(super) fn from_edges(mesh: &Mesh) -> Result<Self, Problem> {
        const NONE: u32 = u32::MAX;
        let n = mesh.vertices.len();
        let (mut next, mut reached) = (vec![NONE; n], vec![false; n]);
        for [from, to] in &mesh.edges {
            let (a, b) = (*from as usize, *to as usize);
            if next[a] != NONE || reached[b] {
                let vertex = if next[a] != NONE { a } else { b };
                return Err(Problem::Curve { vertex, why: "branches; a fibre is a line from its root to its tip" });
            }
            (next[a], reached[b]) = (*to, true);
        }
        let mut strands = Self::default();
        for root in (0..n).filter(|v| next[*v] != NONE && !reached[*v]) {
            let line = std::iter::successors(Some(root as u32), |v| Some(next[*v as usize]).filter(|v| *v != NONE));
            strands.push(line.map(|v| Point::from(mesh.vertices[v as usize])));
        }
        // what is on no line from a root goes round in a circle
        if strands.points.len() != mesh.edges.len() + strands.counts.len() {
            let mut on_line = vec![false; n];
            for root in (0..n).filter(|v| next[*v] != NONE && !reached[*v]) {
                let mut v = root as u32;
                while v != NONE {
                    on_line[v as usize] = true;
                    v = next[v as usize];
                }
            }
            let vertex = (0..n).find(|v| next[*v] != NONE && !on_line[*v]).unwrap_or(0);
            return Err(Problem::Curve { vertex, why: "is closed; a fibre has a root and a tip" });
        }
        match strands.counts.len() {
            0 => Err(Problem::Missing { what: "curves (lines of vertices)" }),
            _ => Ok(strands),
        }
    }

    /// The first strand and every so-manieth after it.
    pub fn every(&self, stride: u32) -> Self {
        let mut kept = Self::default();
        for range in self.ranges().step_by(stride.max(1) as usize) {
            kept.counts.push(range.len() as u32);
            kept.points.extend_from_slice(&self.points[range.clone()]);
            kept.thickness.extend(self.thickness.get(range).unwrap_or_default());
        }
        kept
    }

    /// The same curves cut into `segments` pieces of equal length each; thickness is interpolated.
    ///
    /// # Errors
    /// [`ShapeProblem::TooMany`] if there would be more pieces than a generator makes.
    pub fn resampled(&self, segments: u32) -> Result<Self, ShapeProblem> {
        affordable(
            "fewer `segments`, or only `every` so-manieth strand",
            &[self.counts.len().try_into().unwrap_or(u32::MAX), segments],
        )?;
        let mut all = Self::default();
        for range in self.ranges() {
            let points: Vec<Point> = self.points[range.clone()].iter().map(|p| Point::from(*p)).collect();
            let mut along = vec![0.0];
            for pair in points.windows(2) {
                along.push(along[along.len() - 1] + (pair[1] - pair[0]).norm());
            }
            let total = along[along.len() - 1];
            let mut k = 0;
            for i in 0..=segments {
                let s = total * f64::from(i) / f64::from(segments);
                while k + 2 < along.len() && along[k + 1] < s {
                    k += 1;
                }
                let length = along[k + 1] - along[k];
                let part = if length > 0.0 { ((s - along[k]) / length).clamp(0.0, 1.0) } else { 0.0 };
                all.points.push(points[k].lerp(&points[k + 1], part).into());
                if !self.thickness.is_empty() {
                    let [a, b] = [0, 1].map(|j| self.thickness[range.start + k + j]);
                    all.thickness.push(a + (b - a) * part);
                }
            }
            all.counts.push(segments + 1);
        }
        Ok(all)
    }

    /// Gives every strand a thickness that changes evenly along it, from root to tip.
    pub fn taper(&mut self, [root, tip]: [f64; 2]) {
        let mut thickness = Vec::with_capacity(self.points.len());
        for range in self.ranges() {
            let points = &self.points[range];
            let step = |i: usize| (Point::from(points[i]) - Point::from(points[i - 1])).norm();
            let total: f64 = (1..points.len()).map(step).sum();
            let mut along = 0.0;
            for i in 0..points.len() {
                along += if i > 0 { step(i) } else { 0.0 };
                thickness.push(root + (tip - root) * if total > 0.0 { along / total } else { 0.0 });
            }
        }
        self.thickness = thickness;
    }
}

/// Points of a straight line.
fn line(from: Point, direction: Point, length: f64, segments: u32) -> impl Iterator<Item = Point> {
    (0..=segments).map(move |i| from + direction * (length * f64::from(i) / f64::from(segments)))
}

/// Refuses more segments than a generator makes.
fn affordable(mend: &'static str, factors: &[u32]) -> Result<(), ShapeProblem> {
    super::shapes::affordable(mend, factors)
}
