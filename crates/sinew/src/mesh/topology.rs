//! Who touches whom: surface, edges, connected parts.

use super::Mesh;
use rayon::prelude::*;

/// Faces of a positive tet, seen counter-clockwise from outside.
pub const TET_FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
/// Edges of a tet.
pub const TET_EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

impl Mesh {
    /// The boundary triangles of the tets, outward, in the order of the tets; `triangles` if there are no tets.
    pub fn surface(&self) -> Vec<[u32; 3]> {
        if self.tets.is_empty() {
            return self.triangles.clone();
        }
        let mut faces: Vec<([u32; 3], u64)> = (self.tets.iter().enumerate())
            .flat_map(|(e, tet)| {
                TET_FACES.iter().enumerate().map(move |(f, face)| {
                    let mut key = face.map(|i| tet[i]);
                    key.sort_unstable();
                    (key, 4 * e as u64 + f as u64)
                })
            })
            .collect();
        faces.par_sort_unstable();
        // an inner face stands twice
        let mut outer: Vec<u64> = faces.chunk_by(|a, b| a.0 == b.0).filter(|c| c.len() == 1).map(|c| c[0].1).collect();
        outer.par_sort_unstable();
        outer.iter().map(|&n| TET_FACES[(n % 4) as usize].map(|i| self.tets[(n / 4) as usize][i])).collect()
    }

    /// Every edge of a tet once, smaller index first, sorted.
    pub fn tet_edges(&self) -> Vec<[u32; 2]> {
        unique(self.tets.iter().flat_map(|t| TET_EDGES.map(|[a, b]| [t[a], t[b]])))
    }

    /// Every edge of `triangles` once, smaller index first, sorted.
    pub fn triangle_edges(&self) -> Vec<[u32; 2]> {
        unique(self.triangles.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]))
    }

    /// Which vertices some tet, triangle or edge names.
    pub fn referenced(&self) -> Vec<bool> {
        let mut used = vec![false; self.vertices.len()];
        let names =
            (self.tets.iter().flatten()).chain(self.triangles.iter().flatten()).chain(self.edges.iter().flatten());
        names.for_each(|&i| used[i as usize] = true);
        used
    }

    /// Connected parts by shared vertices: the number of vertices in each, largest first. Lone vertices are no parts.
    pub fn parts(&self) -> Vec<usize> {
        let mut above: Vec<u32> = (0..self.vertices.len() as u32).collect();
        let lists = (self.tets.iter().map(|t| t.as_slice())).chain(self.triangles.iter().map(|t| t.as_slice()));
        for list in lists.chain(self.edges.iter().map(|t| t.as_slice())) {
            for &other in &list[1..] {
                let (a, b) = (root(&mut above, list[0]), root(&mut above, other));
                above[a.max(b) as usize] = a.min(b);
            }
        }
        let used = self.referenced();
        let mut sizes = std::collections::BTreeMap::<u32, usize>::new();
        for i in (0..self.vertices.len() as u32).filter(|&i| used[i as usize]) {
            *sizes.entry(root(&mut above, i)).or_default() += 1;
        }
        let mut sizes: Vec<usize> = sizes.into_values().collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }
}

/// Root of a union-find tree, halving the path on the way.
fn root(above: &mut [u32], mut i: u32) -> u32 {
    while above[i as usize] != i {
        above[i as usize] = above[above[i as usize] as usize];
        i = above[i as usize];
    }
    i
}

fn unique(edges: impl Iterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = edges.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.par_sort_unstable();
    edges.dedup();
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_a_positive_tet_look_outward() {
        let mesh = Mesh {
            vertices: vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]],
            tets: vec![[0, 1, 2, 3]],
            ..Mesh::default()
        };
        // divergence theorem: sum of p . n / 3 over outward faces is the volume
        let by_faces: f64 = (mesh.surface().iter())
            .map(|t| {
                let [a, b, c] = t.map(|i| nalgebra::Vector3::from(mesh.vertices[i as usize]));
                a.dot(&b.cross(&c)) / 6.0
            })
            .sum();
        assert!((by_faces - mesh.volume()).abs() < 1e-16);
        assert_eq!(mesh.tet_edges().len(), 6);
        assert_eq!(mesh.parts(), vec![4]);
    }
}
