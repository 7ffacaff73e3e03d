//! The exponential Rosenbrock schemes: their coefficients, an oracle in other variables, exactness on linear problems, what the
//! printed misprints would do, their limits, and variable steps.

#[path = "../common"]
mod common {
    pub mod problems;
    pub mod running;
}

mod coefficients;
mod limits;
mod linear;
mod misprints;

use std::sync::Arc;

use common::problems::*;
use common::running::*;
use nalgebra::{DMatrix, DVector};
use sinew::integrators::exponential::rosenbrock::stages::{Frozen, Stages};
use sinew::integrators::exponential::rosenbrock::tableau::{Method, Row, Tableau};
use sinew::integrators::exponential::rosenbrock::{epirk4s3, ere, exprb42, pexprb43};
use sinew::integrators::exponential::{Engine, FunctionOptions, Linearization};
use sinew::integrators::{Integrator, Work};
use sinew::mechanics::*;
use sinew_math::sparse::{BlockMatrix, Pattern};

const METHODS: [&Method; 4] = [&ere::METHOD, &exprb42::METHOD, &pexprb43::METHOD, &epirk4s3::METHOD];
