//! TetGen `.node` and `.ele` (text): each file counts from 0 or from 1, and not always both from the same.
//!
//! A `.node` file tells its base by its first row. In a `.ele` file the smallest and the largest index decide (index 0 exists
//! only when counting from 0, index n only when counting from 1); if neither occurs, the number of the first row does.
//! The first attribute of an element is its region.

use super::cursor::{Cursor, Outcome, Parsed};
use super::set_regions;
use crate::mesh::{Mesh, Problem};

/// The vertices of a `.node` file.
pub(super) fn nodes(data: &[u8]) -> Outcome<Vec<[f64; 3]>> {
    let mut c = cursor(data);
    let count: u64 = c.number("the number of nodes")?;
    let dimension: usize = c.number("the dimension")?;
    let attributes: u64 = c.number("the number of attributes")?;
    let markers: u64 = c.number("the number of boundary markers, 0 or 1")?;
    if dimension != 3 {
        return c.unsupported(format!("a .node file of dimension {dimension}"), "use 3");
    }
    let extra = c.room("the number of attributes", attributes.saturating_add(markers), 2)?;
    let count = c.room("the number of nodes", count, 2 * (4 + extra))?;
    let mut points = Vec::with_capacity(count);
    let mut base = 0;
    for row in 0..count as i64 {
        number_of_row(&mut c, row, &mut base)?;
        let mut point = [0.0; 3];
        for x in &mut point {
            *x = c.number("a coordinate")?;
        }
        points.push(point);
        for _ in 0..extra {
            let _: f64 = c.number("an attribute or marker of a node")?;
        }
    }
    Ok(points)
}

/// The tets of a `.ele` file.
pub(super) fn tets(data: &[u8], vertices: Vec<[f64; 3]>) -> Parsed {
    let mut c = cursor(data);
    let count: u64 = c.number("the number of tets")?;
    let corners: u64 = c.number("the number of nodes of a tet")?;
    let attributes: u64 = c.number("the number of attributes")?;
    if corners != 4 {
        return c.unsupported(format!("an .ele file with {corners} nodes per element"), "run TetGen without -o2");
    }
    let attributes = c.room("the number of attributes", attributes, 2)?;
    let count = c.room("the number of tets", count, 2 * (5 + attributes))?;
    let mut named = Vec::with_capacity(count);
    let mut regions = Vec::with_capacity(count);
    let mut row_base = 0;
    for row in 0..count as i64 {
        number_of_row(&mut c, row, &mut row_base)?;
        let mut tet = [0i64; 4];
        for slot in &mut tet {
            *slot = c.number("a node of a tet")?;
        }
        named.push(tet);
        for i in 0..attributes {
            let value: f64 = c.number("an attribute of a tet")?;
            if i == 0 {
                regions.push(value as u32);
            }
        }
    }

    let n = vertices.len() as i64;
    let low = named.iter().flatten().copied().min().unwrap_or(1);
    let high = named.iter().flatten().copied().max().unwrap_or(1);
    let base = match (low == 0, high == n) {
        (true, false) => 0,
        (false, true) => 1,
        _ => row_base,
    };
    let mut mesh = Mesh { vertices, ..Mesh::default() };
    for (number, tet) in named.iter().enumerate() {
        if let Some(&index) = tet.iter().find(|&&i| i < base || i - base >= n) {
            return c.fault(Problem::Vertex { element: "tet", number, index, vertices: n as usize });
        }
        mesh.tets.push(tet.map(|i| (i - base) as u32));
    }
    set_regions(&mut mesh, regions);
    Ok(mesh)
}

fn cursor(data: &[u8]) -> Cursor<'_> {
    let mut c = Cursor::new(data);
    c.comment = Some(b'#');
    c
}

/// Rows are numbered one after the other; the first tells the base.
fn number_of_row(c: &mut Cursor, row: i64, base: &mut i64) -> Outcome<()> {
    let number: i64 = c.number("the number of a row")?;
    if row == 0 && (0..=1).contains(&number) {
        *base = number;
    }
    if number != row + *base {
        return c.expected("the next row number (rows count from 0 or 1)", number.to_string().as_bytes());
    }
    Ok(())
}
