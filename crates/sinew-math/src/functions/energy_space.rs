//! The first-order system in the energy inner product, and its Krylov space with incomplete orthogonalisation.
//!
//! <u, w> = x.(K + delta M) y + v.M w makes J skew up to damping and delta, so that two terms suffice.

use std::cell::Cell;

use faer::Mat;

use super::exponential::exponential;
use super::problem::{Damping, Problem};
use super::report::Report;
use super::small::product;
use crate::parallel::{axpy, dot};

/// Vectors that a new one is orthogonalised against.
const ORTHOGONALISATION: usize = 2;

/// J and the energy inner product.
pub(crate) struct System<'a> {
    pub problem: &'a Problem<'a>,
    pub mass: &'a [f64],
    pub n: usize,
    pub delta: f64,
    /// A vector showed that K + delta M / 2 is not positive.
    pub indefinite: Cell<bool>,
}

impl System<'_> {
    /// out = [v; -M^-1 (K x + D v)], given K x.
    pub fn apply(&self, u: &[f64], kx: &[f64], out: &mut [f64], work: &mut [f64], report: &mut Report) {
        let n = self.n;
        let v = &u[n..2 * n];
        out[..n].copy_from_slice(v);
        let out = &mut out[n..2 * n];
        for i in 0..n {
            out[i] = -kx[i] / self.mass[i];
        }
        match self.problem.damping {
            Damping::None => {}
            Damping::Rayleigh { alpha, beta } => {
                axpy(-alpha, v, out);
                if beta != 0.0 {
                    self.product(v, work, report);
                    for i in 0..n {
                        out[i] -= beta * work[i] / self.mass[i];
                    }
                }
            }
            Damping::Operator(d) => {
                d.apply(v, work);
                report.products += 1;
                report.flops += self.problem.product_flops;
                for i in 0..n {
                    out[i] -= work[i] / self.mass[i];
                }
            }
        }
    }

    pub fn product(&self, x: &[f64], kx: &mut [f64], report: &mut Report) {
        self.problem.stiffness.apply(x, kx);
        report.products += 1;
        report.flops += self.problem.product_flops;
    }

    /// out = [(K + delta M) x; M v], given K x.
    pub fn energy_image(&self, u: &[f64], kx: &[f64], out: &mut [f64]) {
        for i in 0..self.n {
            out[i] = kx[i] + self.delta * self.mass[i] * u[i];
            out[self.n + i] = self.mass[i] * u[self.n + i];
        }
        let x = &u[..self.n];
        let elastic = dot(x, kx);
        if elastic < 0.0 {
            let soft = 0.5 * self.delta * super::inputs::mass_norm(self.mass, x).powi(2);
            self.indefinite.set(self.indefinite.get() || elastic + soft < 0.0);
        }
    }

    pub fn energy_norm(&self, u: &[f64], report: &mut Report) -> f64 {
        let (mut kx, mut image) = (vec![0.0; self.n], vec![0.0; 2 * self.n]);
        self.product(&u[..self.n], &mut kx, report);
        self.energy_image(u, &kx, &mut image);
        dot(&image, &u[..2 * self.n]).max(0.0).sqrt()
    }
}

/// Krylov space of the bordered matrix: J V_m = V_m H + h v_{m+1} e_m^T.
pub(crate) struct Space {
    length: usize,
    vectors: Vec<Vec<f64>>,
    /// G v for the energy product, and K x.
    images: Vec<Vec<f64>>,
    products: Vec<Vec<f64>>,
    /// Columns of H, each of its nonzero band.
    h: Vec<Vec<f64>>,
    pub beta: f64,
    pub complete: bool,
}

impl Space {
    pub fn new(length: usize) -> Self {
        let (vectors, images, products, h) = Default::default();
        Self { length, vectors, images, products, h, beta: 0.0, complete: false }
    }

    /// Columns of H.
    pub fn len(&self) -> usize {
        self.h.len()
    }

