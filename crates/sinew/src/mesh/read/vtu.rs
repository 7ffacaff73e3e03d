//! VTK XML unstructured grid (`.vtu`): arrays as text, base64, or appended (raw or base64), plain or packed by zlib.
//!
//! Binary arrays start with a head of `UInt32` or `UInt64` numbers: their length in bytes, or, if packed,
//! `blocks, size of a block, size of the last block, packed size of each block`. Head and data may be encoded as one base64
//! text or as two; decoding in groups of four characters does not care. Raw appended bytes are not XML, so the file is cut there.

use super::cells::{self, Added};
use super::cursor::{Cursor, Fault, Outcome, Parsed, find, whole};
use super::set_regions;
use crate::mesh::{Mesh, Place, Problem, regions};
use base64::Engine;
use roxmltree::Node;
use std::io::Read;

pub(super) fn parse(data: &[u8]) -> Parsed {
    let cut = find(data, b"<AppendedData").unwrap_or(data.len());
    let Ok(mut text) = std::str::from_utf8(&data[..cut]).map(str::to_owned) else {
        return whole(Problem::Expected { wanted: "XML text in UTF-8", found: "other bytes".into() });
    };
    if cut < data.len() {
        text.push_str("</VTKFile>");
    }
    let document = match roxmltree::Document::parse(&text) {
        Ok(document) => document,
        Err(error) => {
            let place = Place::Line(error.pos().row as usize);
            return Err(Fault { place, problem: Problem::Expected { wanted: "valid XML", found: error.to_string() } });
        }
    };
    let root = document.root_element();
    if root.tag_name().name() != "VTKFile" || root.attribute("type") != Some("UnstructuredGrid") {
        let found = format!("<{} type={:?}>", root.tag_name().name(), root.attribute("type").unwrap_or(""));
        return whole(Problem::Expected { wanted: "<VTKFile type=\"UnstructuredGrid\">", found });
    }
    let file = File::new(&root, data, cut)?;
    let mut mesh = Mesh::default();
    let mut tags = Vec::new();
    for piece in root.descendants().filter(|n| n.has_tag_name("Piece")) {
        file.piece(piece, &mut mesh, &mut tags)?;
    }
    if let Some(names) = root.descendants().find(|n| n.attribute("Name") == Some(regions::ARRAY)) {
        mesh.region_names = regions::from_numbers(&file.array(names)?);
    }
    set_regions(&mut mesh, tags);
    Ok(mesh)
}

/// How this file stores arrays.
struct File<'a> {
    text: &'a roxmltree::Document<'a>,
    big_endian: bool,
    /// Bytes of a number in the head of an array.
    word: usize,
    packed: bool,
    /// What follows `_`, and whether it is base64.
    appended: &'a [u8],
    appended_base64: bool,
}

