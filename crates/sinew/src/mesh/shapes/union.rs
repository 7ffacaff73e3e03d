//! Bodies made of simple parts: rods, beams and ellipsoids, joined where they overlap and filled with tets.
//!
//! depth(p) > 0 inside a part, < 0 outside, 0 on its surface; the depth of the union is the largest. It grows by about
//! one metre a metre near the surface, which is all that [`stuffing`](super::stuffing) asks of it.

use nalgebra::Vector3;

/// A point in space (m).
pub(super) type Point = Vector3<f64>;

/// One part of a union.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// A rod between two points with a radius at each: a cone with round ends.
    Rod { ends: [Point; 2], radii: [f64; 2] },
    /// A box along the line between two points; `side` is the direction of its width.
    Beam { ends: [Point; 2], side: Point, width: f64, height: f64 },
    /// An ellipsoid with its axes along x, y and z.
    Ellipsoid { center: Point, radii: Point },
}

impl Part {
    /// A rod of one radius.
    pub fn rod(a: Point, b: Point, radius: f64) -> Self {
        Part::Rod { ends: [a, b], radii: [radius; 2] }
    }

    /// Depth of a point below the surface.
    pub fn depth(&self, p: &Point) -> f64 {
        match self {
            Part::Rod { ends: [a, b], radii } => {
                let axis = b - a;
                let along = ((p - a).dot(&axis) / axis.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
                radii[0] + along * (radii[1] - radii[0]) - (p - a - axis * along).norm()
            }
            Part::Beam { ends: [a, b], side, width, height } => {
                let axis = b - a;
                let [along, across] = [axis.normalize(), side.normalize()];
                let q = p - (a + b) * 0.5;
                let lengths = [(axis.norm(), along), (*width, across), (*height, along.cross(&across))];
                lengths.iter().map(|(length, n)| 0.5 * length - q.dot(n).abs()).fold(f64::INFINITY, f64::min)
            }
            Part::Ellipsoid { center, radii } => (1.0 - (p - center).component_div(radii).norm()) * radii.min(),
        }
    }

    /// Corners of a box that holds the part.
    pub fn bounds(&self) -> [Point; 2] {
        let (middle, half) = match self {
            Part::Rod { ends: [a, b], radii } => {
                ((a + b) * 0.5, (b - a).abs() * 0.5 + Point::repeat(radii[0].max(radii[1])))
            }
            Part::Beam { ends: [a, b], side, width, height } => {
                let (along, across) = ((b - a).normalize(), side.normalize());
                let up = along.cross(&across);
                ((a + b) * 0.5, ((b - a).abs() + across.abs() * *width + up.abs() * *height) * 0.5)
            }
            Part::Ellipsoid { center, radii } => (*center, *radii),
        };
        [middle - half, middle + half]
    }

    /// The largest spacing of a lattice that fills the part without gaps.
    ///
    /// No point is farther than 0.56 spacings from a lattice vertex, and vertices less deep than 0.36 move onto the
    /// surface: a rod of radius 0.92 spacings keeps an inner vertex everywhere. Layers of vertices are half a spacing
    /// apart, so a plate needs 2 (0.25 + 0.36) only.
    pub fn resolution(&self) -> f64 {
        let (rod, plate) = (0.5 / 0.92, 0.5 / 0.61);
        match self {
            Part::Rod { radii, .. } => 2.0 * rod * radii[0].min(radii[1]),
            Part::Beam { ends: [a, b], width, height, .. } => {
                let mut sizes = [(b - a).norm(), *width, *height];
                sizes.sort_by(f64::total_cmp);
                (plate * sizes[0]).min(rod * sizes[1])
            }
            Part::Ellipsoid { radii, .. } => 2.0 * rod * radii.min(),
        }
    }
}
