//! Wavefront `.obj` (text): `v` positions, `f` polygons, `l` lines; everything else is appearance and left out.
//!
//! Indices count from 1, or back from the last vertex if negative; `7/1/3` names vertex 7.

use super::cursor::{Cursor, Outcome, Parsed};
use crate::mesh::{Mesh, Problem};

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut c = Cursor::new(data);
    let mut mesh = Mesh::default();
    let mut corners = Vec::new();
    while c.left() > 0 {
        let line = c.line();
        let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
        let keyword = words.next().unwrap_or(b"#");
        match keyword {
            b"v" => {
                let mut point = [0.0; 3];
                for x in &mut point {
                    let Some(word) = words.next() else { return c.expected("three coordinates", line) };
                    match std::str::from_utf8(word).ok().and_then(|w| w.parse().ok()) {
                        Some(number) => *x = number,
                        None => return c.expected("a coordinate", word),
                    }
                }
                mesh.vertices.push(point);
            }
            b"f" | b"l" => {
                corners.clear();
                for word in words.take_while(|w| !w.starts_with(b"#")) {
                    corners.push(vertex(&c, word, &mesh)?);
                }
                match (keyword, corners.len()) {
                    (b"f", 3..) => {
                        mesh.triangles.extend((1..corners.len() - 1).map(|i| [corners[0], corners[i], corners[i + 1]]));
                    }
                    (b"l", 2..) => mesh.edges.extend(corners.windows(2).map(|w| [w[0], w[1]])),
                    (b"f", _) => return c.expected("a face of at least three vertices", line),
                    _ => return c.expected("a line of at least two vertices", line),
                }
            }
            // polygons and points of free-form geometry, names, normals, textures, materials, comments
            _ if keyword[0].is_ascii_alphabetic() || keyword.starts_with(b"#") => {}
            _ => return c.expected("a keyword such as v or f", line),
        }
    }
    Ok(mesh)
}

/// The vertex that a corner names.
fn vertex(c: &Cursor, word: &[u8], mesh: &Mesh) -> Outcome<u32> {
    let first = word.split(|&b| b == b'/').next().unwrap_or(word);
    let Some(index) = std::str::from_utf8(first).ok().and_then(|w| w.parse::<i64>().ok()) else {
        return c.expected("the number of a vertex", word);
    };
    let n = mesh.vertices.len() as i64;
    let from_start = if index < 0 { index.checked_add(n) } else { index.checked_sub(1) };
    match from_start {
        // a vertex may be defined later in the file: the common check sees the end of it
        Some(i) if (0..i64::from(u32::MAX)).contains(&i) => Ok(i as u32),
        _ => c.fault(Problem::Vertex {
            element: "face or line",
            number: mesh.triangles.len(),
            index,
            vertices: n as usize,
        }),
    }
}
