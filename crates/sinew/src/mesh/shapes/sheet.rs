//! Rectangle of triangles at z = 0 with the edges of a cloth of springs [provot1995].
//!
//! Each cell is cut into two triangles, diagonals alternating. `edges` holds, one kind after the other, structural edges (sides of
//! cells), shear edges (both diagonals of cells) and bending edges (over two cells along a side): see [`Sheet::edges`].

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "sheet",
    summary: "rectangle of triangles at z = 0 from x = 0, centred in y, with structural, shear and bending edges",
    keys: &["size", "cells"],
    example: || Shape::Sheet(Sheet { size: [1.0, 1.0], cells: [8, 8] }),
};

/// Rectangle of triangles. It reaches from x = 0 to x = size[0], is centred in y, and looks towards +z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Edge lengths along x and y (m).
    pub size: [f64; 2],
    /// Number of cells along x and y.
    pub cells: [u32; 2],
}

/// The springs of a cloth, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetEdges {
    /// Sides of cells.
    pub structural: Vec<[u32; 2]>,
    /// Both diagonals of cells.
    pub shear: Vec<[u32; 2]>,
    /// From a vertex to the next but one along a side.
    pub bending: Vec<[u32; 2]>,
}

impl Sheet {
    /// The springs of the cloth, by kind. [`Mesh::edges`] of the built mesh holds them in this order.
    pub fn edges(&self) -> SheetEdges {
        let [nx, ny] = self.cells;
        let at = |i, j| self.index(i, j);
        let mut edges = SheetEdges::default();
        for i in 0..=nx {
            for j in 0..=ny {
                if i < nx {
                    edges.structural.push([at(i, j), at(i + 1, j)]);
                }
                if j < ny {
                    edges.structural.push([at(i, j), at(i, j + 1)]);
                }
                if i < nx && j < ny {
                    edges.shear.push([at(i, j), at(i + 1, j + 1)]);
                    edges.shear.push([at(i + 1, j), at(i, j + 1)]);
                }
                if i + 2 <= nx {
                    edges.bending.push([at(i, j), at(i + 2, j)]);
                }
                if j + 2 <= ny {
                    edges.bending.push([at(i, j), at(i, j + 2)]);
                }
            }
        }
        edges
    }

    fn index(&self, i: u32, j: u32) -> u32 {
        i * (self.cells[1] + 1) + j
    }

    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        self.size.iter().try_for_each(|&s| positive("size", s))?;
        self.cells.iter().try_for_each(|&c| at_least("cells", c, 1))?;
        let [nx, ny] = self.cells;
        // two triangles and about six edges per cell
        affordable("fewer `cells`", &[8, nx, ny])?;

        let mut mesh = Mesh::default();
        for i in 0..=nx {
            for j in 0..=ny {
                let x = f64::from(i) * (self.size[0] / f64::from(nx));
                mesh.vertices.push([x, f64::from(j) * (self.size[1] / f64::from(ny)) - 0.5 * self.size[1], 0.0]);
            }
        }
        for i in 0..nx {
            for j in 0..ny {
                let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| self.index(i, j));
                if (i + j) % 2 == 0 {
                    mesh.triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    mesh.triangles.extend([[a, b, d], [b, c, d]]);
                }
            }
        }
        let edges = self.edges();
        mesh.edges = [edges.structural, edges.shear, edges.bending].concat();
        Ok(mesh)
    }
}
