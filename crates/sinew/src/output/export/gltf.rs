//! The container of glTF 2.0: accessors over one buffer, and the binary file of a JSON and a BIN chunk.

use std::io::{self, Write};

use serde_json::{Value, json};

/// Component and use of the numbers of an accessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// f32 x, y, z of points, drawn from.
    Points,
    /// u32 indices of points.
    Indices,
    /// f32 numbers of an animation, `n` a row: 1, 3 or 4.
    Track(usize),
}

/// Accessors and views of the one buffer, whose bytes are written later in the same order.
#[derive(Default)]
pub(super) struct Buffer {
    pub views: Vec<Value>,
    pub accessors: Vec<Value>,
    pub length: usize,
}

impl Buffer {
    /// Adds an accessor over the next `4 * rows * columns` bytes and returns its number. All numbers have four bytes, so that
    /// everything stays aligned.
    pub fn add(&mut self, kind: Kind, count: usize, range: Option<[Vec<f64>; 2]>) -> usize {
        let (component, shape, columns, target) = match kind {
            Kind::Points => (5126, "VEC3", 3, Some(34962)),
            Kind::Indices => (5125, "SCALAR", 1, Some(34963)),
            Kind::Track(3) => (5126, "VEC3", 3, None),
            Kind::Track(4) => (5126, "VEC4", 4, None),
            Kind::Track(_) => (5126, "SCALAR", 1, None),
        };
        let bytes = 4 * columns * count;
        let mut view = json!({ "buffer": 0, "byteOffset": self.length, "byteLength": bytes });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        let mut accessor =
            json!({ "bufferView": self.views.len(), "componentType": component, "count": count, "type": shape });
        if let Some([low, high]) = range {
            accessor["min"] = low.into();
            accessor["max"] = high.into();
        }
        self.views.push(view);
        self.accessors.push(accessor);
        self.length += bytes;
        self.accessors.len() - 1
    }
}

/// Lowest and highest x, y, z of points as they are stored, in f32.
pub(super) fn point_range(points: &[f32]) -> [Vec<f64>; 2] {
    let start = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    let ends = points.chunks_exact(3).fold(start, |[low, high], p| {
        [std::array::from_fn(|c| low[c].min(p[c])), std::array::from_fn(|c| high[c].max(p[c]))]
    });
    ends.map(|corner| corner.iter().map(|x| f64::from(*x)).collect())
}

/// Writes the file: head, JSON padded by spaces, the bytes of the buffer.
pub(super) fn write_binary<W: Write>(
    out: &mut W,
    document: &Value,
    length: usize,
    buffer: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    let mut text = serde_json::to_vec(document)?;
    text.resize(text.len().next_multiple_of(4), b' ');
    debug_assert_eq!(length % 4, 0);
    let whole = u32::try_from(12 + 8 + text.len() + 8 + length).map_err(io::Error::other)?;
    let number = |out: &mut W, n: u32| out.write_all(&n.to_le_bytes());
    out.write_all(b"glTF")?;
    number(out, 2)?;
    number(out, whole)?;
    number(out, text.len() as u32)?;
    out.write_all(b"JSON")?;
    out.write_all(&text)?;
    number(out, length as u32)?;
    out.write_all(b"BIN\0")?;
    buffer(out)
}
