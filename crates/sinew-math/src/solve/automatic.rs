//! Factor or iterate? A choice by counted cost, never by the clock, so that a run repeats itself bit by bit.
//!
//! What is counted, and what it costs in nanoseconds (one thread; only the ratios matter):
//!
//! | work | price | 10k tets | 82k tets |
//! |---|---|---|---|
//! | factorization | flops / 30 + 6.6 per value of L | 11.4 ms, 14 GFlop/s | 560 ms, 24 GFlop/s |
//! | factor solve | 2 per value of L | 0.8 ms (0.9 per value) | 40 ms (2.2 per value) |
//! | iteration, block Jacobi | 5 to 9 per stored block, by size | 0.08 ms | 1.2 ms |
//! | iteration, incomplete factor | 2.4 times as much | 0.19 ms | 2.5 ms |
//!
//! The times were measured on clamped beams of 32 x 8 x 8 cells (16 k blocks, 0.16 GFlop, 0.9 M values) and 64 x 16 x 16
//! cells (122 k blocks, 13 GFlop, 18 M values). By these prices the factor is worth 144 iterations on the first and 542
//! on the second. Reaching a residual of 1e-6 at a step of 10 ms took 217 and 446 iterations for E = 1e6 Pa, 283 and
//! 583 for E = 1e9 Pa: the small beam is factorized, the large one iterated when soft and factorized when stiff.
//!
//! Rule. All solves between two updates of the matrix form one *episode*. An episode starts with conjugate gradients;
//! as soon as they have cost as much as the factor would have, the factor takes over for the rest of it. So no episode
//! costs more than twice the better choice. If the factor would have been cheaper for the whole episode, the following
//! `wait` episodes go to the factor at once, then one tries again; `wait` doubles from 8 to 64 with each failure and
//! falls back to 8 with a success. Stiff systems thus pay a few per cent for the trials, soft ones nothing.
//!
//! A factor that lasts (`Method::Factor`) serves episode after episode, so what iterations cost is summed over all of them until it
//! has paid for a factor; where one solve with the factor costs more than to iterate, that never happens.
//!
//! Large matrices. To order and analyse 100 k vertices takes seconds, about [`ANALYSIS`] ns a block, and is in vain where a few dozen
//! iterations do. So where the condition number is known to be small enough that even a simple bound on the iterations,
//! sqrt(condition)/2 ln(2/tolerance), stays below [`FEW`], the pattern is not analysed before iterations have cost as much as that
//! would; until then a factor without any fill stands for the true one.

use super::Preconditioner;

const FIRST_WAIT: u32 = 8;
const LONGEST_WAIT: u32 = 64;
/// Vertices from which on an analysis may be put off: then [`SolverOptions::condition`](super::SolverOptions::condition) matters.
pub const LARGE: usize = 20_000;
/// Iterations that are expected to be cheaper than any factor of a large matrix.
const FEW: f64 = 150.0;
/// Order and symbolic analysis, in nominal nanoseconds a block.
const ANALYSIS: f64 = 6e3;

/// Whether conjugate gradients are expected to need few iterations.
pub(super) fn few_iterations(condition: f64, tolerance: f64) -> bool {
    0.5 * condition.sqrt() * (2.0 / tolerance).ln() <= FEW
}

/// What the two ways cost for one matrix pattern, in nominal nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prices {
    factor: f64,
    solve: f64,
    iteration: f64,
}

impl Prices {
    pub(super) fn new(flops: f64, factor_values: usize, blocks: usize, preconditioner: Preconditioner) -> Self {
        let (values, blocks) = (factor_values as f64, blocks as f64);
        // A matrix of 100 k blocks no longer fits into the caches next to the processor.
        let per_block = 5.0 + 4.0 * (blocks / 100e3).min(1.0);
        let iteration = match preconditioner {
            Preconditioner::BlockJacobi => per_block * blocks,
            Preconditioner::Incomplete => 2.4 * per_block * blocks,
        };
        Self { factor: flops / 30.0 + 6.6 * values, solve: 2.0 * values, iteration }
    }

