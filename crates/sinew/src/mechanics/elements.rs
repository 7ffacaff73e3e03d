//! Two tiers: a law for *one* element with A vertices, and the sum over all of them as a [`ForceTerm`].
//!
//! A model implements [`ElementLaw`] for one stencil; [`Elements`] supplies the parallel loops, the scatter maps
//! and the sums, in an order that does not depend on the number of threads.

use std::sync::{Mutex, OnceLock};

use sinew_math::parallel::{for_each_chunk, sum_indexed};
use sinew_math::sparse::{
    BlockMatrix, BlockScatter, GeneralMatrix, GeneralScatter, NOT_FREE, Pattern, ScalarMatrix, VertexGather,
};

use super::Vec3;
use super::element_law::gather;
pub use super::element_law::{ElementLaw, Local};
pub use super::element_matrix::{
    Blocks, Scalars, add_upper, dominating, eigenvalue_bound, project, symmetric_product, write_all, write_upper,
    zero_blocks,
};
use super::gauge::Gauge;
use super::mean::{Between, Span};
use super::term::{Configuration, ForceTerm, Frames, Role};

/// The sum over all elements of one law, as a force term.
pub struct Elements<L, const A: usize> {
    name: String,
    vertices: usize,
    law: L,
    gather: VertexGather,
    scatter: BlockScatter,
    /// Rows of all vertices, for the scatter map of nonsymmetric matrices, which is made when it is first needed.
    free: Vec<u32>,
    general_scatter: OnceLock<GeneralScatter>,
    /// The fours of elements that have a held vertex among theirs.
    at_held: Vec<u32>,
    /// Element vectors and blocks, kept between calls.
    buffers: Mutex<Vec<Vec<f64>>>,
}

/// Elements evaluated by one task.
const CHUNK: usize = 64;
/// Elements that laws may evaluate at once.
const FOUR: usize = 4;

impl<L: ElementLaw<A>, const A: usize> Elements<L, A> {
    /// `vertices` is the number of all vertices.
    pub fn new(name: impl Into<String>, vertices: usize, law: L) -> Self {
        let gather = VertexGather::new(vertices, law.stencils().as_flattened());
        let (scatter, free, general_scatter, at_held, buffers) = Default::default();
        Self { name: name.into(), vertices, law, gather, scatter, free, general_scatter, at_held, buffers }
    }

    /// The law.
    pub fn law(&self) -> &L {
        &self.law
    }

    fn local(&self, e: usize, at: &Configuration) -> Local<A> {
        let stencil = &self.law.stencils()[e];
        Local { t: at.t, x: gather(stencil, at.x), v: gather(stencil, at.v) }
    }

    fn between(&self, e: usize, step: &Span) -> Between<A> {
        let stencil = &self.law.stencils()[e];
        Between { t: step.t, x: step.x.map(|x| gather(stencil, x)) }
    }

    fn stress_of<'a>(&self, e: usize, stresses: &'a [f64]) -> &'a [f64] {
        let values = self.law.stress_values();
        &stresses[values * e..values * (e + 1)]
    }

    /// Runs `work` with a buffer of the given length whose contents are unspecified.
    fn with_buffer(&self, len: usize, work: impl FnOnce(&mut [f64])) {
        let mut buffer = self.buffers.lock().expect("no thread panics with the lock held").pop().unwrap_or_default();
        if buffer.len() < len {
            buffer.resize(len, 0.0);
        }
        work(&mut buffer[..len]);
        self.buffers.lock().expect("no thread panics with the lock held").push(buffer);
    }

    /// out += sum over elements of `vectors(e)`
    fn add_vectors(&self, out: &mut [f64], vectors: impl Fn(usize) -> [Vec3; A] + Sync) {
        self.with_buffer(3 * A * self.law.stencils().len(), |buffer| {
            for_each_chunk(buffer, 3 * A * CHUNK, |chunk, buffer| {
                for (k, to) in buffer.chunks_mut(3 * A).enumerate() {
                    for (to, from) in to.chunks_mut(3).zip(vectors(chunk * CHUNK + k)) {
                        to.copy_from_slice(from.as_slice());
                    }
                }
            });
            self.gather.add(buffer, out);
        });
    }
}

