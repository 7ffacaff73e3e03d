//! One window: its websocket, with limits on what it may send and on what may wait for it.
//!
//! A window gets the newest frame, and only while fewer than two of each pane are unseen; what it missed is gone. Letters
//! (scenes, rows, states) come in order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::sync::{mpsc, watch};

use crate::session::mail::{Command, LETTERS, Letter, Moment, SharedTally, Shown};
use crate::words::{Word, read};

/// Longest message of a window in bytes.
pub const LONGEST: usize = 16 * 1024;
/// Messages of a window per second.
pub const MOST: f64 = 240.0;
/// Unseen frames of a pane.
const UNSEEN: usize = 2;
/// A window that takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a window needs of the server.
#[derive(Clone)]
pub struct Wires {
    /// To the session.
    pub commands: SyncSender<Command>,
    /// The newest frames.
    pub frames: watch::Receiver<Arc<Shown>>,
    /// Counters.
    pub tally: SharedTally,
}

/// Serves a window until it goes away or breaks a rule.
pub async fn serve(socket: WebSocket, client: u64, wires: Wires, hello: String) {
    let (mail, letters) = mpsc::channel(LETTERS);
    if mail.try_send(Letter { message: Message::Text(hello.into()), epoch: None }).is_err()
        || wires.commands.try_send(Command::Join { client, mail: mail.clone() }).is_err()
    {
        return;
    }
    let commands = wires.commands.clone();
    let mut window = Window { client, mail, letters, wires, unseen: VecDeque::new(), epoch: 0, last: None };
    window.talk(socket).await;
    // The session may be busy; a window that is gone must be forgotten all the same.
    let _ = tokio::task::spawn_blocking(move || commands.send(Command::Leave { client })).await;
}

struct Window {
    client: u64,
    mail: mpsc::Sender<Letter>,
    letters: mpsc::Receiver<Letter>,
    wires: Wires,
    unseen: VecDeque<u32>,
    /// Epoch of the topology that it has.
    epoch: u64,
    /// Newest frame that was sent.
    last: Option<u32>,
}

/// Tokens that come back at a constant rate.
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + MOST * now.duration_since(self.at).as_secs_f64()).min(MOST) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}

impl Window {
    async fn talk(&mut self, socket: WebSocket) {
        let (mut out, mut inbox) = socket.split();
        let mut bucket = Bucket { left: MOST, at: Instant::now() };
        let mut frames = self.wires.frames.clone();
        frames.mark_changed();
        loop {
            let ready = self.room(&frames);
            let outgoing = tokio::select! {
                biased;
                heard = inbox.next() => match self.hear(heard, &mut bucket) {
                    Heard::Fine => continue,
                    Heard::Gone => return,
                    Heard::Wrong(code, reason) => {
                        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
                        let _ = tokio::time::timeout(PATIENCE, out.send(close)).await;
                        return;
                    }
                },
                letter = self.letters.recv() => match letter {
                    Some(letter) => {
                        if let Some(epoch) = letter.epoch {
                            self.epoch = epoch;
                            frames.mark_changed();
                        }
                        vec![letter.message]
                    }
                    None => return,
                },
                changed = frames.changed(), if ready => match changed {
                    Ok(()) => self.take(&frames.borrow_and_update().clone()),
                    Err(_) => return,
                },
            };
            for message in outgoing {
                if !matches!(tokio::time::timeout(PATIENCE, out.send(message)).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }

    /// Whether another frame may be sent.
    fn room(&self, frames: &watch::Receiver<Arc<Shown>>) -> bool {
        self.unseen.len() < UNSEEN * frames.borrow().frames.len().max(1)
    }

    /// The newest frames, if they fit the topology that the window has and are new to it.
    fn take(&mut self, shown: &Shown) -> Vec<Message> {
        let Some((newest, _)) = shown.frames.last() else { return Vec::new() };
        if shown.epoch != self.epoch || self.last == Some(*newest) {
            return Vec::new();
        }
        let count = shown.frames.len() as u64;
        if let Some(last) = self.last {
            let missed = u64::from(newest.wrapping_sub(last)).saturating_sub(count);
            self.wires.tally.dropped.fetch_add(missed, Relaxed);
        }
        self.wires.tally.sent.fetch_add(count, Relaxed);
        self.last = Some(*newest);
        self.unseen.extend(shown.frames.iter().map(|(serial, _)| *serial));
        shown.frames.iter().map(|(_, bytes)| Message::Binary(bytes.clone())).collect()
    }

    fn hear(&mut self, heard: Option<Result<Message, axum::Error>>, bucket: &mut Bucket) -> Heard {
        let message = match heard {
            None | Some(Ok(Message::Close(_))) => return Heard::Gone,
            // The only errors that leave a line to talk on are messages that are too long or no UTF-8.
            Some(Err(_)) => return Heard::Wrong(close_code::SIZE, "messages are text of at most 16 KiB"),
            Some(Ok(message)) => message,
        };
        if !bucket.take() {
            return Heard::Wrong(close_code::POLICY, "too many messages; at most 240 a second are read");
        }
        let word = match message {
            Message::Text(text) => read(&text),
            Message::Binary(_) => Err("messages are JSON text".to_owned()),
            _ => return Heard::Fine,
        };
        match word {
            Ok(Word::Seen { serial }) => {
                // Frames are seen in order: what came before is seen too.
                if let Some(k) = self.unseen.iter().position(|known| *known == serial) {
                    self.unseen.drain(..=k);
                }
            }
            Ok(word) => {
                let heard = Moment { begun: self.wires.tally.begun.load(Relaxed), at: Instant::now() };
                match self.wires.commands.try_send(Command::Said { client: self.client, word, heard }) {
                    Ok(()) => {}
                    Err(TrySendError::Full(_)) => self.fault("the session is busy; try again in a moment"),
                    Err(TrySendError::Disconnected(_)) => return Heard::Gone,
                }
            }
            Err(problem) => self.fault(&problem),
        }
        Heard::Fine
    }

    /// A sentence for this window; lost if it does not even take those.
    fn fault(&self, text: &str) {
        let _ = self.mail.try_send(Letter::words(&json!({ "say": "fault", "text": text })));
    }
}

enum Heard {
    Fine,
    Gone,
    Wrong(u16, &'static str),
}
