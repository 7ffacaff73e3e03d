//! One kind of force acting on the vertices: springs, solids, gravity, wind, damping, contact.
//!
//! Terms see *all* vertices, held ones included; [`World`](super::World) restricts to the free ones. Signs:
//! f = -dV/dx, K = -df/dx, D = -df/dv.

use sinew_math::sparse::{BlockMatrix, GeneralMatrix, Pattern, ScalarMatrix};

use super::Vec3;
use super::gauge::Gauge;
use super::mean::Span;

/// Time, positions and velocities of all vertices, three values a vertex.
#[derive(Debug, Clone, Copy)]
pub struct Configuration<'a> {
    /// Time in seconds.
    pub t: f64,
    /// Positions of all vertices.
    pub x: &'a [f64],
    /// Velocities of all vertices.
    pub v: &'a [f64],
}

/// Which column of the ledger a term belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Has a potential, counted as elastic energy.
    Elastic,
    /// Has a potential, counted as external energy (gravity, constant loads).
    External,
    /// Has a potential, counted as contact energy.
    Contact,
    /// No potential; takes energy out (`dissipated`).
    Damping,
    /// No potential; its work is `injected` (wind, time-varying loads).
    Driven,
}

impl Role {
    /// Whether the force is the negative gradient of the term's energy (but for a [defect](ForceTerm::has_defect)).
    pub fn has_potential(self) -> bool {
        matches!(self, Role::Elastic | Role::External | Role::Contact)
    }
}

/// Where the frames of stiffness warping sit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frames {
    /// One rotation per element.
    Elements,
    /// One rotation per vertex.
    Vertices,
}

/// A force on all vertices, with its energy and derivatives. All `add_*` functions add to their output.
pub trait ForceTerm: Send + Sync {
    /// Name for messages and tables, e.g. `beam: neo-hookean tets`.
    fn name(&self) -> &str;

    /// Column of the ledger.
    fn role(&self) -> Role;

    /// Number of elements (springs, tets, loaded vertices).
    fn elements(&self) -> usize;

    /// Calls `visit(i, j)` for each pair of different vertices that the tangent couples.
    fn couplings(&self, visit: &mut dyn FnMut(u32, u32));

    /// Whether the elements change with the motion, as in contact of bodies. Such couplings make no piece of two.
    fn searches(&self) -> bool {
        false
    }

    /// Looks for what may act within a step of size h from `at`. True if the elements are others now: `couplings` has to be
    /// asked and `bind` to be called again.
    fn search(&mut self, at: &Configuration, h: f64) -> bool {
        let _ = (at, h);
        false
    }

    /// Called when the pattern of the free vertices is known: `free[v]` is v's row or `NOT_FREE`.
    fn bind(&mut self, free: &[u32], pattern: &Pattern);

    /// Potential energy; zero for terms without one.
    fn energy(&self, at: &Configuration) -> f64 {
        let _ = at;
        0.0
    }

    /// Whether part of the force is no gradient of the energy, though the term's role has a potential.
    fn has_defect(&self) -> bool {
        false
    }

    /// out += f + dV/dx, the part of the force that is no gradient; its work is `injected`.
    fn add_defect(&self, at: &Configuration, out: &mut [f64]) {
        let _ = (at, out);
    }

    /// dV/dt at fixed positions: what a moving obstacle or attachment puts in. For damping against a moving support:
    /// the power f . v_support, which is `injected`, while -f . (v - v_support) is `dissipated`.
    fn energy_rate(&self, at: &Configuration) -> f64 {
        let _ = at;
        0.0
    }

    /// f += force
    fn add_force(&self, at: &Configuration, f: &mut [f64]);

    /// f += force, on the held vertices at least: what the others get is of no use. Overridden where that costs less.
    fn add_force_on_held(&self, at: &Configuration, f: &mut [f64]) {
        self.add_force(at, f);
    }

    /// Force times velocity over all vertices, where it is known without the forces.
    fn power(&self, at: &Configuration) -> Option<f64> {
        let _ = at;
        None
    }

    /// out += df/dt at fixed x and v.
    fn add_force_rate(&self, at: &Configuration, out: &mut [f64]) {
        let _ = (at, out);
    }

