//! Car-like shell: the surface of a grid box bent into hood, windscreen, roof and boot, with panels across its inside.
//!
//! Grid point (u, v, w) of the unit cube goes to x = length u, z between sill and top(u), y across a width that is smaller at
//! the ends and above the belt line. The shell has 2 (ab + bc + ca) + 2 vertices for a x b x c cells, each panel
//! (b - 1)(c - 1) more; [239, 97, 77] with three panels make 120 000.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "car",
    summary: "car-like shell of triangles along x, with panels across its inside",
    keys: &["size", "cells", "panels"],
    example: || Shape::Car(Car { size: [4.4, 1.8, 1.4], cells: [22, 9, 7], panels: 3 }),
};

/// Car-like shell of triangles. It is driven towards -x: the front is at x = 0, the sill at z = 0, centred in y.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Car {
    /// Length, width and height (m).
    pub size: [f64; 3],
    /// Number of cells along them.
    pub cells: [u32; 3],
    /// Number of panels across the inside.
    #[serde(default)]
    pub panels: u32,
}

/// 0 before a, 1 behind b, smooth between.
fn rise(x: f64, a: f64, b: f64) -> f64 {
    let u = ((x - a) / (b - a)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}

impl Car {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        self.size.iter().try_for_each(|l| positive("size", *l))?;
        self.cells.iter().try_for_each(|n| at_least("cells", *n, 2))?;
        let [a, b, c] = self.cells;
        affordable("fewer `cells`", &[a, b.max(c), 8])?;
        affordable("fewer `cells`", &[b, c, 4 + self.panels])?;
        if self.panels >= a {
            let allowed = "less than the first of `cells`";
            return Err(ShapeProblem::Choice { key: "panels", value: self.panels, allowed });
        }

        let mut mesh = Mesh::default();
        let sides = [a, b, c].map(|n| n as usize + 1);
        let mut number = vec![u32::MAX; sides.iter().product()];
        let at = |i: u32, j: u32, k: u32| (i as usize * sides[1] + j as usize) * sides[2] + k as usize;
        let panels: Vec<u32> = (1..=self.panels)
            .map(|p| {
                (f64::from(a) * f64::from(p) / f64::from(self.panels + 1)).round().clamp(1.0, f64::from(a - 1)) as u32
            })
            .collect();
        for i in 0..=a {
            for j in 0..=b {
                for k in 0..=c {
                    let skin = [(i, a), (j, b), (k, c)].iter().any(|(i, n)| *i == 0 || i == n);
                    if skin || panels.contains(&i) {
                        number[at(i, j, k)] = mesh.vertices.len() as u32;
                        let part = |i: u32, n: u32| f64::from(i) / f64::from(n);
                        mesh.vertices.push(self.place(part(i, a), part(j, b), part(k, c)));
                    }
                }
            }
        }
        // Quads with their corners in turn, seen from outside; diagonals change from cell to cell.
        let mut quad = |corners: [[u32; 3]; 4]| {
            let [p, q, r, s] = corners.map(|[i, j, k]| number[at(i, j, k)]);
            let even = corners[0].iter().sum::<u32>() % 2 == 0;
            mesh.triangles.extend(if even { [[p, q, r], [p, r, s]] } else { [[p, q, s], [q, r, s]] });
        };
        for j in 0..b {
            for k in 0..c {
                let face = |i| [[i, j, k], [i, j + 1, k], [i, j + 1, k + 1], [i, j, k + 1]];
                quad(face(a));
                let [p, q, r, s] = face(0);
                quad([p, s, r, q]);
                panels.iter().for_each(|i| quad(face(*i)));
            }
        }
        for i in 0..a {
            for k in 0..c {
                let face = |j| [[i, j, k], [i, j, k + 1], [i + 1, j, k + 1], [i + 1, j, k]];
                quad(face(b));
                let [p, q, r, s] = face(0);
                quad([p, s, r, q]);
            }
            for j in 0..b {
                let face = |k| [[i, j, k], [i + 1, j, k], [i + 1, j + 1, k], [i, j + 1, k]];
                quad(face(c));
                let [p, q, r, s] = face(0);
                quad([p, s, r, q]);
            }
        }
        Ok(mesh)
    }

    fn place(&self, u: f64, v: f64, w: f64) -> [f64; 3] {
        let [length, width, height] = self.size;
        // Hood, windscreen, roof, rear window, boot.
        let top = 0.58 + 0.06 * rise(u, 0.0, 0.25) + 0.36 * rise(u, 0.24, 0.44) - 0.30 * rise(u, 0.72, 0.92);
        let z = w * top;
        let ends = 1.0 - 0.12 * (1.0 - rise(u, 0.0, 0.12)) - 0.10 * rise(u, 0.9, 1.0);
        let belt = 1.0 - 0.20 * rise(z, 0.55, 1.05);
        // The nose and the rear lean: lower parts stand out.
        let lean = 0.03 * (1.0 - w) * (rise(u, 0.9, 1.0) - (1.0 - rise(u, 0.0, 0.1)));
        [length * (u + lean), (v - 0.5) * width * ends * belt, z * height]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_is_closed_and_outward_and_the_large_one_has_120_000_vertices() {
        let car = |cells, panels| Car { size: [4.4, 1.8, 1.4], cells, panels };
        let mesh = car([22, 9, 7], 0).build().expect("sensible numbers");
        let [a, b, c] = [22, 9, 7];
        assert_eq!(mesh.vertices.len(), 2 * (a * b + b * c + c * a) + 2);
        let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
        let directed: std::collections::HashSet<[u32; 2]> = mesh.triangles.iter().flat_map(sides).collect();
        assert_eq!(directed.len(), 3 * mesh.triangles.len());
        assert!(directed.iter().all(|[p, q]| directed.contains(&[*q, *p])));
        // Volume by the divergence theorem: positive, and below that of the box.
        let volume: f64 = (mesh.triangles.iter())
            .map(|t| {
                let [p, q, r] = t.map(|v| nalgebra::Vector3::from(mesh.vertices[v as usize]));
                p.dot(&q.cross(&r)) / 6.0
            })
            .sum();
        assert!((0.5..0.9).contains(&(volume / (4.4 * 1.8 * 1.4))), "{volume}");
        let large = car([239, 97, 77], 3);
        assert_eq!(large.build().expect("affordable").vertices.len(), 120_000);
    }
}
