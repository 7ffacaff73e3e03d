//! Stereolithography `.stl`, text and binary: triangles without shared vertices; equal positions become one vertex.
//!
//! Binary: 80 bytes of anything, a `u32` count, 50 bytes per triangle (normal, three corners as `f32`, two bytes). A file of
//! exactly that length is binary even if it starts with `solid`, as many do.

use super::cursor::{Cursor, Parsed};
use crate::mesh::{Mesh, Problem};

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut mesh = Mesh::default();
    let mut corners: Vec<[f64; 3]> = Vec::new();
    let mut c = Cursor::new(data);
    let declared = data.get(80..84).map(|b| u32::from_le_bytes(b.try_into().expect("four bytes")));
    let fits = declared.is_some_and(|n| 84 + 50 * u64::from(n) == data.len() as u64);
    if !fits && c.peek() == b"solid" {
        while !c.peek().is_empty() {
            match c.word("a keyword")? {
                b"vertex" => {
                    let mut point = [0.0; 3];
                    for x in &mut point {
                        *x = c.number("a coordinate")?;
                    }
                    corners.push(point);
                }
                b"solid" | b"endsolid" => {
                    c.line();
                }
                b"endloop" if !corners.len().is_multiple_of(3) => {
                    return c.unsupported("a facet that is not a triangle", "export triangles");
                }
                b"endloop" | b"endfacet" | b"loop" | b"outer" => {}
                b"facet" => {
                    c.line();
                }
                word => return c.expected("facet, outer loop, vertex, endloop, endfacet or endsolid", word),
            }
        }
        if !corners.len().is_multiple_of(3) {
            return c.fault(Problem::Truncated { wanted: "the third vertex of a facet" });
        }
    } else {
        c.text = false;
        c.take(80, "the 80 bytes before a binary STL file (a text one starts with `solid`)")?;
        let count = u64::from(c.u32("the number of triangles")?);
        // some programs leave bytes behind the last triangle
        for _ in 0..c.room("the number of triangles", count, 50)? {
            c.take(12, "the normal of a triangle")?;
            for _ in 0..3 {
                let mut point = [0.0; 3];
                for x in &mut point {
                    *x = f64::from(c.f32("a coordinate")?);
                }
                corners.push(point);
            }
            c.take(2, "the attribute of a triangle")?;
        }
    }

    let mut known = std::collections::HashMap::with_capacity(corners.len() / 6);
    let mut index = |p: [f64; 3]| {
        *known.entry(p.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
            mesh.vertices.push(p);
            mesh.vertices.len() as u32 - 1
        })
    };
    mesh.triangles = corners.chunks_exact(3).map(|t| [index(t[0]), index(t[1]), index(t[2])]).collect();
    Ok(mesh)
}
