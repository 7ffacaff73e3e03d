//! A round disk swept along a curve: the base of cylinder, torus and coil.
//!
//! The disk has `rings` rings; ring l has 6 l vertices, so there are 6 rings^2 triangles and none has two edges on the rim.
//! Each prism between two disks becomes three tets. The diagonal of the side over the edge (a, b), a < b, runs from a below
//! to b above, which makes the sides of neighbouring prisms match; every second layer is mirrored, so that the diagonals do
//! not wind around the axis.

use super::block::orient;
use crate::mesh::Mesh;

/// Tets of a sweep with this many rings and layers; a product for `affordable`.
pub(super) fn tets(rings: u32, layers: u32) -> [u32; 4] {
    [18, rings, rings, layers]
}

/// Points of the unit disk and its triangles, counter-clockwise.
fn disk(rings: u32) -> (Vec<[f64; 2]>, Vec<[u32; 3]>) {
    let mut points = vec![[0.0, 0.0]];
    for l in 1..=rings {
        for s in 0..6 * l {
            let (sine, cosine) = (std::f64::consts::TAU * f64::from(s) / f64::from(6 * l)).sin_cos();
            let radius = f64::from(l) / f64::from(rings);
            points.push([radius * cosine, radius * sine]);
        }
    }
    // vertex s of sector `sector` on ring l
    let at = |l: u32, sector: u32, s: u32| if l == 0 { 0 } else { 1 + 3 * l * (l - 1) + (sector * l + s) % (6 * l) };
    let mut triangles = Vec::new();
    for l in 0..rings {
        for sector in 0..6 {
            for s in 0..=l {
                triangles.push([at(l, sector, s), at(l + 1, sector, s), at(l + 1, sector, s + 1)]);
                if s < l {
                    triangles.push([at(l, sector, s), at(l + 1, sector, s + 1), at(l, sector, s + 1)]);
                }
            }
        }
    }
    (points, triangles)
}

/// Sweeps the disk: `place(layer, [u, v])` puts a point of the unit disk. A closed sweep joins the last layer to the first.
pub(super) fn sweep(rings: u32, layers: u32, closed: bool, place: impl Fn(u32, [f64; 2]) -> [f64; 3]) -> Mesh {
    let (points, triangles) = disk(rings);
    let stations = if closed { layers } else { layers + 1 };
    let mut mesh = Mesh::default();
    for layer in 0..stations {
        mesh.vertices.extend(points.iter().map(|&p| place(layer, p)));
    }
    let count = points.len() as u32;
    for layer in 0..layers {
        let (below, above) = (layer * count, (layer + 1) % stations * count);
        let (low, high) = if layer % 2 == 0 { (below, above) } else { (above, below) };
        for triangle in &triangles {
            let mut t = *triangle;
            t.sort_unstable();
            let [a, b, c] = t;
            mesh.tets.push([low + a, low + b, low + c, high + c]);
            mesh.tets.push([low + a, low + b, high + b, high + c]);
            mesh.tets.push([low + a, high + a, high + b, high + c]);
        }
    }
    orient(&mut mesh);
    mesh
}
