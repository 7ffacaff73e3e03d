//! Between the session and its windows: commands in, letters and the newest frames out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::words::Word;

/// Letters that may wait for a window. One that has more is behind, and is told everything anew when it has caught up.
pub const LETTERS: usize = 256;
/// Commands that may wait for the session; more are refused.
pub const COMMANDS: usize = 4096;

/// What the session is told.
pub enum Command {
    /// A window is there.
    Join {
        /// Its number.
        client: u64,
        /// Where its letters go.
        mail: mpsc::Sender<Letter>,
    },
    /// A window is gone.
    Leave {
        /// Its number.
        client: u64,
    },
    /// A window said something.
    Said {
        /// Its number.
        client: u64,
        /// What.
        word: Word,
        /// When it was heard.
        heard: Moment,
    },
    /// The program ends.
    Stop,
}

/// When a word was heard, by the steps and by the clock.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// Steps begun by then.
    pub begun: u64,
    /// The time.
    pub at: Instant,
}

/// A message in order, never dropped.
pub struct Letter {
    /// The message.
    pub message: Message,
    /// Frames of this epoch fit the topology in the message.
    pub epoch: Option<u64>,
}

impl Letter {
    /// Words.
    pub fn words(value: &Value) -> Self {
        Self { message: Message::Text(Utf8Bytes::from(value.to_string())), epoch: None }
    }

    /// A topology.
    pub fn topology(bytes: Bytes, epoch: u64) -> Self {
        Self { message: Message::Binary(bytes), epoch: Some(epoch) }
    }
}

/// The newest frames of all panes, with their serial numbers.
#[derive(Default)]
pub struct Shown {
    /// Changes when a topology does.
    pub epoch: u64,
    /// One a pane.
    pub frames: Vec<(u32, Bytes)>,
}

/// What the session counts, for tests and measurements.
#[derive(Debug, Default)]
pub struct Tally {
    /// Steps begun.
    pub begun: AtomicU64,
    /// Frames made.
    pub made: AtomicU64,
    /// Frames sent to windows.
    pub sent: AtomicU64,
    /// Frames that a window never got because newer ones were there.
    pub dropped: AtomicU64,
    /// Bytes of kept frames.
    pub kept_bytes: AtomicU64,
    /// Drags heard.
    pub drags: AtomicU64,
    /// Most steps that began between hearing a drag and following it; 0 if the next step follows.
    pub slowest_drag: AtomicU64,
    /// Longest time from hearing a drag to the frame that shows its effect, in microseconds.
    pub slowest_sight: AtomicU64,
}

impl Tally {
    /// A drag is followed now.
    pub fn drag(&self, heard: Moment) {
        self.drags.fetch_add(1, Relaxed);
        self.slowest_drag.fetch_max(self.begun.load(Relaxed).saturating_sub(heard.begun), Relaxed);
    }

    /// The effect of a drag can be seen now.
    pub fn sight(&self, heard: Moment) {
        self.slowest_sight.fetch_max(heard.at.elapsed().as_micros() as u64, Relaxed);
    }
}

/// Shared counters.
pub type SharedTally = Arc<Tally>;
