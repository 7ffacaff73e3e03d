//! The exact flow of the modes: phi functions of J = \[\[0, I\], \[-Lambda, -S\]\] on modal pairs (position, velocity).
//!
//! S = U^T D U. Where S is diagonal (no damping, drag per mass, Rayleigh damping of the same K) every mode is a damped
//! oscillator by itself, with a real closed form for eigenvalues of any sign (sin, t, sinh); otherwise the small
//! dense matrix of twice the number of modes is exponentiated. Replaces the complex eigenpairs of [chen2020 (12)], which
//! do not exist at lambda = 0.

use sinew_math::functions::{
    Damping, FunctionError, MassMatrix, PhiTerm, Problem, Request, Symmetry, damped_phi, dense,
};
use sinew_math::operator::LinearOperator;

use crate::mechanics::StepError;

/// Off-diagonal entries of S below this share of the largest entry count as zero.
const DIAGONAL: f64 = 1e-12;

/// One term weight phi_k(t J) (a, b); a missing half is zero.
#[derive(Debug, Clone, Copy)]
pub struct Push<'a> {
    /// Factor.
    pub weight: f64,
    /// 1..=4
    pub k: u32,
    /// a: modal velocities, which push positions.
    pub position: Option<&'a [f64]>,
    /// b: modal forces.
    pub velocity: &'a [f64],
}

/// Lambda and S.
#[derive(Debug, Clone, Default)]
pub struct ModalFlow {
    values: Vec<f64>,
    /// S, row by row; empty without damping.
    damping: Vec<f64>,
    diagonal: bool,
}

impl ModalFlow {
    /// Sets the eigenvalues and the projected damping (row by row; empty if there is none).
    pub fn set(&mut self, values: &[f64], damping: &[f64]) {
        self.values.clear();
        self.values.extend_from_slice(values);
        self.damping.clear();
        self.damping.extend_from_slice(damping);
        let s = values.len();
        let largest = damping.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
        let off = |k: usize| k / s != k % s && damping[k].abs() > DIAGONAL * largest;
        self.diagonal = !(0..damping.len()).any(off);
    }

    /// S_ij
    pub fn damping(&self, i: usize, j: usize) -> f64 {
        if self.damping.is_empty() { 0.0 } else { self.damping[i * self.values.len() + j] }
    }

    /// (dx, dv) = the sum of the pushes at time t.
    pub fn apply(&self, t: f64, pushes: &[Push<'_>], dx: &mut Vec<f64>, dv: &mut Vec<f64>) -> Result<(), StepError> {
        let s = self.values.len();
        for out in [&mut *dx, &mut *dv] {
            out.clear();
            out.resize(s, 0.0);
        }
        if !self.diagonal {
            return self.apply_dense(t, pushes, dx, dv).map_err(|_| StepError::NonFinite { free_vertex: 0 });
        }
        for i in 0..s {
            for push in pushes {
                let phi = damped_phi(push.k, t * t * self.values[i], t * self.damping(i, i));
                let (a, b) = (push.position.map_or(0.0, |a| a[i]), push.velocity[i]);
                dx[i] += push.weight * (phi[0][0] * a + t * phi[0][1] * b);
                dv[i] += push.weight * (phi[1][0] / t * a + phi[1][1] * b);
            }
        }
        Ok(())
    }

    fn apply_dense(&self, t: f64, pushes: &[Push<'_>], dx: &mut [f64], dv: &mut [f64]) -> Result<(), FunctionError> {
        let s = self.values.len();
        let ones = vec![1.0; s];
        let (stiffness, damping) = (Diagonal(&self.values), Square(&self.damping, s));
        let problem = Problem {
            mass: MassMatrix::Diagonal(&ones),
            stiffness: &stiffness,
            damping: Damping::Operator(&damping),
            product_flops: 2.0 * s as f64,
            symmetry: Symmetry::Symmetric,
        };
        let mut request = Request::new(1e-13);
        let terms: Vec<PhiTerm> = pushes
            .iter()
            .map(|p| PhiTerm {
                weight: p.weight,
                k: p.k,
                position: p.position.map(|a| request.vector(a)),
                velocity: Some(request.vector(p.velocity)),
            })
            .collect();
        request.phi(t, [0.0; 2], &terms);
        let mut out = vec![0.0; 2 * s];
        dense(&problem, &request, &mut out)?;
        dx.copy_from_slice(&out[..s]);
        dv.copy_from_slice(&out[s..]);
        Ok(())
    }
}

struct Diagonal<'a>(&'a [f64]);

impl LinearOperator for Diagonal<'_> {
    fn dim(&self) -> usize {
        self.0.len()
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        y.iter_mut().zip(x.iter().zip(self.0)).for_each(|(y, (x, d))| *y = d * x);
    }
}

struct Square<'a>(&'a [f64], usize);

impl LinearOperator for Square<'_> {
    fn dim(&self) -> usize {
        self.1
    }

    fn apply(&self, x: &[f64], y: &mut [f64]) {
        for (y, row) in y.iter_mut().zip(self.0.chunks_exact(self.1)) {
            *y = row.iter().zip(x).map(|(a, x)| a * x).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dense path with a diagonal S is the closed form, negative, zero and overdamped modes included.
    #[test]
    fn the_dense_path_agrees_with_the_closed_form() {
        let values = [-40.0, 0.0, 3.0, 900.0, 25.0];
        let mut damping = vec![0.0; 25];
        for (i, d) in [0.3, 0.0, 1.0, 5.0, 20.0].iter().enumerate() {
            damping[6 * i] = *d;
        }
        let (a, b) = ([1.0, -2.0, 0.5, 0.1, 3.0], [0.4, 1.0, -7.0, 20.0, -1.0]);
        let mut flow = ModalFlow::default();
        flow.set(&values, &damping);
        assert!(flow.diagonal);
        for k in 1..=3 {
            let pushes = [Push { weight: 0.7, k, position: Some(&a), velocity: &b }];
            let (mut dx, mut dv) = (Vec::new(), Vec::new());
            flow.apply(0.13, &pushes, &mut dx, &mut dv).expect("closed form");
            let (mut x, mut v) = (vec![0.0; 5], vec![0.0; 5]);
            flow.apply_dense(0.13, &pushes, &mut x, &mut v).expect("small matrix");
            for i in 0..5 {
                assert!((dx[i] - x[i]).abs() < 1e-12 * (1.0 + x[i].abs()), "{k} {i}: {} {}", dx[i], x[i]);
                assert!((dv[i] - v[i]).abs() < 1e-11 * (1.0 + v[i].abs()), "{k} {i}: {} {}", dv[i], v[i]);
            }
        }
    }
}
