//! How fast simulated time goes: when the next step is due, and how fast it really went.

use std::time::{Duration, Instant};

/// A session that is farther behind than this does not try to catch up.
const LATE: Duration = Duration::from_millis(250);
/// Over which time the speed that was reached is measured.
const WINDOW: Duration = Duration::from_secs(1);

/// See the module's head.
pub struct Pace {
    /// Simulated seconds per real second; 0 for as fast as it goes.
    pub speed: f64,
    /// A moment and the simulated time that belongs to it.
    anchor: (Instant, f64),
    mark: (Instant, f64),
    /// Simulated seconds per real second, as reached.
    pub reached: f64,
}

impl Pace {
    /// Real time.
    pub fn new() -> Self {
        let now = (Instant::now(), 0.0);
        Self { speed: 1.0, anchor: now, mark: now, reached: 0.0 }
    }

    /// Begins to play at a simulated time.
    pub fn begin(&mut self, time: f64) {
        self.anchor = (Instant::now(), time);
        self.mark = self.anchor;
        self.reached = 0.0;
    }

    /// Another speed from a simulated time on.
    pub fn change(&mut self, speed: f64, time: f64) {
        self.speed = speed;
        self.anchor = (Instant::now(), time);
    }

    /// How long to wait until a step that ends at simulated time `next` is due.
    pub fn wait(&mut self, next: f64) -> Duration {
        if self.speed == 0.0 {
            return Duration::ZERO;
        }
        let now = Instant::now();
        // Absurd quotients are waits of a day, not panics.
        let planned = ((next - self.anchor.1) / self.speed).clamp(0.0, 86_400.0);
        let due = self.anchor.0 + Duration::from_secs_f64(planned);
        if now > due + LATE {
            self.anchor = (now, next);
        }
        due.saturating_duration_since(now)
    }

    /// A step has ended at a simulated time.
    pub fn done(&mut self, time: f64) {
        let elapsed = self.mark.0.elapsed();
        if elapsed > WINDOW {
            self.reached = (time - self.mark.1) / elapsed.as_secs_f64();
            self.mark = (Instant::now(), time);
        } else if self.reached == 0.0 && elapsed > WINDOW / 5 {
            self.reached = (time - self.mark.1) / elapsed.as_secs_f64();
        }
    }
}
