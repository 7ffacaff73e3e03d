//! Springs on weighted stencils: d = sum_a w_a x_a with sum_a w_a = 0, so that f_a = -w_a dV/dd and K_ab = w_a w_b Hess V.
//!
//! An edge spring has w = (-1, 1). An altitude spring joins a vertex of a tet to the centroid of the opposite face,
//! w = (1, -1/3, -1/3, -1/3): stiff ones keep tets from collapsing [michels2017, sec. 4.1]. Net force and net torque
//! vanish for both. The matrix w w^T x Hess V has the eigenvalues of Hess V times |w|^2, so its projection is analytic.

use std::ops::Range;

use super::axial::{Axial, dashpot_matrix};
use super::plastic::{Flowing, Plasticity};
use crate::mechanics::elements::Scalars;
use crate::mechanics::{Between, Blocks, Configuration, ElementLaw, Elements, ForceTerm, Gauge, Local, Mat3, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_not_negative, check_stencils};
use crate::models::linearized::Linearized;

/// A spring network: one entry of each list per spring. Law: e = |d| - l, V = k e^2/2 + k c e^4/4.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Springs {
    /// The two vertices of each spring.
    pub edges: Vec<[u32; 2]>,
    /// k in N/m.
    pub stiffness: Vec<f64>,
    /// l in metres; zero allowed.
    pub rest_length: Vec<f64>,
    /// c in 1/m^2; zero is the linear law.
    pub cubic: Vec<f64>,
}

impl Springs {
    /// Springs of one stiffness that are relaxed at the given positions.
    pub fn relaxed(positions: &[f64], edges: Vec<[u32; 2]>, stiffness: f64) -> Result<Self, ModelError> {
        check_stencils("spring", &edges, positions.len() / 3)?;
        let rest_length = edges.iter().map(|e| (point(positions, e[1]) - point(positions, e[0])).norm()).collect();
        let n = edges.len();
        Ok(Self { edges, stiffness: vec![stiffness; n], rest_length, cubic: vec![0.0; n] })
    }

    /// Appends another network on the same vertices.
    pub fn append(&mut self, mut other: Springs) {
        self.edges.append(&mut other.edges);
        self.stiffness.append(&mut other.stiffness);
        self.rest_length.append(&mut other.rest_length);
        self.cubic.append(&mut other.cubic);
    }

    fn law(self, vertices: usize) -> Result<SpringLaw<2>, ModelError> {
        let n = self.edges.len();
        check_stencils("spring", &self.edges, vertices)?;
        for (what, values) in
            [("stiffness", &self.stiffness), ("rest length", &self.rest_length), ("cubic coefficient", &self.cubic)]
        {
            if values.len() != n {
                return Err(ModelError::LengthMismatch { what, of: "springs", found: values.len(), expected: n });
            }
        }
        check_not_negative("spring", "stiffness", &self.stiffness)?;
        check_not_negative("spring", "rest length", &self.rest_length)?;
        if let Some(index) = self.cubic.iter().position(|c| !c.is_finite()) {
            let value = self.cubic[index];
            let (quantity, need) = ("cubic coefficient", "a finite number");
            return Err(ModelError::BadElementValue { what: "spring", index, quantity, value, need });
        }
        let springs = (0..n)
            .map(|i| Axial { stiffness: self.stiffness[i], rest_length: self.rest_length[i], cubic: self.cubic[i] })
            .collect();
        Ok(SpringLaw { stencils: self.edges, weights: [-1.0, 1.0], springs, flowing: None })
    }
}

/// Springs that share one row of weights.
pub struct SpringLaw<const A: usize> {
    stencils: Vec<[u32; A]>,
    weights: [f64; A],
    springs: Vec<Axial>,
    /// What plastic springs remember.
    flowing: Option<Flowing>,
}

