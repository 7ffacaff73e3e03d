//! What a pane shows: a simulation that runs, or a finished run that is played back.

use serde_json::Value;
use sinew::mechanics::World;
use sinew::output::View;

use super::live_source::LiveSource;
use super::records::Row;

/// What is said about a scene.
pub struct Facts {
    /// Name of the scene.
    pub name: String,
    /// Its title.
    pub title: String,
    /// `live` or `run`.
    pub kind: &'static str,
    /// Name of the integrator.
    pub integrator: String,
    /// Step size (s).
    pub dt: f64,
    /// Length of the run (s).
    pub duration: f64,
    /// Sliders.
    pub controls: Value,
}

/// What came of going on.
pub enum Advance {
    /// There is something new to show.
    Done {
        /// A row for the plots.
        row: Option<Row>,
        /// Something to tell.
        note: Option<String>,
    },
    /// It goes no further, and why.
    Ended(String),
}

/// See the module's head.
pub trait Source {
    /// What is said about it.
    fn facts(&self) -> Facts;

    /// The world, for colours.
    fn world(&self) -> &World;

    /// What to draw.
    fn view(&self) -> &View;

    /// Goes on by one step or one frame.
    fn advance(&mut self) -> Advance;

    /// Newest time, and the time after going on (s).
    fn times(&self) -> [f64; 2];

    /// Number of frames to choose from, and the one that is shown.
    fn frames(&self) -> [usize; 2];

    /// Chooses a frame; the last one for any number beyond it.
    fn seek(&mut self, frame: usize);

    /// Writes what is shown, all simulated vertices; returns its step and time.
    fn show(&mut self, x: &mut Vec<f64>, v: &mut Vec<f64>) -> (usize, f64);

    /// Bytes of frames kept in memory.
    fn kept_bytes(&self) -> usize {
        0
    }

    /// The simulation, if it can be changed.
    fn live(&mut self) -> Option<&mut LiveSource> {
        None
    }
}
