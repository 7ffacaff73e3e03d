//! A run read back from its folder: the scene, its motion, its energies, its summary.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::npz::{self, Location, NpzError};
use super::summary::Summary;
use crate::mechanics::{Energy, Momentum};
use crate::recorder::COLUMNS;
use crate::scene::{Built, Scene, SceneError};
use crate::simulation::StepRecord;

/// A run that was made before.
pub struct RunFolder {
    /// Where it lies.
    pub folder: PathBuf,
    /// Its scene, all changes included.
    pub scene: Scene,
    /// The scene as it was at the start of the run.
    pub built: Built,
    /// Its motion.
    pub trajectory: Trajectory,
    /// Rows of `energies.csv`; what a row does not tell is zero.
    pub records: Vec<StepRecord>,
    /// What became of it; none if it was killed.
    pub summary: Option<Summary>,
}

/// Why a folder cannot be read as a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Something that every run has is missing.
    #[error("{} is not a folder that `sinew run` wrote: there is no {missing} in it", folder.display())]
    NotARun {
        /// The folder.
        folder: PathBuf,
        /// The file.
        missing: &'static str,
    },
    /// The motion was not stored.
    #[error(
        "{} has no trajectory.npz: the run went without it (--no-trajectory) or was killed; run {} again",
        folder.display(),
        folder.join("scene.toml").display()
    )]
    NoTrajectory {
        /// The folder.
        folder: PathBuf,
    },
    /// The scene can no longer be built.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// The motion cannot be read.
    #[error("{}: {reason}", file.display())]
    Trajectory {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: NpzError,
    },
    /// The motion is of another scene.
    #[error("{} holds {found} vertices but its scene has {expected}; has a mesh file changed?", folder.display())]
    Mismatch {
        /// The folder.
        folder: PathBuf,
        /// Vertices of the motion.
        found: usize,
        /// Vertices of the scene.
        expected: usize,
    },
    /// The disk.
    #[error("cannot read {}: {reason}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
}

impl RunFolder {
    /// Reads a folder; frames are read later, one by one.
    pub fn open(folder: &Path) -> Result<Self, RunError> {
        for missing in ["scene.toml", "energies.csv"] {
            if !folder.join(missing).is_file() {
                return Err(RunError::NotARun { folder: folder.to_owned(), missing });
            }
        }
        let read = |name: &str| {
            let file = folder.join(name);
            fs::read_to_string(&file).map_err(|reason| RunError::Io { file, reason })
        };
        let mut scene = Scene::from_file(folder.join("scene.toml"))?;
        let summary = read("summary.json").ok().and_then(|text| serde_json::from_str::<Summary>(&text).ok());
        if let Some(summary) = &summary {
            scene.rename(&summary.scene);
        }
        let records = records(&read("energies.csv")?);
        let file = folder.join("trajectory.npz");
        if !file.is_file() {
            return Err(RunError::NoTrajectory { folder: folder.to_owned() });
        }
        let trajectory = Trajectory::open(&file).map_err(|reason| RunError::Trajectory { file, reason })?;
        let built = scene.build()?;
        let (found, expected) = (trajectory.vertices(), built.simulation.world().vertices());
        if found != expected {
            return Err(RunError::Mismatch { folder: folder.to_owned(), found, expected });
        }
        Ok(Self { folder: folder.to_owned(), scene, built, trajectory, records, summary })
    }
}

/// Rows of `energies.csv`; a last line that was cut off is left out.
fn records(text: &str) -> Vec<StepRecord> {
    let mut lines = text.lines();
    if lines.next() != Some(COLUMNS) {
        return Vec::new();
    }
    let row = |line: &str| -> Option<StepRecord> {
        let (step, rest) = line.split_once(',')?;
        let numbers: Vec<f64> = rest.split(',').map(|x| x.parse().ok()).collect::<Option<_>>()?;
        let [time, kinetic, elastic, external, contact, _, dissipated, injected, numerical, px, py, pz, lx, ly, lz] =
            <[f64; 15]>::try_from(numbers).ok()?;
        Some(StepRecord {
            step: step.parse().ok()?,
            time,
            energy: Energy { kinetic, elastic, external, contact },
            dissipated,
            injected,
            numerical,
            momentum: Momentum { linear: [px, py, pz], angular: [lx, ly, lz] },
            ..StepRecord::default()
        })
    };
    lines.map_while(row).collect()
}

/// Positions and velocities of all simulated vertices at the times of the frames; frames are read by seeking.
pub struct Trajectory {
    file: File,
    times: Vec<f64>,
    positions: Location,
    velocities: Location,
    bytes: Vec<u8>,
}

impl Trajectory {
    /// Opens a `trajectory.npz`.
    pub fn open(path: &Path) -> Result<Self, NpzError> {
        let mut file = File::open(path)?;
        let mut found = |name: &str| npz::locate(&mut file, name);
        let (times, positions, velocities) = (found("times")?, found("positions")?, found("velocities")?);
        let frames = times.shape.first().copied().unwrap_or(0);
        for (name, place) in [("positions", &positions), ("velocities", &velocities)] {
            if place.shape.len() != 3
                || place.shape[0] != frames
                || place.shape != positions.shape
                || place.shape[2] != 3
            {
                return Err(NpzError::Kind { name: name.to_owned() });
            }
        }
        let mut trajectory = Self { file, times: vec![0.0; frames], positions, velocities, bytes: Vec::new() };
        let mut list = std::mem::take(&mut trajectory.times);
        trajectory.read_at(times.start, &mut list)?;
        trajectory.times = list;
        Ok(trajectory)
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.times.len()
    }

    /// Number of vertices.
    pub fn vertices(&self) -> usize {
        self.positions.shape[1]
    }

    /// Time of each frame (s).
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Reads frame k; `x` and `v` have three numbers a vertex.
    pub fn read(&mut self, k: usize, x: &mut [f64], v: &mut [f64]) -> io::Result<()> {
        let offset = (24 * k * self.vertices()) as u64;
        self.read_at(self.positions.start + offset, x)?;
        self.read_at(self.velocities.start + offset, v)
    }

    fn read_at(&mut self, place: u64, out: &mut [f64]) -> io::Result<()> {
        self.bytes.resize(8 * out.len(), 0);
        self.file.seek(SeekFrom::Start(place))?;
        self.file.read_exact(&mut self.bytes)?;
        for (to, from) in out.iter_mut().zip(self.bytes.as_chunks::<8>().0) {
            *to = f64::from_le_bytes(*from);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let text = format!("{COLUMNS}\n0,0,1,2,3,4,10,0,0,0,0,0,0,0,0,0\n1,0.5,1,2,3,4,10,5,6,7,1,2,3,4,5,6\n2,1,0.");
        let rows = records(&text);
        assert_eq!((rows.len(), rows[1].step, rows[1].time), (2, 1, 0.5));
        assert_eq!((rows[1].energy.total(), rows[1].numerical, rows[1].momentum.angular), (10.0, 7.0, [4.0, 5.0, 6.0]));
        assert!(records("a,b\n1,2\n").is_empty());
    }
}
