//! Readers of mesh files: the extension decides, `.gz` is unpacked, and [`check()`](crate::mesh::check()) looks over the result.
//!
//! | extension | what is read |
//! |---|---|
//! | `.msh` | Gmsh 2.2 and 4.1, text and binary (both byte orders), physical volumes as regions |
//! | `.mesh` | MEDIT text, references of tetrahedra as regions |
//! | `.node`, `.ele` | TetGen, either of the two; each counts from 0 or 1 on its own |
//! | `.vtk` | legacy VTK, text and binary, unstructured grids and polygons |
//! | `.vtu` | VTK XML: text, base64, appended raw or base64, zlib |
//! | `.hair` | strands with their thickness, by [`read_strands`] |
//! | `.obj` `.ply` `.stl` | surfaces; polygons become fans of triangles, STL corners at equal positions one vertex |
//! | `.pdb` | molecules: atoms, bonds by `CONECT` or by distance, masses by element |
//!
//! No crate stands behind the surface formats: the usual ones round to 32 bits, renumber vertices or do not say where in
//! a file the error is.

mod cells;
mod cursor;
mod gmsh2;
mod gmsh4;
mod hair;
mod medit;
mod msh;
mod obj;
mod pdb;
mod ply;
mod stl;
mod tetgen;
mod vtk;
mod vtu;

use super::{Mesh, MeshError, Place, Problem, Report, Strands, check};
use cursor::Fault;
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Extensions that are understood.
pub(super) const KNOWN: &str = ".msh, .mesh, .node, .ele, .vtk, .vtu, .obj, .ply, .stl, .pdb (each also with .gz)";
/// Longest unpacked file: a packed file of a few megabytes must not fill the memory.
const MAX_BYTES: u64 = 8 << 30;

/// A mesh file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Gmsh `.msh`.
    Msh,
    /// MEDIT `.mesh`.
    Medit,
    /// TetGen `.node` and `.ele`.
    TetGen,
    /// Legacy VTK `.vtk`.
    Vtk,
    /// VTK XML `.vtu`.
    Vtu,
    /// Wavefront `.obj`.
    Obj,
    /// Stanford `.ply`.
    Ply,
    /// Stereolithography `.stl`.
    Stl,
    /// Protein Data Bank `.pdb`.
    Pdb,
}

impl Format {
    /// The format that an extension stands for, and whether `.gz` follows.
    ///
    /// # Errors
    /// [`MeshError::UnknownFormat`].
    pub fn of(path: &Path) -> Result<(Format, bool), MeshError> {
        let lower = |p: &Path| p.extension().and_then(OsStr::to_str).unwrap_or("").to_ascii_lowercase();
        let packed = lower(path) == "gz";
        let extension = if packed { lower(Path::new(path.file_stem().unwrap_or_default())) } else { lower(path) };
        let format = match extension.as_str() {
            "msh" => Format::Msh,
            "mesh" => Format::Medit,
            "node" | "ele" => Format::TetGen,
            "vtk" => Format::Vtk,
            "vtu" => Format::Vtu,
            "obj" => Format::Obj,
            "ply" => Format::Ply,
            "stl" => Format::Stl,
            "pdb" | "ent" => Format::Pdb,
            "hair" => return Err(MeshError::NoMesh { path: path.into() }),
            _ => return Err(MeshError::UnknownFormat { path: path.into(), extension, known: KNOWN }),
        };
        Ok((format, packed))
    }
}

/// Reads a mesh file and checks it: indices in range, coordinates finite, tets positive.
///
/// Tets without volume and slivers are left in and stand in the report; [`Report::usable`] refuses the former.
///
/// # Errors
/// One sentence that names the file, the line or byte, and how to mend it.
pub fn read(path: impl AsRef<Path>) -> Result<(Mesh, Report), MeshError> {
    let path = path.as_ref();
    let (format, _) = Format::of(path)?;
    if format == Format::TetGen {
        let (node, ele) = tetgen_pair(path);
        let (node_data, ele_data) = (load(&node)?, load(&ele)?);
        let nodes = tetgen::nodes(&node_data).map_err(|fault| name(&node, fault))?;
        return tetgen::tets(&ele_data, nodes).and_then(finish).map_err(|fault| name(&ele, fault));
    }
    parse(format, &load(path)?).map_err(|fault| name(path, fault))
}

/// Reads the unpacked content of a mesh file; the extension of `label` decides the format, and errors name it.
///
/// # Errors
/// As [`read`]; TetGen meshes are two files and cannot be read this way.
pub fn read_bytes(label: impl AsRef<Path>, data: &[u8]) -> Result<(Mesh, Report), MeshError> {
    let label = label.as_ref();
    parse(Format::of(label)?.0, data).map_err(|fault| name(label, fault))
}

