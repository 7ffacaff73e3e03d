//! How the space of [`ShiftInvert`] grows by a block: solves with the factor, batched.
//!
//! Without general damping W = P^-1 M V_last. With it one step of the two-level orthogonal Arnoldi process for every
//! pair (p, q) of the last block. If the pole is not that of the present K, the residuals themselves. [lu2016]

use super::problem::{Damping, Pole, Problem};
use super::report::Report;
use super::{FunctionError, ShiftInvert};
use crate::parallel::{axpy, dot};

impl ShiftInvert {
    /// W = P^-1 M V_last; if that adds nothing, P^-1 K V_last, which differs when the pole is stale.
    pub(super) fn expand(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        first: usize,
        limit: usize,
        report: &mut Report,
    ) -> Result<(), FunctionError> {
        let n = problem.dim();
        let count = self.basis.len();
        let columns = (count - first).min(limit - count);
        self.rhs.resize((2 * n * columns).max(self.rhs.len()), 0.0);
        for with_stiffness in [false, true] {
            let (b, x) = self.rhs[..2 * n * columns].split_at_mut(n * columns);
            if with_stiffness {
                problem.stiffness.apply_block(&self.basis.columns_from(first)[..n * columns], b, columns);
                report.products += columns as u64;
                report.flops += columns as f64 * problem.product_flops;
            } else {
                b.copy_from_slice(&self.basis.mass_columns_from(first)[..n * columns]);
            }
            pole.solve(b, x, columns)?;
            report.solves += columns as u64;
            report.flops += columns as f64 * (pole.solve_flops() + 8.0 * (n * count) as f64);
            if first == 0 && !with_stiffness {
                self.is_exact(problem, pole.shift().expect("factored by prepare_pole"), columns, report);
            }
            for w in self.rhs[n * columns..2 * n * columns].chunks_exact_mut(n) {
                self.basis.push(&problem.mass, w);
            }
            if self.basis.len() > count {
                break;
            }
        }
        Ok(())
    }

    /// Is P w = b with P = M + shift K for the K of this problem? One product.
    fn is_exact(&mut self, problem: &Problem<'_>, shift: f64, columns: usize, report: &mut Report) {
        let n = problem.dim();
        let (b, w) = (&self.rhs[..n], &self.rhs[n * columns..n * columns + n]);
        self.image.resize(n, 0.0);
        problem.stiffness.apply(w, &mut self.image);
        problem.mass.apply(w, &mut self.work);
        report.products += 1;
        report.flops += problem.product_flops;
        let (mut residual, mut size) = (0.0, 0.0);
        for ((m, k), b) in self.work.iter().zip(&self.image).zip(b) {
            let k = shift * k;
            residual += (m + k - b).powi(2);
            // The size of what is added, since that decides the rounding.
            size += m * m + k * k;
        }
        self.exact_pole = residual.sqrt() <= 1e-8 * size.sqrt();
    }

    /// P^-1 (K z - M V T y) for every output z = V y: what the true K makes of the result and the space does not hold.
    /// With general damping the same for D.
    pub(super) fn expand_by_residuals(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        limit: usize,
        report: &mut Report,
    ) -> Result<(), FunctionError> {
        let (n, count) = (problem.dim(), self.basis.len());
        let y = &self.projected.coefficients;
        let outputs = y.columns();
        let damping = match problem.damping {
            Damping::Operator(d) => Some(d),
            _ => None,
        };
        for operator in [Some(problem.stiffness), damping].into_iter().flatten() {
            let columns = outputs.min(limit.saturating_sub(self.basis.len()));
            if columns == 0 {
                return Ok(());
            }
            self.rhs.resize((2 * n * columns).max(self.rhs.len()), 0.0);
            let (z, image) = self.rhs[..2 * n * columns].split_at_mut(n * columns);
            for (o, z) in z.chunks_exact_mut(n).enumerate() {
                z.fill(0.0);
                for j in 0..count {
                    axpy(y[(j, o)], self.basis.column(j), z);
                }
            }
            operator.apply_block(z, image, columns);
            for image in image.chunks_exact_mut(n) {
                for j in 0..self.basis.len() {
                    let h = dot(self.basis.column(j), image);
                    axpy(-h, self.basis.mass_column(j), image);
                }
            }
            pole.solve(image, z, columns)?;
            for w in z.chunks_exact_mut(n) {
                self.basis.push(&problem.mass, w);
            }
            report.solves += columns as u64;
            report.products += columns as u64;
            report.flops += columns as f64 * (problem.product_flops + pole.solve_flops() + 14.0 * (n * count) as f64);
        }
        Ok(())
    }

    /// (M + eta D + eta^2 K) v' = M q - eta K p, x' = p + eta v' for every pair (p, q) of the last block.
    pub(super) fn expand_pairs(
        &mut self,
        problem: &Problem<'_>,
        pole: &mut dyn Pole,
        limit: usize,
        report: &mut Report,
    ) -> Result<(), FunctionError> {
        let n = problem.dim();
        let eta = pole.shift().expect("factored by prepare_pole").sqrt();
        let begin = self.basis.len();
        // A chain may be exhausted before the space is: then go on with the next block, if there is one.
        while self.basis.len() == begin && self.pairs.last < self.pairs.list.len() {
            let block = self.pairs.last..self.pairs.list.len().min(self.pairs.last + limit - begin);
            self.pairs.last = self.pairs.list.len();
            let columns = block.len();
            if columns == 0 {
                break;
            }
            self.rhs.resize((2 * n * columns).max(self.rhs.len()), 0.0);
            let (rhs, x) = self.rhs[..2 * n * columns].split_at_mut(n * columns);
            for ([p, q], rhs) in self.pairs.list[block.clone()].iter().zip(rhs.chunks_exact_mut(n)) {
                rhs.fill(0.0);
                for (j, q) in q.iter().enumerate() {
                    axpy(*q, self.basis.mass_column(j), rhs);
                }
                for (j, p) in p.iter().enumerate() {
                    axpy(-eta * p, &self.stiffness_vectors[j * n..(j + 1) * n], rhs);
                }
            }
            pole.solve(rhs, x, columns)?;
            report.solves += columns as u64;
            report.flops += columns as f64 * (pole.solve_flops() + 12.0 * (n * begin) as f64);
            for (pair, w) in block.zip(self.rhs[n * columns..2 * n * columns].chunks_exact_mut(n)) {
                let new = self.basis.push(&problem.mass, w);
                self.basis.coefficients.extend(new);
                let velocity = &self.basis.coefficients;
                let p = &mut self.position;
                p.clone_from(&self.pairs.list[pair][0]);
                p.resize(velocity.len(), 0.0);
                axpy(eta, velocity, p);
                self.pairs.push(p.iter().copied(), velocity.iter().copied());
            }
        }
        Ok(())
    }
}
