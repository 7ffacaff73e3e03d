//! The mixed Newton iteration for a step with mean forces g(x_0, x_1).
//!
//! With u = x_1 - x_0, the inertia of the scheme (M, or M with fitted modes) and r in newtons,
//!
//!   r(u) = 2/h^2 inertia(u) - g(x_0, x_0 + u),     A d = -r,     A = 2/h^2 M + 1/2 geo(Lambda) + B_m^T Dbar B_1,
//!
//! Newton's method whose geometric stiffness does not come from the stress at the iterate, which is far off where
//! stiff elements have been stretched by a first guess, but from the stress Lambda that the last linear step foresaw:
//! the elements' stresses are unknowns of their own that follow S(x_1) + dS[d]. The number of iterations then does not
//! depend on stiffness, and no line search is needed. The residual is that of x alone, so the solution is the same.
//!
//! A is slightly unsymmetric. Its symmetric stand-in (B_m on both sides, no negative parts) contracts by about half the angle
//! by which elements turn in the step, if it belongs to the present iterate; one of an earlier iterate or step does as
//! long as little turns or little is stiff. So there are two ways, and a step takes the one that served the last ones
//! ([`way`](super::way)):
//! - *near*: the symmetric factor at hand as long as it contracts fast enough, else a new one at the present iterate. It ends
//!   by two measures, the size of the steps and what the residual could do to inertia alone, since a factor that is too stiff
//!   makes small steps;
//! - *exact*: GMRES with the exact A, and the last symmetric factor that was good enough before it. Four or five
//!   iterations at any stiffness, turn or not. Where it goes in circles (cloth that buckles) it is given up early
//!   ([`circling`](super::circling)), if the system is so large that iterations are dear.

use std::collections::BTreeMap;

use sinew_math::parallel::{axpy, dot, max_abs, sum_indexed};
use sinew_math::solve::{GmresReport, SolveError};

use super::circling::Circling;
use super::exact::Exact;
use super::inertia::{Inertia, PlainInertia};
use super::options::{Iteration, MeanNewtonOptions};
use super::tangle::tangled;
use super::way::Way;
use crate::integrators::Work;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::mechanics::{DiscreteGradient, Mass, MechanicalSystem, State, StepError};

/// The driver with everything it keeps between steps.
pub struct MeanNewton {
    options: MeanNewtonOptions,
    matrix: StepMatrix,
    exact: Exact,
    /// The step for which the factor at hand was made, if the last step ended well with it.
    factor_step: Option<f64>,
    /// Values of a matrix that was saved and is to be factorized.
    saved: Option<Vec<f64>>,
    way: Way,
    stresses: Vec<f64>,
    /// The iterate before the last step, and the step, from which the stresses follow. Not at the start, nor after a step
    /// with an older factor: what that leaves of a stiff element's strain is no forecast of its stress, and a stress
    /// too large by the stiffness makes the next matrix so stiff that the iteration seems to have ended.
    moved: bool,
    previous: State,
    foreseen: Vec<f64>,
    displacement: Vec<f64>,
    end: State,
    residual: Vec<f64>,
    force: Vec<f64>,
    step: Vec<f64>,
    correction: Vec<f64>,
    product: Vec<f64>,
    /// Row sums of M.
    masses: Vec<f64>,
    iterations: u64,
}

fn norm(mass: &Mass, x: &[f64], scratch: &mut [f64]) -> f64 {
    mass.apply(x, scratch);
    dot(x, scratch).sqrt()
}

/// What a residual could do at most, where nothing but inertia is in its way: h^2/2 |M^-1 r|_M. It bounds what a factor that is
/// too stiff (of elements that have turned since, of contact that is no more) hides from the size of its steps.
fn reach(r: &[f64], masses: &[f64], h: f64) -> f64 {
    let of = |i: usize| r[3 * i..3 * i + 3].iter().map(|r| r * r).sum::<f64>() / masses[i];
    0.5 * h * h * sum_indexed(masses.len(), of).sqrt()
}