/// omega_max^2 <= max over vertices of the sum over its elements of lambda_max(element, mass-scaled): every element
/// takes at most that much of the kinetic energy of its vertices, x^T K x <= sum_e lambda_e sum_(v in e) m_v |x_v|^2.
pub fn vertex_sums_bound<const A: usize>(
    stencils: &[[u32; A]],
    masses: &[f64],
    stiffness: impl Fn(usize) -> Blocks<A> + Sync,
) -> f64 {
    let mut highest = vec![0.0; stencils.len()];
    for_each_chunk(&mut highest, CHUNK, |chunk, highest| {
        for (k, highest) in highest.iter_mut().enumerate() {
            let e = chunk * CHUNK + k;
            let mut scaled = stiffness(e);
            let root = stencils[e].map(|v| masses[v as usize].sqrt());
            for a in 0..A {
                for b in a..A {
                    scaled[a][b] /= root[a] * root[b];
                }
            }
            *highest = eigenvalue_bound(&scaled);
        }
    });
    let mut per_vertex = vec![0.0; masses.len()];
    for (stencil, highest) in stencils.iter().zip(highest) {
        stencil.iter().for_each(|v| per_vertex[*v as usize] += highest);
    }
    per_vertex.into_iter().fold(0.0, f64::max)
}

