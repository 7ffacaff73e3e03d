//! The session: one thread that owns the simulations, follows what windows say and makes frames.
//!
//! Between two steps it follows everything that was said, so a drag acts on the next step. Frames are made at most sixty
//! times a second, and only the newest is there to be taken; rows and states are told ten times a second. Nothing that a
//! window says or does not say makes it wait.

mod actions;
pub mod kept;
mod live_source;
pub mod mail;
mod pace;
mod pane;
mod playback;
mod records;
mod save;
mod source;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sinew::scene::Scene;
use tokio::sync::{mpsc, watch};

use crate::words::{Shade, Word, sentence};
use mail::{Command, Letter, Moment, SharedTally, Shown};
use pace::Pace;
use pane::Pane;
use source::Advance;

/// Bytes for kept frames, all panes together.
pub const KEPT_BYTES: usize = 128 << 20;
/// Between two frames.
const FRAME: Duration = Duration::from_micros(16_000);
/// Between two messages with rows.
const TELL: Duration = Duration::from_millis(100);

/// What the program was started with.
#[derive(Clone)]
pub enum Start {
    /// Nothing: the gallery.
    Gallery,
    /// A scene.
    Scene(Box<Scene>),
    /// The folder of a finished run.
    Run(PathBuf),
}

impl Start {
    /// Name and kind, for windows.
    pub fn describe(&self) -> Value {
        match self {
            Start::Gallery => Value::Null,
            Start::Scene(scene) => json!({ "name": scene.name(), "kind": "scene" }),
            Start::Run(folder) => {
                let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                json!({ "name": name, "kind": "run" })
            }
        }
    }
}

/// See the module's head.
pub struct Session {
    start: Start,
    /// Where `save` puts its folders.
    runs: PathBuf,
    panes: Vec<Pane>,
    clients: HashMap<u64, Client>,
    frames: watch::Sender<Arc<Shown>>,
    tally: SharedTally,
    epoch: u64,
    serial: u32,
    playing: bool,
    pace: Pace,
    shade: Shade,
    /// The frame that windows have is not the one that is shown.
    stale: bool,
    /// The first drag that no frame shows yet.
    dragged: Option<Moment>,
    framed: Instant,
    told: Instant,
}

/// A window.
struct Client {
    mail: mpsc::Sender<Letter>,
    /// A letter did not fit: it has to be told everything again.
    behind: bool,
}

impl Session {
    /// A session that shows what it was started with.
    pub fn new(start: Start, runs: PathBuf, frames: watch::Sender<Arc<Shown>>, tally: SharedTally) -> Self {
        let (now, pace) = (Instant::now(), Pace::new());
        let (panes, clients) = Default::default();
        let (epoch, serial, playing, shade, stale) = (0, 0, false, Shade::None, false);
        let (framed, told, dragged) = (now, now, None);
        Self {
            start,
            runs,
            panes,
            clients,
            frames,
            tally,
            epoch,
            serial,
            playing,
            pace,
            shade,
            stale,
            dragged,
            framed,
            told,
        }
    }

    /// Follows commands until it is told to stop.
    pub fn run(mut self, commands: &Receiver<Command>) {
        self.guarded(None, |session| session.load_start());
        loop {
            let mut next = match self.patience() {
                None => commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => commands.recv_timeout(wait),
            };
            loop {
                match next {
                    Ok(Command::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => break,
                    Ok(command) => self.follow(command),
                }
                next = commands.recv_timeout(Duration::ZERO);
            }
            if self.playing && self.pace_wait().is_zero() {
                self.guarded(None, Self::advance);
            }
            self.publish();
        }
    }

    /// How long there is nothing to do: forever, or until a step or a message is due.
    fn patience(&mut self) -> Option<Duration> {
        let step = self.playing.then(|| self.pace_wait());
        let frame = self.stale.then(|| FRAME.saturating_sub(self.framed.elapsed()));
        let behind = self.clients.values().any(|c| c.behind).then_some(TELL);
        [step, frame, behind].into_iter().flatten().min()
    }

    fn pace_wait(&mut self) -> Duration {
        self.panes.first().map_or(TELL, |pane| self.pace.wait(pane.source.times()[1]))
    }

    fn follow(&mut self, command: Command) {
        match command {
            Command::Join { client, mail } => {
                // What is not told yet goes to the others: this window is about to hear everything.
                self.tell_rows();
                self.clients.insert(client, Client { mail, behind: false });
                self.guarded(Some(client), |session| {
                    session.present(Some(client));
                    Ok(())
                });
            }
            Command::Leave { client } => drop(self.clients.remove(&client)),
            Command::Said { client, word, heard } => {
                let drag = matches!(word, Word::Drag { .. });
                self.guarded(Some(client), |session| session.obey(word, heard));
                if !drag {
                    self.tell_status(None);
                }
            }
            Command::Stop => {}
        }
    }

    /// Does something that may go wrong: what is wrong is said to the window concerned, or to all. A broken invariant ends the
    /// scene, not the server.
    fn guarded(&mut self, client: Option<u64>, work: impl FnOnce(&mut Self) -> Result<(), String>) {
        match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => self.tell(client, &json!({ "say": "fault", "text": sentence(problem) })),
            Err(_) => {
                self.panes.clear();
                self.playing = false;
                let text = "an error inside Sinew ended the scene; load it again, and please report what you did";
                self.tell(None, &json!({ "say": "fault", "text": text }));
            }
        }
    }

