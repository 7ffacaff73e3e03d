//! TetGen `.node` and `.ele` (text), both counted from 0; regions as the attribute of tets.

use super::{point, row};
use crate::mesh::Mesh;
use std::io::{self, Write};

pub(super) fn write(node: &mut Vec<u8>, ele: &mut Vec<u8>, mesh: &Mesh) -> io::Result<()> {
    writeln!(node, "{} 3 0 0", mesh.vertices.len())?;
    for (i, p) in mesh.vertices.iter().enumerate() {
        writeln!(node, "{i} {}", point(p))?;
    }
    writeln!(ele, "{} 4 {}", mesh.tets.len(), u8::from(!mesh.regions.is_empty()))?;
    for (i, tet) in mesh.tets.iter().enumerate() {
        match mesh.regions.get(i) {
            Some(region) => writeln!(ele, "{i} {} {region}", row(tet, 0))?,
            None => writeln!(ele, "{i} {}", row(tet, 0))?,
        }
    }
    Ok(())
}
