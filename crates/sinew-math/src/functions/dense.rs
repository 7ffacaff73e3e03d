//! All eigenvalues: the oracle of the tests, and the fastest way below a few hundred unknowns.
//!
//! M = L L^T, L^-1 K L^-T = U Theta U^T, V = L^-T U; general damping by scaling and squaring of the 2n x 2n matrix.
//! O(n^3) time and O(n^2) memory: not for large systems. It is the one engine that factors a consistent mass.
//! Allocates its matrices at every call.

use faer::{Mat, Side};

use super::projected::{Projected, SmallDamping};
use super::report::{Path, Report};
use super::request::Kind;
use super::small::product;
use super::{Damping, FunctionError, MassMatrix, Problem, Request};
use crate::operator::LinearOperator;

/// Evaluates a request; `out` holds the outputs one after the other.
pub fn dense(problem: &Problem<'_>, request: &Request<'_>, out: &mut [f64]) -> Result<Report, FunctionError> {
    let n = problem.dim();
    request.check(n)?;
    request.check_symmetry("dense", problem.is_symmetric())?;
    problem.check()?;
    if out.len() != n * request.outputs.len() {
        return Err(FunctionError::BadRequest("the result needs one vector per output"));
    }
    // V = L^-T as columns, so that V^T M V = I
    let basis = match problem.mass {
        MassMatrix::Diagonal(m) => Mat::from_fn(n, n, |i, j| if i == j { 1.0 / m[i].sqrt() } else { 0.0 }),
        MassMatrix::Operator(m) => {
            let m = to_dense(m);
            let llt = m.llt(Side::Lower).map_err(|_| FunctionError::BadMass { unknown: 0, value: f64::NAN })?;
            let lower = llt.L().to_owned();
            let mut inverse = Mat::<f64>::identity(n, n);
            lower.transpose().solve_upper_triangular_in_place(inverse.as_mut());
            inverse
        }
    };
    let project = |a: &dyn LinearOperator| {
        let a = to_dense(a);
        let half = product(a.as_ref(), basis.as_ref());
        product(basis.transpose(), half.as_ref())
    };
    let stiffness = project(problem.stiffness);
    // V^T M b = L^-1 M b; a force is M b already
    let mut dual = Mat::zeros(n, request.vectors.len());
    for (j, (kind, b)) in request.vectors.iter().enumerate() {
        let mut mb = vec![0.0; n];
        match kind {
            Kind::Primal => problem.mass.apply(b, &mut mb),
            Kind::Dual => mb.copy_from_slice(b),
        }
        (0..n).for_each(|i| dual[(i, j)] = mb[i]);
    }
    let vectors = product(basis.transpose(), dual.as_ref());
    let c;
    let damping = match problem.damping {
        Damping::Operator(d) => {
            c = project(d);
            SmallDamping::Matrix(c.as_ref())
        }
        _ => SmallDamping::Rayleigh(problem.damping.rayleigh().expect("the other kinds of damping")),
    };
    let mut small = Projected::default();
    small.evaluate(stiffness.as_ref(), problem.symmetry, damping, vectors.as_ref(), &request.outputs)?;
    let result = product(basis.as_ref(), small.coefficients.as_ref());
    for o in 0..request.outputs.len() {
        (0..n).for_each(|i| out[o * n + i] = result[(i, o)]);
    }
    let mut report = Report::new(Path::Dense);
    report.dimension = n;
    report.products = n as u64;
    report.flops = n as f64 * problem.product_flops + 20.0 * (n as f64).powi(3);
    report.estimate = f64::EPSILON * n as f64;
    report.converged = true;
    Ok(report)
}

/// Column by column.
pub(crate) fn to_dense(a: &dyn LinearOperator) -> Mat<f64> {
    let n = a.dim();
    let mut dense = Mat::zeros(n, n);
    let (mut e, mut column) = (vec![0.0; n], vec![0.0; n]);
    for j in 0..n {
        e[j] = 1.0;
        a.apply(&e, &mut column);
        e[j] = 0.0;
        (0..n).for_each(|i| dense[(i, j)] = column[i]);
    }
    dense
}
