//! Molecule of helices along x, after the alpha helix: per residue N, CA, CB, C and O, 1.5 angstroms on and 100 degrees round.
//!
//! Atom k of residue j stands at radius r_k, angle phi_k + 100 j degrees and z_k + 1.5 j angstroms along the axis, with textbook
//! values whose bonds (N-CA, CA-CB, CA-C, C-O, C-N of the next) are 1.26 to 1.55 angstroms long; all other atoms are 2.3
//! angstroms apart or more. Several strands stand side by side on a hexagonal grid, each turned by the golden angle against the
//! one before. Sizes are those of nature, in metres; `scale` of the body makes them any other.

use super::{Shape, ShapeEntry, affordable, at_least, positive};
use crate::mesh::{Mesh, ShapeProblem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: ShapeEntry = ShapeEntry {
    name: "molecule",
    summary: "helices of atoms along x, of natural size, with their bonds as edges and their masses",
    keys: &["atoms", "strands", "spacing"],
    example: || Shape::Molecule(Molecule { atoms: 120, strands: 1, spacing: 1e-9 }),
};

/// Helices of atoms along x from x = 0, centred in y and z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Molecule {
    /// Number of atoms in all.
    pub atoms: u32,
    /// Number of helices, which share the atoms.
    #[serde(default = "one")]
    pub strands: u32,
    /// Distance of neighbouring axes (m).
    #[serde(default = "apart")]
    pub spacing: f64,
}

fn one() -> u32 {
    1
}

fn apart() -> f64 {
    1e-9
}

/// Radius (angstroms), angle (degrees), place along the axis (angstroms), mass (u), and the atom of the residue to which it
/// is bonded; the first is bonded to the C of the residue before.
const RESIDUE: [(f64, f64, f64, f64, usize); 5] = [
    (1.57, -27.8, 0.0, 14.007, 3),
    (2.28, 0.0, 0.87, 12.011, 0),
    (3.81, 0.0, 0.87, 12.011, 1),
    (1.68, 26.4, 1.98, 12.011, 1),
    (2.05, 22.6, 3.18, 15.999, 3),
];
const RISE: f64 = 1.5;
const TURN: f64 = 100.0;
const GOLDEN_TURN: f64 = 137.507_764;
const ANGSTROM: f64 = 1e-10;
const UNIT: f64 = 1.660_539_07e-27;

impl Molecule {
    pub(super) fn build(&self) -> Result<Mesh, ShapeProblem> {
        positive("spacing", self.spacing)?;
        at_least("strands", self.strands, 1)?;
        at_least("atoms", self.atoms, self.strands.saturating_mul(2))?;
        affordable("fewer `atoms`", &[self.atoms])?;

        let mut mesh = Mesh::default();
        let axes = hexagonal(self.strands as usize, self.spacing);
        for (strand, [y, z]) in axes.into_iter().enumerate() {
            let first = mesh.vertices.len() as u32;
            let share = self.atoms / self.strands + u32::from((strand as u32) < self.atoms % self.strands);
            for k in 0..share {
                let (residue, kind) = (k / 5, (k % 5) as usize);
                let (radius, angle, along, mass, partner) = RESIDUE[kind];
                let turn = (angle + TURN * f64::from(residue) + GOLDEN_TURN * strand as f64).to_radians();
                let x = (along + RISE * f64::from(residue)) * ANGSTROM;
                let r = radius * ANGSTROM;
                mesh.vertices.push([x, y + r * turn.cos(), z + r * turn.sin()]);
                mesh.masses.push(mass * UNIT);
                if k > 0 {
                    let residue = if kind == 0 { residue - 1 } else { residue };
                    mesh.edges.push([first + 5 * residue + partner as u32, first + k]);
                }
            }
        }
        Ok(mesh)
    }
}

/// The n points of a hexagonal grid nearest to the origin, moved so that their mean is there.
fn hexagonal(n: usize, spacing: f64) -> Vec<[f64; 2]> {
    let reach = (n as f64).sqrt().ceil() as i64;
    let mut points: Vec<[f64; 2]> = (-reach..=reach)
        .flat_map(|i| (-reach..=reach).map(move |j| [i as f64 + 0.5 * j as f64, 0.75f64.sqrt() * j as f64]))
        .collect();
    let size = |p: &[f64; 2]| p[0] * p[0] + p[1] * p[1];
    // Stable, and distances told apart to 1e-6: points of one ring stay in the order in which they were made.
    points.sort_by_key(|p| (size(p) * 1e6).round() as i64);
    points.truncate(n);
    let mean = [0, 1].map(|c| points.iter().map(|p| p[c]).sum::<f64>() / n as f64);
    points.into_iter().map(|p| [0, 1].map(|c| spacing * (p[c] - mean[c]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::geometry::{length, minus};

    #[test]
    fn bonds_have_the_lengths_of_nature_and_every_strand_hangs_together() {
        for (atoms, strands) in [(1372, 2), (1732, 7), (2994, 4), (11, 1)] {
            let mesh = Molecule { atoms, strands, spacing: 1e-9 }.build().expect("sensible numbers");
            assert_eq!((mesh.vertices.len(), mesh.masses.len()), (atoms as usize, atoms as usize));
            assert_eq!(mesh.edges.len(), (atoms - strands) as usize);
            assert_eq!(mesh.parts().len(), strands as usize);
            let long = |e: &[u32; 2]| length(minus(mesh.vertices[e[0] as usize], mesh.vertices[e[1] as usize]));
            for edge in &mesh.edges {
                assert!((1.2e-10..1.6e-10).contains(&long(edge)), "{edge:?}: {}", long(edge));
            }
        }
    }
}
