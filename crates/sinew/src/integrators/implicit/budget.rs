//! What a step may cost before its last resort takes over.
//!
//! Cut into halves often enough almost every step can be solved, but 64 substeps of a large system are minutes. The price is counted in
//! iterations: a step may take N of them, those of attempts that were refused included. After a refusal with n spent
//! and a share s of the step to go, halves of size 1/2^k are tried only if n + [`LEAST`] s 2^k <= N; and once N are spent the rest of
//! the step goes to the last resort in one piece. So no step costs more than N iterations, an attempt and a last resort, whatever happens.
//!
//! Where one step was beyond its means the next will be so, too: it goes to the last resort at once, after the next failure two
//! steps do, then four, at most [`LONGEST_REST`]; a step within its means ends that.

/// Iterations without which no substep is solved.
const LEAST: u64 = 4;
const LONGEST_REST: u32 = 8;

/// See the module's head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Steps that still go to the last resort at once, and how many the next failure sends there.
    rest: u32,
    next: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { rest: 0, next: 1 }
    }
}

impl Budget {
    /// A step begins: whether it goes to the last resort at once.
    pub fn begin(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// A step that did not was within its means, or beyond.
    pub fn end(&mut self, beyond: bool) {
        *self =
            if beyond { Self { rest: self.next, next: (2 * self.next).min(LONGEST_REST) } } else { Self::default() };
    }

    /// Whether so many more substeps are within a limit of which so much is spent.
    pub fn allows(spent: u64, substeps: u64, limit: u64) -> bool {
        spent.saturating_add(LEAST * substeps) <= limit
    }

    /// What is to be saved.
    pub fn memory(&self) -> [f64; 2] {
        [self.rest, self.next].map(f64::from)
    }

    /// What was saved.
    pub fn from_memory([rest, next]: [f64; 2]) -> Self {
        Self { rest: rest as u32, next: next as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_double_the_rest_and_success_ends_it() {
        let mut budget = Budget::default();
        for rest in [1, 2, 4, 8, 8] {
            assert!(!budget.begin());
            budget.end(true);
            assert_eq!(Budget::from_memory(budget.memory()), budget);
            assert!((0..rest).all(|_| budget.begin()));
        }
        assert!(!budget.begin());
        budget.end(false);
        assert_eq!(budget, Budget::default());
        assert!(Budget::allows(20, 10, 60) && !Budget::allows(21, 10, 60) && Budget::allows(1 << 40, 64, u64::MAX));
    }
}