    /// Before the analysis: its own price, and that of a factor without fill.
    pub(super) fn unknown(blocks: usize, preconditioner: Preconditioner) -> Self {
        let least = Self::new(0.0, 9 * blocks, blocks, preconditioner);
        Self { factor: least.factor + ANALYSIS * blocks as f64, ..least }
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
    /// Whether a factor serves more than one episode.
    lasting: bool,
}

impl Choice {
    pub(super) fn new(prices: Prices, lasting: bool) -> Self {
        let (wait, next_wait) = (0, FIRST_WAIT);
        Self { prices, iterated: 0.0, alternative: prices.factor, wait, next_wait, lasting }
    }

    /// The true prices, in the midst of an episode.
    pub(super) fn learn(&mut self, prices: Prices) {
        self.alternative += prices.factor - self.prices.factor;
        self.prices = prices;
    }

    /// A new matrix: draws the lesson of the last episode. Returns whether to factorize at once.
    pub(super) fn begin(&mut self) -> bool {
        let tried = self.iterated > 0.0;
        if self.lasting && tried && self.iterated <= self.alternative {
            // The account stays open.
            self.next_wait = FIRST_WAIT;
            return false;
        }
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
        self.wait > 0
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

    const PRICES: Prices = Prices { factor: 1000.0, solve: 50.0, iteration: 10.0 };

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
        assert_eq!(run(&mut Choice::new(PRICES, false), [40; 100]), (4000, 0));
        let (iterations, factorizations) = run(&mut Choice::new(PRICES, false), [4000; 1000]);
        assert_eq!(factorizations, 1000);
        // 8 + 16 + 32 + 64 + 64 + .. episodes between trials: 18 trials of 105 iterations, 2 % of the work
        assert!(iterations <= 20 * 105, "{iterations}");
    }

    #[test]
    fn a_system_that_softens_goes_back_to_iterations() {
        let mut choice = Choice::new(PRICES, false);
        run(&mut choice, [4000; 50]);
        run(&mut choice, [40; 70]);
        assert_eq!(run(&mut choice, [40; 10]), (400, 0));
    }

    #[test]
    fn many_right_hand_sides_make_the_factor_worth_its_price() {
        let mut choice = Choice::new(PRICES, false);
        assert!(!choice.begin());
        let mut solves = 0;
        while choice.allowed_iterations() >= 20 {
            choice.spent(20, 1);
            solves += 1;
        }
        // each solve costs 200 by iteration and 50 by the factor: 1000 / 150 solves pay for it
        assert_eq!(solves, 6);
    }

    #[test]
    fn a_lasting_factor_is_paid_for_by_many_episodes() {
        // 20 iterations for 200 against a solve for 50: 1000 / 150 episodes pay, then the factor is used until the wait is over.
        assert_eq!(run(&mut Choice::new(PRICES, true), [20; 7]), (20 * 6 + 15, 1));
        assert_eq!(run(&mut Choice::new(PRICES, true), [20; 15]), (20 * 6 + 15, 9));
        // Five for 50: a solve with the factor costs as much.
        assert_eq!(run(&mut Choice::new(PRICES, true), [5; 1000]), (5000, 0));
    }

    #[test]
    fn true_prices_change_what_is_left_to_spend() {
        let mut choice = Choice::new(PRICES, true);
        assert!(!choice.begin());
        choice.spent(104, 1);
        assert_eq!(choice.allowed_iterations(), 6);
        choice.learn(Prices { factor: 5000.0, ..PRICES });
        assert_eq!(choice.allowed_iterations(), 406);
        choice.learn(Prices { factor: 10.0, ..PRICES });
        assert_eq!(choice.allowed_iterations(), 0);
    }

    #[test]
    fn few_iterations_are_those_of_small_conditions() {
        // Conjugate gradients reduce the error by 2 ((sqrt(k) - 1)/(sqrt(k) + 1))^i.
        assert!(few_iterations(100.0, 1e-9) && !few_iterations(1e4, 1e-9));
        assert!(!few_iterations(f64::INFINITY, 1e-9) && !few_iterations(f64::NAN, 1e-9));
    }
}
