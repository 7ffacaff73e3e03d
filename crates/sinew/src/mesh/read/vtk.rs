//! Legacy VTK (`.vtk`), text and binary (big-endian): `UNSTRUCTURED_GRID` and `POLYDATA`, file versions 1 to 5.
//!
//! Cells are `CELLS n size` with the number of corners before each (up to version 4) or `OFFSETS` and `CONNECTIVITY` (5.1).
//! Of the data only a cell scalar called `region` (or what other programs call it) is of interest.

use super::cells::{self, Added};
use super::cursor::{Cursor, Outcome, Parsed};
use super::set_regions;
use crate::mesh::{Mesh, Problem, regions};

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut c = Cursor::new(data);
    let head = c.line();
    if !head.starts_with(b"# vtk DataFile") {
        return c.expected("# vtk DataFile Version ... (the head of a VTK file)", head);
    }
    let _title = c.line();
    match c.line().trim_ascii() {
        b"ASCII" => {}
        b"BINARY" => {
            c.text = false;
            c.big_endian = true;
        }
        other => return c.expected("ASCII or BINARY", other),
    }
    let mut reader = Reader { c, mesh: Mesh::default(), grid: Grid::default() };
    reader.sections()?;
    reader.finish()
}

#[derive(Default)]
struct Grid {
    /// Corners of all cells, and where each one ends.
    corners: Vec<u32>,
    ends: Vec<usize>,
    /// VTK type of each cell; sections of POLYDATA imply them.
    kinds: Vec<i64>,
    regions: Option<Vec<f64>>,
}

struct Reader<'a> {
    c: Cursor<'a>,
    mesh: Mesh,
    grid: Grid,
}

