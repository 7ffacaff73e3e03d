//! Writers of frames, one file a format, behind one trait: begin, every frame, finish.
//!
//! A format is one file and one row of the [`CATALOG`]. Formats that hold all frames in one file are written at the end, from
//! the frames [`Kept`] on the disk meanwhile, under a temporary name: a run that breaks off leaves nothing that looks whole.
//! Vertices keep their order and their number in every format.

mod apng;
mod glb;
mod gltf;
mod kept;
mod msh;
mod npz;
mod obstacles;
mod pc2;
mod pictures;
mod ply;
mod png;
mod shown;
mod trajectory;
mod usda;
mod vtu;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use kept::{Kept, Part};
pub use pictures::SIZE;
pub use trajectory::TRAJECTORY;

use super::view::View;
use crate::catalog::suggestion;
use crate::mechanics::World;

/// Where frames go and what they show.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// Folder of the files.
    pub folder: &'a Path,
    /// Title of the scene.
    pub title: &'a str,
    /// What there is to see.
    pub view: &'a View,
    /// The world that moves.
    pub world: &'a World,
    /// Frames per second of simulated time.
    pub fps: f64,
}

impl Stage<'_> {
    /// File of one frame, `frames/000012.vtu`.
    fn numbered(&self, number: usize, ending: &str) -> PathBuf {
        self.folder.join("frames").join(format!("{number:06}.{ending}"))
    }
}

/// All simulated vertices at one time.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// Number of the frame from 0.
    pub number: usize,
    /// Time (s).
    pub time: f64,
    /// Positions.
    pub x: &'a [f64],
    /// Velocities.
    pub v: &'a [f64],
}

/// Writes frames in one format.
pub trait FrameWriter: Send {
    /// Whether [`finish`](Self::finish) needs the frames themselves, not only their times.
    fn keeps(&self) -> bool {
        true
    }

    /// Called once, before the first frame.
    fn begin(&mut self, stage: &Stage) -> io::Result<()> {
        let _ = stage;
        Ok(())
    }

    /// Called for each frame in order.
    fn frame(&mut self, stage: &Stage, frame: &Frame) -> io::Result<()> {
        let _ = (stage, frame);
        Ok(())
    }

    /// Called once, after the last frame.
    fn finish(&mut self, stage: &Stage, kept: &mut Kept) -> io::Result<()>;

    /// What the format could not hold, a sentence each.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A format that `[output] formats` and `sinew export` can ask for.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Name in scene files.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// What it writes into the folder: names, or `folder/*.ending`.
    pub files: &'static [&'static str],
    /// A new writer.
    pub writer: fn() -> Box<dyn FrameWriter>,
}

/// All frame formats, in the order in which they are listed.
pub const CATALOG: &[Entry] = &[
    Entry {
        name: "vtu",
        summary: "frames/*.vtu and frames.pvd for ParaView: displacement, velocity, stress, strain, energy density, quality",
        files: &["frames.pvd", "frames/*.vtu"],
        writer: || Box::<vtu::Vtu>::default(),
    },
    Entry {
        name: "usda",
        summary: "animation.usda for Blender, Houdini, Maya: points and velocities in time, springs as curves, obstacles",
        files: &["animation.usda"],
        writer: || Box::<usda::Usda>::default(),
    },
    Entry {
        name: "glb",
        summary: "animation.glb (glTF 2.0) for the web: one morph target a frame, at most 300",
        files: &["animation.glb"],
        writer: || Box::<glb::Glb>::default(),
    },
    Entry {
        name: "pc2",
        summary: "cache/*.obj and *.pc2: a mesh and a point cache per body, for Blender's Mesh Cache modifier",
        files: &["cache/*.obj", "cache/*.pc2"],
        writer: || Box::new(pc2::Pc2),
    },
    Entry {
        name: "npz",
        summary: "frames.npz for NumPy: times, positions, velocities in f64, and the cells",
        files: &["frames.npz"],
        writer: || Box::new(npz::Npz),
    },
    Entry {
        name: "ply",
        summary: "frames/*.ply: the visible surface of each frame, binary",
        files: &["frames/*.ply"],
        writer: || Box::<ply::Ply>::default(),
    },
    Entry {
        name: "msh",
        summary: "frames/*.msh: the deformed mesh of each frame for Gmsh, binary",
        files: &["frames/*.msh"],
        writer: || Box::<msh::Msh>::default(),
    },
    Entry {
        name: "png",
        summary: "frames/*.png: rendered pictures with one camera for the whole run, ready for ffmpeg",
        files: &["frames/*.png"],
        writer: || Box::new(png::Png),
    },
    Entry {
        name: "apng",
        summary: "animation.png: the pictures as one animated PNG that plays in every browser",
        files: &["animation.png"],
        writer: || Box::new(apng::Apng),
    },
];

/// No such format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no format is named `{name}`; {}", suggestion(name, CATALOG.iter().map(|e| e.name)))]
pub struct UnknownFormat {
    /// What was asked for.
    pub name: String,
}

/// The format of a name.
pub fn find(name: &str) -> Result<&'static Entry, UnknownFormat> {
    CATALOG.iter().find(|e| e.name == name).ok_or_else(|| UnknownFormat { name: name.to_owned() })
}

impl Entry {
    /// Files of this format that lie in a folder.
    pub fn present(&self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for name in self.files {
            match name.split_once("/*.") {
                None => found.extend(Some(folder.join(name)).filter(|path| path.exists())),
                Some((below, ending)) => {
                    let entries = fs::read_dir(folder.join(below)).into_iter().flatten().flatten();
                    found.extend(entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == ending)));
                }
            }
        }
        found.sort();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_formats_get_the_nearest_name() {
        assert_eq!(find("usd").expect_err("unknown").to_string(), "no format is named `usd`; did you mean `usda`?");
        assert!(find("vtu").is_ok());
    }

    #[test]
    fn only_files_of_the_format_are_found() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("frames")).expect("made");
        for name in ["frames.pvd", "frames/000000.vtu", "frames/000000.png", "notes.txt"] {
            fs::write(folder.path().join(name), "x").expect("written");
        }
        let found = find("vtu").expect("in the catalog").present(folder.path());
        assert_eq!(found, ["frames/000000.vtu", "frames.pvd"].map(|n| folder.path().join(n)));
    }
}