/// Times that what GMRES left of the last direction is solved for: 1e-7 of 1e-7 is rounding.
const REFINEMENTS: usize = 2;
/// Iterations of GMRES after which a new factor is the better buy.
const KRYLOV: u64 = 12;
/// A kept factor may need so many more iterations before a new one is cheaper.
const PATIENCE: i32 = 6;
/// New factors in a step after which the exact matrix is the better buy.
const FACTORS: u32 = 2;

impl MeanNewton {
    /// Nothing is allocated before the first step.
    pub fn new(options: MeanNewtonOptions) -> Self {
        let matrix = StepMatrix::new(options.solver.lasting(options.solver_tolerance));
        Self {
            exact: Exact::new(options.iteration == Iteration::Lu),
            options,
            matrix,
            factor_step: None,
            saved: None,
            way: Way::default(),
            stresses: Vec::new(),
            moved: false,
            previous: State::default(),
            foreseen: Vec::new(),
            displacement: Vec::new(),
            end: State::default(),
            residual: Vec::new(),
            force: Vec::new(),
            step: Vec::new(),
            correction: Vec::new(),
            product: Vec::new(),
            masses: Vec::new(),
            iterations: 0,
        }
    }

    /// u of the last solve.
    pub fn displacement(&self) -> &[f64] {
        &self.displacement
    }

    /// The mean force of the last solve, at its last but one iterate.
    pub fn force(&self) -> &[f64] {
        &self.force
    }

    /// Sees to it that a factor is at hand: the last one if it was good, else that of the start of the step.
    pub fn prepare(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        from: &State,
        h: f64,
    ) -> Result<(), StepError> {
        self.take_up(system, from, h)?;
        if self.factor_step == Some(h) && self.matrix.factored() {
            return Ok(());
        }
        self.fit(from.x.len(), gradient.stress_values());
        self.begin(from, h);
        self.stress(gradient, from);
        self.renew(system, gradient, &mut PlainInertia(&mut Vec::new()), from, h)?;
        self.factor_step = self.matrix.factored().then_some(h);
        Ok(())
    }

    /// The matrix at hand, for what else can use its factor.
    pub fn matrix(&mut self) -> &mut StepMatrix {
        &mut self.matrix
    }

    /// The state was changed from outside: a factor that was good may be so no longer.
    pub fn forget(&mut self) {
        self.factor_step = None;
        self.saved = None;
    }

    /// Forgets which way served the last steps, too: what follows does not depend on what was run before.
    pub fn restart(&mut self) {
        self.forget();
        self.way = Way::default();
    }

    /// Writes what is needed to go on with the same bits: the matrix whose factor is at hand, and which way comes next.
    pub fn save(&self, arrays: &mut BTreeMap<String, Vec<f64>>) {
        let [exact, next] = self.way.memory();
        arrays.insert("newton".into(), vec![self.factor_step.unwrap_or(0.0), exact, next]);
        if self.factor_step.is_some() {
            arrays.insert("newton_matrix".into(), self.matrix.matrix().values().to_vec());
        }
    }

    /// Takes up what was saved; a matrix is factorized when it is first needed.
    pub fn restore(&mut self, arrays: &BTreeMap<String, Vec<f64>>) {
        self.restart();
        if let Some([step, exact, next]) = arrays.get("newton").map(Vec::as_slice) {
            self.way = Way::from_memory([*exact, *next]);
            self.factor_step = (*step > 0.0).then_some(*step);
            self.saved = arrays.get("newton_matrix").cloned();
        }
    }

    /// Factorizes a matrix that was saved. Before a matrix is made, its solver learns how stiff the system is for this step.
    fn take_up(&mut self, system: &dyn MechanicalSystem, from: &State, h: f64) -> Result<(), StepError> {
        // 2/h^2 M + K/2
        self.matrix.expect(system.pattern(), || 1.0 + 0.25 * (h * system.frequency_bound(from)).powi(2));
        let Some(values) = self.saved.take() else { return Ok(()) };
        if values.len() != 9 * system.pattern().blocks() {
            self.factor_step = None;
            return Ok(());
        }
        self.matrix.write(system.pattern(), |a| a.values_mut().copy_from_slice(&values))?;
        self.matrix.factorize().map_err(step_error)
    }