impl<'a> File<'a> {
    fn new(root: &Node<'a, 'a>, data: &'a [u8], cut: usize) -> Outcome<File<'a>> {
        let packed = match root.attribute("compressor") {
            None | Some("") => false,
            Some("vtkZLibDataCompressor") => true,
            Some(other) => {
                let mend = "save it without compression or with zlib";
                return whole(Problem::Unsupported { what: format!("data packed by {other}"), mend });
            }
        };
        let word = match root.attribute("header_type") {
            None | Some("UInt32") => 4,
            Some("UInt64") => 8,
            Some(other) => return whole(Problem::Expected { wanted: "UInt32 or UInt64", found: other.into() }),
        };
        let mut c = Cursor::new(&data[cut..]);
        let mut appended_base64 = false;
        if cut < data.len() {
            let start = c.rest();
            let tag = &start[..find(start, b">").unwrap_or(start.len())];
            appended_base64 = find(tag, b"base64").is_some();
            if !c.skip_past(b">") || !c.skip_past(b"_") {
                return whole(Problem::Missing { what: "appended data, which start with `_`" });
            }
        }
        let big_endian = root.attribute("byte_order") == Some("BigEndian");
        Ok(File { text: root.document(), big_endian, word, packed, appended: c.rest(), appended_base64 })
    }

    fn fault<T>(&self, node: Node, problem: Problem) -> Outcome<T> {
        let line = self.text.text_pos_at(node.range().start).row as usize;
        Err(Fault { place: Place::Line(line), problem })
    }

    fn piece(&self, piece: Node, mesh: &mut Mesh, regions: &mut Vec<u32>) -> Outcome<()> {
        let section = |name: &str| piece.children().find(|n| n.has_tag_name(name));
        let arrays =
            |name: &str| section(name).into_iter().flat_map(|s| s.children().filter(|n| n.has_tag_name("DataArray")));
        let Some(points) = arrays("Points").next() else {
            return self.fault(piece, Problem::Missing { what: "Points in this piece" });
        };
        let first = mesh.vertices.len();
        let flat = self.array(points)?;
        mesh.vertices.extend_from_slice(flat.as_chunks().0);
        let count = mesh.vertices.len() - first;
        let cell_array = |name: &'static str| match arrays("Cells").find(|a| a.attribute("Name") == Some(name)) {
            Some(array) => self.array(array),
            None => self.fault(piece, Problem::Missing { what: name }),
        };
        let (corners, ends, kinds) = (cell_array("connectivity")?, cell_array("offsets")?, cell_array("types")?);
        if ends.len() != kinds.len() {
            let (first, second) = (ends.len() as u64, kinds.len() as u64);
            return self.fault(piece, Problem::Conflict { what: "offsets", first, other: "types", second });
        }
        let is_region = |a: &Node| cells::REGION_NAMES.contains(&a.attribute("Name").unwrap_or(""));
        let tags = arrays("CellData").find(is_region).map(|a| self.array(a)).transpose()?;

        let mut nodes = Vec::new();
        let mut start = 0;
        for (number, (&end, &kind)) in ends.iter().zip(&kinds).enumerate() {
            if !(end >= start as f64 && end <= corners.len() as f64) {
                let found = end.to_string();
                return self.fault(piece, Problem::Expected { wanted: "offsets that rise within connectivity", found });
            }
            nodes.clear();
            for &corner in &corners[start..end as usize] {
                if !(corner >= 0.0 && corner < count as f64) {
                    let problem = Problem::Vertex { element: "cell", number, index: corner as i64, vertices: count };
                    return self.fault(piece, problem);
                }
                nodes.push((first + corner as usize) as u32);
            }
            start = end as usize;
            match cells::add(mesh, kind as i64, &nodes) {
                Ok(Added::Tet) => {
                    regions.push(tags.as_ref().and_then(|t| t.get(number)).copied().unwrap_or(0.0) as u32)
                }
                Ok(Added::Other) => {}
                Err(what) => {
                    let what = format!("{what} (cell {number}, VTK type {kind})");
                    return self.fault(piece, Problem::Unsupported { what, mend: cells::MEND });
                }
            }
        }
        Ok(())
    }

    /// All numbers of an array; indices are far below 2^53, so one type will do.
    fn array(&self, node: Node) -> Outcome<Vec<f64>> {
        let kind = node.attribute("type").unwrap_or("");
        let inline = node.text().unwrap_or("").trim();
        let bytes = match node.attribute("format") {
            Some("appended") => {
                let offset = node.attribute("offset").and_then(|o| o.parse::<usize>().ok());
                let Some(stored) = offset.and_then(|o| self.appended.get(o..)) else {
                    let found = node.attribute("offset").unwrap_or("").into();
                    return self.fault(node, Problem::Expected { wanted: "an offset within the appended data", found });
                };
                if self.appended_base64 { self.stored(&Base64(stored)) } else { self.stored(&Raw(stored)) }
            }
            Some("binary") => self.stored(&Base64(inline.as_bytes())),
            _ => {
                let mut out = Vec::new();
                for word in inline.split_ascii_whitespace() {
                    match word.parse() {
                        Ok(number) => out.push(number),
                        Err(_) => {
                            let found = word.chars().take(40).collect();
                            return self.fault(node, Problem::Expected { wanted: "a number", found });
                        }
                    }
                }
                return Ok(out);
            }
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(problem) => return self.fault(node, problem),
        };
        let mut c = Cursor::new(&bytes);
        c.big_endian = self.big_endian;
        let mut out = Vec::with_capacity(bytes.len() / 4);
        const WANTED: &str = "a whole number of values";
        while c.left() > 0 {
            let value = match kind {
                "Int8" => c.i8(WANTED).map(f64::from),
                "UInt8" => c.u8(WANTED).map(f64::from),
                "Int16" => c.i16(WANTED).map(f64::from),
                "UInt16" => c.u16(WANTED).map(f64::from),
                "Int32" => c.i32(WANTED).map(f64::from),
                "UInt32" => c.u32(WANTED).map(f64::from),
                "Int64" => c.i64(WANTED).map(|x| x as f64),
                "UInt64" => c.u64(WANTED).map(|x| x as f64),
                "Float32" => c.f32(WANTED).map(f64::from),
                "Float64" => c.f64(WANTED),
                other => {
                    let problem = Problem::Expected { wanted: "a type such as Float64 or Int32", found: other.into() };
                    return self.fault(node, problem);
                }
            };
            match value {
                Ok(value) => out.push(value),
                Err(fault) => return self.fault(node, fault.problem),
            }
        }
        Ok(out)
    }

