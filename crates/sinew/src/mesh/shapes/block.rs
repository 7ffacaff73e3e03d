//! Box of tets: a grid of cells, each split into 5 or 6 tets, neighbouring cells mirrored so that faces match.
//!
//! The 5-split has one regular and four corner tets per cubic cell (q = 1 and 0.65) and no preferred direction over two
//! cells; the 6-split [kuhn1960] gives all tets the same volume. Use 5 unless the equal volumes matter.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem, quality};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "block",
    summary: "box of tets from x = 0, centred in y and z; cells split into 5 or 6 tets",
    keys: &["size", "cells", "split"],
    example: || Shape::Block(Block { size: [1.0, 0.25, 0.25], cells: [8, 2, 2], split: 5 }),
};

/// Box of tets. It reaches from x = 0 to x = size[0] and is centred in y and z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Edge lengths along x, y, z (m).
    pub size: [f64; 3],
    /// Number of cells along x, y, z.
    pub cells: [u32; 3],
    /// Tets per cell: 5 or 6.
    #[serde(default = "five")]
    pub split: u32,
}

fn five() -> u32 {
    5
}

// corner number of a cell: 4 a + 2 b + c for the offsets (a, b, c) along x, y, z
const EVEN: [[usize; 4]; 5] = [[0, 3, 5, 6], [1, 0, 3, 5], [2, 0, 3, 6], [4, 0, 5, 6], [7, 3, 5, 6]];
const ODD: [[usize; 4]; 5] = [[1, 2, 4, 7], [0, 1, 2, 4], [3, 1, 2, 7], [5, 1, 4, 7], [6, 2, 4, 7]];
// the six monotone paths from corner 0 to corner 7
const PATHS: [[usize; 4]; 6] = [[0, 4, 6, 7], [0, 4, 5, 7], [0, 2, 6, 7], [0, 2, 3, 7], [0, 1, 5, 7], [0, 1, 3, 7]];

impl Block {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        self.size.iter().try_for_each(|&s| positive("size", s))?;
        self.cells.iter().try_for_each(|&c| at_least("cells", c, 1))?;
        if self.split != 5 && self.split != 6 {
            return Err(ShapeProblem::Choice { key: "split", value: self.split, allowed: "5 or 6" });
        }
        let [nx, ny, nz] = self.cells;
        affordable("fewer `cells`", &[nx, ny, nz, self.split])?;

        let mut mesh = Mesh::default();
        let at = |i: u32, c: usize| f64::from(i) * (self.size[c] / f64::from(self.cells[c]));
        for i in 0..=nx {
            for j in 0..=ny {
                for k in 0..=nz {
                    mesh.vertices.push([at(i, 0), at(j, 1) - 0.5 * self.size[1], at(k, 2) - 0.5 * self.size[2]]);
                }
            }
        }
        let index = |i, j, k| (i * (ny + 1) + j) * (nz + 1) + k;
        for i in 0..nx {
            for j in 0..ny {
                for k in 0..nz {
                    let corner = |q: usize| index(i + (q as u32 >> 2), j + (q as u32 >> 1 & 1), k + (q as u32 & 1));
                    if self.split == 5 {
                        let five = if (i + j + k) % 2 == 0 { EVEN } else { ODD };
                        mesh.tets.extend(five.map(|tet| tet.map(corner)));
                    } else {
                        // flipping a bit of the corner number mirrors the cell
                        let mirror = (4 * (i % 2) + 2 * (j % 2) + k % 2) as usize;
                        mesh.tets.extend(PATHS.map(|tet| tet.map(|q| corner(q ^ mirror))));
                    }
                }
            }
        }
        orient(&mut mesh);
        Ok(mesh)
    }
}

/// Swaps two corners of negative tets.
pub(super) fn orient(mesh: &mut Mesh) {
    let vertices = &mesh.vertices;
    for tet in &mut mesh.tets {
        if quality::volume(&tet.map(|i| vertices[i as usize])) < 0.0 {
            tet.swap(1, 2);
        }
    }
}
