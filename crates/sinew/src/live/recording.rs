//! A live session on paper: the scene, where it started and every change, enough to do it again bit by bit.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{EditError, Event, Live};
use crate::output::files::write_whole;
use crate::simulation::{Failure, StepRecord};

/// The content of `events.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Name of the scene.
    pub scene: String,
    /// The scene as TOML, with all changes made before the session began and paths that hold anywhere.
    pub text: String,
    /// Steps done.
    pub steps: usize,
    /// Where the session began, if not at the start of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// What was changed, in order.
    pub events: Vec<Event>,
}

/// A state of all vertices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Time in seconds.
    pub time: f64,
    /// Positions (m), three values a vertex.
    pub positions: Vec<f64>,
    /// Velocities (m/s).
    pub velocities: Vec<f64>,
}

/// Why a recording cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file cannot be read or written.
    #[error("{}: {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system or the parser said.
        reason: String,
    },
    /// It belongs to another scene.
    #[error(
        "the recording starts with {found} numbers for each vertex list, but the scene has {expected}; replay it on the scene it was made with"
    )]
    OtherScene {
        /// Numbers in the recording.
        found: usize,
        /// Numbers that the scene needs.
        expected: usize,
    },
    /// Its events are not in order.
    #[error("event {index} is at step {step}, out of order or after the last step")]
    Order {
        /// Number of the event, from 0.
        index: usize,
        /// Its step.
        step: usize,
    },
}

/// Why a replay stopped.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// A step failed.
    #[error("{0}")]
    Step(#[from] Failure),
    /// A change was refused.
    #[error("the change after step {step} was refused: {reason}")]
    Edit {
        /// Steps done.
        step: usize,
        /// Why.
        reason: EditError,
    },
}

impl Recording {
    /// Reads `events.json`.
    pub fn read(path: &Path) -> Result<Self, RecordingError> {
        let failed = |reason: String| RecordingError::File { file: path.to_owned(), reason };
        let text = fs::read_to_string(path).map_err(|e| failed(e.to_string()))?;
        let recording: Self = serde_json::from_str(&text).map_err(|e| failed(e.to_string()))?;
        let mut last = 0;
        for (index, Event { step, .. }) in recording.events.iter().enumerate() {
            if *step < last || *step > recording.steps {
                return Err(RecordingError::Order { index, step: *step });
            }
            last = *step;
        }
        Ok(recording)
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), RecordingError> {
        let failed =
            |reason: std::io::Error| RecordingError::File { file: path.to_owned(), reason: reason.to_string() };
        let json = serde_json::to_string_pretty(self).map_err(|e| failed(e.into()))?;
        write_whole(path, |out| writeln!(out, "{json}")).map_err(failed)
    }
}

/// A session that makes the changes of a recording when their time comes.
pub struct Replay {
    live: Live,
    events: std::vec::IntoIter<Event>,
    next: Option<Event>,
}

impl Replay {
    /// A session that has not begun, at the start of the recording.
    pub fn new(live: Live, recording: Recording) -> Result<Self, RecordingError> {
        let live = match recording.start {
            None => live,
            Some(start) => {
                let expected = 3 * live.simulation().world().vertices();
                for list in [&start.positions, &start.velocities] {
                    if list.len() != expected {
                        return Err(RecordingError::OtherScene { found: list.len(), expected });
                    }
                }
                live.begun_at(start)
            }
        };
        Ok(Self::of(live, recording.events))
    }

    /// A session with changes to come.
    pub fn of(live: Live, events: Vec<Event>) -> Self {
        let mut events = events.into_iter();
        let next = events.next();
        Self { live, events, next }
    }

    /// Makes the changes that are due.
    pub fn settle(&mut self) -> Result<(), ReplayError> {
        let step = self.live.simulation().record().step;
        while let Some(event) = self.next.take_if(|event| event.step <= step) {
            self.live.apply(&event.edit).map_err(|reason| ReplayError::Edit { step, reason })?;
            self.next = self.events.next();
        }
        Ok(())
    }

    /// Makes the changes that are due, then a step.
    pub fn step(&mut self) -> Result<&StepRecord, ReplayError> {
        self.settle()?;
        Ok(self.live.step()?)
    }

    /// The session.
    pub fn live(&self) -> &Live {
        &self.live
    }
}