    /// The bytes of an array: its head says how many follow.
    fn stored(&self, source: &impl Source) -> Result<Vec<u8>, Problem> {
        let head = |bytes: &[u8], i: usize| {
            let word = &bytes[i * self.word..(i + 1) * self.word];
            let fold = |n: u64, b: &u8| n << 8 | u64::from(*b);
            if self.big_endian { word.iter().fold(0, fold) } else { word.iter().rev().fold(0, fold) }
        };
        let most = source.most() as u64;
        let within = |what, count: u64, room: u64| {
            if count > room { Err(Problem::Count { what, count, room }) } else { Ok(count as usize) }
        };
        if !self.packed {
            let length = within("the length of an array", head(&source.first(self.word)?, 0), most)?;
            let mut bytes = source.first(self.word + length)?;
            bytes.drain(..self.word);
            return Ok(bytes);
        }
        let blocks =
            within("the number of packed blocks", head(&source.first(self.word)?, 0), most / self.word as u64)?;
        if blocks == 0 {
            return Ok(Vec::new());
        }
        let head_bytes = (3 + blocks) * self.word;
        let sizes = source.first(head_bytes)?;
        let packed: Vec<u64> = (0..blocks).map(|b| head(&sizes, 3 + b)).collect();
        let total = packed.iter().fold(0u64, |sum, &n| sum.saturating_add(n));
        let total = within("the packed size of an array", total, most)?;
        let bytes = source.first(head_bytes + total)?;
        let mut rest = &bytes[head_bytes..];
        let mut out = Vec::new();
        for size in packed {
            let (block, after) = rest.split_at(size as usize);
            rest = after;
            // zlib makes nothing more than 1032 times smaller
            let limit = 1032 * (block.len() as u64 + 64);
            flate2::read::ZlibDecoder::new(block)
                .take(limit)
                .read_to_end(&mut out)
                .map_err(|e| Problem::Unpack(e.to_string()))?;
        }
        Ok(out)
    }
}

/// Bytes that may be encoded.
trait Source {
    /// The first bytes.
    fn first(&self, count: usize) -> Result<Vec<u8>, Problem>;
    /// No more bytes than this can be had.
    fn most(&self) -> usize;
}

const SHORT: Problem = Problem::Truncated { wanted: "the rest of an array" };

struct Raw<'a>(&'a [u8]);

impl Source for Raw<'_> {
    fn first(&self, count: usize) -> Result<Vec<u8>, Problem> {
        self.0.get(..count).map(<[u8]>::to_vec).ok_or(SHORT)
    }

    fn most(&self) -> usize {
        self.0.len()
    }
}

struct Base64<'a>(&'a [u8]);

impl Source for Base64<'_> {
    fn first(&self, count: usize) -> Result<Vec<u8>, Problem> {
        let mut out = Vec::with_capacity(count.min(self.most()) + 3);
        let mut group = [0; 4];
        let mut filled = 0;
        for &byte in self.0.iter().filter(|b| !b.is_ascii_whitespace()) {
            if out.len() >= count {
                break;
            }
            group[filled] = byte;
            filled += 1;
            if filled == 4 {
                let mut decoded = [0; 3];
                let engine = &base64::engine::general_purpose::STANDARD;
                match engine.decode_slice_unchecked(group, &mut decoded) {
                    Ok(n) => out.extend_from_slice(&decoded[..n]),
                    Err(error) => return Err(Problem::Unpack(format!("base64: {error}"))),
                }
                filled = 0;
            }
        }
        if out.len() < count {
            return Err(SHORT);
        }
        out.truncate(count);
        Ok(out)
    }

    fn most(&self) -> usize {
        self.0.len() / 4 * 3
    }
}
