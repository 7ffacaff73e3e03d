//! A finished run, played back from its folder.

use std::path::Path;

use serde_json::json;
use sinew::mechanics::World;
use sinew::output::View;
use sinew::output::run_folder::RunFolder;

use super::records::{Row, row};
use super::source::{Advance, Facts, Source};

/// See the module's head.
pub struct Playback {
    run: RunFolder,
    frame: usize,
    x: Vec<f64>,
    v: Vec<f64>,
    /// Frame that x and v hold.
    read: Option<usize>,
}

impl Playback {
    /// Opens a folder; its rows come with it.
    pub fn open(folder: &Path) -> Result<(Self, Vec<Row>), String> {
        let run = RunFolder::open(folder).map_err(|e| e.to_string())?;
        if run.trajectory.frames() == 0 {
            return Err(format!("{} has no frames", folder.display()));
        }
        let rows = run.records.iter().map(row).collect();
        let n = 3 * run.trajectory.vertices();
        Ok((Self { run, frame: 0, x: vec![0.0; n], v: vec![0.0; n], read: None }, rows))
    }

    fn last(&self) -> usize {
        self.run.trajectory.frames() - 1
    }
}

impl Source for Playback {
    fn facts(&self) -> Facts {
        let simulation = &self.run.built.simulation;
        Facts {
            name: self.run.scene.name().to_owned(),
            title: self.run.built.title.clone(),
            kind: "run",
            integrator: simulation.integrator().name().to_owned(),
            dt: simulation.dt(),
            duration: self.run.trajectory.times()[self.last()],
            controls: json!([]),
        }
    }

    fn world(&self) -> &World {
        self.run.built.simulation.world()
    }

    fn view(&self) -> &View {
        &self.run.built.view
    }

    fn advance(&mut self) -> Advance {
        if self.frame == self.last() {
            return Advance::Ended("the end of the run".to_owned());
        }
        self.frame += 1;
        Advance::Done { row: None, note: None }
    }

    fn times(&self) -> [f64; 2] {
        let times = self.run.trajectory.times();
        // Beyond the end as far as the last two frames are apart, so that the end is reached.
        let beyond = match times {
            [.., a, b] => 2.0 * b - a,
            _ => times[0] + self.run.built.simulation.dt(),
        };
        [times[self.frame], times.get(self.frame + 1).copied().unwrap_or(beyond)]
    }

    fn frames(&self) -> [usize; 2] {
        [self.run.trajectory.frames(), self.frame]
    }

    fn seek(&mut self, frame: usize) {
        self.frame = frame.min(self.last());
    }

    /// A frame that cannot be read shows the one before: the file was there when it was opened.
    fn show(&mut self, x: &mut Vec<f64>, v: &mut Vec<f64>) -> (usize, f64) {
        if self.read != Some(self.frame) && self.run.trajectory.read(self.frame, &mut self.x, &mut self.v).is_ok() {
            self.read = Some(self.frame);
        }
        x.clone_from(&self.x);
        v.clone_from(&self.v);
        let time = self.run.trajectory.times()[self.frame];
        let dt = self.run.built.simulation.dt();
        ((time / dt).round() as usize, time)
    }
}
