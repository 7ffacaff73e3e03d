//! Fills a closed surface with tets of about one size: signed distance by the nearest triangle [baerentzen2005], then isosurface
//! stuffing [labelle2007]: angles between faces stay within [9.5, 161] degrees on anything that was tried, noise included, and within the paper's
//! [10.7, 164.8] where the surface is smooth. The surface of the tets is a manifold.
//!
//! The mesh follows the surface to O(size^2) where it is smooth; edges, corners and walls thinner than about a size are rounded off or
//! lost. For a graded mesh, or one that keeps sharp edges, bring a mesh of your own.

use crate::contact::MeshShape;
use crate::mechanics::Vec3;
use crate::mesh::{self, Mesh, shapes};
use crate::models::ModelError;

/// Most tets that are made.
pub const MOST_TETS: f64 = 5e6;
/// Tets in a cube of the lattice.
const TETS_A_CUBE: f64 = 12.0;
/// Triangles at which it is asked how often the surface winds around the points on both sides.
const PROBES: usize = 128;
/// Distance of these points from the triangle over the size of the surface: above rounding, below any wall.
const STEP: f64 = 1e-7;

/// A surface or a size that cannot be filled.
#[derive(Debug, thiserror::Error)]
pub enum TetrahedralizeError {
    /// No size.
    #[error("the size of tets is {size}; it must be a finite number greater than 0 (metres)")]
    Size {
        /// What was asked for (m).
        size: f64,
    },
    /// The file has no surface.
    #[error("the mesh has no triangles, so there is no surface to fill; give the closed surface of a body")]
    NoSurface,
    /// Open, not oriented, or with impossible numbers.
    #[error("{0}")]
    Surface(#[from] ModelError),
    /// The surface passes through itself or lies on itself.
    #[error(
        "the surface contradicts itself: it winds {inside} times around the inner side of triangle {triangle} and {outside} \
         times around its outer side, instead of 1 and 0; mend where it passes through itself"
    )]
    Crossing {
        /// The triangle, from 0.
        triangle: usize,
        /// Winding number just below it.
        inside: i64,
        /// Winding number just above it.
        outside: i64,
    },
    /// A size that would fill the memory.
    #[error(
        "a size of {size} m would make about {tets:.1e} tets, more than {MOST_TETS:.0e}; take a size above {least:.2e} m"
    )]
    TooMany {
        /// What was asked for (m).
        size: f64,
        /// How many there would be.
        tets: f64,
        /// The size that makes as many as are allowed.
        least: f64,
    },
    /// Nothing is left.
    #[error("a size of {size} m is too large for this surface: no tet fits into it; its box measures {extent:?} m")]
    TooLarge {
        /// What was asked for (m).
        size: f64,
        /// Sides of the box around the surface (m).
        extent: [f64; 3],
    },
}

/// Fills a closed surface; `size` is the side of the cubes of the lattice, and most edges measure 0.87 or 1 of it.
pub fn tetrahedralize(surface: &Mesh, size: f64) -> Result<Mesh, TetrahedralizeError> {
    if !(size > 0.0 && size.is_finite()) {
        return Err(TetrahedralizeError::Size { size });
    }
    if surface.triangles.is_empty() && surface.tets.is_empty() {
        return Err(TetrahedralizeError::NoSurface);
    }
    let shape = MeshShape::new(&surface.vertices, &surface.surface())?;
    let used = || shape.triangles().iter().flatten().map(|v| shape.vertices()[*v as usize]);
    let (low, high) = used().fold((Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)), |(low, high), x| {
        (low.inf(&x), high.sup(&x))
    });
    let extent = high - low;

    // What is filled counts, and so does the lattice around it, of which blocks of a few cubes are looked at.
    let volume: f64 = corners(&shape).map(|[a, b, c]| (a - low).dot(&(b - low).cross(&(c - low))) / 6.0).sum();
    let tets = TETS_A_CUBE * volume.max(extent.product() / 64.0) / size.powi(3);
    if !(tets <= MOST_TETS) {
        return Err(TetrahedralizeError::TooMany { size, tets, least: size * (tets / MOST_TETS).cbrt() });
    }
    not_crossing(&shape, extent.norm())?;

    let mesh = shapes::stuff_depth(size, [low, high], |p| -shape.distance(*p).value);
    if mesh.tets.is_empty() {
        return Err(TetrahedralizeError::TooLarge { size, extent: extent.into() });
    }
    Ok(mesh)
}

fn corners(shape: &MeshShape) -> impl Iterator<Item = [Vec3; 3]> {
    shape.triangles().iter().map(|t| t.map(|v| shape.vertices()[v as usize]))
}

/// A surface that bounds a body winds once around what is just below each of its triangles, and not around what is just above.
fn not_crossing(shape: &MeshShape, extent: f64) -> Result<(), TetrahedralizeError> {
    let stride = shape.triangles().len().div_ceil(PROBES);
    for (triangle, [a, b, c]) in corners(shape).enumerate().step_by(stride) {
        let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else { continue };
        let middle = (a + b + c) / 3.0;
        let [outside, inside] = [1.0, -1.0].map(|side| winding(shape, middle + normal * (side * STEP * extent)));
        if (inside, outside) != (1, 0) {
            return Err(TetrahedralizeError::Crossing { triangle, inside, outside });
        }
    }
    Ok(())
}

/// How often the surface winds around a point: the sum of the solid angles of its triangles over 4 pi,
/// tan(angle / 2) = a . (b x c) / (abc + (a . b) c + (b . c) a + (c . a) b). [vanoosterom1983]
fn winding(shape: &MeshShape, x: Vec3) -> i64 {
    let angles = corners(shape).map(|corners| {
        let [p, q, r] = corners.map(|corner| corner - x);
        let [a, b, c] = [p, q, r].map(|v| v.norm());
        let below = a * b * c + p.dot(&q) * c + q.dot(&r) * a + r.dot(&p) * b;
        2.0 * p.dot(&q.cross(&r)).atan2(below)
    });
    (angles.sum::<f64>() / (4.0 * std::f64::consts::PI)).round() as i64
}

/// Counts, volume and the range of angles between faces, one line.
pub fn describe(mesh: &Mesh) -> String {
    let [low, high] = mesh::quality::dihedral_range(mesh).unwrap_or([0.0; 2]);
    format!(
        "{} vertices, {} tets, volume {:.6e} m^3, angles between faces {low:.1} to {high:.1} degrees",
        mesh.vertices.len(),
        mesh.tets.len(),
        mesh.volume()
    )
}
