//! The factor of the shifted matrix P = M + gamma h^2 K + sqrt(gamma) h D, kept over steps while it serves.
//!
//! The factor only shapes the search space, so an old one gives right results with more solves. Each evaluation is compared
//! with the first one after the factorization; when the surplus has added up to the price of a factorization, the factor is
//! dropped and made anew at the next state. Counted work decides, so it is the same on every machine.

use std::sync::Arc;

use sinew_math::functions::{Pole, Report};
use sinew_math::solve::{Cholesky, SolveError};
use sinew_math::sparse::{BlockMatrix, Pattern};

use crate::integrators::linear::step_error;
use crate::mechanics::{MechanicalSystem, State, StepError, Weights};

/// The factor of P and what is needed to judge and to rebuild it.
pub(super) struct Factor {
    pub shifted: BlockMatrix,
    pub cholesky: Option<Cholesky>,
    pub shift: Option<f64>,
    /// Where its K was taken, and whether that was projected.
    pub at: State,
    pub projected: bool,
    /// Solves, estimated error and tolerance of the first evaluations after the factorization, three per request of a
    /// step.
    pub fresh: Vec<f64>,
    /// Surplus solves since.
    pub surplus: f64,
    /// Which request of the step is next.
    pub request: usize,
}

/// A kept factor as it is saved.
#[derive(Debug, Clone, Default)]
pub(super) struct FactorRecord {
    pub at: State,
    pub shift: f64,
    pub projected: bool,
    pub fresh: Vec<f64>,
    pub surplus: f64,
}

/// A flop of a factorization runs in dense kernels and costs about this share of one of a solve, which waits for memory.
const FACTOR_FLOP: f64 = 0.2;

impl Factor {
    /// No factor yet; with `analysed` its price is known already. One that is too large is never made.
    pub fn new(pattern: &Arc<Pattern>, analysed: bool) -> Self {
        Self {
            shifted: BlockMatrix::new(pattern.clone()),
            cholesky: analysed.then(|| Cholesky::new(pattern).ok()).flatten(),
            shift: None,
            at: State::default(),
            projected: false,
            fresh: Vec::new(),
            surplus: 0.0,
            request: 0,
        }
    }

    pub fn drop(&mut self) {
        self.shift = None;
        self.projected = false;
    }

    pub fn next_step(&mut self) {
        self.request = 0;
        if let Some(cholesky) = &self.cholesky {
            let solve = 4.0 * cholesky.factor_nonzeros() as f64;
            if self.surplus * solve > FACTOR_FLOP * cholesky.flops() {
                self.drop();
            }
        }
    }

    /// Compares an evaluation with the one that used the fresh factor for the same request of a step.
    pub fn judge(&mut self, report: &Report, tolerance: f64, had_factor: bool) {
        if self.shift.is_none() {
            return;
        }
        if !had_factor || report.factorizations > 0 {
            self.fresh.clear();
            self.surplus = 0.0;
        }
        match self.fresh.get(3 * self.request..3 * self.request + 3) {
            // A space that was cut off farther from its goal than with the fresh factor: a decade is the play of the
            // data, every further one is worth two solves.
            Some([_, estimate, _]) if !report.converged && report.estimate > tolerance => {
                self.surplus += (2.0 * (report.estimate / estimate).log10() - 2.0).max(0.0);
            }
            // Errors fall by about the same factor with every solve: tighter tolerances need more and tell nothing.
            Some([solves, _, before]) => {
                let digits = (tolerance.ln() / before.ln()).max(1.0);
                self.surplus += (report.solves as f64 - digits * solves).max(0.0);
            }
            _ => self.fresh.extend([report.solves as f64, report.estimate, tolerance]),
        }
        self.request += 1;
    }

    pub fn record(&self) -> Option<FactorRecord> {
        self.shift.map(|shift| FactorRecord {
            at: self.at.clone(),
            shift,
            projected: self.projected,
            fresh: self.fresh.clone(),
            surplus: self.surplus,
        })
    }
}

/// The shifted matrix of a system, factored by Cholesky.
pub(super) struct SystemPole<'a> {
    pub factor: &'a mut Factor,
    pub system: &'a dyn MechanicalSystem,
    pub at: &'a State,
    pub stiffness: &'a BlockMatrix,
    pub damping: Option<&'a BlockMatrix>,
}

impl SystemPole<'_> {
    fn made(&mut self) -> Result<&mut Cholesky, SolveError> {
        let factor = &mut *self.factor;
        if factor.cholesky.is_none() {
            factor.cholesky = Some(Cholesky::new(self.stiffness.pattern())?);
        }
        Ok(factor.cholesky.as_mut().expect("it was just made"))
    }
}

impl Pole for SystemPole<'_> {
    fn shift(&self) -> Option<f64> {
        self.factor.shift
    }

    fn factorize(&mut self, shift: f64) -> Result<(), SolveError> {
        self.factor.shift = None;
        let Factor { shifted, projected, .. } = &mut *self.factor;
        if *projected {
            let weights = Weights { mass: 1.0, damping: shift.sqrt(), stiffness: shift };
            self.system.tangent(self.at, weights, true, shifted);
        } else {
            shifted.scale_add(0.0, shift, self.stiffness);
            if let Some(damping) = self.damping {
                shifted.scale_add(1.0, shift.sqrt(), damping);
            }
            self.system.mass().add_to(1.0, shifted);
        }
        self.made()?;
        let Factor { shifted, cholesky, at, .. } = &mut *self.factor;
        let outcome = cholesky.as_mut().expect("it was just made").factorize(shifted);
        at.copy_from(self.at);
        if outcome.is_ok() {
            self.factor.shift = Some(shift);
        }
        outcome
    }

    fn use_projected(&mut self) -> bool {
        self.factor.projected = true;
        true
    }

    fn solve(&mut self, b: &[f64], x: &mut [f64], columns: usize) -> Result<(), SolveError> {
        self.made()?.solve_many(b, x, columns)
    }

    fn cholesky(&mut self) -> Option<&mut Cholesky> {
        self.factor.cholesky.as_mut()
    }

    fn factor_flops(&self) -> f64 {
        self.factor.cholesky.as_ref().map_or(f64::INFINITY, |c| FACTOR_FLOP * c.flops())
    }

    fn solve_flops(&self) -> f64 {
        self.factor.cholesky.as_ref().map_or(f64::INFINITY, |c| 4.0 * c.factor_nonzeros() as f64)
    }
}

/// The step error that a failed factor or solve amounts to.
pub(super) fn pole_error(e: SolveError) -> StepError {
    match e {
        SolveError::TooLarge { gigabytes } => StepError::PoleTooLarge { gigabytes },
        e => step_error(e),
    }
}
