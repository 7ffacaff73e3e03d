//! Wavefront `.obj` (text): `v`, `f`, `l`, counted from 1.

use super::{point, row};
use crate::mesh::Mesh;
use std::io::{self, Write};

pub(super) fn write(out: &mut Vec<u8>, mesh: &Mesh) -> io::Result<()> {
    for p in &mesh.vertices {
        writeln!(out, "v {}", point(p))?;
    }
    for t in &mesh.triangles {
        writeln!(out, "f {}", row(t, 1))?;
    }
    for e in &mesh.edges {
        writeln!(out, "l {}", row(e, 1))?;
    }
    Ok(())
}
