//! Stanford `.ply`, text or little-endian binary, with 64-bit coordinates.

use super::{point, row};
use crate::mesh::Mesh;
use std::io::{self, Write};

pub(super) fn write(out: &mut Vec<u8>, mesh: &Mesh, text: bool) -> io::Result<()> {
    let (vertices, faces) = (mesh.vertices.len(), mesh.triangles.len());
    writeln!(out, "ply\nformat {} 1.0", if text { "ascii" } else { "binary_little_endian" })?;
    writeln!(out, "element vertex {vertices}\nproperty double x\nproperty double y\nproperty double z")?;
    writeln!(out, "element face {faces}\nproperty list uchar uint vertex_indices")?;
    if !mesh.edges.is_empty() {
        writeln!(out, "element edge {}\nproperty uint vertex1\nproperty uint vertex2", mesh.edges.len())?;
    }
    writeln!(out, "end_header")?;
    if text {
        mesh.vertices.iter().try_for_each(|p| writeln!(out, "{}", point(p)))?;
        mesh.triangles.iter().try_for_each(|t| writeln!(out, "3 {}", row(t, 0)))?;
        return mesh.edges.iter().try_for_each(|e| writeln!(out, "{}", row(e, 0)));
    }
    mesh.vertices.iter().flatten().for_each(|x| out.extend(x.to_le_bytes()));
    for t in &mesh.triangles {
        out.push(3);
        t.iter().for_each(|i| out.extend(i.to_le_bytes()));
    }
    mesh.edges.iter().flatten().for_each(|i| out.extend(i.to_le_bytes()));
    Ok(())
}
