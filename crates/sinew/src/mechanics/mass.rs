//! The mass matrix M, lumped (diagonal) or consistent (linear shape functions of tetrahedra).
//!
//! Consistent mass of a tet of mass m: M_ab = m/20 (1 + delta_ab) I. A consistent matrix has `apply` and `norm`
//! but no `solve`: schemes that need M^-1 ask for [`Mass::lumped`] and are refused by name when there is none.

use std::sync::Arc;

use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{dot, for_each_part, sum_indexed};
use sinew_math::sparse::{BlockMatrix, GeneralMatrix, NOT_FREE, Pattern};

/// M of the free vertices (or of all vertices).
#[derive(Debug, Clone)]
pub enum Mass {
    /// Diagonal.
    Lumped(LumpedMass),
    /// One scalar per coupled pair of vertices, times the 3x3 identity.
    Consistent(ConsistentMass),
}

/// One mass per vertex.
#[derive(Debug, Clone)]
pub struct LumpedMass {
    masses: Vec<f64>,
}

/// Scalars on the upper triangle of a pattern.
#[derive(Debug, Clone)]
pub struct ConsistentMass {
    pattern: Arc<Pattern>,
    values: Vec<f64>,
}

impl LumpedMass {
    /// Mass of each vertex in kilograms.
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// x = M^-1 b
    pub fn solve(&self, b: &[f64], x: &mut [f64]) {
        for (i, m) in self.masses.iter().enumerate() {
            for c in 3 * i..3 * i + 3 {
                x[c] = b[c] / m;
            }
        }
    }
}

impl LinearOperator for Mass {
    fn dim(&self) -> usize {
        match self {
            Mass::Lumped(m) => 3 * m.masses.len(),
            Mass::Consistent(m) => 3 * m.pattern.nodes(),
        }
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        Mass::apply(self, x, y);
    }
}

impl Mass {
    /// Diagonal mass, one value per vertex.
    pub fn from_masses(masses: Vec<f64>) -> Self {
        Mass::Lumped(LumpedMass { masses })
    }

    /// Point masses plus consistent tets, restricted to the vertices with a row in `free`.
    pub fn consistent(pattern: Arc<Pattern>, free: &[u32], points: &[f64], tets: &[([u32; 4], f64)]) -> Self {
        let mut values = vec![0.0; pattern.blocks()];
        let mut add = |a: u32, b: u32, m: f64| {
            let (i, j) = (free[a as usize], free[b as usize]);
            if i != NOT_FREE && j != NOT_FREE {
                values[pattern.slot(i.min(j), i.max(j)).expect("tets are in the pattern")] += m;
            }
        };
        for (v, m) in points.iter().enumerate() {
            add(v as u32, v as u32, *m);
        }
        for (tet, mass) in tets {
            for a in 0..4 {
                add(tet[a], tet[a], mass / 10.0);
                for b in a + 1..4 {
                    add(tet[a], tet[b], mass / 20.0);
                }
            }
        }
        Mass::Consistent(ConsistentMass { pattern, values })
    }

    /// The diagonal mass, if it is one.
    pub fn lumped(&self) -> Option<&LumpedMass> {
        match self {
            Mass::Lumped(m) => Some(m),
            Mass::Consistent(_) => None,
        }
    }

    /// out = M v
    pub fn apply(&self, v: &[f64], out: &mut [f64]) {
        match self {
            Mass::Lumped(m) => for_each_part(out, |first, out| {
                let own = v[first..].chunks_exact(3).zip(&m.masses[first / 3..]);
                for (out, (v, m)) in out.chunks_exact_mut(3).zip(own) {
                    (0..3).for_each(|c| out[c] = m * v[c]);
                }
            }),
            Mass::Consistent(m) => {
                out.fill(0.0);
                for i in 0..m.pattern.nodes() {
                    for slot in m.pattern.row(i) {
                        let j = m.pattern.columns()[slot] as usize;
                        for c in 0..3 {
                            out[3 * i + c] += m.values[slot] * v[3 * j + c];
                            if i != j {
                                out[3 * j + c] += m.values[slot] * v[3 * i + c];
                            }
                        }
                    }
                }
            }
        }
    }

