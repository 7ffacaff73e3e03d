//! The law of one element with A vertices: energy, force, stiffness, and what else a term may be asked for.
//!
//! Models implement it for one stencil; [`Elements`](super::Elements) sums it over all.

use std::ops::Range;

use super::Vec3;
use super::element_matrix::{Blocks, Scalars, dominating, project, symmetric_product, write_upper};
use super::gauge::Gauge;
use super::mean::{Between, mean_force, middle_stiffness};
use super::term::{Configuration, Role};

/// The vertices of one element: time, positions, velocities.
#[derive(Debug, Clone, Copy)]
pub struct Local<const A: usize> {
    /// Time in seconds.
    pub t: f64,
    /// Positions.
    pub x: [Vec3; A],
    /// Velocities.
    pub v: [Vec3; A],
}

/// The law of one kind of element with A vertices.
pub trait ElementLaw<const A: usize>: Send + Sync {
    /// Vertices of all elements.
    fn stencils(&self) -> &[[u32; A]];

    /// Whether the stencils change with the motion.
    fn searches(&self) -> bool {
        false
    }

    /// Looks for the stencils of a step of size h from `at`; true if they are others now.
    fn search(&mut self, at: &Configuration, h: f64) -> bool {
        let _ = (at, h);
        false
    }

    /// Column of the ledger.
    fn role(&self) -> Role {
        Role::Elastic
    }

    /// Potential energy of element e; zero for laws without one.
    fn energy(&self, e: usize, at: &Local<A>) -> f64;

    /// dV/dt at fixed positions; for damping, the power of a moving support (see [`ForceTerm::energy_rate`]).
    fn energy_rate(&self, _e: usize, _at: &Local<A>) -> f64 {
        0.0
    }

    /// Force on each vertex.
    fn force(&self, e: usize, at: &Local<A>) -> [Vec3; A];

    /// Forces of the elements in a range that starts at a multiple of 4, 3 A values each; overridden where several at
    /// once are faster. They may differ from those of [`force`](Self::force) by rounding.
    fn forces(&self, elements: Range<usize>, at: &Configuration, out: &mut [f64]) {
        for (e, out) in elements.zip(out.chunks_exact_mut(3 * A)) {
            let stencil = &self.stencils()[e];
            let local = Local { t: at.t, x: gather(stencil, at.x), v: gather(stencil, at.v) };
            for (to, from) in out.chunks_exact_mut(3).zip(self.force(e, &local)) {
                to.copy_from_slice(from.as_slice());
            }
        }
    }

    /// Sum of force times velocity of the elements in a range that starts at a multiple of 4, where that is cheaper than
    /// the forces; for all ranges or for none.
    fn powers(&self, _elements: Range<usize>, _at: &Configuration) -> Option<f64> {
        None
    }

    /// Sum of the energies of the elements in a range that starts at a multiple of 4.
    fn energies(&self, elements: Range<usize>, at: &Configuration) -> f64 {
        elements
            .map(|e| {
                let stencil = &self.stencils()[e];
                self.energy(e, &Local { t: at.t, x: gather(stencil, at.x), v: gather(stencil, at.v) })
            })
            .sum()
    }

    /// Sum of the energy rates of the elements in a range that starts at a multiple of 4.
    fn energy_rates(&self, elements: Range<usize>, at: &Configuration) -> f64 {
        elements
            .map(|e| {
                let stencil = &self.stencils()[e];
                self.energy_rate(e, &Local { t: at.t, x: gather(stencil, at.x), v: gather(stencil, at.v) })
            })
            .sum()
    }

    /// df/dt at fixed x and v.
    fn force_rate(&self, _e: usize, _at: &Local<A>) -> [Vec3; A] {
        [Vec3::zeros(); A]
    }

    /// f(b) - f(a); overridden where a form without cancellation is known.
    fn force_difference(&self, e: usize, a: &Local<A>, b: &Local<A>) -> [Vec3; A] {
        let (fa, fb) = (self.force(e, a), self.force(e, b));
        std::array::from_fn(|i| fb[i] - fa[i])
    }

    /// K = -df/dx, upper block triangle at least; symmetric, or its symmetric stand-in.
    fn stiffness(&self, e: usize, at: &Local<A>) -> Blocks<A>;

    /// K with its negative eigenvalues set to zero; the numeric projection unless an analytic one is known.
    fn projected_stiffness(&self, e: usize, at: &Local<A>) -> Blocks<A> {
        project(&self.stiffness(e, at))
    }

    /// c K of the elements in a range, projected or not, as [`write_upper`] writes it; overridden where many at once are faster.
    fn stiffnesses(&self, elements: Range<usize>, at: &Configuration, c: f64, projected: bool, out: &mut [f64]) {
        for (e, out) in elements.zip(out.chunks_exact_mut(9 * A * (A + 1) / 2)) {
            let stencil = &self.stencils()[e];
            let local = Local { t: at.t, x: gather(stencil, at.x), v: gather(stencil, at.v) };
            let k = if projected { self.projected_stiffness(e, &local) } else { self.stiffness(e, &local) };
            write_upper(&k, c, out);
        }
    }

    /// D = -df/dv, symmetric positive semidefinite, or its stand-in.
    fn damping(&self, _e: usize, _at: &Local<A>) -> Option<Blocks<A>> {
        None
    }

