//! Triangles to draw: body surfaces with crease-aware normals, and round things (tubes, balls, boxes, capsules).

use crate::mechanics::Vec3;

/// Triangles with one normal per corner and one colour.
#[derive(Debug, Clone, Default)]
pub struct Solid {
    /// Vertices.
    pub points: Vec<Vec3>,
    /// Corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Outward normal at each corner of each triangle.
    pub normals: Vec<[Vec3; 3]>,
    /// Linear red, green, blue.
    pub color: [f64; 3],
    /// Draws the edges of the triangles as thin darker lines.
    pub wire: bool,
    /// Strength of the highlight.
    pub gloss: f64,
}

/// Neighbouring triangles are shaded as one smooth surface up to this angle (cosine).
const CREASE: f64 = 0.70;

impl Solid {
    /// A surface with normals smoothed across edges that are not sharp.
    pub fn surface(points: Vec<Vec3>, triangles: Vec<[u32; 3]>, color: [f64; 3]) -> Self {
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| points[i as usize]);
            (b - a).cross(&(c - a))
        };
        let faces: Vec<Vec3> = triangles.iter().map(area).collect();
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); points.len()];
        for (k, t) in triangles.iter().enumerate() {
            t.iter().for_each(|v| around[*v as usize].push(k as u32));
        }
        let unit = |n: Vec3| n.try_normalize(1e-300).unwrap_or_else(Vec3::z);
        let normals = triangles
            .iter()
            .enumerate()
            .map(|(k, t)| {
                let own = unit(faces[k]);
                t.map(|v| {
                    let near = around[v as usize].iter().map(|j| faces[*j as usize]);
                    unit(near.filter(|n| unit(*n).dot(&own) > CREASE).fold(Vec3::zeros(), |s, n| s + n) + own * 1e-300)
                })
            })
            .collect();
        Self { points, triangles, normals, color, wire: true, gloss: 0.25 }
    }

    /// An empty solid for round things.
    pub fn smooth(color: [f64; 3]) -> Self {
        Self { color, gloss: 0.35, ..Self::default() }
    }

    /// Adds a tube between two points.
    pub fn add_tube(&mut self, a: Vec3, b: Vec3, radius: f64, sides: usize) {
        let Some(axis) = (b - a).try_normalize(1e-300) else { return };
        let (e1, e2) = basis(axis);
        let first = self.points.len() as u32;
        let out = |k: usize| {
            let angle = std::f64::consts::TAU * k as f64 / sides as f64;
            e1 * angle.cos() + e2 * angle.sin()
        };
        for k in 0..sides {
            self.points.extend([a + out(k) * radius, b + out(k) * radius]);
        }
        for k in 0..sides {
            let (n, m) = (out(k), out(k + 1));
            let (i, j) = (first + 2 * k as u32, first + 2 * ((k + 1) % sides) as u32);
            self.triangles.extend([[i, j, i + 1], [j, j + 1, i + 1]]);
            self.normals.extend([[n, m, n], [m, m, n]]);
        }
    }

    /// Adds a ball.
    pub fn add_ball(&mut self, center: Vec3, radius: f64, rings: usize) {
        self.add_capsule(center, center, radius, rings);
    }

    /// Adds a capsule: all points within `radius` of the segment.
    pub fn add_capsule(&mut self, a: Vec3, b: Vec3, radius: f64, rings: usize) {
        use std::f64::consts::{PI, TAU};
        let axis = (b - a).try_normalize(1e-12).unwrap_or_else(Vec3::z);
        let (e1, e2) = basis(axis);
        let sides = 2 * rings;
        let first = self.points.len() as u32;
        // Two rows at the equator, so that the halves can be drawn apart.
        let rows: Vec<(Vec3, f64)> = (0..=rings / 2)
            .map(|i| (a, PI * i as f64 / (2 * (rings / 2)) as f64))
            .chain((0..=rings / 2).map(|i| (b, 0.5 * PI + PI * i as f64 / (2 * (rings / 2)) as f64)))
            .collect();
        let out = |polar: f64, k: usize| {
            let turn = TAU * k as f64 / sides as f64;
            (e1 * turn.cos() + e2 * turn.sin()) * polar.sin() - axis * polar.cos()
        };
        for (center, polar) in &rows {
            self.points.extend((0..sides).map(|k| center + out(*polar, k) * radius));
        }
        for (r, pair) in rows.windows(2).enumerate() {
            let row = first + (r * sides) as u32;
            for k in 0..sides {
                let next = (k + 1) % sides;
                let (i, j) = (row + k as u32, row + next as u32);
                let (u, w) = (i + sides as u32, j + sides as u32);
                let [ni, nj, nu, nw] =
                    [out(pair[0].1, k), out(pair[0].1, next), out(pair[1].1, k), out(pair[1].1, next)];
                self.triangles.extend([[i, j, u], [j, w, u]]);
                self.normals.extend([[ni, nj, nu], [nj, nw, nu]]);
            }
        }
    }

    /// Adds a box given by its eight corners in the order of the bits (x, y, z).
    pub fn add_box(&mut self, corners: [Vec3; 8]) {
        const FACES: [[usize; 4]; 6] =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let first = self.points.len() as u32;
        self.points.extend(corners);
        for f in FACES {
            let normal = (corners[f[1]] - corners[f[0]]).cross(&(corners[f[2]] - corners[f[0]]));
            let normal = normal.try_normalize(1e-300).unwrap_or_else(Vec3::z);
            let [a, b, c, d] = f.map(|i| first + i as u32);
            self.triangles.extend([[a, b, c], [a, c, d]]);
            self.normals.extend([[normal; 3]; 2]);
        }
    }
}

