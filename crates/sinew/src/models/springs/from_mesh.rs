//! Which vertices to join: the edges of tets, and the structural, shear and bending edges of a sheet.

use std::collections::BTreeMap;

/// The edges of tets, each once, ascending.
pub fn tet_edges(tets: &[[u32; 4]]) -> Vec<[u32; 2]> {
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    unique(tets.iter().flat_map(|t| pairs.map(|[a, b]| [t[a], t[b]])))
}

/// The edges of triangles, each once, ascending: structural (and, across quads cut in two, one shear edge a quad).
pub fn triangle_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    unique(triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]))
}

/// The pairs of vertices opposite an inner edge of a triangle mesh, each once: springs against bending (and shear).
/// Edges with more than two triangles are left out.
pub fn hinge_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut opposite: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
    for [a, b, c] in triangles.iter().copied() {
        for (edge, vertex) in [([a, b], c), ([b, c], a), ([c, a], b)] {
            opposite.entry(sorted(edge)).or_default().push(vertex);
        }
    }
    unique(opposite.into_values().filter(|v| v.len() == 2 && v[0] != v[1]).map(|v| [v[0], v[1]]))
}

/// Edges of a regular sheet of `columns` x `rows` vertices, vertex (i, j) at index i + columns j (plus `first`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetEdges {
    /// Neighbours along the two directions.
    pub structural: Vec<[u32; 2]>,
    /// Both diagonals of each cell.
    pub shear: Vec<[u32; 2]>,
    /// Next but one along the two directions.
    pub bending: Vec<[u32; 2]>,
}

/// See [`SheetEdges`].
pub fn sheet_edges(columns: u32, rows: u32, first: u32) -> SheetEdges {
    let at = |i: u32, j: u32| first + i + columns * j;
    let join = |steps: &[[i64; 2]]| {
        let mut edges = Vec::new();
        for j in 0..rows {
            for i in 0..columns {
                for [di, dj] in steps {
                    let (p, q) = (i64::from(i) + di, i64::from(j) + dj);
                    if (0..i64::from(columns)).contains(&p) && (0..i64::from(rows)).contains(&q) {
                        edges.push(sorted([at(i, j), at(p as u32, q as u32)]));
                    }
                }
            }
        }
        edges
    };
    SheetEdges {
        structural: join(&[[1, 0], [0, 1]]),
        shear: join(&[[1, 1], [-1, 1]]),
        bending: join(&[[2, 0], [0, 2]]),
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn unique(edges: impl Iterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    let mut edges: Vec<_> = edges.map(sorted).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_edges() {
        assert_eq!(tet_edges(&[[0, 1, 2, 3], [4, 3, 2, 1]]).len(), 9);
        let square = [[0, 1, 2], [2, 1, 3]];
        assert_eq!(triangle_edges(&square).len(), 5);
        assert_eq!(hinge_edges(&square), [[0, 3]]);
        let sheet = sheet_edges(4, 3, 10);
        assert_eq!(sheet.structural.len(), 3 * 3 + 4 * 2);
        assert_eq!(sheet.shear.len(), 2 * 3 * 2);
        assert_eq!(sheet.bending.len(), 2 * 3 + 4);
        assert!(sheet.shear.contains(&[11, 14]) && sheet.shear.contains(&[10, 15]));
    }
}
