//! VTK XML unstructured grid (`.vtu`): raw appended binary, little-endian, `UInt64` block lengths, for ParaView.
//!
//! After the XML head stands `_`, then each array as its length in bytes (`UInt64`) and its numbers. The offsets in
//! the head count from the byte after `_`. Cells are written as tets, then triangles, then edges; cell data follow
//! that order.

use crate::mesh::{Mesh, regions};
use std::io::{self, Write};

/// Which cells a file holds, as indices of points.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cells<'a> {
    /// Tetrahedra (VTK type 10).
    pub tets: &'a [[u32; 4]],
    /// Triangles (VTK type 5).
    pub triangles: &'a [[u32; 3]],
    /// Lines (VTK type 3).
    pub edges: &'a [[u32; 2]],
}

impl Cells<'_> {
    /// Number of cells of all kinds.
    pub fn len(&self) -> usize {
        self.tets.len() + self.triangles.len() + self.edges.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Numbers of a field.
#[derive(Debug, Clone, Copy)]
pub enum Values<'a> {
    /// `Float64`
    F64(&'a [f64]),
    /// `UInt32`
    U32(&'a [u32]),
    /// `UInt8`
    U8(&'a [u8]),
}

/// A named field on points or cells, `components` numbers for each of them.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// Name that ParaView shows.
    pub name: &'a str,
    /// 1 for scalars, 3 for vectors.
    pub components: usize,
    /// All numbers, point by point or cell by cell.
    pub values: Values<'a>,
}

/// Writes a `.vtu` file. `points` is flat: x, y, z of each point.
///
/// # Errors
/// Those of the writer.
///
/// # Panics
/// If a field does not have `components` numbers for each point or cell.
pub fn write_vtu<W: Write>(
    out: &mut W,
    points: &[f64],
    cells: &Cells,
    point_data: &[Field],
    cell_data: &[Field],
) -> io::Result<()> {
    write_named(out, points, cells, point_data, cell_data, "")
}

/// The whole mesh, with its regions as cell data `region` and their names as bytes of a field.
pub(super) fn mesh(out: &mut Vec<u8>, mesh: &Mesh) -> io::Result<()> {
    let cells = Cells { tets: &mesh.tets, triangles: &mesh.triangles, edges: &mesh.edges };
    let mut tags = mesh.regions.clone();
    tags.resize(cells.len(), 0);
    let region = Field { name: "region", components: 1, values: Values::U32(&tags) };
    let data = if mesh.regions.is_empty() { &[][..] } else { std::slice::from_ref(&region) };
    write_named(out, mesh.vertices.as_flattened(), &cells, &[], data, &regions::to_text(&mesh.region_names))
}

fn write_named<W: Write>(
    out: &mut W,
    points: &[f64],
    cells: &Cells,
    point_data: &[Field],
    cell_data: &[Field],
    names: &str,
) -> io::Result<()> {
    let (n, m) = (points.len() / 3, cells.len());
    let corners = 4 * cells.tets.len() + 3 * cells.triangles.len() + 2 * cells.edges.len();
    for (fields, count) in [(point_data, n), (cell_data, m)] {
        for f in fields {
            assert_eq!(f.values.len(), f.components * count, "field {} has the wrong length", f.name);
        }
    }

    writeln!(out, "<?xml version=\"1.0\"?>")?;
    writeln!(
        out,
        "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">"
    )?;
    writeln!(out, "<UnstructuredGrid>")?;
    if !names.is_empty() {
        let (array, count) = (regions::ARRAY, names.len());
        writeln!(
            out,
            "<FieldData>\n<DataArray type=\"UInt8\" Name=\"{array}\" NumberOfTuples=\"{count}\" format=\"ascii\">"
        )?;
        let numbers: Vec<String> = names.bytes().map(|b| b.to_string()).collect();
        writeln!(out, "{}\n</DataArray>\n</FieldData>", numbers.join(" "))?;
    }
    writeln!(out, "<Piece NumberOfPoints=\"{n}\" NumberOfCells=\"{m}\">")?;
    let mut offset = 0;
    writeln!(out, "<Points>")?;
    array(out, "Float64", "Points", 3, 24 * n, &mut offset)?;
    writeln!(out, "</Points>\n<Cells>")?;
    array(out, "UInt32", "connectivity", 1, 4 * corners, &mut offset)?;
    array(out, "UInt64", "offsets", 1, 8 * m, &mut offset)?;
    array(out, "UInt8", "types", 1, m, &mut offset)?;
    writeln!(out, "</Cells>")?;
    for (section, fields) in [("PointData", point_data), ("CellData", cell_data)] {
        writeln!(out, "<{section}>")?;
        for f in fields {
            let (kind, bytes) = f.values.layout();
            array(out, kind, f.name, f.components, bytes, &mut offset)?;
        }
        writeln!(out, "</{section}>")?;
    }
    write!(out, "</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_")?;

    block(out, 24 * n, points.iter().map(|x| x.to_le_bytes()))?;
    let connectivity =
        (cells.tets.iter().flatten()).chain(cells.triangles.iter().flatten()).chain(cells.edges.iter().flatten());
    block(out, 4 * corners, connectivity.map(|i| i.to_le_bytes()))?;
    let mut end = 0u64;
    let sizes = [(4, cells.tets.len()), (3, cells.triangles.len()), (2, cells.edges.len())];
    let ends = sizes.into_iter().flat_map(|(size, count)| std::iter::repeat_n(size, count)).map(|size: u64| {
        end += size;
        end.to_le_bytes()
    });
    block(out, 8 * m, ends)?;
    let types = [(10u8, cells.tets.len()), (5, cells.triangles.len()), (3, cells.edges.len())];
    block(out, m, types.into_iter().flat_map(|(kind, count)| std::iter::repeat_n([kind], count)))?;
    for f in point_data.iter().chain(cell_data) {
        match f.values {
            Values::F64(v) => block(out, 8 * v.len(), v.iter().map(|x| x.to_le_bytes()))?,
            Values::U32(v) => block(out, 4 * v.len(), v.iter().map(|x| x.to_le_bytes()))?,
            Values::U8(v) => block(out, v.len(), v.iter().map(|x| [*x]))?,
        }
    }
    writeln!(out, "\n</AppendedData>\n</VTKFile>")
}

impl Values<'_> {
    fn len(&self) -> usize {
        match self {
            Values::F64(v) => v.len(),
            Values::U32(v) => v.len(),
            Values::U8(v) => v.len(),
        }
    }

    fn layout(&self) -> (&'static str, usize) {
        match self {
            Values::F64(v) => ("Float64", 8 * v.len()),
            Values::U32(v) => ("UInt32", 4 * v.len()),
            Values::U8(v) => ("UInt8", v.len()),
        }
    }
}

/// The head of one array; moves the offset past its length and its bytes.
fn array<W: Write>(
    out: &mut W,
    kind: &str,
    name: &str,
    parts: usize,
    bytes: usize,
    offset: &mut usize,
) -> io::Result<()> {
    let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    writeln!(
        out,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{parts}\" format=\"appended\" offset=\"{offset}\"/>"
    )?;
    *offset += 8 + bytes;
    Ok(())
}

fn block<W: Write, const N: usize>(
    out: &mut W,
    bytes: usize,
    numbers: impl Iterator<Item = [u8; N]>,
) -> io::Result<()> {
    out.write_all(&(bytes as u64).to_le_bytes())?;
    // one write per number is slow on an unbuffered file
    let mut buffer = Vec::with_capacity(1 << 16);
    for number in numbers {
        buffer.extend_from_slice(&number);
        if buffer.len() >= (1 << 16) - 8 {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}
