//! Stereolithography `.stl`, text (exact) or binary (32-bit): triangles with their normals.

use super::point;
use crate::mesh::Mesh;
use crate::mesh::geometry::{cross, length, minus};
use std::io::{self, Write};

pub(super) fn write(out: &mut Vec<u8>, mesh: &Mesh, text: bool) -> io::Result<()> {
    if text {
        writeln!(out, "solid sinew")?;
    } else {
        // must not start with `solid`
        write!(out, "{:80}", "binary STL")?;
        out.extend((mesh.triangles.len() as u32).to_le_bytes());
    }
    for t in &mesh.triangles {
        let corners = t.map(|i| mesh.vertices[i as usize]);
        let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        let norm = length(normal);
        let normal = if norm > 0.0 { normal.map(|x| x / norm) } else { [0.0; 3] };
        if text {
            writeln!(out, "facet normal {}\nouter loop", point(&normal))?;
            corners.iter().try_for_each(|p| writeln!(out, "vertex {}", point(p)))?;
            writeln!(out, "endloop\nendfacet")?;
        } else {
            let numbers = normal.iter().chain(corners.iter().flatten());
            numbers.for_each(|&x| out.extend((x as f32).to_le_bytes()));
            out.extend([0, 0]);
        }
    }
    if text { writeln!(out, "endsolid sinew") } else { Ok(()) }
}