    /// out += f(b) - f(a), formed element by element so that close states do not cancel.
    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]);

    /// out += K dx with the true tangent (the symmetric part is not enough where K is not symmetric).
    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]);

    /// out += D dv
    fn add_damping_product(&self, at: &Configuration, dv: &[f64], out: &mut [f64]) {
        let _ = (at, dv, out);
    }

    /// a += stiffness K + damping D on the free vertices; symmetric (terms with an unsymmetric K add its usual
    /// symmetric stand-in and say so). `projected`: each element's K made positive semidefinite.
    fn add_tangent(&self, at: &Configuration, stiffness: f64, damping: f64, projected: bool, a: &mut BlockMatrix);

    /// Whether the assembled tangent is the true one: K and D as in the products, hence symmetric.
    fn tangent_is_exact(&self) -> bool {
        true
    }

    /// The frames in which the force is linear, if it is stiffness warping.
    fn frames(&self) -> Option<Frames> {
        None
    }

    /// Writes the rotation from rest of each vertex with an element, nine values (by columns) a vertex; for frames at
    /// vertices.
    fn write_rotations(&self, at: &Configuration, out: &mut [f64]) {
        let _ = (at, out);
    }

    /// a += S(x) with f = -S x, if there is such a stiffness (force over length of springs); false otherwise.
    fn add_secant(&self, at: &Configuration, a: &mut BlockMatrix) -> bool {
        let _ = (at, a);
        false
    }

    /// a += stiffness L + damping E on the free vertices: constant scalars that stand for K and D at any state, as
    /// local/global solvers need them. `rest` is the rest shape. False if there are none; forces that are not stiff (loads)
    /// and contact, whose stiffness comes and goes, add nothing.
    fn add_metric(&self, rest: &Configuration, stiffness: f64, damping: f64, a: &mut ScalarMatrix) -> bool {
        let _ = (rest, stiffness, damping, a);
        false
    }

    /// Calls `visit(vertex, n, k)` for each vertex in contact: its stiffness is at most k n n^T. Only for contact.
    fn contacts(&self, at: &Configuration, visit: &mut dyn FnMut(u32, Vec3, f64)) {
        let _ = (at, visit);
    }

    /// Whether the force depends on velocity.
    fn damped(&self) -> bool {
        false
    }

    /// Whether the force depends on time at fixed x and v.
    fn time_dependent(&self) -> bool {
        false
    }

    /// An upper bound on the eigenvalues of this term's element stiffness relative to the lumped masses, summed so that
    /// adding the bounds of all terms bounds omega_max^2 (1/s^2). `masses` are of all vertices; held ones are infinite.
    fn frequency_bound(&self, at: &Configuration, masses: &[f64]) -> f64 {
        let _ = (at, masses);
        0.0
    }

    /// Values of stress that a mixed Newton iteration carries for this term.
    fn stress_values(&self) -> usize {
        0
    }

    /// f += the mean force over a step. With a potential it does the work -(V_1 - V_0) exactly, where the term can; the
    /// force in the middle of the step unless overridden.
    fn add_mean_force(&self, step: &Span, f: &mut [f64]) {
        self.add_force(&step.middle, f);
    }

    /// The stresses of the mean force, changed to first order by displacements of the end.
    fn write_mean_stresses(&self, step: &Span, change: Option<&[f64]>, out: &mut [f64]) {
        let _ = (step, change, out);
    }

    /// a += c times -d(mean force)/dx_1, with the given stresses in its geometric part. False, and nothing added, where the
    /// symmetric one is all there is.
    fn add_mean_tangent(&self, step: &Span, c: f64, stresses: &[f64], a: &mut GeneralMatrix) -> bool {
        let _ = (step, c, stresses, a);
        false
    }

    /// The same with a symmetric matrix in its place; `projected`: a positive semidefinite one.
    fn add_symmetric_mean_tangent(&self, step: &Span, c: f64, stresses: &[f64], projected: bool, a: &mut BlockMatrix) {
        let _ = stresses;
        self.add_tangent(&step.middle, 0.5 * c, c / step.duration(), projected, a);
    }

    /// f += sum of vol B^T D_0 B v: a viscous force with the sign of v, zero for rigid motion. Nothing for terms without strain.
    fn add_strain_rate_force(&self, at: &Configuration, f: &mut [f64]) {
        let _ = (at, f);
    }

    /// a += c times the matrix of it.
    fn add_strain_metric(&self, at: &Configuration, c: f64, a: &mut BlockMatrix) {
        let _ = (at, c, a);
    }

    /// Sum over the elements of the squared rate at which they turn, in (rad/s)^2; none for terms without strain.
    fn squared_turn_rates(&self, at: &Configuration) -> Option<f64> {
        let _ = at;
        None
    }

    /// Number of elements that had to do without strains because they are inside out at an end of the step.
    fn inside_out(&self, step: &Span) -> usize {
        let _ = step;
        0
    }

    /// Whether the force depends on the past: rest lengths that flow.
    fn remembers(&self) -> bool {
        false
    }

    /// An accepted substep ended here: what flows does so now. Returns the energy in joules that it took.
    fn flow(&mut self, at: &Configuration) -> f64 {
        let _ = at;
        0.0
    }

    /// Appends what is remembered, for checkpoints and for steps that are given up.
    fn save_memory(&self, out: &mut Vec<f64>) {
        let _ = out;
    }

    /// Takes it back from the start of `memory`; returns how many values that were.
    fn restore_memory(&mut self, memory: &[f64]) -> usize {
        let _ = memory;
        0
    }

    /// Vertices of element e, to find the element in a mesh; empty for terms without elements of their own.
    fn element_vertices(&self, e: usize) -> &[u32] {
        let _ = e;
        &[]
    }

    /// Appends one number per element for pictures and files, or nothing where it makes no sense.
    fn element_gauges(&self, at: &Configuration, gauge: Gauge, out: &mut Vec<f64>) {
        let _ = (at, gauge, out);
    }
}