    /// K dx with the true tangent.
    fn stiffness_product(&self, e: usize, at: &Local<A>, dx: &[Vec3; A]) -> [Vec3; A] {
        symmetric_product(&self.stiffness(e, at), dx)
    }

    /// D dv, overridden where it is cheaper than the blocks or where `damping` is a stand-in.
    fn damping_product(&self, e: usize, at: &Local<A>, dv: &[Vec3; A]) -> [Vec3; A] {
        self.damping(e, at).map_or([Vec3::zeros(); A], |d| symmetric_product(&d, dv))
    }

    /// Whether `stiffness` and `damping` are the true ones, so that the products only save time.
    fn tangent_is_exact(&self) -> bool {
        true
    }

    /// A stiffness S(x) with f = -S x, if there is one; for all elements or for none.
    fn secant(&self, _e: usize, _at: &Local<A>) -> Option<Blocks<A>> {
        None
    }

    /// Scalars W, the same at every state, that stand for K in local/global solvers: those converge, and each iteration
    /// decreases the energy, if 2 W x I exceeds K everywhere, and the faster the closer W is. Upper triangle at least.
    fn metric(&self, e: usize, rest: &Local<A>) -> Scalars<A> {
        dominating(&self.projected_stiffness(e, rest))
    }

    /// The same for D.
    fn damping_metric(&self, e: usize, rest: &Local<A>) -> Scalars<A> {
        self.damping(e, rest).map_or([[0.0; A]; A], |d| dominating(&d))
    }

    /// Direction n and stiffness k of an element in contact, K <= k n n^T; for laws of contact on single vertices.
    fn contact(&self, _e: usize, _at: &Local<A>) -> Option<(Vec3, f64)> {
        None
    }

    /// Whether this is stiffness warping with a frame per element: the projected stiffness is R K R^T.
    fn warped(&self) -> bool {
        false
    }

    /// Whether the law depends on velocity.
    fn damped(&self) -> bool {
        false
    }

    /// Whether the law depends on time.
    fn time_dependent(&self) -> bool {
        false
    }

    /// Values of stress that a mixed Newton iteration carries for each element; 0 if it needs none.
    fn stress_values(&self) -> usize {
        0
    }

    /// The mean force over a step: for laws with a potential it does exactly the work -(V_1 - V_0), for others it is the force
    /// in the middle. Overridden where a closed form is known (see [`mean`](super::mean)).
    fn mean_force(&self, e: usize, at: &Between<A>) -> [Vec3; A] {
        mean_force(self, e, at)
    }

    /// The stress of the mean force, changed to first order by displacements of the end.
    fn mean_stress(&self, _e: usize, _at: &Between<A>, _change: &[Vec3; A], _out: &mut [f64]) {}

    /// -d(mean force)/dx_1 with the given stress in its geometric part; all blocks.
    fn mean_stiffness(&self, e: usize, at: &Between<A>, _stress: &[f64]) -> Blocks<A> {
        middle_stiffness(self, e, at, false)
    }

    /// A symmetric positive semidefinite stand-in for it; upper triangle at least.
    fn symmetric_mean_stiffness(&self, e: usize, at: &Between<A>, _stress: &[f64]) -> Blocks<A> {
        middle_stiffness(self, e, at, true)
    }

    /// vol B^T D_0 B with the strain operators at the present place and the stiffness at rest: zero for every rigid motion.
    fn strain_metric(&self, _e: usize, _at: &Local<A>) -> Option<Blocks<A>> {
        None
    }

    /// Angular velocity of the element, in rad/s; none for laws without strain.
    fn turn_rate(&self, _e: usize, _at: &Local<A>) -> Option<f64> {
        None
    }

    /// Whether the element had to do without strains because it is inside out at an end of the step.
    fn inside_out(&self, _e: usize, _at: &Between<A>) -> bool {
        false
    }

    /// A number for pictures; for all elements or for none.
    fn gauge(&self, _e: usize, _at: &Local<A>, _gauge: Gauge) -> Option<f64> {
        None
    }

    /// The numbers of the elements in a range, for laws that have them; overridden where many at once are faster.
    fn gauges(&self, elements: Range<usize>, at: &Configuration, gauge: Gauge, out: &mut [f64]) {
        for (e, out) in elements.zip(out) {
            let stencil = &self.stencils()[e];
            let local = Local { t: at.t, x: gather(stencil, at.x), v: gather(stencil, at.v) };
            *out = self.gauge(e, &local, gauge).expect("all elements have one, or none");
        }
    }

    /// Whether the law depends on the past (see [`ForceTerm::flow`] for this and the next three).
    fn remembers(&self) -> bool {
        false
    }

    /// Lets all elements flow; returns the energy that it took.
    fn flow(&mut self, _at: &Configuration) -> f64 {
        0.0
    }

    /// Appends what is remembered.
    fn save_memory(&self, _out: &mut Vec<f64>) {}

    /// Takes it back; returns how many values that were.
    fn restore_memory(&mut self, _memory: &[f64]) -> usize {
        0
    }

    /// Volume (or 1) by which an element's energy is divided for pictures.
    fn measure(&self, _e: usize) -> f64 {
        1.0
    }
}

/// The values of an element's vertices.
pub(super) fn gather<const A: usize>(stencil: &[u32; A], values: &[f64]) -> [Vec3; A] {
    stencil.map(|v| Vec3::from_column_slice(&values[3 * v as usize..3 * v as usize + 3]))
}
