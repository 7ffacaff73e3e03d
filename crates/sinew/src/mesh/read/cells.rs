//! Cells as VTK numbers them, put into a mesh: the common end of several readers.

use crate::mesh::Mesh;

/// Adds one cell; `Err` names a kind that is not read.
pub(super) fn add(mesh: &mut Mesh, kind: i64, nodes: &[u32]) -> Result<Added, &'static str> {
    let fan = |mesh: &mut Mesh, nodes: &[u32]| {
        mesh.triangles.extend((1..nodes.len().saturating_sub(1)).map(|i| [nodes[0], nodes[i], nodes[i + 1]]));
    };
    match (kind, nodes) {
        (0..=2, _) => {}
        (3 | 4, [_, _, ..]) => mesh.edges.extend(nodes.windows(2).map(|w| [w[0], w[1]])),
        (5, &[a, b, c]) => mesh.triangles.push([a, b, c]),
        (6, [_, _, _, ..]) => {
            // every second triangle of a strip is turned over
            for (i, w) in nodes.windows(3).enumerate() {
                mesh.triangles.push(if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] });
            }
        }
        (7, [_, _, _, ..]) => fan(mesh, nodes),
        (8, &[a, b, c, d]) => fan(mesh, &[a, b, d, c]),
        (9, [_, _, _, _]) => fan(mesh, nodes),
        (10, &[a, b, c, d]) => {
            mesh.tets.push([a, b, c, d]);
            return Ok(Added::Tet);
        }
        (11 | 12, _) => return Err("a hexahedron"),
        (13, _) => return Err("a prism"),
        (14, _) => return Err("a pyramid"),
        (3..=10, _) => return Err("a cell with the wrong number of vertices"),
        (21..=36, _) => return Err("a cell of second order"),
        _ => return Err("a cell of unknown kind"),
    }
    Ok(Added::Other)
}

#[derive(PartialEq)]
pub(super) enum Added {
    Tet,
    Other,
}

/// What to do about a cell that is not read.
pub(super) const MEND: &str = "export tetrahedra, triangles and lines of first order";

/// Names under which programs store the region of a cell.
pub(super) const REGION_NAMES: [&str; 8] =
    ["region", "regions", "Region", "material", "MaterialIds", "gmsh:physical", "medit:ref", "cell_tags"];
