//! Electricity pylon of edges: a square mast of triangulated storeys, a peak, arms to both sides, and strings of insulators.
//!
//! Each storey has four legs, a ring and one diagonal a side, all winding the same way: as many bars as its joints have freedoms,
//! so the mast is rigid once its feet are held and its last ring has a diagonal. An arm is a box of four joints and a tip; a string is
//! a chain that hangs from the tip and swings. The half width at height z is w_top + (w_base - w_top) (1 - z/H)^2.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "pylon",
    summary: "electricity pylon of edges on z = 0: mast, arms along x, strings of insulators",
    keys: &["height", "base", "top", "storeys", "arms", "reach", "insulators"],
    example: || {
        Shape::Pylon(Pylon { height: 30.0, base: 6.0, top: 1.2, storeys: 12, arms: 2, reach: 5.0, insulators: 4 })
    },
};

/// Electricity pylon of edges. It stands on z = 0, centred in x and y; its arms point along x.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pylon {
    /// Height of the mast without its peak (m).
    pub height: f64,
    /// Side of the square at the bottom (m).
    pub base: f64,
    /// Side of the square at the top (m).
    pub top: f64,
    /// Number of storeys of the mast.
    pub storeys: u32,
    /// Pairs of arms, in the upper third of the mast.
    pub arms: u32,
    /// Length of an arm from the mast to its tip (m).
    pub reach: f64,
    /// Joints of the string that hangs from each tip.
    pub insulators: u32,
}

const CORNERS: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

impl Pylon {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        for (key, value) in [("height", self.height), ("base", self.base), ("top", self.top), ("reach", self.reach)] {
            positive(key, value)?;
        }
        // every pair of arms has a storey of its own, with one between
        at_least("storeys", self.storeys, self.arms.saturating_mul(6).max(2))?;
        affordable("fewer `storeys`", &[12, self.storeys])?;
        affordable("fewer `arms` or `insulators`", &[2, self.arms, self.insulators])?;
        let mut mesh = Mesh::default();
        let storey = self.height / f64::from(self.storeys);
        for level in 0..=self.storeys {
            let rest = 1.0 - f64::from(level) / f64::from(self.storeys);
            let half = 0.5 * (self.top + (self.base - self.top) * rest * rest);
            let ring = 4 * level;
            mesh.vertices.extend(CORNERS.map(|[x, y]| [half * x, half * y, storey * f64::from(level)]));
            mesh.edges.extend((0..4).map(|i| [ring + i, ring + (i + 1) % 4]));
            if level > 0 {
                mesh.edges.extend((0..4).flat_map(|i| [[ring - 4 + i, ring + i], [ring - 4 + i, ring + (i + 1) % 4]]));
            }
        }
        let last = 4 * self.storeys;
        mesh.edges.push([last, last + 2]);
        let peak = vertex(&mut mesh, [0.0, 0.0, self.height + 2.0 * storey]);
        mesh.edges.extend((0..4).map(|i| [last + i, peak]));
        for arm in 0..self.arms {
            // spread over the upper third
            let below = self.storeys - 1 - arm * (self.storeys / 3) / self.arms.max(1);
            [1.0, -1.0].into_iter().for_each(|side| self.arm(&mut mesh, 4 * below, side));
        }
        Ok(mesh)
    }

    /// An arm on the side of the storey whose lower ring begins at vertex `ring`, with its string.
    fn arm(&self, mesh: &mut Mesh, ring: u32, side: f64) {
        let root =
            if side > 0.0 { [ring + 1, ring + 2, ring + 6, ring + 5] } else { [ring, ring + 3, ring + 7, ring + 4] };
        let at = |mesh: &Mesh, v: u32| mesh.vertices[v as usize];
        let [low, high] = [at(mesh, root[0]), at(mesh, root[3])];
        let tip = [low[0] + side * self.reach, 0.0, low[2] + 0.3 * (high[2] - low[2])];
        let middle = root.map(|v| {
            let p = at(mesh, v);
            vertex(mesh, std::array::from_fn(|c| 0.55 * p[c] + 0.45 * tip[c]))
        });
        for i in 0..4 {
            let next = (i + 1) % 4;
            mesh.edges.extend([[root[i], middle[i]], [root[i], middle[next]], [middle[i], middle[next]]]);
        }
        mesh.edges.push([middle[0], middle[2]]);
        let tip = vertex(mesh, tip);
        mesh.edges.extend(middle.map(|v| [v, tip]));
        let (link, mut above) = (0.3 * self.reach / f64::from(self.insulators.max(1)), tip);
        for _ in 0..self.insulators {
            let [x, y, z] = at(mesh, above);
            let disc = vertex(mesh, [x, y, z - link]);
            mesh.edges.push([above, disc]);
            above = disc;
        }
    }
}

fn vertex(mesh: &mut Mesh, position: [f64; 3]) -> u32 {
    mesh.vertices.push(position);
    (mesh.vertices.len() - 1) as u32
}
