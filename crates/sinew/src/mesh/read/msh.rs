//! Gmsh `.msh`: the head, the names of physical groups, and the way from node and element tags to a mesh.
//!
//! Versions 2.2 and 4.1 differ in how nodes and elements are listed (see `gmsh2`, `gmsh4`); both end in a [`Draft`].

use super::cursor::{Cursor, Outcome, Parsed, whole};
use super::{gmsh2, gmsh4, set_regions};
use crate::mesh::{Mesh, Problem};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a file says, still with its own tags.
#[derive(Default)]
pub(super) struct Draft {
    pub tags: Vec<u64>,
    pub points: Vec<[f64; 3]>,
    pub tets: Vec<[u64; 4]>,
    /// (physical group or 0, entity) of each tet.
    pub groups: Vec<(u32, u32)>,
    pub triangles: Vec<[u64; 3]>,
    pub edges: Vec<[u64; 2]>,
    /// Names of physical groups of dimension 3.
    pub names: BTreeMap<u32, String>,
    /// Physical group of each volume entity (version 4).
    pub volumes: HashMap<i32, u32>,
}

const SAVE_AS: &str = "save the mesh in Gmsh as version 4.1 or 2.2";

pub(super) fn parse(data: &[u8]) -> Parsed {
    let mut c = Cursor::new(data);
    let word = c.word("$MeshFormat")?;
    if word != b"$MeshFormat" {
        return c.expected("$MeshFormat (the head of a Gmsh file)", word);
    }
    let version: f64 = c.number("the version of the format")?;
    let binary = match c.number::<u8>("the file type, 0 or 1")? {
        0 => false,
        1 => true,
        other => return c.expected("the file type, 0 (text) or 1 (binary)", &[b'0' + other % 10]),
    };
    let word_size: usize = c.number("the size of a real number")?;
    if version != 4.1 && !(2.0..3.0).contains(&version) {
        return c.unsupported(format!("version {version} of the Gmsh format"), SAVE_AS);
    }
    if word_size != 8 && (word_size != 4 || version < 4.0) {
        return c.unsupported(format!("a Gmsh file with numbers of {word_size} bytes"), "use 8");
    }
    c.line();
    c.text = !binary;
    if binary {
        let one = c.i32("the number 1 that tells the order of bytes")?;
        c.big_endian = one == i32::from_be_bytes([1, 0, 0, 0]);
        if one != 1 && !c.big_endian {
            return c.expected("the number 1 that tells the order of bytes", one.to_string().as_bytes());
        }
    }

    let mut draft = Draft::default();
    while c.skip_past(b"$") {
        let section = c.line().trim_ascii();
        match section {
            b"PhysicalNames" => names(&mut c, &mut draft)?,
            b"Nodes" if version < 4.0 => gmsh2::nodes(&mut c, binary, &mut draft)?,
            b"Elements" if version < 4.0 => gmsh2::elements(&mut c, binary, &mut draft)?,
            b"Entities" if version > 4.0 => gmsh4::entities(&mut c, binary, word_size, &mut draft)?,
            b"Nodes" => gmsh4::nodes(&mut c, binary, word_size, &mut draft)?,
            b"Elements" => gmsh4::elements(&mut c, binary, word_size, &mut draft)?,
            _ if section.starts_with(b"End") => {}
            // a section of no interest may hold any byte, `$` too
            _ => {
                let end = [b"$End", section].concat();
                if section.is_empty() || !c.skip_past(&end) {
                    return c.expected("the name of a section that is closed by $End...", section);
                }
            }
        }
    }
    draft.finish()
}

fn names(c: &mut Cursor, draft: &mut Draft) -> Outcome<()> {
    let (text, count) = (c.text, c.count("the number of physical names", 6)?);
    c.text = true;
    for _ in 0..count {
        let dimension: u32 = c.number("the dimension of a physical name")?;
        let tag: u32 = c.number("the tag of a physical name")?;
        let line = c.line().trim_ascii();
        let name = line.strip_prefix(b"\"").and_then(|l| l.strip_suffix(b"\""));
        let Some(name) = name else { return c.expected("a name between quotes", line) };
        if dimension == 3 {
            draft.names.insert(tag, String::from_utf8_lossy(name).into_owned());
        }
    }
    c.text = text;
    Ok(())
}

