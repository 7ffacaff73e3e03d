//! What can go wrong with a mesh: one sentence that names the file, the place in it, and how to mend it.

use std::fmt;
use std::path::PathBuf;

/// A mesh that cannot be read, made, used or written.
#[derive(Debug, thiserror::Error)]
pub enum MeshError {
    /// The file system refused.
    #[error("cannot {action} mesh file {}: {source}", path.display())]
    Io {
        /// `open`, `read`, `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The name of the file does not say what is in it.
    #[error("mesh file {}: the extension {extension:?} is not one of {known}; rename or convert the file", path.display())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
        /// What was found.
        extension: String,
        /// What would have been understood.
        known: &'static str,
    },
    /// A file of strands where a mesh is read or written.
    #[error(
        "mesh file {}: .hair files hold strands with a thickness, not a mesh; give the file as `fibres.file` of a body", path.display()
    )]
    NoMesh {
        /// The file.
        path: PathBuf,
    },
    /// The content of the file does not make sense.
    #[error("mesh file {}, {place}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong there.
        problem: Problem,
    },
    /// The format has no room for what the mesh holds.
    #[error("mesh file {}: {format} files cannot hold {what}; write one of {instead} instead", path.display())]
    CannotHold {
        /// The file.
        path: PathBuf,
        /// Name of the format.
        format: &'static str,
        /// What does not fit.
        what: &'static str,
        /// Formats that would do.
        instead: &'static str,
    },
    /// A generator was asked for something impossible.
    #[error("shape {kind}: {problem}")]
    Shape {
        /// Kind of the shape, as in the scene file.
        kind: &'static str,
        /// What is wrong.
        problem: ShapeProblem,
    },
    /// An element names a vertex that does not exist.
    #[error(
        "{element} {number} names vertex {index}, but the mesh has {vertices} vertices (counted from 0); \
         mend the index or the vertex list"
    )]
    IndexRange {
        /// `tet`, `triangle` or `edge`.
        element: &'static str,
        /// Which one, from 0.
        number: usize,
        /// The index it names.
        index: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A coordinate is infinite or not a number.
    #[error("vertex {vertex} has a coordinate that is {value}; every coordinate must be a finite number")]
    NonFinite {
        /// Which vertex, from 0.
        vertex: usize,
        /// The coordinate.
        value: f64,
    },
    /// Tets without volume have no rest shape.
    #[error(
        "{count} tets have no volume (the first is tet {first}, vertices {vertices:?}); remove them or remesh, \
         since an element without volume cannot be simulated"
    )]
    ZeroVolume {
        /// How many.
        count: usize,
        /// The first of them, from 0.
        first: usize,
        /// Its vertices.
        vertices: [u32; 4],
    },
    /// Nothing to simulate.
    #[error("the mesh has no {0}; give a mesh that has some")]
    Empty(&'static str),
}

/// Where in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Line of a text file, from 1.
    Line(usize),
    /// Offset in a binary file (after unpacking, if it was packed), from 0.
    Byte(usize),
    /// No single place.
    Whole,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Whole => write!(f, "as a whole"),
        }
    }
}

