//! MEDIT `.mesh` (text): keywords followed by a count and rows of numbers, counted from 1, each row with a reference.
//!
//! References of tetrahedra are the regions. Sections of no interest (corners, ridges, normals ...) are stepped over.

use super::cursor::{Cursor, Outcome, Parsed};
use super::set_regions;
use crate::mesh::{Mesh, Problem};

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut c = Cursor::new(data);
    c.comment = Some(b'#');
    let mut mesh = Mesh::default();
    let mut regions = Vec::new();
    let mut dimension = 3;
    let word = c.word("MeshVersionFormatted")?;
    if word != b"MeshVersionFormatted" {
        return c.expected("MeshVersionFormatted (the head of a MEDIT file)", word);
    }
    let _version: u32 = c.number("the version of the format")?;
    while !c.peek().is_empty() {
        let n = mesh.vertices.len();
        match c.word("a keyword")? {
            b"Dimension" => {
                dimension = c.number("the dimension, 2 or 3")?;
                if !(2..=3).contains(&dimension) {
                    return c.unsupported(format!("a mesh of dimension {dimension}"), "use 3");
                }
            }
            b"Vertices" => {
                for _ in 0..c.count("the number of vertices", 2 * (dimension + 1))? {
                    let mut point = [0.0; 3];
                    for x in &mut point[..dimension] {
                        *x = c.number("a coordinate")?;
                    }
                    mesh.vertices.push(point);
                    let _: f64 = c.number("the reference of a vertex")?;
                }
            }
            b"Tetrahedra" => {
                rows(&mut c, n, "the number of tetrahedra", |tet, reference| {
                    mesh.tets.push(tet);
                    regions.push(u32::try_from(reference).unwrap_or(0));
                })?;
            }
            b"Triangles" => rows(&mut c, n, "the number of triangles", |t, _| mesh.triangles.push(t))?,
            b"Edges" => rows(&mut c, n, "the number of edges", |e, _| mesh.edges.push(e))?,
            b"Quadrilaterals" => rows(&mut c, n, "the number of quadrilaterals", |[a, b, d, e], _| {
                mesh.triangles.extend([[a, b, d], [a, d, e]]);
            })?,
            kind @ (b"Hexahedra" | b"Hexaedra" | b"Prisms" | b"Pyramids") => {
                let mend = "export a mesh of tetrahedra, triangles and edges";
                if c.number::<u64>("a count")? > 0 {
                    return c.unsupported(String::from_utf8_lossy(kind), mend);
                }
            }
            b"End" => break,
            word if word[0].is_ascii_alphabetic() => {
                while c.peek().first().is_some_and(|b| !b.is_ascii_alphabetic()) {
                    c.word("a number")?;
                }
            }
            word => return c.expected("a keyword such as Vertices or Tetrahedra", word),
        }
    }
    set_regions(&mut mesh, regions);
    Ok(mesh)
}

/// Rows of N indices from 1 and a reference.
fn rows<const N: usize>(
    c: &mut Cursor,
    vertices: usize,
    what: &'static str,
    mut add: impl FnMut([u32; N], i64),
) -> Outcome<()> {
    for number in 0..c.count(what, 2 * (N + 1))? {
        let mut list = [0; N];
        for slot in &mut list {
            let index: i64 = c.number("an index of a vertex")?;
            match index.checked_sub(1).and_then(|i| u32::try_from(i).ok()) {
                Some(i) => *slot = i,
                None => return c.fault(Problem::Vertex { element: "element", number, index, vertices }),
            }
        }
        add(list, c.number("the reference of an element")?);
    }
    Ok(())
}
