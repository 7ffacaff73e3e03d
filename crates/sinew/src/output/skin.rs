//! A fine surface carried by coarse tets: each of its vertices keeps its barycentric coordinates in one tet,
//! x = x_0 + sum_i w_i (x_i - x_0), so that every affine motion of the tets is followed exactly.
//!
//! A vertex outside all tets takes the nearest one, with weights beyond 0..1: it moves on as that tet would extend.

use rayon::prelude::*;

use super::nearest::TetGrid;
use crate::mechanics::{Mat3, Vec3};

/// A surface bound to the simulated vertices.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skin {
    /// Triangles, numbered within the skin.
    pub triangles: Vec<[u32; 3]>,
    /// What carries each of its vertices.
    pub bound: Vec<Binding>,
}

/// Barycentric coordinates of a point in a tet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Binding {
    /// Corners of the tet among the simulated vertices.
    pub corners: [u32; 4],
    /// Weights, with sum 1.
    pub weights: [f64; 4],
}

/// How many vertices of a skin lie outside all tets.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outside {
    /// Their number.
    pub count: usize,
    /// Distance of the farthest one (m).
    pub farthest: f64,
}

impl Skin {
    /// Binds a surface to tets at rest; `rest` holds the positions of all simulated vertices. There must be a tet.
    pub fn bind(vertices: &[[f64; 3]], triangles: Vec<[u32; 3]>, rest: &[f64], tets: &[[u32; 4]]) -> (Self, Outside) {
        let at = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
        let corners: Vec<[Vec3; 4]> = tets.iter().map(|t| t.map(at)).collect();
        let grid = TetGrid::new(&corners);
        let found: Vec<(Binding, f64)> = vertices
            .par_iter()
            .map(|p| {
                let p = Vec3::from(*p);
                let (tet, distance) = grid.nearest(&corners, p);
                (Binding { corners: tets[tet], weights: barycentric(&corners[tet], p) }, distance)
            })
            .collect();
        // On the surface itself rounding decides, and nobody wants to hear of it.
        let rounding = 1e-9 * grid.size();
        let outside = found
            .iter()
            .map(|(_, d)| *d)
            .filter(|d| *d > rounding)
            .fold(Outside::default(), |o, d| Outside { count: o.count + 1, farthest: o.farthest.max(d) });
        (Self { triangles, bound: found.into_iter().map(|(b, _)| b).collect() }, outside)
    }

    /// Appends the positions (or velocities) of the skin's vertices; `x` starts with simulated vertex `first`.
    pub fn draw(&self, x: &[f64], first: usize, out: &mut Vec<f64>) {
        let at = |v: u32| Vec3::from_column_slice(&x[3 * (v as usize - first)..3 * (v as usize - first) + 3]);
        for Binding { corners, weights } in &self.bound {
            let [p, q, r, s] = corners.map(at);
            let place = p + (q - p) * weights[1] + (r - p) * weights[2] + (s - p) * weights[3];
            out.extend_from_slice(place.as_slice());
        }
    }
}

/// Barycentric coordinates of a point in a tet with volume; any numbers with sum 1 outside.
pub fn barycentric(corners: &[Vec3; 4], p: Vec3) -> [f64; 4] {
    let edges = Mat3::from_columns(&[corners[1] - corners[0], corners[2] - corners[0], corners[3] - corners[0]]);
    let w = edges.try_inverse().map_or(Vec3::zeros(), |inverse| inverse * (p - corners[0]));
    [1.0 - w.x - w.y - w.z, w.x, w.y, w.z]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Shape;
    use crate::mesh::shapes::Block;

    fn random(seed: &mut u64) -> f64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn an_affine_motion_is_followed_and_the_rest_shape_kept() {
        let block = Block { size: [2.0, 1.0, 1.0], cells: [8, 4, 4], split: 5 };
        let mesh = Shape::Block(block).build().expect("a block");
        let rest: Vec<f64> = mesh.vertices.iter().flatten().copied().collect();
        let (low, high) = mesh.bounding_box().expect("it has vertices");
        let mut seed = 7;
        // Points inside and up to a fifth of the size outside.
        let points: Vec<[f64; 3]> = (0..3000)
            .map(|_| std::array::from_fn(|c| low[c] + (1.4 * random(&mut seed) - 0.2) * (high[c] - low[c])))
            .collect();
        let (skin, outside) = Skin::bind(&points, Vec::new(), &rest, &mesh.tets);
        let distance = |p: &[f64; 3]| {
            let off = |c: usize| (low[c] - p[c]).max(p[c] - high[c]).max(0.0);
            (off(0).powi(2) + off(1).powi(2) + off(2).powi(2)).sqrt()
        };
        let out: Vec<f64> = points.iter().map(distance).filter(|d| *d > 1e-9).collect();
        assert_eq!(outside.count, out.len());
        assert!((outside.farthest - out.iter().fold(0.0, |a: f64, b| a.max(*b))).abs() < 1e-12);

        let mut drawn = Vec::new();
        skin.draw(&rest, 0, &mut drawn);
        let worst = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
        assert!(worst(&drawn, points.as_flattened()) < 1e-12);

        let map = Mat3::new(1.2, 0.3, -0.1, 0.0, 0.8, 0.4, 0.2, -0.5, 1.1);
        let moved = |x: &[f64]| -> Vec<f64> {
            let at = |p: &[f64]| map * Vec3::from_column_slice(p) + Vec3::new(3.0, -1.0, 0.5);
            x.chunks(3).flat_map(|p| <[f64; 3]>::from(at(p))).collect()
        };
        drawn.clear();
        skin.draw(&moved(&rest), 0, &mut drawn);
        assert!(worst(&drawn, &moved(points.as_flattened())) < 1e-12);
    }
}