/// What is wrong at a place of a file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Problem {
    /// The file ends too early.
    #[error("the file ends where {wanted} should follow; it is cut off, so copy or export it again")]
    Truncated {
        /// What was missing.
        wanted: &'static str,
    },
    /// Something else stands there.
    #[error("found {found:?} where {wanted} should be; mend that place or export the file again")]
    Expected {
        /// What was wanted.
        wanted: &'static str,
        /// What was there.
        found: String,
    },
    /// A count that the rest of the file cannot hold.
    #[error(
        "{what} is {count}, but the rest of the file has room for {room} at most; the file is cut off or scrambled"
    )]
    Count {
        /// What is counted.
        what: &'static str,
        /// The number in the file.
        count: u64,
        /// What would fit.
        room: u64,
    },
    /// An element names a vertex that the file does not define.
    #[error("{element} {number} names vertex {index}, which the file does not define ({vertices} vertices are there)")]
    Vertex {
        /// `tet`, `triangle`, ...
        element: &'static str,
        /// Which one, as counted from 0 in the file.
        number: usize,
        /// The name in the file.
        index: i64,
        /// How many vertices are defined.
        vertices: usize,
    },
    /// Something that we do not read.
    #[error("{what} cannot be read; {mend}")]
    Unsupported {
        /// What it is.
        what: String,
        /// What to do.
        mend: &'static str,
    },
    /// A part that must be there is not.
    #[error("the file has no {what}; export it again with it")]
    Missing {
        /// What is missing.
        what: &'static str,
    },
    /// Two parts of the file contradict each other.
    #[error("{what} says {first}, but {other} says {second}; one of them is wrong")]
    Conflict {
        /// One place.
        what: &'static str,
        /// Its number.
        first: u64,
        /// The other place.
        other: &'static str,
        /// Its number.
        second: u64,
    },
    /// A name that must be unique is not.
    #[error("{what} {number} stands twice; give each its own")]
    Twice {
        /// What is named.
        what: &'static str,
        /// The name.
        number: u64,
    },
    /// Edges that make no strand.
    #[error("the curve through vertex {vertex} (counted from 0) {why}")]
    Curve {
        /// A vertex of it.
        vertex: usize,
        /// What is wrong, and what would be right.
        why: &'static str,
    },
    /// Packed data that cannot be unpacked.
    #[error("the packed data cannot be unpacked ({0}); the file is cut off or scrambled")]
    Unpack(String),
    /// A found mesh breaks a rule that holds for every format.
    #[error("{0}")]
    Mesh(String),
}

/// What is wrong with the numbers of a shape.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ShapeProblem {
    /// A length that is not.
    #[error("`{key}` is {value}; it must be a finite number greater than 0 (metres)")]
    Length {
        /// Key in the scene file.
        key: &'static str,
        /// Its value.
        value: f64,
    },
    /// A count that is too small.
    #[error("`{key}` is {value}; it must be at least {least}")]
    Cells {
        /// Key in the scene file.
        key: &'static str,
        /// Its value.
        value: u32,
        /// The smallest sensible value.
        least: u32,
    },
    /// More elements than the memory of a workstation.
    #[error("it would have {elements} elements, more than the limit of {limit}; ask for {mend}")]
    TooMany {
        /// How many.
        elements: u128,
        /// The limit.
        limit: u128,
        /// What to ask for instead.
        mend: &'static str,
    },
    /// A number that is not above 0.
    #[error("`{key}` is {value}; it must be a finite number greater than 0")]
    Positive {
        /// Key in the scene file.
        key: &'static str,
        /// Its value.
        value: f64,
    },
    /// A number that asks for too much.
    #[error("`{key}` is {value}; it must be at most {limit}, {why}")]
    TooMuch {
        /// Key in the scene file.
        key: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        limit: u32,
        /// Why.
        why: &'static str,
    },
    /// An angle out of range.
    #[error("`{key}` is {value}; it must lie between 0 and {limit} degrees, {why}")]
    Angle {
        /// Key in the scene file.
        key: &'static str,
        /// Its value (degrees).
        value: f64,
        /// What it must stay below (degrees).
        limit: f64,
        /// Why.
        why: &'static str,
    },
    /// A choice that does not exist.
    #[error("`{key}` is {value}; it must be {allowed}")]
    Choice {
        /// Key in the scene file.
        key: &'static str,
        /// Its value.
        value: u32,
        /// What it may be.
        allowed: &'static str,
    },
    /// Two lengths that do not go together.
    #[error("`{key}` is {value} m, but it must be less than {limit} m, {why}")]
    TooLong {
        /// Key in the scene file.
        key: &'static str,
        /// Its value.
        value: f64,
        /// What it must stay below.
        limit: f64,
        /// Why.
        why: &'static str,
    },
}
