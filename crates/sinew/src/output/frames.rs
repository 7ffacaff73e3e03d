//! Frames at a fixed rate, whatever the step, handed to the writers of all formats that were asked for.
//!
//! Frame k shows time k/fps. Between two steps the motion is the cubic through both positions and velocities, so the
//! frames are smooth for long steps and exact for frames that fall on a step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::export::{Entry, Frame, FrameWriter, Kept, Stage, TRAJECTORY, UnknownFormat, find};
use super::view::View;
use crate::mechanics::{State, World};

/// More frames than this are a slip of the keyboard: eleven hours of film, and a gigabyte of the smallest pictures.
pub const MOST_FRAMES: f64 = 1e6;

/// Refuses a rate that asks for more than [`MOST_FRAMES`] in a run of so many seconds.
pub fn affordable(fps: f64, duration: f64) -> Result<(), TooManyFrames> {
    let frames = fps * duration;
    if frames <= MOST_FRAMES { Ok(()) } else { Err(TooManyFrames { fps, duration, frames }) }
}

/// A rate that nobody means.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "{fps:e} frames a second over {duration:e} s are {frames:.1e} frames, more than the limit of {MOST_FRAMES:e}; \
     ask for at most {:.3e} a second", MOST_FRAMES / duration
)]
pub struct TooManyFrames {
    /// Frames per simulated second.
    pub fps: f64,
    /// Length of the run (s).
    pub duration: f64,
    /// How many that are.
    pub frames: f64,
}

/// Which frames to write and how often.
#[derive(Debug, Clone)]
pub struct FrameSettings {
    /// Formats, each once.
    pub formats: Vec<&'static Entry>,
    /// Frames per simulated second.
    pub fps: f64,
}

impl FrameSettings {
    /// Formats by name; `trajectory` adds `trajectory.npz`.
    pub fn new(formats: &[impl AsRef<str>], fps: f64, trajectory: bool) -> Result<Self, UnknownFormat> {
        let mut found: Vec<&'static Entry> = Vec::new();
        if trajectory {
            found.push(&TRAJECTORY);
        }
        for name in formats {
            let entry = find(name.as_ref())?;
            if !found.iter().any(|e| e.name == entry.name) {
                found.push(entry);
            }
        }
        Ok(Self { formats: found, fps })
    }
}

/// Makes frames while a run goes on.
pub struct Frames {
    folder: PathBuf,
    title: String,
    fps: f64,
    view: View,
    writers: Vec<Box<dyn FrameWriter>>,
    kept: Option<Kept>,
    start: f64,
    next: usize,
    x: Vec<f64>,
    v: Vec<f64>,
    state: State,
}

impl Frames {
    /// Frames of a run, written below `folder`; nothing is written yet.
    pub fn new(
        folder: &Path,
        title: &str,
        settings: &FrameSettings,
        view: &View,
        world: &World,
        start: &State,
    ) -> Self {
        let writers = settings.formats.iter().map(|entry| (entry.writer)()).collect();
        Self::with_writers(folder, title, writers, settings.fps, view, world, start)
    }

    /// The same with writers of one's own.
    pub fn with_writers(
        folder: &Path,
        title: &str,
        writers: Vec<Box<dyn FrameWriter>>,
        fps: f64,
        view: &View,
        world: &World,
        start: &State,
    ) -> Self {
        let n = 3 * world.vertices();
        Self {
            folder: folder.to_owned(),
            title: title.to_owned(),
            fps,
            view: view.clone(),
            writers,
            kept: None,
            start: start.t,
            next: 0,
            x: vec![0.0; n],
            v: vec![0.0; n],
            state: start.clone(),
        }
    }

    /// Whether any frame is wanted.
    pub fn wanted(&self) -> bool {
        !self.writers.is_empty()
    }

    /// Number of frames so far.
    pub fn count(&self) -> usize {
        self.next
    }

