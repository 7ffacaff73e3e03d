//! What strands are, as data and as text.

use std::fmt;

use serde::Serialize;

use super::{Point, Strands};
use crate::mesh::report::short;

/// Counts and ranges of strands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrandReport {
    /// Number of strands.
    pub strands: usize,
    /// Number of points of all of them.
    pub points: usize,
    /// Fewest and most segments of a strand.
    pub segments: [u32; 2],
    /// Length of the shortest and of the longest strand (m).
    pub length: [f64; 2],
    /// Smallest and largest thickness (m); none if it is not known, or not positive everywhere.
    pub thickness: Option<[f64; 2]>,
    /// Smallest and largest coordinates (m).
    pub bounding_box: [[f64; 3]; 2],
}

impl Strands {
    /// Looks them over.
    pub fn report(&self) -> StrandReport {
        let step = |pair: &[[f64; 3]]| (Point::from(pair[1]) - Point::from(pair[0])).norm();
        let lengths = self.ranges().map(|range| self.points[range].windows(2).map(step).sum());
        let coordinate = |c: usize| range(self.points.iter().map(|p| p[c]));
        let [x, y, z] = [0, 1, 2].map(coordinate);
        StrandReport {
            strands: self.counts.len(),
            points: self.points.len(),
            segments: [self.counts.iter().min(), self.counts.iter().max()].map(|n| n.map_or(0, |n| n - 1)),
            length: range(lengths),
            thickness: (!self.thickness.is_empty()).then(|| range(self.thickness.iter().copied())),
            bounding_box: [0, 1].map(|end| [x[end], y[end], z[end]]),
        }
    }
}

fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

impl fmt::Display for StrandReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |p: [f64; 3], between: &str| p.map(short).join(between);
        let [low, high] = self.bounding_box;
        writeln!(
            f,
            "{} strands, {} points, {} to {} segments each",
            self.strands, self.points, self.segments[0], self.segments[1]
        )?;
        writeln!(f, "length    {} to {} m", short(self.length[0]), short(self.length[1]))?;
        match self.thickness {
            Some([least, most]) => writeln!(f, "thickness {} to {} m", short(least), short(most))?,
            None => {
                writeln!(f, "thickness not given, or not positive everywhere; `fibres.thickness` of a scene gives it")?
            }
        }
        write!(f, "box       {} m from ({})", list(std::array::from_fn(|c| high[c] - low[c]), " x "), list(low, ", "))
    }
}
