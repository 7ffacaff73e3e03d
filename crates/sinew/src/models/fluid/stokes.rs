//! Drag of bodies in Stokes flow, two-way: every vertex moves with the fluid, and the fluid moves as all of them push it.
//!
//! No slip means v_i = sum_j S(x_i - x_j) g_j with the forces g on the fluid (see `stokeslet`), so g = S^-1 v and the force on the
//! vertices is -S(x)^-1 v: damping with D = S^-1, dense, symmetric positive definite, through which every vertex drags every
//! other. Implicit schemes that damp fast motion (`backward-euler`, `tr-bdf2`, `bdf2`) take it at any step, while the mobility
//! used directly, v = S f with elastic f, would bind the step to the stiffest spring. The fluid has no momentum of its own:
//! a body on which no other force acts from outside has sum g = -dP/dt, next to nothing.
//!
//! S is factorized at every place where the force is wanted, (3 n)^3/3 flops, and D is in the assembled tangent, all vertices
//! coupled: for some hundred vertices. K = -S^-1 dS g of the moving points is not symmetric: products have it, the
//! tangent leaves it out.

use std::sync::Mutex;

use sinew_math::solve::DenseCholesky;
use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern};

use super::stokeslet::Stokeslet;
use crate::mechanics::{Configuration, ForceTerm, Role, Vec3};
use crate::models::ModelError;

/// See the module's head.
pub struct StokesFluid {
    name: String,
    vertices: Vec<u32>,
    law: Stokeslet,
    free: Vec<u32>,
    kept: Mutex<Kept>,
}

/// The factor of S at the last place, and buffers.
struct Kept {
    place: Vec<f64>,
    /// Whether the factor belongs to the place, and the inverse, too.
    known: bool,
    inverted: bool,
    factor: DenseCholesky,
    inverse: Vec<f64>,
    vectors: [Vec<f64>; 2],
}

/// The fluid around some vertices of the world.
pub fn stokes_fluid(
    name: impl Into<String>,
    vertices: usize,
    immersed: Vec<u32>,
    law: Stokeslet,
) -> Result<StokesFluid, ModelError> {
    let need = "a finite number above 0";
    for (what, value) in [("viscosity", law.viscosity), ("blob", law.blob)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(ModelError::BadValue { what, value, need });
        }
    }
    if immersed.is_empty() {
        return Err(ModelError::Empty { what: "the list of immersed vertices" });
    }
    if let Some((index, vertex)) = immersed.iter().copied().enumerate().find(|(_, v)| *v as usize >= vertices) {
        return Err(ModelError::VertexOutOfRange { what: "immersed vertex", index, vertex, vertices });
    }
    let n = 3 * immersed.len();
    let kept = Kept {
        place: vec![f64::NAN; n],
        known: false,
        inverted: false,
        factor: DenseCholesky::new(n),
        inverse: Vec::new(),
        vectors: [vec![0.0; n], vec![0.0; n]],
    };
    Ok(StokesFluid { name: name.into(), vertices: immersed, law, free: Vec::new(), kept: Mutex::new(kept) })
}

fn point(values: &[f64], i: usize) -> Vec3 {
    Vec3::from_column_slice(&values[3 * i..3 * i + 3])
}

impl StokesFluid {
    /// Forces of the vertices on the fluid, three values a vertex in the order in which they were given.
    pub fn forces_on_fluid(&self, at: &Configuration) -> Vec<f64> {
        self.with_forces(at.x, at.v, |_, g| g.to_vec())
    }

    /// The places of the immersed vertices into the kept buffer, and the factor made if they are new.
    fn prepare(&self, kept: &mut Kept, x: &[f64]) {
        let same =
            (self.vertices.iter().zip(kept.place.chunks_exact(3))).all(|(v, p)| point(x, *v as usize).as_slice() == p);
        if same {
            return;
        }
        for (v, p) in self.vertices.iter().zip(kept.place.chunks_exact_mut(3)) {
            p.copy_from_slice(point(x, *v as usize).as_slice());
        }
        let n = self.vertices.len();
        for j in 0..n {
            let there = point(&kept.place, j);
            for i in j..n {
                let s = self.law.matrix(&(point(&kept.place, i) - there));
                for c in 0..3 {
                    kept.factor.column_mut(3 * j + c)[3 * i..3 * i + 3].copy_from_slice(s.column(c).as_slice());
                }
            }
        }
        kept.known = kept.factor.factor().is_ok();
        kept.inverted = false;
    }

