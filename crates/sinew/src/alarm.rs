//! A clock beside a run: after some time it stops the step that is under way, however long that would still take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Raises a flag after some time, unless it is dropped before.
pub struct Alarm {
    _alive: Sender<()>,
}

impl Alarm {
    /// The flag of a simulation ([`stop_flag`](crate::simulation::Simulation::stop_flag)), raised after so many seconds.
    pub fn new(flag: Arc<AtomicBool>, seconds: f64) -> Self {
        let (alive, dropped) = channel();
        // Longer than the clock can count is never.
        if let Ok(time) = Duration::try_from_secs_f64(seconds) {
            std::thread::spawn(move || {
                if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    flag.store(true, Relaxed);
                }
            });
        }
        Self { _alive: alive }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_goes_up_in_time_and_never_after_a_drop() {
        let flag = Arc::new(AtomicBool::new(false));
        drop(Alarm::new(flag.clone(), 0.05));
        let alarm = Alarm::new(flag.clone(), 1e300);
        std::thread::sleep(Duration::from_millis(200));
        assert!(!flag.load(Relaxed));
        drop(alarm);
        let _alarm = Alarm::new(flag.clone(), 0.0);
        for _ in 0..1000 {
            if flag.load(Relaxed) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it never rang");
    }
}
