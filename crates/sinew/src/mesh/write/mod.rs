//! Writers of mesh files: the extension decides, `.gz` packs.
//!
//! `.msh` (Gmsh 4.1), `.mesh`, `.node` + `.ele`, `.vtu` and `.vtk` hold the whole mesh; Gmsh and VTK files also the names of
//! regions. `.obj`, `.ply` and `.stl` hold the surface, outward, and of the vertices only those that it needs if the mesh has tets.
//! Text has as many digits as it takes to read the same numbers back; binary STL has 32-bit numbers by its nature.

mod medit;
mod msh;
mod obj;
mod ply;
mod stl;
mod tetgen;
mod vtk;
pub mod vtu;

use super::read::Format;
use super::{Mesh, MeshError, check};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How numbers are stored where a format knows both ways (`.msh`, `.vtk`, `.ply`, `.stl`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Small and fast.
    #[default]
    Binary,
    /// For eyes and version control.
    Text,
}

/// Writes a mesh, binary where the format can.
///
/// # Errors
/// [`MeshError::UnknownFormat`], [`MeshError::CannotHold`], [`MeshError::Io`], or an index or coordinate that is wrong.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), MeshError> {
    write_as(path, mesh, Encoding::Binary)
}

/// Writes a mesh in the given encoding; formats that know one way only use that.
///
/// # Errors
/// As [`write`].
pub fn write_as(path: impl AsRef<Path>, mesh: &Mesh, encoding: Encoding) -> Result<(), MeshError> {
    let path = path.as_ref();
    let (format, packed) = Format::of(path)?;
    let mut files = vec![(path.to_path_buf(), Vec::new())];
    if format == Format::TetGen {
        // the partner of x.node.gz is x.ele.gz
        let plain = if packed { path.with_extension("") } else { path.to_path_buf() };
        let gz = if packed { ".gz" } else { "" };
        let named = |extension| PathBuf::from(format!("{}{gz}", plain.with_extension(extension).display()));
        let [node, ele] = tetgen_bytes(path, mesh)?;
        files = vec![(named("node"), node), (named("ele"), ele)];
    } else {
        files[0].1 = bytes(path, mesh, encoding)?;
    }
    for (path, data) in files {
        let io = |source| MeshError::Io { action: "write", path: path.clone(), source };
        let data = if packed { pack(&data).map_err(io)? } else { data };
        std::fs::write(&path, data).map_err(io)?;
    }
    Ok(())
}

/// The unpacked content of the file that [`write_as`] would write; the extension of `label` decides.
///
/// # Errors
/// As [`write`]; a TetGen mesh is two files and is refused.
pub fn bytes(label: impl AsRef<Path>, mesh: &Mesh, encoding: Encoding) -> Result<Vec<u8>, MeshError> {
    let path = label.as_ref();
    let (format, _) = Format::of(path)?;
    check::sound(mesh)?;
    let refuse = |format, what, instead| Err(MeshError::CannotHold { path: path.into(), format, what, instead });
    let mut out = Vec::new();
    let surface = || surface_of(mesh);
    let text = encoding == Encoding::Text;
    let written = match format {
        Format::Msh => msh::write(&mut out, mesh, text),
        Format::Medit => medit::write(&mut out, mesh),
        Format::TetGen => return refuse("TetGen", "a mesh in a single file", ".msh, .vtu"),
        Format::Vtk => vtk::write(&mut out, mesh, text),
        Format::Vtu => vtu::mesh(&mut out, mesh),
        Format::Obj => obj::write(&mut out, &surface()),
        Format::Ply => ply::write(&mut out, &surface(), text),
        Format::Stl if mesh.tets.is_empty() && mesh.triangles.is_empty() => {
            return refuse("STL", "a mesh without triangles", ".msh, .vtu, .obj");
        }
        Format::Stl => stl::write(&mut out, &surface(), text),
        Format::Pdb => return refuse("PDB", "a mesh, but only atoms", ".msh, .vtu"),
    };
    written.expect("memory takes all that is written");
    Ok(out)
}

/// The contents of a `.node` and a `.ele` file.
///
/// # Errors
/// [`MeshError::CannotHold`] if there are no tets, and wrong indices or coordinates.
pub fn tetgen_bytes(label: &Path, mesh: &Mesh) -> Result<[Vec<u8>; 2], MeshError> {
    check::sound(mesh)?;
    if mesh.tets.is_empty() {
        let (format, what, instead) = ("TetGen", "a mesh without tets", ".msh, .vtu, .obj");
        return Err(MeshError::CannotHold { path: label.into(), format, what, instead });
    }
    let mut files = [Vec::new(), Vec::new()];
    let [node, ele] = &mut files;
    tetgen::write(node, ele, mesh).expect("memory takes all that is written");
    Ok(files)
}

/// What of a mesh a file of this name holds, if that is less than the mesh: of tets only the surface.
///
/// # Errors
/// [`MeshError::UnknownFormat`].
pub fn surface_alone(path: impl AsRef<Path>, mesh: &Mesh) -> Result<Option<Mesh>, MeshError> {
    let surface = matches!(Format::of(path.as_ref())?.0, Format::Obj | Format::Ply | Format::Stl);
    Ok((surface && !mesh.tets.is_empty()).then(|| surface_of(mesh)))
}

/// What a surface format holds: triangles and edges, for solids without inner vertices.
fn surface_of(mesh: &Mesh) -> Mesh {
    let mut surface = Mesh { triangles: mesh.surface(), edges: mesh.edges.clone(), ..Mesh::default() };
    surface.vertices = mesh.vertices.clone();
    if !mesh.tets.is_empty() {
        surface.drop_unreferenced();
    }
    surface
}

fn pack(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(data)?;
    packer.finish()
}

/// One position as text; `{:?}` is the shortest text that reads back to the same number.
fn point(p: &[f64; 3]) -> String {
    format!("{:?} {:?} {:?}", p[0], p[1], p[2])
}

/// Indices as text, counted from `base`.
fn row(indices: &[u32], base: u64) -> String {
    let words: Vec<String> = indices.iter().map(|&i| (u64::from(i) + base).to_string()).collect();
    words.join(" ")
}