/// Number of nodes of an element type.
pub(super) fn nodes_of(kind: i32) -> Option<usize> {
    const COUNTS: [usize; 31] =
        [2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5, 6, 20, 35, 56];
    COUNTS.get(usize::try_from(kind.checked_sub(1)?).ok()?).copied()
}

impl Draft {
    pub fn add(&mut self, c: &Cursor, kind: i32, group: (u32, u32), nodes: &[u64]) -> Outcome<()> {
        let mend = "save a mesh of tetrahedra, triangles and lines of first order";
        match (kind, nodes) {
            (15, _) => {}
            (1, &[a, b]) => self.edges.push([a, b]),
            (2, &[a, b, c]) => self.triangles.push([a, b, c]),
            (3, &[a, b, c, d]) => self.triangles.extend([[a, b, c], [a, c, d]]),
            (4, &[a, b, c, d]) => {
                self.tets.push([a, b, c, d]);
                self.groups.push(group);
            }
            (5, _) => return c.unsupported("a hexahedron", mend),
            (6, _) => return c.unsupported("a prism", mend),
            (7, _) => return c.unsupported("a pyramid", mend),
            _ => return c.unsupported(format!("an element of higher order (Gmsh type {kind})"), mend),
        }
        Ok(())
    }

    /// Physical groups are the regions. Without any, several volumes are; a single one needs no name.
    fn finish(mut self) -> Parsed {
        let physical = self.groups.iter().any(|g| g.0 != 0);
        let entities: BTreeSet<u32> = self.groups.iter().map(|g| g.1).collect();
        let region = |g: &(u32, u32)| match (physical, entities.len() > 1) {
            (true, _) => g.0,
            (false, true) => g.1,
            (false, false) => 0,
        };
        let regions = self.groups.iter().map(region).collect();
        let mut mesh = Mesh { vertices: std::mem::take(&mut self.points), ..Mesh::default() };
        set_regions(&mut mesh, regions);
        mesh.region_names = std::mem::take(&mut self.names);

        let find = Finder::new(&self.tags)?;
        mesh.tets = find.all("tet", &self.tets)?;
        mesh.triangles = find.all("triangle", &self.triangles)?;
        mesh.edges = find.all("line", &self.edges)?;
        Ok(mesh)
    }
}

/// From the tag of a node to its index.
struct Finder {
    first: u64,
    count: usize,
    /// Only if the tags are not consecutive.
    table: Option<HashMap<u64, u32>>,
}

impl Finder {
    fn new(tags: &[u64]) -> Outcome<Finder> {
        let first = tags.first().copied().unwrap_or(0);
        let consecutive = (0u64..).zip(tags).all(|(i, &tag)| tag.checked_sub(first) == Some(i));
        let mut table = HashMap::new();
        if !consecutive {
            for (index, &tag) in (0u32..).zip(tags) {
                if table.insert(tag, index).is_some() {
                    return whole(Problem::Twice { what: "node tag", number: tag });
                }
            }
        }
        Ok(Finder { first, count: tags.len(), table: (!consecutive).then_some(table) })
    }

    fn index(&self, tag: u64) -> Option<u32> {
        match &self.table {
            Some(table) => table.get(&tag).copied(),
            None => tag.checked_sub(self.first).filter(|&i| i < self.count as u64).map(|i| i as u32),
        }
    }

    fn all<const N: usize>(&self, element: &'static str, list: &[[u64; N]]) -> Outcome<Vec<[u32; N]>> {
        let mut out = Vec::with_capacity(list.len());
        for (number, nodes) in list.iter().enumerate() {
            let mut indices = [0; N];
            for (slot, &tag) in indices.iter_mut().zip(nodes) {
                match self.index(tag) {
                    Some(index) => *slot = index,
                    None => {
                        let index = i64::try_from(tag).unwrap_or(i64::MAX);
                        return whole(Problem::Vertex { element, number, index, vertices: self.count });
                    }
                }
            }
            out.push(indices);
        }
        Ok(out)
    }
}
