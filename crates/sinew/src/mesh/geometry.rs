//! Sizes of a mesh, moving it, and putting two together.

use super::{Mesh, quality};

type Point = [f64; 3];

impl Mesh {
    /// Sum of the signed tet volumes (m^3).
    pub fn volume(&self) -> f64 {
        self.tets.iter().map(|tet| quality::volume(&self.corners(tet))).sum()
    }

    /// Sum of the triangle areas of [`Mesh::surface`] (m^2).
    pub fn surface_area(&self) -> f64 {
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| self.vertices[i as usize]);
            0.5 * length(cross(minus(b, a), minus(c, a)))
        };
        self.surface().iter().map(area).sum()
    }

    /// Smallest and largest coordinates; `None` without vertices.
    pub fn bounding_box(&self) -> Option<(Point, Point)> {
        let first = *self.vertices.first()?;
        Some(self.vertices.iter().fold((first, first), |(low, high), p| {
            (std::array::from_fn(|c| low[c].min(p[c])), std::array::from_fn(|c| high[c].max(p[c])))
        }))
    }

    /// Positions of the corners of a tet whose indices are in range.
    pub fn corners(&self, tet: &[u32; 4]) -> [Point; 4] {
        tet.map(|i| self.vertices[i as usize])
    }

    /// Multiplies every position by a factor; a negative one mirrors, so it also turns the elements over.
    pub fn scale(&mut self, factor: f64) {
        self.vertices.iter_mut().flatten().for_each(|x| *x *= factor);
        if factor < 0.0 {
            self.tets.iter_mut().for_each(|t| t.swap(1, 2));
            self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
    }

    /// Adds an offset to every position.
    pub fn translate(&mut self, offset: Point) {
        for p in &mut self.vertices {
            for c in 0..3 {
                p[c] += offset[c];
            }
        }
    }

    /// Turns about an axis through the origin by an angle in radians (right hand rule). A zero axis turns nothing.
    pub fn rotate(&mut self, axis: Point, angle: f64) {
        let norm = length(axis);
        if norm == 0.0 {
            return;
        }
        let n = axis.map(|x| x / norm);
        let (sine, cosine) = angle.sin_cos();
        // Rodrigues: p cos + (n x p) sin + n (n . p) (1 - cos)
        for p in &mut self.vertices {
            let (turned, along) = (cross(n, *p), dot(n, *p) * (1.0 - cosine));
            *p = std::array::from_fn(|c| p[c] * cosine + turned[c] * sine + n[c] * along);
        }
    }

    /// Appends another mesh as separate parts. Regions keep their numbers; a name that is already given stays.
    pub fn append(&mut self, other: &Mesh) {
        if !self.regions.is_empty() || !other.regions.is_empty() {
            self.regions.resize(self.tets.len(), 0);
            self.regions.extend((0..other.tets.len()).map(|i| other.regions.get(i).copied().unwrap_or(0)));
        }
        for (region, name) in &other.region_names {
            self.region_names.entry(*region).or_insert_with(|| name.clone());
        }
        let first = self.vertices.len() as u32;
        // Masses are of all vertices or of none.
        if self.masses.len() == self.vertices.len() && other.masses.len() == other.vertices.len() {
            self.masses.extend_from_slice(&other.masses);
        } else {
            self.masses.clear();
        }
        self.vertices.extend_from_slice(&other.vertices);
        self.tets.extend(other.tets.iter().map(|t| t.map(|i| i + first)));
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
        self.edges.extend(other.edges.iter().map(|e| e.map(|i| i + first)));
    }

    /// Joins each vertex to the first kept one within `distance` (0: only equal positions) and drops elements that
    /// lose an edge by it. Returns how many vertices went.
    pub fn merge_vertices(&mut self, distance: f64) -> usize {
        let mut kept: Vec<Point> = Vec::new();
        let mut cells = std::collections::HashMap::<[i64; 3], Vec<u32>>::new();
        let mut bits = std::collections::HashMap::<[u64; 3], u32>::new();
        let mut to = Vec::with_capacity(self.vertices.len());
        for p in &self.vertices {
            // adding 0 makes -0 and 0 the same position
            let found = if distance > 0.0 {
                let cell = p.map(|x| (x / distance).floor() as i64);
                let near = neighbours(cell).find_map(|c| {
                    let here = cells.get(&c)?;
                    here.iter().copied().find(|&i| length(minus(kept[i as usize], *p)) <= distance)
                });
                near.unwrap_or_else(|| {
                    cells.entry(cell).or_default().push(kept.len() as u32);
                    kept.push(*p);
                    kept.len() as u32 - 1
                })
            } else {
                *bits.entry(p.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
                    kept.push(*p);
                    kept.len() as u32 - 1
                })
            };
            to.push(found);
        }
        let gone = self.vertices.len() - kept.len();
        self.vertices = kept;
        self.renumber(&to);
        gone
    }

    /// Drops vertices that no element names. Returns how many went; the order of the others stays.
    pub fn drop_unreferenced(&mut self) -> usize {
        let used = self.referenced();
        let mut to = vec![0; used.len()];
        let mut kept = Vec::with_capacity(used.len());
        for (i, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            to[i] = kept.len() as u32;
            kept.push(self.vertices[i]);
        }
        let gone = used.len() - kept.len();
        self.vertices = kept;
        self.renumber(&to);
        gone
    }

    /// Gives each vertex a new number and drops elements that now name a vertex twice. Masses are forgotten.
    fn renumber(&mut self, to: &[u32]) {
        self.masses.clear();
        let whole = |v: &[u32]| (0..v.len()).all(|i| !v[..i].contains(&v[i]));
        let mut regions = Vec::new();
        let mut tets = Vec::with_capacity(self.tets.len());
        for (e, tet) in self.tets.iter().enumerate() {
            let tet = tet.map(|i| to[i as usize]);
            if whole(&tet) {
                tets.push(tet);
                regions.extend(self.regions.get(e));
            }
        }
        (self.tets, self.regions) = (tets, regions);
        self.triangles = self.triangles.iter().map(|t| t.map(|i| to[i as usize])).filter(|t| whole(t)).collect();
        self.edges = self.edges.iter().map(|t| t.map(|i| to[i as usize])).filter(|t| whole(t)).collect();
    }
}