impl<L: ElementLaw<A>, const A: usize> ForceTerm for Elements<L, A> {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        self.law.role()
    }

    fn elements(&self) -> usize {
        self.law.stencils().len()
    }

    fn couplings(&self, visit: &mut dyn FnMut(u32, u32)) {
        for stencil in self.law.stencils() {
            for a in 0..A {
                for b in a + 1..A {
                    visit(stencil[a], stencil[b]);
                }
            }
        }
    }

    fn searches(&self) -> bool {
        self.law.searches()
    }

    fn search(&mut self, at: &Configuration, h: f64) -> bool {
        let changed = self.law.search(at, h);
        if changed {
            self.gather = VertexGather::new(self.vertices, self.law.stencils().as_flattened());
        }
        changed
    }

    fn bind(&mut self, free: &[u32], pattern: &Pattern) {
        self.scatter = BlockScatter::new(pattern, free, self.law.stencils().as_flattened(), A);
        self.free = free.to_vec();
        self.general_scatter = OnceLock::new();
        let held = |stencils: &[[u32; A]]| stencils.as_flattened().iter().any(|v| free[*v as usize] == NOT_FREE);
        let fours = self.law.stencils().chunks(FOUR).enumerate().filter(|(_, stencils)| held(stencils));
        self.at_held = fours.map(|(k, _)| k as u32).collect();
    }

    fn energy(&self, at: &Configuration) -> f64 {
        let count = self.elements();
        sum_indexed(count.div_ceil(CHUNK), |c| self.law.energies(c * CHUNK..((c + 1) * CHUNK).min(count), at))
    }

    fn energy_rate(&self, at: &Configuration) -> f64 {
        if !self.law.time_dependent() {
            return 0.0;
        }
        let count = self.elements();
        sum_indexed(count.div_ceil(CHUNK), |c| self.law.energy_rates(c * CHUNK..((c + 1) * CHUNK).min(count), at))
    }

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.with_buffer(3 * A * self.elements(), |buffer| {
            for_each_chunk(buffer, 3 * A * CHUNK, |chunk, out| {
                let first = chunk * CHUNK;
                self.law.forces(first..first + out.len() / (3 * A), at, out);
            });
            self.gather.add(buffer, f);
        });
    }

    fn add_force_on_held(&self, at: &Configuration, f: &mut [f64]) {
        let (size, stencils) = (3 * A * FOUR, self.law.stencils());
        self.with_buffer(size * self.at_held.len(), |buffer| {
            let elements = |k: u32| FOUR * k as usize..(FOUR * (k as usize + 1)).min(stencils.len());
            for_each_chunk(buffer, size * CHUNK, |chunk, out| {
                for (four, out) in self.at_held[chunk * CHUNK..].iter().zip(out.chunks_exact_mut(size)) {
                    let elements = elements(*four);
                    self.law.forces(elements.clone(), at, &mut out[..3 * A * elements.len()]);
                }
            });
            for (four, from) in self.at_held.iter().zip(buffer.chunks_exact(size)) {
                let targets = stencils[elements(*four)].as_flattened();
                for (from, v) in from.chunks_exact(3).zip(targets) {
                    f[3 * *v as usize..][..3].iter_mut().zip(from).for_each(|(f, from)| *f += from);
                }
            }
        });
    }

    fn power(&self, at: &Configuration) -> Option<f64> {
        self.law.powers(0..0, at)?;
        let count = self.elements();
        let of = |c: usize| self.law.powers(c * CHUNK..((c + 1) * CHUNK).min(count), at);
        Some(sum_indexed(count.div_ceil(CHUNK), |c| of(c).expect("for all ranges or for none")))
    }

    fn add_force_rate(&self, at: &Configuration, out: &mut [f64]) {
        if self.law.time_dependent() {
            self.add_vectors(out, |e| self.law.force_rate(e, &self.local(e, at)));
        }
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        self.add_vectors(out, |e| self.law.force_difference(e, &self.local(e, a), &self.local(e, b)));
    }

    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]) {
        self.add_vectors(out, |e| {
            self.law.stiffness_product(e, &self.local(e, at), &gather(&self.law.stencils()[e], dx))
        });
    }

    fn add_damping_product(&self, at: &Configuration, dv: &[f64], out: &mut [f64]) {
        if self.law.damped() {
            self.add_vectors(out, |e| {
                self.law.damping_product(e, &self.local(e, at), &gather(&self.law.stencils()[e], dv))
            });
        }
    }

    fn add_tangent(&self, at: &Configuration, stiffness: f64, damping: f64, projected: bool, a: &mut BlockMatrix) {
        let damping = if self.law.damped() { damping } else { 0.0 };
        if stiffness == 0.0 && damping == 0.0 {
            return;
        }
        let size = 9 * A * (A + 1) / 2;
        self.with_buffer(size * self.elements(), |buffer| {
            for_each_chunk(buffer, size * CHUNK, |chunk, out| {
                let first = chunk * CHUNK;
                match stiffness {
                    0.0 => out.fill(0.0),
                    c => self.law.stiffnesses(first..first + out.len() / size, at, c, projected, out),
                }
                if damping != 0.0 {
                    for (k, to) in out.chunks_exact_mut(size).enumerate() {
                        if let Some(d) = self.law.damping(first + k, &self.local(first + k, at)) {
                            add_upper(&d, damping, to);
                        }
                    }
                }
            });
            self.scatter.add(buffer, a);
        });
    }

    fn tangent_is_exact(&self) -> bool {
        self.law.tangent_is_exact()
    }

    fn frames(&self) -> Option<Frames> {
        self.law.warped().then_some(Frames::Elements)
    }

    fn add_secant(&self, at: &Configuration, a: &mut BlockMatrix) -> bool {
        if self.elements() > 0 && self.law.secant(0, &self.local(0, at)).is_none() {
            return false;
        }
        let blocks = A * (A + 1) / 2;
        self.with_buffer(9 * blocks * self.elements(), |buffer| {
            for_each_chunk(buffer, 9 * blocks * CHUNK, |chunk, buffer| {
                for (k, to) in buffer.chunks_mut(9 * blocks).enumerate() {
                    let e = chunk * CHUNK + k;
                    let secant = self.law.secant(e, &self.local(e, at)).expect("all elements have one, or none");
                    write_upper(&secant, 1.0, to);
                }
            });
            self.scatter.add(buffer, a);
        });
        true
    }

    fn add_metric(&self, rest: &Configuration, stiffness: f64, damping: f64, a: &mut ScalarMatrix) -> bool {
        if self.law.role() == Role::Contact {
            return true;
        }
        // Once per world, so it need not be fast.
        let mut upper = Vec::with_capacity(A * (A + 1) / 2 * self.elements());
        for e in 0..self.elements() {
            let local = self.local(e, rest);
            let (k, d) = (self.law.metric(e, &local), self.law.damping_metric(e, &local));
            for p in 0..A {
                upper.extend((p..A).map(|q| stiffness * k[p][q] + damping * d[p][q]));
            }
        }
        self.scatter.add_scalars(&upper, a);
        true
    }

    fn contacts(&self, at: &Configuration, visit: &mut dyn FnMut(u32, Vec3, f64)) {
        if self.law.role() == Role::Contact {
            for (e, stencil) in self.law.stencils().iter().enumerate() {
                if let Some((n, k)) = self.law.contact(e, &self.local(e, at)) {
                    stencil.iter().for_each(|v| visit(*v, n, k));
                }
            }
        }
    }

    fn damped(&self) -> bool {
        self.law.damped()
    }

    fn time_dependent(&self) -> bool {
        self.law.time_dependent()
    }

    fn frequency_bound(&self, at: &Configuration, masses: &[f64]) -> f64 {
        // The projected stiffness bounds the true one from above, and the bound then sees no negative eigenvalues.
        vertex_sums_bound(self.law.stencils(), masses, |e| self.law.projected_stiffness(e, &self.local(e, at)))
    }

    fn stress_values(&self) -> usize {
        self.law.stress_values() * self.elements()
    }

    fn add_mean_force(&self, step: &Span, f: &mut [f64]) {
        self.add_vectors(f, |e| self.law.mean_force(e, &self.between(e, step)));
    }

    fn write_mean_stresses(&self, step: &Span, change: Option<&[f64]>, out: &mut [f64]) {
        let values = self.law.stress_values();
        if values == 0 {
            return;
        }
        for_each_chunk(out, values * CHUNK, |chunk, out| {
            for (k, out) in out.chunks_mut(values).enumerate() {
                let e = chunk * CHUNK + k;
                let change = change.map_or([Vec3::zeros(); A], |d| gather(&self.law.stencils()[e], d));
                self.law.mean_stress(e, &self.between(e, step), &change, out);
            }
        });
    }

    fn add_mean_tangent(&self, step: &Span, c: f64, stresses: &[f64], a: &mut GeneralMatrix) -> bool {
        self.with_buffer(9 * A * A * self.elements(), |buffer| {
            for_each_chunk(buffer, 9 * A * A * CHUNK, |chunk, buffer| {
                for (k, to) in buffer.chunks_mut(9 * A * A).enumerate() {
                    let e = chunk * CHUNK + k;
                    let blocks = self.law.mean_stiffness(e, &self.between(e, step), self.stress_of(e, stresses));
                    write_all(&blocks, c, to);
                }
            });
            let scatter = self
                .general_scatter
                .get_or_init(|| GeneralScatter::new(a.pattern(), &self.free, self.law.stencils().as_flattened(), A));
            scatter.add(buffer, a);
        });
        true
    }

    fn add_symmetric_mean_tangent(&self, step: &Span, c: f64, stresses: &[f64], projected: bool, a: &mut BlockMatrix) {
        let blocks = A * (A + 1) / 2;
        self.with_buffer(9 * blocks * self.elements(), |buffer| {
            for_each_chunk(buffer, 9 * blocks * CHUNK, |chunk, buffer| {
                for (k, to) in buffer.chunks_mut(9 * blocks).enumerate() {
                    let e = chunk * CHUNK + k;
                    let (at, stress) = (self.between(e, step), self.stress_of(e, stresses));
                    let blocks = match projected {
                        true => self.law.symmetric_mean_stiffness(e, &at, stress),
                        false => self.law.mean_stiffness(e, &at, stress),
                    };
                    write_upper(&blocks, c, to);
                }
            });
            self.scatter.add(buffer, a);
        });
    }

    fn add_strain_rate_force(&self, at: &Configuration, f: &mut [f64]) {
        if self.law.stress_values() > 0 {
            self.add_vectors(f, |e| {
                let local = self.local(e, at);
                self.law.strain_metric(e, &local).map_or([Vec3::zeros(); A], |c| symmetric_product(&c, &local.v))
            });
        }
    }

    fn add_strain_metric(&self, at: &Configuration, c: f64, a: &mut BlockMatrix) {
        if self.law.stress_values() == 0 {
            return;
        }
        let blocks = A * (A + 1) / 2;
        self.with_buffer(9 * blocks * self.elements(), |buffer| {
            for_each_chunk(buffer, 9 * blocks * CHUNK, |chunk, buffer| {
                for (k, to) in buffer.chunks_mut(9 * blocks).enumerate() {
                    let e = chunk * CHUNK + k;
                    match self.law.strain_metric(e, &self.local(e, at)) {
                        Some(blocks) => write_upper(&blocks, c, to),
                        None => to.fill(0.0),
                    }
                }
            });
            self.scatter.add(buffer, a);
        });
    }

    fn squared_turn_rates(&self, at: &Configuration) -> Option<f64> {
        let of = |e: usize| self.law.turn_rate(e, &self.local(e, at));
        (self.elements() > 0 && of(0).is_some()).then(|| sum_indexed(self.elements(), |e| of(e).unwrap_or(0.0).powi(2)))
    }

    fn inside_out(&self, step: &Span) -> usize {
        sum_indexed(self.elements(), |e| f64::from(self.law.inside_out(e, &self.between(e, step)))) as usize
    }

    fn remembers(&self) -> bool {
        self.law.remembers()
    }

    fn flow(&mut self, at: &Configuration) -> f64 {
        self.law.flow(at)
    }

    fn save_memory(&self, out: &mut Vec<f64>) {
        self.law.save_memory(out);
    }

    fn restore_memory(&mut self, memory: &[f64]) -> usize {
        self.law.restore_memory(memory)
    }

    fn element_vertices(&self, e: usize) -> &[u32] {
        &self.law.stencils()[e]
    }

    fn element_gauges(&self, at: &Configuration, gauge: Gauge, out: &mut Vec<f64>) {
        if self.elements() == 0 || self.law.gauge(0, &self.local(0, at), gauge).is_none() {
            return;
        }
        let first = out.len();
        out.resize(first + self.elements(), 0.0);
        for_each_chunk(&mut out[first..], CHUNK, |chunk, out| {
            let first = chunk * CHUNK;
            self.law.gauges(first..first + out.len(), at, gauge, out);
        });
    }
}