/// A spring network as a force term on `vertices` vertices.
pub fn springs(name: impl Into<String>, vertices: usize, springs: Springs) -> Result<Box<dyn ForceTerm>, ModelError> {
    Ok(Box::new(Elements::new(name, vertices, springs.law(vertices)?)))
}

/// A spring network whose rest lengths flow past a yield strain.
pub fn plastic(
    name: impl Into<String>,
    vertices: usize,
    springs: Springs,
    plasticity: Plasticity,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let mut law = springs.law(vertices)?;
    law.flowing = Some(Flowing::new(plasticity, &law.springs)?);
    Ok(Box::new(Elements::new(name, vertices, law)))
}

/// A spring network linearized at the rest positions: constant K = Hess V(rest), for small motion [michels2014].
pub fn linearized(name: impl Into<String>, rest: &[f64], springs: Springs) -> Result<Box<dyn ForceTerm>, ModelError> {
    let vertices = rest.len() / 3;
    Ok(Box::new(Elements::new(name, vertices, Linearized::new(springs.law(vertices)?, rest))))
}

/// Four altitude springs a tet, relaxed at the rest positions. A tet without height is refused.
pub fn altitude(
    name: impl Into<String>,
    rest: &[f64],
    tets: &[[u32; 4]],
    stiffness: f64,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let vertices = rest.len() / 3;
    Ok(Box::new(Elements::new(name, vertices, altitude_law(rest, tets, stiffness)?)))
}

/// Altitude springs with the constant stiffness that they have at the rest positions.
pub fn linearized_altitude(
    name: impl Into<String>,
    rest: &[f64],
    tets: &[[u32; 4]],
    stiffness: f64,
) -> Result<Box<dyn ForceTerm>, ModelError> {
    let law = Linearized::new(altitude_law(rest, tets, stiffness)?, rest);
    Ok(Box::new(Elements::new(name, rest.len() / 3, law)))
}

fn altitude_law(rest: &[f64], tets: &[[u32; 4]], stiffness: f64) -> Result<SpringLaw<4>, ModelError> {
    check_stencils("tet", tets, rest.len() / 3)?;
    check_not_negative("altitude spring", "stiffness", &[stiffness])?;
    let third = -1.0 / 3.0;
    let weights = [1.0, third, third, third];
    let mut law =
        SpringLaw { stencils: Vec::with_capacity(4 * tets.len()), weights, springs: Vec::new(), flowing: None };
    for (index, [a, b, c, d]) in tets.iter().copied().enumerate() {
        for stencil in [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]] {
            let rest_length = combine(&weights, &stencil.map(|v| point(rest, v))).norm();
            if !(rest_length > 0.0 && rest_length.is_finite()) {
                return Err(ModelError::BadElementValue {
                    what: "tet",
                    index,
                    quantity: "distance from a vertex to the opposite face's centroid",
                    value: rest_length,
                    need: "positive; repair the mesh",
                });
            }
            law.stencils.push(stencil);
            law.springs.push(Axial { stiffness, rest_length, cubic: 0.0 });
        }
    }
    Ok(law)
}

fn point(positions: &[f64], v: u32) -> Vec3 {
    Vec3::from_column_slice(&positions[3 * v as usize..3 * v as usize + 3])
}

fn combine<const A: usize>(weights: &[f64; A], x: &[Vec3; A]) -> Vec3 {
    // Differences to the first vertex (the weights sum to zero): far from the origin nothing cancels.
    (1..A).fold(Vec3::zeros(), |d, a| d + (x[a] - x[0]) * weights[a])
}

impl<const A: usize> SpringLaw<A> {
    fn outer(&self, hessian: &Mat3) -> Blocks<A> {
        std::array::from_fn(|a| std::array::from_fn(|b| hessian * (self.weights[a] * self.weights[b])))
    }

    fn spread(&self, gradient: Vec3) -> [Vec3; A] {
        std::array::from_fn(|a| gradient * -self.weights[a])
    }