/// The cell itself first, then the 26 around it.
fn neighbours(cell: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let shift = |n: i64| [n / 9 % 3, n / 3 % 3, n % 3].map(|s| if s == 2 { -1 } else { s });
    (0..27).map(move |n| std::array::from_fn(|c| cell[c].saturating_add(shift(n)[c])))
}

pub(super) fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|c| a[c] - b[c])
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tet() -> Mesh {
        Mesh {
            vertices: vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]],
            tets: vec![[0, 1, 2, 3]],
            ..Mesh::default()
        }
    }

    #[test]
    fn transforms_keep_or_scale_the_volume() {
        let mut mesh = tet();
        mesh.rotate([1.0, 2.0, -0.5], 0.7);
        mesh.translate([3.0, -1.0, 2.0]);
        assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-15);
        mesh.scale(-2.0);
        assert!((mesh.volume() - 8.0 / 6.0).abs() < 1e-14, "a mirrored mesh stays positive");
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let mut mesh = tet();
        mesh.rotate([0.0, 0.0, 2.0], std::f64::consts::FRAC_PI_2);
        assert!(length(minus(mesh.vertices[1], [0.0, 1.0, 0.0])) < 1e-15);
    }

    #[test]
    fn two_tets_glued_at_a_face_share_three_vertices() {
        let mut mesh = tet();
        let mut other = tet();
        other.vertices[0] = [1.0, 1.0, 1.0];
        other.tets[0].swap(0, 1);
        mesh.append(&other);
        assert_eq!((mesh.vertices.len(), mesh.regions.len()), (8, 0));
        assert_eq!(mesh.clone().merge_vertices(1e-6), 3);
        assert_eq!(mesh.merge_vertices(0.0), 3);
        assert_eq!(mesh.tets, vec![[0, 1, 2, 3], [1, 4, 2, 3]]);
        assert_eq!(mesh.surface().len(), 6);
    }

    #[test]
    fn nearby_vertices_merge_across_a_grid_line() {
        let mut mesh = Mesh { vertices: vec![[0.999, 0., 0.], [1.001, 0., 0.], [1.2, 0., 0.]], ..Mesh::default() };
        assert_eq!(mesh.merge_vertices(0.1), 1);
    }

    #[test]
    fn unreferenced_vertices_go_and_the_order_stays() {
        let mut mesh = tet();
        mesh.vertices.insert(1, [9.0; 3]);
        mesh.tets = vec![[0, 2, 3, 4]];
        assert_eq!(mesh.drop_unreferenced(), 1);
        assert_eq!(mesh, tet());
    }
}
