//! What the session does on each word.

use serde_json::json;
use sinew::live::{Edit, Live};
use sinew::scene::Scene;

use super::live_source::LiveSource;
use super::mail::Moment;
use super::pane::Pane;
use super::playback::Playback;
use super::source::Source;
use super::{KEPT_BYTES, Session, Start};
use crate::words::{Setting, Word};

/// Slowest and fastest speed, besides 0 for as fast as it goes.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.01..=100.0;

impl Session {
    pub(super) fn obey(&mut self, word: Word, heard: Moment) -> Result<(), String> {
        match word {
            Word::Load { scene } if scene == "start" => self.load_start(),
            // Only names of shipped scenes: a window opens no files.
            Word::Load { scene } => self.load(Scene::from_shipped(&scene).map_err(|e| e.to_string())?),
            Word::Play {} => {
                self.shown_pane()?;
                self.follow_newest();
                self.playing = true;
                self.pace.begin(self.panes[0].source.times()[0]);
                Ok(())
            }
            Word::Pause {} => {
                self.playing = false;
                self.stale = true;
                Ok(())
            }
            Word::Step {} => {
                self.shown_pane()?;
                self.playing = false;
                self.follow_newest();
                self.advance()
            }
            Word::Restart {} => self.restart(),
            Word::Seek { frame } => {
                self.playing = false;
                self.stale = true;
                self.panes.iter_mut().for_each(|pane| pane.source.seek(frame));
                Ok(())
            }
            Word::Speed { factor } if factor == 0.0 || SPEEDS.contains(&factor) => {
                let time = self.panes.first().map_or(0.0, |pane| pane.source.times()[0]);
                self.pace.change(factor, time);
                Ok(())
            }
            Word::Speed { factor } => {
                Err(format!("speed is {factor}; it must be between 0.01 and 100, or 0 for as fast as it goes"))
            }
            Word::Set { key, value } => self.set(&key, value),
            Word::Colour { by } => {
                self.shade = by;
                self.stale = true;
                Ok(())
            }
            Word::Compare { integrator } => self.compare(integrator),
            Word::Grab { pane, vertex, point } => self.grab(pane, vertex, point),
            Word::Drag { point } => {
                self.tally.drag(heard);
                self.dragged.get_or_insert(heard);
                self.edit_all(&Edit::Drag { point })
            }
            Word::Release {} => {
                self.edit_all(&Edit::Release)?;
                self.mark(0, "released");
                Ok(())
            }
            Word::Save {} => {
                let live = self.first_live()?.session();
                let recording = live.recording();
                let simulation = live.simulation();
                let (time, (x, v)) = (simulation.state().t, simulation.all_vertices());
                let rows = self.panes[0].records.rows();
                let folder = super::save::write(&self.runs, &recording, rows, time, &x, &v)?;
                self.tell(None, &json!({ "say": "saved", "folder": folder.display().to_string() }));
                Ok(())
            }
            // Windows keep count themselves.
            Word::Seen { .. } => Ok(()),
        }
    }

    pub(super) fn load_start(&mut self) -> Result<(), String> {
        match self.start.clone() {
            Start::Gallery => Ok(()),
            Start::Scene(scene) => self.load(*scene),
            Start::Run(folder) => {
                let (playback, rows) = Playback::open(&folder)?;
                self.show_sources(vec![Box::new(playback)]);
                rows.into_iter().for_each(|row| self.panes[0].records.push(row));
                Ok(())
            }
        }
    }

    fn load(&mut self, scene: Scene) -> Result<(), String> {
        let live = Live::new(scene).map_err(|e| e.to_string())?;
        self.show(vec![live]);
        Ok(())
    }

    fn restart(&mut self) -> Result<(), String> {
        if self.panes.iter_mut().all(|pane| pane.source.live().is_none()) {
            self.playing = false;
            self.stale = true;
            self.panes.iter_mut().for_each(|pane| pane.source.seek(0));
            return Ok(());
        }
        let mut sessions = Vec::new();
        for live in self.panes.iter_mut().filter_map(|pane| pane.source.live()) {
            sessions.push(live.session().restarted().map_err(|e| e.to_string())?);
        }
        self.show(sessions);
        Ok(())
    }