    /// Solves a step of size h from `from`.
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        inertia: &mut dyn Inertia,
        from: &State,
        h: f64,
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.iterations = 0;
        let result = self.iterate(system, gradient, inertia, from, h, work);
        work.newton_iterations += self.iterations;
        self.matrix.charge(work);
        if result.is_err() {
            self.factor_step = None;
        }
        result
    }

    fn iterate(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        inertia: &mut dyn Inertia,
        from: &State,
        h: f64,
        work: &mut Work,
    ) -> Result<(), StepError> {
        self.take_up(system, from, h)?;
        let n = from.x.len();
        self.fit(n, gradient.stress_values());
        self.begin(from, h);
        let mass = system.mass();
        if self.masses.len() != n / 3 {
            self.masses = mass.vertex_masses();
        }
        let travel = h * norm(mass, &from.v, &mut self.product);
        // Equilibria are no reason to iterate below the rounding of the coordinates.
        let floor = 1e-14 * system.element_size() * mass.total().sqrt();

        let mut exact = self.way.begin(self.options.iteration);
        let mut last: Option<[f64; 2]> = None;
        let mut usable = self.factor_step == Some(h) && self.matrix.factored();
        let mut fresh = 0;
        let mut circling = Circling::default();
        let patient = self.options.affords_all(n);
        for iteration in 0..self.options.max_iterations {
            self.iterations += 1;
            self.evaluate(system, gradient, inertia, from, h)?;
            let length = norm(mass, &self.displacement, &mut self.product) + travel;
            let limit = (self.options.tolerance * length).max(floor);
            let reach = reach(&self.residual, &self.masses, h);
            let ratio = |size: f64| last.map_or(f64::INFINITY, |[last, _]| size / last);
            // Whether this step and the last are by the same factor, and whether GMRES came to its end.
            let (mut kept, mut solved) = (false, true);
            if exact {
                (usable, solved) = self.exact_direction(system, gradient, inertia, from, h, usable, work)?;
            } else {
                // The factor at hand, if it is good enough.
                if usable {
                    self.direction(inertia).map_err(step_error)?;
                    let size = norm(mass, &self.step, &mut self.product);
                    let theta = ratio(size);
                    kept = iteration == 0 && size.is_finite() || theta < 1.0 && size * theta.powi(PATIENCE) <= limit;
                }
                if !kept {
                    self.stress(gradient, from);
                    self.renew(system, gradient, inertia, from, h)?;
                    self.direction(inertia).map_err(step_error)?;
                    (usable, fresh) = (true, fresh + 1);
                }
            }
            let mut size = norm(mass, &self.step, &mut self.product);
            if !size.is_finite() {
                return Err(StepError::NonFinite { free_vertex: 0 });
            }
            let theta = ratio(size);
            self.moved = exact || fresh > 0;
            let left = |size: f64, theta: f64| if theta < 0.5 { size * theta / (1.0 - theta) } else { size };
            let rounding = size <= 1e-7 * length && self.at_rounding(exact, size, floor);
            let done = if exact {
                // What the equations are off by does this work over the step: where things are stiff, a tiny step is much energy.
                let missing = left(dot(&self.residual, &self.displacement).abs(), theta);
                left(size, theta) <= limit && missing <= self.options.tolerance * (length / h).powi(2)
                    || left(size, theta) <= floor
                    || theta >= 0.5 && rounding
            } else {
                // A step that is small because its factor is too stiff is not the last one.
                let hidden = left(reach, last.map_or(f64::INFINITY, |[_, last]| reach / last));
                let stuck = rounding && self.options.iteration == Iteration::Symmetric;
                reach <= limit || kept && left(size, theta) <= limit && (hidden <= limit || stuck)
            };
            if done {
                if exact {
                    self.refine(inertia, h, limit, work)?;
                }
                self.advance(from, 1.0);
                self.factor_step = (self.matrix.factored() && usable).then_some(h);
                if !exact {
                    self.way.near_served();
                }
                return Ok(());
            }
            if iteration > 2 && last.is_some() && theta > 2.0 && size > 0.1 * length {
                break;
            }
            if exact && last.is_some() {
                let left = self.options.max_iterations - iteration - 1;
                let circles = circling.hear(theta, size / length, solved, left);
                if circles && !patient || circling.long() && tangled(system, from) {
                    break;
                }
            }
            if !exact && self.options.iteration == Iteration::Auto && fresh >= FACTORS {
                // From the start: where the near way has got to, stiff elements may be stretched beyond any forecast.
                (exact, last) = (true, None);
                self.way.near_failed();
                self.begin(from, h);
                continue;
            }
            let share = if size > 10.0 * length.max(floor) && last.is_some() { 0.5 } else { 1.0 };
            size *= share;
            self.advance(from, share);
            last = Some([size, reach]);
        }
        Err(StepError::NewtonStalled { iterations: self.iterations as usize, residual: max_abs(&self.residual) })
    }

    fn fit(&mut self, n: usize, stresses: usize) {
        for buffer in [
            &mut self.displacement,
            &mut self.residual,
            &mut self.force,
            &mut self.step,
            &mut self.correction,
            &mut self.foreseen,
            &mut self.product,
        ] {
            buffer.resize(n, 0.0);
        }
        self.stresses.resize(stresses, 0.0);
    }

    /// u = 0
    fn begin(&mut self, from: &State, h: f64) {
        self.displacement.fill(0.0);
        self.end.copy_from(from);
        self.end.t = from.t + h;
        self.moved = false;
    }

    /// u += share d; the stresses are due to follow.
    fn advance(&mut self, from: &State, share: f64) {
        self.previous.copy_from(&self.end);
        if share != 1.0 {
            self.step.iter_mut().for_each(|d| *d *= share);
        }
        for i in 0..self.step.len() {
            self.displacement[i] += self.step[i];
            self.end.x[i] = from.x[i] + self.displacement[i];
        }
        self.foreseen.copy_from_slice(&self.step);
    }

    /// r = 2/h^2 inertia(u) - g
    fn evaluate(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        inertia: &mut dyn Inertia,
        from: &State,
        h: f64,
    ) -> Result<(), StepError> {
        if system.interrupted() {
            return Err(StepError::Interrupted);
        }
        inertia.apply(system.mass(), &self.displacement, &from.v, h, &mut self.residual);
        gradient.mean_force(from, &self.end, &mut self.force);
        let scale = 2.0 / (h * h);
        for (r, f) in self.residual.iter_mut().zip(&self.force) {
            *r = scale * *r - f;
        }
        match self.residual.iter().position(|r| !r.is_finite()) {
            Some(i) => Err(StepError::NonFinite { free_vertex: i / 3 }),
            None => Ok(()),
        }
    }

    /// d = -A^-1 r with the factor at hand.
    fn direction(&mut self, inertia: &mut dyn Inertia) -> Result<(), SolveError> {
        self.step.fill(0.0);
        self.matrix.solve(&self.residual, &mut self.step)?;
        inertia.correct(&mut self.step);
        self.step.iter_mut().for_each(|d| *d = -*d);
        Ok(())
    }

    /// The stresses that the last step foresaw, or those of the start.
    fn stress(&mut self, gradient: &dyn DiscreteGradient, from: &State) {
        let Self { stresses, end, previous, foreseen, moved, .. } = self;
        if *moved {
            return gradient.mean_stresses(from, previous, Some(foreseen), stresses);
        }
        previous.copy_from(from);
        previous.t = end.t;
        gradient.mean_stresses(from, previous, None, stresses);
    }

    /// A new symmetric factor at the iterate, with the stresses as they are.
    fn renew(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        inertia: &mut dyn Inertia,
        from: &State,
        h: f64,
    ) -> Result<(), StepError> {
        let Self { matrix, stresses, end, .. } = self;
        let scale = 2.0 / (h * h);
        matrix.write(system.pattern(), |b| {
            b.set_zero();
            system.mass().add_to(scale, b);
            gradient.add_symmetric_mean_tangent(from, end, 1.0, stresses, b);
        })?;
        matrix.factorize().map_err(step_error)?;
        inertia.renew(matrix, scale).map_err(step_error)
    }

    /// d with the exact matrix at the iterate; whether the symmetric factor is still good enough for the next one, and whether it was
    /// good enough for this.
    #[allow(clippy::too_many_arguments)]
    fn exact_direction(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        inertia: &mut dyn Inertia,
        from: &State,
        h: f64,
        usable: bool,
        work: &mut Work,
    ) -> Result<(bool, bool), StepError> {
        self.stress(gradient, from);
        let scale = 2.0 / (h * h);
        let by_lu = self.options.iteration == Iteration::Lu;
        self.exact.assemble(system, gradient, from, &self.end, &self.stresses, scale);
        if by_lu {
            self.exact.factorize(work)?;
        } else if !usable {
            self.renew(system, gradient, inertia, from, h)?;
        }
        // Without a factor the diagonal blocks do: what is iterated is well conditioned.
        let rough = !by_lu && !self.matrix.factored();
        let mut report = self.direction_by_gmres(inertia, scale, rough, work)?;
        if usable && !report.converged && !by_lu {
            self.renew(system, gradient, inertia, from, h)?;
        }
        if (usable || rough) && !report.converged && !by_lu {
            report = self.direction_by_gmres(inertia, scale, false, work)?;
        }
        Ok((report.iterations as u64 <= KRYLOV && !by_lu, report.converged))
    }

    /// d by GMRES, to a residual in newtons.
    fn direction_by_gmres(
        &mut self,
        inertia: &mut dyn Inertia,
        scale: f64,
        rough: bool,
        work: &mut Work,
    ) -> Result<GmresReport, StepError> {
        self.product.iter_mut().zip(&self.residual).for_each(|(b, r)| *b = -r);
        self.exact.solve(&mut self.matrix, inertia, scale, rough, &self.product, &mut self.step, work)
    }

    /// Adds to d what GMRES left of it: a residual that is small beside the forces of stiff elements may be large beside
    /// those that move the body.
    fn refine(&mut self, inertia: &mut dyn Inertia, h: f64, limit: f64, work: &mut Work) -> Result<(), StepError> {
        let scale = 2.0 / (h * h);
        for _ in 0..REFINEMENTS {
            // b = -r - A d
            self.exact.apply(&self.step, &mut self.product);
            inertia.add_change(scale, &self.step, &mut self.product);
            work.products += 1;
            self.product.iter_mut().zip(&self.residual).for_each(|(b, r)| *b = -r - *b);
            if reach(&self.product, &self.masses, h) <= limit {
                break;
            }
            std::mem::swap(&mut self.step, &mut self.correction);
            let rough = !self.matrix.factored();
            self.exact.solve(&mut self.matrix, inertia, scale, rough, &self.product, &mut self.step, work)?;
            axpy(1.0, &self.correction, &mut self.step);
        }
        Ok(())
    }

    /// Whether the residual is no larger than what rounding of the coordinates does to the forces.
    fn at_rounding(&self, exact: bool, size: f64, floor: f64) -> bool {
        let trace = |d: &[f64]| d.iter().step_by(4).sum::<f64>();
        let vertices = 0..self.residual.len() / 3;
        let stiffest = match exact {
            true => vertices.map(|i| trace(self.exact.diagonal(i))).fold(0.0, f64::max),
            false => vertices.map(|i| trace(self.matrix.matrix().diagonal(i))).fold(0.0, f64::max),
        };
        max_abs(&self.residual) <= 256.0 * f64::EPSILON * max_abs(&self.end.x) * stiffest || size <= 1e3 * floor
    }
}
