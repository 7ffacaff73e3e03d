//! MEDIT `.mesh` (text): indices from 1, regions as references; it has no place for names.

use super::{point, row};
use crate::mesh::Mesh;
use std::io::{self, Write};

pub(super) fn write(out: &mut Vec<u8>, mesh: &Mesh) -> io::Result<()> {
    writeln!(out, "MeshVersionFormatted 2\n\nDimension 3\n\nVertices\n{}", mesh.vertices.len())?;
    for p in &mesh.vertices {
        writeln!(out, "{} 0", point(p))?;
    }
    section(out, "Tetrahedra", mesh.tets.iter().map(|t| t.as_slice()), &mesh.regions)?;
    section(out, "Triangles", mesh.triangles.iter().map(|t| t.as_slice()), &[])?;
    section(out, "Edges", mesh.edges.iter().map(|t| t.as_slice()), &[])?;
    writeln!(out, "\nEnd")
}

fn section<'a>(
    out: &mut Vec<u8>,
    keyword: &str,
    rows: impl ExactSizeIterator<Item = &'a [u32]>,
    references: &[u32],
) -> io::Result<()> {
    if rows.len() == 0 {
        return Ok(());
    }
    writeln!(out, "\n{keyword}\n{}", rows.len())?;
    for (i, indices) in rows.enumerate() {
        writeln!(out, "{} {}", row(indices, 1), references.get(i).unwrap_or(&0))?;
    }
    Ok(())
}
