//! Mean forces over a step from x_0 to x_1: discrete gradients.
//!
//! A mean force g with  g . (x_1 - x_0) = -(V_1 - V_0)  and the step  x_1 - x_0 = h (v_0 + v_1)/2,  M (v_1 - v_0) = h g  keeps
//! kinetic + V exactly: the change of the kinetic energy is M (v_1 - v_0) . (v_0 + v_1)/2 = g . (x_1 - x_0). Forces that act
//! along the mean of a distance, or with a stress on the mean of two deformation gradients, have no torque about
//! x_m = (x_0 + x_1)/2 either, and angular momentum is kept. Loads and damping take the force at (t_m, x_m, (x_1 - x_0)/h):
//! their work over the step is then booked exactly, and damping never adds energy. [simo1992], [gonzalez1996]
//!
//! Here: what a term and an element see of a step, and the fallback for laws without a closed form,
//! g = f(x_m) + kappa d with d the displacements less their mean.

use sinew_math::sparse::{BlockMatrix, GeneralMatrix};

use super::elements::{Blocks, ElementLaw, Local};
use super::{Configuration, Flow, State, Vec3};

/// Both ends of a step and its middle, for all vertices.
#[derive(Debug, Clone, Copy)]
pub struct Span<'a> {
    /// Times of the ends.
    pub t: [f64; 2],
    /// Positions at the ends.
    pub x: [&'a [f64]; 2],
    /// t_m, x_m and (x_1 - x_0)/h.
    pub middle: Configuration<'a>,
}

impl Span<'_> {
    /// h
    pub fn duration(&self) -> f64 {
        self.t[1] - self.t[0]
    }
}

/// The vertices of one element at both ends of a step.
#[derive(Debug, Clone, Copy)]
pub struct Between<const A: usize> {
    /// Times of the ends.
    pub t: [f64; 2],
    /// Positions at the ends.
    pub x: [[Vec3; A]; 2],
}

impl<const A: usize> Between<A> {
    /// t_m, x_m and (x_1 - x_0)/h
    pub fn middle(&self) -> Local<A> {
        let [from, to] = &self.x;
        let rate = 1.0 / (self.t[1] - self.t[0]);
        Local {
            t: 0.5 * (self.t[0] + self.t[1]),
            x: std::array::from_fn(|a| (from[a] + to[a]) * 0.5),
            v: std::array::from_fn(|a| (to[a] - from[a]) * rate),
        }
    }

    /// The end k with the mean velocities.
    pub fn end(&self, k: usize) -> Local<A> {
        Local { t: self.t[k], x: self.x[k], ..self.middle() }
    }
}

/// The mean force of a law without a closed form: exact in energy and linear momentum.
pub fn mean_force<L: ElementLaw<A> + ?Sized, const A: usize>(law: &L, e: usize, at: &Between<A>) -> [Vec3; A] {
    let middle = at.middle();
    let mut f = law.force(e, &middle);
    if !law.role().has_potential() || law.time_dependent() {
        return f;
    }
    let [before, after] = [0, 1].map(|k| law.energy(e, &at.end(k)));
    let dx: [Vec3; A] = std::array::from_fn(|a| at.x[1][a] - at.x[0][a]);
    let mean = if A > 1 { dx.iter().sum::<Vec3>() / A as f64 } else { Vec3::zeros() };
    let work: f64 = f.iter().zip(&dx).map(|(f, d)| f.dot(d)).sum();
    let missing = before - after - work;
    let size: f64 = dx.iter().map(|d| (d - mean).norm_squared()).sum();
    // What rounding of the energies explains is no correction.
    if missing.abs() > 8.0 * f64::EPSILON * (before.abs() + after.abs()) && missing.is_finite() && size > 0.0 {
        f.iter_mut().zip(&dx).for_each(|(f, d)| *f += (d - mean) * (missing / size));
    }
    f
}

/// K(middle)/2 + D(middle)/h, all blocks.
pub fn middle_stiffness<L: ElementLaw<A> + ?Sized, const A: usize>(
    law: &L,
    e: usize,
    at: &Between<A>,
    projected: bool,
) -> Blocks<A> {
    let middle = at.middle();
    let k = if projected { law.projected_stiffness(e, &middle) } else { law.stiffness(e, &middle) };
    let d = law.damping(e, &middle);
    let rate = 1.0 / (at.t[1] - at.t[0]);
    let upper = |a: usize, b: usize| k[a][b] * 0.5 + d.as_ref().map_or_else(Default::default, |d| d[a][b] * rate);
    std::array::from_fn(|a| std::array::from_fn(|b| if a <= b { upper(a, b) } else { upper(b, a).transpose() }))
}

/// A system with mean forces over a step from `from` to `to` (their times differ by h); velocities of the states are not
/// looked at, but for those of scripted vertices. What carries stresses is the caller's.
pub trait DiscreteGradient {
    /// Length of the stresses that a mixed Newton iteration carries.
    fn stress_values(&self) -> usize;

    /// The mean of all forces.
    fn mean_force(&self, from: &State, to: &State, f: &mut [f64]);

    /// The stresses of the mean force, changed to first order by displacements d of the end.
    fn mean_stresses(&self, from: &State, to: &State, d: Option<&[f64]>, out: &mut [f64]);

    /// a += c times -d(mean force)/dx_1 with these stresses in its geometric part.
    fn add_mean_tangent(&self, from: &State, to: &State, c: f64, stresses: &[f64], a: &mut GeneralMatrix);

    /// a += c times its symmetric positive semidefinite stand-in.
    fn add_symmetric_mean_tangent(&self, from: &State, to: &State, c: f64, stresses: &[f64], a: &mut BlockMatrix);

    /// The stresses at one state, changed to first order by displacements d.
    fn stresses(&self, s: &State, d: Option<&[f64]>, out: &mut [f64]);

    /// a += K + damping D at one state, with the given stresses in the geometric part of K; `projected`: positive semidefinite.
    fn add_mixed_tangent(&self, s: &State, damping: f64, stresses: &[f64], projected: bool, a: &mut BlockMatrix);

    /// What damping took and what scripts, loads and winds gave over the step, exactly.
    fn mean_flow(&self, from: &State, to: &State) -> Flow;

    /// The same of a step whose forces were those at its end, with the velocities (x_1 - x_0)/h: each times the way of what it acts on.
    /// `missing` is M (v_1 - v_0)/h less these forces, zero where the step was solved.
    fn end_flow(&self, from: &State, to: &State, missing: &[f64]) -> Flow;

    /// out = sum of vol B^T D_0 B v over all elements, scripted vertices included: the force of a viscosity that no rigid
    /// motion feels.
    fn strain_rate_force(&self, s: &State, out: &mut [f64]);

    /// a += c times the matrix of it.
    fn add_strain_metric(&self, s: &State, c: f64, a: &mut BlockMatrix);

    /// Root mean square over all elements of the rate at which they turn, in rad/s.
    fn turn_rate(&self, s: &State) -> f64;

    /// Elements that had to do without strains because they are inside out at an end.
    fn inside_out(&self, from: &State, to: &State) -> usize;
}
