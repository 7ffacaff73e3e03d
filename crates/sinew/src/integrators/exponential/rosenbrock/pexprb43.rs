//! pexprb43: two stages that do not need each other, order 4 in the stiff theory too.
//!
//! U_2 = u_n + h/2 phi_1(h J/2) F, U_3 = u_n + h phi_1(h J) F,
//! u_{n+1} = U_3 + h phi_3(h J) (16 R_2 - 2 R_3) + h phi_4(h J) (-48 R_2 + 12 R_3).
//! Both stages are evaluated at once. Without the phi_4 row the order is 3: that row estimates the error, one order
//! sharper than the estimate of exprb42. A little dearer than exprb42 and as limited on bodies that turn.
//! [luan2020, sec. 3.3]; the embedded scheme is that of exprb43 [hochbruck2009].

use super::tableau::{Method, Row, Tableau};
use super::{Rosenbrock, RosenbrockOptions};
use crate::integrators::Entry;
use crate::integrators::options::{parse, schema};

/// Its numbers.
pub const METHOD: Method = Method {
    name: "pexprb43",
    step: Tableau {
        nodes: &[0.5, 1.0],
        rows: &[Row { phi: 3, weights: &[16.0, -2.0] }, Row { phi: 4, weights: &[-48.0, 12.0] }],
        orders: [4, 3],
    },
    rest: Tableau {
        nodes: &[0.5, 1.0],
        rows: &[Row { phi: 2, weights: &[4.0, -1.0] }, Row { phi: 3, weights: &[-8.0, 4.0] }],
        orders: [2, 2],
    },
};

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: METHOD.name,
    summary: "exponential Rosenbrock, order 4 with two independent stages and a sharp error estimate",
    source: "luan2020",
    order: 4,
    build: |table| Rosenbrock::build(&METHOD, parse(METHOD.name, table)?),
    schema: schema::<RosenbrockOptions>,
};
