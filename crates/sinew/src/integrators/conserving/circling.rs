//! Tells an iteration that goes in circles from one that is slow.
//!
//! Steps of Newton's method shrink slowly at first and fast from about a hundredth of the way of the step on. Where springs are compressed
//! (cloth that buckles) the matrix is indefinite, many solutions are near, and the iteration jumps from one to another: its steps stay
//! at some share of the way. So after [`RUN`] steps in a row none of which shrank by half, with sizes s relative to the way,
//!
//!   rho = (s_k / s_{k - RUN})^{1/RUN},     s_k rho^left > [`NEAR`]
//!
//! says that at this pace the iterations that are left do not bring it near: a smaller step is the better use of them. The same
//! goes for [`UNSOLVED`] steps in a row for which GMRES did not come to its end: the positive definite matrix before it is then far
//! from the true one.

/// Steps in a row.
const RUN: usize = 4;
/// Share of the way from which on Newton's steps shrink fast.
const NEAR: f64 = 1e-2;

/// Of those, ones along directions that are not solved for.
const UNSOLVED: usize = 2;

/// See the module's head.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circling {
    /// Steps in a row that did not shrink by half, and by what the last of them changed.
    run: usize,
    ratios: [f64; RUN],
    /// The last of them whose direction was not solved for.
    unsolved: usize,
}

impl Circling {
    /// Hears of a step that is `theta` times the last one and `size` of the way, whether its direction was solved
    /// for, and how many iterations are left; whether to give up.
    pub fn hear(&mut self, theta: f64, size: f64, solved: bool, left: usize) -> bool {
        if theta <= 0.5 {
            *self = Self::default();
            return false;
        }
        self.unsolved = if solved { 0 } else { self.unsolved + 1 };
        if self.unsolved >= UNSOLVED && size > NEAR {
            return true;
        }
        self.ratios[self.run % RUN] = theta;
        self.run += 1;
        if self.run < RUN {
            return false;
        }
        let pace = self.ratios.iter().product::<f64>().powf(1.0 / RUN as f64);
        size * pace.powf(left as f64) > NEAR
    }

    /// Whether the run is that long at the last step.
    pub fn long(&self) -> bool {
        self.run == RUN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first iteration at which it is given up.
    fn given_up(sizes: &[f64]) -> Option<usize> {
        let mut circling = Circling::default();
        (1..sizes.len()).find(|&k| circling.hear(sizes[k] / sizes[k - 1], sizes[k], true, 30 - k))
    }

    #[test]
    fn circles_are_given_up_and_slow_steps_are_not() {
        // A cloth that buckles: steps of a third of the way.
        assert_eq!(given_up(&[1.0, 0.33, 0.19, 0.13, 0.18, 0.18, 0.16, 0.25]), Some(6));
        // Slow at first, then fast.
        assert_eq!(given_up(&[1.5, 0.7, 0.42, 0.49, 0.28, 0.22, 0.1, 0.02, 6e-3, 7e-4, 8e-6]), None);
        assert_eq!(given_up(&[1.0, 0.8, 0.6, 0.45, 0.33, 0.24, 0.15]), None);
        // Directions that are not solved for.
        let mut circling = Circling::default();
        assert_eq!([true, false, false].map(|solved| circling.hear(0.6, 0.2, solved, 20)), [false, false, true]);
    }
}
