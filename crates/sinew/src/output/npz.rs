//! NumPy's `.npz`: a zip of `.npy` arrays of f64 (and u32 for indices), written uncompressed and with fixed dates, so the same
//! numbers give the same bytes.
//!
//! Use it for states that are to be read back exactly; for pictures and ParaView use `vtu`.

use std::io::{self, Read, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// A named array in row-major order; a scalar has an empty shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Name inside the file, without `.npy`.
    pub name: String,
    /// Length along each axis.
    pub shape: Vec<usize>,
    /// Values, the last axis fastest.
    pub values: Vec<f64>,
}

/// Why an `.npz` file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum NpzError {
    /// The disk or the zip container.
    #[error("{0}")]
    Zip(#[from] zip::result::ZipError),
    /// The disk.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The array is of a kind that is not written here.
    #[error("array `{name}` is not a little-endian float64 array in C order; save it with numpy as float64")]
    Kind {
        /// Name of the array.
        name: String,
    },
    /// The bytes do not match the shape.
    #[error("array `{name}` has {found} values but its shape asks for {expected}")]
    Length {
        /// Name of the array.
        name: String,
        /// Values that are there.
        found: usize,
        /// Values that the shape asks for.
        expected: usize,
    },
}

/// Writes arrays one after the other, each at once or piece by piece.
pub struct NpzWriter<W: Write + Seek> {
    zip: ZipWriter<W>,
    bytes: Vec<u8>,
}

impl<W: Write + Seek> NpzWriter<W> {
    /// A new file.
    pub fn new(out: W) -> Self {
        Self { zip: ZipWriter::new(out), bytes: Vec::new() }
    }

    /// Starts an array of `bytes` bytes and of NumPy's type `kind`, to be filled by [`append`](Self::append).
    pub fn begin(&mut self, name: &str, kind: &str, shape: &[usize], bytes: usize) -> Result<(), NpzError> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(bytes as u64 + 1024 > u64::from(u32::MAX));
        self.zip.start_file(format!("{name}.npy"), options)?;
        Ok(self.zip.write_all(&header(kind, shape))?)
    }

    /// Appends values to the array that was begun last.
    pub fn append(&mut self, values: &[f64]) -> io::Result<()> {
        self.bytes.clear();
        self.bytes.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        self.zip.write_all(&self.bytes)
    }

    /// A whole array of f64.
    pub fn floats(&mut self, name: &str, shape: &[usize], values: &[f64]) -> Result<(), NpzError> {
        self.begin(name, "<f8", shape, 8 * values.len())?;
        Ok(self.append(values)?)
    }

    /// A whole array of u32.
    pub fn indices(&mut self, name: &str, shape: &[usize], values: &[u32]) -> Result<(), NpzError> {
        self.begin(name, "<u4", shape, 4 * values.len())?;
        self.bytes.clear();
        self.bytes.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        Ok(self.zip.write_all(&self.bytes)?)
    }

    /// Writes the directory of the zip.
    pub fn finish(self) -> Result<(), NpzError> {
        Ok(self.zip.finish()?.flush()?)
    }
}

/// Writes arrays into a new `.npz`.
pub fn write(out: impl Write + Seek, arrays: &[Array]) -> Result<(), NpzError> {
    let mut file = NpzWriter::new(out);
    for array in arrays {
        file.floats(&array.name, &array.shape, &array.values)?;
    }
    file.finish()
}

/// Where the values of an array lie in a file, so that parts of it can be read by seeking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Length along each axis.
    pub shape: Vec<usize>,
    /// Byte at which the first value starts.
    pub start: u64,
}

/// Finds a stored array of f64 in an `.npz`.
pub fn locate(input: impl Read + Seek, name: &str) -> Result<Location, NpzError> {
    let kind = || NpzError::Kind { name: name.to_owned() };
    let mut zip = ZipArchive::new(input)?;
    let mut file = zip.by_name(&format!("{name}.npy"))?;
    let start = file.data_start().filter(|_| file.compression() == CompressionMethod::Stored).ok_or_else(kind)?;
    let size = file.size();
    let mut head = vec![0; 12];
    file.read_exact(&mut head)?;
    let (first, length) = preamble(&head).ok_or_else(kind)?;
    // A header that claims more than there is would ask for more memory than there is.
    if (first + length) as u64 > size {
        return Err(kind());
    }
    head.resize(first + length, 0);
    file.read_exact(&mut head[12..])?;
    let shape = shape_in(&head[first..]).ok_or_else(kind)?;
    let expected = shape.iter().try_fold(1usize, |n, k| n.checked_mul(*k)).ok_or_else(kind)?;
    let found = (size as usize - first - length) / 8;
    match found == expected {
        true => Ok(Location { shape, start: start + (first + length) as u64 }),
        false => Err(NpzError::Length { name: name.to_owned(), found, expected }),
    }
}