/// Reads the contents of a TetGen pair.
///
/// # Errors
/// As [`read`].
pub fn read_tetgen(node: &[u8], ele: &[u8]) -> Result<(Mesh, Report), MeshError> {
    let nodes = tetgen::nodes(node).map_err(|fault| name(Path::new(".node"), fault))?;
    tetgen::tets(ele, nodes).and_then(finish).map_err(|fault| name(Path::new(".ele"), fault))
}

/// Whether the name is that of a file of strands with their thickness: `.hair`, also with `.gz`.
pub fn is_strands(path: impl AsRef<Path>) -> bool {
    let plain = path.as_ref().to_string_lossy().to_ascii_lowercase();
    plain.strip_suffix(".gz").unwrap_or(&plain).ends_with(".hair")
}

/// Reads strands: a `.hair` file, or the curves of any mesh file with edges (`l` lines of an `.obj`), first vertex at the
/// root; each also with `.gz`.
///
/// # Errors
/// As [`read`].
pub fn read_strands(path: impl AsRef<Path>) -> Result<Strands, MeshError> {
    let path = path.as_ref();
    if is_strands(path) {
        return hair::parse(&load(path)?).map_err(|fault| name(path, fault));
    }
    let (mesh, _) = read(path)?;
    Strands::from_edges(&mesh).map_err(|problem| MeshError::File { path: path.into(), place: Place::Whole, problem })
}

/// Reads the unpacked content of a `.hair` file; errors name `label`.
///
/// # Errors
/// As [`read`].
pub fn read_hair_bytes(label: impl AsRef<Path>, data: &[u8]) -> Result<Strands, MeshError> {
    hair::parse(data).map_err(|fault| name(label.as_ref(), fault))
}

fn parse(format: Format, data: &[u8]) -> Result<(Mesh, Report), Fault> {
    let mesh = match format {
        Format::Msh => msh::parse(data),
        Format::Medit => medit::parse(data),
        Format::TetGen => cursor::whole(Problem::Missing { what: "second file: TetGen meshes are a .node and a .ele" }),
        Format::Vtk => vtk::parse(data),
        Format::Vtu => vtu::parse(data),
        Format::Obj => obj::parse(data),
        Format::Ply => ply::parse(data),
        Format::Stl => stl::parse(data),
        Format::Pdb => pdb::parse(data),
    };
    mesh.and_then(finish)
}

/// What must hold whatever the format was.
fn finish(mut mesh: Mesh) -> Result<(Mesh, Report), Fault> {
    if mesh.vertices.is_empty() {
        return cursor::whole(Problem::Missing { what: "vertices" });
    }
    let report = check(&mut mesh);
    match report.index_out_of_range.as_ref().or(report.not_finite.as_ref()) {
        Some(sentence) => cursor::whole(Problem::Mesh(sentence.clone())),
        None => Ok((mesh, report)),
    }
}

fn name(path: &Path, fault: Fault) -> MeshError {
    MeshError::File { path: path.into(), place: fault.place, problem: fault.problem }
}

/// The whole file, unpacked if it is gzip (by its first bytes, so that a wrong name does no harm).
fn load(path: &Path) -> Result<Vec<u8>, MeshError> {
    let io = |source| MeshError::Io { action: "open", path: path.into(), source };
    let file = std::fs::File::open(path).map_err(io)?;
    let mut data = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut data).map_err(io)?;
    if !data.starts_with(&[0x1f, 0x8b]) {
        return Ok(data);
    }
    unpack(&data, MAX_BYTES).map_err(|problem| MeshError::File { path: path.into(), place: Place::Whole, problem })
}

fn unpack(data: &[u8], limit: u64) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    let read = flate2::read::MultiGzDecoder::new(data).take(limit).read_to_end(&mut out);
    match read {
        Err(error) => Err(Problem::Unpack(error.to_string())),
        Ok(n) if n as u64 == limit => Err(Problem::Unpack(format!("more than {limit} bytes come out"))),
        Ok(_) => Ok(out),
    }
}

/// The two files of a TetGen mesh, whichever was named; a missing partner may also be packed or not.
fn tetgen_pair(path: &Path) -> (PathBuf, PathBuf) {
    let packed = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gz"));
    let plain = if packed { path.with_extension("") } else { path.to_path_buf() };
    let named = |extension: &str| {
        if plain.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)) {
            return path.to_path_buf();
        }
        let plain = plain.with_extension(extension);
        let gz = PathBuf::from(format!("{}.gz", plain.display()));
        if plain.exists() || !gz.exists() { plain } else { gz }
    };
    (named("node"), named("ele"))
}

/// Physical groups or references as regions: nothing if all are 0.
fn set_regions(mesh: &mut Mesh, regions: Vec<u32>) {
    if regions.iter().any(|&r| r != 0) {
        mesh.regions = regions;
    }
}