    /// Runs `work(kept, g)` with g = S(x)^-1 v; not numbers where two vertices are in one place.
    fn with_forces<R>(&self, x: &[f64], v: &[f64], work: impl FnOnce(&mut Kept, &[f64]) -> R) -> R {
        let mut kept = self.kept.lock().expect("no thread panics with the lock held");
        self.prepare(&mut kept, x);
        let mut g = std::mem::take(&mut kept.vectors[0]);
        for (i, to) in self.vertices.iter().zip(g.chunks_exact_mut(3)) {
            to.copy_from_slice(point(v, *i as usize).as_slice());
        }
        kept.solve(&mut g);
        let result = work(&mut kept, &g);
        kept.vectors[0] = g;
        result
    }

    fn add(&self, c: f64, values: &[f64], out: &mut [f64]) {
        for (v, from) in self.vertices.iter().zip(values.chunks_exact(3)) {
            (0..3).for_each(|k| out[3 * *v as usize + k] += c * from[k]);
        }
    }
}

impl Kept {
    fn solve(&mut self, b: &mut [f64]) {
        match self.known {
            true => self.factor.solve(b),
            false => b.fill(f64::NAN),
        }
    }
}

impl ForceTerm for StokesFluid {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        Role::Damping
    }

    fn elements(&self) -> usize {
        self.vertices.len()
    }

    fn couplings(&self, visit: &mut dyn FnMut(u32, u32)) {
        for (k, i) in self.vertices.iter().enumerate() {
            self.vertices[..k].iter().for_each(|j| visit(*i, *j));
        }
    }

    fn bind(&mut self, free: &[u32], _pattern: &Pattern) {
        self.free = self.vertices.iter().map(|v| free[*v as usize]).collect();
    }

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.with_forces(at.x, at.v, |_, g| self.add(-1.0, g, f));
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        self.with_forces(a.x, a.v, |_, g| self.add(1.0, g, out));
        self.with_forces(b.x, b.v, |_, g| self.add(-1.0, g, out));
    }

    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]) {
        self.with_forces(at.x, at.v, |kept, g| {
            let mut change = std::mem::take(&mut kept.vectors[1]);
            for (i, to) in change.chunks_exact_mut(3).enumerate() {
                let (here, moved) = (point(&kept.place, i), point(dx, self.vertices[i] as usize));
                let mut sum = Vec3::zeros();
                for j in 0..self.vertices.len() {
                    let moved = moved - point(dx, self.vertices[j] as usize);
                    sum += self.law.velocity_change(&(here - point(&kept.place, j)), &point(g, j), &moved);
                }
                to.copy_from_slice(sum.as_slice());
            }
            kept.solve(&mut change);
            self.add(-1.0, &change, out);
            kept.vectors[1] = change;
        });
    }

    fn add_damping_product(&self, at: &Configuration, dv: &[f64], out: &mut [f64]) {
        self.with_forces(at.x, dv, |_, g| self.add(1.0, g, out));
    }

    fn add_tangent(&self, at: &Configuration, _stiffness: f64, damping: f64, _projected: bool, a: &mut BlockMatrix) {
        if damping == 0.0 {
            return;
        }
        let mut kept = self.kept.lock().expect("no thread panics with the lock held");
        self.prepare(&mut kept, at.x);
        let Kept { known, inverted, factor, inverse, .. } = &mut *kept;
        let n = 3 * self.vertices.len();
        inverse.resize(n * n, 0.0);
        if !*known {
            inverse.fill(f64::NAN);
        } else if !*inverted {
            factor.inverse(inverse);
            *inverted = true;
        }
        let pattern = a.pattern().clone();
        for (j, column) in self.free.iter().enumerate().filter(|(_, r)| **r != NOT_FREE) {
            for (i, row) in self.free.iter().enumerate().skip(j).filter(|(_, r)| **r != NOT_FREE) {
                let slot = pattern.slot(*row.min(column), *row.max(column)).expect("all vertices are coupled");
                let block = a.block_mut(slot);
                for p in 0..3 {
                    for q in 0..3 {
                        // Block (i, j) lies below the diagonal of the inverse; the pattern may want it transposed.
                        let (r, c) = (3 * i + p, 3 * j + q);
                        let value = if r >= c { inverse[c * n + r] } else { inverse[r * n + c] };
                        let to = if row <= column { 3 * p + q } else { 3 * q + p };
                        block[to] += damping * value;
                    }
                }
            }
        }
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn damped(&self) -> bool {
        true
    }
}
