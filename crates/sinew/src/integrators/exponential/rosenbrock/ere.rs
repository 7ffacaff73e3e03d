//! Exponential Rosenbrock-Euler: the motion of the linearized system, exactly.
//!
//! u_{n+1} = u_n + h phi_1(h J_n) F(u_n), u = (x, v), F = (v, M^-1 f), J_n the Jacobian at u_n. In second-order form, with
//! c_k the Stumpff functions of h^2 M^-1 K: dx = h c_1 v + h^2 c_2 a, dv = (c_0 - 1) v + h c_1 a. Order 2, not 1 as in
//! [chen2020]; exact for linear motion. For nearly linear, stiff motion; exprb42 costs little more and has order 4.
//! With `linearize = "rest"` it gets a stage at c = 1 with weight phi_2, without which its order would be 1.
//! [luan2020, eq. 14], [hochbruck2010]

use super::tableau::{Method, Row, Tableau};
use super::{Rosenbrock, RosenbrockOptions};
use crate::integrators::Entry;
use crate::integrators::options::{parse, schema};

/// Its numbers.
pub const METHOD: Method = Method {
    name: "ere",
    step: Tableau { nodes: &[], rows: &[], orders: [2, 2] },
    rest: Tableau { nodes: &[1.0], rows: &[Row { phi: 2, weights: &[1.0] }], orders: [2, 1] },
};

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: METHOD.name,
    summary: "exponential Rosenbrock-Euler: linearized motion exactly",
    source: "luan2020",
    order: 2,
    build: |table| Rosenbrock::build(&METHOD, parse(METHOD.name, table)?),
    schema: schema::<RosenbrockOptions>,
};
