//! A clamped beam 1 x 0.25 x 0.25 m of linear tetrahedra (five per cell, mirrored), density 1000, Poisson ratio 0.3.

use std::collections::BTreeMap;
use std::sync::Arc;

use sinew_math::sparse::{BlockMatrix, Pattern};

/// Free vertices only.
pub struct Beam {
    /// One mass per unknown.
    pub masses: Vec<f64>,
    /// The same as a matrix.
    pub mass: BlockMatrix,
    /// For Young's modulus 1.
    pub stiffness: BlockMatrix,
}

/// `cells` across, four times as many along: 12 cells (cells + 1)^2 unknowns.
pub fn beam(cells: usize) -> Beam {
    let (nx, ny) = (4 * cells, cells);
    let size = 0.25 / cells as f64;
    let vertex = |i: usize, j: usize, k: usize| i + (nx + 1) * (j + (ny + 1) * k);
    // x = 0 is clamped
    let free = |v: usize| (!v.is_multiple_of(nx + 1)).then(|| v - v / (nx + 1) - 1);
    let position = |v: usize| {
        let (i, rest) = (v % (nx + 1), v / (nx + 1));
        [i as f64 * size, (rest % (ny + 1)) as f64 * size, (rest / (ny + 1)) as f64 * size]
    };
    let mut tets = Vec::new();
    for i in 0..nx {
        for j in 0..ny {
            for k in 0..ny {
                let c = |b: usize| vertex(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2 & 1));
                let split = match (i + j + k) & 1 {
                    0 => [[0, 1, 2, 4], [3, 1, 2, 7], [5, 1, 4, 7], [6, 2, 4, 7], [1, 2, 4, 7]],
                    _ => [[1, 0, 3, 5], [2, 0, 3, 6], [4, 0, 5, 6], [7, 3, 5, 6], [0, 3, 5, 6]],
                };
                tets.extend(split.map(|t| t.map(c)));
            }
        }
    }
    let nodes = nx * (ny + 1) * (ny + 1);
    let pairs = tets.iter().flat_map(|t| {
        (0..16).filter_map(|ab| Some((free(t[ab / 4])? as u32, free(t[ab % 4])? as u32))).collect::<Vec<_>>()
    });
    let pattern = Arc::new(Pattern::new(nodes, pairs));
    let mut stiffness = BlockMatrix::new(pattern.clone());
    let mut vertex_mass: BTreeMap<usize, f64> = BTreeMap::new();
    let (mu, lambda) = (1.0 / 2.6, 0.3 / (1.3 * 0.4));
    for tet in &tets {
        let (gradients, volume) = gradients(tet.map(position));
        for a in 0..4 {
            *vertex_mass.entry(tet[a]).or_default() += 1000.0 * volume / 4.0;
            for b in 0..4 {
                let (Some(i), Some(j)) = (free(tet[a]), free(tet[b])) else { continue };
                if i > j {
                    continue;
                }
                let (ga, gb) = (gradients[a], gradients[b]);
                let product: f64 = (0..3).map(|c| ga[c] * gb[c]).sum();
                let block = stiffness.block_mut(pattern.slot(i as u32, j as u32).expect("built from these tets"));
                for r in 0..3 {
                    for c in 0..3 {
                        let identity = if r == c { product } else { 0.0 };
                        block[3 * r + c] += volume * (lambda * ga[r] * gb[c] + mu * (gb[r] * ga[c] + identity));
                    }
                }
            }
        }
    }
    let mut mass = BlockMatrix::new(pattern.clone());
    let mut masses = vec![0.0; 3 * nodes];
    for (v, m) in vertex_mass {
        if let Some(i) = free(v) {
            for c in 0..3 {
                masses[3 * i + c] = m;
                mass.block_mut(pattern.row(i).start)[4 * c] = m;
            }
        }
    }
    Beam { masses, mass, stiffness }
}

/// Gradients of the four shape functions, and the volume.
fn gradients(p: [[f64; 3]; 4]) -> ([[f64; 3]; 4], f64) {
    let d = |a: usize| [p[a][0] - p[0][0], p[a][1] - p[0][1], p[a][2] - p[0][2]];
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let (e1, e2, e3) = (d(1), d(2), d(3));
    let c = [cross(e2, e3), cross(e3, e1), cross(e1, e2)];
    let six: f64 = (0..3).map(|i| e1[i] * c[0][i]).sum();
    let g = c.map(|c| c.map(|x| x / six));
    let first = [0, 1, 2].map(|i| -(g[0][i] + g[1][i] + g[2][i]));
    ([first, g[0], g[1], g[2]], six.abs() / 6.0)
}
