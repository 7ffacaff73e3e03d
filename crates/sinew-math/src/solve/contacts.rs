//! Solves with a scalar factor plus single stiff directions, as contact adds them:
//!
//! (A x I + sum_c k_c (e_c x n_c)(e_c x n_c)^T) x = b,   vertex e_c, direction n_c, stiffness k_c,
//!
//! without a new factorization [woodbury1950]: with A y = b, t_c = n_c . y_c and G_cd = (A^-1)_cd n_c . n_d,
//! x = y - A^-1 (sum_c w_c n_c at e_c),   (diag(1/k) + G) w = t.
//!
//! The numbers (A^-1)_cd do not depend on the directions, so they are computed once per vertex that ever touches (three
//! to a solve) and kept. A set of r contacts costs r^3/3 flops, each solve one more solve and r^2. Vertices may come and
//! go in every iteration. Some hundreds of contacts are cheap; for thousands put a stiffness into A and factorize.

use super::{ScalarCholesky, SolveError};

/// Vertex e, direction n, stiffness k > 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// Row of the vertex.
    pub vertex: u32,
    /// Unit vector.
    pub direction: [f64; 3],
    /// Added stiffness along it.
    pub stiffness: f64,
}

/// See the module's head. It belongs to one factor; a new factorization makes it [forget](Self::forget).
#[derive(Debug, Clone, Default)]
pub struct ContactUpdate {
    /// Vertices with known rows of the inverse, and where each is in that list (or `UNKNOWN`).
    known: Vec<u32>,
    place: Vec<u32>,
    /// Row i holds (A^-1) of known vertex i with those up to i.
    inverse: Vec<f64>,
    contacts: Vec<Contact>,
    /// Lower triangle of the Cholesky factor of diag(1/k) + G, by rows.
    dense: Vec<f64>,
    weights: Vec<f64>,
    b: Vec<f64>,
    x: Vec<f64>,
}

const UNKNOWN: u32 = u32::MAX;

impl ContactUpdate {
    /// The factor has new numbers.
    pub fn forget(&mut self) {
        self.known.clear();
        self.inverse.clear();
        self.place.fill(UNKNOWN);
        self.contacts.clear();
    }

    /// Whether a contact at this vertex costs no solve.
    pub fn knows(&self, vertex: u32) -> bool {
        self.place.get(vertex as usize).is_some_and(|p| *p != UNKNOWN)
    }

    /// Computes the rows of the inverse for up to three vertices, one solve.
    pub fn learn(&mut self, factor: &mut ScalarCholesky, vertices: &[u32]) -> Result<(), SolveError> {
        assert!(vertices.len() <= 3, "three right-hand sides a solve");
        let n = factor.analysis().nodes();
        self.place.resize(n, UNKNOWN);
        self.b.clear();
        self.b.resize(3 * n, 0.0);
        self.x.resize(3 * n, 0.0);
        for (c, v) in vertices.iter().enumerate() {
            self.b[3 * *v as usize + c] = 1.0;
        }
        factor.solve(&self.b, &mut self.x)?;
        for (c, v) in vertices.iter().enumerate() {
            if !self.knows(*v) {
                self.place[*v as usize] = self.known.len() as u32;
                self.known.push(*v);
                let x = &self.x;
                self.inverse.extend(self.known.iter().map(|u| x[3 * *u as usize + c]));
            }
        }
        Ok(())
    }

    /// k (A^-1) of the contact that is stiffest compared with A; their vertices must be [known](Self::knows). A solve
    /// loses as many digits as this number has.
    pub fn stiffest(&self, contacts: &[Contact]) -> f64 {
        contacts.iter().fold(0.0, |m: f64, c| m.max(c.stiffness * self.inverse(c.vertex, c.vertex)))
    }

    /// (A^-1) of two known vertices.
    fn inverse(&self, u: u32, v: u32) -> f64 {
        let (i, j) = (self.place[u as usize] as usize, self.place[v as usize] as usize);
        let (i, j) = (i.max(j), i.min(j));
        self.inverse[i * (i + 1) / 2 + j]
    }

