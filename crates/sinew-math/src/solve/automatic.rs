//! Factor or iterate? A choice by counted cost, never by the clock, so that a run repeats itself bit by bit.
//!
//! What is counted, and what one count costs in nanoseconds (one thread; only the ratios matter):
//!
//! | work | count | ns per count |
//! |---|---|---|
//! | factorization | flops | 1 / 14 |
//! | factor solve | values of L | 0.9 |
//! | iteration, block Jacobi | stored blocks | 5 (3.5 of it the product) |
//! | iteration, incomplete factor | stored blocks | 12 |
//!
//! Measured on the clamped beam of 10k tets (2 592 free vertices, 16 k blocks, 0.16 GFlop, 0.9 M values): there the
//! factor is worth 151 iterations with block Jacobi; with 82k tets (0.12 M blocks, 13 GFlop, 18 M values) 1 573.
//!
//! Rule. All solves between two updates of the matrix form one *episode*. An episode starts with conjugate gradients;
//! as soon as they have cost as much as the factor would have, the factor takes over for the rest of it. So no episode
//! costs more than twice the better choice. If the factor would have been cheaper for the whole episode, the following
//! `wait` episodes go to the factor at once, then one tries again; `wait` doubles from 8 to 64 with each failure and
//! falls back to 8 with a success. Stiff systems thus pay a few per cent for the trials, soft ones nothing.

/// Nominal nanoseconds per flop of the supernodal factorization.
const FACTOR: f64 = 1.0 / 14.0;
/// Nominal nanoseconds per value of the factor and right-hand side, both triangular solves together.
const SOLVE: f64 = 0.9;
/// Nominal nanoseconds per stored block of one iteration with block Jacobi.
pub(super) const JACOBI_ITERATION: f64 = 5.0;
/// Nominal nanoseconds per stored block of one iteration with the incomplete factor.
pub(super) const INCOMPLETE_ITERATION: f64 = 12.0;

const FIRST_WAIT: u32 = 8;
const LONGEST_WAIT: u32 = 64;

/// What the two ways cost for one matrix pattern, in nominal nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prices {
    factor: f64,
    solve: f64,
    iteration: f64,
}

impl Prices {
    /// `iteration` is the price of one block in one iteration.
    pub(super) fn new(flops: f64, factor_values: usize, blocks: usize, iteration: f64) -> Self {
        Self { factor: FACTOR * flops, solve: SOLVE * factor_values as f64, iteration: iteration * blocks as f64 }
    }
}

/// Remembers what has been learnt about the matrices of one pattern.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Choice {
    prices: Prices,
    /// Cost of the iterations of this episode, and what the factor would have cost.
    iterated: f64,
    alternative: f64,
    /// Episodes that still go to the factor, and how many the next failure sends there.
    wait: u32,
    next_wait: u32,
    factor: bool,
}

impl Choice {
    pub(super) fn new(prices: Prices) -> Self {
        Self { prices, iterated: 0.0, alternative: 0.0, wait: 0, next_wait: FIRST_WAIT, factor: false }
    }

    /// A new matrix: draws the lesson of the last episode. Returns whether to factorize at once.
    pub(super) fn begin(&mut self) -> bool {
        let tried = self.iterated > 0.0;
        if tried && self.iterated > self.alternative {
            self.wait = self.next_wait;
            self.next_wait = (2 * self.next_wait).min(LONGEST_WAIT);
        } else if tried {
            self.next_wait = FIRST_WAIT;
        } else {
            self.wait = self.wait.saturating_sub(1);
        }
        self.iterated = 0.0;
        self.alternative = self.prices.factor;
        self.factor = self.wait > 0;
        self.factor
    }

    /// Iterations the next right-hand side may take before the factor is the better buy.
    pub(super) fn allowed_iterations(&self) -> usize {
        let left = self.alternative + self.prices.solve - self.iterated;
        (left / self.prices.iteration).max(0.0) as usize
    }

    /// Books iterations spent on `columns` right-hand sides.
    pub(super) fn spent(&mut self, iterations: usize, columns: usize) {
        self.iterated += iterations as f64 * self.prices.iteration;
        self.alternative += columns as f64 * self.prices.solve;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs episodes of one solve with the given need of iterations; counts (iterations, factorizations).
    fn run(choice: &mut Choice, needs: impl IntoIterator<Item = usize>) -> (usize, usize) {
        let (mut iterations, mut factorizations) = (0, 0);
        for need in needs {
            if choice.begin() {
                factorizations += 1;
                continue;
            }
            let allowed = choice.allowed_iterations();
            iterations += need.min(allowed);
            choice.spent(need.min(allowed) + (need > allowed) as usize, 1);
            factorizations += (need > allowed) as usize;
        }
        (iterations, factorizations)
    }

    #[test]
    fn soft_systems_are_never_factorized_and_stiff_ones_soon_always() {
        // a factor worth 105 iterations
        let prices = Prices { factor: 1000.0, solve: 50.0, iteration: 10.0 };
        assert_eq!(run(&mut Choice::new(prices), [40; 100]), (4000, 0));
        let (iterations, factorizations) = run(&mut Choice::new(prices), [4000; 1000]);
        assert_eq!(factorizations, 1000);
        // 8 + 16 + 32 + 64 + 64 + .. episodes between trials: 18 trials of 105 iterations, 2 % of the work
        assert!(iterations <= 20 * 105, "{iterations}");
    }

    #[test]
    fn a_system_that_softens_goes_back_to_iterations() {
        let mut choice = Choice::new(Prices { factor: 1000.0, solve: 50.0, iteration: 10.0 });
        run(&mut choice, [4000; 50]);
        run(&mut choice, [40; 70]);
        assert_eq!(run(&mut choice, [40; 10]), (400, 0));
    }

    #[test]
    fn many_right_hand_sides_make_the_factor_worth_its_price() {
        let mut choice = Choice::new(Prices { factor: 1000.0, solve: 50.0, iteration: 10.0 });
        assert!(!choice.begin());
        let mut solves = 0;
        while choice.allowed_iterations() >= 20 {
            choice.spent(20, 1);
            solves += 1;
        }
        // each solve costs 200 by iteration and 50 by the factor: 1000 / 150 solves pay for it
        assert_eq!(solves, 6);
    }
}