    /// Writes the frame of the start.
    pub fn begin(&mut self, world: &World, start: &State) -> io::Result<()> {
        if !self.wanted() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        self.kept = Some(match self.writers.iter().any(|w| w.keeps()) {
            true => Kept::create(&self.folder.join("frames.part"), world.vertices())?,
            false => Kept::times_only(),
        });
        let stage = Stage { folder: &self.folder, title: &self.title, view: &self.view, world, fps: self.fps };
        self.writers.iter_mut().try_for_each(|w| w.begin(&stage))?;
        self.state.copy_from(start);
        self.add(world)
    }

    /// Writes the frames whose time lies between two states of the free vertices. A step can hold many: once the world's flag is up
    /// the one under way is the last.
    pub fn pass(&mut self, world: &World, a: &State, b: &State) -> io::Result<()> {
        while self.wanted() {
            let time = self.start + self.next as f64 / self.fps;
            // A frame that falls on the step is the step, in spite of rounding.
            if time > b.t + 1e-9 * (b.t - a.t) {
                break;
            }
            interpolate(a, b, time, &mut self.state);
            self.add(world)?;
            if world.stop_flag().load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, world: &World) -> io::Result<()> {
        world.expand(&self.state, &mut self.x, &mut self.v);
        let stage = Stage { folder: &self.folder, title: &self.title, view: &self.view, world, fps: self.fps };
        let frame = Frame { number: self.next, time: self.state.t, x: &self.x, v: &self.v };
        self.kept.as_mut().expect("begun").push(&frame)?;
        self.writers.iter_mut().try_for_each(|w| w.frame(&stage, &frame))?;
        self.next += 1;
        Ok(())
    }

    /// Writes what is written at the end. Returns what some format could not hold.
    pub fn finish(&mut self, world: &World) -> io::Result<Vec<String>> {
        let Some(mut kept) = self.kept.take() else { return Ok(Vec::new()) };
        let stage = Stage { folder: &self.folder, title: &self.title, view: &self.view, world, fps: self.fps };
        self.writers.iter_mut().try_for_each(|w| w.finish(&stage, &mut kept))?;
        Ok(self.writers.iter().flat_map(|w| w.remarks()).collect())
    }
}

/// The cubic through both ends, at a time between them.
fn interpolate(a: &State, b: &State, time: f64, out: &mut State) {
    let h = b.t - a.t;
    let s = ((time - a.t) / h).clamp(0.0, 1.0);
    if s > 1.0 - 1e-9 {
        return out.copy_from(b);
    }
    let (s2, s3) = (s * s, s * s * s);
    out.t = time;
    for k in 0..a.x.len() {
        let (x0, x1, v0, v1) = (a.x[k], b.x[k], a.v[k], b.v[k]);
        out.x[k] = x0 + (3.0 * s2 - 2.0 * s3) * (x1 - x0) + h * ((s3 - 2.0 * s2 + s) * v0 + (s3 - s2) * v1);
        out.v[k] = (6.0 * s - 6.0 * s2) * (x1 - x0) / h + (3.0 * s2 - 4.0 * s + 1.0) * v0 + (3.0 * s2 - 2.0 * s) * v1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_interpolated_exactly() {
        let at = |t: f64| State { t, x: vec![1.0 + 2.0 * t - 4.9 * t * t], v: vec![2.0 - 9.8 * t] };
        let mut out = State::zeros(1);
        for t in [0.5, 0.6, 0.77, 0.9] {
            interpolate(&at(0.5), &at(0.9), t, &mut out);
            let exact = at(t);
            assert!((out.x[0] - exact.x[0]).abs() < 1e-14 && (out.v[0] - exact.v[0]).abs() < 1e-13);
        }
    }

    #[test]
    fn each_format_is_taken_once() {
        let settings = FrameSettings::new(&["vtu", "npz", "vtu"], 24.0, true).expect("known formats");
        let names: Vec<&str> = settings.formats.iter().map(|e| e.name).collect();
        assert_eq!(names, ["trajectory", "vtu", "npz"]);
        assert!(FrameSettings::new(&["obj"], 24.0, false).is_err());
    }
}