    /// d at both ends of a step.
    fn separations(&self, at: &Between<A>) -> [Vec3; 2] {
        [combine(&self.weights, &at.x[0]), combine(&self.weights, &at.x[1])]
    }
}

/// d and its length, for loops over many springs.
#[inline(always)]
fn separation<const A: usize>(weights: &[f64; A], stencil: &[u32; A], x: &[[f64; 3]]) -> ([f64; 3], f64) {
    let first = x[stencil[0] as usize];
    let mut d = [0.0; 3];
    for a in 1..A {
        let here = x[stencil[a] as usize];
        for c in 0..3 {
            d[c] += (here[c] - first[c]) * weights[a];
        }
    }
    (d, (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt())
}

impl<const A: usize> ElementLaw<A> for SpringLaw<A> {
    fn stencils(&self) -> &[[u32; A]] {
        &self.stencils
    }

    fn energy(&self, e: usize, at: &Local<A>) -> f64 {
        self.springs[e].energy(&combine(&self.weights, &at.x))
    }

    fn force(&self, e: usize, at: &Local<A>) -> [Vec3; A] {
        self.spread(self.springs[e].gradient(&combine(&self.weights, &at.x)))
    }

    fn forces(&self, elements: Range<usize>, at: &Configuration, out: &mut [f64]) {
        let x = at.x.as_chunks::<3>().0;
        let springs = self.stencils[elements.clone()].iter().zip(&self.springs[elements]);
        for ((stencil, spring), out) in springs.zip(out.as_chunks_mut::<3>().0.chunks_exact_mut(A)) {
            let (d, r) = separation(&self.weights, stencil, x);
            let pull = spring.pull(r);
            for a in 0..A {
                for c in 0..3 {
                    out[a][c] = -self.weights[a] * (pull * d[c]);
                }
            }
        }
    }

    fn energies(&self, elements: Range<usize>, at: &Configuration) -> f64 {
        let x = at.x.as_chunks::<3>().0;
        let springs = self.stencils[elements.clone()].iter().zip(&self.springs[elements]);
        springs.map(|(stencil, spring)| spring.stored(separation(&self.weights, stencil, x).1)).sum()
    }

    fn force_difference(&self, e: usize, a: &Local<A>, b: &Local<A>) -> [Vec3; A] {
        let delta = combine(&self.weights, &std::array::from_fn(|i| b.x[i] - a.x[i]));
        let (d0, d1) = (combine(&self.weights, &a.x), combine(&self.weights, &b.x));
        self.spread(self.springs[e].gradient_change(&d0, &d1, &delta))
    }

    fn stiffness(&self, e: usize, at: &Local<A>) -> Blocks<A> {
        self.outer(&self.springs[e].hessian(&combine(&self.weights, &at.x), false))
    }

    fn projected_stiffness(&self, e: usize, at: &Local<A>) -> Blocks<A> {
        self.outer(&self.springs[e].hessian(&combine(&self.weights, &at.x), true))
    }

    fn stiffnesses(&self, elements: Range<usize>, at: &Configuration, c: f64, projected: bool, out: &mut [f64]) {
        let x = at.x.as_chunks::<3>().0;
        let springs = self.stencils[elements.clone()].iter().zip(&self.springs[elements]);
        for ((stencil, spring), out) in springs.zip(out.chunks_exact_mut(9 * A * (A + 1) / 2)) {
            let (d, _) = separation(&self.weights, stencil, x);
            let hessian = spring.hessian(&Vec3::from(d), projected);
            let weights = (0..A).flat_map(|a| (a..A).map(move |b| (a, b)));
            // Symmetric blocks: by rows or by columns is the same.
            for ((a, b), out) in weights.zip(out.as_chunks_mut::<9>().0) {
                let weight = self.weights[a] * self.weights[b];
                out.iter_mut().zip(&hessian).for_each(|(out, h)| *out = c * (h * weight));
            }
        }
    }

    fn secant(&self, e: usize, at: &Local<A>) -> Option<Blocks<A>> {
        let tension = self.springs[e].secant(combine(&self.weights, &at.x).norm());
        Some(self.outer(&Mat3::from_diagonal_element(tension)))
    }

    fn stress_values(&self) -> usize {
        1
    }

    fn mean_force(&self, e: usize, at: &Between<A>) -> [Vec3; A] {
        let [d0, d1] = self.separations(at);
        self.spread((d0 + d1) * (0.5 * self.springs[e].mean_pull(d0.norm(), d1.norm()).0))
    }

    fn mean_stress(&self, e: usize, at: &Between<A>, change: &[Vec3; A], out: &mut [f64]) {
        let [d0, d1] = self.separations(at);
        out[0] = self.springs[e].mean_pull_changed(&d0, &d1, &combine(&self.weights, change));
    }

    fn mean_stiffness(&self, e: usize, at: &Between<A>, stress: &[f64]) -> Blocks<A> {
        let [d0, d1] = self.separations(at);
        self.outer(&self.springs[e].mean_hessian(&d0, &d1, stress[0], false))
    }

    fn symmetric_mean_stiffness(&self, e: usize, at: &Between<A>, stress: &[f64]) -> Blocks<A> {
        let [d0, d1] = self.separations(at);
        self.outer(&self.springs[e].mean_hessian(&d0, &d1, stress[0], true))
    }

    fn remembers(&self) -> bool {
        self.flowing.is_some()
    }

    fn flow(&mut self, at: &Configuration) -> f64 {
        let x = at.x.as_chunks::<3>().0;
        let Self { stencils, weights, springs, flowing } = self;
        let Some(flowing) = flowing else { return 0.0 };
        flowing.flow(springs, |i| separation(weights, &stencils[i], x).1)
    }

    fn save_memory(&self, out: &mut Vec<f64>) {
        if let Some(flowing) = &self.flowing {
            flowing.save(&self.springs, out);
        }
    }

    fn restore_memory(&mut self, memory: &[f64]) -> usize {
        self.flowing.as_mut().map_or(0, |flowing| flowing.restore(&mut self.springs, memory))
    }

    fn strain_metric(&self, e: usize, at: &Local<A>) -> Option<Blocks<A>> {
        let along = dashpot_matrix(&combine(&self.weights, &at.x));
        Some(self.outer(&(along * self.springs[e].stiffness)))
    }

    fn turn_rate(&self, _e: usize, at: &Local<A>) -> Option<f64> {
        let (d, w) = (combine(&self.weights, &at.x), combine(&self.weights, &at.v));
        let size = d.norm_squared();
        Some(if size > 0.0 { d.cross(&w).norm() / size } else { 0.0 })
    }

    /// k w w^T: no Hessian of a spring without cubic part exceeds k.
    fn metric(&self, e: usize, _rest: &Local<A>) -> Scalars<A> {
        self.weights.map(|a| self.weights.map(|b| self.springs[e].stiffness * a * b))
    }

    fn gauge(&self, e: usize, at: &Local<A>, gauge: Gauge) -> Option<f64> {
        Some(self.springs[e].gauge(combine(&self.weights, &at.x).norm(), gauge))
    }

    fn gauges(&self, elements: Range<usize>, at: &Configuration, gauge: Gauge, out: &mut [f64]) {
        let x = at.x.as_chunks::<3>().0;
        let springs = self.stencils[elements.clone()].iter().zip(&self.springs[elements]);
        for ((stencil, spring), out) in springs.zip(out) {
            *out = spring.gauge(separation(&self.weights, stencil, x).1, gauge);
        }
    }

    fn stiffness_product(&self, e: usize, at: &Local<A>, dx: &[Vec3; A]) -> [Vec3; A] {
        let hessian = self.springs[e].hessian(&combine(&self.weights, &at.x), false);
        let product = hessian * combine(&self.weights, dx);
        std::array::from_fn(|a| product * self.weights[a])
    }
}
