//! Frames kept on the disk until the end, because most formats want all times of one body together.
//!
//! One temporary file holds, frame after frame, the positions and then the velocities of all simulated vertices as f64; a part
//! of a frame is read by seeking. It goes away with the value.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::Frame;

/// Which half of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Positions.
    Positions,
    /// Velocities.
    Velocities,
}

/// See the module's head.
pub struct Kept {
    /// None if only times are kept.
    file: Option<(PathBuf, BufWriter<File>)>,
    vertices: usize,
    times: Vec<f64>,
    bytes: Vec<u8>,
}

impl Kept {
    /// Keeps frames in a new file at `path`.
    pub fn create(path: &Path, vertices: usize) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let file = Some((path.to_owned(), BufWriter::with_capacity(1 << 16, file)));
        Ok(Self { file, vertices, times: Vec::new(), bytes: Vec::new() })
    }

    /// Keeps nothing but the times.
    pub fn times_only() -> Self {
        Self { file: None, vertices: 0, times: Vec::new(), bytes: Vec::new() }
    }

    /// Appends a frame.
    pub fn push(&mut self, frame: &Frame) -> io::Result<()> {
        self.times.push(frame.time);
        if let Some((_, out)) = &mut self.file {
            self.bytes.clear();
            self.bytes.extend(frame.x.iter().chain(frame.v).flat_map(|x| x.to_le_bytes()));
            out.write_all(&self.bytes)?;
        }
        Ok(())
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.times.len()
    }

    /// Number of simulated vertices.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// Time of each frame.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Reads some vertices of frame k into `out`, which is overwritten.
    pub fn read(&mut self, k: usize, part: Part, vertices: Range<usize>, out: &mut Vec<f64>) -> io::Result<()> {
        let (_, file) = self.file.as_mut().ok_or_else(|| io::Error::other("only times were kept"))?;
        let half = if part == Part::Positions { 0 } else { 1 };
        let place = 24 * ((2 * k + half) * self.vertices + vertices.start);
        // Seeking writes out what is buffered.
        file.seek(SeekFrom::Start(place as u64))?;
        self.bytes.resize(24 * vertices.len(), 0);
        file.get_mut().read_exact(&mut self.bytes)?;
        out.clear();
        out.extend(self.bytes.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)));
        Ok(())
    }

    /// Reads all vertices of frame k.
    pub fn read_all(&mut self, k: usize, part: Part, out: &mut Vec<f64>) -> io::Result<()> {
        self.read(k, part, 0..self.vertices, out)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.file {
            // Nothing can be done about a file that cannot be removed.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_frames_come_back_and_the_file_goes_away() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("frames.part");
        let mut kept = Kept::create(&path, 5).expect("made");
        for k in 0..7 {
            let x: Vec<f64> = (0..15).map(|i| (100 * k + i) as f64).collect();
            let v: Vec<f64> = x.iter().map(|x| -x).collect();
            kept.push(&Frame { number: k, time: k as f64, x: &x, v: &v }).expect("written");
        }
        let mut out = Vec::new();
        kept.read(4, Part::Velocities, 1..3, &mut out).expect("read");
        assert_eq!(out, [-403.0, -404.0, -405.0, -406.0, -407.0, -408.0]);
        kept.read_all(6, Part::Positions, &mut out).expect("read");
        assert_eq!((out.len(), out[14], kept.frames()), (15, 614.0, 7));
        drop(kept);
        assert!(!path.exists());
    }
}
