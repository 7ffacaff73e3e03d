//! y = G(y) by Anderson's acceleration: for linear G this is GMRES without a matrix, and drag may be quadratic.
//!
//! With residuals r_k = G(y_k) - y_k and the last few differences dY, dR: y_{k+1} = y_k + r_k - (dY + dR) gamma, gamma the
//! least-squares solution of dR gamma = r_k. Used for damping, where G is a contraction or at worst has eigenvalues on
//! the negative axis. Eigenvalues spread evenly over -50 .. 0, as of stiffness damping with beta = 25 h, stall it: the step
//! is then refused with the residual. [anderson1965]

use sinew_math::parallel::{axpy, dot, max_abs};

use crate::mechanics::StepError;

/// Differences kept.
const WINDOW: usize = 12;

/// Iterations after which the step counts as stalled.
const ITERATIONS: usize = 150;

/// The buffers.
#[derive(Default)]
pub struct FixedPoint {
    residual: Vec<f64>,
    last: [Vec<f64>; 2],
    changes: [[Vec<f64>; 2]; WINDOW],
}

impl FixedPoint {
    /// Improves y until G(y) - y is below `limit`, or below the relative `noise` of the map; returns the iterations.
    pub fn solve(
        &mut self,
        y: &mut [f64],
        (limit, noise): (f64, f64),
        mut map: impl FnMut(&[f64], &mut [f64]) -> Result<(), StepError>,
    ) -> Result<u64, StepError> {
        let n = y.len();
        let buffers = self.changes.iter_mut().flatten().chain(&mut self.last).chain([&mut self.residual]);
        buffers.for_each(|b| b.resize(n, 0.0));
        let Self { residual, last: [last_y, last_r], changes } = self;
        let mut last_size = f64::INFINITY;
        for k in 0..ITERATIONS {
            map(y, residual)?;
            residual.iter_mut().zip(&*y).for_each(|(r, y)| *r -= y);
            let size = max_abs(residual);
            if !size.is_finite() {
                return Err(StepError::NonFinite { free_vertex: 0 });
            }
            if size <= limit.max(noise * max_abs(y)) {
                return Ok(k as u64 + 1);
            }
            if k > 0 {
                let [dy, dr] = &mut changes[(k - 1) % WINDOW];
                for i in 0..n {
                    dy[i] = y[i] - last_y[i];
                    dr[i] = residual[i] - last_r[i];
                }
            }
            last_y.copy_from_slice(y);
            last_r.copy_from_slice(residual);
            axpy(1.0, residual, y);
            let m = k.min(WINDOW);
            let gamma = least_squares(&changes[..m], last_r);
            for ([dy, dr], g) in changes[..m].iter().zip(gamma) {
                axpy(-g, dy, y);
                axpy(-g, dr, y);
            }
            last_size = size;
        }
        Err(StepError::DampingStalled { iterations: ITERATIONS, residual: last_size })
    }
}

/// Normal equations by Cholesky; directions that add nothing get no weight.
fn least_squares(changes: &[[Vec<f64>; 2]], r: &[f64]) -> [f64; WINDOW] {
    let m = changes.len();
    let mut l = [[0.0; WINDOW]; WINDOW];
    let mut x = [0.0; WINDOW];
    let mut live = [false; WINDOW];
    for i in 0..m {
        let own = dot(&changes[i][1], &changes[i][1]);
        for j in 0..i {
            let known: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            l[i][j] = if live[j] { (dot(&changes[i][1], &changes[j][1]) - known) / l[j][j] } else { 0.0 };
        }
        let pivot = own - (0..i).map(|k| l[i][k] * l[i][k]).sum::<f64>();
        live[i] = pivot > 1e-12 * own;
        l[i][i] = if live[i] { pivot.sqrt() } else { 1.0 };
        let known: f64 = (0..i).map(|k| l[i][k] * x[k]).sum();
        x[i] = if live[i] { (dot(&changes[i][1], r) - known) / l[i][i] } else { 0.0 };
    }
    for i in (0..m).rev() {
        let known: f64 = (i + 1..m).map(|k| l[k][i] * x[k]).sum();
        x[i] = if live[i] { (x[i] - known) / l[i][i] } else { 0.0 };
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// y = b - c y with c up to 30: the plain iteration explodes, as many differences as eigenvalues are enough.
    #[test]
    fn finds_the_fixed_point_of_a_map_that_expands() {
        let c = [0.1, 1.0, 3.0, 8.0, 30.0];
        let mut y = vec![0.0; 50];
        let mut solver = FixedPoint::default();
        let used = solver.solve(&mut y, (1e-13, 1e-14), |y, g| {
            (0..50).for_each(|i| g[i] = 1.0 + (i as f64).sin() - c[i % 5] * y[i]);
            Ok(())
        });
        for (i, y) in y.iter().enumerate() {
            let exact = (1.0 + (i as f64).sin()) / (1.0 + c[i % 5]);
            assert!((y - exact).abs() < 1e-12, "{i}: {y} instead of {exact}");
        }
        assert!(used.expect("converges") < 15);
    }
}
