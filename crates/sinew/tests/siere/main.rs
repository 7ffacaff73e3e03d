//! What `siere` and `siere2` promise: the same numbers by either route, exact modes, stability, liveliness, little work.

#[path = "../common"]
mod common {
    pub mod problems;
    pub mod running;
}

mod bodies;
mod misprints;
mod oracle;
mod routes;
mod twist;

use common::problems::*;
use common::running::*;
use nalgebra::{DMatrix, DVector};
use oracle::*;
use sinew::integrators::Work;
use sinew::mechanics::*;
use sinew::mesh::shapes::{Ball, Shape};
use sinew::models::solids::{Lame, materials};
use sinew::scene::Scene;
use sinew_math::functions::{self, Damping, FunctionError, MassMatrix, PhiTerm, Problem, Request, Symmetry};
use sinew_math::operator::LinearOperator;
use sinew_math::solve::Cholesky;
use sinew_math::sparse::BlockMatrix;
use twist::twisted;

/// Options for modes that are exact to rounding.
const EXACT: &str = "mode_tolerance = 1e-13\nsolver = \"cholesky\"\n";

fn relative(a: &State, b: &State, start: &State) -> f64 {
    let (x, v) = (distance(&a.x, &b.x), distance(&a.v, &b.v));
    (x / distance(&b.x, &start.x)).max(v / length(&b.v))
}
