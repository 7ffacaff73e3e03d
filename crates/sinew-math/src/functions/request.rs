//! What to compute: outputs that are sums of functions of t^2 A (or of t J) applied to given vectors.
//!
//! One request serves all stages of a scheme: any number of functions, times and vectors share one search space.

use super::{FunctionError, damped_phi, stumpff};

/// Half of the pair (position, velocity).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// x
    Position,
    /// v
    Velocity,
}

/// A function of the matrices.
#[derive(Debug, Clone, Copy)]
pub enum Function {
    /// c_k(t^2 A); damping plays no part.
    Stumpff(u32),
    /// f(t^2 A) for any smooth f; damping plays no part. Filters and cosines.
    Even(fn(f64) -> f64),
    /// The block (row, column) of phi_k(t J): from the half `column` of the input to the half `row` of the output.
    Phi {
        /// 0..=6
        k: u32,
        /// Half of the result.
        row: Half,
        /// Half of the input.
        column: Half,
    },
}

impl Function {
    /// (k, row, column) of the block of phi_k(t J) that this function is; c_k(t^2 A) is one of J without damping.
    pub(crate) fn block(&self) -> Option<(u32, Half, Half)> {
        match *self {
            Function::Phi { k, row, column } => Some((k, row, column)),
            Function::Stumpff(k) => Some((k, Half::Position, Half::Position)),
            Function::Even(_) => None,
        }
    }

    /// Its value where A is the number lambda and D = alpha + beta lambda.
    pub(crate) fn scalar(&self, t: f64, lambda: f64, (alpha, beta): (f64, f64)) -> f64 {
        let s = t * t * lambda;
        match self {
            Function::Stumpff(k) => stumpff(*k, s),
            Function::Even(f) => f(s),
            Function::Phi { k, row, column } => {
                let phi = damped_phi(*k, s, t * (alpha + beta * lambda));
                match (row, column) {
                    (Half::Position, Half::Position) => phi[0][0],
                    (Half::Position, Half::Velocity) => t * phi[0][1],
                    (Half::Velocity, Half::Position) if t == 0.0 => 0.0,
                    (Half::Velocity, Half::Position) => phi[1][0] / t,
                    (Half::Velocity, Half::Velocity) => phi[1][1],
                }
            }
        }
    }
}

/// weight f(t) b_vector
#[derive(Debug, Clone, Copy)]
pub struct Term {
    /// Factor.
    pub weight: f64,
    /// f
    pub function: Function,
    /// t in seconds, not negative.
    pub time: f64,
    /// Which input vector.
    pub vector: usize,
}

/// A sum of terms: one vector.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// The sum.
    pub terms: Vec<Term>,
    /// The error is measured against max(|output|, floor) in the mass norm. Give |v| for an increment of v.
    pub floor: f64,
}

/// How an input vector is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The vector itself: a displacement, a velocity, an acceleration.
    Primal,
    /// M times the vector: a force. The way to pass accelerations when M is not diagonal.
    Dual,
}

/// These functions of these matrices, applied to these vectors, at these times, to this tolerance.
///
/// A time integrator makes one per step; [`Request::reset`] hands the memory of the last one on:
///
/// ```
/// # use sinew_math::functions::{Function, Request};
/// let mut kept: Request<'static> = Request::default();
/// for step in 0..3 {
///     let v = vec![1.0; 6];
///     let mut request = std::mem::take(&mut kept).reset(1e-6);
///     let b = request.vector(&v);
///     request.even(0.0, &[(1.0, Function::Stumpff(1), 0.01, b)]);
///     // .. evaluate ..
///     kept = request.reset(1e-6);
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    /// Input vectors.
    pub vectors: Vec<(Kind, &'a [f64])>,
    /// What is wanted.
    pub outputs: Vec<Output>,
    /// Largest relative error of any output, in the mass norm.
    pub tolerance: f64,
    /// Memory of outputs that are gone.
    spare: Vec<Vec<Term>>,
}

impl<'a> Request<'a> {
    /// Nothing yet.
    pub fn new(tolerance: f64) -> Self {
        Self { tolerance, ..Self::default() }
    }

    /// An empty request for other vectors in the memory of this one.
    pub fn reset<'b>(mut self, tolerance: f64) -> Request<'b> {
        self.vectors.clear();
        let mut spare = self.spare;
        spare.extend(self.outputs.drain(..).rev().map(|output| output.terms));
        // Nothing is left to convert: collecting an empty vector in place gives its memory the new lifetime.
        let vectors = self.vectors.into_iter().map(|_| unreachable!("cleared above")).collect();
        Request { vectors, outputs: self.outputs, tolerance, spare }
    }

    /// Adds an input vector; returns its number.
    pub fn vector(&mut self, v: &'a [f64]) -> usize {
        self.vectors.push((Kind::Primal, v));
        self.vectors.len() - 1
    }

    /// Adds a force f, standing for the vector M^-1 f; returns its number.
    pub fn force(&mut self, f: &'a [f64]) -> usize {
        self.vectors.push((Kind::Dual, f));
        self.vectors.len() - 1
    }

