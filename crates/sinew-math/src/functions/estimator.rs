//! When to stop: the change of the result between two sizes of the search space.
//!
//! est(m) = |y_m - \[y_{m-2}; 0\]|, two blocks back because one block may add nothing by accident. Where the changes from
//! block to block fall by ten and more, the last of them times ten will do: smooth data are done one block earlier.

use super::request::Request;
use super::small::SmallMatrix;

/// Coefficients of earlier, smaller spaces: the last three looks.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// (blocks, coefficients), oldest first; memory is kept beyond `count`.
    list: [(usize, SmallMatrix); 3],
    count: usize,
    /// The last difference, before the allowance for slow convergence, and the last one from block to block.
    difference: f64,
    step: f64,
    /// Do the differences from block to block fall fast enough to be trusted alone?
    pub fast: bool,
}

impl History {
    pub fn clear(&mut self) {
        self.count = 0;
        self.difference = 0.0;
        self.step = f64::INFINITY;
        self.fast = false;
    }

    pub fn remember(&mut self, m: usize, y: &SmallMatrix) {
        if self.count == self.list.len() {
            self.list.rotate_left(1);
            self.count -= 1;
        }
        self.list[self.count].0 = m;
        self.list[self.count].1.copy_from(y);
        self.count += 1;
    }

    fn looks(&self) -> &[(usize, SmallMatrix)] {
        &self.list[..self.count]
    }

    /// Dimension at the last look.
    pub fn latest(&self) -> usize {
        self.looks().last().map_or(0, |(_, y)| y.rows())
    }

    /// max over outputs of |y_m - [y_{m-2}; 0]| / max(|y_m|, floor); the basis is orthonormal, so these are true norms.
    ///
    /// If the differences fall by a factor q per step, what is still to come is q / (1 - q) times the last one: on a
    /// plateau the difference alone would promise too much.
    pub fn estimate(&mut self, m: usize, y: &SmallMatrix, request: &Request<'_>) -> f64 {
        let old = self.looks().iter().rev().find(|(k, _)| k + 2 <= m || (m == 2 && *k == 1));
        let Some((_, old)) = old else { return f64::INFINITY };
        let worst = difference(y, old, request);
        let last = &self.looks().last().expect("there is an older one").1;
        let step = difference(y, last, request);
        // Rounding falls no further.
        self.fast = step <= 0.1 * self.step && self.step.is_finite();
        self.step = step;
        let rate = if self.difference > 0.0 { (worst / self.difference).min(0.95) } else { 0.0 };
        self.difference = worst;
        let estimate = worst * (rate / (1.0 - rate)).max(1.0);
        if self.fast { estimate.min(10.0 * step) } else { estimate }
    }
}

/// max over outputs of |y - [old; 0]| / max(|y|, floor)
fn difference(y: &SmallMatrix, old: &SmallMatrix, request: &Request<'_>) -> f64 {
    let mut worst: f64 = 0.0;
    for (o, output) in request.outputs.iter().enumerate() {
        let (mut difference, mut size) = (0.0, 0.0);
        for (i, y) in y.column(o).iter().enumerate() {
            let before = if i < old.rows() { old[(i, o)] } else { 0.0 };
            difference += (y - before).powi(2);
            size += y.powi(2);
        }
        let scale = size.sqrt().max(output.floor);
        if scale > 0.0 {
            worst = worst.max(difference.sqrt() / scale);
        }
    }
    worst
}
