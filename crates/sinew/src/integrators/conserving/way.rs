//! Which way the mixed Newton iteration of the next step takes: the near one, or the exact one.
//!
//! A step begins the near way, with the symmetric factor at hand, unless that failed lately. After a failure the next 8 steps go the exact
//! way at once, after the next one 16, and so on up to 128; a step that the near way serves sets that back to 8.

use super::options::Iteration;

/// See the module's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Steps that still go the exact way before the near one is tried again.
    exact: u32,
    /// How many the next failure of the near way sends there.
    next: u32,
}

const FIRST_WAIT: u32 = 8;
const LONGEST_WAIT: u32 = 128;

impl Default for Way {
    fn default() -> Self {
        Self { exact: 0, next: FIRST_WAIT }
    }
}

impl Way {
    /// A step begins: whether with the exact matrix.
    pub fn begin(&mut self, iteration: Iteration) -> bool {
        let exact = match iteration {
            Iteration::Auto => self.exact > 0,
            Iteration::Symmetric => false,
            Iteration::Gmres | Iteration::Lu => true,
        };
        self.exact = self.exact.saturating_sub(1);
        exact
    }

    /// The near way came to the end of a step.
    pub fn near_served(&mut self) {
        self.next = FIRST_WAIT;
    }

    /// The near way was left in the middle of a step.
    pub fn near_failed(&mut self) {
        *self = Self { exact: self.next, next: (2 * self.next).min(LONGEST_WAIT) };
    }

    /// What is to be saved.
    pub fn memory(&self) -> [f64; 2] {
        [self.exact, self.next].map(f64::from)
    }

    /// What was saved.
    pub fn from_memory([exact, next]: [f64; 2]) -> Self {
        Self { exact: exact as u32, next: next as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_double_the_wait_and_success_ends_it() {
        let mut way = Way::default();
        for wait in [8, 16, 32, 64, 128, 128] {
            assert!(!way.begin(Iteration::Auto));
            way.near_failed();
            assert!((0..wait).all(|_| way.begin(Iteration::Auto)));
        }
        assert!(!way.begin(Iteration::Auto));
        way.near_served();
        assert_eq!(way, Way::default());
        assert_eq!(Way::from_memory(way.memory()), way);
    }
}
