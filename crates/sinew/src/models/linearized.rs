//! Any law with the constant stiffness it has at rest: V = V_0 - f_0 . u + u^T K_0 u/2, u = x - x_rest.
//!
//! For small motion only: a turned body feels forces that are not there. f_0 is zero for relaxed elements. These are
//! the linear models of [michels2014]. The wrapped law's potential is taken at v = 0 and t = 0.

use crate::mechanics::elements::symmetric_product;
use crate::mechanics::{Blocks, ElementLaw, Gauge, Local, Role, Vec3};

/// See the module's head.
pub struct Linearized<L, const A: usize> {
    law: L,
    rest: Vec<[Vec3; A]>,
    energy: Vec<f64>,
    force: Vec<[Vec3; A]>,
    stiffness: Vec<Blocks<A>>,
    projected: Vec<Blocks<A>>,
}

impl<L: ElementLaw<A>, const A: usize> Linearized<L, A> {
    /// `rest` holds the positions of all vertices.
    pub fn new(law: L, rest: &[f64]) -> Self {
        let point = |v: u32| Vec3::from_column_slice(&rest[3 * v as usize..3 * v as usize + 3]);
        let rest: Vec<[Vec3; A]> = law.stencils().iter().map(|s| s.map(point)).collect();
        let local = |e: usize| Local { t: 0.0, x: rest[e], v: [Vec3::zeros(); A] };
        let all = 0..rest.len();
        Self {
            energy: all.clone().map(|e| law.energy(e, &local(e))).collect(),
            force: all.clone().map(|e| law.force(e, &local(e))).collect(),
            stiffness: all.clone().map(|e| law.stiffness(e, &local(e))).collect(),
            projected: all.map(|e| law.projected_stiffness(e, &local(e))).collect(),
            rest,
            law,
        }
    }

    fn displacement(&self, e: usize, at: &Local<A>) -> [Vec3; A] {
        std::array::from_fn(|a| at.x[a] - self.rest[e][a])
    }
}

impl<L: ElementLaw<A>, const A: usize> ElementLaw<A> for Linearized<L, A> {
    fn stencils(&self) -> &[[u32; A]] {
        self.law.stencils()
    }

    fn role(&self) -> Role {
        self.law.role()
    }

    fn energy(&self, e: usize, at: &Local<A>) -> f64 {
        let u = self.displacement(e, at);
        let ku = symmetric_product(&self.stiffness[e], &u);
        let work: f64 = (0..A).map(|a| u[a].dot(&(ku[a] * 0.5 - self.force[e][a]))).sum();
        self.energy[e] + work
    }

    fn force(&self, e: usize, at: &Local<A>) -> [Vec3; A] {
        let ku = symmetric_product(&self.stiffness[e], &self.displacement(e, at));
        std::array::from_fn(|a| self.force[e][a] - ku[a])
    }

    fn force_difference(&self, e: usize, a: &Local<A>, b: &Local<A>) -> [Vec3; A] {
        symmetric_product(&self.stiffness[e], &std::array::from_fn(|i| a.x[i] - b.x[i]))
    }

    fn stiffness(&self, e: usize, _at: &Local<A>) -> Blocks<A> {
        self.stiffness[e]
    }

    fn projected_stiffness(&self, e: usize, _at: &Local<A>) -> Blocks<A> {
        self.projected[e]
    }

    /// Strain and stress of the wrapped law, which are the same to first order, and the energy of this one.
    fn gauge(&self, e: usize, at: &Local<A>, gauge: Gauge) -> Option<f64> {
        let inner = self.law.gauge(e, at, gauge)?;
        Some(if gauge == Gauge::EnergyDensity { self.energy(e, at) / self.measure(e) } else { inner })
    }

    fn measure(&self, e: usize) -> f64 {
        self.law.measure(e)
    }
}