    /// v^T M v
    pub fn norm_squared(&self, v: &[f64]) -> f64 {
        match self {
            Mass::Lumped(m) => sum_indexed(m.masses.len(), |i| {
                m.masses[i] * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2])
            }),
            Mass::Consistent(_) => {
                let mut mv = vec![0.0; v.len()];
                self.apply(v, &mut mv);
                dot(v, &mv)
            }
        }
    }

    /// out -= M v
    pub fn subtract(&self, v: &[f64], out: &mut [f64]) {
        self.entries(&mut |i, j, m| {
            for c in 0..3 {
                out[3 * i as usize + c] -= m * v[3 * j as usize + c];
                if i != j {
                    out[3 * j as usize + c] -= m * v[3 * i as usize + c];
                }
            }
        });
    }

    /// Sum of all masses in kilograms.
    pub fn total(&self) -> f64 {
        match self {
            Mass::Lumped(m) => m.masses.iter().sum(),
            Mass::Consistent(m) => (0..m.pattern.nodes())
                .flat_map(|i| m.pattern.row(i).enumerate())
                .map(|(k, slot)| m.values[slot] * if k == 0 { 1.0 } else { 2.0 })
                .sum(),
        }
    }

    /// a += weight M
    pub fn add_to(&self, weight: f64, a: &mut BlockMatrix) {
        let pattern = a.pattern().clone();
        for_each_part(a.values_mut(), |first, part| {
            let slots = first / 9..(first + part.len()) / 9;
            let mut add = |slot: usize, m: f64| {
                for c in [0, 4, 8] {
                    part[9 * slot - first + c] += weight * m;
                }
            };
            match self {
                Mass::Lumped(m) => {
                    let rows = pattern.row_from(slots.start)..pattern.row_from(slots.end).min(pattern.nodes());
                    rows.for_each(|i| add(pattern.row(i).start, m.masses[i]));
                }
                Mass::Consistent(m) => slots.for_each(|slot| add(slot, m.values[slot])),
            }
        });
    }

    /// a += weight M, into both triangles
    pub fn add_to_general(&self, weight: f64, a: &mut GeneralMatrix) {
        let pattern = a.pattern().clone();
        let (upper, lower) = a.triangles_mut();
        let add = |triangle: &mut [f64], slot: usize, m: f64| {
            for c in [0, 4, 8] {
                triangle[9 * slot + c] += weight * m;
            }
        };
        match self {
            Mass::Lumped(m) => {
                for (i, m) in m.masses.iter().enumerate() {
                    add(upper, pattern.row(i).start, *m);
                }
            }
            Mass::Consistent(m) => {
                for i in 0..pattern.nodes() {
                    let diagonal = pattern.row(i).start;
                    for slot in pattern.row(i) {
                        add(upper, slot, m.values[slot]);
                        if slot != diagonal {
                            add(lower, slot, m.values[slot]);
                        }
                    }
                }
            }
        }
    }

    /// Calls `visit(i, j, m)` for the upper triangle, i <= j, of the matrix of scalars that M = (m) x I is made of.
    pub fn entries(&self, visit: &mut dyn FnMut(u32, u32, f64)) {
        match self {
            Mass::Lumped(m) => m.masses.iter().enumerate().for_each(|(i, m)| visit(i as u32, i as u32, *m)),
            Mass::Consistent(m) => {
                for i in 0..m.pattern.nodes() {
                    for slot in m.pattern.row(i) {
                        visit(i as u32, m.pattern.columns()[slot], m.values[slot]);
                    }
                }
            }
        }
    }

    /// Row sums: the mass that each vertex carries.
    pub fn vertex_masses(&self) -> Vec<f64> {
        match self {
            Mass::Lumped(m) => m.masses.clone(),
            Mass::Consistent(m) => {
                let mut sums = vec![0.0; m.pattern.nodes()];
                for i in 0..m.pattern.nodes() {
                    for slot in m.pattern.row(i) {
                        let j = m.pattern.columns()[slot] as usize;
                        sums[i] += m.values[slot];
                        if i != j {
                            sums[j] += m.values[slot];
                        }
                    }
                }
                sums
            }
        }
    }
}
