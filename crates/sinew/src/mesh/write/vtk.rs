//! Legacy VTK (`.vtk`) version 4.2, text or big-endian binary: cells as tets, triangles, edges; regions as cell scalar `region`.

use super::{point, row};
use crate::mesh::{Mesh, regions};
use std::io::{self, Write};

pub(super) fn write(out: &mut Vec<u8>, mesh: &Mesh, text: bool) -> io::Result<()> {
    let kind = if text { "ASCII" } else { "BINARY" };
    writeln!(out, "# vtk DataFile Version 4.2\nmesh written by sinew\n{kind}\nDATASET UNSTRUCTURED_GRID")?;
    let names = regions::to_text(&mesh.region_names);
    if !names.is_empty() {
        writeln!(out, "FIELD FieldData 1\n{} 1 {} unsigned_char", regions::ARRAY, names.len())?;
        if text {
            let numbers: Vec<String> = names.bytes().map(|b| b.to_string()).collect();
            write!(out, "{}", numbers.join(" "))?;
        } else {
            out.extend(names.bytes());
        }
        writeln!(out)?;
    }

    writeln!(out, "POINTS {} double", mesh.vertices.len())?;
    if text {
        mesh.vertices.iter().try_for_each(|p| writeln!(out, "{}", point(p)))?;
    } else {
        mesh.vertices.iter().flatten().for_each(|x| out.extend(x.to_be_bytes()));
        writeln!(out)?;
    }

    let lists = || {
        let (tets, triangles) = (mesh.tets.iter().map(|t| t.as_slice()), mesh.triangles.iter().map(|t| t.as_slice()));
        tets.chain(triangles).chain(mesh.edges.iter().map(|e| e.as_slice()))
    };
    let count = lists().count();
    writeln!(out, "CELLS {count} {}", lists().map(|l| 1 + l.len()).sum::<usize>())?;
    for list in lists() {
        if text {
            writeln!(out, "{} {}", list.len(), row(list, 0))?;
        } else {
            out.extend((list.len() as u32).to_be_bytes());
            list.iter().for_each(|i| out.extend(i.to_be_bytes()));
        }
    }
    if !text {
        writeln!(out)?;
    }
    writeln!(out, "CELL_TYPES {count}")?;
    integers(out, text, lists().map(|l| [0, 0, 3, 5, 10][l.len()]))?;
    if !mesh.regions.is_empty() {
        writeln!(out, "CELL_DATA {count}\nSCALARS region unsigned_int 1\nLOOKUP_TABLE default")?;
        integers(out, text, (0..count).map(|i| mesh.regions.get(i).copied().unwrap_or(0)))?;
    }
    Ok(())
}

fn integers(out: &mut Vec<u8>, text: bool, mut numbers: impl Iterator<Item = u32>) -> io::Result<()> {
    if text {
        return numbers.try_for_each(|n| writeln!(out, "{n}"));
    }
    numbers.for_each(|n| out.extend(n.to_be_bytes()));
    writeln!(out)
}
