//! exprb42: two stages, order 4; the default among the exponential schemes.
//!
//! U_2 = u_n + 3/4 h phi_1(3/4 h J) F,  u_{n+1} = u_n + h phi_1(h J) F + 32/9 h phi_3(h J) R(U_2),
//! R(U) = F(U) - F(u_n) - J (U - u_n): only its velocity half is not zero. Order 4 for resolved motion, 3 in the stiff
//! theory: the second order condition holds at h J = 0 alone. Exact for linear motion at any step. The first row is
//! ere, so the second estimates the error. For stiff bodies that vibrate and bend; where stiff parts turn by a good
//! part of a radian in a step, no exponential scheme is stable: see [`super::limit`]. [luan2020, sec. 3.3]

use super::tableau::{Method, Row, Tableau};
use super::{Rosenbrock, RosenbrockOptions};
use crate::integrators::Entry;
use crate::integrators::options::{parse, schema};

/// Its numbers.
pub const METHOD: Method = Method {
    name: "exprb42",
    step: Tableau { nodes: &[0.75], rows: &[Row { phi: 3, weights: &[32.0 / 9.0] }], orders: [4, 2] },
    rest: Tableau { nodes: &[0.75], rows: &[Row { phi: 2, weights: &[4.0 / 3.0] }], orders: [2, 1] },
};

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: METHOD.name,
    summary: "exponential Rosenbrock, order 4 with one stage; stiff vibration at the price of one implicit step",
    source: "luan2020",
    order: 4,
    build: |table| Rosenbrock::build(&METHOD, parse(METHOD.name, table)?),
    schema: schema::<RosenbrockOptions>,
};