    /// One step of the first pane; the others catch up.
    fn advance(&mut self) -> Result<(), String> {
        let Some(first) = self.panes.first() else {
            self.playing = false;
            return Ok(());
        };
        self.tally.begun.fetch_add(1, Relaxed);
        let until = first.source.times()[1];
        let mut notes = Vec::new();
        for k in 0..self.panes.len() {
            let pane = &mut self.panes[k];
            let mut first = k == 0;
            // Half a step of tolerance: the panes have the same step size, but not the same rounding.
            while first || k > 0 && pane.source.times().iter().sum::<f64>() < 2.0 * until {
                first = false;
                match pane.source.advance() {
                    Advance::Done { row, note } => {
                        row.into_iter().for_each(|row| pane.records.push(row));
                        notes.extend(note.filter(|_| k == 0));
                    }
                    Advance::Ended(text) => {
                        let integrator = pane.source.facts().integrator;
                        self.playing = false;
                        self.stale = true;
                        let text = match self.panes.len() {
                            1 => sentence(text),
                            _ => sentence(format!("{integrator}: {text}")),
                        };
                        self.tell(None, &json!({ "say": "ended", "pane": k, "text": text }));
                        self.tell_status(None);
                        return Ok(());
                    }
                }
            }
        }
        self.pace.done(self.panes[0].source.times()[0]);
        self.stale = true;
        notes.iter().for_each(|text| self.tell(None, &json!({ "say": "ended", "pane": 0, "text": text })));
        Ok(())
    }

    /// Makes the newest frames and tells what is due.
    fn publish(&mut self) {
        if self.stale && (!self.playing || self.framed.elapsed() >= FRAME) {
            self.guarded(None, |session| {
                session.make_frames();
                Ok(())
            });
        }
        let late: Vec<u64> = self.clients.iter().filter(|(_, c)| c.behind).map(|(k, _)| *k).collect();
        for client in late {
            // Half of the letters have been taken: there is room again.
            if self.clients.get(&client).is_some_and(|c| c.mail.capacity() > mail::LETTERS / 2) {
                self.tell_rows();
                self.present(Some(client));
            }
        }
        if !self.playing || self.told.elapsed() >= TELL {
            self.tell_rows();
        }
    }

    fn make_frames(&mut self) {
        let (shade, epoch) = (self.shade, self.epoch);
        let mut frames = Vec::new();
        for (k, pane) in self.panes.iter_mut().enumerate() {
            self.serial = self.serial.wrapping_add(1);
            frames.push((self.serial, pane.frame(k, self.serial, shade)));
        }
        self.tally.made.fetch_add(frames.len() as u64, Relaxed);
        let kept = self.panes.iter().map(|p| p.source.kept_bytes() as u64).sum();
        self.tally.kept_bytes.store(kept, Relaxed);
        self.frames.send_replace(Arc::new(Shown { epoch, frames }));
        // A frame between a drag and the step that follows it shows nothing of it yet.
        let begun = self.tally.begun.load(Relaxed);
        if let Some(heard) = self.dragged.take_if(|heard| begun > heard.begun) {
            self.tally.sight(heard);
        }
        self.stale = false;
        self.framed = Instant::now();
    }

    fn tell_rows(&mut self) {
        let mut any = false;
        for k in 0..self.panes.len() {
            for message in self.panes[k].records.fresh(k) {
                any = true;
                self.tell(None, &message);
            }
        }
        if any {
            self.told = Instant::now();
            self.tell_status(None);
        }
    }

    fn tell_status(&mut self, client: Option<u64>) {
        let [frames, frame] = self.panes.first().map_or([0, 0], |pane| pane.source.frames());
        let live = self.panes.first_mut().and_then(|pane| pane.source.live());
        let (is_live, grabbed) = (live.is_some(), live.is_some_and(|live| live.session().holding()));
        let status = json!({
            "say": "status", "playing": self.playing, "speed": self.pace.speed, "frame": frame, "frames": frames,
            "live": is_live, "behind": self.pace.reached, "colour": self.shade.name(), "grabbed": grabbed,
        });
        self.tell(client, &status);
    }

    /// Tells everything about all panes, to one window or to all.
    fn present(&mut self, client: Option<u64>) {
        if let Some(client) = client.and_then(|k| self.clients.get_mut(&k)) {
            client.behind = false;
        }
        self.describe(client);
        for k in 0..self.panes.len() {
            for message in self.panes[k].records.all(k) {
                self.tell(client, &message);
            }
            if client.is_none() {
                self.panes[k].records.told();
            }
        }
        self.tell_status(client);
        self.stale = true;
    }

    /// Tells the scenes and topologies, but no rows.
    fn describe(&mut self, client: Option<u64>) {
        let panes = self.panes.len();
        for k in 0..panes {
            let (words, topology) = self.panes[k].describe(k, panes);
            self.tell(client, &words);
            let epoch = self.epoch;
            self.post(client, || Letter::topology(topology.clone(), epoch));
        }
    }

    fn tell(&mut self, client: Option<u64>, words: &Value) {
        self.post(client, || Letter::words(words));
    }

    fn post(&mut self, client: Option<u64>, letter: impl Fn() -> Letter) {
        for (_, to) in self.clients.iter_mut().filter(|(k, _)| client.is_none_or(|client| client == **k)) {
            if !to.behind && to.mail.try_send(letter()).is_err() {
                to.behind = true;
            }
        }
    }
}