    pub fn clear(&mut self) {
        self.vectors.clear();
        self.images.clear();
        self.products.clear();
        self.h.clear();
        self.complete = false;
    }

    pub fn start(&mut self, system: &System<'_>, start: Vec<f64>, report: &mut Report) {
        self.clear();
        self.beta = self.push(system, start, report);
    }

    /// Appends a vector made of norm one; returns its norm.
    pub fn push(&mut self, system: &System<'_>, mut v: Vec<f64>, report: &mut Report) -> f64 {
        let n = system.n;
        let mut kx = vec![0.0; n];
        system.product(&v[..n], &mut kx, report);
        let mut image = v.clone();
        system.energy_image(&v, &kx, &mut image);
        let norm = dot(&image, &v).max(0.0).sqrt();
        if norm > 0.0 {
            for x in v.iter_mut().chain(&mut image).chain(&mut kx) {
                *x /= norm;
            }
        }
        self.vectors.push(v);
        self.images.push(image);
        self.products.push(kx);
        report.flops += 10.0 * self.length as f64;
        norm
    }

    pub fn extend(&mut self, system: &System<'_>, flipped: &[Vec<f64>], m: usize, report: &mut Report) {
        let n = system.n;
        let p = flipped.len();
        let mut work = vec![0.0; n];
        while self.len() < m && !self.complete {
            let j = self.len();
            let mut next = vec![0.0; self.length];
            system.apply(&self.vectors[j], &self.products[j], &mut next, &mut work, report);
            for (k, u) in flipped.iter().enumerate() {
                let weight = self.vectors[j][2 * n + k];
                if weight != 0.0 {
                    axpy(weight, u, &mut next[..2 * n]);
                }
            }
            for k in 1..p {
                next[2 * n + k - 1] = self.vectors[j][2 * n + k];
            }
            let mut column = vec![0.0; j + 2];
            let from = (j + 1).saturating_sub(ORTHOGONALISATION);
            for (i, column) in column.iter_mut().enumerate().take(j + 1).skip(from) {
                *column = dot(&self.images[i], &next);
                axpy(-*column, &self.vectors[i], &mut next);
            }
            report.flops += (8 * ORTHOGONALISATION + 2 * p) as f64 * self.length as f64;
            let norm = self.push(system, next, report);
            column[j + 1] = norm;
            let scale = self.h.iter().flatten().chain(&column[..=j]).fold(0.0f64, |m, h| m.max(h.abs()));
            self.complete = norm <= 1e-14 * scale || norm == 0.0;
            self.h.push(column);
        }
    }

    /// exp(t H)
    pub fn quarter(&self, t: f64) -> Mat<f64> {
        let m = self.len();
        let h = Mat::from_fn(m, m, |i, j| t * self.h[j].get(i).copied().unwrap_or(0.0));
        exponential(h.as_ref())
    }

    /// beta h_{m+1,m} max_s |e_m^T exp(s H) e_1| at the four quarters of the substep.
    pub fn residual(&self, quarter: &Mat<f64>) -> f64 {
        let m = self.len();
        let last = self.h[m - 1][m];
        let mut y = Mat::from_fn(m, 1, |i, _| f64::from(i == 0));
        let mut worst: f64 = 0.0;
        for _ in 0..4 {
            y = product(quarter.as_ref(), y.as_ref());
            worst = if y[(m - 1, 0)].is_nan() { f64::NAN } else { worst.max(y[(m - 1, 0)].abs()) };
        }
        self.beta * last * worst
    }

    /// beta V E^times e_1, its first `length` entries.
    pub fn combine(&self, e: &Mat<f64>, times: usize, length: usize) -> Vec<f64> {
        let m = self.len();
        let mut y = Mat::from_fn(m, 1, |i, _| f64::from(i == 0));
        for _ in 0..times {
            y = product(e.as_ref(), y.as_ref());
        }
        let mut out = vec![0.0; length];
        for (j, v) in self.vectors.iter().take(m).enumerate() {
            axpy(self.beta * y[(j, 0)], &v[..length], &mut out);
        }
        out
    }
}