    /// The contacts from now on; their vertices must be [known](Self::knows).
    pub fn set(&mut self, contacts: &[Contact]) -> Result<(), SolveError> {
        if self.contacts == contacts {
            return Ok(());
        }
        let mut dense = std::mem::take(&mut self.dense);
        dense.clear();
        for (i, c) in contacts.iter().enumerate() {
            for d in &contacts[..=i] {
                let along: f64 = (0..3).map(|k| c.direction[k] * d.direction[k]).sum();
                dense.push(self.inverse(c.vertex, d.vertex) * along);
            }
            dense[i * (i + 1) / 2 + i] += 1.0 / c.stiffness;
        }
        let result = cholesky(&mut dense, contacts.len());
        self.dense = dense;
        self.contacts.clear();
        result.map_err(|i| SolveError::NotPositiveDefinite { node: contacts[i].vertex as usize })?;
        self.contacts.extend_from_slice(contacts);
        Ok(())
    }

    /// Number of contacts in use.
    pub fn len(&self) -> usize {
        self.contacts.len()
    }

    /// No contact at all?
    pub fn is_empty(&self) -> bool {
        self.contacts.is_empty()
    }

    /// X = (A x I + contacts)^-1 B, interleaved as for [`ScalarCholesky::solve`]; returns the number of its solves.
    pub fn solve(&mut self, factor: &mut ScalarCholesky, b: &[f64], x: &mut [f64]) -> Result<usize, SolveError> {
        factor.solve(b, x)?;
        if self.contacts.is_empty() {
            return Ok(1);
        }
        self.weights.clear();
        self.weights.extend(self.contacts.iter().map(|c| {
            let y = &x[3 * c.vertex as usize..3 * c.vertex as usize + 3];
            c.direction[0] * y[0] + c.direction[1] * y[1] + c.direction[2] * y[2]
        }));
        substitute(&self.dense, &mut self.weights);
        self.b.resize(b.len(), 0.0);
        self.x.resize(b.len(), 0.0);
        self.b.fill(0.0);
        for (c, w) in self.contacts.iter().zip(&self.weights) {
            for k in 0..3 {
                self.b[3 * c.vertex as usize + k] += w * c.direction[k];
            }
        }
        factor.solve(&self.b, &mut self.x)?;
        for (x, d) in x.iter_mut().zip(&self.x) {
            *x -= d;
        }
        Ok(2)
    }
}

/// L L^T in place of a packed lower triangle; the row without a positive pivot is the error.
fn cholesky(m: &mut [f64], n: usize) -> Result<(), usize> {
    let start = |i: usize| i * (i + 1) / 2;
    for i in 0..n {
        let (above, row) = m.split_at_mut(start(i));
        for j in 0..i {
            let other = &above[start(j)..start(j) + j + 1];
            let sum: f64 = row[..j].iter().zip(other).map(|(a, b)| a * b).sum();
            row[j] = (row[j] - sum) / other[j];
        }
        let pivot = row[i] - row[..i].iter().map(|a| a * a).sum::<f64>();
        if !(pivot > 0.0 && pivot.is_finite()) {
            return Err(i);
        }
        row[i] = pivot.sqrt();
    }
    Ok(())
}

fn substitute(l: &[f64], x: &mut [f64]) {
    let start = |i: usize| i * (i + 1) / 2;
    for i in 0..x.len() {
        let row = &l[start(i)..start(i) + i + 1];
        let sum: f64 = row[..i].iter().zip(&*x).map(|(a, b)| a * b).sum();
        x[i] = (x[i] - sum) / row[i];
    }
    for i in (0..x.len()).rev() {
        let row = &l[start(i)..start(i) + i + 1];
        x[i] /= row[i];
        let xi = x[i];
        for (x, a) in x[..i].iter_mut().zip(row) {
            *x -= a * xi;
        }
    }
}
