//! Stanford `.ply`, text and binary of both byte orders: `vertex`, `face` (polygons become fans), `edge`.
//!
//! The head declares elements, each with a count and properties (`property float x`, `property list uchar int vertex_indices`);
//! whatever else it declares is stepped over.

use super::cursor::{Cursor, Outcome, Parsed};
use crate::mesh::{Mesh, Problem};

#[derive(Clone, Copy)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn of(word: &[u8]) -> Option<Kind> {
        Some(match word {
            b"char" | b"int8" => Kind::I8,
            b"uchar" | b"uint8" => Kind::U8,
            b"short" | b"int16" => Kind::I16,
            b"ushort" | b"uint16" => Kind::U16,
            b"int" | b"int32" => Kind::I32,
            b"uint" | b"uint32" => Kind::U32,
            b"float" | b"float32" => Kind::F32,
            b"double" | b"float64" => Kind::F64,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }

    /// 32-bit integers fit a 64-bit real exactly.
    fn read(self, c: &mut Cursor) -> Outcome<f64> {
        const WANTED: &str = "a number";
        if c.text {
            return c.number(WANTED);
        }
        Ok(match self {
            Kind::I8 => c.i8(WANTED)?.into(),
            Kind::U8 => c.u8(WANTED)?.into(),
            Kind::I16 => c.i16(WANTED)?.into(),
            Kind::U16 => c.u16(WANTED)?.into(),
            Kind::I32 => c.i32(WANTED)?.into(),
            Kind::U32 => c.u32(WANTED)?.into(),
            Kind::F32 => c.f32(WANTED)?.into(),
            Kind::F64 => c.f64(WANTED)?,
        })
    }
}

struct Property<'a> {
    name: &'a [u8],
    kind: Kind,
    /// Type of the length, for lists.
    list: Option<Kind>,
}

struct Element<'a> {
    name: &'a [u8],
    count: u64,
    properties: Vec<Property<'a>>,
}

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut c = Cursor::new(data);
    let (elements, binary) = head(&mut c)?;
    c.text = !binary;
    let mut mesh = Mesh::default();
    for element in &elements {
        if !element.properties.is_empty() {
            rows(&mut c, element, &mut mesh)?;
        }
    }
    Ok(mesh)
}

fn head<'a>(c: &mut Cursor<'a>) -> Outcome<(Vec<Element<'a>>, bool)> {
    let first = c.line().trim_ascii();
    if first != b"ply" {
        return c.expected("ply (the head of a PLY file)", first);
    }
    let mut binary = None;
    let mut elements: Vec<Element> = Vec::new();
    loop {
        if c.left() == 0 {
            return c.fault(Problem::Truncated { wanted: "end_header" });
        }
        let line = c.line();
        let words: Vec<&[u8]> = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty()).collect();
        match *words.as_slice() {
            [] | [b"comment", ..] | [b"obj_info", ..] => {}
            [b"end_header"] => break,
            [b"format", b"ascii", _] => binary = Some(false),
            [b"format", b"binary_little_endian", _] => binary = Some(true),
            [b"format", b"binary_big_endian", _] => {
                binary = Some(true);
                c.big_endian = true;
            }
            [b"element", name, count] => {
                let Some(count) = std::str::from_utf8(count).ok().and_then(|w| w.parse().ok()) else {
                    return c.expected("the number of elements", count);
                };
                elements.push(Element { name, count, properties: Vec::new() });
            }
            [b"property", ref what @ .., name] => {
                let property = match *what {
                    [b"list", length, kind] => Kind::of(length).zip(Kind::of(kind)).map(|(l, k)| (k, Some(l))),
                    [kind] => Kind::of(kind).map(|k| (k, None)),
                    _ => None,
                };
                match (property, elements.last_mut()) {
                    (Some((kind, list)), Some(element)) => element.properties.push(Property { name, kind, list }),
                    _ => return c.expected("a property of an element with known types", line),
                }
            }
            _ => return c.expected("a line of a PLY head", line),
        }
    }
    match binary {
        Some(binary) => Ok((elements, binary)),
        None => c.fault(Problem::Missing { what: "line `format` in its head" }),
    }
}

fn rows(c: &mut Cursor, element: &Element, mesh: &mut Mesh) -> Outcome<()> {
    let smallest = |p: &Property| if c.text { 2 } else { p.list.unwrap_or(p.kind).bytes() };
    let least = element.properties.iter().map(smallest).sum();
    let count = c.room("the number of elements in the head", element.count, least)?;
    let find = |names: &[&str]| element.properties.iter().position(|p| names.iter().any(|n| n.as_bytes() == p.name));
    let columns = match element.name {
        b"vertex" => [find(&["x"]), find(&["y"]), find(&["z"])],
        b"face" => [find(&["vertex_indices", "vertex_index"]); 3],
        b"edge" => [find(&["vertex1"]), find(&["vertex2"]), None],
        _ => [None; 3],
    };
    if element.name == b"vertex" && columns.contains(&None) {
        return c.fault(Problem::Missing { what: "x, y and z of its vertices" });
    }
    let mut list = Vec::new();
    for number in 0..count {
        let mut scalars = [0.0; 3];
        list.clear();
        for (i, p) in element.properties.iter().enumerate() {
            match p.list {
                None => {
                    let value = p.kind.read(c)?;
                    (columns.iter().zip(&mut scalars))
                        .filter(|(column, _)| **column == Some(i))
                        .for_each(|(_, s)| *s = value);
                }
                Some(length) => {
                    let length = length.read(c)?;
                    let bytes = if c.text { 2 } else { p.kind.bytes() };
                    // a negative or fractional length saturates to something that cannot fit or does no harm
                    let length =
                        c.room("the length of a list", if length < 0.0 { u64::MAX } else { length as u64 }, bytes)?;
                    for _ in 0..length {
                        let value = p.kind.read(c)?;
                        if columns[0] == Some(i) {
                            list.push(index(c, value, number, mesh)?);
                        }
                    }
                }
            }
        }
        match element.name {
            b"vertex" => mesh.vertices.push(scalars),
            b"face" => mesh.triangles.extend((2..list.len()).map(|i| [list[0], list[i - 1], list[i]])),
            b"edge" if columns[1].is_some() => {
                mesh.edges.push([index(c, scalars[0], number, mesh)?, index(c, scalars[1], number, mesh)?])
            }
            _ => {}
        }
    }
    Ok(())
}

fn index(c: &Cursor, value: f64, number: usize, mesh: &Mesh) -> Outcome<u32> {
    if value >= 0.0 && value < f64::from(u32::MAX) && value.fract() == 0.0 {
        Ok(value as u32)
    } else {
        c.fault(Problem::Vertex { element: "face or edge", number, index: value as i64, vertices: mesh.vertices.len() })
    }
}
