//! The clamped beam of linear tetrahedra as a matrix: cubic cells of 5 tets, neighbours mirrored, 1 x 0.25 x 0.25 m.

use std::sync::Arc;

use nalgebra::{Matrix3, SMatrix, Vector3};
use sinew_math::sparse::{BlockMatrix, BlockScatter, GeneralMatrix, GeneralScatter, NOT_FREE, Pattern};

#[allow(dead_code)] // shared by the bench and the tests, each reads its share
/// Tets, free numbering and element stiffness of the beam for E = 1 Pa.
pub struct Beam {
    pub pattern: Arc<Pattern>,
    pub tets: Vec<[u32; 4]>,
    pub free: Vec<u32>,
    pub scatter: BlockScatter,
    pub element_blocks: Vec<f64>,
    pub masses: Vec<f64>,
    /// Gradients of the shape functions and volume of each tet.
    pub shapes: Vec<([Vector3<f64>; 4], f64)>,
}

const POISSON: f64 = 0.45;
const MU: f64 = 0.5 / (1.0 + POISSON);

impl Beam {
    pub fn new(nx: usize, ny: usize, nz: usize) -> Self {
        let at = |x: usize, y: usize, z: usize| ((z * (ny + 1) + y) * (nx + 1) + x) as u32;
        let mut points = Vec::new();
        for z in 0..=nz {
            for y in 0..=ny {
                for x in 0..=nx {
                    let [x, y, z] = [x, y, z].map(|i| i as f64);
                    points.push(Vector3::new(x / nx as f64, 0.25 * y / ny as f64, 0.25 * z / nz as f64));
                }
            }
        }
        let mut tets = Vec::new();
        for z in 0..nz {
            for y in 0..ny {
                for x in 0..nx {
                    let c: Vec<u32> = (0..8).map(|k| at(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2))).collect();
                    let even = [[0, 1, 2, 4], [3, 2, 1, 7], [5, 4, 7, 1], [6, 7, 4, 2], [1, 2, 4, 7]];
                    let flip = if (x + y + z) % 2 == 0 { 0 } else { 1 };
                    tets.extend(even.map(|t: [usize; 4]| t.map(|k| c[k ^ flip])));
                }
            }
        }
        let mut free = vec![NOT_FREE; points.len()];
        let mut count = 0;
        for (v, p) in points.iter().enumerate() {
            if p.x > 0.0 {
                free[v] = count;
                count += 1;
            }
        }
        let mut pairs = Vec::new();
        for t in &tets {
            for a in 0..4 {
                for b in a + 1..4 {
                    let (i, j) = (free[t[a] as usize], free[t[b] as usize]);
                    if i != NOT_FREE && j != NOT_FREE {
                        pairs.push((i, j));
                    }
                }
            }
        }
        let pattern = Arc::new(Pattern::new(count as usize, pairs));
        let stencils: Vec<u32> = tets.iter().flatten().copied().collect();
        let scatter = BlockScatter::new(&pattern, &free, &stencils, 4);
        let (mu, lambda) = (MU, POISSON / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON)));
        let mut shapes = Vec::new();
        let mut element_blocks = Vec::new();
        let mut masses = vec![0.0; count as usize];
        for t in &tets {
            let p = t.map(|v| points[v as usize]);
            let dm = Matrix3::from_columns(&[p[1] - p[0], p[2] - p[0], p[3] - p[0]]);
            let volume = dm.determinant().abs() / 6.0;
            let inverse = dm.try_inverse().expect("cells have volume");
            let g: Vec<Vector3<f64>> = (0..3).map(|r| inverse.row(r).transpose()).collect();
            let g = [-(g[0] + g[1] + g[2]), g[0], g[1], g[2]];
            shapes.push((g, volume));
            for a in 0..4 {
                if free[t[a] as usize] != NOT_FREE {
                    masses[free[t[a] as usize] as usize] += 1000.0 * volume / 4.0;
                }
                for b in a..4 {
                    let k = (g[a] * g[b].transpose() * lambda
                        + g[b] * g[a].transpose() * mu
                        + Matrix3::identity() * (mu * g[a].dot(&g[b])))
                        * volume;
                    element_blocks.extend(k.transpose().iter());
                }
            }
        }
        Self { pattern, tets, free, scatter, element_blocks, masses, shapes }
    }

    /// M + h^2 K
    pub fn system(&self, young: f64, h: f64) -> BlockMatrix {
        let mut a = BlockMatrix::new(self.pattern.clone());
        self.scatter.add(&self.element_blocks, &mut a);
        a.values_mut().iter_mut().for_each(|v| *v *= young * h * h);
        for (i, m) in self.masses.iter().enumerate() {
            let slot = self.pattern.row(i).start;
            for c in 0..3 {
                a.block_mut(slot)[4 * c] += m;
            }
        }
        a
    }

    /// M + h^2 (K + S) with S = B^T W B, where W turns each strain into another one of `skew` times the size: the
    /// symmetric part is that of [`Self::system`], and S is bounded by `skew` K at any stiffness.
    #[allow(dead_code)]
    pub fn skewed(&self, young: f64, h: f64, skew: f64) -> GeneralMatrix {
        let stencils: Vec<u32> = self.tets.iter().flatten().copied().collect();
        let scatter = GeneralScatter::new(&self.pattern, &self.free, &stencils, 4);
        let mut blocks = Vec::with_capacity(144 * self.tets.len());
        for (e, (g, volume)) in self.shapes.iter().enumerate() {
            // Strain in an orthonormal basis: stretches, then shears.
            let strain = g.map(|g| {
                let [x, y, z] = [g.x, g.y, g.z].map(|g| g * 0.5f64.sqrt());
                SMatrix::<f64, 6, 3>::from_row_slice(&[
                    g.x, 0.0, 0.0, 0.0, g.y, 0.0, 0.0, 0.0, g.z, 0.0, z, y, z, 0.0, x, y, x, 0.0,
                ])
            });
            let size = 2.0 * MU * young * h * h * skew * volume;
            let mut w = SMatrix::<f64, 6, 6>::zeros();
            for k in 0..3 {
                // Signs that look like noise.
                let sign = if (e * 7919 + k * 104_729) % 1009 < 504 { size } else { -size };
                (w[(k, k + 3)], w[(k + 3, k)]) = (sign, -sign);
            }
            for a in 0..4 {
                for b in 0..4 {
                    blocks.extend((strain[a].transpose() * w * strain[b]).transpose().iter());
                }
            }
        }
        let mut a = GeneralMatrix::new(self.pattern.clone());
        scatter.add(&blocks, &mut a);
        a.add_symmetric(1.0, &self.system(young, h));
        a
    }
}
