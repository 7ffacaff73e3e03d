//! Gmsh 4.1 `.msh`, text or little-endian binary: a volume for each region, physical groups with names.
//!
//! Tets stay in their order: a new element block starts wherever the region changes.

use crate::mesh::Mesh;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Numbers as words or bytes.
struct Numbers<'a> {
    out: &'a mut Vec<u8>,
    text: bool,
}

impl Numbers<'_> {
    fn ints(&mut self, numbers: &[i32]) {
        for n in numbers {
            self.put(n, n.to_le_bytes());
        }
    }

    fn sizes(&mut self, numbers: &[usize]) {
        for n in numbers {
            self.put(n, (*n as u64).to_le_bytes());
        }
    }

    fn reals(&mut self, numbers: &[f64]) {
        for n in numbers {
            self.put(n, n.to_le_bytes());
        }
    }

    /// `{:?}` prints integers plainly and reals with the fewest digits that read back the same.
    fn put<const N: usize>(&mut self, number: &impl std::fmt::Debug, bytes: [u8; N]) {
        if self.text {
            write!(self.out, "{number:?} ").expect("memory takes all");
        } else {
            self.out.extend(bytes);
        }
    }

    /// Ends a row of text.
    fn end(&mut self) {
        if self.text {
            self.out.push(b'\n');
        }
    }
}

pub(super) fn write(out: &mut Vec<u8>, mesh: &Mesh, text: bool) -> io::Result<()> {
    writeln!(out, "$MeshFormat\n4.1 {} 8", if text { 0 } else { 1 })?;
    if !text {
        out.extend(1i32.to_le_bytes());
        writeln!(out)?;
    }
    writeln!(out, "$EndMeshFormat")?;
    if !mesh.region_names.is_empty() {
        writeln!(out, "$PhysicalNames\n{}", mesh.region_names.len())?;
        for (region, name) in &mesh.region_names {
            writeln!(out, "3 {region} \"{}\"", name.replace(['"', '\n'], "'"))?;
        }
        writeln!(out, "$EndPhysicalNames")?;
    }

    let region = |i: usize| mesh.regions.get(i).copied().unwrap_or(0);
    let regions: Vec<u32> = (0..mesh.tets.len()).map(region).collect::<BTreeSet<_>>().into_iter().collect();
    let volume = |r: u32| 1 + regions.binary_search(&r).expect("every region is listed") as i32;
    let (low, high) = mesh.bounding_box().unwrap_or_default();

    // entities: no points; a curve, a surface and volumes, each with the box of the mesh
    writeln!(out, "$Entities")?;
    let (curves, surfaces) = (usize::from(!mesh.edges.is_empty()), usize::from(!mesh.triangles.is_empty()));
    let mut n = Numbers { out, text };
    n.sizes(&[0, curves, surfaces, regions.len()]);
    n.end();
    let none = std::iter::repeat_n((1, 0), curves + surfaces);
    for (tag, group) in none.chain(regions.iter().map(|&r| (volume(r), r))) {
        n.ints(&[tag]);
        n.reals(&low);
        n.reals(&high);
        if group == 0 {
            n.sizes(&[0]);
        } else {
            n.sizes(&[1]);
            n.ints(&[group as i32]);
        }
        n.sizes(&[0]);
        n.end();
    }
    finish(out, text, "Entities")?;

    writeln!(out, "$Nodes")?;
    let mut n = Numbers { out, text };
    let count = mesh.vertices.len();
    n.sizes(&[1, count, 1, count]);
    n.end();
    n.ints(&[if regions.is_empty() { 1 + surfaces as i32 } else { 3 }, 1, 0]);
    n.sizes(&[count]);
    n.end();
    for i in 0..count {
        n.sizes(&[i + 1]);
        n.end();
    }
    for p in &mesh.vertices {
        n.reals(p);
        n.end();
    }
    finish(out, text, "Nodes")?;

    writeln!(out, "$Elements")?;
    let mut n = Numbers { out, text };
    let numbered: Vec<usize> = (0..mesh.tets.len()).collect();
    let runs: Vec<&[usize]> = numbered.chunk_by(|&a, &b| region(a) == region(b)).collect();
    let total = mesh.tets.len() + mesh.triangles.len() + mesh.edges.len();
    n.sizes(&[curves + surfaces + runs.len(), total, 1, total]);
    n.end();
    let mut tag = 0;
    block(&mut n, &mut tag, [1, 1, 1], &mesh.edges);
    block(&mut n, &mut tag, [2, 1, 2], &mesh.triangles);
    for run in runs {
        block(&mut n, &mut tag, [3, volume(region(run[0])), 4], &mesh.tets[run[0]..run[0] + run.len()]);
    }
    finish(out, text, "Elements")
}

/// One block of elements; `head` is dimension, entity and type.
fn block<const N: usize>(n: &mut Numbers, tag: &mut usize, head: [i32; 3], elements: &[[u32; N]]) {
    if elements.is_empty() {
        return;
    }
    n.ints(&head);
    n.sizes(&[elements.len()]);
    n.end();
    for element in elements {
        *tag += 1;
        n.sizes(&[*tag]);
        n.sizes(&element.map(|i| i as usize + 1));
        n.end();
    }
}

fn finish(out: &mut Vec<u8>, text: bool, section: &str) -> io::Result<()> {
    writeln!(out, "{}$End{section}", if text { "" } else { "\n" })
}