impl Reader<'_> {
    fn sections(&mut self) -> Outcome<()> {
        let mut in_cells = false;
        loop {
            let word = self.c.peek();
            if word.is_empty() {
                return Ok(());
            }
            let keyword = self.c.word("a keyword")?.to_ascii_uppercase();
            match keyword.as_slice() {
                b"DATASET" => {
                    let kind = self.c.word("the kind of data set")?.to_ascii_uppercase();
                    if kind != b"UNSTRUCTURED_GRID" && kind != b"POLYDATA" {
                        let mend = "save an UNSTRUCTURED_GRID or POLYDATA";
                        return self
                            .c
                            .unsupported(format!("VTK data of kind {}", String::from_utf8_lossy(&kind)), mend);
                    }
                }
                b"POINTS" => {
                    let count: u64 = self.c.number("the number of points")?;
                    let flat = self.array(count.saturating_mul(3), "points")?;
                    self.mesh.vertices = flat.as_chunks().0.to_vec();
                }
                b"CELLS" => self.cells(None)?,
                b"VERTICES" => self.cells(Some(2))?,
                b"LINES" => self.cells(Some(4))?,
                b"POLYGONS" => self.cells(Some(7))?,
                b"TRIANGLE_STRIPS" => self.cells(Some(6))?,
                b"CELL_TYPES" => {
                    let count = self.c.number("the number of cell types")?;
                    self.c.line();
                    let kinds = self.numbers(b"int", count, "cell types")?;
                    self.grid.kinds.extend(kinds.into_iter().map(|k| k as i64));
                }
                b"CELL_DATA" | b"POINT_DATA" => {
                    in_cells = keyword == b"CELL_DATA";
                    let _: u64 = self.c.number("the number of data")?;
                }
                b"SCALARS" => {
                    let name = self.c.word("the name of a scalar")?;
                    let kind = self.c.word("the type of a scalar")?;
                    let line = std::str::from_utf8(self.c.line()).unwrap_or("").trim();
                    let parts: u64 = if line.is_empty() { 1 } else { line.parse().unwrap_or(1) };
                    if self.c.peek() == b"LOOKUP_TABLE" {
                        self.c.line();
                    }
                    let count = if in_cells { self.grid.ends.len() } else { self.mesh.vertices.len() } as u64;
                    let values = self.numbers(kind, count.saturating_mul(parts), "values of a scalar")?;
                    self.keep(in_cells && parts == 1, name, values);
                }
                b"FIELD" => {
                    let _name = self.c.word("the name of a field")?;
                    for _ in 0..self.c.count("the number of arrays of a field", 6)? {
                        let name = self.c.word("the name of an array")?;
                        let parts: u64 = self.c.number("the number of components")?;
                        let count: u64 = self.c.number("the number of tuples")?;
                        let values = self.array(parts.saturating_mul(count), "values of an array")?;
                        self.keep(in_cells && parts == 1, name, values);
                        if self.c.peek() == b"METADATA" {
                            self.metadata();
                        }
                    }
                }
                b"METADATA" => self.metadata(),
                // vectors, normals, tensors and so on end what is of interest, but only once the mesh is complete
                _ if !self.grid.ends.is_empty() => return Ok(()),
                _ => return self.c.expected("a section of a VTK file", word),
            }
        }
    }

    fn keep(&mut self, fits: bool, name: &[u8], values: Vec<f64>) {
        if name == regions::ARRAY.as_bytes() {
            self.mesh.region_names = regions::from_numbers(&values);
        }
        let is_region = cells::REGION_NAMES.iter().any(|n| n.as_bytes() == name);
        if fits && is_region && self.grid.regions.is_none() {
            self.grid.regions = Some(values);
        }
    }

    /// Information up to an empty line.
    fn metadata(&mut self) {
        self.c.line();
        while self.c.left() > 0 && !self.c.line().trim_ascii().is_empty() {}
    }

    /// `type` on the rest of the line, then numbers.
    fn array(&mut self, count: u64, what: &'static str) -> Outcome<Vec<f64>> {
        let kind = self.c.word("the type of numbers")?;
        self.c.line();
        self.numbers(kind, count, what)
    }

    fn numbers(&mut self, kind: &[u8], count: u64, what: &'static str) -> Outcome<Vec<f64>> {
        let c = &mut self.c;
        let size = match kind.to_ascii_lowercase().as_slice() {
            b"char" | b"unsigned_char" => 1,
            b"short" | b"unsigned_short" => 2,
            b"int" | b"unsigned_int" | b"float" => 4,
            b"long" | b"unsigned_long" | b"double" | b"vtkidtype" | b"vtktypeint64" => 8,
            _ => return c.expected("a type of numbers such as float or int", kind),
        };
        let count = c.room(what, count, if c.text { 2 } else { size })?;
        let mut out = Vec::with_capacity(count);
        for _ in 0..count {
            out.push(match kind.to_ascii_lowercase().as_slice() {
                _ if c.text => c.number(what)?,
                b"char" => c.i8(what)?.into(),
                b"unsigned_char" => c.u8(what)?.into(),
                b"short" => c.i16(what)?.into(),
                b"unsigned_short" => c.u16(what)?.into(),
                b"int" => c.i32(what)?.into(),
                b"unsigned_int" => c.u32(what)?.into(),
                b"float" => c.f32(what)?.into(),
                b"double" => c.f64(what)?,
                // indices of cells: far below 2^53
                b"unsigned_long" => c.u64(what)? as f64,
                _ => c.i64(what)? as f64,
            });
        }
        Ok(out)
    }

    /// Cells of one kind, or of the kinds that CELL_TYPES tells.
    fn cells(&mut self, kind: Option<i64>) -> Outcome<()> {
        let first: u64 = self.c.number("the number of cells")?;
        let second: u64 = self.c.number("the size of the cell list")?;
        self.c.line();
        let before = self.grid.ends.len();
        if self.c.word_here() == b"OFFSETS" {
            self.c.word("OFFSETS")?;
            let offsets = self.array(first, "offsets of cells")?;
            let word = self.c.word("CONNECTIVITY")?;
            if word != b"CONNECTIVITY" {
                return self.c.expected("CONNECTIVITY", word);
            }
            let corners = self.array(second, "corners of cells")?;
            let start = self.grid.corners.len();
            for end in offsets.iter().skip(1) {
                if !(*end >= 0.0 && *end <= corners.len() as f64) {
                    return self.c.expected("an offset within the list of corners", end.to_string().as_bytes());
                }
                let end = start + *end as usize;
                if self.grid.ends.last().is_some_and(|&last| end < last) {
                    return self.c.expected("offsets that rise", end.to_string().as_bytes());
                }
                self.grid.ends.push(end);
            }
            for corner in corners {
                let corner = self.corner(corner)?;
                self.grid.corners.push(corner);
            }
        } else {
            let list = self.numbers(b"int", second, "corners of cells")?;
            let mut rest = list.as_slice();
            for _ in 0..first {
                let Some((&size, after)) = rest.split_first() else {
                    return self.c.fault(Problem::Truncated { wanted: "the corners of a cell" });
                };
                if !(size >= 0.0 && size <= after.len() as f64) {
                    return self.c.expected("the number of corners of a cell", size.to_string().as_bytes());
                }
                let (corners, after) = after.split_at(size as usize);
                for &corner in corners {
                    let corner = self.corner(corner)?;
                    self.grid.corners.push(corner);
                }
                self.grid.ends.push(self.grid.corners.len());
                rest = after;
            }
        }
        if let Some(kind) = kind {
            self.grid.kinds.resize(before, 0);
            self.grid.kinds.resize(self.grid.ends.len(), kind);
        }
        Ok(())
    }

    fn corner(&self, value: f64) -> Outcome<u32> {
        if value >= 0.0 && value < f64::from(u32::MAX) {
            return Ok(value as u32);
        }
        let (number, vertices) = (self.grid.ends.len(), self.mesh.vertices.len());
        self.c.fault(Problem::Vertex { element: "cell", number, index: value as i64, vertices })
    }

    fn finish(self) -> Parsed {
        let Reader { c, mut mesh, grid } = self;
        if grid.kinds.len() != grid.ends.len() {
            let (first, second) = (grid.ends.len() as u64, grid.kinds.len() as u64);
            return c.fault(Problem::Conflict { what: "CELLS", first, other: "CELL_TYPES", second });
        }
        let mut tags = Vec::new();
        let mut start = 0;
        for (i, (&end, &kind)) in grid.ends.iter().zip(&grid.kinds).enumerate() {
            match cells::add(&mut mesh, kind, &grid.corners[start..end]) {
                Ok(Added::Tet) => {
                    let region = grid.regions.as_ref().and_then(|r| r.get(i)).copied().unwrap_or(0.0);
                    tags.push(region as u32);
                }
                Ok(Added::Other) => {}
                Err(what) => return c.unsupported(format!("{what} (cell {i}, VTK type {kind})"), cells::MEND),
            }
            start = end;
        }
        set_regions(&mut mesh, tags);
        Ok(mesh)
    }
}
