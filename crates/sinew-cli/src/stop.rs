//! Ctrl-C and limits: the first press ends the step that is under way, the second leaves at once.
//!
//! A step ends within moments after its flag is raised. Should it ever not, a [`Watch`] leaves without it: what was
//! recorded row by row is on the disk then, and every other file is either whole or not there.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

static ASKED: AtomicBool = AtomicBool::new(false);
static FLAG: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Starts listening.
pub fn listen() {
    // A second call (or a system without signals) leaves the default: Ctrl-C ends the program.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, SeqCst) {
            std::process::exit(130);
        }
        if let Some(flag) = &*FLAG.lock().unwrap_or_else(PoisonError::into_inner) {
            flag.store(true, SeqCst);
        }
    });
}

/// Starts listening for a simulation: its flag is raised, too.
pub fn listen_for(flag: &Arc<AtomicBool>) {
    *FLAG.lock().unwrap_or_else(PoisonError::into_inner) = Some(flag.clone());
    listen();
}

/// Whether somebody asked to stop.
pub fn asked() -> bool {
    ASKED.load(SeqCst)
}

/// How long a step may take to end.
const GRACE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(100);

/// Waits beside a run for steps that do not end after they were asked to.
pub struct Watch {
    stepping: Arc<AtomicBool>,
    _alive: Sender<()>,
}

impl Watch {
    /// `leave` is called if a step still runs so long after the flag was raised.
    pub fn new(flag: Arc<AtomicBool>, leave: impl FnOnce() + Send + 'static) -> Self {
        Self::with_grace(flag, GRACE, leave)
    }

    fn with_grace(flag: Arc<AtomicBool>, grace: Duration, leave: impl FnOnce() + Send + 'static) -> Self {
        let stepping = Arc::new(AtomicBool::new(false));
        let (alive, dropped) = channel();
        let under_way = stepping.clone();
        std::thread::spawn(move || {
            let mut since = None;
            while dropped.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let waiting = flag.load(SeqCst) && under_way.load(SeqCst);
                since = if waiting { since.or_else(|| Some(Instant::now())) } else { None };
                if since.is_some_and(|since: Instant| since.elapsed() >= grace) {
                    return leave();
                }
            }
        });
        Self { stepping, _alive: alive }
    }

    /// Does a step.
    pub fn step<R>(&self, step: impl FnOnce() -> R) -> R {
        self.stepping.store(true, SeqCst);
        let result = step();
        self.stepping.store(false, SeqCst);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_leaves_a_step_that_does_not_end_and_no_other() {
        let flag = Arc::new(AtomicBool::new(false));
        let (said, heard) = channel();
        let watch = Watch::with_grace(flag.clone(), Duration::from_millis(200), move || {
            let _ = said.send(());
        });
        let within = |time| heard.recv_timeout(Duration::from_millis(time));
        // A long step that nobody wants to end.
        watch.step(|| assert_eq!(within(600), Err(RecvTimeoutError::Timeout)));
        flag.store(true, SeqCst);
        // Long work outside of steps: the results are written.
        assert_eq!(within(600), Err(RecvTimeoutError::Timeout));
        watch.step(|| assert_eq!(within(10_000), Ok(())));
    }
}