/// Reads every array of an `.npz`.
pub fn read(input: impl Read + Seek) -> Result<Vec<Array>, NpzError> {
    let mut zip = ZipArchive::new(input)?;
    let mut arrays = Vec::with_capacity(zip.len());
    for i in 0..zip.len() {
        let mut file = zip.by_index(i)?;
        let name = file.name()?.trim_end_matches(".npy").to_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        arrays.push(parse(name, &bytes)?);
    }
    Ok(arrays)
}

/// Positions and velocities of all vertices at one time: the arrays of `final_state.npz`.
pub fn state(time: f64, positions: &[f64], velocities: &[f64]) -> [Array; 3] {
    let rows = |name: &str, values: &[f64]| Array {
        name: name.to_owned(),
        shape: vec![values.len() / 3, 3],
        values: values.to_vec(),
    };
    [
        Array { name: "time".to_owned(), shape: Vec::new(), values: vec![time] },
        rows("positions", positions),
        rows("velocities", velocities),
    ]
}

/// Magic, version 1.0 and the dictionary, padded so that the data starts at a multiple of 64 bytes.
fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let shape = match shape {
        [] => "()".to_owned(),
        [n] => format!("({n},)"),
        many => format!("({})", many.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    };
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

/// Where the dictionary of an array starts and how long it is.
fn preamble(bytes: &[u8]) -> Option<(usize, usize)> {
    if bytes.len() < 12 || &bytes[..6] != b"\x93NUMPY" {
        return None;
    }
    Some(match bytes[6] {
        1 => (10, u16::from_le_bytes([bytes[8], bytes[9]]) as usize),
        _ => (12, u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize),
    })
}

/// Shape of an array of f64 in C order, from its dictionary.
fn shape_in(dictionary: &[u8]) -> Option<Vec<usize>> {
    let text = std::str::from_utf8(dictionary).ok()?;
    if !text.contains("'<f8'") || !text.contains("'fortran_order': False") {
        return None;
    }
    let after = text.split_once("'shape':")?.1;
    let inside = after.split_once('(').and_then(|(_, rest)| rest.split_once(')'))?.0;
    inside.split(',').map(str::trim).filter(|s| !s.is_empty()).map(|s| s.parse().ok()).collect()
}

fn parse(name: String, bytes: &[u8]) -> Result<Array, NpzError> {
    let kind = || NpzError::Kind { name: name.clone() };
    let (start, length) = preamble(bytes).ok_or_else(kind)?;
    let shape = bytes.get(start..start + length).and_then(shape_in).ok_or_else(kind)?;
    let values: Vec<f64> = bytes[start + length..]
        .chunks_exact(8)
        .map(|b| f64::from_le_bytes(b.try_into().expect("chunks of eight bytes")))
        .collect();
    let expected = shape.iter().product();
    match values.len() == expected {
        true => Ok(Array { name, shape, values }),
        false => Err(NpzError::Length { name, found: values.len(), expected }),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn arrays_come_back_bit_for_bit() {
        let x: Vec<f64> = (0..21).map(|i| (i as f64 * 0.7).sin() * 10f64.powi(i - 10)).collect();
        let arrays = state(0.1 + 0.2, &x, &x);
        let mut file = Cursor::new(Vec::new());
        write(&mut file, &arrays).expect("written to memory");
        let again = read(file).expect("read from memory");
        assert_eq!(again, arrays);
        assert_eq!(again[0].shape, Vec::<usize>::new());
        assert_eq!(again[1].shape, [7, 3]);
    }

    #[test]
    fn the_same_numbers_give_the_same_bytes() {
        let bytes = || {
            let mut file = Cursor::new(Vec::new());
            write(&mut file, &state(1.0, &[1.0; 6], &[2.0; 6])).expect("written to memory");
            file.into_inner()
        };
        assert_eq!(bytes(), bytes());
    }

    #[test]
    fn a_stored_array_is_found_where_it_lies() {
        let x: Vec<f64> = (0..12).map(f64::from).collect();
        let mut file = Cursor::new(Vec::new());
        write(&mut file, &state(1.0, &x, &x)).expect("written to memory");
        let place = locate(&mut file, "velocities").expect("it is there");
        assert_eq!(place.shape, [4, 3]);
        let at = place.start as usize + 8 * 7;
        assert_eq!(file.get_ref()[at..at + 8], 7f64.to_le_bytes());
        assert!(locate(&mut file, "colours").is_err());
    }

    #[test]
    fn other_bytes_are_refused() {
        assert!(read(Cursor::new(b"not a zip".to_vec())).is_err());
        assert!(matches!(parse("a".into(), b"\x93NUMPY\x01\x00\xff\xff{"), Err(NpzError::Kind { .. })));
        let mut short = header("<f8", &[2, 3]);
        short.extend([0; 40]);
        assert!(matches!(parse("a".into(), &short), Err(NpzError::Length { found: 5, expected: 6, .. })));
    }
}
