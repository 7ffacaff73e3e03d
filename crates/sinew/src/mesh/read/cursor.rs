//! A place in the bytes of a file that reads words and binary numbers and knows where it is when something is wrong.
//!
//! Nothing in a file is trusted before it is checked against what is left of it: [`Cursor::room`] refuses counts that the
//! rest cannot hold, so no reader allocates more than a small multiple of the file's length.

use crate::mesh::{Mesh, Place, Problem};
use std::str::FromStr;

/// What is wrong, and where; the caller knows the file's name.
#[derive(Debug)]
pub(super) struct Fault {
    pub place: Place,
    pub problem: Problem,
}

pub(super) type Outcome<T> = Result<T, Fault>;
pub(super) type Parsed = Outcome<Mesh>;

/// Something wrong that has no single place.
pub(super) fn whole<T>(problem: Problem) -> Outcome<T> {
    Err(Fault { place: Place::Whole, problem })
}

#[derive(Clone)]
pub(super) struct Cursor<'a> {
    data: &'a [u8],
    at: usize,
    /// Whether places are told as lines or as bytes.
    pub text: bool,
    /// Starts a comment up to the end of the line.
    pub comment: Option<u8>,
    /// Order of bytes in binary numbers.
    pub big_endian: bool,
}

macro_rules! binary {
    ($($name:ident)*) => { $(
        pub fn $name(&mut self, wanted: &'static str) -> Outcome<$name> {
            let bytes = self.take(size_of::<$name>(), wanted)?.try_into().expect("taken with this length");
            Ok(if self.big_endian { $name::from_be_bytes(bytes) } else { $name::from_le_bytes(bytes) })
        }
    )* };
}

impl<'a> Cursor<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Cursor { data, at: 0, text: true, comment: None, big_endian: false }
    }

    binary!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

    pub fn left(&self) -> usize {
        self.data.len() - self.at
    }

    pub fn rest(&self) -> &'a [u8] {
        &self.data[self.at..]
    }

    pub fn place(&self) -> Place {
        if self.text {
            // what was just read ends here: a line feed right before belongs to the line that it ends
            let seen = &self.data[..self.at];
            let seen = seen.strip_suffix(b"\n").unwrap_or(seen);
            Place::Line(1 + seen.iter().filter(|&&b| b == b'\n').count())
        } else {
            Place::Byte(self.at)
        }
    }

    pub fn fault<T>(&self, problem: Problem) -> Outcome<T> {
        Err(Fault { place: self.place(), problem })
    }

    pub fn expected<T>(&self, wanted: &'static str, found: &[u8]) -> Outcome<T> {
        let found = String::from_utf8_lossy(&found[..found.len().min(40)]).into_owned();
        self.fault(Problem::Expected { wanted, found })
    }

    pub fn unsupported<T>(&self, what: impl Into<String>, mend: &'static str) -> Outcome<T> {
        self.fault(Problem::Unsupported { what: what.into(), mend })
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize, wanted: &'static str) -> Outcome<&'a [u8]> {
        if count > self.left() {
            return self.fault(Problem::Truncated { wanted });
        }
        self.at += count;
        Ok(&self.data[self.at - count..self.at])
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.data.get(self.at) {
            if Some(byte) == self.comment {
                self.line();
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// The next word; empty at the end of the file.
    pub fn peek(&mut self) -> &'a [u8] {
        self.skip_space();
        let rest = self.rest();
        let stop = |b: &u8| b.is_ascii_whitespace() || Some(*b) == self.comment;
        &rest[..rest.iter().position(stop).unwrap_or(rest.len())]
    }

    /// The next word if it stands right here (binary data may start with bytes that look like spaces).
    pub fn word_here(&self) -> &'a [u8] {
        let rest = self.rest();
        &rest[..rest.iter().take(32).position(u8::is_ascii_whitespace).unwrap_or(0)]
    }

    pub fn word(&mut self, wanted: &'static str) -> Outcome<&'a [u8]> {
        let word = self.peek();
        self.at += word.len();
        if word.is_empty() { self.fault(Problem::Truncated { wanted }) } else { Ok(word) }
    }

    pub fn number<T: FromStr>(&mut self, wanted: &'static str) -> Outcome<T> {
        let word = self.word(wanted)?;
        match std::str::from_utf8(word).ok().and_then(|w| w.parse().ok()) {
            Some(number) => Ok(number),
            None => self.expected(wanted, word),
        }
    }

    /// The rest of the line without its end; steps over the line feed.
    pub fn line(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.at = (self.at + length + 1).min(self.data.len());
        rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length])
    }

    /// Steps behind the next occurrence of a marker; `false` and no step if there is none.
    pub fn skip_past(&mut self, marker: &[u8]) -> bool {
        match find(self.rest(), marker) {
            Some(i) => {
                self.at += i + marker.len();
                true
            }
            None => false,
        }
    }

    /// Refuses a count of things of at least `bytes` each that the rest of the file cannot hold.
    pub fn room(&self, what: &'static str, count: u64, bytes: usize) -> Outcome<usize> {
        // the last word of a text file needs no space behind it
        let room = (self.left() as u64 + 1) / bytes.max(1) as u64;
        if count > room { self.fault(Problem::Count { what, count, room }) } else { Ok(count as usize) }
    }

    /// A count as a word, checked by [`Cursor::room`].
    pub fn count(&mut self, what: &'static str, bytes: usize) -> Outcome<usize> {
        let count = self.number(what)?;
        self.room(what, count, bytes)
    }
}

/// Where a marker first stands.
pub(super) fn find(data: &[u8], marker: &[u8]) -> Option<usize> {
    let first = *marker.first()?;
    let mut from = 0;
    while let Some(i) = data[from..].iter().position(|&b| b == first) {
        if data[from + i..].starts_with(marker) {
            return Some(from + i);
        }
        from += i + 1;
    }
    None
}