/// Two unit vectors that complete `axis` to a right-handed basis.
fn basis(axis: Vec3) -> (Vec3, Vec3) {
    let seed = if axis.x.abs() < 0.8 { Vec3::x() } else { Vec3::y() };
    let e1 = axis.cross(&seed).normalize();
    (e1, axis.cross(&e1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume enclosed by the triangles, positive if they face outwards.
    fn volume(solid: &Solid) -> f64 {
        solid
            .triangles
            .iter()
            .map(|t| t.map(|i| solid.points[i as usize]))
            .map(|[a, b, c]| a.dot(&b.cross(&c)) / 6.0)
            .sum()
    }

    #[test]
    fn round_things_are_closed_and_face_outwards() {
        let mut ball = Solid::smooth([1.0; 3]);
        ball.add_ball(Vec3::new(3.0, 2.0, 1.0), 0.5, 24);
        assert!((volume(&ball) / (std::f64::consts::PI / 6.0) - 1.0).abs() < 0.03, "{}", volume(&ball));
        let mut capsule = Solid::smooth([1.0; 3]);
        capsule.add_capsule(Vec3::zeros(), Vec3::x(), 0.5, 24);
        let exact = std::f64::consts::PI * (0.25 + 1.0 / 6.0);
        assert!((volume(&capsule) / exact - 1.0).abs() < 0.03, "{}", volume(&capsule));
        let mut cube = Solid::smooth([1.0; 3]);
        cube.add_box(std::array::from_fn(|i| Vec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64)));
        assert!((volume(&cube) - 1.0).abs() < 1e-12, "{}", volume(&cube));
        for s in [&ball, &capsule, &cube] {
            for (t, n) in s.triangles.iter().zip(&s.normals) {
                let [a, b, c] = t.map(|i| s.points[i as usize]);
                let face = (b - a).cross(&(c - a));
                assert!(n.iter().all(|n| n.dot(&face) > -1e-12));
            }
        }
    }

    #[test]
    fn a_cube_keeps_its_edges_and_a_ball_is_smooth() {
        let mut cube = Solid::smooth([1.0; 3]);
        cube.add_box(std::array::from_fn(|i| Vec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64)));
        let again = Solid::surface(cube.points.clone(), cube.triangles.clone(), [1.0; 3]);
        for (a, b) in again.normals.iter().flatten().zip(cube.normals.iter().flatten()) {
            assert!((a - b).norm() < 1e-12);
        }
    }
}