    fn compare(&mut self, integrator: Option<String>) -> Result<(), String> {
        let first = self.first_live()?.session();
        let mut sessions = vec![first.forked(None).map_err(|e| e.to_string())?];
        if let Some(name) = integrator {
            sessions.push(first.forked(Some(&name)).map_err(|e| e.to_string())?);
        }
        self.show(sessions);
        Ok(())
    }

    /// Panes for new sessions, paused at their start.
    fn show(&mut self, sessions: Vec<Live>) {
        let bytes = KEPT_BYTES / sessions.len();
        self.show_sources(sessions.into_iter().map(|live| Box::new(LiveSource::new(live, bytes)) as _).collect());
    }

    fn show_sources(&mut self, sources: Vec<Box<dyn Source>>) {
        self.panes = sources.into_iter().map(Pane::new).collect();
        self.playing = false;
        self.epoch += 1;
        self.present(None);
    }

    fn set(&mut self, key: &str, value: Setting) -> Result<(), String> {
        let edit = match (key, value) {
            ("integrator", Setting::Name(name)) => {
                self.first_live()?
                    .session()
                    .apply(&Edit::Integrator { name: name.clone() })
                    .map_err(|e| e.to_string())?;
                self.mark(0, &format!("integrator: {name}"));
                // Every window shows its name.
                self.describe(None);
                self.stale = true;
                return Ok(());
            }
            ("integrator", _) | (_, Setting::Name(_)) => {
                return Err(format!(
                    "the value of `{key}` is of the wrong kind: a name for `integrator`, else a number"
                ));
            }
            ("dt", Setting::Number(seconds)) => Edit::Dt { seconds },
            (_, Setting::Number(value)) => Edit::Value { key: key.to_owned(), value },
        };
        self.edit_all(&edit)?;
        let text = match &edit {
            Edit::Dt { seconds } => format!("dt: {seconds} s"),
            Edit::Value { key, value } => {
                let controls = self.first_live()?.session().controls();
                let control = controls.iter().find(|c| c.key == *key).ok_or("the control is gone")?;
                format!("{}: {value} {}", control.label, control.unit).trim_end().to_owned()
            }
            _ => String::new(),
        };
        (0..self.panes.len()).for_each(|k| self.mark(k, &text));
        self.stale = true;
        Ok(())
    }

    fn grab(&mut self, pane: usize, vertex: usize, point: [f64; 3]) -> Result<(), String> {
        let panes = self.panes.len();
        let source = self.panes.get_mut(pane).ok_or(format!("there is no pane {pane}; there are {panes}"))?;
        let live = source.source.live().ok_or(FINISHED)?;
        let vertex = live.simulated(vertex).ok_or(format!("there is no vertex {vertex}"))?;
        // In every pane the same hand, so that the panes can be compared.
        self.edit_all(&Edit::Grab { vertex, point })?;
        self.mark(pane, "grabbed");
        Ok(())
    }

    /// Makes a change in all panes; if the first one refuses it, none is changed.
    fn edit_all(&mut self, edit: &Edit) -> Result<(), String> {
        self.first_live()?;
        for live in self.panes.iter_mut().filter_map(|pane| pane.source.live()) {
            live.session().apply(edit).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn first_live(&mut self) -> Result<&mut LiveSource, String> {
        self.shown_pane()?;
        self.panes[0].source.live().ok_or_else(|| FINISHED.to_owned())
    }

    fn shown_pane(&self) -> Result<(), String> {
        if self.panes.is_empty() { Err("no scene is loaded; choose one from the gallery".to_owned()) } else { Ok(()) }
    }

    /// Goes back to the newest state after looking at kept frames; a run that has ended begins again.
    fn follow_newest(&mut self) {
        for pane in &mut self.panes {
            let [frames, frame] = pane.source.frames();
            if pane.source.live().is_some() {
                pane.source.seek(usize::MAX);
            } else if frame + 1 == frames {
                pane.source.seek(0);
            }
        }
    }

    /// A mark in the plots.
    fn mark(&mut self, pane: usize, text: &str) {
        let Some(live) = self.panes.get_mut(pane).and_then(|pane| pane.source.live()) else { return };
        let record = live.session().simulation().record();
        let words = json!({ "say": "event", "pane": pane, "step": record.step, "time": record.time, "text": text });
        self.tell(None, &words);
    }
}

const FINISHED: &str =
    "a finished run cannot be changed; load its scene from the gallery, or start `sinew view` with it";