    /// Adds an output; returns its number.
    pub fn output(&mut self, floor: f64, terms: impl IntoIterator<Item = Term>) -> usize {
        let mut sum = self.spare.pop().unwrap_or_default();
        sum.clear();
        sum.extend(terms);
        self.outputs.push(Output { terms: sum, floor });
        self.outputs.len() - 1
    }

    /// Adds sum_i w_i f_i(t_i^2 A) b_i; returns the number of the output.
    pub fn even(&mut self, floor: f64, terms: &[(f64, Function, f64, usize)]) -> usize {
        let term = |&(weight, function, time, vector): &(_, _, _, _)| Term { weight, function, time, vector };
        self.output(floor, terms.iter().map(term))
    }

    /// Adds the two halves of sum_i w_i phi_{k_i}(t J) \[p_i; q_i\]; returns the number of the position half, the
    /// velocity half is the next one. `floors` belong to the two halves.
    pub fn phi(&mut self, time: f64, floors: [f64; 2], terms: &[PhiTerm]) -> usize {
        let first = self.outputs.len();
        for (row, floor) in [Half::Position, Half::Velocity].into_iter().zip(floors) {
            let halves = |term: &PhiTerm| {
                let PhiTerm { weight, k, position, velocity } = *term;
                let term = move |column, vector: Option<usize>| {
                    vector.map(|vector| Term { weight, function: Function::Phi { k, row, column }, time, vector })
                };
                [term(Half::Position, position), term(Half::Velocity, velocity)]
            };
            self.output(floor, terms.iter().flat_map(halves).flatten());
        }
        first
    }

    /// Largest time in the request.
    pub fn longest(&self) -> f64 {
        self.terms().map(|t| t.time).fold(0.0, f64::max)
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.outputs.iter().flat_map(|o| &o.terms)
    }

    /// Refuses what cannot be computed.
    pub(crate) fn check(&self, n: usize) -> Result<(), FunctionError> {
        // Relative error of the scalar functions plus that of a projection.
        const SMALLEST: f64 = 1e-13;
        if self.tolerance.is_nan() || self.tolerance < SMALLEST {
            return Err(FunctionError::ToleranceBelowRounding { tolerance: self.tolerance, smallest: SMALLEST });
        }
        if self.vectors.iter().any(|(_, v)| v.len() != n) {
            return Err(FunctionError::BadRequest("an input vector has another length than the matrices"));
        }
        if self.vectors.iter().any(|(_, v)| v.iter().any(|x| !x.is_finite())) {
            return Err(FunctionError::NonFinite { what: "an input vector" });
        }
        for term in self.terms() {
            if term.vector >= self.vectors.len() {
                return Err(FunctionError::BadRequest("a term names an input vector that does not exist"));
            }
            if !(term.time >= 0.0 && term.time.is_finite() && term.weight.is_finite()) {
                return Err(FunctionError::BadRequest("times must be finite and not negative, weights finite"));
            }
            if let Function::Stumpff(k @ 8..) | Function::Phi { k: k @ 7.., .. } = term.function {
                debug_assert!(k > 6);
                return Err(FunctionError::BadRequest("phi_0 to phi_6 and c_0 to c_7 are provided"));
            }
        }
        if self.outputs.iter().any(|o| o.floor.is_nan() || o.floor < 0.0) {
            return Err(FunctionError::BadRequest("the floor of an output must not be negative"));
        }
        Ok(())
    }

    /// Of a stiffness that is not symmetric only the entire functions phi_k and c_k are known.
    pub(crate) fn check_symmetry(&self, engine: &'static str, symmetric: bool) -> Result<(), FunctionError> {
        match symmetric || self.terms().all(|t| t.function.block().is_some()) {
            true => Ok(()),
            false => Err(FunctionError::Unsupported {
                engine,
                reason: "evaluates `Function::Even` by eigenvalues and needs a symmetric stiffness: ask for phi_k or c_k, or \
                         pass the symmetric part of K",
            }),
        }
    }
}

/// weight phi_k(t J) \[p; q\], each half optional.
#[derive(Debug, Clone, Copy)]
pub struct PhiTerm {
    /// Factor.
    pub weight: f64,
    /// 0..=6
    pub k: u32,
    /// p, as the number of an input vector.
    pub position: Option<usize>,
    /// q
    pub velocity: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_is_reset_keeps_its_memory() {
        let fill = |mut request: Request<'static>| {
            let b = request.vector(&[1.0]);
            request.phi(0.1, [0.0; 2], &[PhiTerm { weight: 1.0, k: 1, position: Some(b), velocity: Some(b) }]);
            let places = (request.vectors.as_ptr() as usize, request.outputs.as_ptr() as usize);
            let terms: Vec<usize> = request.outputs.iter().map(|o| o.terms.as_ptr() as usize).collect();
            (request, places, terms)
        };
        let (request, places, terms) = fill(Request::new(1e-3));
        let (again, same_places, same_terms) = fill(request.reset(1e-6));
        assert_eq!((places, terms), (same_places, same_terms));
        assert_eq!((again.tolerance, again.vectors.len(), again.outputs.len()), (1e-6, 1, 2));
    }
}
