//! Ball of tets: the 20 tets between the centre and the faces of an icosahedron, each cut into cells^3 small ones.
//!
//! Lattice point (i, j, k) of the face A B C lies in layer l = i + j + k of n, at R (l / n) (iA + jB + kC) / |iA + jB + kC|.
//! Between the layers stand small tets and octahedra; each octahedron is cut along the diagonal that gives the best worst
//! quality. All tets touch the surface with a face at most, so none is flattened as in a mapped cube.

use super::{Shape, ShapeEntry, affordable, at_least, block::orient, positive};
use crate::mesh::{Mesh, ShapeProblem, quality};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "ball",
    summary: "ball of tets centred at the origin; 20 cells^3 tets",
    keys: &["radius", "cells"],
    example: || Shape::Ball(Ball { radius: 0.5, cells: 4 }),
};

/// Ball of tets, centred at the origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ball {
    /// Radius (m).
    pub radius: f64,
    /// Number of layers from the centre to the surface; there are 20 cells^3 tets.
    pub cells: u32,
}

const FACES: [[usize; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

impl Ball {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("radius", self.radius)?;
        at_least("cells", self.cells, 1)?;
        affordable("fewer `cells`", &[20, self.cells, self.cells, self.cells])?;

        let g = (1.0 + 5f64.sqrt()) / 2.0;
        let corners: [[f64; 3]; 12] = [
            [-1., g, 0.],
            [1., g, 0.],
            [-1., -g, 0.],
            [1., -g, 0.],
            [0., -1., g],
            [0., 1., g],
            [0., -1., -g],
            [0., 1., -g],
            [g, 0., -1.],
            [g, 0., 1.],
            [-g, 0., -1.],
            [-g, 0., 1.],
        ];
        let mut builder = Builder { ball: self, corners, mesh: Mesh::default(), known: HashMap::new() };
        for face in FACES {
            builder.wedge(face);
        }
        let mut mesh = builder.mesh;
        orient(&mut mesh);
        Ok(mesh)
    }
}

struct Builder<'a> {
    ball: &'a Ball,
    corners: [[f64; 3]; 12],
    mesh: Mesh,
    known: HashMap<[(usize, u32); 3], u32>,
}

impl Builder<'_> {
    /// Vertex with weights w on the corners of a face; faces that share it find the same one.
    fn vertex(&mut self, face: [usize; 3], w: [u32; 3]) -> u32 {
        let mut key: [(usize, u32); 3] = std::array::from_fn(|c| if w[c] == 0 { (12, 0) } else { (face[c], w[c]) });
        key.sort_unstable();
        let next = self.mesh.vertices.len() as u32;
        *self.known.entry(key).or_insert_with(|| {
            let mut p = [0.0; 3];
            for (corner, weight) in key.into_iter().filter(|k| k.1 > 0) {
                p.iter_mut().zip(self.corners[corner]).for_each(|(x, y)| *x += f64::from(weight) * y);
            }
            let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
            let layer: u32 = w.iter().sum();
            let radius = self.ball.radius * f64::from(layer) / f64::from(self.ball.cells);
            self.mesh.vertices.push(if layer == 0 { p } else { p.map(|x| x * radius / norm) });
            next
        })
    }

    /// The tet between the centre and one face, cut into cells^3 tets.
    fn wedge(&mut self, face: [usize; 3]) {
        let n = self.ball.cells;
        for l in 0..n {
            for i in 0..=l {
                for j in 0..=l - i {
                    let base = [i, j, l - i - j];
                    // corners of the little parallelepiped at `base`, stepping 1 along some of the three corners
                    let step = |s: [u32; 3]| std::array::from_fn(|c| base[c] + s[c]);
                    let mut at = |s| self.vertex(face, step(s));
                    let (o, a, b, c) = (at([0, 0, 0]), at([1, 0, 0]), at([0, 1, 0]), at([0, 0, 1]));
                    self.mesh.tets.push([o, a, b, c]);
                    if l + 1 < n {
                        let mut at = |s| self.vertex(face, step(s));
                        let (ab, bc, ca) = (at([1, 1, 0]), at([0, 1, 1]), at([1, 0, 1]));
                        self.octahedron([[a, bc], [b, ca], [c, ab]]);
                        if l + 2 < n {
                            let abc = self.vertex(face, step([1, 1, 1]));
                            self.mesh.tets.push([abc, ab, bc, ca]);
                        }
                    }
                }
            }
        }
    }

    /// Four tets around the best of the three diagonals; the first wins ties.
    fn octahedron(&mut self, diagonals: [[u32; 2]; 3]) {
        let around = |d: usize| {
            let ([p, q], [a, b], [c, e]) = (diagonals[d], diagonals[(d + 1) % 3], diagonals[(d + 2) % 3]);
            [[p, q, a, c], [p, q, c, b], [p, q, b, e], [p, q, e, a]]
        };
        let worst = |tets: &[[u32; 4]; 4]| {
            tets.iter().map(|t| quality::radius_ratio(&self.mesh.corners(t))).fold(f64::INFINITY, f64::min)
        };
        let (_, best) = (1..3).map(around).fold((worst(&around(0)), around(0)), |best, tets| {
            let q = worst(&tets);
            if q > best.0 * (1.0 + 1e-9) { (q, tets) } else { best }
        });
        self.mesh.tets.extend(best);
    }
}
