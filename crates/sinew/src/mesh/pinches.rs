//! Opens pinches: edges and vertices at which a body of tets touches itself without a face between.
//!
//! The tets around an edge (a vertex) fall into groups that share faces with that edge (vertex). In a body with a surface that is a
//! manifold there is one group; where a carved body pinches itself there are more, and the smallest goes. That may pinch
//! somewhere else, so it is looked for again until nothing is found; every round takes tets away, so there is a last one.
//! For carved bodies, which have no regions and lose no more than a few tets at the bottom of a notch.

use std::collections::BTreeSet;

use super::Mesh;
use super::topology::TET_EDGES;

/// Takes away tets until no edge and no vertex is a pinch, and vertices that then belong to nothing; says how many tets went.
pub(crate) fn open(mesh: &mut Mesh) -> usize {
    let before = mesh.tets.len();
    loop {
        let mut gone = BTreeSet::new();
        let at = stars(mesh);
        // Only a vertex on the surface can be one.
        let mut outer: Vec<u32> = mesh.surface().into_iter().flatten().collect();
        outer.sort_unstable();
        outer.dedup();
        for v in outer {
            let star = &at[v as usize];
            gone.extend(smallest_group(mesh, star));
            let mut ends: Vec<u32> = star.iter().flat_map(|t| edges_to_higher(&mesh.tets[*t as usize], v)).collect();
            ends.sort_unstable();
            ends.dedup();
            for end in ends {
                let around: Vec<u32> = star.iter().copied().filter(|t| mesh.tets[*t as usize].contains(&end)).collect();
                gone.extend(smallest_group(mesh, &around));
            }
        }
        if gone.is_empty() {
            break;
        }
        let mut t = 0;
        mesh.tets.retain(|_| {
            t += 1;
            !gone.contains(&(t - 1))
        });
    }
    if mesh.tets.len() < before {
        mesh.drop_unreferenced();
    }
    before - mesh.tets.len()
}

/// Tets of each vertex.
fn stars(mesh: &Mesh) -> Vec<Vec<u32>> {
    let mut at = vec![Vec::new(); mesh.vertices.len()];
    for (t, tet) in mesh.tets.iter().enumerate() {
        tet.iter().for_each(|v| at[*v as usize].push(t as u32));
    }
    at
}

/// The other ends of the edges at v that have a higher number, so that each edge is looked at once.
fn edges_to_higher(tet: &[u32; 4], v: u32) -> impl Iterator<Item = u32> {
    let ends = TET_EDGES.map(|[a, b]| [tet[a].min(tet[b]), tet[a].max(tet[b])]);
    ends.into_iter().filter(move |[low, _]| *low == v).map(|[_, high]| high)
}

/// The smallest of the groups into which the tets around a vertex or an edge fall, if there are several.
fn smallest_group(mesh: &Mesh, around: &[u32]) -> Vec<u32> {
    // Both tets have the vertex or the edge, so a face that they share has it, too.
    let shared = |a: u32, b: u32| {
        let (a, b) = (&mesh.tets[a as usize], &mesh.tets[b as usize]);
        a.iter().filter(|v| b.contains(v)).count() == 3
    };
    let mut left = around.to_vec();
    let mut groups = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let tet = group[next];
            left.retain(|other| {
                let joined = shared(tet, *other);
                if joined {
                    group.push(*other);
                }
                !joined
            });
            next += 1;
        }
        groups.push(group);
    }
    if groups.len() < 2 {
        return Vec::new();
    }
    groups.into_iter().min_by_key(Vec::len).expect("two at least")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pairs of tets that meet along the edge 0 1, or at the vertex 0 alone; the second pair has one more tet.
    fn pinched(along_an_edge: bool) -> Mesh {
        let mut vertices = vec![[0., 0., 0.], [0., 0., 1.], [1., 0., 0.], [0.8, 0.6, 0.], [0.6, 0.8, 0.]];
        vertices.extend([[-1., 0., 0.], [-0.8, -0.6, 0.], [-0.6, -0.8, 0.], [-0.3, -0.95, 0.], [0., 0., -1.]]);
        let apex = if along_an_edge { 1 } else { 9 };
        let tets = vec![[0, 1, 2, 3], [0, 1, 3, 4], [0, apex, 5, 6], [0, apex, 6, 7], [0, apex, 7, 8]];
        Mesh { vertices, tets, ..Mesh::default() }
    }

    #[test]
    fn the_smaller_side_of_a_pinch_goes() {
        for along_an_edge in [true, false] {
            let mut mesh = pinched(along_an_edge);
            assert_eq!(open(&mut mesh), 2, "{along_an_edge}");
            assert_eq!(mesh.tets.len(), 3);
            assert_eq!(mesh.vertices.len(), 6, "vertices of nothing are gone");
        }
    }

    #[test]
    fn a_body_without_a_pinch_stays() {
        let mut mesh = pinched(true);
        mesh.tets.truncate(2);
        let before = mesh.tets.clone();
        assert_eq!(open(&mut mesh), 0);
        assert_eq!(mesh.tets, before);
    }
}
