//! The filter: takes strain-rate noise out of the velocities at the end of a step, and no rigid motion.
//!
//!   v <- v - G^4 v,   G = (M + eta h^2 C)^-1 eta h^2 C,   C = sum over elements of vol B^T D_0 B at x_1
//!
//! with B the strain operators at the present positions and D_0 the stiffness of the material at rest: C v is the force of
//! a viscosity, zero for every rigid motion, so linear and angular momentum stay to rounding. In a mode with z = h omega it leaves
//! 1 - (eta z^2/(1 + eta z^2))^4: at eta = 0.005 all but 3e-6 of the amplitude at z = 3, 97 % at 12, 27 % at 50.
//! An undamped scheme has no other way to be rid of vibration far above the step's reach.
//!
//! Where less than [`LITTLE`] of the kinetic energy would go there is nothing to be rid of, and the velocities are left alone. To know
//! that, the factor of an earlier step does: rigid motion is no noise to it either, and elements that have turned since make it
//! too soft, so that it sees rather too much. Where it sees more, a factor of the present positions decides.

use std::collections::BTreeMap;

use sinew_math::operator::LinearOperator;
use sinew_math::parallel::{axpy, dot};

use crate::integrators::Work;
use crate::integrators::linear::{StepMatrix, step_error};
use crate::integrators::options::Solver;
use crate::mechanics::{DiscreteGradient, Mass, MechanicalSystem, State, StepError};

/// The power p.
const POWER: usize = 4;
/// Strain rates whose filtering could take no more than this share of the kinetic energy are left alone.
const QUIET: f64 = 1e-13;
/// Share of the kinetic energy that is not worth taking in a step.
const LITTLE: f64 = 1e-6;
/// Steps after one that was filtered in which the old factor is not asked; twice as many after each in vain.
const FIRST_WAIT: u32 = 1;
const LONGEST_WAIT: u32 = 32;

/// See the module's head; everything it allocates it keeps.
pub struct Filter {
    strength: f64,
    matrix: StepMatrix,
    /// The step for which the factor at hand was made, or 0.
    factor_step: f64,
    /// Values of a matrix that was saved and is to be factorized.
    saved: Option<Vec<f64>>,
    /// Steps in which the factor at hand is not asked, and how many the next failure makes of them.
    wait: [u32; 2],
    strain: Vec<f64>,
    noise: Vec<f64>,
    product: Vec<f64>,
}

impl Filter {
    /// With eta = `strength`; 0 does nothing.
    pub fn new(strength: f64, solver: Solver, tolerance: f64) -> Self {
        let matrix = StepMatrix::new(solver.lasting(tolerance));
        Self {
            strength,
            matrix,
            factor_step: 0.0,
            saved: None,
            wait: [0, FIRST_WAIT],
            strain: Vec::new(),
            noise: Vec::new(),
            product: Vec::new(),
        }
    }

    /// The state was changed from outside.
    pub fn forget(&mut self) {
        (self.factor_step, self.saved, self.wait) = (0.0, None, [0, FIRST_WAIT]);
    }

    /// Writes what is needed to go on with the same bits.
    pub fn save(&self, arrays: &mut BTreeMap<String, Vec<f64>>) {
        let [wait, next] = self.wait.map(f64::from);
        arrays.insert("filter".into(), vec![self.factor_step, wait, next]);
        if self.factor_step > 0.0 {
            let values = self.saved.clone().unwrap_or_else(|| self.matrix.matrix().values().to_vec());
            arrays.insert("filter_matrix".into(), values);
        }
    }

    /// Takes up what was saved; the matrix is factorized when it is first needed.
    pub fn restore(&mut self, arrays: &BTreeMap<String, Vec<f64>>) {
        self.forget();
        if let Some([step, wait, next]) = arrays.get("filter").map(Vec::as_slice) {
            self.wait = [*wait as u32, *next as u32];
            self.saved = arrays.get("filter_matrix").cloned();
            self.factor_step = if self.saved.is_some() { *step } else { 0.0 };
        }
    }

    /// Filters the velocities of `s`, the end of a step of size h; the energy that this took, 0 if they were left alone.
    pub fn apply(
        &mut self,
        system: &dyn MechanicalSystem,
        gradient: &dyn DiscreteGradient,
        h: f64,
        s: &mut State,
        work: &mut Work,
    ) -> Result<f64, StepError> {
        if self.strength == 0.0 {
            return Ok(0.0);
        }
        let n = s.v.len();
        for buffer in [&mut self.strain, &mut self.noise, &mut self.product] {
            buffer.resize(n, 0.0);
        }
        let weight = self.strength * h * h;
        let mass = system.mass();
        // What is held moves, too: the first product sees all vertices.
        gradient.strain_rate_force(s, &mut self.strain);
        self.strain.iter_mut().for_each(|f| *f *= weight);
        mass.apply(&s.v, &mut self.noise);
        let kinetic = dot(&s.v, &self.noise);
        if dot(&s.v, &self.strain).abs() <= QUIET * kinetic {
            return Ok(0.0);
        }
        self.matrix.expect(system.pattern(), || 1.0 + weight * system.frequency_bound(s).powi(2));
        self.take_up(system)?;
        if self.factor_step == h && self.wait[0] == 0 {
            let little = self.noise_of(mass, s, work)? <= LITTLE * kinetic;
            self.matrix.charge(work);
            self.wait = if little { [0, FIRST_WAIT] } else { [self.wait[1], (2 * self.wait[1]).min(LONGEST_WAIT)] };
            if little {
                return Ok(0.0);
            }
        } else {
            self.wait[0] = self.wait[0].saturating_sub(1);
        }
        self.matrix.write(system.pattern(), |a| {
            a.set_zero();
            mass.add_to(1.0, a);
            gradient.add_strain_metric(s, weight, a);
        })?;
        self.matrix.factorize().map_err(step_error)?;
        self.factor_step = h;
        let little = self.noise_of(mass, s, work)? <= LITTLE * kinetic;
        self.matrix.charge(work);
        if little {
            return Ok(0.0);
        }
        // v^2/2 - (v - n)^2/2 = v . n - n^2/2, with M n left in `product`
        let taken = dot(&s.v, &self.product) - 0.5 * dot(&self.noise, &self.product);
        axpy(-1.0, &self.noise, &mut s.v);
        Ok(taken)
    }

    /// Factorizes a matrix that was saved.
    fn take_up(&mut self, system: &dyn MechanicalSystem) -> Result<(), StepError> {
        let Some(values) = self.saved.take() else { return Ok(()) };
        if values.len() != 9 * system.pattern().blocks() {
            self.factor_step = 0.0;
            return Ok(());
        }
        self.matrix.write(system.pattern(), |a| a.values_mut().copy_from_slice(&values))?;
        self.matrix.factorize().map_err(step_error)
    }

    /// noise = G^4 v with the factor at hand, of eta h^2 C v, and product = M noise; returns v . M noise, half of the energy that it has.
    fn noise_of(&mut self, mass: &Mass, s: &State, work: &mut Work) -> Result<f64, StepError> {
        let Self { matrix, strain, noise, product, .. } = self;
        product.copy_from_slice(strain);
        for power in 0..POWER {
            if power > 0 {
                // eta h^2 C x = (A - M) x
                matrix.matrix().apply(noise, product);
                mass.subtract(noise, product);
                work.products += 1;
            }
            matrix.solve(product, noise).map_err(step_error)?;
        }
        mass.apply(noise, product);
        Ok(dot(&s.v, product).abs())
    }
}
