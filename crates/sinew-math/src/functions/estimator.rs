//! When to stop: the change of the result between two sizes of the search space.

use faer::Mat;

use super::request::Request;

/// Coefficients of earlier, smaller spaces.
#[derive(Default)]
pub(crate) struct History {
    list: Vec<(usize, Mat<f64>)>,
    /// The last difference, before the allowance for slow convergence.
    difference: f64,
}

impl History {
    pub fn remember(&mut self, m: usize, y: Mat<f64>) {
        self.list.push((m, y));
        if self.list.len() > 3 {
            self.list.remove(0);
        }
    }

    pub fn last(&self) -> &Mat<f64> {
        &self.list.last().expect("asked for after a look").1
    }

    /// Dimension at the last look.
    pub fn latest(&self) -> usize {
        self.list.last().map_or(0, |(_, y)| y.nrows())
    }

    /// max over outputs of |y_m - [y_{m-2}; 0]| / max(|y_m|, floor); the basis is orthonormal, so these are true norms.
    ///
    /// If the differences fall by a factor q per step, what is still to come is q / (1 - q) times the last one: on a
    /// plateau the difference alone would promise too much.
    pub fn estimate(&mut self, m: usize, y: &Mat<f64>, request: &Request<'_>) -> f64 {
        let Some((_, old)) = self.list.iter().rev().find(|(k, _)| k + 2 <= m || (m == 2 && *k == 1)) else {
            return f64::INFINITY;
        };
        let mut worst: f64 = 0.0;
        for (o, output) in request.outputs.iter().enumerate() {
            let (mut difference, mut size) = (0.0, 0.0);
            for i in 0..y.nrows() {
                let before = if i < old.nrows() { old[(i, o)] } else { 0.0 };
                difference += (y[(i, o)] - before).powi(2);
                size += y[(i, o)].powi(2);
            }
            let scale = size.sqrt().max(output.floor);
            if scale > 0.0 {
                worst = worst.max(difference.sqrt() / scale);
            }
        }
        let rate = if self.difference > 0.0 { (worst / self.difference).min(0.95) } else { 0.0 };
        self.difference = worst;
        worst * (rate / (1.0 - rate)).max(1.0)
    }
}
